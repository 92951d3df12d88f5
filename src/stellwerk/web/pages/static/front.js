// The front pages: forms that talk to the API, copying of links, search in the rules.
import { say, send } from "./talk.js";
import "./front-account.js";
import "./front-new.js";
import "./front-rules.js";
import { attempt, called, liked, refuse, remember, words } from "./front-talk.js";

remember();

// Only one menu is open; a click elsewhere or Esc closes it. What is behind # goes along with a switch.
const menus = [...document.querySelectorAll("details.menu")];
document.addEventListener("click", (event) => {
  for (const menu of menus) if (!menu.contains(event.target)) menu.open = false;
  const copy = event.target.closest("[data-copy]");
  if (copy) copyLink(copy);
  const link = event.target.closest("a[data-keeps-hash]");
  if (link && location.hash) link.hash = location.hash;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of menus) {
    if (menu.open && menu.contains(document.activeElement)) menu.querySelector("summary").focus();
    menu.open = false;
  }
});

async function copyLink(button) {
  const code = button.closest("li").querySelector("[data-link]");
  try {
    await navigator.clipboard.writeText(code.textContent);
  } catch {
    const range = document.createRange();
    range.selectNodeContents(code);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    document.execCommand("copy");
  }
  say(words().copied);
}

function on(id, doIt) {
  const form = document.getElementById(id);
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(form, event.submitter, (fields) => doIt(fields, form, event.submitter));
  });
  return form;
}

on("quick", async (fields, form) => {
  const title = fields.get("title");
  const { bots, bot, forced } = JSON.parse(form.dataset.quick)[title];
  const seats = [{ kind: "me", name: called("me", fields.get("name").trim()), ...liked() }, ...Array.from({ length: bots }, () => ({ kind: "bot", bot }))];
  const made = await send("/api/v1/games", { title, seats, shuffle: true, forced, hints: true, pace: form.dataset.pace });
  if (!made.ok) return refuse(form, made);
  location.assign(`/g/${(await made.json()).table.id}`);
});

for (const form of document.querySelectorAll("form[data-rematch]")) {
  awaitRematch(form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(form, event.submitter, async () => {
      const made = await send(`/g/${form.dataset.rematch}/again`, { rotated: event.submitter?.value !== "same" });
      if (!made.ok) return refuse(form, made);
      location.assign(`/g/${(await made.json()).game}`);
    });
  });
}

// Somebody else may ask for the rematch first: then its table is shown to all who look at the result.
function awaitRematch(form) {
  const table = `/g/${form.dataset.rematch}`;
  const stream = new EventSource(`${table}/live?past=true&chat=${form.dataset.chat}`);
  const look = async () => {
    const answer = await fetch(`${table}/again`);
    const { game } = answer.ok ? await answer.json() : {};
    if (!game) return;
    stream.close();
    const link = document.querySelector("[data-rematch-made]");
    link.href = `/g/${game}`;
    link.hidden = false;
    form.hidden = true;
  };
  stream.onopen = look;
  stream.addEventListener("moved", look);
}

for (const form of document.querySelectorAll("form[data-learn]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(form, event.submitter, async () => {
      const name = called("me", document.querySelector("[data-remember=name]")?.value.trim() ?? "");
      const made = await send("/learn", { name, title: form.dataset.learn });
      if (!made.ok) return refuse(form, made);
      location.assign(`/g/${(await made.json()).game}`);
    });
  });
}

on("by-link", (fields, form) => {
  const found = /\/(join|watch)\/([A-Za-z0-9_-]+)#([A-Za-z0-9_-]+)\s*$/.exec(fields.get("link"));
  const said = form.querySelector(".said");
  if (!found) return refuse(form, said.dataset.noLink);
  location.assign(`/${found[1]}/${found[2]}#${found[3]}`);
});

async function enter(form, what, body) {
  const secret = decodeURIComponent(location.hash.slice(1));
  if (!secret) return refuse(form, form.querySelector(".said").dataset.noSecret);
  const game = form.dataset.game;
  const answer = await send(`/api/v1/games/${encodeURIComponent(game)}/${what}`, { secret, ...body });
  if (!answer.ok) return refuse(form, answer);
  location.replace(`/g/${game}`);
}

on("join-seat", (fields, form) => enter(form, "join", { name: fields.get("name").trim(), ...liked() }));
const watching = on("watch-table", (fields, form) => enter(form, "watch", {}));
if (watching && location.hash) watching.requestSubmit();

on("sign-in", async (fields, form, button) => {
  const answer = await send(`/api/v1/${button?.value ?? "login"}`, { name: fields.get("name"), password: fields.get("password") });
  if (!answer.ok) return refuse(form, answer);
  location.assign("/");
});
on("sign-out", async (fields, form) => {
  const answer = await send("/api/v1/logout", {});
  if (!answer.ok) return refuse(form, answer);
  location.assign("/");
});

on("import", async (fields, form) => {
  const file = fields.get("file");
  const text = await file.text();
  let content;
  try {
    content = JSON.parse(text);
  } catch {
    if (!/^\s*\[\w+ "/.test(text)) return refuse(form, words().noJson);
    content = { format: "stellwerk-study-text", text }; // a study as text begins with a header
  }
  if (typeof content !== "object" || content === null || Array.isArray(content)) return refuse(form, words().noJson);
  const answer = await send("/api/v1/import", { file: content, name: fields.get("name").trim() });
  if (answer.status === 413) return refuse(form, words().tooLarge);
  if (!answer.ok) return refuse(form, answer);
  const made = await answer.json();
  if (!made.notes?.length) return location.assign(`/g/${made.table.id}`);
  const notes = document.getElementById("import-notes");
  notes.querySelector("ul").replaceChildren(...made.notes.map((note) => Object.assign(document.createElement("li"), { textContent: note })));
  notes.querySelector("a").href = `/g/${made.table.id}`;
  notes.hidden = false;
  form.hidden = true;
  notes.querySelector("a").focus();
});

// A link that holds a whole study behind its #, which no server has seen before.
const brought = on("open-study", async (fields, form) => {
  const text = decodeURIComponent(location.hash.slice(1));
  if (!text) return refuse(form, form.querySelector(".said").dataset.noStudy);
  const answer = await send("/api/v1/import", { file: { format: "stellwerk-study-link", text } });
  if (!answer.ok) return refuse(form, answer);
  location.replace(`/s/${(await answer.json()).table.id}`);
});
if (brought && location.hash) brought.requestSubmit();

dispatchEvent(new Event("scripts:ready")); // early.js has kept what was clicked before
