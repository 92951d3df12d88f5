// The page of the administrators: each form is about one person or game, its buttons are the acts.
import { attempt, refuse } from "./front-talk.js";
import { send } from "./talk.js";

for (const time of document.querySelectorAll("time[data-day], time[data-time]")) {
  const at = new Date(Number(time.dataset.day ?? time.dataset.time));
  time.dateTime = at.toISOString();
  const clock = time.dataset.time ? { timeStyle: "short" } : {};
  time.textContent = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", ...clock }).format(at);
}

for (const form of document.querySelectorAll("form[data-office]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const button = event.submitter;
    if (!button || (button.dataset.sure && !confirm(button.dataset.sure))) return;
    attempt(form, button, async (fields) => {
      const act = button.value;
      const body = { act, whom: form.dataset.office, reason: fields.get("reason").trim() };
      const answer = await send(`/api/v1/admin/${act === "export" ? "export" : "acts"}`, body);
      if (!answer.ok) return refuse(form, answer);
      if (act !== "export") return location.reload();
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([JSON.stringify(await answer.json(), null, 2)], { type: "application/json" }));
      link.download = `${form.dataset.office.replace(":", "-")}.json`;
      link.click();
      URL.revokeObjectURL(link.href);
    });
  });
}
