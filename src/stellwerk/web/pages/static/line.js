// The line that somebody looks ahead with, by company: actions that the server checks anew each time. Kept on the device.

import { meta } from "./talk.js";

const key = (company) => `line ${meta().game} ${meta().eyes ?? ""} ${company}`;

export function lineOf(company) {
  try {
    const kept = JSON.parse(localStorage.getItem(key(company)) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

export function keepLine(company, line) {
  try {
    if (line.length) localStorage.setItem(key(company), JSON.stringify(line));
    else localStorage.removeItem(key(company));
  } catch { /* no room on this device: the line lasts as long as the page */ }
}
