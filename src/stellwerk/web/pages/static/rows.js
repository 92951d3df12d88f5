// Views on a small screen: rows that open where they stand. The map keeps its place above them.

import { address, lost, meta, refresh, released, say, stamp, words } from "./talk.js";
import { narrow } from "./panzoom.js";

const open = new Set();
const row = (name) => document.querySelector(`[data-row="${CSS.escape(name)}"]`);
const body = (name) => document.getElementById(`row-${name}`);

const asked = new Map(); // view -> number of the last question about it
const has = new Map(); // view -> what its row has, as the server calls it

async function fill(name) {
  const number = (asked.get(name) ?? 0) + 1;
  asked.set(name, number);
  let html = "";
  try {
    const answer = await fetch(address("view", { tab: name, have: has.get(name) }));
    if (!answer.ok) throw new TypeError(answer.statusText);
    if (answer.status === 204) return; // the move has changed nothing in it
    if (number === asked.get(name)) has.set(name, answer.headers.get("x-view"));
    html = await answer.text();
  } catch {
    say(words().failed, "net");
    return;
  }
  await released(false);
  const into = body(name);
  if (!into || !open.has(name) || number !== asked.get(name)) return;
  const held = into.querySelector("[data-scroll]");
  const [left, top] = [held?.scrollLeft ?? 0, held?.scrollTop ?? 0];
  into.innerHTML = html;
  window.htmx?.process(into);
  const fresh = into.querySelector("[data-scroll]");
  if (fresh) { fresh.scrollLeft = left; fresh.scrollTop = top; }
}

function shut(name) {
  open.delete(name);
  has.delete(name);
  body(name).hidden = true;
  body(name).replaceChildren();
  row(name).setAttribute("aria-expanded", "false");
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-row]");
  if (!button) return;
  const name = button.dataset.row;
  if (name === "map") { refresh({ tab: name }).then(() => document.getElementById("stage").scrollIntoView({ block: "start" })).catch(lost); return; }
  if (open.has(name)) { shut(name); return; }
  open.add(name);
  button.setAttribute("aria-expanded", "true");
  body(name).hidden = false;
  fill(name);
});

// What the stage shows needs no row; what the position has no more goes.
function sorted() {
  const views = meta().views.split(" ");
  for (const button of document.querySelectorAll("[data-row]")) {
    const name = button.dataset.row;
    const shown = views.includes(name) && name !== meta().tab;
    button.hidden = !shown;
    if (!shown && open.has(name)) shut(name);
  }
}

function known() {
  document.cookie = `narrow=${narrow() ? "yes" : "no"}; path=/; max-age=${365 * 24 * 3600}; samesite=lax`;
}

let filled = stamp(); // what the rows were filled for: a choice or a hint changes nothing in them
document.addEventListener("table:placed", () => {
  sorted();
  if (narrow() && filled !== stamp()) for (const name of open) fill(name);
  filled = stamp();
});
window.addEventListener("resize", known);
known();
sorted();
const named = new URLSearchParams(location.search).has("tab");
if (narrow() && !named && meta().tab !== "map" && meta().views.split(" ").includes("map")) refresh({ tab: "map" }).catch(lost);
