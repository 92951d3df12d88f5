// The pages of an account: each form asks the API for one thing. Secrets of links stand behind the # and are gone after use.
import { send } from "./talk.js";
import { attempt, refuse } from "./front-talk.js";

const API = "/api/v1/account";

function done(form, text) {
  const told = document.createElement("p");
  told.setAttribute("role", "status");
  told.tabIndex = -1;
  told.textContent = text;
  form.replaceWith(told);
  told.focus();
}

// What the page shows comes from the server: it is loaded anew, where the reader was.
function anew(part) {
  location.hash = part;
  location.reload();
}

const DO = {
  async email(form, fields, button) {
    const email = button?.value === "remove" ? "" : fields.get("email").trim();
    const answer = await send(`${API}/email`, { email, password: fields.get("password") }, "PUT");
    if (!answer.ok) return refuse(form, answer);
    if (email) done(form, form.dataset.sent.replace("%", email));
    else anew("e-mail");
  },
  async notices(form, fields) {
    const box = form.querySelector("[name=on]");
    const answer = await send(`${API}/notices`, { on: fields.has("on") }, "PUT");
    if (answer.ok) return;
    box.checked = !box.checked;
    await refuse(form, answer);
  },
  async password(form, fields) {
    const answer = await send(`${API}/password`, { old: fields.get("old"), new: fields.get("new"), end_others: fields.has("end_others") });
    if (!answer.ok) return refuse(form, answer);
    done(form, form.dataset.done);
    if (fields.has("end_others")) for (const other of document.querySelectorAll("#devices [data-account=end]")) (other.closest("li") ?? other).remove();
  },
  async end(form) {
    const answer = await send(`${API}/sessions/end`, { which: form.dataset.which });
    if (!answer.ok) return refuse(form, answer);
    anew("devices");
  },
  async delete(form, fields) {
    const answer = await send(`${API}/delete`, { password: fields.get("password") });
    if (!answer.ok) return refuse(form, answer);
    location.assign("/");
  },
  async forgot(form, fields) {
    const answer = await send(`${API}/forgot`, { email: fields.get("email").trim() });
    if (!answer.ok) return refuse(form, answer);
    done(form, form.dataset.done);
  },
  async reset(form, fields) {
    const secret = behind(form);
    if (!secret) return;
    const answer = await send(`${API}/reset`, { secret, password: fields.get("password") });
    if (!answer.ok) return refuse(form, answer);
    location.replace("/account#app");
  },
  async confirm(form) {
    const secret = behind(form);
    if (!secret) return;
    const answer = await send(`${API}/email/confirm`, { secret });
    if (!answer.ok) return refuse(form, answer);
    history.replaceState(null, "", location.pathname);
    done(form, form.dataset.done);
  },
  async off(form) {
    const answer = await send(form.dataset.here, {});
    if (!answer.ok) return refuse(form, answer);
    done(form, form.dataset.done);
  },
};

function behind(form) {
  const secret = decodeURIComponent(location.hash.slice(1));
  if (!secret) refuse(form, form.querySelector(".said").dataset.noSecret);
  return secret;
}

for (const form of document.querySelectorAll("form[data-account]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(form, event.submitter, (fields) => DO[form.dataset.account](form, fields, event.submitter));
  });
}
document.querySelector("form[data-account=notices] [name=on]")?.addEventListener("change", (event) => event.target.form.requestSubmit());
