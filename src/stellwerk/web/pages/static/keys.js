// Keys. `bind("s", act)` adds one; `act` returns false if it has nothing to do, then the next one bound is asked.
// A button in the decision with data-key="p" is pressed by that key. While somebody types, only Esc is heard.

import { close, isOpen, openDialog } from "./popover.js";

const bound = new Map();
const REPEATS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Tab", "PageUp", "PageDown", "+", "-", "=", "−", ",", "."]);

export function bind(key, act) {
  bound.set(key, [act, ...(bound.get(key) ?? [])]); // what was bound last is asked first
}

function typing(target) {
  return target.closest?.("input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable]");
}

function nameOf(event) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const control = event.ctrlKey || event.metaKey;
  return `${control ? "ctrl+" : ""}${event.shiftKey && (control || event.key.length > 1) ? "shift+" : ""}${key}`;
}

function seen(element) {
  return element && !element.disabled && element.getClientRects().length > 0;
}

// True if a card that tells what happened lies upon a button.
function hidden(button) {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  return Boolean(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest("#moment"));
}

function press(selector) {
  const button = [...document.querySelectorAll(selector)].find(seen);
  if (button && hidden(button)) document.dispatchEvent(new CustomEvent("card:away")); // nobody plays what cannot be seen
  else button?.click();
  return Boolean(button);
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.isComposing) return;
  const name = nameOf(event);
  if (event.repeat && !REPEATS.has(name) && !typing(event.target)) { // a key that is held down plays no second move
    if (event.key === "Enter" || event.key === " ") event.preventDefault();
    return;
  }
  if (typing(event.target) && name !== "Escape") return;
  if (document.getElementById("dialog").open) return; // the dialog has its own
  for (const act of bound.get(name) ?? []) {
    if (act(event) !== false) { event.preventDefault(); return; }
  }
  if (name.length === 1 && press(`#decision [data-key="${CSS.escape(name)}"]`)) event.preventDefault();
});

bind("?", () => { openDialog("#words-keys"); });
document.addEventListener("click", (event) => { if (event.target.closest("[data-keys]")) openDialog("#words-keys"); });

// Enter presses the filled button, unless something else has the focus that Enter works on.
bind("Enter", (event) => {
  if (event.target.closest?.("button, a, input, select, summary, [role=button], [role=option], [data-enter]")) return false;
  return press("#decision .btn.pri");
});

bind("s", () => press("#decision [data-key=s], #decision .btn.quiet[data-action]"));

// Esc steps back: the popover, then whoever listens to `step:back` (a choice that is taken back), then the past.
bind("Escape", () => {
  if (isOpen()) return close();
  const back = new CustomEvent("step:back", { cancelable: true });
  if (!document.dispatchEvent(back)) return true;
  return document.getElementById("app").dataset.past === "yes" && press("#decision [data-step=live]");
});

for (let number = 0; number <= 9; number += 1) { // 0 is the auction, so that the others keep their numbers
  bind(String(number), () => {
    const tab = document.querySelector(`#stage .tabs a[data-number="${number}"]`);
    tab?.click();
    return Boolean(tab);
  });
}
