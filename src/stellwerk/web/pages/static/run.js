// Running trains: the best run is drawn at once, others by choice, own ones by clicking stops.

import { bind } from "./keys.js";
import { actor, controls, fresh, lay, legend, lift, on, panel, piece, rove } from "./board.js";
import { large, map, narrow, partOf, showClear } from "./panzoom.js";
import { meta } from "./talk.js";

let seen = ""; // the version whose run was brought into view on a phone
const own = { on: false, draft: new Map(), active: "", bonus: "", counts: new Map() };

// -- the run that is shown

function draw(root) {
  const layer = root?.querySelector("template[data-run-layer]");
  if (!layer) return;
  lay("run", layer.content.querySelector("svg"), layer.dataset.touched.split(" ").filter(Boolean));
  const key = root.querySelector("template[data-legend]");
  if (key) legend(key);
}

const rows = () => [...document.querySelectorAll("[data-runs] [data-pick-run]")];

function pickRun(button) {
  end(false);
  const view = button.parentElement.querySelector("template[data-run-view]").content.cloneNode(true);
  document.getElementById("run-shown").replaceChildren(view);
  for (const row of rows()) {
    row.classList.toggle("on", row === button);
    row.setAttribute("aria-pressed", row === button);
  }
  draw(document.getElementById("run-shown"));
}

function next() {
  const all = rows();
  if (!all.length) return;
  const at = all.findIndex((row) => row.classList.contains("on"));
  pickRun(all[(at + 1) % all.length]);
}

// -- own runs

const written = (stopsOf) => [...stopsOf].filter(([, stops]) => stops.length).map(([train, stops]) => `${train}:${stops.join(",")}`).join(";");

async function sketch() {
  const content = await piece("own", {
    draft: written(own.draft), train: own.active, bonus: own.bonus, counts: written(own.counts), ...actor(),
  });
  const into = document.getElementById("own-run");
  if (!content || !into) return;
  const focus = document.activeElement?.closest?.(".stopmark")?.dataset.item;
  const buttons = () => [...into.querySelectorAll("button")];
  const held = buttons().indexOf(document.activeElement);
  into.replaceChildren(content);
  if (held >= 0) buttons()[held]?.focus({ preventScroll: true });
  into.hidden = false;
  panel("run").classList.add("drawing");
  const made = into.querySelector("[data-own]");
  own.active = made.dataset.active;
  own.draft = new Map(made.dataset.draft.split(";").filter(Boolean).map((part) => {
    const [train, stops] = part.split(":");
    return [train, stops.split(",")];
  }));
  draw(into);
  lay("stops", into.querySelector("template[data-own-marks]").content.querySelector("svg"));
  const clicked = made.dataset.clicked.split(" ");
  for (const mark of map()?.querySelectorAll(".stopmark") ?? []) {
    mark.classList.toggle("on", clicked.includes(mark.dataset.item));
    mark.setAttribute("aria-pressed", clicked.includes(mark.dataset.item));
  }
  const again = focus && controls().find((one) => one.dataset.item === focus);
  rove(again || undefined);
  again?.focus({ preventScroll: true });
}

function begin() {
  own.on = true;
  own.draft = new Map();
  own.active = "";
  own.bonus = "";
  own.counts = new Map();
  return sketch();
}

function end(back = true) {
  if (!own.on) return false;
  own.on = false;
  lift("stops");
  const into = document.getElementById("own-run");
  if (into) {
    into.replaceChildren();
    into.hidden = true;
  }
  panel("run")?.classList.remove("drawing");
  if (back) draw(document.getElementById("run-shown"));
  return true;
}

on.stop.push((mark) => {
  if (!own.on) return false;
  const stops = own.draft.get(own.active) ?? [];
  if (stops.at(-1) === mark.dataset.item) stops.pop();
  else stops.push(mark.dataset.item);
  own.draft.set(own.active, stops);
  sketch();
  return true;
});

on.hex.push(() => own.on); // while a route is drawn, hexes between the stops mean nothing
on.escape.push(() => end());

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-pick-run], [data-next-run], [data-own-run], [data-own-train], [data-own-bonus], [data-own-counts], [data-own-clear], [data-own-end]");
  if (!target || !panel("run")) return;
  event.preventDefault();
  if (target.dataset.pickRun) pickRun(target);
  else if (target.matches("[data-next-run]")) next();
  else if (target.matches("[data-own-run]")) begin();
  else if (target.dataset.ownTrain) {
    own.active = target.dataset.ownTrain;
    sketch();
  } else if (target.dataset.ownBonus) {
    own.bonus = target.dataset.ownBonus;
    sketch();
  } else if (target.dataset.ownCounts) {
    const [train, stops] = target.dataset.ownCounts.split(":");
    own.counts.set(train, stops.split(",").filter(Boolean));
    sketch();
  } else if (target.matches("[data-own-clear]")) {
    own.draft = new Map();
    own.counts = new Map();
    sketch();
  } else end();
});

const whenRunning = (act) => () => (panel("run") ? act() : false);
bind("n", whenRunning(() => next()));
bind("o", whenRunning(() => (own.on ? end() : begin())));

document.addEventListener("map:fresh", () => {
  if (!panel("run")) {
    own.on = false;
    lift("stops");
    const declared = map()?.querySelectorAll("[data-layer=run] .calls > g") ?? [];
    if (large() && !seen && declared.length) showClear(partOf(declared), narrow() ? 40 : 90);
    seen = meta().version;
    return;
  }
  if (own.on) sketch();
  else draw(document.getElementById("run-shown"));
  const calls = map()?.querySelectorAll("[data-layer=run] .calls > g") ?? [];
  if ((narrow() || large()) && calls.length && seen !== meta().version) { // the run is what matters now
    seen = meta().version;
    showClear(partOf(calls), narrow() ? 40 : 90);
  }
});

fresh();
