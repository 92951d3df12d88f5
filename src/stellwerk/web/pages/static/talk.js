// Talking to the server: requests with the session's token, and the regions of the page that an answer brings.

let token = document.querySelector("meta[name=csrf]")?.content ?? "";

async function renewToken() {
  const answer = await fetch("/api/v1/session");
  token = (await answer.json()).csrf;
}

export async function send(path, body, method = "POST", signal = undefined) {
  const request = () => fetch(path, {
    method,
    signal,
    headers: { "content-type": "application/json", "x-csrf-token": token },
    body: JSON.stringify(body),
  });
  let answer = await request();
  if (answer.status === 403) { // another tab may have renewed the session
    const old = token;
    await renewToken();
    if (token !== old) answer = await request();
  }
  if (answer.headers.get("content-type")?.startsWith("application/json")) {
    const said = await answer.clone().json();
    if (said?.csrf) token = said.csrf;
  }
  return answer;
}

document.addEventListener("htmx:configRequest", (event) => { event.detail.headers["x-csrf-token"] = token; });

export function meta() {
  return document.getElementById("meta").dataset;
}

// Texts in the reader's language for what only scripts notice.
export function words() {
  return document.getElementById("words").dataset;
}

// -- regions

// What the page has, as the server calls it, and the name of the page itself (docs/pages.md, "What a browser has").
export function state() {
  return document.getElementById("state").dataset.has;
}

export const WINDOW = newKey();
const covered = new Map(); // regions as the server has sent them, while a choice or a piece lies in their place

// Put every element of an answer in the place of the element with its id. Focus and scrolling stay where they were.
// An answer that is older than what the page shows is left alone. False if it tells the differences from something that
// the page does not have.
export function place(html) {
  const held = document.createElement("template");
  held.innerHTML = html;
  const news = held.content.getElementById("meta")?.dataset;
  if (news && Number(news.version) < Number(meta().version)) return true;
  const brought = held.content.getElementById("state")?.dataset;
  if (brought?.base !== undefined && brought.base !== state()) return brought.has === state();
  if (brought) { // what it leaves out is as the server has sent it last
    for (const [id, region] of covered) if (!held.content.getElementById(id)) held.content.append(region);
    covered.clear();
  }
  const anew = news && (news.question !== meta().question || news.live !== meta().live); // something else is asked
  const active = document.activeElement;
  const focused = active?.closest("[id]")?.id ?? "";
  const key = active?.dataset?.focus ?? "";
  // Everything is measured before anything is changed: else the browser would lay out the page anew for every region.
  const changes = [...held.content.children].map((fresh) => ({ fresh, old: fresh.id && document.getElementById(fresh.id) })).filter(({ old }) => old);
  for (const change of changes) change.scrolled = change.fresh.dataset.from === undefined ? scrolling(change.old) : [];
  for (const { old, fresh } of changes) {
    document.dispatchEvent(new CustomEvent("region:before", { detail: { old, fresh: fresh.dataset.from === undefined ? fresh : old } }));
  }
  for (const { old, fresh } of changes) {
    if (fresh.dataset.from !== undefined) { extend(old, fresh); continue; }
    if (!brought && !covered.has(fresh.id)) covered.set(fresh.id, old);
    for (const part of old.querySelectorAll("details[data-stay][open]")) { // what the reader has opened stays open
      fresh.querySelector(`details[data-stay="${CSS.escape(part.dataset.stay)}"]`)?.setAttribute("open", "");
    }
    old.replaceWith(fresh);
    window.htmx?.process(fresh);
  }
  for (const { old, fresh, scrolled } of changes) {
    if (!(anew && fresh.id === "decision")) scrollBack(fresh, scrolled); // a new question is read from its top
    document.dispatchEvent(new CustomEvent("region:after", { detail: { region: fresh.isConnected ? fresh : old } }));
  }
  for (const toast of held.content.querySelectorAll("[data-toast]")) say([...toast.childNodes]);
  if (!active?.isConnected) {
    const again = (key && document.querySelector(`[data-focus="${CSS.escape(key)}"]`)) || (focused && document.getElementById(focused));
    again?.focus({ preventScroll: true });
  }
  document.dispatchEvent(new CustomEvent("table:placed", { detail: { anew } }));
  return true;
}

// Where a region and its parts are scrolled to, and there again.
function scrolling(region) {
  const parts = [[undefined, region], ...[...region.querySelectorAll("[data-scroll]")].map((part) => [part.dataset.scroll, part])];
  return parts.map(([name, part]) => [name, part.scrollLeft, part.scrollTop]).filter(([, left, top]) => left || top);
}

function scrollBack(region, scrolled) {
  for (const [name, left, top] of scrolled) {
    const part = name === undefined ? region : region.querySelector(`[data-scroll="${CSS.escape(name)}"]`);
    if (part) { part.scrollLeft = left; part.scrollTop = top; }
  }
}

// A list of records of which only those from a number on are sent: they follow on the ones before them.
function extend(old, fresh) {
  const lines = old.querySelector(".lines");
  for (const line of [...lines.children]) if (Number(line.dataset.v) >= Number(fresh.dataset.from)) line.remove();
  lines.append(...fresh.querySelector(".lines").children);
}

// A toast: a text, or nodes of an answer. One at a time would hide things that matter; three are enough.
export function say(what, name = "") {
  const toasts = document.getElementById("toasts");
  if (name) toasts.querySelector(`[data-name="${CSS.escape(name)}"]`)?.remove();
  const toast = document.createElement("div");
  toast.className = "toast";
  if (name) toast.dataset.name = name;
  toast.append(...(Array.isArray(what) ? what : [what]));
  toasts.append(toast);
  while (toasts.children.length > 3) toasts.firstElementChild.remove();
  setTimeout(() => toast.remove(), 6000);
}

// The address of a piece of this table, for the seat, ply and tab that are shown. `ply: null` is the present.
export function address(piece, extra = {}) {
  const now = meta();
  const query = new URLSearchParams();
  const wish = { tab: now.fits === "yes" ? null : now.tab, seat: now.eyes, ply: now.live === "no" ? now.ply : null, ...extra };
  for (const [name, value] of Object.entries(wish)) {
    if (value !== null && value !== undefined && value !== "") query.set(name, value);
  }
  return `/g/${now.game}/${piece}?${query}`;
}

// What a question was asked about: its answer is of no use once the page shows something else.
export function stamp() {
  const { version, live, ply, eyes } = meta();
  return [version, live, ply, eyes].join(" ");
}

// -- what is pressed

// A click is pressing and letting go of the same thing: what comes meanwhile waits until the pointer (or the space bar) is
// up and the click has been heard, else the button under it would be another one by then and the click would be lost.
const TAP = 300; // milliseconds after a finger is lifted in which its click comes
const HELD = 8000; // milliseconds after which something held is forgotten: a menu of the browser may swallow the letting go
const CONTROL = "button, a, summary, label, [role=button]";
let held = null;
let onControl = false;
let letGo = () => {};

function hold(event) {
  held ??= new Promise((done) => { letGo = done; });
  onControl = Boolean(event.target.closest?.(CONTROL));
  releaseSoon(HELD);
}

function release() {
  held = null;
  onControl = false;
  letGo();
}

let releasing = 0;
function releaseSoon(pause = 0) { // a task of its own: all listeners of the click come first
  clearTimeout(releasing);
  releasing = setTimeout(release, pause);
}

addEventListener("pointerdown", (event) => { if (event.isPrimary && event.button === 0) hold(event); }, true);
addEventListener("pointerup", (event) => releaseSoon(event.pointerType === "mouse" ? 0 : TAP), true);
for (const end of ["click", "pointercancel", "dragend"]) addEventListener(end, () => releaseSoon(), true);
addEventListener("keydown", (event) => { if (event.key === " " && event.target.closest?.("button, summary")) hold(event); }, true);
addEventListener("keyup", (event) => { if (event.key === " ") releaseSoon(); }, true);
addEventListener("blur", (event) => { if (event.target === window) release(); }); // not of an element that loses the focus
document.addEventListener("visibilitychange", release);

// News nobody has asked for wait for anything that is held; answers only for what can be clicked (a slider that is dragged
// shows where it is).
export async function released(unasked = true) {
  while (held && (unasked || onControl)) await held;
}

// Lists and hints that are filled in later wait in the same way: the row that is pressed must not be replaced.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, serverResponse, requestConfig, shouldSwap } = event.detail;
  if (!held || !shouldSwap) return;
  event.preventDefault();
  const swapStyle = requestConfig?.elt?.getAttribute("hx-swap") ?? "innerHTML";
  released().then(() => { if (target.isConnected) window.htmx.swap(target, serverResponse, { swapStyle, swapDelay: 0, settleDelay: 0 }); });
});

export function lost() {
  say(words().lost, "net");
}

let asked = 0; // only the answer to the last question is shown
let wish = { extra: {}, number: 0, shown: true }; // what the reader wanted to see last

// News wait for a pressed button and for what it does.
async function quiet() {
  do {
    await released();
    await settled();
  } while (held);
}

// What a stream has brought; false if it begins with something that the page does not have, or if the reader has asked for
// something else meanwhile.
export async function bring(html, current) {
  await quiet();
  return !current() || (wish.shown && place(html));
}

// `unasked`: news, not a wish of the reader. `have` is what the answer need not bring again.
export async function refresh(extra = {}, { unasked = false, have = state() } = {}) {
  const mine = ++asked;
  if (!unasked) wish = { extra, number: mine, shown: false };
  const wanted = wish.shown ? extra : { ...wish.extra, ...extra }; // news take a wish along
  const answer = await fetch(address("now", { ...wanted, have, window: WINDOW }));
  const html = await answer.text();
  await (unasked ? quiet() : released(false));
  if (mine !== asked) return true;
  if (answer.ok) {
    if (!place(html)) return refresh(wanted, { unasked, have: "" });
    wish.shown = true;
  } else if (answer.status === 403 || answer.status === 404) say(words().gone, "gone");
  return answer.ok || answer.status < 500;
}

// -- doing something: one thing at a time, sent again under the same key if the network fails

let doing = null;

export function settled() {
  return doing ?? Promise.resolve();
}

const TRIES = [400, 1200, 3000, 6000];
const LONGEST = 15000; // milliseconds without an answer before the same is sent again

// A line that swallows a request (a laptop that slept, a network that changed) must not block the table for good.
async function persist(path, body) {
  for (const pause of [...TRIES, 0]) {
    const given = new AbortController();
    const patience = setTimeout(() => given.abort(), LONGEST);
    try {
      const answer = await send(path, body, "POST", given.signal);
      if (![502, 503, 504].includes(answer.status) || !pause) return answer;
    } catch (error) {
      if (!pause) throw error;
    } finally {
      clearTimeout(patience);
    }
    lost();
    await new Promise((done) => setTimeout(done, pause));
  }
  return null;
}

// Post to a piece of the table and show what comes back. True if it was done. `near` is what was clicked; `refused`
// gets the HTML of a refusal by the rules.
export async function perform(piece, body, near = null, refused = null) {
  if (doing) return false;
  const before = asked;
  let over;
  doing = new Promise((done) => { over = done; });
  document.documentElement.classList.add("busy");
  near?.setAttribute("aria-busy", "true");
  try {
    const answer = await persist(address(piece, { ply: null, have: state(), window: WINDOW }), body);
    const html = await answer.text();
    if (answer.headers.get("content-type")?.startsWith("application/json")) {
      say(JSON.parse(html).text || words().failed);
      return false;
    }
    if (answer.status === 422 && refused) {
      refused(html, near);
      return false;
    }
    await released(false);
    const wished = wish.number > before || !wish.shown ? wish.extra : null;
    asked += 1;
    const placed = place(html);
    if (wished || !placed) refresh(wished ?? {}, { have: placed ? state() : "" }).catch(lost); // another view was asked for
    return answer.ok;
  } catch {
    say(words().failed);
    return false;
  } finally {
    document.documentElement.classList.remove("busy");
    near?.removeAttribute("aria-busy");
    doing = null;
    over();
  }
}

export function newKey() {
  return crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint32Array(4))].join("-");
}
