// The log as something to look things up in: what is folded below a line, earlier moves, words, company, player and kind
// (asked of the server, which knows the whole log), and a click on a line that leads to its position.

import { go } from "./history.js";
import { bind } from "./keys.js";
import { meta, say, words } from "./talk.js";
import { tellTimes } from "./times.js";

const talk = document.getElementById("talk");
const form = document.getElementById("log-find");
const seek = document.getElementById("log-seek");
const found = document.getElementById("found");
const log = () => document.getElementById("log");
const opened = new Set(); // what the reader has unfolded: it stays so when the log comes anew
let asked = 0; // only the answer to the last question counts
let version = meta().version;

function wanted() {
  const query = new URLSearchParams();
  const wish = { q: form.elements.q.value.trim(), company: form.elements.company.value, player: form.elements.player.value, kind: talk.dataset.filter };
  for (const [name, value] of Object.entries(wish)) if (value && value !== "all") query.set(name, value);
  return query;
}

async function lines(query) {
  if (meta().eyes) query.set("seat", meta().eyes);
  const answer = await fetch(`/g/${meta().game}/log?${query}`);
  if (!answer.ok) throw new Error(answer.status);
  const held = document.createElement("template");
  held.innerHTML = await answer.text();
  return held.content;
}

// -- searching: what fits stands in a list of its own, so that the log goes on beneath it

async function look(toEnd = true) {
  const mine = ++asked, query = wanted();
  if (!query.toString()) {
    talk.dataset.finding = "no";
    found.querySelector(".lines").replaceChildren();
    return;
  }
  try {
    const content = await lines(query);
    if (mine !== asked) return;
    const place = found.scrollTop;
    found.querySelector(".lines").replaceChildren(content);
    talk.dataset.finding = "yes";
    tellTimes(found);
    found.scrollTop = toEnd ? found.scrollHeight : place;
  } catch {
    say(words().failed);
  }
}

function show(open) {
  form.hidden = !open;
  seek.setAttribute("aria-expanded", String(open));
  if (open) { form.elements.q.focus(); return; }
  form.reset();
  look();
}

let typing = 0;
form.addEventListener("input", () => { clearTimeout(typing); typing = setTimeout(look, 150); });
form.addEventListener("submit", (event) => { event.preventDefault(); look(); });
form.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  event.preventDefault();
  show(false);
  seek.focus();
});
seek.addEventListener("click", () => show(form.hidden));
bind("f", () => { if (talk.getClientRects().length) show(true); else return false; return true; });

document.addEventListener("table:placed", () => { // what is new may fit too
  if (meta().version === version) return;
  version = meta().version;
  if (talk.dataset.finding === "yes") look(found.scrollHeight - found.scrollTop - found.clientHeight < 40);
});

// -- clicks

function fold(button, open) {
  button.setAttribute("aria-expanded", String(open));
  const below = button.closest("li").querySelector(".below");
  below.hidden = !open;
  return below;
}

const nameOf = (button) => `${button.closest("li").dataset.v} ${[...button.closest(".lines").querySelectorAll(`[data-v="${button.closest("li").dataset.v}"] .under`)].indexOf(button)}`;

async function earlier(more) {
  const query = more.closest("#found") ? wanted() : new URLSearchParams();
  query.set("before", more.dataset.more);
  if (meta().live === "no" && !more.closest("#found")) query.set("ply", meta().ply);
  const box = more.closest(".log");
  try {
    const content = await lines(query);
    const height = box.scrollHeight;
    more.closest("li").replaceWith(content);
    tellTimes(box);
    box.scrollTop += box.scrollHeight - height;
  } catch {
    say(words().failed);
  }
}

talk.addEventListener("click", (event) => {
  const filter = event.target.closest("button[data-filter]");
  if (filter) {
    talk.dataset.filter = filter.dataset.filter;
    for (const button of talk.querySelectorAll("button[data-filter]")) button.setAttribute("aria-pressed", String(button === filter));
    look();
    return;
  }
  const under = event.target.closest("[data-under]");
  if (under) {
    const open = under.getAttribute("aria-expanded") !== "true";
    const below = fold(under, open);
    if (open) below.scrollIntoView({ block: "nearest" });
    if (under.closest("#log")) opened[open ? "add" : "delete"](nameOf(under));
    return;
  }
  const more = event.target.closest("[data-more]");
  if (more) { earlier(more); return; }
  const line = event.target.closest(".ln[data-at]");
  if (line && Number(line.dataset.at) && !event.target.closest("button, a, .below") && getSelection().isCollapsed) go(Number(line.dataset.at));
});

document.addEventListener("region:after", ({ detail: { region } }) => {
  if (region.id !== "log" || !opened.size) return;
  for (const button of log().querySelectorAll(".under")) if (opened.has(nameOf(button))) fold(button, true);
});
