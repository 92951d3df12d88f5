// What the map shows: classes of the page, kept for the person on the server and on the device.

import { bind } from "./keys.js";
import { send } from "./talk.js";

const page = document.documentElement.classList;
const panel = () => document.querySelector("[data-mapset]");
const YEAR = 365 * 24 * 3600;

function routes(select) {
  return [...select.options].map((one) => one.value).filter(Boolean);
}

// The region is the same for everybody; what this reader has chosen is in the classes of the page.
function tick() {
  for (const box of document.querySelectorAll("[data-map-class]")) box.checked = (box.dataset.on === "yes") !== page.contains(box.dataset.mapClass);
  for (const select of document.querySelectorAll("[data-map-routes]")) select.value = routes(select).find((name) => page.contains(name)) ?? "";
}

function keep() {
  const known = [...document.querySelectorAll("[data-map-class]")].map((box) => box.dataset.mapClass);
  for (const select of document.querySelectorAll("[data-map-routes]")) known.push(...routes(select));
  const chosen = known.filter((name) => page.contains(name));
  const other = [...page].filter((name) => /^(no|routes)-|^tile-numbers$/.test(name) && !known.includes(name)); // of another title's map
  const classes = [...new Set([...chosen, ...other])].join(" ");
  document.cookie = `map=${classes.replaceAll(" ", ".")}; path=/; max-age=${YEAR}; samesite=lax`;
  if (document.querySelector("meta[name=csrf]")?.content) send("/settings/map", { classes }, "PUT").catch(() => {}); // the device has it
}

document.addEventListener("change", (event) => {
  const { target } = event;
  if (target.dataset?.mapClass) page.toggle(target.dataset.mapClass, (target.dataset.on === "yes") !== target.checked);
  else if (target.matches?.("[data-map-routes]")) {
    page.remove(...routes(target));
    if (target.value) page.add(target.value);
  } else return;
  keep();
});

function shut() {
  if (!panel()?.open) return false;
  panel().open = false;
  if (panel().contains(document.activeElement)) panel().querySelector("summary").focus();
  return true;
}

bind("Escape", shut);
document.addEventListener("click", (event) => { if (!event.target.closest?.("[data-mapset]")) shut(); });
document.addEventListener("region:after", tick);
tick();
