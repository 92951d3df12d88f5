// A new question: it is brought into view from its top, the focus that went with the old one comes to it, and whoever
// cannot see the table is told what has happened and whose turn it is.

import { meta } from "./talk.js";

const MOST = 4; // moves that are told at once
const bar = document.querySelector(".topbar");
const told = document.getElementById("told");
let inSight = false; // nobody who reads elsewhere is taken away from there
let focused = null;
let version = Number(meta().version);

document.addEventListener("focusin", (event) => { focused = event.target; });

document.addEventListener("region:before", ({ detail: { old } }) => {
  if (old.id !== "decision") return;
  const { top, bottom } = old.getBoundingClientRect();
  inSight = bottom > bar.offsetHeight && top < innerHeight;
});

function toTop() {
  const { top } = document.getElementById("decision").getBoundingClientRect();
  if (inSight && top < bar.offsetHeight) scrollBy({ top: top - bar.offsetHeight, behavior: "instant" });
}

// What had the focus has gone with the old question.
function refocus() {
  if (document.activeElement !== document.body || !focused || focused.getClientRects().length) return;
  const heading = document.querySelector("#decision h2");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

function tell() {
  const lines = [...document.querySelectorAll("#log .ln")].filter((line) => Number(line.dataset.v) > version);
  version = Number(meta().version);
  const moves = lines.slice(-MOST).map((line) => line.querySelector("p").textContent.trim());
  told.textContent = [...moves, document.querySelector("#whose .whom")?.textContent ?? ""].join(". ");
}

document.addEventListener("table:placed", ({ detail }) => {
  if (!detail.anew) return;
  toTop();
  refocus();
  if (Number(meta().version) > version) tell();
});
