// Advice of a bot, fetched by its dialog, and bots that play on for somebody.

import { lost, meta, refresh, say, send, words } from "./talk.js";
import { refill } from "./popover.js";

async function ask(box, bot) {
  const query = bot ? `&bot=${encodeURIComponent(bot)}` : "";
  let text = words().failed;
  try {
    const answer = await fetch(box.dataset.advice + query);
    if (box.dataset.asked !== bot) return; // somebody else has been asked meanwhile
    if (answer.ok) { box.innerHTML = await answer.text(); return; }
    const type = answer.headers.get("content-type") ?? "";
    if (type.includes("json")) text = (await answer.json()).text || text;
  } catch { /* told below */ }
  if (box.dataset.asked === bot) box.textContent = text;
}

document.addEventListener("dialog:filled", (event) => {
  const box = event.detail.box.querySelector("[data-advice]");
  if (!box) return;
  box.dataset.asked = "";
  const thinking = box.innerHTML;
  ask(box, "");
  for (const button of event.detail.box.querySelectorAll("[data-adviser]")) {
    button.addEventListener("click", () => {
      for (const other of event.detail.box.querySelectorAll("[data-adviser]")) other.ariaPressed = String(other === button);
      box.innerHTML = thinking;
      box.dataset.asked = button.dataset.adviser;
      ask(box, button.dataset.adviser);
    });
  }
});

async function standIn(seat, bot) {
  try {
    const answer = await send(`/api/v1/games/${meta().game}/seats/${seat}/stand-in`, { bot }, "PUT");
    if (!answer.ok) { say((await answer.json()).text || words().failed); return; }
    await refill();
    refresh().catch(lost);
  } catch {
    say(words().failed);
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-stand-in], [data-back]");
  if (!button) return;
  const { standIn: seat, back } = button.dataset;
  if (back !== undefined) standIn(back, "");
  else standIn(seat, button.parentElement.querySelector("select").value);
});
