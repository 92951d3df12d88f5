// Before the scripts of a page have come: a click on something that they answer waits for them instead of being lost, and
// a form is not sent by the browser itself. Only the last click is kept. This file stands in the head of every page.
{
  let kept = null;

  const keep = (event) => {
    const control = event.target.closest?.("button, a[data-tab], a[data-ply], a[data-pane], a[data-eyes], a[data-lang]");
    if (!control || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    kept = () => control.click();
  };
  const keepForm = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    kept = () => event.target.requestSubmit();
  };

  addEventListener("click", keep, true);
  addEventListener("submit", keepForm, true);
  addEventListener("scripts:ready", () => {
    document.documentElement.dataset.ready = "yes";
    removeEventListener("click", keep, true);
    removeEventListener("submit", keepForm, true);
    kept?.();
  });
}
