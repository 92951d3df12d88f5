// Search in the rules: only the paragraphs that hold all the words stay, and the headings above them.

const find = document.getElementById("find");

function search(text) {
  const wanted = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const article = document.querySelector("article.rules");
  let found = 0;
  let heads = [];
  for (const block of article.children) {
    if (/^H[1-6]$/.test(block.tagName)) {
      const level = Number(block.tagName[1]);
      heads = heads.filter((head) => Number(head.tagName[1]) < level);
      heads.push(block);
      block.hidden = wanted.length > 0;
      continue;
    }
    const content = block.textContent.toLocaleLowerCase();
    block.hidden = !wanted.every((word) => content.includes(word));
    if (block.hidden) continue;
    found += 1;
    for (const head of heads) head.hidden = false;
  }
  const note = find.querySelector("[data-found]");
  note.textContent = wanted.length ? note.dataset.found.replace("%", found) : "";
}

if (find) {
  find.hidden = false;
  find.addEventListener("submit", (event) => event.preventDefault());
  find.addEventListener("input", (event) => search(event.target.value));
  // A link to a paragraph that is hidden by the search shows it again.
  addEventListener("hashchange", () => {
    if (document.getElementById(decodeURIComponent(location.hash.slice(1)))?.hidden) {
      find.reset();
      search("");
      document.getElementById(decodeURIComponent(location.hash.slice(1))).scrollIntoView();
    }
  });
  if (matchMedia("(max-width: 1023px)").matches) document.querySelector(".toc details").open = false;
}
