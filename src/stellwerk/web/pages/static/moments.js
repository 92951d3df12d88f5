// Moments: cards of what has happened, for whoever looks at the table. The server tells the latest ones (#moments); shown
// are those that this browser has not shown yet. Important ones stay until they are closed, the others go with the
// reader's next decision. The card never takes the focus, and no key from what is asked.

import { bind } from "./keys.js";
import { isOpen } from "./popover.js";
import { meta } from "./talk.js";

const MOST = 4; // parts of a card
const BACK = 2; // important ones that are shown to somebody who comes back
const LOOKED = 8; // questions after which a watcher, who decides nothing, has seen enough of a card
const SEEN = `stellwerk.moments.${meta().game}`;
const WISH = "stellwerk.moments";

const card = document.getElementById("moment");
const parts = card.querySelector(".parts");
const told = document.getElementById("moment-told");
let read = null; // the region that was read last
let mine = meta().yours === "yes";
let seen = kept() ?? Number(meta().version);

function kept() {
  try { return JSON.parse(localStorage.getItem(SEEN)); } catch { return null; }
}

function keep() {
  if (document.hidden) return; // nobody has looked yet
  try { localStorage.setItem(SEEN, JSON.stringify(seen)); } catch { /* a browser that keeps nothing */ }
}

function wished() {
  try { return { dividends: true, ...JSON.parse(localStorage.getItem(WISH) ?? "{}") }; } catch { return { dividends: true }; }
}

function wish(dividends) {
  try { localStorage.setItem(WISH, JSON.stringify({ dividends })); } catch { /* a browser that keeps nothing */ }
  tick();
}

const stays = (part) => part.dataset.stays === "yes";

function show() {
  const all = [...parts.children];
  card.hidden = !all.length;
  card.dataset.stays = all.some(stays) ? "yes" : "no";
}

// Too many at once hide each other: what matters less goes first, then what is older.
function bound() {
  while (parts.children.length > MOST) {
    const all = [...parts.children];
    (all.find((part) => !stays(part)) ?? all[0]).remove();
  }
}

function look(back = false) {
  const region = document.getElementById("moments");
  if (region === read || region.dataset.now !== "yes") return;
  read = region;
  const all = [...region.children];
  const known = new Set(all.map((part) => part.dataset.v));
  const oldest = Math.min(...all.map((part) => Number(part.dataset.v)));
  for (const part of [...parts.children]) { // what was taken back has not happened
    if (Number(part.dataset.v) >= oldest && !known.has(part.dataset.v)) part.remove();
  }
  let fresh = all.filter((part) => Number(part.dataset.v) > seen);
  if (back) fresh = fresh.filter(stays).slice(-BACK);
  if (!wished().dividends) fresh = fresh.filter((part) => part.dataset.kind !== "dividend");
  seen = Math.max(seen, Number(meta().version));
  keep();
  for (const part of fresh) {
    const shown = part.cloneNode(true);
    shown.dataset.age = "0";
    parts.append(shown);
    window.htmx?.process(shown);
  }
  bound();
  if (fresh.length) {
    told.textContent = fresh.map((part) => [...part.querySelectorAll("h3 > span, .you")].map((line) => line.textContent.trim()).join(": ")).join(". ");
    show();
    parts.scrollTop = parts.lastElementChild.offsetTop - parts.offsetTop; // the last one is the one that matters most
  }
}

// A new question: what was shown besides goes when the reader has decided.
function pass() {
  const watches = !meta().me;
  for (const part of [...parts.children]) {
    part.dataset.age = Number(part.dataset.age) + 1;
    if (!stays(part) && (mine || (watches && Number(part.dataset.age) > LOOKED))) part.remove();
  }
}

// True if a button can be pressed and nothing lies upon it.
function inSight(button) {
  const box = button.getBoundingClientRect();
  const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  return !button.disabled && button.contains(top);
}

function close() {
  if (card.hidden) return false;
  const inside = card.contains(document.activeElement);
  parts.replaceChildren();
  show();
  if (inside) document.getElementById("decision").focus({ preventScroll: true });
  return true;
}

function tick() {
  for (const box of document.querySelectorAll("[data-moments]")) box.checked = wished().dividends;
}

document.addEventListener("table:placed", ({ detail }) => {
  if (detail.anew && meta().live === "yes") pass();
  mine = meta().yours === "yes";
  look();
  show();
});
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-moment-close]")) close();
  if (event.target.closest("[data-moment-off]")) {
    wish(false);
    for (const part of [...parts.children]) if (part.dataset.kind === "dividend") part.remove();
    show();
  }
});
document.addEventListener("change", (event) => {
  const box = event.target.closest("[data-moments]");
  if (box) wish(box.checked);
});
document.addEventListener("popover:open", tick);
document.addEventListener("visibilitychange", keep);
document.addEventListener("card:away", close); // a key for a button below it
bind("Escape", () => !isOpen() && close());
bind("Enter", (event) => {
  if (card.dataset.stays !== "yes" || event.target.closest?.("button, a, input, select, summary, [role=button], [role=option], [data-enter]")) return false;
  const filled = [...document.querySelectorAll("#decision .btn.pri")].some(inSight); // looked at before the card goes
  return close() && !filled; // the filled button has the key, if it is seen: nobody plays what a card has hidden
});

look(true);
show();
keep();
