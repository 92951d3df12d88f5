// The tree of an analysis table: fetched while it is looked at, whenever the table changes.

import { meta, perform, say, send, words } from "./talk.js";
import { show } from "./chat.js";

const box = document.getElementById("study");
const talk = document.getElementById("talk");
let asking = 0;

const looks = () => box && talk.dataset.talk === "study";
const query = () => (meta().live === "no" ? `?ply=${meta().ply}` : "");

function place(html) {
  const opened = new Set([...box.querySelectorAll("details[open]")].map((part) => part.dataset.stay));
  const typed = box.querySelector("[data-study-say]");
  const draft = typed && typed.elements.text.value !== typed.elements.text.defaultValue ? [typed.dataset.studySay, typed.elements.text.value] : null;
  const held = box.contains(document.activeElement) ? document.activeElement.closest("[data-study-go], [data-study-glyph], [data-study-do], [data-study-say], [data-study-name]") : null;
  const again = held && [...held.attributes].filter((entry) => entry.name.startsWith("data-")).map((entry) => `[${entry.name}="${CSS.escape(entry.value)}"]`).join("");
  box.innerHTML = html;
  for (const part of box.querySelectorAll("details")) part.open = opened.has(part.dataset.stay);
  const now = box.querySelector("[data-study-say]");
  if (draft && now?.dataset.studySay === draft[0]) now.elements.text.value = draft[1];
  if (again) (box.querySelector(again)?.closest("button") ?? box).focus();
}

async function load() {
  if (!looks()) return;
  const mine = ++asking;
  try {
    const answer = await fetch(`/g/${meta().game}/study${query()}`);
    const html = await answer.text();
    if (mine !== asking) return; // a later question is on its way
    if (answer.ok) place(html);
  } catch {
    say(words().failed);
  }
}

async function write(body) {
  try {
    const answer = await send(`/g/${meta().game}/study/write${query()}`, body);
    const said = await answer.text();
    asking += 1;
    if (answer.ok) return place(said);
    say(JSON.parse(said).text || words().failed);
  } catch {
    say(words().failed);
  }
}

async function go(node, near) {
  const done = await perform("study/go", { node: Number(node), expected_version: Number(meta().version) }, near);
  if (done) load();
}

// Wherever the log is folded away, it is opened for it.
function open() {
  const seen = (part) => part?.getClientRects().length > 0;
  const row = document.querySelector('.acc[data-acc="talk"]');
  const tab = document.querySelector(".logtab");
  const fold = document.getElementById("log-fold");
  if (seen(row) && row.getAttribute("aria-expanded") !== "true") row.click();
  if (seen(tab)) tab.click();
  if (seen(fold) && fold.getAttribute("aria-expanded") === "false") fold.click();
  show("study");
  load().then(() => box.focus());
}

// The link is shown too: not every browser lets a page copy.
async function copyLink() {
  try {
    const answer = await fetch(`/g/${meta().game}/study/export?format=link`);
    const text = await answer.text();
    if (!answer.ok) return say(JSON.parse(text).text || words().failed);
    const row = box.querySelector(".newlink");
    const field = row.querySelector("input");
    field.value = `${location.origin}/study#${text}`;
    row.hidden = false;
    field.select();
    await navigator.clipboard.writeText(field.value);
    say(words().copied, "copied");
  } catch (error) {
    if (error instanceof TypeError) say(words().failed); // the field holds it where copying is not allowed
  }
}

if (box) {
  box.addEventListener("click", (event) => {
    if (event.target.closest("[data-study-link]")) { copyLink(); return; }
    const { studyGo, studyGlyph, studyDo, node } = event.target.closest("button")?.dataset ?? {};
    if (studyGo) go(studyGo, event.target.closest("button"));
    if (studyDo) write({ do: studyDo, node: Number(node) });
    if (studyGlyph) {
      const on = [...box.querySelectorAll("[data-study-glyph][aria-pressed=true]")].map((entry) => entry.dataset.studyGlyph);
      const glyphs = on.includes(studyGlyph) ? on.filter((entry) => entry !== studyGlyph) : [...on, studyGlyph];
      write({ do: "judge", node: Number(node), glyphs });
    }
  });
  box.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target;
    const { studySay, studyName } = form.dataset;
    form.elements.text.defaultValue = form.elements.text.value;
    write({ do: studySay ? "say" : "name", node: Number(studySay ?? studyName), text: form.elements.text.value });
  });
  document.addEventListener("click", (event) => { if (event.target.closest("[data-study-open]")) open(); });
  document.addEventListener("table:placed", load);
  if (location.hash === "#study") open();
}
