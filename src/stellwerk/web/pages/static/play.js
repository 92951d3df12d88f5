// Playing: a click on [data-action] does it, [data-why] asks why it cannot be done.

import { address, meta, newKey, perform, say, send, words } from "./talk.js";
import { open } from "./popover.js";

// `then` are actions that follow at once; all are done, or none.
export function play(action, seat, near, then = []) {
  const body = { seat: Number(seat), expected_version: Number(meta().version), action, then, key: newKey() };
  return perform("act", body, near, show);
}

// A refusal, at the thing that was clicked and in the panel; `near` may be any element, also one of a drawing.
export function show(html, near) {
  const panel = document.getElementById("refusals");
  const beside = near && near.isConnected;
  if (panel && !(beside && near.closest("#decision"))) {
    panel.innerHTML = html;
    const quiet = beside ? panel.querySelector("[role=alert]") : null;
    quiet?.removeAttribute("role");
  }
  if (beside) open(html, near, { refusal: true });
}

document.addEventListener("region:before", ({ detail }) => {
  if (detail.old.id === "decision") document.getElementById("refusals")?.replaceChildren();
});

async function ask(button) {
  const body = { action: JSON.parse(button.dataset.why), seat: button.dataset.seat ? Number(button.dataset.seat) : null };
  if (meta().live === "no") body.ply = Number(meta().ply);
  const answer = await send(address("why"), body);
  if (answer.headers.get("content-type")?.startsWith("application/json")) say((await answer.json()).text || words().failed);
  else show(await answer.text(), button);
}

let clicked = ""; // the version in which a button was clicked last

document.addEventListener("click", (event) => {
  const asked = event.target.closest("[data-why]");
  if (asked) {
    event.preventDefault();
    ask(asked).catch(() => say(words().failed));
    return;
  }
  const button = event.target.closest("button[data-action], button[data-confirm]");
  if (!button) return;
  const again = event.detail > 1 && clicked !== meta().version; // the second half of a double click, on what came meanwhile
  clicked = meta().version;
  if (again) event.preventDefault();
  else if (button.dataset.action) {
    event.preventDefault();
    play(JSON.parse(button.dataset.action), button.dataset.seat, button, JSON.parse(button.dataset.then ?? "[]"));
  }
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-action]");
  if (!form) return;
  event.preventDefault();
  const action = JSON.parse(form.dataset.action);
  action[form.dataset.field] = Number(new FormData(form).get("amount"));
  play(action, form.dataset.seat, form.querySelector("[type=submit]") ?? form);
});
