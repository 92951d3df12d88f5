// Following the table: a stream of server-sent events brings what moves change in this page. After a pause, or if something
// is missing in between, the page asks for what is now.

import { alertsAtOnce } from "./alerts.js";
import { bring, meta, refresh, say, state, WINDOW, words } from "./talk.js";

const AGAIN = 4000; // milliseconds before a stream that was refused is tried again
let source = null;
let followed = ""; // how the stream looks at the table
let lost = 0;
let heard = Date.now();
let queue = Promise.resolve(); // what the stream brings is put in place in its order

// How the page looks at the table: whoever looks in another way needs another stream.
function outlook() {
  const { eyes, fits, tab, live, guide } = meta();
  const query = new URLSearchParams({ window: WINDOW });
  if (eyes) query.set("seat", eyes);
  if (fits !== "yes") query.set("tab", tab);
  if (live === "no") query.set("past", "true");
  return { query, name: `${query} ${guide}` };
}

// Ask for what is now.
async function ask() {
  try {
    if (!await refresh({ since: Number(meta().version) }, { unasked: true })) setTimeout(check, AGAIN);
  } catch {
    setTimeout(check, AGAIN);
  }
}

function listen() {
  source?.close();
  const { query, name } = outlook();
  followed = name;
  query.set("have", state());
  query.set("chat", document.getElementById("chatlines").dataset.last);
  const mine = new EventSource(`/g/${meta().game}/live?${query}`);
  const current = () => source === mine;
  source = mine;
  const on = (kind, act) => mine.addEventListener(kind, (event) => { heard = Date.now(); act(event); });
  mine.onopen = () => {
    heard = Date.now();
    if (lost > 1) say(words().again, "net");
    lost = 0;
  };
  mine.onerror = () => {
    lost += 1;
    if (lost === 2) say(words().lost, "net");
    if (mine.readyState === EventSource.CLOSED && current() && !asking) setTimeout(() => { if (current()) listen(); }, AGAIN);
  };
  on("regions", (event) => {
    document.dispatchEvent(new CustomEvent("table:news"));
    queue = queue.then(async () => { if (!await bring(event.data, current)) await ask(); });
  });
  on("moved", () => { queue = queue.then(async () => { if (current()) await ask(); }); });
  on("chat", (event) => document.dispatchEvent(new CustomEvent("table:chat", { detail: JSON.parse(event.data) })));
  on("gone", () => { mine.close(); say(words().gone, "gone"); });
}

// After sleep or a lost network: ask how far the table is, and begin to listen anew if the stream may be dead.
export async function check() {
  try {
    const answer = await fetch(`/api/v1/games/${meta().game}`);
    if (!answer.ok) return;
    const table = await answer.json();
    if (table.version > Number(meta().version)) await ask();
    if (!asking && (source.readyState !== EventSource.OPEN || Date.now() - heard > 60000)) listen();
  } catch {
    lost += 1;
  }
}

// Browsers open few connections to one server. A tab that nobody sees gives its stream up for an occasional question,
// unless it is to ring or to notify at once.
let asking = 0;
let resting = 0;

function rest() {
  if (!document.hidden || alertsAtOnce()) return;
  source.close();
  asking = setInterval(check, 20000);
}

document.addEventListener("visibilitychange", () => {
  clearTimeout(resting);
  if (document.hidden) { resting = setTimeout(rest, 10000); return; }
  clearInterval(asking);
  asking = 0;
  check();
});
document.addEventListener("table:placed", () => { if (!asking && outlook().name !== followed) listen(); });
addEventListener("online", check);
addEventListener("pageshow", (event) => { if (event.persisted) check(); });
addEventListener("pagehide", () => source?.close());

listen();
