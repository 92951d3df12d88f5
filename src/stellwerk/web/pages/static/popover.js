// Popovers and the dialog. There is one popover: opening it closes what it showed before. Esc closes, focus returns.
// [data-pop="/address"] fetches its content, [data-pop="#template"] takes it from a <template>.
// [data-dialog="/address"] fills the dialog.

import { address, say, words } from "./talk.js";

const GAP = 8;
let anchor = null;
let back = null;
let asked = 0; // only the content that was asked for last is shown

const box = () => document.getElementById("popover");
const dialog = () => document.getElementById("dialog");

function sentence(json) {
  try { return JSON.parse(json).text; } catch { return ""; }
}

export function isOpen() {
  return !box().hidden;
}

// `content` is HTML of the server or a node; it is put beside `near` and never over it.
export function open(content, near, { refusal = false, label = "" } = {}) {
  const pop = box();
  close(false);
  anchor = near;
  back = document.activeElement;
  pop.replaceChildren();
  if (typeof content === "string") pop.innerHTML = content;
  else pop.append(content);
  pop.classList.toggle("refuses", refusal);
  pop.setAttribute("aria-label", label || pop.querySelector("[aria-label]")?.getAttribute("aria-label") || near?.getAttribute("aria-label") || near?.textContent?.trim().slice(0, 80) || "");
  near?.setAttribute("aria-expanded", "true");
  pop.hidden = false;
  move();
  window.htmx?.process(pop);
  document.dispatchEvent(new CustomEvent("popover:open", { detail: { pop } }));
  if (!refusal || near?.matches?.("button, a, [tabindex]")) pop.focus({ preventScroll: true });
}

export function move() {
  const pop = box();
  if (pop.hidden || !anchor?.isConnected) return;
  const at = anchor.getBoundingClientRect();
  const width = pop.offsetWidth, height = pop.offsetHeight;
  const left = Math.max(GAP, Math.min(at.left + at.width / 2 - width / 2, innerWidth - width - GAP));
  let top = at.bottom + GAP;
  if (top + height > innerHeight - GAP) top = at.top - height - GAP;
  let x = left;
  if (top < GAP) { // neither below nor above: beside it
    top = Math.max(GAP, Math.min(at.top, innerHeight - height - GAP));
    x = at.right + GAP + width <= innerWidth ? at.right + GAP : Math.max(GAP, at.left - width - GAP);
  }
  pop.style.left = `${Math.round(x)}px`;
  pop.style.top = `${Math.round(top)}px`;
}

export function close(giveBack = true) {
  const pop = box();
  if (pop.hidden) return false;
  const inside = pop.contains(document.activeElement);
  pop.hidden = true;
  anchor?.setAttribute?.("aria-expanded", "false");
  if (giveBack && inside) (back?.isConnected ? back : anchor?.isConnected ? anchor : null)?.focus?.({ preventScroll: true });
  anchor = null;
  return true;
}

export async function openDialog(source) {
  const box = dialog();
  close(false);
  if (source.startsWith("#")) box.replaceChildren(document.querySelector(source).content.cloneNode(true));
  else {
    const answer = await fetch(source);
    if (!answer.ok) { say(words().failed); return; }
    box.innerHTML = await answer.text();
  }
  box.dataset.source = source;
  if (!box.open) box.showModal();
  document.dispatchEvent(new CustomEvent("dialog:filled", { detail: { box } }));
}

export async function refill() {
  if (dialog().open && dialog().dataset.source) await openDialog(dialog().dataset.source);
}

document.addEventListener("click", async (event) => {
  const opener = event.target.closest("[data-pop]");
  if (opener) {
    event.preventDefault();
    if (opener === anchor && isOpen()) { close(); return; }
    const source = opener.dataset.pop;
    if (source.startsWith("#")) { open(document.querySelector(source).content.cloneNode(true), opener); return; }
    const where = "plyToo" in opener.dataset ? address(source.split("/").pop().split("?")[0]) : source;
    const number = ++asked;
    try {
      const answer = await fetch(where);
      const html = await answer.text();
      if (number !== asked) return; // another one was opened meanwhile
      if (answer.ok) open(html, opener.isConnected ? opener : document.querySelector(`[data-pop="${CSS.escape(source)}"]`));
      else say(sentence(html) || words().failed);
    } catch {
      say(words().failed);
    }
    return;
  }
  const filler = event.target.closest("[data-dialog]");
  if (filler) {
    event.preventDefault();
    await openDialog(filler.dataset.dialog);
    return;
  }
  if (event.target.closest("[data-close]") || event.target === dialog()) {
    dialog().close();
    close();
    return;
  }
  if (isOpen() && !box().contains(event.target)) close(false);
});

document.addEventListener("table:placed", () => { if (isOpen() && anchor && !anchor.isConnected) close(false); });
addEventListener("resize", () => move());
document.addEventListener("htmx:afterSwap", (event) => { // hx-target="#popover"
  if (event.detail.target !== box()) return;
  const html = box().innerHTML;
  open(html, event.detail.requestConfig?.elt ?? event.detail.elt);
});
