// Talking to the server: requests with the session's token, and the regions of the page that an answer brings.

let token = document.querySelector("meta[name=csrf]")?.content ?? "";

async function renewToken() {
  const answer = await fetch("/api/v1/session");
  token = (await answer.json()).csrf;
}

export async function send(path, body, method = "POST") {
  const request = () => fetch(path, {
    method,
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

// Put every element of an answer in the place of the element with its id. Focus and scrolling stay where they were.
// An answer that is older than what the page shows is left alone.
export function place(html) {
  const held = document.createElement("template");
  held.innerHTML = html;
  const news = held.content.getElementById("meta")?.dataset;
  if (news && Number(news.version) < Number(meta().version)) return false;
  const active = document.activeElement;
  const focused = active?.closest("[id]")?.id ?? "";
  const key = active?.dataset?.focus ?? "";
  for (const fresh of [...held.content.children]) {
    const old = fresh.id && document.getElementById(fresh.id);
    if (!old) continue;
    document.dispatchEvent(new CustomEvent("region:before", { detail: { old, fresh } }));
    const scrolled = [[old.scrollLeft, old.scrollTop], ...[...old.querySelectorAll("[data-scroll]")].map((part) => [part.scrollLeft, part.scrollTop, part.dataset.scroll])];
    for (const part of old.querySelectorAll("details[data-stay][open]")) { // what the reader has opened stays open
      fresh.querySelector(`details[data-stay="${CSS.escape(part.dataset.stay)}"]`)?.setAttribute("open", "");
    }
    old.replaceWith(fresh);
    for (const [left, top, name] of scrolled) {
      if (!left && !top) continue;
      const part = name === undefined ? fresh : fresh.querySelector(`[data-scroll="${CSS.escape(name)}"]`);
      if (part) { part.scrollLeft = left; part.scrollTop = top; }
    }
    window.htmx?.process(fresh);
    document.dispatchEvent(new CustomEvent("region:after", { detail: { region: fresh } }));
  }
  for (const toast of held.content.querySelectorAll("[data-toast]")) say([...toast.childNodes]);
  if (!active?.isConnected) {
    const again = (key && document.querySelector(`[data-focus="${CSS.escape(key)}"]`)) || (focused && document.getElementById(focused));
    again?.focus({ preventScroll: true });
  }
  document.dispatchEvent(new CustomEvent("table:placed"));
  return true;
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

// A click is pressing and letting go of the same thing: what comes unasked waits until the pointer is up, else the button
// under it would be another one by then and the click would be lost.
let held = null;
let letGo = () => {};

addEventListener("pointerdown", () => { held ??= new Promise((done) => { letGo = done; }); }, true);
for (const end of ["click", "pointercancel", "dragend", "blur"]) addEventListener(end, release, true);
addEventListener("pointerup", () => setTimeout(release, 0), true); // the click comes first

function release() {
  held = null;
  letGo();
}

export function released() {
  return held ?? Promise.resolve();
}

let asked = 0; // only the answer to the last question is shown

// `unasked`: news, not a wish of the reader; they wait for a pressed button and for what it does.
export async function refresh(extra = {}, { unasked = false } = {}) {
  const mine = ++asked;
  const answer = await fetch(address("now", extra));
  const html = await answer.text();
  if (unasked) {
    await released();
    await settled();
  }
  if (mine !== asked) return true;
  if (answer.ok) place(html);
  else if (answer.status === 403 || answer.status === 404) say(words().gone, "gone");
  return answer.ok;
}

// -- doing something: one thing at a time, sent again under the same key if the network fails

let doing = null;

export function settled() {
  return doing ?? Promise.resolve();
}

const TRIES = [400, 1200, 3000, 6000];

async function persist(path, body) {
  for (const pause of [...TRIES, 0]) {
    try {
      const answer = await send(path, body);
      if (![502, 503, 504].includes(answer.status) || !pause) return answer;
    } catch (error) {
      if (!pause) throw error;
    }
    say(words().lost, "net");
    await new Promise((done) => setTimeout(done, pause));
  }
  return null;
}

// Post to a piece of the table and show what comes back. True if it was done. `near` is what was clicked; `refused`
// gets the HTML of a refusal by the rules.
export async function perform(piece, body, near = null, refused = null) {
  if (doing) return false;
  let over;
  doing = new Promise((done) => { over = done; });
  document.documentElement.classList.add("busy");
  near?.setAttribute("aria-busy", "true");
  try {
    const answer = await persist(address(piece, { ply: null }), body);
    const html = await answer.text();
    if (answer.headers.get("content-type")?.startsWith("application/json")) {
      say(JSON.parse(html).text || words().failed);
      return false;
    }
    if (answer.status === 422 && refused) {
      refused(html, near);
      return false;
    }
    asked += 1;
    place(html);
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
