// Plans: programmed actions and notes. Fetched for their owner alone, whenever the view is opened or something changes.

import { meta, say, send, words } from "./talk.js";

let asking = false;
let draft = null; // notes that have not been kept yet

const AGAIN = [1_000, 4_000, 12_000]; // milliseconds after which a new programme is looked at once more
const NUMBERS = new Set(["most", "percent", "price", "keep", "least"]);

function sheet() {
  return document.querySelector("#plans .plans")?.dataset;
}

const values = (form) => [...form.elements].map((field) => (field.type === "checkbox" ? field.checked : field.value));

function fillIn(form, fields) {
  const all = [...(form?.elements ?? [])];
  if (all.length !== fields.length) return; // another form: what can be sold has changed
  all.forEach((field, number) => {
    if (field.type === "checkbox") field.checked = fields[number];
    else if (field.tagName !== "BUTTON") field.value = fields[number];
  });
}

// `keeps`: what has been typed into the forms stays.
async function load(keeps = false) {
  const place = document.getElementById("plans");
  if (!place || asking) return;
  asking = true;
  try {
    await fill(place, keeps);
  } finally {
    asking = false;
  }
}

async function fill(place, keeps) {
  const { game, seat } = meta();
  const eyes = seat === undefined || seat === "" ? "" : `?seat=${seat}`;
  const answer = await fetch(`/g/${game}/plans${eyes}`);
  if (!answer.ok || !place.isConnected) return;
  const opened = new Set([...place.querySelectorAll("details[open]")].map((part) => part.dataset.stay));
  const typed = keeps ? [...place.querySelectorAll("form[data-plan]")].map((form) => [form.dataset.plan, values(form)]) : [];
  place.innerHTML = await answer.text();
  for (const part of place.querySelectorAll("details")) part.open = opened.has(part.dataset.stay);
  for (const [kind, fields] of typed) fillIn(place.querySelector(`form[data-plan="${kind}"]`), fields);
  const notes = place.querySelector("form[data-notes] textarea");
  if (notes && draft !== null) notes.value = draft;
}

const LISTS = new Set(["triggers", "unless"]);

function wish(form) {
  const made = { do: form.dataset.plan };
  for (const field of form.elements) {
    if (!field.name || field.name.startsWith("mark_")) continue;
    if (LISTS.has(field.name)) {
      made[field.name] ??= [];
      if (field.checked) made[field.name].push(field.value);
    } else if (field.type === "checkbox") {
      made[field.name] = field.checked;
    } else {
      made[field.name] = NUMBERS.has(field.name) ? Number(field.value) : field.value;
    }
  }
  const { mark_company: company, mark_way: way, mark_price: price } = form.elements;
  if (company?.value) made.prices = [{ company: company.value, [way.value]: Number(price.value) }];
  return made;
}

async function tell(path, body, method = "POST") {
  const answer = await send(`/api/v1/games/${meta().game}/${path}`, body, method);
  const told = await answer.json().catch(() => ({}));
  if (answer.ok) {
    if (path === "notes") draft = null;
    say(words().saved);
    await load();
    if (path === "programmes") AGAIN.forEach((wait) => setTimeout(again, wait)); // it may end at once, without a move
    return;
  }
  if (answer.status === 409) await load(true); // what another device has kept is shown; what was typed here stays
  refuse(told.text ?? words().failed);
}

function again() {
  if (!document.activeElement?.closest("#plans :is(input, select, textarea)")) load(true); // nobody types there
}

function refuse(text) {
  const alert = document.querySelector("[data-plan-error]");
  if (!alert) return;
  alert.textContent = text;
  alert.hidden = false;
  alert.scrollIntoView({ block: "nearest" });
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-plan], form[data-notes]");
  if (!form) return;
  event.preventDefault();
  const { seat, revision, notesRevision, most, long } = sheet();
  const length = form.elements.text?.value.length ?? 0;
  if (length > Number(most)) refuse(long.replace("%", length)); // far too long ones would not even be read
  else if (form.dataset.plan) tell("programmes", { seat: Number(seat), revision: Number(revision), do: wish(form) });
  else tell("notes", { seat: Number(seat), revision: Number(notesRevision), text: form.elements.text.value }, "PUT");
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-plan-end]");
  if (!button) return;
  const { seat, revision } = sheet();
  tell(`programmes/${button.dataset.planEnd}/end`, { seat: Number(seat), revision: Number(revision) });
});

document.addEventListener("input", (event) => {
  if (event.target.closest("form[data-notes]")) draft = event.target.value;
});

// A programme may have ended with the move; forms that are being filled in stay as they are.
document.addEventListener("table:placed", () => { if (!document.activeElement?.closest("#plans form[data-plan]")) load(); });
// The view comes with a tab, or with a row of a small screen.
new MutationObserver(() => { if (document.querySelector("[data-plans]:empty")) load(); })
  .observe(document.body, { childList: true, subtree: true });
load();
