// Since your last turn: the strip above the table, folded or closed as the reader wants it on this device, and a walk
// through the positions it tells of, step by step, that ends in the present.

import { go } from "./history.js";
import { bind } from "./keys.js";
import { isOpen } from "./popover.js";
import { meta } from "./talk.js";

const KEPT = "stellwerk.since";
const GAMES = 40; // whose closed strips are remembered
const PHONE = matchMedia("(max-width: 699px), (max-height: 500px)");
const LOW = matchMedia("(max-width: 699px), (max-height: 799px)"); // the strip begins folded where it would cost the map its room
const box = () => document.getElementById("since");
const kept = { folded: null, closed: {} };
let at = -1; // the step that is shown; -1 while nobody walks
let goal = null; // the ply that is being fetched

try { Object.assign(kept, JSON.parse(localStorage.getItem(KEPT) ?? "{}")); } catch { /* a browser that keeps nothing */ }

function keep() {
  try { localStorage.setItem(KEPT, JSON.stringify(kept)); } catch { /* a browser that keeps nothing */ }
}

const folded = () => kept.folded ?? LOW.matches;
const shown = () => !box().hidden;
const steps = () => [...box().querySelectorAll("[data-step-ply]")];

function show() {
  const strip = box();
  strip.hidden = !strip.dataset.turn || kept.closed[meta().game] === strip.dataset.turn;
  if (strip.hidden) { at = -1; return; }
  const walks = at >= 0;
  strip.dataset.walks = walks ? "yes" : "no";
  strip.querySelector(".since-body").hidden = walks || folded();
  strip.querySelector(".since-steps").hidden = !walks;
  strip.querySelector("[data-story=play]").hidden = walks;
  strip.querySelector("[data-story=fold]").hidden = walks;
  strip.querySelector("[data-story=fold]").setAttribute("aria-expanded", String(!folded()));
  if (walks) tell();
}

function tell() {
  const all = steps(), line = box().querySelector(".since-steps p");
  const number = `${at + 1} / ${all.length}`, text = all[at].textContent;
  box().querySelector("[data-story=prev]").disabled = at === 0;
  if (line.children[0].textContent === number && line.children[1].textContent === text) return;
  line.children[0].textContent = number;
  line.children[1].textContent = text;
}

function walk(to) {
  const all = steps();
  if (to >= all.length) { end(); return; }
  const begins = at < 0;
  at = Math.max(0, to);
  show();
  if (begins) box().querySelector("[data-story=next]").focus({ preventScroll: true });
  leave(Number(all[at].dataset.stepPly));
}

function leave(ply) {
  goal = ply;
  go(ply);
}

function end() {
  const inside = box().contains(document.activeElement);
  at = -1;
  show();
  if (inside) box().querySelector("[data-story=play]").focus({ preventScroll: true });
  leave(Number(meta().plies));
}

function close() {
  const strip = box();
  const games = Object.entries(kept.closed).filter(([game]) => game !== meta().game).slice(1 - GAMES);
  kept.closed = Object.fromEntries([...games, [meta().game, strip.dataset.turn]]);
  keep();
  const walked = at >= 0, inside = strip.contains(document.activeElement);
  show();
  if (walked) leave(Number(meta().plies));
  if (inside) document.getElementById("decision").focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-story]");
  if (!button) return;
  const act = {
    play: () => walk(0), prev: () => walk(at - 1), next: () => walk(at + 1), end, close,
    fold: () => { kept.folded = !folded(); keep(); show(); },
  }[button.dataset.story];
  act();
});

// Keys walk while the strip is open: space and the arrows, unless something else has the focus that they work on.
const busy = (event) => isOpen() || event.target.closest?.("button, a, input, select, summary, textarea, [role=button], [role=slider], [role=separator], svg");

bind("ArrowRight", (event) => {
  if (!shown() || (at < 0 ? folded() || busy(event) : event.target.closest?.("input, [role=separator]"))) return false;
  walk(at + 1);
  return true;
});
bind("ArrowLeft", (event) => {
  if (!shown() || at < 0 || event.target.closest?.("input, [role=separator]")) return false;
  walk(at - 1);
  return true;
});
bind(" ", (event) => {
  if (!shown() || busy(event) || (at < 0 && folded())) return false;
  walk(at + 1);
  return true;
});
document.addEventListener("step:back", (event) => {
  if (at < 0) return;
  event.preventDefault();
  end();
});

document.addEventListener("table:placed", () => {
  const here = Number(meta().ply);
  if (goal === null && at >= 0) { // the reader has gone somewhere else, or something else is told now
    const place = steps().findIndex((step) => Number(step.dataset.stepPly) === here);
    at = meta().live === "yes" && place !== at ? -1 : place;
  }
  if (goal === here) goal = null;
  show();
  if (at >= 0 && PHONE.matches) document.getElementById("stage").scrollIntoView({ block: "start" });
});
show();
