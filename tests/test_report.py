"""The report of a game: figures that add up, a curve without hindsight, in every kept game of every title."""

from __future__ import annotations

import time
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import stellwerk
from stellwerk.bots.outlook import expected
from stellwerk.core import BadInput, Game, Message
from stellwerk.draw.history import family
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.formats import load_file
from stellwerk.i18n import LANGUAGES
from stellwerk.report import Report, report
from stellwerk.report.curve import looks
from stellwerk.report.document import document, places_of
from stellwerk.report.html import html_of
from stellwerk.report.plain import as_data
from stellwerk.report.returns import rate
from stellwerk.report.speech import Speaker, style_of
from stellwerk.report.text import text_of
from stellwerk.report.treasuries import purpose
from stellwerk.report.turning import MOST, against_average, lasting
from stellwerk.routing import best_run
from tests.kept import kept_game
from tests.support import DATA

GAMES = sorted((DATA / "games").glob("*.json.gz"))
IDS = [file.name.removesuffix(".json.gz") for file in GAMES]
every_game = pytest.mark.parametrize("file", GAMES, ids=IDS)
ONE_EACH = ("1830-5p-games18xx", "1854-3p", "1862-4p", "18te-3p", "union-pacific-4p")


@cache
def told(file: Path) -> tuple[Game[Any], Report]:
    game = kept_game(file)
    return game, report(game)


def named(name: str) -> tuple[Game[Any], Report]:
    return told(DATA / "games" / f"{name}.json.gz")


@every_game
def test_figures_of_a_report_add_up(file: Path) -> None:
    game, found = told(file)
    scores = tuple(game.result().scores)
    assert found.scores == scores == found.curve[-1]
    assert len(found.curve) == game.ply + 1
    if found.money is None:
        payouts, companies = found.tables[:2]
        for table in (payouts, companies):
            for seat, score in enumerate(scores):
                assert sum(int(str(row[seat + 1])) for row in table.rows) == score, table.heading
        return
    money = found.money
    for seat, score in enumerate(scores):
        assert sum(row.amounts[seat] for row in money.sources) == score
    for entry in money.treasuries:
        assert sum(entry.flows.values()) == entry.left
    revenue = sum(int(event.facts["revenue"]) for event in game.events if event.kind == "run")
    assert 0 < sum(entry.earned for entry in money.trains) <= revenue
    assert all(entry.ended > entry.bought for entry in money.trains if entry.end)
    owned = sum(len(company.trains) for company in game.state.companies)
    assert sum(not entry.end for entry in money.trains) == owned
    dividends = next(row for row in money.sources if row.key == "dividends").amounts
    for seat in range(len(scores)):
        assert sum(entry.dividends for entry in money.returns if entry.seat == seat) == dividends[seat]
    assert len(money.standings) == len(found.rounds)


@every_game
def test_turning_points_are_few_apart_and_in_order(file: Path) -> None:
    game, found = told(file)
    plies = [entry.ply for entry in found.turning]
    assert 1 <= len(plies) <= MOST
    assert plies == sorted(plies)
    for entry in found.turning:
        assert entry.seat == game.plies[entry.ply - 1].seat
        assert abs(sum(entry.swing)) <= len(entry.swing)  # against the average of all, rounded
        assert any(entry.swing)
        assert set(places_of(found)) >= {entry.ply - 1, entry.ply}


@pytest.mark.parametrize("name", ONE_EACH)
def test_the_curve_knows_nothing_of_what_came_later(name: str) -> None:
    game, found = named(name)
    half = game.ply // 2
    assert report(game.at(half)).curve == found.curve[: half + 1]


@pytest.mark.parametrize("name", ONE_EACH[:4])
def test_the_curve_is_the_number_of_the_bots(name: str) -> None:
    game, found = named(name)
    for ply in (0, 40, game.ply // 2, game.ply - 30, game.ply):
        assert found.curve[ply] == tuple(round(amount) for amount in expected(game.at(ply)))


@pytest.mark.parametrize("name", ONE_EACH[:4])
def test_a_run_is_called_below_the_best_only_if_a_better_one_is_proven(name: str) -> None:
    game, found = named(name)
    assert found.money is not None
    rules = game.rules
    assert isinstance(rules, FamilyRules)
    for entry in found.money.missed:
        assert entry.ran < entry.best <= best_run(rules, game.at(entry.ply - 1).state, entry.company).total


def test_a_share_company_of_1854_is_not_credited_with_plus_trains() -> None:
    """2.13: it may own them and cannot run them; a report once took every run of such a company for a bad one."""
    game, found = named("1854-4p")
    assert found.money is not None
    seen = looks(game.at(784))[784]
    rules = game.rules
    assert isinstance(rules, FamilyRules)
    number = rules.t.company("KE")
    assert game.at(784).state.companies[number].trains == ("4-3", "3+-1")
    assert seen.revenue[number] == 160
    assert not found.money.missed


def test_what_helped_others_more_names_a_lay_or_token_with_its_gains() -> None:
    game, found = named("1830-3p-seed")
    assert found.money is not None
    assert found.money.gifts
    for entry in found.money.gifts:
        assert game.plies[entry.ply - 1].action.kind in ("lay_tile", "place_token")
        assert max(entry.gains) > entry.gains[entry.seat]


def test_rust_says_what_the_shares_bring_less() -> None:
    game, found = named("18te-3p")
    assert found.money is not None
    [entry] = [entry for entry in found.money.rust if entry.kind == "1+1/2"]
    assert entry.lost == {"KHS": 3, "KWE": 3}
    before, after = looks(game.at(entry.ply))[entry.ply - 1 : entry.ply + 1]
    state = game.at(entry.ply - 1).state
    names = [company.id for company in family(game).t.companies]
    for seat, cost in enumerate(entry.cost):
        change = sum(
            (new - old) * company.held[seat] / 100
            for name, old, new, company in zip(names, before.revenue, after.revenue, state.companies, strict=True)
            if name in entry.lost
        )
        assert cost == round(change) < 0


def test_the_rate_of_return() -> None:
    assert rate({0: -100, 1: 110}) == pytest.approx(0.1, abs=1e-4)
    assert rate({0: -100, 1: 10, 2: 110}) == pytest.approx(0.1, abs=1e-4)
    assert rate({0: -100, 4: 50}) == pytest.approx(0.5**0.25 - 1, abs=1e-4)
    assert rate({0: -100}) is None
    assert rate({0: 100, 1: 100}) is None
    assert rate({0: -100, 1: 0}) is None


def test_purposes_are_told_by_reasons() -> None:
    assert [purpose(reason) for reason in ("trains.price", "dividend.kept", "float", "tunnel.cost", "odd")] == [
        "trains",
        "income",
        "capital",
        "track",
        "other",
    ]


def test_a_change_that_does_not_last_weighs_nothing() -> None:
    flat, jump = [100, 100], [200, 100]
    lead = [against_average(values) for values in [flat] * 9 + [jump] * 9]
    assert lasting(lead, 9) == 100
    lead = [against_average(values) for values in [flat] * 9 + [jump] + [flat] * 9]
    assert lasting(lead, 9) == 0


@pytest.mark.parametrize("name", ["1830-3p-seed", "1854-4p", "1862-6p"])
def test_a_long_game_is_reported_within_its_time(name: str) -> None:
    game = load_file(DATA / "games" / f"{name}.json.gz").game
    begun = time.process_time()
    report(game)
    assert (time.process_time() - begun) / game.ply * 1000 < 3


def test_progress_is_told_and_a_game_without_a_move_refused() -> None:
    game, _ = named("18te-3p")
    seen: list[tuple[int, int]] = []
    report(game, lambda done, whole: seen.append((done, whole)))
    assert seen == [(done, game.ply) for done in range(0, game.ply + 1, 64)]
    with pytest.raises(BadInput, match="nothing has been played yet"):
        report(stellwerk.new("1830", ["Ada", "Ben", "Cleo"]))


class Checked(HTMLParser):
    """Everything that is opened is closed, nothing is fetched."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not {name for name, _ in attrs} & {"src", "href", "onclick", "style"}
        assert tag not in ("script", "link", "img", "iframe")
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not {name for name, _ in attrs} & {"src", "href"}

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ONE_EACH)
def test_every_form_in_every_language(name: str, language: str) -> None:
    game, found = named(name)
    speaker, made = Speaker(language, style_of(game)), document(found)
    text = text_of(made, name, found.players, speaker)
    assert all(player in text for player in found.players)
    assert speaker.money(max(found.scores)) in text
    assert "{" not in text
    page = Checked()
    page.feed(html_of(made, name, found.players, speaker))
    assert not page.open
    assert text.count("\n") > 30
    data = as_data(found, speaker.tell)
    assert data["format"] == "stellwerk-report"
    assert data["curve"][-1] == list(found.scores)


def test_names_with_markup_stay_names() -> None:
    game = stellwerk.new("1830", ["<b>Ada</b>", "Ben & {Co}", "Cleo"], seed=1)
    while game.ply < 12:
        game.apply(game.options()[0].action)
    found = report(game)
    html = html_of(document(found), "<i>title</i>", found.players, Speaker("en", style_of(game)))
    assert "<b>Ada" not in html
    assert "<i>title" not in html
    assert "&lt;b&gt;Ada&lt;/b&gt;" in html
    assert Message("{who}", {"who": "Ben & {Co}"}).text == "Ben & {Co}"
