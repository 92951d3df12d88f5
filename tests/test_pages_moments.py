"""Moments: every big thing in the kept games of all titles has its card, with the money that was moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

import stellwerk
from stellwerk.core import Game
from stellwerk.i18n import LANGUAGES
from stellwerk.web.pages.moments import latest as latest_module
from stellwerk.web.pages.moments.latest import (
    COMPACT,
    IMPORTANT,
    MOVES,
    MomentHtml,
    builders,
    latest,
    moment_cards,
    moments_of,
)
from stellwerk.web.pages.moments.moment import Happening, received
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.site import Site
from tests.kept import kept_game
from tests.page_support import PlainReader, Shown, all_regions, bring, opened
from tests.support import DATA
from tests.test_i18n import english_in

GAMES = sorted((DATA / "games").glob("*.json.gz"))
IDS = [file.name.removesuffix(".json.gz") for file in GAMES]
# What each title must tell, by kind of event.
BIG = {
    *("phase", "president", "bankrupt", "bank_broken", "closed_company", "merger", "split", "buyback", "payout_start"),
    *("dividend", "float", "founded"),
}
every_game = pytest.mark.parametrize("file", GAMES, ids=IDS)


@cache
def played(file: Path) -> Game[Any]:
    return kept_game(file)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with opened(tmp_path_factory.mktemp("moments")) as site:
        yield site


def shown(site: Site, file: Path, language: str = "en", seat: int | None = None, game_id: str = "") -> Shown:
    """A game in its last position, as a player sees it who has that seat alone, else as a spectator does."""
    page = Shown(site, PlainReader(language), game_id or brought(site, file), played(file), seat)
    page.rights = structs.replace(page.rights, seats=frozenset() if seat is None else frozenset({seat}))
    page.seat = seat
    return page


_brought: dict[tuple[int, Path], str] = {}


def brought(site: Site, file: Path) -> str:
    return _brought.setdefault((id(site), file), bring(site, played(file)))


@every_game
def test_every_big_event_has_its_card_in_each_language(site: Site, file: Path) -> None:
    game = played(file)
    names = set(game.rules.seats)
    wanted: Counter[str] = Counter(event.kind for ply in game.plies for event in ply.events if event.kind in BIG)
    for language in LANGUAGES:
        page = shown(site, file, language)
        known, made = builders(page), Counter[str]()
        for ply, entry in enumerate(game.plies, 1):
            if language != "en" and not any(event.kind in BIG - {"dividend"} for event in entry.events):
                continue
            events = game.events_of(ply, None)
            for number, event in enumerate(events):
                if event.kind in BIG and (moment := known[event.kind](Happening(page, ply, number, events))):
                    made[event.kind] += 1
                    assert moment.title[:1].isupper() or any(moment.title.startswith(name) for name in names)
                    said = " ".join((moment.title, moment.you, *moment.lines))
                    assert "{" not in said
                    if language != "en":
                        assert not english_in(said, names), said
        expected = (
            wanted if language == "en" else Counter({k: n for k, n in wanted.items() if made[k] or k != "dividend"})
        )
        if language != "en":
            del made["dividend"], expected["dividend"]
        assert made == expected
    assert moments_of(shown(site, file), game.ply)[-1].kind == "over"


@pytest.mark.parametrize("file", [file for file in GAMES if not file.name.startswith("union")])
def test_what_a_card_says_is_the_money_that_was_moved(site: Site, file: Path) -> None:
    """The figures are compared with the cash of the players before and after the move."""
    game = played(file)
    page = shown(site, file)
    checked = 0
    for ply in range(1, game.ply + 1):
        events = game.events_of(ply, None)
        for number, event in enumerate(events):
            if event.kind != "dividend":
                continue
            what = Happening(page, ply, number, events)
            amounts = received(page, what.paid("dividend"))
            before, after = game.at(ply - 1).view(None)["players"], game.at(ply).view(None)["players"]
            others = [e for e in events if e.kind == "paid" and not str(e.facts["reason"]).startswith("dividend")]
            touched = {name for e in others for name in (e.facts["payer"], e.facts["payee"])}
            for old, new in zip(before, after, strict=True):
                if old["name"] not in touched:
                    assert new["cash"] - old["cash"] == amounts.get(old["name"], 0)
                    checked += bool(amounts.get(old["name"]))
    assert checked


@every_game
def test_the_reader_is_told_what_he_gets(site: Site, file: Path) -> None:
    """A player reads his own figure, a spectator nobody's as his own."""
    game = played(file)
    mine = 0
    seat = game.result().winners[0]
    name = game.rules.seats[seat]
    player, watcher = shown(site, file, seat=seat), shown(site, file)
    kind = "dividend" if player.family else "payout_start"
    for ply, entry in enumerate(game.plies, 1):
        if not any(event.kind == kind for event in entry.events):
            continue
        for own, public in zip(moments_of(player, ply), moments_of(watcher, ply), strict=True):
            assert public.you == "" or public.kind == "over"
            if own.kind in ("dividend", "payout") and own.you:
                mine += 1
                assert own.you.startswith("You get ")
                assert not any(line.startswith(f"{name} ") or f"· {name} " in line for line in own.lines)
                if public.kind == "dividend":
                    assert f"{name} {own.you.removeprefix('You get ')}" in " ".join(public.lines)
    assert mine


def test_whose_trains_rust(site: Site) -> None:
    """The trains on the card are those that are gone from the companies."""
    for file in GAMES:
        game, page = played(file), shown(site, file)
        for ply, entry in enumerate(game.plies, 1):
            rusts = [event for event in entry.events if event.kind == "rust"]
            if not rusts or any(event.kind in ("bankrupt", "merger") for event in entry.events):
                continue
            gone: Counter[str] = Counter()
            for event in rusts:
                gone.update(event.facts["lost"])
            before, after = (game.at(at).view(None)["companies"] for at in (ply - 1, ply))
            lost = {
                name: len(set(company["trains"]) - set(after[name]["trains"]))
                for name, company in before.items()
                if set(company["trains"]) - set(after[name]["trains"])
            }
            traded = {str(event.facts.get("company")) for event in entry.events if event.kind == "train"}
            assert {k: n for k, n in lost.items() if k not in traded} == {
                k: n for k, n in gone.items() if k not in traded
            }
            made = moments_of(page, ply)
            told = " ".join(line for moment in made for line in moment.lines if moment.kind in ("phase", "rust"))
            for event in rusts:
                for company, count in event.facts["lost"].items():
                    assert f"{page.company_name(company)}: {count}" in told


def test_payouts_of_union_pacific_add_up(site: Site) -> None:
    for file in GAMES:
        game = played(file)
        if "payout_start" not in {event.kind for ply in game.plies for event in ply.events}:
            continue
        page, totals = shown(site, file), [0] * len(game.rules.seats)
        for ply in range(1, game.ply + 1):
            for moment in moments_of(page, ply):
                if moment.kind == "payout":
                    assert moment.panel is not None
                    table = moment.panel.context["table"]
                    for seat in range(len(totals)):
                        assert table.totals[seat] == sum(row.cells[seat].amount for row in table.rows)
                        totals[seat] += table.totals[seat]
        assert tuple(totals) == game.result().scores


@every_game
def test_the_region_is_bounded_and_belongs_to_the_present(site: Site, file: Path) -> None:
    page = shown(site, file)
    html = latest(page)
    assert 0 < len(html) <= IMPORTANT + COMPACT
    assert 'data-kind="over"' in html[-1]
    assert f'href="/g/{page.id}/result"' in html[-1]
    page.ply = 3
    assert latest(page) == []
    assert 'id="moments" hidden data-now="no"></div>' in all_regions(page)


@every_game
def test_moves_are_looked_through_once(site: Site, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found is remembered; after a move only that move is looked at."""
    looked: list[int] = []

    def counted(page: TablePage, ply: int, version: int, *, important: bool) -> list[MomentHtml]:
        looked.append(ply)
        return moment_cards(page, ply, version, important=important)

    monkeypatch.setattr(latest_module, "moment_cards", counted)
    game, game_id = played(file), bring(site, played(file))  # a table of which nothing is known yet

    def at(ply: int) -> TablePage:
        page = shown(site, file, game_id=game_id)
        page.game, page.plies = game.at(ply), ply
        return page

    latest(at(game.ply - 2))
    assert 0 < len(looked) < MOVES
    looked.clear()
    first = latest(at(game.ply - 1))
    assert looked == [game.ply - 1]
    assert latest(at(game.ply - 1)) == first
    assert looked == [game.ply - 1]


def test_secret_money_stays_secret_in_a_payout(site: Site) -> None:
    """While the game is on, a card adds nothing up that its reader may not know (Union Pacific 13.1a)."""
    file = next(file for file in GAMES if file.name.startswith("union-pacific-4p"))
    whole = played(file)
    secret = stellwerk.new(
        whole.rules.title, list(whole.rules.seats), {**whole.rules.options, "money": "secret"}, whole.rules.seed
    )
    for entry in whole.plies:
        secret.apply(entry.action, entry.seat)
        if any(event.kind == "payout_start" for event in entry.events):
            break
    game_id = bring(site, secret)
    for seat in (None, 0):
        page = Shown(site, PlainReader("en"), game_id, secret, seat)
        page.rights = structs.replace(page.rights, seats=frozenset() if seat is None else frozenset({seat}))
        page.seat = seat
        made = moments_of(page, secret.ply)[0]
        assert made.panel is not None
        totals = made.panel.context["table"].totals
        assert [total is not None for total in totals] == [other == seat for other in range(len(totals))]
        assert bool(made.you) == (seat is not None)
