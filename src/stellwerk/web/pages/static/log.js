// The log across moves: loaded lines stay, and it follows the newest one unless somebody reads further up.

import { meta } from "./talk.js";

const NEAR = 40; // pixels above the end that still count as the end
const log = () => document.getElementById("log");
let following = true;
let top = 0; // where the reader was, if he reads further up
let height = 0; // of the box, when it was looked at last
let shown = ""; // the ply of the past that has been brought into view

function keepPlace() {
  const box = log();
  height = box.clientHeight;
  if (height) box.scrollTop = following ? box.scrollHeight : top; // else covered by a view, or folded
}

// A box that has another height has not been scrolled by anybody: its decision has grown or shrunk.
function scrolled({ target: box }) {
  if (box !== log() || !box.clientHeight || box.clientHeight !== height || meta().live === "no") return;
  following = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
  top = box.scrollTop;
}

const sizes = new ResizeObserver(() => { if (log().clientHeight !== height) keepPlace(); });

function watch(box) {
  sizes.disconnect();
  sizes.observe(box);
}

document.addEventListener("scroll", scrolled, true);

document.addEventListener("region:before", ({ detail: { old, fresh } }) => {
  if (old.id !== "log" || fresh === old) return; // else only what is new has come
  const lines = fresh.querySelector(".lines"), before = old.querySelector(".lines");
  const first = lines?.querySelector("[data-v]")?.dataset.v;
  if (!before || first === undefined || meta().live === "no") return;
  const kept = [...before.children].filter((line) => line.dataset.v !== undefined && Number(line.dataset.v) < Number(first));
  if (!kept.length || Number(kept.at(-1).dataset.v) < Number(first) - 1) return;
  lines.querySelector(".more")?.remove();
  const more = before.querySelector(".more");
  lines.prepend(...(more ? [more] : []), ...kept);
});

document.addEventListener("region:after", ({ detail: { region } }) => { if (region.id === "log") watch(region); });

// Mark the move that led to the shown position. Only now the log has the room it will have beside the decision.
function mark() {
  const box = log();
  const past = meta().live === "no" ? meta().ply : "";
  const ply = past === "" ? Infinity : Number(past);
  let here = null;
  for (const line of document.querySelectorAll("#log [data-at], #found [data-at]")) {
    const at = Number(line.dataset.at);
    line.classList.toggle("l-later", at > ply);
    line.classList.toggle("l-here", at === ply && at > 0);
    if (at === ply && box.contains(line)) here ??= line;
  }
  if (past === "" || !here) keepPlace();
  else if (past !== shown) box.scrollTop = here.offsetTop - box.clientHeight / 2;
  shown = past;
}

document.addEventListener("table:placed", mark);
watch(log());
mark();
