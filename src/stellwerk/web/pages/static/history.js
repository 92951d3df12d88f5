// The time bar: any position of the game by dragging, stepping or a link with data-ply; what-if from it.

import { meta, refresh, say, send, words } from "./talk.js";
import { close } from "./popover.js";

const range = document.getElementById("ply");
let wanted = null;
let going = false;

function label(ply) {
  document.getElementById("ply-now").textContent = ply;
  range.setAttribute("aria-valuetext", `${ply} / ${meta().plies}`);
}

// Show a position; while one is being fetched only the last wish counts.
export async function go(ply) {
  const last = Number(meta().plies);
  wanted = Math.max(0, Math.min(ply, last));
  label(wanted);
  if (going) return;
  going = true;
  try {
    while (wanted !== null) {
      const now = wanted;
      wanted = null;
      if (!await refresh({ ply: now >= Number(meta().plies) ? null : now })) break;
    }
  } catch {
    say(words().lost, "net");
  } finally {
    going = false;
    wanted = null;
  }
}

export function step(name) {
  const at = wanted ?? Number(meta().ply);
  const goal = { first: 0, prev: at - 1, next: at + 1, live: Number(meta().plies) }[name];
  close(false);
  return go(goal);
}

let branching = false; // one click, one table

export async function whatIf(ply) {
  if (branching) return;
  branching = true;
  try {
    await branch(ply);
  } finally {
    branching = false;
  }
}

async function branch(ply) {
  const answer = await send(`/api/v1/games/${meta().game}/branch`, { ply: Number(ply) });
  const said = await answer.json();
  if (answer.ok) location.assign(`/g/${said.table.id}`);
  else say(said.text || words().failed);
}

function remember() {
  const now = meta();
  const app = document.getElementById("app");
  app.dataset.past = now.live === "yes" ? "no" : "yes";
  app.dataset.yours = now.yours;
  range.max = now.plies;
  if (!going || wanted === null) {
    if (document.activeElement !== range || !dragging) range.value = now.ply;
    label(now.ply);
  }
  document.getElementById("ply-all").textContent = now.plies;
  const query = new URLSearchParams(location.search);
  const set = (name, value) => (value === "" || value === null ? query.delete(name) : query.set(name, value));
  set("ply", now.live === "no" ? now.ply : "");
  set("seat", now.eyes);
  query.delete("lang");
  query.delete("theme");
  const first = document.querySelector(".tabs a[data-tab]")?.dataset.tab;
  set("tab", now.fits === "yes" || now.tab === first ? "" : now.tab);
  const text = query.toString();
  history.replaceState(history.state, "", `${location.pathname}${text ? `?${text}` : ""}${location.hash}`);
}

let dragging = false;
range.addEventListener("pointerdown", () => { dragging = true; });
addEventListener("pointerup", () => { dragging = false; });
range.addEventListener("input", () => go(Number(range.value)));

document.addEventListener("click", (event) => {
  const stepper = event.target.closest("[data-step]");
  if (stepper) { event.preventDefault(); step(stepper.dataset.step); return; }
  const link = event.target.closest("a[data-ply]");
  if (link && !event.ctrlKey && !event.metaKey) { event.preventDefault(); go(Number(link.dataset.ply)); return; }
  const what = event.target.closest("[data-whatif]");
  if (what) { event.preventDefault(); whatIf(what.dataset.whatif).catch(() => say(words().failed)); }
});

document.getElementById("timebar").addEventListener("keydown", (event) => {
  if (event.target === range) return; // the slider has its own arrows
  const name = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "live" }[event.key];
  if (name) { event.preventDefault(); step(name); }
});

document.addEventListener("table:placed", remember);
const dragged = Number(range.value); // before this script had come
remember();
if (dragged !== Number(meta().ply)) go(dragged);
