"""What pages share: whoever looks, and in whatever order, a page made of kept pieces is the page made anew."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from msgspec import structs

from stellwerk.formats import load_file
from stellwerk.web.access import Access
from stellwerk.web.games import VIEWS
from stellwerk.web.logbook import Logbook
from stellwerk.web.pages.regions import write
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.remembered import Remembered
from stellwerk.web.site import Site
from tests.page_support import ME, PlainReader, bring, opened
from tests.support import DATA

READERS: list[tuple[frozenset[int], int | None, str]] = [
    (frozenset(), None, "en"),
    (frozenset(), None, "de"),
    (frozenset({0}), None, "en"),
    (frozenset({1}), None, "en"),
    (frozenset({0, 1}), None, "en"),
    (frozenset({0, 1}), 1, "en"),
]
Look = tuple[dict[str, bytes], tuple[bytes, ...], int]


def look(site: Site, game_id: str, seats: frozenset[int], eyes: int | None, language: str) -> Look:
    """The regions and the log as a reader gets them, at a table that hides what its title hides."""
    rights, live = site.games.open(game_id, ME)
    settings = structs.replace(rights.settings, analysis=False)
    access = Access(rights.head, settings, seats, not seats, True)
    page = TablePage(site, PlainReader(language), game_id, eyes, None, (access, live))
    made = write(page, None, eyes)
    return made.regions, made.log, made.sums.first


@pytest.mark.parametrize("name", ["1830-3p-seed", "1854-3p", "1862-4p", "18te-3p", "union-pacific-4p"])
def test_a_page_of_kept_pieces_is_the_page_made_anew(tmp_path: Path, name: str) -> None:
    game = load_file(DATA / "games" / f"{name}.json.gz").game
    entries, start, rng = list(game.entries), game.ply // 2, random.Random(name)
    with opened(tmp_path) as site:
        game_id = bring(site, game.at(start))
        seen = set()
        for number, entry in enumerate(entries[start : start + 6]):
            if number == 3:  # what was taken back is told differently
                site.games.live.rewind(game_id, site.games.live.get(game_id).version, start + 1, 0)
                for again in entries[start + 1 : start + 3]:
                    site.games.live.act(game_id, site.games.live.get(game_id).version, [again])
            site.games.live.act(game_id, site.games.live.get(game_id).version, [entry])
            kept = {reader: look(site, game_id, *reader) for reader in rng.sample(READERS, len(READERS))}
            shared = site.remembered, site.logbook
            for reader in READERS if number in (3, 5) else ():
                site.remembered, site.logbook = Remembered(2**24), Logbook(site.store)
                VIEWS.forget()
                assert look(site, game_id, *reader) == kept[reader], (number, reader)
            site.remembered, site.logbook = shared
            seen |= {kept[reader][0]["stage"] for reader in READERS}
    assert len(seen) > 6
