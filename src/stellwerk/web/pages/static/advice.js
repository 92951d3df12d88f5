// Advice of a bot, fetched by its dialog, and bots that play on for somebody.

import { lost, meta, refresh, say, send, words } from "./talk.js";
import { refill } from "./popover.js";

document.addEventListener("dialog:filled", async (event) => {
  const box = event.detail.box.querySelector("[data-advice]");
  if (!box) return;
  let text = words().failed;
  try {
    const answer = await fetch(box.dataset.advice);
    if (answer.ok) { box.innerHTML = await answer.text(); return; }
    const type = answer.headers.get("content-type") ?? "";
    if (type.includes("json")) text = (await answer.json()).text || text;
  } catch { /* told below */ }
  box.textContent = text;
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
