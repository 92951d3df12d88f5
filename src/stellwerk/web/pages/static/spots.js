// Places that a text names: pointed at they are ringed on a map that is in sight, clicked they are shown there.

import { lay, lift, ringed, toMap } from "./board.js";
import { inView, map, partOf, showPart } from "./panzoom.js";

const SVG = "http://www.w3.org/2000/svg";
let shown = ""; // what was clicked stays ringed until something else is

const hexes = (names) => names.split(" ").map((name) => map()?.querySelector(`.hexes > [data-hex="${CSS.escape(name)}"]`)).filter(Boolean);

function ring(names) {
  const held = document.createElementNS(SVG, "svg");
  for (const name of names.split(" ")) held.append(...(ringed(name, "spotring")?.childNodes ?? []));
  if (held.childNodes.length) lay("spot", held);
  else lift("spot");
}

async function show(names) {
  shown = names;
  await toMap();
  ring(names);
  const part = partOf(hexes(names));
  if (part && !inView(part)) showPart(part);
  document.getElementById("mapbox")?.scrollIntoView({ block: "nearest" });
}

const spot = (event) => event.target.closest?.("[data-spot]");

document.addEventListener("click", (event) => {
  const mark = spot(event);
  if (mark) {
    event.preventDefault();
    show(mark.dataset.spot);
  } else if (shown && !event.target.closest?.("#mapbox, .tabs")) {
    shown = "";
    lift("spot");
  }
});

for (const [name, on] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]]) {
  document.addEventListener(name, (event) => {
    const mark = spot(event);
    if (mark && map()) ring(on ? mark.dataset.spot : shown);
  });
}

document.addEventListener("map:fresh", () => { if (shown) ring(shown); });
