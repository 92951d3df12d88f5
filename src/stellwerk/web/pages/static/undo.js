// Taking back and making again.

import { meta, newKey, perform, refresh, say, send, words } from "./talk.js";
import { bind } from "./keys.js";

export function undo(button = document.getElementById("undo")) {
  if (!button || button.disabled) return;
  const { seat, to } = button.dataset;
  perform("undo", { seat: Number(seat), to: Number(to), expected_version: Number(meta().version), key: newKey() }, button);
}

// The offer to make it again goes with what it offers.
function forget() {
  for (const toast of document.querySelectorAll("#toasts .toast:has([data-redo])")) toast.remove();
}

export function redo() {
  const button = document.getElementById("redo");
  forget();
  if (button && !button.disabled) perform("redo", { expected_version: Number(meta().version), count: 1 }, button);
}

document.addEventListener("click", (event) => {
  const back = event.target.closest("[data-undo]");
  if (back) { event.preventDefault(); undo(document.getElementById("undo")); return; }
  if (event.target.closest("[data-redo]")) {
    event.preventDefault();
    redo();
    return;
  }
  const answer = event.target.closest("[data-undo-answer]");
  if (answer) {
    event.preventDefault();
    perform("undo/answer", { seat: Number(answer.dataset.seat), accept: answer.dataset.undoAnswer === "yes" }, answer)
      .catch(() => say(words().failed));
  }
  const rules = event.target.closest("[data-rules]");
  if (rules) chooseRules(rules).catch(() => say(words().failed));
});

// The rules have been mended: the table chooses how a game goes on that does not agree with them.
async function chooseRules(button) {
  const { game, version } = meta();
  const wish = { seat: Number(button.dataset.seat), expected_version: Number(version), choice: button.dataset.rules };
  const answer = await send(`/api/v1/games/${game}/rules`, wish);
  if (!answer.ok) say((await answer.json()).text);
  await refresh();
}

document.addEventListener("table:placed", () => { if (document.getElementById("redo")?.disabled) forget(); });
bind("ctrl+z", () => undo());
bind("ctrl+y", redo);
bind("ctrl+shift+z", redo);
