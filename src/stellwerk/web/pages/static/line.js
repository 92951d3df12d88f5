// The line that somebody looks ahead with, by company: actions that the server checks anew each time. The server keeps it for
// the holder of a seat; for whoever only watches it is kept on the device.

import { meta, send, words } from "./talk.js";

const key = (company) => `line ${meta().game} ${meta().eyes ?? ""} ${company}`;

// The seat the line is kept for: the one that is looked through, else the first of one's own.
function ownSeat() {
  const { eyes, me } = meta();
  const mine = (me ?? "").split(" ").filter(Boolean);
  return mine.length ? Number(mine.includes(eyes) ? eyes : mine[0]) : null;
}

function onDevice(company) {
  try {
    const kept = JSON.parse(localStorage.getItem(key(company)) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

function keep(company, line) {
  try {
    if (line.length) localStorage.setItem(key(company), JSON.stringify(line));
    else localStorage.removeItem(key(company));
  } catch { /* no room on this device: the line is not kept */ }
}

// What the page asks for with: the line itself, or that the one that is kept be taken.
export function lineOf(company) {
  const seat = ownSeat();
  if (seat !== null) return { kept: seat };
  const line = onDevice(company);
  return { line: line.length ? JSON.stringify(line) : "" };
}

// A step more (`add`), one less (`drop`), or none at all; what was refused, if anything.
export async function changeLine(company, line, change) {
  const seat = ownSeat();
  if (seat === null) {
    if (change.add) keep(company, [...line, change.add]);
    else keep(company, change.drop ? line.filter((step) => step !== change.drop) : []);
    return "";
  }
  const answer = await send(`/api/v1/games/${meta().game}/lines`, { seat, company, ...change }).catch(() => null);
  if (answer?.ok) return "";
  const told = await answer?.json().catch(() => null);
  return told?.text ?? words().failed;
}
