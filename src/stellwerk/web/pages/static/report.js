// The report of a game: waits until it is made; leads from its curve and its turning points to the table.
import { send } from "./talk.js";
import { words } from "./front-talk.js";

const EVERY = 600; // milliseconds between two questions how far it is
const waiting = document.querySelector("[data-report-wait]");

function told(box, text) {
  box.textContent = /[.!?]$/.test(text) ? text : `${text}.`;
  box.hidden = false;
}

async function look() {
  const bar = waiting.querySelector("progress");
  let answer;
  let said = {};
  try {
    answer = await fetch(waiting.dataset.reportWait, { headers: { accept: "application/json" } });
    said = await answer.json();
  } catch {
    answer = null; // nobody answers now: ask again
  }
  if (answer && !answer.ok && answer.status < 500 && answer.status !== 429) {
    bar.remove();
    return told(waiting.querySelector(".said"), said.text || words().failed);
  }
  if (said.ready) return location.reload();
  if (said.done) Object.assign(bar, { max: said.whole, value: said.done });
  setTimeout(look, answer?.ok ? EVERY : 5 * EVERY);
}

if (waiting) setTimeout(look, EVERY / 2);

let branching = false; // one click, one table

async function tryIt(button) {
  if (branching) return;
  branching = true;
  button.classList.add("busy");
  try {
    const answer = await send(`/api/v1/games/${button.dataset.try}/branch`, { ply: Number(button.dataset.from) });
    const said = await answer.json();
    if (answer.ok) return location.assign(`/g/${said.table.id}`);
    told(document.getElementById("try-said"), said.text || words().failed);
  } catch {
    told(document.getElementById("try-said"), words().failed);
  } finally {
    branching = false;
    button.classList.remove("busy");
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-try]");
  if (button) { tryIt(button); return; }
  const goal = event.target.closest("[data-goal]");
  const steps = goal?.closest("[data-steps]");
  if (steps) location.assign(steps.dataset.steps + goal.dataset.goal);
});
