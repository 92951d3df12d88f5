// The frame: views, through whose eyes, theme, language, rows that open on a small screen.

import { lost, refresh } from "./talk.js";
import { bind } from "./keys.js";
import { close } from "./popover.js";
import { step } from "./history.js";

const app = document.getElementById("app");
const YEAR = 365 * 24 * 3600;

function keep(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR}; samesite=lax`;
}

function otherTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  keep("theme", root.dataset.theme);
}

// To the decision: some views cover it, then the one that belongs to the decision is shown.
async function toDecision() {
  if (!document.getElementById("decision").getClientRects().length) await refresh({ tab: "" });
  const panel = document.getElementById("decision");
  panel.scrollIntoView({ block: "nearest" });
  panel.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const target = event.target;
  const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  const tab = target.closest("a[data-tab], button[data-tab]");
  if (tab && plain) {
    event.preventDefault();
    app.dataset.pane = "views";
    refresh({ tab: tab.dataset.tab }).catch(lost);
    return;
  }
  const pane = target.closest("a[data-pane]");
  if (pane) { event.preventDefault(); app.dataset.pane = pane.dataset.pane; return; }
  if (target.closest("[data-to-decision]")) { toDecision().catch(lost); return; }
  const eyes = target.closest("[data-eyes]:not(#meta)");
  if (eyes && plain) { event.preventDefault(); refresh({ seat: eyes.dataset.eyes }).catch(lost); return; }
  if (target.closest("#theme, [data-theme-next]")) { otherTheme(); return; }
  const language = target.closest("a[data-lang]");
  if (language) {
    event.preventDefault();
    keep("lang", language.dataset.lang);
    location.reload();
    return;
  }
  const row = target.closest("[data-acc]");
  if (row) {
    const open = new Set((app.dataset.open ?? "").split(" ").filter(Boolean));
    if (!open.delete(row.dataset.acc)) open.add(row.dataset.acc);
    app.dataset.open = [...open].join(" ");
    row.setAttribute("aria-expanded", String(open.has(row.dataset.acc)));
  }
});

bind("d", () => { toDecision().catch(lost); });
bind(",", () => { step("prev"); });
bind(".", () => { step("next"); });
document.addEventListener("table:placed", () => { if (app.dataset.pane !== "views" && !document.querySelector(".logtab")) close(false); });
