// Lists of lays and slots: arrow keys go through the rows, the heads sort them.

document.addEventListener("keydown", (event) => {
  const row = event.target.closest("[data-lays] tbody tr, [data-slots] tbody tr");
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!row || !step || event.defaultPrevented) return;
  event.preventDefault();
  const rows = [...row.parentElement.querySelectorAll("tr[data-hex]:not(.unfit)")];
  rows[rows.indexOf(row) + step]?.querySelector("button").focus();
});

// The list sorts by its heads.
document.addEventListener("click", (event) => {
  const head = event.target.closest("[data-lays] [data-sort]");
  if (!head) return;
  const table = head.closest("table");
  const cell = head.closest("th");
  const down = cell.getAttribute("aria-sort") === "descending";
  const sort = head.dataset.sort;
  for (const other of table.querySelectorAll("thead th[aria-sort]")) other.setAttribute("aria-sort", "none");
  cell.setAttribute("aria-sort", down ? "ascending" : "descending");
  const value = (row) => (sort === "hex" ? row.dataset.hex : Number(row.dataset[sort]));
  const rows = [...table.querySelectorAll("tbody tr")].sort((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0) * (down ? 1 : -1));
  table.querySelector("tbody").append(...rows);
});
