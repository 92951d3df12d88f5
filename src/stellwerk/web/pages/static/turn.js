// A new question: on a screen where the page scrolls it is brought into view from its top, unless somebody reads elsewhere.

const bar = document.querySelector(".topbar");
let inSight = false;

document.addEventListener("region:before", ({ detail: { old } }) => {
  if (old.id !== "decision") return;
  const { top, bottom } = old.getBoundingClientRect();
  inSight = bottom > bar.offsetHeight && top < innerHeight;
});

document.addEventListener("table:placed", ({ detail }) => {
  if (!detail.anew || !inSight) return;
  const { top } = document.getElementById("decision").getBoundingClientRect();
  if (top < bar.offsetHeight) scrollBy({ top: top - bar.offsetHeight, behavior: "instant" });
});
