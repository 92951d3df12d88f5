// Times in the reader's own zone and words: of moves and messages, and how long somebody has been waited for.

import { words } from "./talk.js";

const language = document.documentElement.lang;
const clock = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const day = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

export function tellTimes(root = document) {
  const today = new Date().toDateString();
  for (const time of root.querySelectorAll("time[data-time]")) {
    if (time.dateTime) continue;
    const date = new Date(Number(time.dataset.time));
    time.dateTime = date.toISOString();
    time.textContent = "date" in time.dataset && date.toDateString() !== today ? day.format(date) : clock.format(date);
    time.title = day.format(date);
  }
  for (const span of root.querySelectorAll("[data-since]")) {
    const minutes = Math.floor((Date.now() - Number(span.dataset.since)) / 60000);
    const [form, count] = minutes < 60 ? ["minutes", minutes] : minutes < 2880 ? ["hours", Math.floor(minutes / 60)] : ["days", Math.floor(minutes / 1440)];
    const text = minutes < 1 ? "" : `, ${words()[form].replace("#", count)}`;
    if (span.textContent !== text) span.textContent = text;
  }
}

document.addEventListener("table:placed", () => tellTimes());
document.addEventListener("popover:open", (event) => tellTimes(event.detail.pop));
setInterval(tellTimes, 15000);
tellTimes();
