// What the forms of the front pages share: one attempt at a time, refusals with their rule, the reader's name.

export function words() {
  return document.getElementById("words").dataset;
}

export async function attempt(form, button, doIt) {
  if (form.dataset.busy) return;
  form.dataset.busy = "yes";
  button?.classList.add("busy");
  const said = form.querySelector(".said");
  said.hidden = true;
  for (const field of form.querySelectorAll("[data-remember]")) keep(field.dataset.remember, field.value.trim());
  try {
    await doIt(new FormData(form));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // what fetch throws when nobody answers
    refuse(form, words().failed);
  } finally {
    delete form.dataset.busy;
    button?.classList.remove("busy");
  }
}

// Show a refusal of the server (its sentence, its rule), or a sentence of ours.
export async function refuse(form, answer) {
  const said = form.querySelector(".said");
  let text = answer;
  let rule = "";
  if (answer instanceof Response) {
    try {
      ({ text, rule } = await answer.json());
    } catch {
      text = words().failed;
    }
  }
  const box = document.createElement("div");
  box.className = "refusal";
  const line = document.createElement("p");
  line.className = "sentence";
  line.textContent = /[.!?]$/.test(text) ? text : `${text}.`;
  box.append(line);
  const [title, number] = (rule ?? "").split(" ");
  if (number) {
    const place = document.createElement("p");
    place.className = "rule";
    const link = document.createElement("a");
    link.href = `/titles/${encodeURIComponent(title)}/rules#${number}`;
    link.target = "_blank";
    link.rel = "noopener";
    link.textContent = words().rule.replace("%", rule);
    place.append(link);
    box.append(place);
  }
  said.replaceChildren(box);
  said.hidden = false;
}

// What a seat is called that has been given no name, in the reader's language; bots have names of their own.
export function called(kind, name, number = 1) {
  if (name || kind === "bot") return name;
  if (kind === "open") return words().seat.replace("%", number);
  return kind === "me" ? words().player : `${words().player} ${number}`;
}

// The mark this device likes its player to have (seats.js keeps it).
export function liked() {
  try {
    const { shape = "", colour = "" } = JSON.parse(localStorage.getItem("stellwerk.mark") ?? "{}");
    return { shape, colour };
  } catch {
    return {};
  }
}

function keep(key, value) {
  try {
    if (value) localStorage.setItem(`stellwerk.${key}`, value);
  } catch {
    // a browser that keeps nothing
  }
}

export function remember() {
  for (const field of document.querySelectorAll("[data-remember]")) {
    try {
      if (!field.value) field.value = localStorage.getItem(`stellwerk.${field.dataset.remember}`) ?? "";
    } catch {
      return;
    }
  }
}
