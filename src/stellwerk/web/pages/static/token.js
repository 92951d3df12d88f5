// Placing tokens: a slot on the map or in the list is chosen, then the filled button places it.

import { on, panel } from "./board.js";
import { map } from "./panzoom.js";

let slot = "";

function pickSlot(key) {
  slot = key;
  const held = document.querySelector(`template[data-slot-key="${key}"]`);
  const into = document.getElementById("slot-choice");
  if (!held || !into) return false;
  into.replaceChildren(held.content.querySelector(".picked").cloneNode(true));
  panel("token").classList.add("choosing");
  for (const mark of map()?.querySelectorAll(".slotmark") ?? []) mark.classList.toggle("on", `${mark.dataset.hex}.${mark.dataset.stop}` === key);
  for (const row of document.querySelectorAll("[data-slots] tr[data-hex]")) row.classList.toggle("hot", `${row.dataset.hex}.${row.dataset.stop}` === key);
  return true;
}

on.slot.push((element) => {
  const key = `${element.dataset.hex}.${element.dataset.stop}`;
  if (slot === key && document.querySelector("#slot-choice .pri")) {
    if (document.activeElement === element) document.querySelector("#slot-choice .pri").click();
    return true;
  }
  return pickSlot(key);
});

on.escape.push(() => {
  if (!slot) return false;
  slot = "";
  document.getElementById("slot-choice")?.replaceChildren();
  panel("token")?.classList.remove("choosing");
  map()?.querySelectorAll(".slotmark.on").forEach((mark) => mark.classList.remove("on"));
  document.querySelectorAll("[data-slots] tr.hot").forEach((row) => row.classList.remove("hot"));
  return true;
});

document.addEventListener("click", (event) => {
  const row = event.target.closest("[data-pick-slot]");
  if (!row) return;
  event.preventDefault();
  if (row.dataset.pickSlot === slot) document.querySelector("#slot-choice .pri")?.click();
  else pickSlot(row.dataset.pickSlot);
});

document.addEventListener("map:fresh", () => { if (slot && !pickSlot(slot)) slot = ""; });
document.addEventListener("htmx:afterSwap", () => { if (slot) pickSlot(slot); });
