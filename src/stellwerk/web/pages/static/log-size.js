// The room of the log beside the decision: dragged, moved by arrow keys, folded; remembered on this device.

const KEPT = "stellwerk.log";
const FOLDED = 50; // pixels: its bar alone
const STEP = 4; // per cent of the column for an arrow key
const column = document.querySelector(".right");
const talk = document.getElementById("talk");
const grip = document.getElementById("log-grip");
const fold = document.getElementById("log-fold");
const size = { height: 0, folded: false }; // per cent of the column; 0 as the style sheet says

try { Object.assign(size, JSON.parse(localStorage.getItem(KEPT) ?? "{}")); } catch { /* a browser that keeps nothing */ }

function show() {
  talk.dataset.folded = size.folded ? "yes" : "no";
  fold.setAttribute("aria-expanded", String(!size.folded));
  if (size.folded) column.style.setProperty("--log", `${FOLDED}px`);
  else if (size.height) column.style.setProperty("--log", `${size.height}%`);
  else column.style.removeProperty("--log");
  grip.setAttribute("aria-valuenow", String(size.folded ? 0 : Math.round(size.height || 28)));
}

function set(change) {
  Object.assign(size, change);
  show();
  try { localStorage.setItem(KEPT, JSON.stringify(size)); } catch { /* a browser that keeps nothing */ }
}

const within = (height) => Math.max(14, Math.min(80, height));

fold.addEventListener("click", () => set({ folded: !size.folded }));

grip.addEventListener("pointerdown", (event) => {
  grip.setPointerCapture(event.pointerId);
  event.preventDefault();
});
grip.addEventListener("pointermove", (event) => {
  if (!grip.hasPointerCapture(event.pointerId)) return;
  const { bottom, height } = column.getBoundingClientRect();
  set({ height: within(100 * (bottom - event.clientY) / height), folded: false });
});
grip.addEventListener("dblclick", () => set({ height: 0, folded: false }));
grip.addEventListener("keydown", (event) => {
  const now = size.height || 100 * talk.offsetHeight / column.offsetHeight;
  const by = { ArrowUp: STEP, ArrowDown: -STEP }[event.key];
  if (by) set({ height: within(now + by), folded: false });
  else if (event.key === "Enter") set({ folded: !size.folded });
  else return;
  event.preventDefault();
});

show();
