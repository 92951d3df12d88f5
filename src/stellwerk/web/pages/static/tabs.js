// Views: a chart as a way through time, piles of markers that fan out, rows that light what they speak of.
// The tabs themselves are links that frame.js follows; keys.js has their numbers.

import { go } from "./history.js";

document.addEventListener("click", (event) => {
  const column = event.target.closest("[data-goal]");
  if (column) go(Number(column.dataset.goal));
});

// -- charts: pointing at a column, or arrows in a chart, say its figures (they stand in the table below); Enter goes there

function told(card, number) {
  const columns = [...card.querySelectorAll("[data-goal]")];
  const at = Math.max(0, Math.min(number, columns.length - 1));
  columns.forEach((column, place) => column.classList.toggle("on", place === at));
  const rows = card.querySelectorAll(".chart-table tbody tr");
  const names = [...card.querySelectorAll(".chart-table thead th")].map((head) => head.textContent);
  const cells = [...(rows[at]?.cells ?? [])].map((cell) => cell.textContent);
  const figures = cells.slice(1).map((text, place) => [names[place + 1], text]).filter(([, text]) => text !== "·");
  card.querySelector(".readout").textContent = cells.length ? `${cells[0]}: ${figures.map((pair) => pair.join(" ")).join(" · ")}` : "";
  return columns[at];
}

document.addEventListener("pointerover", (event) => {
  const column = event.target.closest?.(".chart-card [data-goal]");
  if (!column) return;
  const card = column.closest(".chart-card");
  told(card, [...card.querySelectorAll("[data-goal]")].indexOf(column));
});

document.addEventListener("keydown", (event) => {
  const chart = event.target.closest?.("[data-chart]");
  if (!chart || event.ctrlKey || event.metaKey || event.altKey) return;
  const card = chart.closest(".chart-card");
  const columns = [...card.querySelectorAll("[data-goal]")];
  const now = columns.findIndex((column) => column.classList.contains("on"));
  const to = { ArrowLeft: now < 0 ? columns.length - 1 : now - 1, ArrowRight: now < 0 ? 0 : now + 1, Home: 0, End: columns.length - 1 }[event.key];
  if (to !== undefined) told(card, to);
  else if (event.key === "Enter" && now >= 0) go(Number(columns[now].dataset.goal));
  else return;
  event.preventDefault();
});

// -- the market: three markers and more overlap; pointing at their cell spreads them over it

function pileOf(cell) {
  const svg = cell.ownerSVGElement;
  const box = cell.querySelector(".cell")?.getBBox();
  if (!box) return { box: null, pile: [] };
  const inside = (tok) => {
    const at = tok.transform.baseVal.consolidate()?.matrix;
    return at && at.e > box.x && at.e < box.x + box.width && at.f > box.y && at.f < box.y + box.height;
  };
  return { box, pile: [...svg.querySelectorAll(".tok:not(.ghost)")].filter(inside) };
}

function fan(cell, open) {
  const { box, pile } = pileOf(cell);
  if (!box || pile.length < 3) return;
  const ordered = pile.reverse(); // drawn last is on top of the pile
  const step = box.width * 0.46;
  ordered.forEach((tok, number) => {
    const x = tok.transform.baseVal.consolidate().matrix.e;
    const goal = box.x + box.width / 2 + (number - (ordered.length - 1) / 2) * step;
    tok.style.translate = open ? `${goal - x}px ${-box.height * 0.05}px` : "";
  });
}

let open = null;

function light(cell) {
  if (open === cell) return;
  if (open?.isConnected) { fan(open, false); open.classList.remove("lit"); }
  open = cell;
  if (cell) { fan(cell, true); cell.classList.add("lit"); }
}

function cellAt(target) {
  const box = target.closest?.("[data-market]");
  const row = target.closest?.("[data-cell-of]");
  if (row) return document.querySelector(`[data-market] .mc[data-cell="${row.dataset.cellOf}"]`);
  if (!box) return null;
  const cell = target.closest(".mc");
  if (cell) return cell;
  return target.closest(".tok") ? open : null; // a marker that has been spread keeps its cell open
}

document.addEventListener("pointerover", (event) => {
  const cell = cellAt(event.target);
  if (cell || open) light(cell ?? markerCell(event.target));
});

function markerCell(target) {
  const tok = target.closest?.("[data-market] .tok");
  if (!tok) return null;
  return [...tok.ownerSVGElement.querySelectorAll(".mc")].find((cell) => pileOf(cell).pile.includes(tok)) ?? null;
}

document.addEventListener("focusin", (event) => {
  const row = event.target.closest?.("[data-cell-of]");
  if (row) light(cellAt(row));
});
