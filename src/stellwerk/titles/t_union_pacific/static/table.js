// Union Pacific: what is picked (card, railway, section, shares) lives here; the server draws panel, map and hand for it.

import { address, meta, place, released, say, send, stamp, words } from "../talk.js";
import { show } from "../play.js";
import { bind } from "../keys.js";
import { on } from "../board.js";

let chosen = ""; // the query of what is picked
let version = ""; // of the position it was picked in
let asked = 0; // only the answer to the last question counts

const decision = () => document.getElementById("decision");
const deciding = () => decision().querySelector("[data-decide=up]");
const seen = (element) => element.getClientRects().length > 0;

async function choose(query) {
  const mine = ++asked;
  const about = stamp();
  const wish = Object.fromEntries(new URLSearchParams(query));
  let html = "";
  try {
    const answer = await fetch(address("choose", { ...wish, version: meta().version }));
    if (!answer.ok) throw new TypeError(answer.statusText);
    html = await answer.text();
  } catch {
    if (mine === asked) say(words().failed, "net");
    return;
  }
  await released(false);
  if (mine !== asked || about !== stamp()) return; // another wish, or the table has moved on
  chosen = query;
  version = meta().version;
  const top = decision().scrollTop;
  place(html);
  decision().scrollTop = top;
  document.getElementById("confirm")?.scrollIntoView({ block: "nearest" });
}

document.addEventListener("click", (event) => {
  const picked = event.target.closest("[data-up]:not(.netmark)");
  if (!picked) return;
  event.preventDefault();
  choose(picked.dataset.up);
});

// On the map: a glowing section is picked, picked again it is built; any other says why not.
on.net.push(async (element) => {
  const panel = deciding();
  if (!panel) return false;
  if (element.matches(".netmark")) {
    const confirm = document.getElementById("confirm");
    if (element.classList.contains("on") && confirm) confirm.click();
    else await choose(element.dataset.up);
    return true;
  }
  const form = panel.querySelector("[data-up-why]");
  if (form) await why(form, element.dataset.section, element);
  return Boolean(form);
});

async function why(form, section, near) {
  const action = { type: "build", card: form.dataset.card, company: form.dataset.company, section };
  const answer = await send(address("why"), { action, seat: Number(form.dataset.seat) });
  if (answer.headers.get("content-type")?.startsWith("application/json")) say((await answer.json()).text || words().failed);
  else show(await answer.text(), near);
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-up-why]");
  if (!form) return;
  event.preventDefault();
  why(form, new FormData(form).get("section"), form.querySelector("[type=submit]")).catch(() => say(words().failed));
});

// The page was redrawn for another reason: what is picked stays while the position is the same.
document.addEventListener("table:placed", () => {
  if (!chosen) return;
  if (meta().version !== version || meta().live !== "yes" || meta().yours !== "yes") { chosen = ""; return; }
  const panel = deciding();
  if (panel && panel.dataset.query !== chosen && !panel.dataset.asked) {
    panel.dataset.asked = "yes";
    const shown = new URLSearchParams(panel.dataset.query);
    const wish = new URLSearchParams(chosen);
    wish.delete("last");
    if ([...wish].some(([key, value]) => !shown.has(key) || (key !== "shares" && shown.get(key) !== value)) && !panel.dataset.query.includes("card")) choose(chosen);
  }
});

document.addEventListener("step:back", (event) => {
  if (!chosen || !deciding()) return;
  event.preventDefault();
  const mode = new URLSearchParams(chosen).get("mode");
  chosen = "";
  choose(mode ? `mode=${mode}` : "");
});

// -- keys: Shift and a figure are cards, letters are companies

// The key and not its sign: with Shift every keyboard writes something else. Figures alone are views, as in every title.
document.addEventListener("keydown", (event) => {
  const figure = /^Digit([1-9])$/.exec(event.code);
  if (!figure || !event.shiftKey || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target.closest?.("input, textarea, select") || document.getElementById("dialog").open) return;
  const card = [...decision().querySelectorAll(`[data-upkey="${figure[1]}"]`)].find(seen);
  if (!card) return;
  event.preventDefault();
  card.click();
}, { capture: true }); // before keys.js, which reads the sign

let letters = "";
let forget = 0;

function typed(key) {
  const all = [...decision().querySelectorAll("[data-letters]")].filter((one) => seen(one) && one.dataset.letters);
  if (!all.length) return false;
  const begins = (start) => all.filter((one) => one.dataset.letters.startsWith(start));
  const start = begins(letters + key).length ? letters + key : begins(key).length ? key : "";
  if (!start) return false;
  clearTimeout(forget);
  forget = setTimeout(() => { letters = ""; mark([]); }, 1500);
  const found = begins(start);
  const kinds = new Set(found.map((one) => one.dataset.letters));
  if (kinds.size > 1) {
    letters = start;
    mark(found);
    return true;
  }
  letters = "";
  mark([]);
  (found.find((one) => one.getAttribute("aria-pressed") !== "true") ?? found[0]).focus({ preventScroll: true });
  document.activeElement.click();
  return true;
}

function mark(found) {
  for (const one of decision().querySelectorAll("[data-letters]")) one.classList.toggle("typed", found.includes(one));
}

for (const letter of "abcdefghijklmnopqrstuvwxyz") bind(letter, () => typed(letter));

// Arrow keys go through the list of sections, whose row lights its section on the map.
document.addEventListener("keydown", (event) => {
  const row = event.target.closest?.(".uplist .uprow");
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!row || !step) return;
  event.preventDefault();
  const rows = [...document.querySelectorAll(".uplist .uprow")];
  rows[rows.indexOf(row) + step]?.focus();
});

function light(event) {
  const row = event.target.closest?.(".uplist .uprow");
  document.querySelectorAll("#mapbox .netmark.lit").forEach((old) => old.classList.remove("lit"));
  if (row) document.querySelector(`#mapbox .netmark[data-section="${CSS.escape(row.dataset.section)}"]`)?.classList.add("lit");
}

document.addEventListener("pointerover", light);
document.addEventListener("focusin", light);

// -- a payout counts up, unless the reader wants no motion

const counted = new Set();

function countUp() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const box of document.querySelectorAll(".paidnow, .paytab[data-fresh]")) {
    const name = `${meta().game} ${meta().version} ${box.className}`;
    if (counted.has(name)) continue;
    counted.add(name);
    const begun = performance.now();
    const figures = [...box.querySelectorAll("[data-count]")];
    const frame = (now) => {
      const part = Math.min(1, (now - begun) / 900);
      for (const figure of figures) figure.textContent = Math.round(Number(figure.dataset.count) * (1 - (1 - part) ** 3));
      if (part < 1) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }
}

document.addEventListener("table:placed", countUp);
countUp();
