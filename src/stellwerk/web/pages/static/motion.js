// A move is seen happening: what it has changed pulses, price markers slide from their old field, figures flash. Everything is
// in its place before anything moves, so nobody and nothing waits for it.

import { meta } from "./talk.js";

const LONG = 280; // milliseconds
const MARKS = ".lasthex, .lasttok, .lastloc, .lastroute, .cmark.last, .last"; // last.css
const FIGURES = ".pl-cash, .co-price, .co-cash";
const still = matchMedia("(prefers-reduced-motion: reduce)");
const figures = new Map(); // whose figure -> what it said when its region was last put in place
let shown = meta().ply;

function whose(figure) {
  const { player, company } = figure.closest("[data-player], [data-company]")?.dataset ?? {};
  return `${player ?? company} ${figure.className}`;
}

// Keep what the figures say; those that say something else than before.
function changed() {
  const found = [];
  for (const figure of document.querySelectorAll(FIGURES)) {
    const [key, text] = [whose(figure), figure.textContent];
    if (figures.has(key) && figures.get(key) !== text) found.push(figure);
    figures.set(key, text);
  }
  return found;
}

const play = (part, frames) => part.animate(frames, { duration: LONG, easing: "ease-out" });

function pulse(mark) {
  const grows = mark instanceof SVGElement && !mark.matches(".lastroute");
  if (grows) mark.style.cssText = "transform-box: fill-box; transform-origin: center";
  play(mark, grows ? { opacity: [0, 1], transform: ["scale(1.5)", "none"] } : { opacity: [0.2, 1] });
}

// A marker comes from the field it was in; the drawing may stand on the page twice.
function slide(mark) {
  const drawing = mark.ownerSVGElement;
  const marker = drawing.querySelector(`[data-marker="${CSS.escape(mark.dataset.moved)}"]`);
  const [from, to] = [mark.dataset.came, mark.dataset.cell].map((cell) => drawing.querySelector(`.mc[data-cell="${cell}"]`)?.getBBox());
  if (marker && from && to) play(marker, { transform: [`translate(${from.x - to.x}px, ${from.y - to.y}px)`, "none"] });
}

document.addEventListener("table:placed", () => {
  const other = changed();
  const moved = meta().ply !== shown;
  shown = meta().ply;
  if (!moved || still.matches || document.hidden) return;
  const seen = (part) => part.getClientRects().length > 0;
  [...document.querySelectorAll(MARKS)].filter(seen).forEach(pulse);
  [...document.querySelectorAll("[data-moved]")].filter(seen).forEach(slide);
  for (const figure of other.filter(seen)) play(figure, { backgroundColor: ["var(--last-bg)", "transparent"], opacity: [0.3, 1] });
});
changed();
