// The mini map of a large board: it shows which part is seen; a click zooms to a part, a drag moves what is seen.

import { bind } from "./keys.js";
import { centreOn, fit, glideToPart, large, map, toMatters, viewNow } from "./panzoom.js";

const box = () => document.getElementById("minimap");
const FAR = 4; // pixels from which on a press is a drag
let pressed = null;
let dragged = false;

function frame() {
  const rect = box()?.querySelector(".here");
  const view = viewNow();
  if (!rect || !view) return;
  const [x, y, w, h] = box().querySelector("svg").getAttribute("viewBox").split(" ").map(Number);
  const left = Math.max(view.x, x);
  const top = Math.max(view.y, y);
  rect.setAttribute("x", left);
  rect.setAttribute("y", top);
  rect.setAttribute("width", Math.max(Math.min(view.x + view.w, x + w) - left, 0));
  rect.setAttribute("height", Math.max(Math.min(view.y + view.h, y + h) - top, 0));
}

// A point of the mini map in the units of the board.
function point(event) {
  const drawn = box().querySelector("svg");
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawn.getScreenCTM().inverse());
  return [at.x, at.y];
}

document.addEventListener("map:moved", frame);
document.addEventListener("map:fresh", frame);

document.addEventListener("pointerdown", (event) => {
  if (event.button > 0 || !box()?.contains(event.target)) return;
  pressed = { id: event.pointerId, x: event.clientX, y: event.clientY };
  dragged = false;
});

document.addEventListener("pointermove", (event) => {
  if (pressed?.id !== event.pointerId || !box()) return;
  if (!dragged && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < FAR) return;
  dragged = true;
  centreOn(...point(event));
});

for (const kind of ["pointerup", "pointercancel"]) {
  document.addEventListener(kind, (event) => {
    if (pressed?.id === event.pointerId) pressed = null;
  });
}

document.addEventListener("click", (event) => {
  const part = event.target.closest?.("#minimap .part");
  if (!part) return;
  if (dragged) {
    dragged = false;
    return;
  }
  const [x, y, w, h] = part.dataset.part.split(" ").map(Number);
  glideToPart({ x, y, w, h });
});

// Arrow keys go from part to part.
document.addEventListener("keydown", (event) => {
  const part = event.target.closest?.("#minimap .part");
  if (!part || !event.key.startsWith("Arrow")) return;
  const parts = [...box().querySelectorAll(".part")];
  const columns = Number(box().className.match(/cols-(\d)/)[1]);
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
  event.preventDefault();
  parts[parts.indexOf(part) + by]?.focus();
});

let whole = false;
bind("z", () => {
  if (!map() || !large()) return false;
  if (whole) fit();
  else toMatters();
  whole = !whole;
  return true;
});
