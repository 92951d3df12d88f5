// A board file of one's own in the form for a new game: read here, checked by the server, sent as an option.
import { send } from "./talk.js";

const input = document.querySelector("[data-board-file]");

function tell(text, bad) {
  const said = document.querySelector("[data-board-said]");
  said.hidden = false;
  said.className = bad ? "said refusal" : "said hint";
  said.setAttribute("role", bad ? "alert" : "status");
  said.textContent = text;
}

async function check() {
  const file = input.files[0];
  delete input.dataset.value;
  document.querySelector("[data-board-said]").hidden = true;
  if (!file) return;
  const answer = await send(`/titles/${input.dataset.boardFile}/board`, { text: await file.text(), name: file.name.slice(-200) });
  const told = await answer.json();
  if (!answer.ok) {
    input.value = ""; // nothing half-read is sent along
    tell(told.text, true);
    return;
  }
  input.dataset.value = JSON.stringify(told.board);
  const facts = { n: told.name, c: told.cities, s: told.sections, p: told.spaces };
  tell(input.dataset.read.replace(/#([ncsp])/g, (_all, key) => facts[key]), false);
}

input?.addEventListener("change", check);
