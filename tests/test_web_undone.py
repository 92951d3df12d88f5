"""Moves that were taken back are told in the log; to find out what they did they are made once again, not more."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from stellwerk.core import Entry, Game
from stellwerk.formats import load_file
from stellwerk.web import undone
from stellwerk.web.pages.log import tail
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.site import Site
from stellwerk.web.undone import made_again, ply_of, shared
from tests.page_support import PlainReader, bring, choice, opened
from tests.support import DATA


class Applied:
    """Counts the actions that are made."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.count = 0
        real = Game.apply

        def apply(game, action, seat=None):  # type: ignore[no-untyped-def]  # as the real one
            self.count += 1
            return real(game, action, seat)

        patch.setattr(Game, "apply", apply)


def rewind(site: Site, game_id: str, to: int) -> None:
    site.games.live.rewind(game_id, site.games.live.get(game_id).version, to, 0)


def look(site: Site, game_id: str) -> TablePage:
    return TablePage(site, PlainReader("en"), game_id)


def test_a_whole_game_that_was_taken_back_is_made_again_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once each of its moves was made again from the start: a page took 13 seconds, and nobody got another."""
    game = load_file(DATA / "games" / "1830-3p-seed.json.gz").game.at(300)
    with opened(tmp_path) as site:
        game_id = bring(site, game)
        rewind(site, game_id, 0)
        page = look(site, game_id)
        book = site.logbook.book(page.live)
        applied = Applied(monkeypatch)
        tail(page, book)
        assert applied.count == 300
        for version in range(1, 301):
            assert site.logbook.events(page.live, book, version) == game.at(version).last_events
        assert applied.count == 300


def test_branches_share_the_way_to_where_they_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_file(DATA / "games" / "18te-2p.json.gz").game.at(60)
    rng = random.Random(5)
    with opened(tmp_path) as site:
        game_id = bring(site, game)
        for _ in range(20):  # another last move, again and again
            live = site.games.live.get(game_id)
            decision = live.game.decision()
            assert decision is not None
            option = rng.choice([option for option in live.game.options() if option.seat in (None, decision.seat)])
            site.games.live.play(live, live.version, [Entry(decision.seat, choice(option, rng))])
            rewind(site, game_id, 60)
        rewind(site, game_id, 3)
        page = look(site, game_id)
        book = site.logbook.book(page.live)
        gone = [
            record.version
            for record in book.records
            if record.body is not None and not ply_of(book.live, record.version)
        ]
        alone = {version: made_again(page.live.game, book, version)[0] for version in gone}
        assert all(alone.values())
        applied = Applied(monkeypatch)
        rng.shuffle(gone)
        assert {version: site.logbook.events(page.live, book, version) for version in gone} == alone
        assert applied.count <= 57 + 21


def test_nothing_is_told_of_what_lies_too_far(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_file(DATA / "games" / "18te-2p.json.gz").game.at(60)
    monkeypatch.setattr(undone, "MOST_WAY", 40)
    with opened(tmp_path) as site:
        game_id = bring(site, game)
        rewind(site, game_id, 0)
        live = site.games.live.get(game_id)
        book = site.logbook.book(live)
        assert site.logbook.events(live, book, 40)
        assert not site.logbook.events(live, book, 41)
        assert "undone" in tail(look(site, game_id), book).html


def test_ways() -> None:
    assert [ply_of((2, 3, 9), version) for version in (1, 2, 3, 4, 9, 10)] == [0, 1, 2, 0, 3, 0]
    assert (shared((1, 2, 3), (1, 2, 4)), shared((), (1,)), shared((1, 2), (1, 2, 3))) == (2, 0, 2)
