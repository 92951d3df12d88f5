"""Since the reader's last turn: sentences for every stretch of every kept game, grouped by who did what, and what it
did to the reader; nothing that he may not know.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from stellwerk.core import Game, Plural
from stellwerk.core.message import Text, fields
from stellwerk.i18n.catalogue import LANGUAGES
from stellwerk.web.access import Access
from stellwerk.web.pages.log_entries import ROUNDS, seen
from stellwerk.web.pages.reported import FAMILY, Report
from stellwerk.web.pages.since import since, strip_of
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.site import Site
from tests.kept import kept_game
from tests.page_support import PlainReader, bring, opened

GAMES = ("1830-5p-games18xx", "1854-4p-steady", "1862-4p", "18te-2p", "18te-3p", "union-pacific-4p", "union-pacific-6p")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with opened(tmp_path_factory.mktemp("since")) as made:
        yield made


class Seated(TablePage):
    """One player at the table, as if the game had come no further than a ply."""

    def __init__(self, site: Site, game_id: str, game: Game[Any], seat: int, language: str = "en") -> None:
        super().__init__(site, PlainReader(language), game_id, seat)
        book = site.logbook.book(self.live)
        shorter = SimpleNamespace(records=book.records[: game.ply], live=book.live[: game.ply], version=game.ply)
        self.rights = cast(Access, SimpleNamespace(seats=frozenset((seat,)), head=self.rights.head))
        self.live = cast(Any, SimpleNamespace(game=game, head=self.live.head, version=game.ply, parted=None))
        self.game, self.plies, self.seat, self.covered = game, game.ply, seat, False
        self.site = cast(Site, SimpleNamespace(logbook=SimpleNamespace(book=lambda live: shorter), games=site.games))


@lru_cache(maxsize=20)
def kept(site: Site, name: str) -> tuple[Game[Any], str]:
    whole = kept_game(name)
    return whole, bring(site, whole)


def looks(site: Site, name: str, language: str = "en", every: int = 7) -> Iterator[Seated]:
    """The player who is asked, whenever somebody else has moved before him; every so many plies."""
    whole, game_id = kept(site, name)
    for ply in range(10, len(whole), every):
        game = whole.at(ply)
        decision = game.decision()
        if decision is not None and game.plies[-1].seat != decision.seat:
            yield Seated(site, game_id, game, decision.seat, language)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_happened_is_told_in_sentences(site: Site, name: str, language: str) -> None:
    count = 0
    for page in looks(site, name, language, 11):
        strip = strip_of(page)
        assert strip is not None
        assert [step.ply for step in strip.steps] == list(range(strip.steps[0].ply, page.plies + 1))
        assert all(re.search(r"\w", step.text) for step in strip.steps)
        assert strip.parts
        for part in strip.parts:
            assert part.lines
            for line in part.lines:
                assert re.search(r"\w", line.html.striptags())
                assert "{" not in line.html
        count += 1
    assert count > 3


@pytest.mark.parametrize("name", [name for name in GAMES if not name.startswith("union")])
def test_the_money_told_is_the_money_that_moved(site: Site, name: str) -> None:
    got = 0
    for page in looks(site, name):
        told = since(page)
        assert told is not None
        assert page.seat is not None
        before = page.live.game.at(told.ply).view(page.seat)["players"][page.seat]["cash"]
        after = page.view["players"][page.seat]["cash"]
        assert told.money[told.mine[0]] == after - before
        shared = sum(group.money.total() for part in told.stretches for group in part.groups.values())
        got += shared != 0
    assert got > 1


@pytest.mark.parametrize("name", ["union-pacific-4p", "union-pacific-6p"])
def test_payouts_are_told_to_whom_they_are_paid(site: Site, name: str) -> None:
    paid = 0
    for page in looks(site, name, every=1):
        told = since(page)
        assert told is not None
        assert page.seat is not None
        before = page.live.game.at(told.ply).view(page.seat)["players"][page.seat]["money"]
        gained = page.view["players"][page.seat]["money"] - before
        assert told.money[told.mine[0]] == gained
        paid += gained > 0
    assert paid > 2


def test_nobody_reads_of_the_cards_of_others(site: Site) -> None:
    told = ""
    for page in looks(site, "union-pacific-4p", every=1):
        strip = strip_of(page)
        assert strip is not None
        own = page.game.rules.seats[page.seat or 0]
        for line in [step.text for step in strip.steps]:
            told += f"{line}\n"
            assert not re.search(r"(draws|gives up) [A-Z&]+ ", line) or line.startswith(own), line
    assert "draws a share from the deck" in told
    assert "exchanges a share for one of Union Pacific" in told


def at(site: Site, name: str, ply: int, seat: int, language: str = "en") -> list[str]:
    whole, game_id = kept(site, name)
    strip = strip_of(Seated(site, game_id, whole.at(ply), seat, language))
    assert strip is not None
    lines = [line.html.striptags() for part in strip.parts for line in part.lines]
    return [*lines, *(line.striptags() for line in strip.you)]


def test_a_company_is_one_sentence_with_what_the_reader_gets(site: Site) -> None:
    german = at(site, "1854-4p-steady", 350, 2, "de")
    paid = "fuhr 160 G ein und schüttete 16 G je Aktie aus; eigene Kasse +32 G"
    assert f"VB legte Gleisteil 9 für 100 G auf Außerfernbahn E5, {paid}" in german
    english = at(site, "1854-4p-steady", 350, 2)
    assert "VB laid 9 on Außerfernbahn E5 for 100 G, ran for 160 G and paid 16 G per share; you got 32 G" in english
    assert "you got 113 G" in english
    assert "SD 146 G → 158 G" in english


def test_rust_and_offices_of_the_reader_are_told(site: Site) -> None:
    told = " ".join(
        line.striptags() for name in ("1830-5p-games18xx", "1862-4p") for page in looks(site, name, every=1)
        if (strip := strip_of(page)) for line in strip.you
    )  # fmt: skip
    assert re.search(r"\w+ lost \d trains? \(\w+\)", told)
    assert "in place of" in told


def test_those_who_watch_and_those_who_moved_last_read_nothing(site: Site) -> None:
    whole, game_id = kept(site, "18te-2p")
    page = Seated(site, game_id, whole.at(60), whole.plies[59].seat)
    assert strip_of(page) is None
    page.rights = cast(Access, SimpleNamespace(seats=frozenset(), head=page.rights.head))
    assert strip_of(page) is None


def templates(module: str) -> set[Text]:
    """What the clauses of a module of deeds can say."""
    made = getattr(importlib.import_module(module), "__file__", "")
    calls = [node for node in ast.walk(ast.parse(Path(made).read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    found: set[Text] = set()
    for call in calls:
        if isinstance(call.func, ast.Name) and call.func.id == "Clause":
            for text in (node.value for node in ast.walk(call.args[1]) if isinstance(node, ast.Constant)):
                if isinstance(text, str) and ((" " in text and text[0].islower()) or text in ("agrees", "refuses")):
                    found.add(str(text))
    return found


@pytest.mark.parametrize("folder", ["", "t18te", "t1854", "t1862", "t_union_pacific"])
def test_whatever_the_log_tells_has_its_words_in_a_report(folder: str) -> None:
    name = f"stellwerk.titles.{folder}.pages.deeds" if folder else "stellwerk.web.pages.deeds"
    known: Report = {**FAMILY, **(importlib.import_module(name).REPORTS if folder else {})}
    words = {text for key in known for text in ((key,) if isinstance(key, str) else key)}
    said = templates(name) - {"payout {number}: {paid}"}  # a heading
    assert said
    assert not said - words
    for key, told in known.items():
        assert fields_of(key) == fields_of(told.template)
        assert key != told.template


def fields_of(text: Text) -> list[tuple[str | None, str]]:
    first = text if isinstance(text, str) else text.one
    return sorted((str(name), spec) for _, name, spec in fields(first))


def told_to_all(name: str) -> set[Text]:
    """The templates of what everybody is told of in a kept game, besides deeds, that has no tense yet."""
    whole = kept_game(name)
    found = [event for ply in whole.plies for event in ply.events if seen(event) and event.kind not in DEEDS | ROUNDS]
    return {event.message.template for event in found} - TIMELESS


DEEDS = {"private", "train", "contract", "founded"}  # told as clauses
TIMELESS = {
    "{company}: price {before:$} to {after:$} ({why})",
    "the game is over after payout {number}",
    Plural("{count:n} company has left the game", "{count:n} companies have left the game"),
}


@pytest.mark.parametrize("name", ["1830-5p-games18xx", *GAMES[1:], "1854-3p", "1862-4p-pages"])
def test_what_everybody_should_know_is_told_in_the_past_too(site: Site, name: str) -> None:
    whole, game_id = kept(site, name)
    ui = Seated(site, game_id, whole, 0).ui
    assert told_to_all(name) <= {*FAMILY, *ui.reports}


def test_a_phase_and_a_president_are_told_in_the_past(site: Site) -> None:
    for language, said in (
        ("en", ("Phase 4 began", "Trains 2 rusted", " became president of ")),
        ("de", ("Phase 4 begann", "Loks der Klasse 2 wurden verschrottet", " wurde Präsident von ")),
    ):
        told = "\n".join(
            line.html.striptags()
            for page in looks(site, "1830-5p-games18xx", language, 1)
            if (strip := strip_of(page)) for part in strip.parts for line in part.lines
        )  # fmt: skip
        for words in said:
            assert words in told
        assert " becomes president of " not in told
        assert " wird Präsident von " not in told
