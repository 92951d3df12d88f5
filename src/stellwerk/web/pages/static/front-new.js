// The form for a new game: seats that come and go, presets, what the server needs to be told, the links afterwards.
import { attempt, called, liked, refuse } from "./front-talk.js";
import { send } from "./talk.js";
import "./front-board.js";

const form = document.getElementById("new");

let settled = false; // whether moves play themselves has been chosen by hand

function seats() {
  const count = Number(form.elements.count.value);
  [...form.querySelectorAll(".seat")].forEach((seat, number) => {
    seat.hidden = number >= count;
    const bot = seat.querySelector("[name=kind]").value === "bot";
    seat.querySelector(".level").hidden = !bot;
  });
  const { forced } = form.elements;
  if (forced && !settled) forced.checked = [...form.querySelectorAll(".seat:not([hidden]) [name=kind]")].some((kind) => kind.value === "bot");
}

function presetOf(option, name) {
  return JSON.parse(option.dataset.presets)[name];
}

function chosenPreset() {
  return form.querySelector("[name=preset]:checked")?.value ?? null;
}

function usePreset() {
  const name = chosenPreset();
  for (const option of form.querySelectorAll(".option")) {
    const value = presetOf(option, name);
    if (value !== undefined) option.querySelector("select").value = value;
  }
  markChanged();
}

function changedOptions() {
  const name = chosenPreset();
  return [...form.querySelectorAll(".option")].filter((option) => name === null || option.querySelector("select").value !== presetOf(option, name));
}

function markChanged() {
  const changed = new Set(changedOptions());
  for (const option of form.querySelectorAll(".option")) option.classList.toggle("changed", changed.has(option));
  const note = document.getElementById("changed");
  if (!note) return;
  note.dataset.plain ??= note.textContent;
  note.textContent = changed.size ? note.dataset.changed.replace("%", changed.size) : note.dataset.plain;
}

function wish() {
  const options = {};
  for (const option of changedOptions()) options[option.dataset.key] = JSON.parse(option.querySelector("select").value);
  for (const field of form.querySelectorAll("#more [data-option]")) {
    if (field.dataset.value) options[field.dataset.option] = JSON.parse(field.dataset.value);
    else if (field.value) options[field.dataset.option] = field.value;
  }
  const shown = [...form.querySelectorAll(".seat:not([hidden])")];
  const me = shown.find((seat) => seat.querySelector("[name=kind]").value === "me");
  const seats = shown.map((seat, place) => {
    const kind = seat.querySelector("[name=kind]").value;
    const bot = kind === "bot" ? seat.querySelector("[name=bot]").value : "";
    const given = seat.querySelector("[name=name]").value.trim();
    const name = kind === "me" && seat !== me ? given : called(kind, given, place + 1); // only one is simply the player
    return { kind, name, bot, ...(seat === me ? liked() : {}) };
  });
  return {
    title: form.dataset.title,
    seats,
    pace: seats.some((seat) => seat.kind !== "bot") ? form.elements.pace.value : "instant", // nobody waits for bots alone
    options,
    preset: chosenPreset(),
    shuffle: form.elements.shuffle.checked,
    name: form.elements.table.value.trim(),
    undo: form.elements.undo.value,
    spectators: form.elements.spectators.checked,
    hints: form.elements.hints.checked,
    forced: form.elements.forced?.checked ?? false,
  };
}

// The secrets are told once, here; after this page only new ones can be made.
function showLinks(made, spectators) {
  const list = document.getElementById("made-links");
  const row = document.getElementById("made-link").content;
  const add = (name, link) => {
    const item = row.cloneNode(true);
    item.querySelector("[data-name]").textContent = name;
    item.querySelector("[data-link]").textContent = new URL(link, location.origin).href;
    list.append(item);
  };
  for (const seat of made.table.seats.filter((entry) => entry.kind === "open")) {
    add(seat.name, made.secrets.find((entry) => entry.seat === seat.number).link);
  }
  if (spectators) add(document.getElementById("made-words").dataset.watch, made.watch_link);
  document.getElementById("made-go").href = `/g/${made.table.id}`;
  form.hidden = true;
  const shown = document.getElementById("made");
  shown.hidden = false;
  shown.focus();
  scrollTo(0, 0);
}

if (form) {
  form.addEventListener("change", (event) => {
    if (event.target.id === "other-title") location.assign(`/new?title=${encodeURIComponent(event.target.value)}`);
    else if (event.target.name === "preset") usePreset();
    else if (event.target.closest(".option")) markChanged();
    else if (event.target.name === "forced") settled = true;
    else seats();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(form, event.submitter, async () => {
      const body = wish();
      const answer = await send("/api/v1/games", body);
      if (!answer.ok) return refuse(form, answer);
      const made = await answer.json();
      if (body.seats.some((seat) => seat.kind === "open")) showLinks(made, body.spectators);
      else location.assign(`/g/${made.table.id}`);
    });
  });
  seats(); // a browser that goes back keeps what was chosen
  markChanged();
}
