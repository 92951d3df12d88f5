#!/usr/bin/env python3
"""Make the pictures of the pages in docs/pictures from a kept game of bots, always the same; or the contact sheet.

.venv/bin/python scripts/screenshots.py [FOLDER] [NAME…]
.venv/bin/python scripts/screenshots.py --all [FOLDER] [--title 18te] [--kind track] [--size 390x844] [--theme dark]
    [--language pl] [--spread [N]]

`--all` takes every kind of decision of every title at four sizes, light and dark, in all languages, into
build/contact-sheet; each restriction may be given several times. `--spread` takes each position once at each size, in
themes and languages that change from one picture to the next: a sixth of all; after `--spread 0` to `--spread 5`
everything has been taken. Exit code 1: pages with faults, which are listed.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page, expect, sync_playwright  # noqa: E402  # the tests' helpers come from the checkout

from scripts import contact_sheet  # noqa: E402
from scripts.positions import places  # noqa: E402
from tests.browser.conftest import FLAGS, chromium  # noqa: E402
from tests.browser.visitor import PHONE, Visitor, first_ply, recorded  # noqa: E402
from tests.web_support import Server  # noqa: E402

GAME = "1830-3p-seed"
MIDDLE = 678  # from where on positions are looked for: boards with something on them, players with money


class Shot(NamedTuple):
    """A picture: the kind of decision (empty: no table), what is added to the address, and how it is looked at."""

    name: str
    kind: str
    query: str = ""
    theme: str = "light"
    language: str = "en"
    phone: bool = False
    prepare: Callable[[Page], None] | None = None
    game: str = GAME
    after: int = MIDDLE


def choose_hex(page: Page) -> None:
    """Open the chooser at the best lay."""
    expect(page.locator("#decision [data-lays] th[aria-sort=descending]")).to_be_attached()  # the list is complete
    name = page.locator("#decision [data-pick-hex]").first.get_attribute("data-pick-hex")
    page.locator(f'#mapbox .hexes > [data-hex="{name}"]').click()
    expect(page.locator("#chooser")).to_be_visible()


def choose_share(page: Page) -> None:
    """Open the first deal."""
    page.locator("#decision .deal button[data-choose]:visible").last.click()
    expect(page.locator("#pick")).to_be_visible()


SHOTS = (
    Shot("start", ""),
    Shot("stock-round", "stock", "?tab=market", prepare=choose_share),
    Shot("track", "track", prepare=choose_hex),
    Shot("run", "run"),
    Shot("market", "track", "?tab=market"),
    Shot("ledger", "stock", "?tab=ledger"),
    Shot("charts", "stock", "?tab=charts"),
    Shot("track-dark", "track", theme="dark", prepare=choose_hex),
    Shot("run-german", "run", language="de"),
    Shot("phone", "track", phone=True),
    Shot("phone-dark", "stock", theme="dark", phone=True),
    Shot("1862-run", "run", game="1862-4p-pages", after=300),
    Shot("1862-buyback", "buyback", game="1862-4p-pages", after=200),
    Shot("1854-track", "track", game="1854-4p-steady", after=400),
    Shot("1854-stock", "stock", "?tab=market", game="1854-4p-steady", after=400),
)


def real_table(visitor: Visitor, game: str, ply: int) -> str:
    """The position as a game that is going on: the one who is asked is the reader, bots sit in the other seats."""
    file = recorded(game, ply)
    asked = visitor.ask("GET", f"/games/{visitor.bring(file)}/view")["asked"]
    seats = [{"kind": "me" if number == asked else "bot"} for number in range(len(file["players"]))]
    return visitor.bring(file, seats=seats)


def take(visitor: Visitor, shot: Shot, folder: Path) -> None:
    """One picture."""
    page = visitor.page
    if shot.kind:
        visitor.sit(real_table(visitor, shot.game, first_ply(shot.game, shot.kind, after=shot.after)), shot.query)
    else:
        visitor.create("me:Mira", "bot", "bot", "bot")
        visitor.open("/")
    if shot.kind:
        page.wait_for_function("() => !document.querySelector('.htmx-request')")
    else:
        page.wait_for_load_state("networkidle")
    if shot.prepare is not None:
        shot.prepare(page)
    page.mouse.move(0, 0)
    page.screenshot(path=folder / f"page-{shot.name}.png", scale="css")


def take_shots(browser: Browser, address: str, folder: Path, wished: set[str]) -> int:
    """The pictures of the documentation."""
    for shot in SHOTS:
        if wished and shot.name not in wished:
            continue
        visitor = Visitor(
            browser,
            address,
            phone=shot.phone,
            language=shot.language,
            theme=shot.theme,
            viewport=PHONE if shot.phone else None,
        )
        take(visitor, shot, folder)
        for trouble in visitor.close():
            print(f"{shot.name}: {trouble}", file=sys.stderr)
        print(folder / f"page-{shot.name}.png")
    return 0


def take_all(browser: Browser, address: str, folder: Path, wish: argparse.Namespace) -> int:
    """The contact sheet; 1 if a page has faults."""
    begun = time.monotonic()
    photographer = contact_sheet.Photographer(browser, address, folder)
    wished = [
        place
        for place in places()
        if place.title in (wish.title or [place.title]) and {place.name, place.kind} & set(wish.kind or [place.name])
    ]
    if not wished:
        print("no such position; titles and kinds: " + ", ".join(f"{place.title} {place.name}" for place in places()))
        return 2
    pictures: list[contact_sheet.Picture] = []
    for number, place in enumerate(wished):
        ways = contact_sheet.ways_of(
            wish.size or [*contact_sheet.SIZES], wish.theme or contact_sheet.THEMES,
            wish.language or contact_sheet.LANGUAGES,
        )  # fmt: skip
        if wish.spread is not None:
            ways = contact_sheet.spread(ways, number + wish.spread)
        taken = list(photographer.take(place, ways))
        for one in taken:
            if one.faults:
                print(f"{one.name}: {'; '.join(one.faults)}", file=sys.stderr, flush=True)
        pictures += taken
        print(f"{place.title} {place.name}: {len(pictures)} pictures, {time.monotonic() - begun:.0f} s", flush=True)
    contact_sheet.write_sheets(pictures, folder)
    photographer.overviews(pictures, apart=wish.spread is None)
    faulty = [one for one in pictures if one.faults]
    took = time.monotonic() - begun
    print(f"{folder / 'index.html'}: {len(pictures)} pictures, {len(faulty)} with faults, {took:.0f} s")
    return 1 if faulty else 0


def arguments_of(arguments: list[str]) -> argparse.Namespace:
    """What is wished."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME", help="pictures of the documentation")
    parser.add_argument("--all", action="store_true", help="the contact sheet")
    parser.add_argument("--title", action="append")
    parser.add_argument("--kind", action="append", help="such as track, track-late, waiting")
    parser.add_argument("--size", action="append", choices=[*contact_sheet.SIZES])
    parser.add_argument("--theme", action="append", choices=contact_sheet.THEMES)
    parser.add_argument("--language", action="append", choices=contact_sheet.LANGUAGES)
    parser.add_argument("--spread", type=int, nargs="?", const=0, metavar="N", help="one of six parts of all")
    wish = parser.parse_args(arguments)
    if not wish.all and (any((wish.title, wish.kind, wish.size, wish.theme, wish.language)) or wish.spread is not None):
        parser.error("--title, --kind, --size, --theme, --language and --spread go with --all")
    return wish


def main(arguments: list[str]) -> int:
    """Take the wished pictures, or all."""
    wish = arguments_of(arguments)
    folder = wish.folder or ROOT / ("build/contact-sheet" if wish.all else "docs/pictures")
    program = chromium()
    if not program:
        print("no Chromium or Chrome found; STELLWERK_CHROMIUM may name one", file=sys.stderr)
        return 2
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("TZ", "UTC")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        try:
            if wish.all:
                return take_all(browser, server.address, folder.resolve(), wish)
            return take_shots(browser, server.address, folder, set(wish.names))
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
