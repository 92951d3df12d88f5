// Laying track: hex, tile, rotation, and the look-ahead for any company.

import { meta, say } from "./talk.js";
import { bind } from "./keys.js";
import { changeLine, lineOf } from "./line.js";
import { actor, askWhy, beside, controls, fresh, lay, legend, lift, on, panel, piece, ringed, rove, toMap } from "./board.js";
import { inView, map, mapbox, narrow, panBy, partOf, showPart } from "./panzoom.js";

// What is chosen. `ahead` is the company that is looked ahead for, with the trains it is given.
// `tool` is what is laid instead of tiles (tunnels), where a title has more than tiles.
const now = { question: "", hex: "", held: null, tile: "", turn: 0, first: "", ahead: "", trains: "", line: [], broken: 0, board: null, opened: new Set(), tool: "" };

const planned = () => (now.ahead && now.line.length ? JSON.stringify(now.line) : "");

const hexOf = (name) => map()?.querySelector(`.hexes > [data-hex="${name}"]`);
const chooser = () => document.getElementById("chooser");

// -- choosing a hex

async function choose(hex, tile = "") {
  const query = now.ahead ? { company: now.ahead, trains: now.trains, line: planned() } : { ...actor(), tool: now.tool };
  const content = await piece(`lays/${encodeURIComponent(hex)}`, query);
  if (!content) return;
  if (!content.querySelector("#chooser")) {
    forget();
    askWhy(hex, now.ahead ? { company: now.ahead, line: planned() } : { tool: now.tool });
    return;
  }
  Object.assign(now, { hex, held: content, question: meta().question, tile: "", turn: 0 });
  open();
  const wished = tile || now.first;
  const buttons = tiles();
  const button = buttons.find((one) => one.dataset.tile.split("/")[0] === wished) ?? buttons[0];
  pick(button.dataset.tile, 0);
}

function open() {
  chooser()?.remove();
  const box = now.held.querySelector("#chooser").cloneNode(true);
  mapbox()?.append(box);
  place();
}

// Beside the hex; on a phone a sheet, and with `show` the hex is brought above it: the page scrolls, then the map moves.
function place(show = false) {
  const box = chooser();
  const hex = hexOf(now.hex);
  if (!box || !hex) return;
  if (!narrow()) {
    beside(box, hex);
    return;
  }
  box.classList.add("sheet");
  if (!show) return;
  const part = partOf([hex]);
  if (!inView(part)) showPart(part, 120);
  const low = () => hex.getBoundingClientRect().bottom - (window.innerHeight - box.offsetHeight) + 16;
  if (low() > 0) window.scrollBy({ top: low(), behavior: "instant" });
  if (low() > 0) panBy(0, -low());
}

const tiles = () => [...(chooser()?.querySelectorAll(".tb1[data-tile]") ?? [])];
const turnsOf = (key) => tiles().find((one) => one.dataset.tile === key)?.dataset.rotations.split(",") ?? [];

function template() {
  const turn = turnsOf(now.tile)[now.turn];
  return now.held && [...now.held.querySelectorAll("template[data-lay-key]")].find((one) => one.dataset.layKey === now.tile && one.dataset.rotation === turn);
}

// -- choosing a tile and turning it

function pick(key, turn) {
  now.tile = key;
  now.turn = turn;
  const held = template();
  if (!held) return;
  lay("tried", held.content.querySelector("svg.piece"));
  lay("chosenring", ringed(now.hex, now.ahead ? "chosenring dry" : "chosenring"));
  for (const button of tiles()) {
    const here = button.dataset.tile === key;
    button.classList.toggle("on", here);
    button.setAttribute("aria-pressed", here);
    if (here) button.querySelector(".tpic")?.replaceWith(held.content.querySelector(".laypick .tpic").cloneNode(true));
  }
  const box = chooser();
  box.querySelector("[data-turn]").disabled = turnsOf(key).length < 2;
  const confirm = box.querySelector("[data-lay]");
  if (confirm) {
    confirm.disabled = false;
    confirm.textContent = `${held.dataset.short} · ${held.dataset.price}`;
  }
  for (const row of document.querySelectorAll("[data-lays] tr[data-hex]")) row.classList.toggle("hot", row.dataset.hex === now.hex);
  if (now.ahead) { // nothing is played: the effect stands in the chooser itself
    box.querySelector(".picked")?.remove();
    box.querySelector(".rotbar").before(held.content.querySelector(".picked").cloneNode(true));
    place();
    return;
  }
  const into = choiceBox();
  const old = into.dataset.hex === now.hex;
  into.dataset.hex = now.hex;
  into.replaceChildren(held.content.querySelector(".picked").cloneNode(true));
  panel("track")?.classList.add("choosing");
  document.querySelector("#decision [data-back]")?.removeAttribute("hidden");
  if (narrow()) place(!old); // the panel has grown, the map has moved down
}

// Other steps may allow a lay too (a private's power at any time): then the box comes below the head of their panel.
function choiceBox() {
  const known = document.getElementById("lay-choice");
  if (known) return known;
  const made = Object.assign(document.createElement("div"), { id: "lay-choice", className: "choice" });
  const head = document.querySelector("#decision .steps") ?? document.querySelector("#decision .hd");
  if (head) head.after(made);
  else document.getElementById("decision").prepend(made);
  return made;
}

function turn(by = 1) {
  const all = turnsOf(now.tile);
  if (all.length > 1) pick(now.tile, (now.turn + by + all.length) % all.length);
}

function nextTile(by = 1) {
  const all = tiles();
  if (!all.length) return;
  const at = all.findIndex((one) => one.dataset.tile === now.tile);
  pick(all[(at + by + all.length) % all.length].dataset.tile, 0);
}

function forget() {
  Object.assign(now, { hex: "", held: null, tile: "", turn: 0 });
  chooser()?.remove();
  lift("tried", "chosenring");
  const box = document.getElementById("lay-choice");
  box?.replaceChildren();
  delete box?.dataset.hex;
  panel("track")?.classList.remove("choosing");
  document.querySelector("#decision [data-back]")?.setAttribute("hidden", "");
  document.querySelectorAll("[data-lays] tr.hot").forEach((row) => row.classList.remove("hot"));
}

// -- a tile first

export function tileFirst(tile) {
  now.first = tile;
  const select = document.querySelector("[data-tile-first]");
  if (select && [...select.options].some((one) => one.value === tile)) select.value = tile;
  if (now.hex) forget();
  filter();
}

function filter() {
  const svg = map();
  for (const row of document.querySelectorAll("#decision [data-lays] tr[data-hex]")) {
    const fits = !now.first || row.dataset.tiles.split(" ").includes(now.first);
    row.classList.toggle("unfit", !fits);
    svg?.querySelectorAll(`.hexes > [data-hex="${row.dataset.hex}"], .rings[data-hex="${row.dataset.hex}"], .halo[data-hex="${row.dataset.hex}"]`).forEach((one) => one.classList.toggle("unfit", !fits));
  }
  rove();
}

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-tile-first]")) tileFirst(event.target.value);
});

document.addEventListener("click", async (event) => {
  const picked = event.target.closest("[data-pick-tile]");
  if (!picked || !panel("track")) return;
  event.preventDefault();
  await toMap();
  tileFirst(picked.dataset.pickTile);
});

// -- another tool than tiles: its hexes glow instead of those of the tiles

function setTool(tool) {
  const box = panel("track");
  const layer = box?.querySelector(`[data-tool-layer="${tool}"]`);
  now.tool = layer ? tool : "";
  if (box) box.dataset.tool = now.tool;
  for (const button of box?.querySelectorAll("[data-set-tool]") ?? []) button.setAttribute("aria-pressed", String(button.dataset.setTool === now.tool));
  const svg = map();
  if (!svg || now.ahead) return;
  for (const hex of svg.querySelectorAll(".tool-hex")) hex.classList.remove("tool-hex");
  svg.classList.toggle("looking", Boolean(now.tool));
  if (!now.tool) {
    lift("tool");
    rove();
    return;
  }
  lay("tool", layer.content.querySelector("svg"));
  const glowing = svg.querySelectorAll('[data-layer="tool"] .rings');
  for (const ring of glowing) hexOf(ring.dataset.hex)?.classList.add("tool-hex");
  const part = partOf(glowing);
  if (narrow() && part && !inView(part)) showPart(part, 40);
  rove();
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-set-tool]");
  if (!button || !panel("track")) return;
  event.preventDefault();
  if (now.hex) forget();
  await toMap();
  setTool(button.dataset.setTool);
});

// -- looking ahead

export async function look(company, trains = "") {
  await toMap();
  forget();
  const known = now.ahead === company ? now.broken : 0;
  const content = await piece("ahead", { company, trains, ...lineOf(company), ...(meta().acts === "" ? {} : actor()) });
  const box = content?.querySelector("#ahead");
  if (!box) return;
  const line = JSON.parse(box.dataset.line || "[]");
  lift("tool");
  const broken = Number(box.dataset.broken);
  Object.assign(now, { ahead: company, trains, line, broken, board: box, question: meta().question });
  showAhead();
  if (broken > known) say(box.dataset.told, "line");
}

async function replan(change) {
  const company = now.ahead;
  const refused = await changeLine(company, now.line, change);
  if (refused) say(refused);
  if (now.ahead === company) await look(company, now.trains);
}

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-line-add], [data-line-drop], [data-line-clear]");
  if (!target || !now.ahead) return;
  event.preventDefault();
  if (target.dataset.lineAdd) replan({ add: JSON.parse(target.dataset.lineAdd) });
  else if (target.dataset.lineDrop) replan({ drop: now.line[Number(target.dataset.lineDrop)] });
  else replan({});
});

function showAhead() {
  document.getElementById("ahead")?.remove();
  const box = now.board.cloneNode(true);
  mapbox().append(box);
  if (narrow()) box.classList.add("sheet");
  for (const part of box.querySelectorAll("details[data-keep]")) part.open = now.opened.has(part.dataset.keep);
  map().classList.add("looking");
  window.htmx?.process(box);
  lay("planned", box.querySelector("[data-planned]").content.querySelector("svg"));
  lay("aheadrings", box.querySelector("[data-ahead-rings]").content.querySelector("svg"));
  const run = box.querySelector("[data-run-layer]");
  lay("run", run.content.querySelector("svg"));
  for (const hex of map().querySelectorAll(".ahead-hex")) hex.classList.remove("ahead-hex");
  for (const ring of map().querySelectorAll('[data-layer="aheadrings"] .rings')) {
    const hex = hexOf(ring.dataset.hex);
    hex.classList.add("ahead-hex");
  }
  legend(box.querySelector("[data-legend]"));
  press();
  if (!narrow()) corner(box);
  rove();
}

// The corner where the box hides the fewest of the hexes it speaks of.
function corner(box) {
  const ground = mapbox().getBoundingClientRect();
  const spoken = [...map().querySelectorAll(".ahead-hex, [data-layer=run] .calls > g")].map((one) => one.getBoundingClientRect());
  const [w, h] = [box.offsetWidth, box.offsetHeight];
  const [left, right, top, low] = [12, ground.width - w - 12, 56, ground.height - h - 12];
  const places = [[right - 56, 12], [left, top], [left, low], [right - 56, low]];
  const hidden = ([x, y]) => spoken.filter((one) => {
    const [cx, cy] = [(one.left + one.right) / 2 - ground.left, (one.top + one.bottom) / 2 - ground.top];
    return cx > x - 10 && cx < x + w + 10 && cy > y - 10 && cy < y + h + 10;
  }).length;
  const [x, y] = places.reduce((best, one) => (hidden(one) < hidden(best) ? one : best));
  Object.assign(box.style, { left: `${x}px`, top: `${Math.max(8, y)}px`, right: "auto" });
}

document.addEventListener("toggle", (event) => {
  const part = event.target.closest?.("#ahead details[data-keep]");
  if (!part) return;
  if (part.open) now.opened.add(part.dataset.keep);
  else now.opened.delete(part.dataset.keep);
  if (!narrow()) corner(document.getElementById("ahead"));
}, true);

function press() {
  for (const card of document.querySelectorAll("[data-look][aria-pressed]")) card.setAttribute("aria-pressed", card.dataset.look === now.ahead);
}

export function endLook() {
  if (!now.ahead) return false;
  forget();
  Object.assign(now, { ahead: "", trains: "", line: [], broken: 0, board: null });
  document.getElementById("ahead")?.remove();
  map()?.classList.remove("looking");
  for (const hex of map()?.querySelectorAll(".ahead-hex") ?? []) hex.classList.remove("ahead-hex");
  lift("planned", "aheadrings", "run");
  legend(null);
  press();
  fresh();
  return true;
}

document.addEventListener("click", (event) => {
  const card = event.target.closest("[data-look]");
  if (!card) return;
  event.preventDefault();
  if (now.ahead === card.dataset.look) endLook();
  else look(card.dataset.look);
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-ahead]");
  if (!form) return;
  event.preventDefault();
  look(now.ahead, new FormData(form).get("trains").trim());
});

// -- clicks and keys

on.hex.push(async (element, event) => {
  const name = element.dataset.hex;
  if (now.hex === name) {
    if (event.key === "Enter") document.querySelector("#lay-choice .pri")?.click();
    else turn();
    return true;
  }
  const hex = hexOf(name);
  if (hex?.classList.contains("unfit")) {
    askWhy(name, { tile: now.first });
    return true;
  }
  const glows = hex?.classList.contains(now.ahead ? "ahead-hex" : now.tool ? "tool-hex" : "marked");
  if (glows) {
    await choose(name);
    return true;
  }
  if (now.hex) forget();
  if (now.ahead || panel("track") || panel("token")) {
    askWhy(name, now.ahead ? { company: now.ahead, line: planned() } : { tool: now.tool });
    return true;
  }
  return false;
});

on.escape.push(() => {
  if (now.hex) {
    const focus = now.hex;
    forget();
    controls().find((one) => one.dataset.hex === focus)?.focus({ preventScroll: true });
    return true;
  }
  if (now.ahead) return endLook();
  if (now.tool && panel("track")?.querySelector(".for-tile [data-lays]")) {
    setTool("");
    return true;
  }
  if (now.first) {
    tileFirst("");
    return true;
  }
  return false;
});

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-pick-hex], #chooser [data-tile], #chooser [data-turn], #chooser [data-lay], #chooser [data-why-tile], [data-back]");
  if (!target) {
    if (now.hex && !event.target.closest("#chooser, #mapbox, #decision, #ahead")) forget();
    return;
  }
  event.preventDefault();
  if (target.dataset.pickHex) {
    if (target.dataset.pickHex === now.hex) document.querySelector("#lay-choice .pri")?.click();
    else toMap().then(() => choose(target.dataset.pickHex));
  } else if (target.dataset.tile) {
    if (target.dataset.tile === now.tile) turn();
    else pick(target.dataset.tile, 0);
  } else if (target.dataset.whyTile) {
    askTile(target.dataset.whyTile);
  } else if (target.matches("[data-turn]")) {
    turn();
  } else if (target.matches("[data-lay]")) {
    document.querySelector("#lay-choice .pri")?.click();
  } else {
    forget();
  }
});

async function askTile(tile) {
  const content = await piece("whynot", { hex: now.hex, tile, ...(now.ahead ? { company: now.ahead, line: planned() } : actor()) });
  const box = chooser();
  if (!content || !box) return;
  box.querySelector(".refusal")?.remove();
  box.append(content);
  place();
}

document.addEventListener("wheel", (event) => {
  if (!now.hex || !event.target.closest?.(`#mapbox [data-hex="${now.hex}"]`)) return;
  event.preventDefault();
  if (Math.abs(event.deltaY) > 2) turn(Math.sign(event.deltaY));
}, { passive: false, capture: true });

const whenChosen = (act) => () => (now.hex ? act() : false);
bind("r", whenChosen(() => turn()));
bind("t", whenChosen(() => nextTile()));
bind("/", () => {
  const select = document.querySelector("[data-tile-first]");
  select?.focus();
  return Boolean(select);
});
bind("l", () => {
  const names = [...new Set([...document.querySelectorAll("[data-look]")].map((one) => one.dataset.look))];
  if (!names.length) return false;
  const at = names.indexOf(now.ahead);
  if (at === names.length - 1) endLook();
  else look(names[at + 1]);
  return true;
});

// -- after every change of the page: a choice stays if the game has not moved

document.addEventListener("map:fresh", () => {
  const same = now.question === meta().question;
  if (now.ahead && same) {
    const { hex, held, tile, turn: turned } = now;
    showAhead();
    if (hex) {
      Object.assign(now, { hex, held });
      open();
      pick(tile, turned);
    }
    return;
  }
  if (now.ahead) {
    look(now.ahead, now.trains);
    return;
  }
  setTool(same ? now.tool : panel("track")?.dataset.tool ?? "");
  if (now.hex && same && controls().some((one) => one.dataset.hex === now.hex)) {
    const { tile, turn: turned } = now;
    open();
    pick(tile, turned);
  } else if (now.hex) {
    forget();
  }
  if (now.first) filter();
});

document.addEventListener("table:placed", () => {
  const tiles_ = [...document.querySelectorAll("[data-tile-first] option")].map((one) => one.value);
  if (now.first && !tiles_.includes(now.first)) now.first = "";
});

let focused = ""; // what had the focus before a list was filled

document.addEventListener("htmx:beforeSwap", (event) => {
  focused = event.target.contains?.(document.activeElement) ? document.activeElement.dataset.focus ?? "" : "";
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (!event.target.closest?.("#decision")) return;
  if (focused) document.querySelector(`#decision [data-focus="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  focused = "";
  if (now.hex) for (const row of document.querySelectorAll("[data-lays] tr[data-hex]")) row.classList.toggle("hot", row.dataset.hex === now.hex);
  if (now.first) tileFirst(now.first);
});

let waiting = false;
document.addEventListener("map:moved", () => {
  if (waiting || !chooser()) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    place();
  });
});
