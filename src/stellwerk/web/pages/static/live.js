// Following the table: server-sent events, with catch-up after a pause. News about what the page shows already (one's
// own move comes back this way too) change nothing.

import { alertsAtOnce } from "./alerts.js";
import { meta, refresh, say, settled, words } from "./talk.js";

const AGAIN = 4000; // milliseconds before a stream that was refused is tried again
let source = null;
let place = meta().place; // how far this page has read: version.chat.table
let lost = 0;
let queued = false;
let heard = Date.now();

function part(number) {
  return Number(place.split(".")[number]);
}

// Bring the page up to date once; news that come meanwhile are included.
async function follow() {
  if (queued) return;
  queued = true;
  await new Promise((done) => setTimeout(done, 20));
  await settled();
  queued = false;
  const seen = Number(meta().version);
  if (part(0) <= seen && part(2) <= Number(meta().place.split(".")[2])) return;
  try {
    if (!await refresh({ since: seen }, { unasked: true })) setTimeout(check, AGAIN);
  } catch {
    setTimeout(check, AGAIN);
  }
}

function listen() {
  source?.close();
  source = new EventSource(`/api/v1/games/${meta().game}/events?since=${encodeURIComponent(place)}`);
  const note = (event) => {
    heard = Date.now();
    if (event.lastEventId) place = event.lastEventId;
  };
  source.onopen = () => {
    heard = Date.now();
    if (lost > 1) say(words().again, "net");
    lost = 0;
  };
  source.onerror = () => {
    lost += 1;
    if (lost === 2) say(words().lost, "net");
    if (source.readyState === EventSource.CLOSED && !asking) setTimeout(listen, AGAIN);
  };
  source.addEventListener("hello", note);
  source.addEventListener("moves", (event) => { note(event); follow(); });
  source.addEventListener("table", (event) => { note(event); follow(); });
  source.addEventListener("chat", (event) => {
    note(event);
    document.dispatchEvent(new CustomEvent("table:chat", { detail: JSON.parse(event.data) }));
  });
  source.addEventListener("gone", () => { source.close(); say(words().gone, "gone"); });
}

// After sleep or a lost network: ask how far the table is, and begin to listen anew if the stream may be dead.
export async function check() {
  try {
    const answer = await fetch(`/api/v1/games/${meta().game}`);
    if (!answer.ok) return;
    const table = await answer.json();
    if (table.version > part(0)) place = `${table.version}.${part(1)}.${part(2)}`;
    if (table.version > Number(meta().version)) follow();
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
addEventListener("online", check);
addEventListener("pageshow", (event) => { if (event.persisted) check(); });
addEventListener("pagehide", () => source?.close());

listen();
