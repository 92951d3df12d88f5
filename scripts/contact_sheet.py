"""The contact sheet: positions at every size, theme and language, each picture with the faults a machine can see."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Error, ViewportSize

from scripts.positions import Place
from tests.browser.visitor import Visitor


class Size(NamedTuple):
    """A screen."""

    width: int
    height: int
    phone: bool = False

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


SIZES = {str(size): size for size in (Size(1440, 900), Size(1024, 768), Size(390, 844, True), Size(844, 390, True))}
PATIENCE = 120_000.0  # milliseconds that a step may take on a busy machine
THEMES = ("light", "dark")
LANGUAGES = ("en", "de", "pl")

# What is wrong with a page that has just been opened; `asked` if its reader has to decide something.
LOOK = """([width, asked]) => {
  const found = [];
  const seen = (one) => one.checkVisibility({ visibilityProperty: true });
  const named = (one) =>
    String(one.innerText || one.ariaLabel || one.getAttribute("class")).trim().replace(/\\s+/g, " ").slice(0, 60);
  const over = Math.max(document.documentElement.scrollWidth, innerWidth) - width;
  if (over > 1) found.push(`scrolls sideways by ${Math.round(over)} px`);
  const range = document.createRange();
  for (const one of document.querySelectorAll("button, .btn, .tabs a, [role=button], [role=tab]")) {
    if (one.namespaceURI.endsWith("svg") || !seen(one)) continue;
    const box = one.getBoundingClientRect();
    const words = document.createTreeWalker(one, NodeFilter.SHOW_TEXT); // not what only enlarges the target
    while (words.nextNode()) {
      const word = words.currentNode;
      if (!word.data.trim() || word.parentElement.closest(".sr") || !seen(word.parentElement)) continue;
      range.selectNodeContents(word);
      const inner = range.getBoundingClientRect();
      const cut = Math.max(inner.right - box.right, box.left - inner.left);
      if (cut > 1) found.push(`cut by ${Math.round(cut)} px: ${word.data.trim()} in ${named(one)}`);
    }
  }
  for (const sum of document.querySelectorAll(".pl-cash, .co-price, .co-cash")) {
    const card = sum.closest(".pl, .co, article, li");
    if (card && seen(sum) && sum.getBoundingClientRect().right > card.getBoundingClientRect().right + 1) {
      found.push(`out of its card: ${named(sum)} in ${named(card)}`);
    }
  }
  const panel = document.getElementById("decision");
  if (panel && getComputedStyle(panel).overflowY === "visible" && panel.scrollHeight > panel.clientHeight + 1) {
    found.push(`the decision spills over what is below it by ${panel.scrollHeight - panel.clientHeight} px`);
  }
  if (!asked) return found;
  const first = (...acts) =>
    [...document.querySelectorAll(acts.map((act) => `#decision ${act}`).join(", "))].filter(seen)[0];
  const main = first(".btn.pri", ".fill")
    ?? first("[data-choose]", "[data-tile-first]", "[data-pick-hex]", "[data-pick-slot]", "[data-par]", ".tcard")
    ?? first("[data-action]");
  if (!main) return [...found, "there is nothing to act with"];
  const box = main.getBoundingClientRect();
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
  if (bottom - top < Math.min(box.height, 44) - 1 || box.left < -1 || box.right > innerWidth + 1) {
    found.push(`not in view: ${named(main)} (${Math.round(box.top)} to ${Math.round(box.bottom)} of ${innerHeight})`);
  } else {
    const hit = document.elementFromPoint((box.left + box.right) / 2, (top + bottom) / 2);
    if (!hit || !(main.contains(hit) || hit.contains(main))) found.push(`covered: ${named(main)}`);
  }
  return found;
}"""
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Way(NamedTuple):
    """A screen in a language, and the themes it is looked at in."""

    size: str
    language: str
    themes: Sequence[str]


def ways_of(sizes: Sequence[str], themes: Sequence[str], languages: Sequence[str]) -> list[Way]:
    """Everything with everything."""
    return [Way(size, language, themes) for size in sizes for language in languages]


def spread(ways: Sequence[Way], number: int) -> list[Way]:
    """One language and theme for each size, other ones for the next number and the next size: a Latin square."""
    chosen = []
    for place, size in enumerate(dict.fromkeys(way.size for way in ways)):
        pairs = [Way(size, way.language, (theme,)) for way in ways if way.size == size for theme in way.themes]
        chosen.append(pairs[(number + place) % len(pairs)])
    return chosen


class Picture(NamedTuple):
    """One picture, and what is wrong with it."""

    place: Place
    size: str
    theme: str
    language: str
    file: str
    faults: tuple[str, ...]

    @property
    def name(self) -> str:
        """`18te track 390x844 dark pl`."""
        return f"{self.place.title} {self.place.name} {self.size} {self.theme} {self.language}"


class Photographer:
    """One browser with a context for each kind of screen and language; tables are brought once, for all of them."""

    def __init__(self, browser: Browser, address: str, folder: Path) -> None:
        """Pictures go to `folder`."""
        self.browser, self.address, self.folder = browser, address, folder
        self.host = Visitor(browser, address)
        self.host.context.set_default_timeout(PATIENCE)
        self.readers: dict[tuple[bool, str], Visitor] = {}

    def reader(self, size: Size, language: str) -> Visitor:
        """The same person with another screen and language."""
        key = (size.phone, language)
        if key not in self.readers:
            self.readers[key] = made = Visitor(self.browser, self.address, phone=size.phone, language=language)
            made.context.set_default_timeout(PATIENCE)
            made.context.add_cookies(self.host.context.cookies())  # type: ignore[arg-type]  # what it got is what it takes
        return self.readers[key]

    def take(self, place: Place, ways: Sequence[Way]) -> Iterable[Picture]:
        """A position in all wished ways."""
        table = ""
        for size, language, themes in ways:
            try:
                table = table or self.host.bring(place.file(), seats=place.seats())
                yield from self.look(place, table, size, themes, language)
            except (Error, AssertionError) as error:  # the others are taken all the same
                what = str(error).strip().partition("\n")[0]
                yield Picture(place, size, themes[0], language, "", (f"cannot be taken: {what}",))

    def look(self, place: Place, table: str, size: str, themes: Sequence[str], language: str) -> Iterable[Picture]:
        """One screen and language: the page is opened once, and drawn in every theme."""
        screen, reader = SIZES[size], self.reader(SIZES[size], language)
        page = reader.page
        page.set_viewport_size(ViewportSize(width=screen.width, height=screen.height))
        page.emulate_media(color_scheme="light")
        value = f"{table}+" if place.guide else ""
        reader.context.add_cookies([{"name": "guide", "value": value, "url": self.address}])
        reader.sit(table)
        page.wait_for_function("() => !document.querySelector('.htmx-request')")
        page.mouse.move(0, 0)
        faults = page.evaluate(LOOK, [screen.width, place.me == "asked"])
        for theme in themes:
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            file = f"{place.title}-{place.name}-{size}-{theme}-{language}.png"
            page.evaluate(DRAWN)
            page.screenshot(path=self.folder / file, scale="css", animations="disabled")
            troubles, reader.troubles[:] = list(reader.troubles), []
            yield Picture(place, size, theme, language, file, (*faults, *troubles))

    def overviews(self, pictures: Sequence[Picture], *, apart: bool = True) -> None:
        """Pictures of several positions of a title at a size, large enough to be read; themes and languages `apart`."""

        def grouping(one: Picture) -> tuple[str, ...]:
            return (one.place.title, one.size, *((one.theme, one.language) if apart else ()))

        page = self.host.context.new_page()
        page.set_viewport_size(ViewportSize(width=1440, height=900))
        for group in dict.fromkeys(map(grouping, pictures)):
            shown = [one for one in pictures if grouping(one) == group and one.file]
            many = 8 if SIZES[group[1]].phone else 4
            for number, first in enumerate(range(0, len(shown), many), 1):
                sheet = self.folder / "overview.html"
                sheet.write_text(page_of(shown[first : first + many], " ".join(group)), encoding="utf-8")
                page.goto(sheet.as_uri())
                file = self.folder / f"overview-{'-'.join(group)}-{number}.png"
                page.screenshot(path=file, full_page=True, scale="css")
                sheet.unlink()
        page.close()


STYLE = """
body { margin: 12px; font: 13px sans-serif; background: #777; color: #fff; }
main { display: flex; flex-wrap: wrap; gap: 10px; align-items: flex-start; }
figure { margin: 0; background: #222; padding: 4px; } figure.bad { outline: 3px solid #f33; }
h1 { font-size: 15px; margin: 0 0 8px; } ul { margin: 0; }
img { display: block; width: 690px; } .tall img { width: 335px; }
figcaption { max-width: 690px; } .tall figcaption { max-width: 335px; } .bad li { color: #f99; } a { color: #fff; }
"""


def page_of(pictures: Sequence[Picture], heading: str) -> str:
    """A page with these pictures; faulty ones have a red frame and their faults."""
    figures = []
    for one in pictures:
        screen = SIZES[one.size]
        shape = "tall" if screen.height > screen.width else ""
        faults = "".join(f"<li>{html.escape(fault)}</li>" for fault in one.faults)
        figures.append(
            f'<figure class="{shape} {"bad" if faults else ""}"><a href="{one.file}"><img src="{one.file}" alt=""></a>'
            f"<figcaption>{html.escape(one.name)}<ul>{faults}</ul></figcaption></figure>"
        )
    return (
        f'<!doctype html><meta charset="utf-8"><title>{html.escape(heading)}</title><style>{STYLE}</style>'
        f"<h1>{html.escape(heading)}</h1><main>{''.join(figures)}</main>"
    )


def write_sheets(pictures: Sequence[Picture], folder: Path) -> None:
    """`index.html`, and a page for each title and size."""
    links = []
    for title, size in dict.fromkeys((one.place.title, one.size) for one in pictures):
        shown = [one for one in pictures if (one.place.title, one.size) == (title, size)]
        name = f"{title}-{size}.html"
        (folder / name).write_text(page_of(shown, f"{title} {size}"), encoding="utf-8")
        bad = sum(bool(one.faults) for one in shown)
        links.append(f'<li><a href="{name}">{title} {size}</a>: {len(shown)} pictures, {bad} with faults</li>')
    faulty = [one for one in pictures if one.faults]
    (folder / "index.html").write_text(
        page_of(faulty, "Pictures with faults").replace("<main>", f"<ul>{''.join(links)}</ul><main>"), encoding="utf-8"
    )
