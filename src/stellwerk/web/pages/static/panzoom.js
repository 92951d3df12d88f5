// Pan and zoom of the map: a view box that stays the same when a move brings a fresh drawing.

const NEAR = 1.5; // names that found no room appear from here on
const CLOSER = 1.5; // from this scale on small letters can be read: whole names instead of abbreviations
const MOST = 6;
const PHONE = 700;
const CLEAR = { wide: 0.72, phone: 0.5 }; // pixels a unit from which on a large map can be read
const WHOLE = 0.34; // pixels a unit from which on a small map is shown whole on a phone
const GLIDE = 180; // milliseconds from one part to another

const kept = { board: "", view: null, touched: false };
const pointers = new Map();
let last = null;
let moved = false;

export const mapbox = () => document.getElementById("mapbox");
export const map = () => mapbox()?.querySelector(":scope > svg") ?? null;

function whole(svg) {
  if (!svg.dataset.whole) svg.dataset.whole = svg.getAttribute("viewBox");
  const [x, y, w, h] = svg.dataset.whole.split(" ").map(Number);
  return { x, y, w, h };
}

// Make a part of the drawing the whole map: one board of several.
export function frame(svg, box) {
  svg.dataset.whole = box;
}

// The whole map in the form of the box it is shown in.
function fitted(svg) {
  const all = whole(svg);
  const box = svg.getBoundingClientRect();
  if (!box.width || !box.height) return all;
  const form = box.width / box.height;
  if (all.w / all.h > form) {
    const h = all.w / form;
    return { x: all.x, y: all.y - (h - all.h) / 2, w: all.w, h };
  }
  const w = all.h * form;
  return { x: all.x - (w - all.w) / 2, y: all.y, w, h: all.h };
}

function held(svg, view) {
  const all = fitted(svg);
  const w = Math.min(Math.max(view.w, all.w / MOST), all.w);
  const h = w * (all.h / all.w);
  const inside = (at, size, from, room) => (size >= room ? from + (room - size) / 2 : Math.min(Math.max(at, from - size * 0.35), from + room - size * 0.65));
  const x = w >= all.w - 0.01 ? all.x : inside(view.x, w, all.x, all.w);
  const y = w >= all.w - 0.01 ? all.y : inside(view.y, h, all.y, all.h);
  return { x, y, w, h };
}

function show(svg, view) {
  const now = held(svg, view);
  kept.view = now;
  svg.setAttribute("viewBox", `${now.x.toFixed(2)} ${now.y.toFixed(2)} ${now.w.toFixed(2)} ${now.h.toFixed(2)}`);
  const zoom = fitted(svg).w / now.w;
  const scale = svg.getBoundingClientRect().width / now.w;
  svg.classList.toggle("near", zoom >= NEAR || scale >= 1.15);
  svg.classList.toggle("closer", scale >= CLOSER);
  svg.dataset.zoomed = zoom.toFixed(2);
  mapbox().classList.toggle("whole", zoom < 1.02);
  document.dispatchEvent(new CustomEvent("map:moved"));
}

export function fit() {
  const svg = map();
  if (!svg) return;
  kept.touched = large(); // the whole of a large map is a choice like any other
  if (large()) glide(fitted(svg));
  else show(svg, fitted(svg));
}

export function zoomBy(factor, clientX, clientY) {
  const svg = map();
  if (!svg) return;
  kept.touched = true;
  const box = svg.getBoundingClientRect();
  const view = kept.view ?? fitted(svg);
  const fx = clientX === undefined ? 0.5 : (clientX - box.left) / box.width;
  const fy = clientY === undefined ? 0.5 : (clientY - box.top) / box.height;
  const all = fitted(svg);
  const w = Math.min(Math.max(view.w / factor, all.w / MOST), all.w);
  const h = w * (view.h / view.w);
  show(svg, { x: view.x + fx * (view.w - w), y: view.y + fy * (view.h - h), w, h });
}

export function panBy(dx, dy) {
  const svg = map();
  if (!svg) return;
  kept.touched = true;
  const view = kept.view ?? fitted(svg);
  const scale = view.w / svg.getBoundingClientRect().width;
  show(svg, { ...view, x: view.x - dx * scale, y: view.y - dy * scale });
}

// The view that holds a part of the map, given in its own units, with room around it.
function viewOf(svg, part, room) {
  const all = fitted(svg);
  const form = all.w / all.h;
  const w = Math.max(part.w + 2 * room, (part.h + 2 * room) * form, all.w / MOST);
  const h = w / form;
  return { x: part.x + part.w / 2 - w / 2, y: part.y + part.h / 2 - h / 2, w, h };
}

export function showPart(part, room = 70) {
  const svg = map();
  if (svg) show(svg, viewOf(svg, part, room));
}

// The same, but of a large map, and on a phone, never so much less that it shows a few hexes only.
export function showClear(part, room) {
  const svg = map();
  if (!svg) return;
  const view = viewOf(svg, part, room);
  const width = svg.getBoundingClientRect().width;
  const least = large() ? width / (narrow() ? CLEAR.wide : 1) : narrow() ? width : 0;
  const grow = Math.max(1, Math.min(least, fitted(svg).w) / view.w);
  const shown = { x: view.x - (view.w * (grow - 1)) / 2, y: view.y - (view.h * (grow - 1)) / 2, w: view.w * grow, h: view.h * grow };
  show(svg, large() ? ashore(svg, shown) : shown);
}

// -- large maps: they open at a size that can be read, at the part that matters

export const large = () => mapbox()?.dataset.large !== undefined;
const glowing = (svg) => partOf(svg.querySelectorAll(".rings:not(.elsewhere), .slotmark:not(.elsewhere), .netmark"));

function matters(svg) {
  const lit = glowing(svg);
  if (lit) return lit;
  const said = mapbox().dataset.matters;
  if (!said) return null;
  const [x, y, w, h] = said.split(" ").map(Number);
  return { x, y, w, h };
}

function opening(svg) {
  const part = matters(svg);
  const all = fitted(svg);
  if (!part) return all;
  const most = svg.getBoundingClientRect().width / (narrow() ? CLEAR.phone : CLEAR.wide);
  if (all.w <= most) return all;
  const view = viewOf(svg, part, narrow() ? 40 : 70);
  const w = narrow() ? Math.min(view.w, most) : most; // what is clear on a wide screen is also wide enough
  const h = w * (view.h / view.w);
  return ashore(svg, { x: view.x + (view.w - w) / 2, y: view.y + (view.h - h) / 2, w, h });
}

// No more sea at the edges of the board than must be.
function ashore(svg, view) {
  const all = whole(svg);
  const inside = (at, size, from, room) => (size >= room ? from + (room - size) / 2 : Math.min(Math.max(at, from), from + room - size));
  return { ...view, x: inside(view.x, view.w, all.x, all.w), y: inside(view.y, view.h, all.y, all.h) };
}

let gliding = 0;

// Go to a view: at once where motion is not wanted, else quickly.
export function glide(view) {
  const svg = map();
  if (!svg) return;
  cancelAnimationFrame(gliding);
  const to = held(svg, view);
  const from = kept.view ?? to;
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
    show(svg, to);
    return;
  }
  const begun = performance.now();
  const step = (now) => {
    if (map() !== svg) return; // a move has come in between
    const share = Math.min((now - begun) / GLIDE, 1);
    const at = share * (2 - share);
    const mix = (key) => from[key] + (to[key] - from[key]) * at;
    show(svg, { x: mix("x"), y: mix("y"), w: mix("w"), h: mix("h") });
    if (share < 1) gliding = requestAnimationFrame(step);
  };
  gliding = requestAnimationFrame(step);
}

export function glideToPart(part) {
  const svg = map();
  if (!svg) return;
  kept.touched = true;
  glide(viewOf(svg, part, 0));
}

export function toMatters() {
  const svg = map();
  if (!svg) return;
  kept.touched = false;
  glide(opening(svg));
}

export const viewNow = () => kept.view;

export function centreOn(x, y) {
  const svg = map();
  if (!svg || !kept.view) return;
  kept.touched = true;
  show(svg, { ...kept.view, x: x - kept.view.w / 2, y: y - kept.view.h / 2 });
}

function settleLarge(svg, first) {
  const lit = glowing(svg);
  const part = matters(svg);
  if (first || !kept.view) show(svg, opening(svg));
  else if ((lit && !inView(lit)) || (!kept.touched && part && !inView(part))) show(svg, opening(svg));
  else show(svg, kept.view);
}

// The part of the map that holds these elements.
export function partOf(elements) {
  let found = null;
  for (const element of elements) {
    const box = element.getBBox();
    const move = element.transform?.baseVal?.consolidate()?.matrix;
    const [x, y] = [box.x + (move?.e ?? 0), box.y + (move?.f ?? 0)];
    found = found
      ? { x: Math.min(found.x, x), y: Math.min(found.y, y), r: Math.max(found.r, x + box.width), b: Math.max(found.b, y + box.height) }
      : { x, y, r: x + box.width, b: y + box.height };
  }
  return found && { x: found.x, y: found.y, w: found.r - found.x, h: found.b - found.y };
}

export function inView(part) {
  const view = kept.view;
  return view && part.x + part.w > view.x && part.x < view.x + view.w && part.y + part.h > view.y && part.y < view.y + view.h;
}

export const narrow = () => window.innerWidth < PHONE;

// A fresh drawing takes over the view of the old one. At first the whole map is shown, on a phone the glowing part.
export function settle() {
  const svg = map();
  if (!svg) return;
  const board = mapbox().dataset.board;
  if (large()) {
    const fresh = kept.board !== board;
    kept.board = board;
    settleLarge(svg, fresh);
    return;
  }
  const lit = glowing(svg);
  if (kept.board === board && kept.view && (kept.touched || narrow())) show(svg, kept.view);
  else show(svg, fitted(svg));
  const first = kept.board !== board;
  kept.board = board;
  if (first || !lit || !inView(lit)) nearer();
}

// On a phone the glowing part, unless the whole map can be read there.
export function nearer() {
  const svg = map();
  const lit = svg && !large() && narrow() ? glowing(svg) : null;
  const width = svg?.getBoundingClientRect().width;
  if (!lit || width / fitted(svg).w >= WHOLE) return;
  const view = viewOf(svg, lit, 40);
  const w = Math.max(view.w, width); // neighbours are seen too
  show(svg, { x: view.x - (w - view.w) / 2, y: view.y - (w - view.w) / 2 * (view.h / view.w), w, h: w * (view.h / view.w) });
}

export const dragged = () => moved;

function middle() {
  const all = [...pointers.values()];
  const x = all.reduce((sum, at) => sum + at.x, 0) / all.length;
  const y = all.reduce((sum, at) => sum + at.y, 0) / all.length;
  const apart = all.length > 1 ? Math.hypot(all[0].x - all[1].x, all[0].y - all[1].y) : 0;
  return { x, y, apart };
}

document.addEventListener("pointerdown", (event) => {
  const svg = map();
  if (!svg?.contains(event.target) || event.button > 0) return;
  if (!pointers.size) moved = false;
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, id: event.pointerId });
  last = middle();
});

document.addEventListener("pointermove", (event) => {
  const at = pointers.get(event.pointerId);
  if (!at) return;
  const far = Math.hypot(event.clientX - at.x, event.clientY - at.y);
  if (!moved && pointers.size < 2 && far < 6) return;
  if (!moved) map()?.setPointerCapture?.(event.pointerId);
  moved = true;
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  const now = middle();
  if (last) {
    panBy(now.x - last.x, now.y - last.y);
    if (now.apart && last.apart) zoomBy(now.apart / last.apart, now.x, now.y);
  }
  last = now;
});

for (const kind of ["pointerup", "pointercancel"]) {
  document.addEventListener(kind, (event) => {
    if (!pointers.delete(event.pointerId)) return;
    last = pointers.size ? middle() : null;
    if (!pointers.size && moved) setTimeout(() => { moved = false; }, 0);
  });
}

// A drag ends with a click, which chooses nothing.
document.addEventListener("click", (event) => {
  if (moved && map()?.contains(event.target)) {
    event.stopPropagation();
    event.preventDefault();
  }
}, true);

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-zoom]");
  if (!button) return;
  if (button.dataset.zoom === "fit") fit();
  else if (button.dataset.zoom === "matters") toMatters();
  else zoomBy(button.dataset.zoom === "in" ? 1.4 : 1 / 1.4);
});

new ResizeObserver(() => settle()).observe(document.documentElement);
