// The map as a place to act: what glows is a control, what does not answers why; layers are laid over it.

import { address, meta, refresh, say, stamp, words as texts } from "./talk.js";
import { bind } from "./keys.js";
import { isOpen, open as pop } from "./popover.js";
import { fit, map, mapbox, narrow, panBy, settle, zoomBy } from "./panzoom.js";

export const panel = (kind) => document.querySelector(`#decision [data-decide=${kind}]`);
const SVG = "http://www.w3.org/2000/svg";
const layers = new Map(); // name of a layer -> its nodes

// -- asking the server

const asked = new Map(); // kind of piece -> number of the last question: only its answer counts

// A piece of the page, or nothing if another of its kind has been asked for or the table has moved on meanwhile.
export async function piece(name, query = {}) {
  const kind = name.split("/")[0];
  const number = (asked.get(kind) ?? 0) + 1;
  const about = stamp();
  asked.set(kind, number);
  const wish = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== "" && value !== undefined && value !== null));
  const held = document.createElement("template");
  try {
    const answer = await fetch(address(name, wish));
    if (!answer.ok) throw new TypeError(answer.statusText);
    held.innerHTML = await answer.text();
  } catch {
    if (number === asked.get(kind)) say(texts().failed, "net");
    return null;
  }
  return number === asked.get(kind) && about === stamp() ? held.content : null;
}

export const actor = () => {
  const now = meta();
  return now.acts === "" ? {} : { seat: now.acts };
};

export async function toMap() {
  if (!mapbox()) await refresh({ tab: "map" });
}

// -- layers

function ground(name) {
  const svg = map();
  const over = svg?.querySelector(".overlay");
  if (!over) return null;
  let group = over.querySelector(`[data-layer="${name}"]`);
  if (!group) {
    group = document.createElementNS(SVG, "g");
    group.dataset.layer = name;
    over.append(group);
  }
  return group;
}

// Lay the contents of a drawing (an <svg> as the server frames it) over the map, in place of the layer of that name.
export function lay(name, framed, touched = null) {
  layers.set(name, { nodes: framed ? [...framed.childNodes].map((node) => node.cloneNode(true)) : [], touched });
  paint();
}

export function lift(...names) {
  for (const name of names) layers.delete(name);
  paint();
}

function paint() {
  const svg = map();
  if (!svg) return;
  const over = svg.querySelector(".overlay");
  for (const group of over.children) if (!layers.has(group.dataset.layer)) group.replaceChildren();
  let bright = null;
  for (const [name, { nodes, touched }] of layers) {
    const group = ground(name);
    group.replaceChildren(...nodes);
    if (touched) bright = new Set(touched);
  }
  for (const hex of svg.querySelectorAll(".hexes > .hex")) hex.classList.toggle("faint", bright !== null && !bright.has(hex.dataset.hex));
}

export function ringed(hex, kind) {
  const group = map()?.querySelector(`.hexes > [data-hex="${hex}"]`);
  const shape = group?.querySelector("polygon.hx");
  if (!shape) return null;
  const held = document.createElementNS(SVG, "svg");
  const ring = document.createElementNS(SVG, "g");
  ring.setAttribute("class", kind);
  ring.setAttribute("transform", group.getAttribute("transform"));
  for (const part of ["case", "line", "dots"]) {
    const copy = document.createElementNS(SVG, "polygon");
    copy.setAttribute("points", shape.getAttribute("points"));
    copy.setAttribute("class", part);
    ring.append(copy);
  }
  held.append(ring);
  return held;
}

export function legend(template) {
  const more = document.querySelector("[data-legend-more]");
  const own = document.querySelector("[data-legend-own]");
  if (!more) return;
  more.replaceChildren(...(template ? [template.content.cloneNode(true)] : []));
  own.hidden = Boolean(template);
}

// -- hexes as controls

const centre = (element) => {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
};

export function controls() {
  const svg = map();
  if (!svg) return [];
  return [...svg.querySelectorAll(".stopmark, .slotmark, .netmark, .halo:not(.unfit)")].filter((one) => one.getClientRects().length);
}

function words(hex) {
  const title = hex.querySelector("title");
  if (title) {
    hex.dataset.words = title.textContent;
    title.remove(); // the box below the map says it at once
  }
  return hex.dataset.words ?? "";
}

function prepare() {
  const svg = map();
  if (!svg) return;
  svg.querySelector(":scope > title")?.remove();
  rove();
}

// One of the controls is in the tab order; arrow keys go to the others.
export function rove(chosen) {
  const all = controls();
  const now = chosen ?? all.find((one) => one.getAttribute("tabindex") === "0") ?? all[0];
  for (const one of all) one.setAttribute("tabindex", one === now ? "0" : "-1");
}

function towards(from, key) {
  const here = centre(from);
  const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key];
  let best = null;
  for (const other of controls()) {
    if (other === from) continue;
    const there = centre(other);
    const along = (there.x - here.x) * way[0] + (there.y - here.y) * way[1];
    const aside = Math.abs((there.x - here.x) * way[1]) + Math.abs((there.y - here.y) * way[0]);
    if (along < 3) continue;
    const cost = along + 2 * aside;
    if (!best || cost < best.cost) best = { cost, other };
  }
  return best?.other;
}

// -- boxes beside what they speak of

// Put a box beside what it speaks of, where it covers no glowing hex; on a phone it is a sheet at the bottom.
export function beside(box, at) {
  const ground = mapbox().getBoundingClientRect();
  if (narrow()) {
    box.classList.add("sheet");
    box.style.left = box.style.top = "";
    return;
  }
  box.classList.remove("sheet");
  const target = at.getBoundingClientRect();
  const size = { w: box.offsetWidth, h: box.offsetHeight };
  const glowing = controls().map((one) => one.getBoundingClientRect());
  const [right, bottom] = [ground.right - size.w - 8, ground.bottom - size.h - 8];
  let best = null;
  for (let y = ground.top + 8; y <= Math.max(bottom, ground.top + 8); y += 12) {
    for (let x = ground.left + 8; x <= Math.max(right, ground.left + 8); x += 12) {
      const covers = (other, grow) => x < other.right + grow && x + size.w > other.left - grow && y < other.bottom + grow && y + size.h > other.top - grow;
      const dx = Math.max(target.left - x - size.w, x - target.right, 0);
      const dy = Math.max(target.top - y - size.h, y - target.bottom, 0);
      const aside = Math.abs(x + size.w / 2 - target.left - target.width / 2) + Math.abs(y + size.h / 2 - target.top - target.height / 2);
      const cost = (covers(target, 6) ? 5000 : 0) + 150 * glowing.filter((other) => covers(other, -5)).length + dx + dy + aside * 0.1;
      if (!best || cost < best.cost) best = { cost, x, y };
    }
  }
  box.style.left = `${best.x - ground.left}px`;
  box.style.top = `${best.y - ground.top}px`;
}

// Why nothing can be done on a hex.
export async function askWhy(hex, more = {}) {
  const content = await piece("whynot", { hex, ...actor(), ...more });
  if (!content) return;
  const shown = map()?.querySelector(`.hexes > [data-hex="${hex}"]`) ?? document.querySelector("[data-why-hex]");
  if (!shown) return;
  pop(content, shown, { refusal: true });
  lay("refused", ringed(hex, "refusedring"));
}

// -- what happens

export const on = { hex: [], slot: [], stop: [], net: [], escape: [] }; // listeners of the single decisions

async function chosen(kind, element, event) {
  for (const listener of on[kind]) if (await listener(element, event)) return true;
  return false;
}

function act(target, event) {
  const stop = target.closest(".stopmark");
  if (stop) return chosen("stop", stop, event);
  const section = target.closest(".netmark, .section");
  if (section) return chosen("net", section, event);
  const slot = target.closest(".slotmark");
  if (slot) return chosen("slot", slot, event);
  const hex = target.closest("[data-hex]");
  return hex ? chosen("hex", hex, event) : false;
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-shut]")) {
    event.preventDefault();
    back();
  } else if (map()?.contains(event.target)) act(event.target, event);
});

function back() {
  return on.escape.some((listener) => listener());
}

document.addEventListener("step:back", (event) => { if (back()) event.preventDefault(); });

// The ring of a refusal goes with the refusal.
for (const kind of ["click", "keyup"]) {
  document.addEventListener(kind, () => { if (layers.has("refused") && !isOpen()) lift("refused"); });
}

const typing = (event) => event.target.closest("input, textarea, select, [contenteditable]");

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || typing(event)) return;
  const control = document.activeElement?.closest?.("#mapbox > svg [role=button]");
  if (control && event.key.startsWith("Arrow")) {
    const next = towards(control, event.key);
    if (next) {
      rove(next);
      next.focus({ preventScroll: true });
    }
    event.preventDefault();
  } else if (control && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    act(control, event);
  } else if (PANS[event.key] && map() && document.activeElement === document.body) {
    event.preventDefault();
    panBy(...PANS[event.key]);
  }
});

const PANS = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
const zoomKey = (act) => (event) => (map() && !event.target.closest?.("#decision") ? act() : false); // there they are amounts
for (const key of ["+", "="]) bind(key, zoomKey(() => zoomBy(1.4)));
bind("-", zoomKey(() => zoomBy(1 / 1.4)));
bind("0", zoomKey(fit));

// What a hex is, said below the map while the pointer or the focus is on it.
function tell(target) {
  const info = document.getElementById("hexinfo");
  if (!info) return;
  const hex = target?.closest?.("#mapbox .hexes > .hex, #mapbox .section, #mapbox .city, #mapbox .tried, #mapbox .slotmark, #mapbox .stopmark, #mapbox .netmark, #mapbox .halo");
  const said = hex && (hex.matches(".slotmark, .stopmark, .netmark, .halo") ? hex.getAttribute("aria-label") : words(hex));
  info.hidden = !said;
  if (said) info.textContent = said;
}

document.addEventListener("pointerover", (event) => { if (mapbox()) tell(event.target); });
document.addEventListener("focusin", (event) => { if (mapbox()?.contains(event.target)) tell(event.target); });

// A row of a list lights its hex.
function light(target) {
  const row = target?.closest?.("tr[data-hex]");
  const svg = map();
  if (!svg) return;
  svg.querySelectorAll(".lit").forEach((old) => old.classList.remove("lit"));
  if (row) svg.querySelectorAll(`.rings[data-hex="${row.dataset.hex}"], .slotmark[data-hex="${row.dataset.hex}"]`).forEach((ring) => ring.classList.add("lit"));
}

document.addEventListener("pointerover", (event) => light(event.target));
document.addEventListener("focusin", (event) => light(event.target));

document.addEventListener("wheel", (event) => {
  if (!map()?.contains(event.target) || event.defaultPrevented) return;
  event.preventDefault();
  zoomBy(Math.exp(-Math.sign(event.deltaY) * Math.min(Math.abs(event.deltaY), 60) * 0.004), event.clientX, event.clientY);
}, { passive: false });

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-why-hex]");
  if (!form) return;
  event.preventDefault();
  const hex = new FormData(form).get("hex").trim().toUpperCase();
  if (hex) askWhy(hex);
});

// -- after every change of the page

export function fresh() {
  if (!map()) return;
  settle();
  prepare();
  const layer = document.querySelector("#mapbox > [data-map-layer]");
  if (layer) layers.set("run", { nodes: [...layer.content.querySelector("svg").childNodes].map((node) => node.cloneNode(true)), touched: layer.dataset.touched.split(" ") });
  else if (!layers.get("run")?.kept) layers.delete("run");
  layers.delete("refused");
  paint();
  if (narrow()) for (const box of document.querySelectorAll("#decision .listbox[open]:not([data-kept])")) box.open = false;
  document.dispatchEvent(new CustomEvent("map:fresh"));
}

document.addEventListener("table:placed", fresh); // run.js, the last of these scripts, begins
