// Titles with several boards: the one the decision is about is shown, the others are a click or the key B away.

import { bind } from "./keys.js";
import { fit, frame, map, nearer, settle } from "./panzoom.js";
import { rove } from "./board.js";

let first = ""; // what the server thought of last: a change of it is followed
let shown = "";

const buttons = () => [...document.querySelectorAll("#boards [data-show-board]")];

function show(button, anew) {
  shown = button.dataset.showBoard;
  for (const one of buttons()) one.setAttribute("aria-pressed", String(one === button));
  const svg = map();
  if (!svg) return;
  const hexes = button.dataset.hexes ? new Set(button.dataset.hexes.split(" ")) : null;
  for (const part of svg.querySelectorAll("[data-hex]")) part.classList.toggle("elsewhere", hexes !== null && !hexes.has(part.dataset.hex));
  frame(svg, button.dataset.box);
  if (anew) { fit(); nearer(); } else settle();
  rove();
}

function choose() {
  const all = buttons();
  if (!all.length) return;
  const wanted = all.find((one) => "first" in one.dataset)?.dataset.showBoard ?? all[0].dataset.showBoard;
  const anew = wanted !== first || !all.some((one) => one.dataset.showBoard === shown);
  if (anew) shown = wanted;
  first = wanted;
  show(all.find((one) => one.dataset.showBoard === shown), anew);
}

document.addEventListener("map:fresh", choose);

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("#boards [data-show-board]");
  if (button) show(button, true);
});

bind("b", () => {
  const all = buttons();
  if (!all.length || !map()) return false;
  const now = all.findIndex((one) => one.dataset.showBoard === shown);
  show(all[(now + 1) % all.length], true);
  return true;
});
