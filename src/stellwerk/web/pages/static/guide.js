// The guide: hints on and off. What a hint fills in is chosen by the scripts of its panel.
import { close } from "./popover.js";
import { perform } from "./talk.js";

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-guide]");
  if (!button) return;
  event.preventDefault();
  close();
  perform("guide", { on: button.dataset.guide === "on" }, button);
});
