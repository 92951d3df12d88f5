// Choosing before doing, in the panels about money: [data-choose] opens a choice, [data-back] closes it, fields and
// sliders renew what it would do, and the keys of the panel. What is chosen lives here; the server draws it.

import { address, meta, place, released, say, stamp, words } from "./talk.js";

let chosen = ""; // the query of the open choice
let question = ""; // for which it was made
let origin = ""; // data-focus of what opened it
let asked = 0; // only the answer to the last question counts
let waiting = 0; // a number that was typed and has not been asked about yet

const decision = () => document.getElementById("decision");
const bySelector = (name, value) => document.querySelector(`[${name}="${CSS.escape(value)}"]`);

// The panel with a choice, or nothing if something else has been asked or shown meanwhile.
async function fetchChoice(query, extra = {}) {
  clearTimeout(waiting);
  const number = ++asked;
  const about = stamp();
  const parts = Object.fromEntries(new URLSearchParams(query));
  try {
    const answer = await fetch(address("choose", { ...parts, ...extra, version: meta().version }));
    if (!answer.ok) throw new TypeError(answer.statusText);
    const html = await answer.text();
    return number === asked && about === stamp() ? html : null;
  } catch {
    if (number === asked) say(words().failed, "net");
    return null;
  }
}

export async function choose(query, opener) {
  const key = opener?.dataset.focus ?? "";
  if (!chosen) origin = key;
  const stay = opener?.closest("#pick .steps, #pick .pars") ? key : "";
  const html = await fetchChoice(query);
  if (html === null) return;
  const [number, about] = [asked, stamp()];
  await released(!opener);
  if (number !== asked || about !== stamp() || (!opener && chosen !== query)) return; // closed or changed meanwhile
  chosen = ""; // nothing is opened again while this answer is put in place
  place(html);
  chosen = document.getElementById("pick")?.dataset.choice || query; // as the server words it, defaults filled in
  question = meta().question;
  if (!opener) return; // opened again after the page was redrawn: the reader may be elsewhere by now
  const next = (stay && bySelector("data-focus", stay)) || document.getElementById("amount") || document.getElementById("confirm") || document.querySelector("#pick .btn:not([disabled])");
  next?.focus({ preventScroll: true });
  decision().scrollTop = 0;
  document.getElementById("pick")?.scrollIntoView({ block: "nearest" });
}

export async function back() {
  if (!chosen) return;
  const html = await fetchChoice("");
  if (html === null) return;
  chosen = "";
  place(html);
  (bySelector("data-focus", origin) ?? decision())?.focus({ preventScroll: true });
}

// A typed or slid number: only what follows from it is renewed, so that field and slider keep hold.
function renew(form, value) {
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    const html = await fetchChoice(form.dataset.choice, { amount: value });
    if (html === null || !form.isConnected) return;
    const held = document.createElement("template");
    held.innerHTML = html;
    const effects = held.content.querySelector("#fx");
    if (effects) form.querySelector("#fx").replaceWith(effects);
    const amount = held.content.querySelector("#confirm [data-amount]");
    if (amount) form.querySelector("#confirm [data-amount]").textContent = amount.textContent;
    chosen = `${form.dataset.choice}&amount=${value}`;
  }, 60);
}

function setAmount(form, value) {
  const field = form.querySelector("#amount");
  const slider = form.querySelector("[data-slide]");
  if (field.value !== String(value)) field.value = value;
  if (slider && slider.value !== String(value)) slider.value = value;
  document.querySelectorAll(".refusal").forEach((old) => old.remove());
  if (field.validity.valid) renew(form, field.value);
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("form#pick");
  if (form && event.target.matches("#amount, [data-slide]")) setAmount(form, event.target.value);
});

document.addEventListener("click", (event) => {
  const step = event.target.closest("#pick [data-by]");
  if (step) {
    const field = step.closest("form").querySelector("#amount");
    if (Number(step.dataset.by) > 0) field.stepUp();
    else field.stepDown();
    setAmount(step.closest("form"), field.value);
    return;
  }
  const opener = event.target.closest("[data-choose]");
  if (opener) {
    event.preventDefault();
    choose(opener.dataset.choose, opener);
    return;
  }
  if (event.target.closest("[data-back]")) {
    event.preventDefault();
    back();
    return;
  }
  const cell = event.target.closest(".marked[data-cell]");
  if (cell) bySelector("data-par", cell.dataset.cell)?.click();
});

// A move or an answer of another kind has redrawn the panel: the choice stays open while the position is the same.
document.addEventListener("table:placed", () => {
  if (!chosen) return;
  const shown = document.getElementById("pick")?.dataset.choice;
  if (chosen === shown || chosen.startsWith(`${shown}&amount=`)) return;
  if (meta().question !== question || meta().live !== "yes" || meta().yours !== "yes") {
    chosen = "";
    return;
  }
  choose(chosen, null);
});

// -- letters of a company, then B to buy or S to sell

let letters = "";
let forget = 0;
const plain = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

function mark() {
  for (const row of document.querySelectorAll("[data-stock] .deal, #matrix tbody tr")) {
    row.classList.toggle("typed", letters !== "" && plain(row.dataset.company).startsWith(letters));
  }
}

// Letters of a company, then B or S; true if the key was used.
function company(key) {
  const rows = [...document.querySelectorAll("[data-stock] .deal")];
  if (!rows.length || !/^\p{L}$/u.test(key)) return false;
  const begins = (start) => rows.filter((row) => plain(row.dataset.company).startsWith(start));
  clearTimeout(forget);
  forget = setTimeout(() => { letters = ""; mark(); }, 2500);
  if (begins(letters + key).length) {
    letters += key;
    mark();
    return true;
  }
  const found = letters ? begins(letters) : [];
  const row = found.find((entry) => plain(entry.dataset.company) === letters) ?? (found.length === 1 ? found[0] : null);
  if (!row || (key !== "b" && key !== "s")) return false;
  letters = "";
  mark();
  const buttons = [...row.querySelectorAll("button")];
  const wanted = key === "s" ? buttons.find((entry) => entry.dataset.choose?.startsWith("do=sell") || entry.dataset.why?.includes("sell_shares")) : buttons.find((entry) => !entry.dataset.choose?.startsWith("do=sell") && !entry.dataset.why?.includes("sell_shares"));
  wanted?.click();
  return Boolean(wanted);
}

// Heard before keys.js, which presses the other keys of the panel: letters may be keys of their own elsewhere.
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.target.closest?.("input, select, textarea, [contenteditable]") || document.querySelector("dialog[open]")) return;
  if (company(event.key.toLowerCase())) event.preventDefault();
});

document.addEventListener("step:back", (event) => {
  if (!chosen) return;
  event.preventDefault();
  back();
});
