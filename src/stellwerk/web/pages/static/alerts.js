// Telling that it is one's turn: a mark on the tab, a sound, a notification; what is wanted is kept in this browser.

import { meta, say, words } from "./talk.js";

const KEPT = "stellwerk.alerts";
const title = document.title;
let turn = meta().turn === "yes";
let sounds = null;

function wanted() {
  try {
    return { badge: true, sound: false, notice: false, ...JSON.parse(localStorage.getItem(KEPT) ?? "{}") };
  } catch {
    return { badge: true, sound: false, notice: false };
  }
}

// True if somebody wants to hear at once that it is his turn.
export function alertsAtOnce() {
  const wish = wanted();
  return wish.sound || wish.notice;
}

function keep(wish) {
  try { localStorage.setItem(KEPT, JSON.stringify(wish)); } catch { /* a browser that keeps nothing */ }
}

function ring() {
  sounds ??= new AudioContext();
  sounds.resume?.();
  const start = sounds.currentTime + 0.02;
  for (const [pitch, when] of [[660, 0], [880, 0.16]]) { // two short tones, as of a bell before a level crossing
    const tone = sounds.createOscillator(), loud = sounds.createGain();
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0, start + when);
    loud.gain.linearRampToValueAtTime(0.16, start + when + 0.015);
    loud.gain.exponentialRampToValueAtTime(0.001, start + when + 0.45);
    tone.connect(loud).connect(sounds.destination);
    tone.start(start + when);
    tone.stop(start + when + 0.5);
  }
}

function mark() {
  document.title = turn && wanted().badge ? `(●) ${words().turn} · ${title}` : title;
}

function tick() {
  for (const box of document.querySelectorAll("[data-alert]")) box.checked = Boolean(wanted()[box.dataset.alert]);
}

document.addEventListener("table:placed", () => {
  const now = meta().turn === "yes";
  if (now && !turn) {
    const wish = wanted();
    if (wish.sound) ring();
    if (wish.notice && document.hidden && globalThis.Notification?.permission === "granted") {
      const notice = new Notification(words().turn, { body: title, tag: meta().game });
      notice.onclick = () => { focus(); notice.close(); };
    }
  }
  turn = now;
  mark();
  tick();
});

document.addEventListener("change", async (event) => {
  const box = event.target.closest("[data-alert]");
  if (!box) return;
  const wish = wanted();
  wish[box.dataset.alert] = box.checked;
  if (box.dataset.alert === "notice" && box.checked) {
    const answer = globalThis.Notification ? await Notification.requestPermission() : "denied";
    if (answer !== "granted") { wish.notice = false; say(words().denied); }
  }
  keep(wish);
  if (box.dataset.alert === "sound" && box.checked) ring();
  tick();
  mark();
});

document.addEventListener("popover:open", tick);
mark();
tick();
