// Log and chat: which of them is shown, writing, what has not been read. log.js follows the game, log-find.js searches it.

import { meta, say, send, words } from "./talk.js";
import { bind } from "./keys.js";
import { tellTimes } from "./times.js";

const talk = document.getElementById("talk");
const list = document.getElementById("chatlines");
const form = document.getElementById("chatform");
const READ = `stellwerk.read.${meta().game}`;
let read = 0;
try { read = Number(localStorage.getItem(READ) ?? 0); } catch { /* a browser that keeps nothing */ }

const mine = () => meta().me.split(" ").filter(Boolean);

function toBottom(box) {
  box.scrollTop = box.scrollHeight;
}

// -- chat

function reading() {
  return talk.dataset.talk === "chat" && talk.getClientRects().length > 0 && !document.hidden;
}

function count() {
  const last = Number(list.dataset.last);
  if (reading()) {
    read = last;
    try { localStorage.setItem(READ, String(read)); } catch { /* a browser that keeps nothing */ }
  }
  const unread = [...list.children].filter((line) => Number(line.dataset.number) > read && !line.querySelector(".me")).length;
  const mark = document.getElementById("unread");
  mark.hidden = !unread;
  mark.textContent = unread;
  const row = talk.querySelector(".acc .r");
  row.textContent = unread ? row.dataset.unreadText.replace("#", unread) : "";
}

function add(lines) {
  for (const line of lines) {
    if (line.number <= Number(list.dataset.last)) continue;
    const item = document.getElementById("words-chatline").content.cloneNode(true).firstElementChild;
    item.dataset.number = line.number;
    const [watcher, player] = item.querySelectorAll(".pav, .pm");
    watcher.textContent = line.name.slice(0, 1).toUpperCase();
    player.firstElementChild.setAttribute("href", `#player-${line.seat}`);
    player.classList.toggle("me", mine().includes(String(line.seat)));
    (line.seat === null ? player : watcher).remove();
    item.querySelector("b").textContent = line.name;
    item.querySelector(".t").textContent = line.text;
    item.querySelector("time").dataset.time = line.at;
    list.append(item);
    list.dataset.last = line.number;
  }
  tellTimes(list);
  toBottom(document.getElementById("chat"));
  count();
}

document.addEventListener("table:chat", (event) => add(event.detail));
document.addEventListener("visibilitychange", count);

let sending = false; // Enter twice says it once

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const fields = new FormData(form);
  const body = { text: fields.get("text"), name: fields.get("name") ?? "" };
  if (!body.text.trim() || sending) return;
  sending = true;
  if (mine().length) body.seat = Number(meta().seat || mine()[0]);
  try {
    const answer = await send(`/api/v1/games/${meta().game}/chat`, body);
    if (!answer.ok) { say((await answer.json()).text || words().failed); return; }
    form.elements.text.value = "";
    show("chat");
    const news = await fetch(`/api/v1/games/${meta().game}/chat?since=${list.dataset.last}`);
    if (news.ok) add(await news.json());
  } catch {
    say(words().failed); // what was written stays in the field
  } finally {
    sending = false;
  }
});

// -- which of them

export function show(which) {
  talk.dataset.talk = which;
  for (const button of talk.querySelectorAll("[data-talk]")) button.setAttribute("aria-pressed", String(button.dataset.talk === which));
  if (which === "chat") toBottom(document.getElementById("chat"));
  count();
}

talk.addEventListener("click", (event) => {
  const which = event.target.closest("button[data-talk]");
  if (which) { show(which.dataset.talk); return; }
});

bind("c", () => { show("chat"); form.elements.text.focus(); });
count();
