// Seats and the table: links, handing over, bots, settings, webhooks; a new game with the same players.
// Links are told once by the server; those this browser has seen are kept while their seat is free, so that they can be
// copied again. A link that has been used, or is void, is kept nowhere.

import { lost, meta, refresh, say, send, words } from "./talk.js";
import { refill } from "./popover.js";

const KEPT = `stellwerk.links.${meta().game}`;

function known() {
  try { return JSON.parse(localStorage.getItem(KEPT) ?? "{}"); } catch { return {}; }
}

function keep(seat, link) {
  try { localStorage.setItem(KEPT, JSON.stringify({ ...known(), [seat]: link })); } catch { /* a browser that keeps nothing */ }
}

function forget() {
  const links = known();
  const free = (meta().open ?? "").split(" ");
  const left = Object.entries(links).filter(([seat]) => free.includes(seat));
  if (left.length === Object.keys(links).length) return;
  try {
    if (left.length) localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(left)));
    else localStorage.removeItem(KEPT);
  } catch { /* a browser that keeps nothing */ }
}

const whole = (link) => new URL(link, location.origin).href;

async function call(path, body, method = "POST") {
  try {
    const answer = await send(`/api/v1/games/${meta().game}${path}`, body, method);
    const said = answer.status === 204 ? {} : await answer.json();
    if (answer.ok) return said ?? {};
    say(said.text || words().failed);
  } catch {
    say(words().failed);
  }
  return null;
}

function tell(box, link) {
  const row = box.querySelector(".newlink");
  if (!row) return;
  row.hidden = false;
  row.querySelector("input").value = whole(link);
}

async function copy(input) {
  try {
    await navigator.clipboard.writeText(input.value);
  } catch { // not allowed here: select it, so that a key does it
    input.focus();
    input.select();
    if (!document.execCommand("copy")) return;
  }
  say(words().copied, "copied");
}

function fill(root = document) {
  const links = known();
  for (const row of root.querySelectorAll(".newlink[data-known]")) {
    const link = links[row.dataset.known];
    if (link) tell(row.parentElement, link);
  }
}

// A button that asks again takes a second click.
function sure(button) {
  if (!button.dataset.ask || button.dataset.sure) return true;
  button.dataset.sure = "yes";
  button.textContent = button.dataset.ask;
  return false;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { seatLink, seatFree, seatBot, seatMine } = button.dataset;
  if ("copy" in button.dataset) { copy(button.parentElement.querySelector("input")); return; }
  if (seatLink !== undefined) {
    const made = await call(`/seats/${seatLink}/link`, {});
    if (made) { keep(seatLink, made.link); tell(button.closest("li"), made.link); }
  } else if (seatFree !== undefined && sure(button)) {
    const made = await call(`/seats/${seatFree}/hand-over`, { to: "open" });
    if (made) {
      keep(seatFree, made.link);
      await refill();
      const row = document.querySelector(`#dialog li[data-seat="${seatFree}"]`);
      if (row) tell(row, made.link);
      refresh().catch(lost);
    }
  } else if (seatBot !== undefined && sure(button)) {
    const bot = button.parentElement.querySelector("select").value;
    if (await call(`/seats/${seatBot}/hand-over`, { to: "bot", bot })) { await refill(); refresh().catch(lost); }
  } else if (seatMine !== undefined) {
    if (await call(`/seats/${seatMine}/hand-over`, { to: "me" })) { await refill(); refresh().catch(lost); }
  } else if ("watchLink" in button.dataset) {
    const made = await call("/watch-link", {});
    if (made) tell(button.parentElement, made.link);
  } else if ("again" in button.dataset) {
    button.disabled = true; // one click, one table
    try {
      const answer = await send(`/g/${meta().game}/again`, {});
      const said = await answer.json();
      if (answer.ok) location.assign(`/g/${said.game}`);
      else say(said.text || words().failed);
    } catch {
      say(words().failed);
    }
    button.disabled = false;
  }
});

// One's own mark: kept by the table, and as what this device likes to have elsewhere (front-talk.js sends it).
async function mark(form, input) {
  const wish = Object.fromEntries(new FormData(form));
  if (await call(`/seats/${form.dataset.mark}/mark`, wish, "PUT")) {
    try { localStorage.setItem("stellwerk.mark", JSON.stringify(wish)); } catch { /* a browser that keeps nothing */ }
    refresh().catch(lost);
  }
  await refill();
  const again = document.querySelector(`#dialog [data-mark="${form.dataset.mark}"]`);
  again?.closest("details").setAttribute("open", "");
  again?.querySelector(`[name=${input.name}]:checked`)?.focus();
}

document.addEventListener("change", async (event) => {
  const form = event.target.closest("[data-mark]");
  if (form) mark(form, event.target);
  const box = event.target.closest("[data-table]");
  if (!box) return;
  const check = box.type === "checkbox";
  if (await call("", { [box.dataset.table]: check ? box.checked : box.value }, "PATCH")) {
    if (!check) say(words().saved, "saved");
  } else if (check) box.checked = !box.checked;
  else box.value = box.querySelector("[selected]").value;
});

document.addEventListener("submit", async (event) => {
  const hook = event.target.closest("[data-hook]");
  const table = event.target.closest("[data-table-form]");
  if (!hook && !table) return;
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(event.target));
  const done = hook ? await call(`/seats/${hook.dataset.hook}/webhook`, fields, "PUT") : await call("", fields, "PATCH");
  if (done) say(words().saved, "saved");
});

document.addEventListener("table:placed", () => { forget(); fill(); });
document.addEventListener("dialog:filled", (event) => fill(event.detail.box));
forget();
fill();
