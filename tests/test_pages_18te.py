"""18TE on its pages: every decision has its panel in every language, choices tell what the game then does, goals, the
guide's hints, and the table of a first game.
"""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest

import stellwerk
from stellwerk.core import Game
from stellwerk.eighteen.actions import Bankrupt, BidCompany, BuyTrain, Dividend, IssueShares, LayTile, Pass, RunRoutes
from stellwerk.eighteen.running import kind_of
from stellwerk.formats import load_file
from stellwerk.i18n.catalogue import LANGUAGES
from stellwerk.routing import best_run, spec_of
from stellwerk.titles.t18te.pages.goals import goal_marks, goals
from stellwerk.web.pages.choose import chosen_of, panel_with
from stellwerk.web.pages.decisions import panel_for
from stellwerk.web.pages.decisions.panel import plain
from stellwerk.web.pages.guide import any_hint, hint_of
from stellwerk.web.pages.guide.figures import cheapest_train
from stellwerk.web.pages.guide.hint import Hint
from stellwerk.web.pages.lays import own_lays, places
from stellwerk.web.pages.render import fragment
from stellwerk.web.pages.train_runs import run_with
from stellwerk.web.site import Site
from tests.page_support import PlainReader, Shown, Tables, all_regions, bring, opened, random_game
from tests.support import DATA
from tests.web_support import Browser, served

KEPT = Path(__file__).parent / "data" / "games" / "18te-2p.json.gz"
TABS = ("map", "market", "companies", "players", "trains", "tiles", "ledger", "charts", "rules")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with opened(tmp_path_factory.mktemp("18te")) as made:
        yield made


@cache
def kept() -> Game[Any]:
    return stellwerk.load(KEPT)


TABLES = Tables()


def at_ply(site: Site, game: Game[Any], ply: int, language: str = "en", guide: bool = False) -> Shown:
    game_id = TABLES.of(site, game)
    return Shown(site, PlainReader(language, f"{game_id}+" if guide else ""), game_id, game.at(ply))


def now(site: Site, game: Game[Any], language: str = "en", guide: bool = False) -> Shown:
    return at_ply(site, game, game.ply, language, guide)


def words(markup: str) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", markup)))


def shown_panel(page: Shown, asked: dict[str, str] | None = None) -> str:
    """The decision panel as text, with a choice open if one is asked for."""
    panel = panel_with(page, asked, chosen_of(page, asked)) if asked else panel_for(page)
    return words(fragment(page.reader, panel.template, page=page, x=panel.context))


def founded(bid: int = 240) -> Game[Any]:
    """KHS is founded by Ada."""
    game = stellwerk.new("18te", ["Ada", "Ben"], seed=1)
    game.apply(BidCompany("KHS", bid), 0)
    game.apply(Pass(), 1)
    return game


def first(game: Game[Any], kind: str, after: int = 0, action: type | None = None) -> int:
    for ply in range(after, game.ply):
        there = game.at(ply)
        decision = there.decision()
        if decision is None or decision.kind != kind:
            continue
        if action is None or any(isinstance(option.action, action) for option in there.options()):
            return ply
    raise AssertionError(f"no decision {kind}")


# -- whole games over the pages


@pytest.mark.parametrize(("title", "players", "seed"), [("18te", 2, 1), ("18te", 3, 2), ("1830", 3, 5)])
def test_every_decision_of_a_random_game_has_a_panel(site: Site, title: str, players: int, seed: int) -> None:
    game = random_game(title, players, seed, most=700)
    game_id = bring(site, game)
    kinds: Counter[str] = Counter()
    for ply in range(game.ply):
        decision = game.at(ply).decision()
        assert decision is not None
        kinds[decision.kind] += 1
        # every kind is rendered at first; after that a sample, all three languages and all views in turn
        if kinds[decision.kind] > 3 and ply % 6:
            continue
        page = Shown(site, PlainReader(LANGUAGES[ply % 3], f"{game_id}+"), game_id, game.at(ply))
        assert page.yours
        text = all_regions(page, TABS[ply % len(TABS)])
        assert 'id="decision"' in text
        assert any_hint(page) is None or any_hint(page).text  # type: ignore[union-attr]  # a hint is never empty
        if title == "18te":
            assert panel_for(page).template != "decisions/plain.html", decision.kind
    last = Shown(site, PlainReader("de"), game_id, game)
    assert 'id="decision"' in all_regions(last)
    if title == "18te":
        assert {"stock", "track", "run", "dividend", "trains", "issue"} <= set(kinds)


def test_rare_decisions_have_panels_of_their_own(site: Site) -> None:
    """Auction, objection, consent, discard: found in random games, shown without the plain panel."""
    wanted = {"company_auction", "consent", "token"}
    game = random_game("18te", 3, 2)
    game_id = bring(site, game)
    for kind in wanted:
        page = Shown(site, PlainReader(), game_id, game.at(first(game, kind)))
        assert panel_for(page).template != plain(page).template, kind


# -- founding


def test_a_bid_shows_price_treasury_and_cash_and_the_game_does_just_that(site: Site) -> None:
    game = stellwerk.new("18te", ["Ada", "Ben"], seed=1)
    text = shown_panel(now(site, game), {"do": "found", "company": "KHS", "amount": "260"})
    for said in ("Start price 80M", "Treasury of KHS 260M", "500M → 240M", "30 % president", "If nobody raises"):
        assert said in text, said
    done = founded(260)
    view = done.view(0)
    assert (view["companies"]["KHS"]["price"], view["companies"]["KHS"]["cash"]) == (80, 260)
    assert view["players"][0]["cash"] == 240


def test_price_steps_are_those_of_the_rules(site: Site) -> None:
    text = shown_panel(now(site, stellwerk.new("18te", ["Ada", "Ben"], seed=1)), {"do": "found", "company": "KHS"})
    for price, bid in ((60, 180), (70, 210), (80, 240), (90, 270), (100, 300)):  # TV2
        assert f"Price {price}M from {bid}M" in text


def test_price_support_is_told_with_the_bid(site: Site) -> None:
    game = stellwerk.new("18te", ["Ada", "Ben"], seed=1)
    game.apply(Pass(), 0)
    game.apply(Pass(), 1)
    text = shown_panel(now(site, game), {"do": "found", "company": "KHS"})
    assert "with support 10M" in text
    assert "500M → 330M" in text  # the least bid is 170 (TV13)
    assert "Treasury of KHS 180M" in text


def test_the_auction_says_who_leads_and_what_leaving_means(site: Site) -> None:
    game = stellwerk.new("18te", ["Ada", "Ben"], seed=1)
    game.apply(BidCompany("KHS", 200), 0)
    text = shown_panel(now(site, game))
    assert "200M Ada leads" in text
    assert "Ada founds KHS for 200M" in text
    assert "Raise 210M" in text


def test_only_the_next_company_is_offered_and_the_others_say_why(site: Site) -> None:
    page = now(site, stellwerk.new("18te", ["Ada", "Ben"], seed=1))
    rows = {row.id: row for row in panel_for(page).context["matrix"].rows}
    assert rows["KHS"].buys[0].query == "do=found&company=KHS"
    assert all(rows[name].buys[0].why and rows[name].buys[0].text == "later" for name in ("KWE", "CME", "TWE", "KPR"))


def test_treasury_and_pool_are_told_apart(site: Site) -> None:
    game = founded()
    page = now(site, game)
    text = shown_panel(page, {"do": "buy", "company": "KHS", "source": "treasury"})
    assert "Buy KHS from: treasury" in text
    assert "Treasury shares 70 → 60 %" in text
    assert "Treasury 240M → 320M" in text  # the company is paid (3.17)


# -- operating


def test_an_issue_shows_price_and_money_before_and_after(site: Site) -> None:
    game = kept()
    ply = first(game, "issue", action=IssueShares)
    page = at_ply(site, game, ply)
    name = page.decision.actor if page.decision else ""
    percents = sorted(o.action.percent for o in page.options if isinstance(o.action, IssueShares))
    before = page.view["companies"][name]
    copy = game.at(ply).branch()
    copy.apply(IssueShares(percents[-1]), page.asked)
    after = copy.view(0)["companies"][name]
    text = shown_panel(page, {"do": "issue", "percent": str(percents[-1])})
    assert f"Share price {before['price']}M → {after['price']}M" in text
    assert f"{before['cash']}M → {after['cash']}M" in text
    assert f"Issue {percents[-1]} % +{after['cash'] - before['cash']}M" in text


def test_both_sides_of_a_train_say_what_they_would_run(site: Site) -> None:
    game = kept()
    ply = next(
        ply
        for ply in range(game.ply)
        if (decision := game.at(ply).decision()) is not None
        and decision.kind == "trains"
        and sum(option.action.kind == "buy_train" and option.amount is None for option in game.at(ply).options()) >= 2
    )
    page = at_ply(site, game, ply)
    bank = next(entries for title, entries in panel_for(page).context["groups"] if title == "From the bank")
    sides = [choice for choice in bank if not choice.why]
    assert len(sides) == 2
    assert all("would run" in choice.note for choice in sides)
    chosen = shown_panel(page, dict(part.split("=") for part in sides[0].query.replace("%2B", "+").split("&")))
    assert "Best run on this map" in chosen
    assert "The side is chosen for good" in chosen


def test_the_export_marker_and_what_it_would_bring_about(site: Site) -> None:
    game = kept()
    told = [
        note.text
        for ply in range(game.ply)
        if (decision := game.at(ply).decision()) is not None and decision.kind == "trains"
        for note in panel_for(at_ply(site, game, ply)).context["notes"]
        if "Export marker" in note.text
    ]
    assert told
    assert any("1+1/2 leaves the game" in text for text in told)


def test_a_declared_run_below_the_best_can_be_corrected(site: Site) -> None:
    game = kept()
    ply = first(game, "run")
    there = game.at(ply).branch()
    there.apply(RunRoutes(()), there.decision().seat)  # type: ignore[union-attr]  # a decision is asked there
    assert there.decision().kind == "objection"  # type: ignore[union-attr]
    page = now(site, there, guide=True)
    text = shown_panel(page)
    assert "declares 0M. A better run exists" in text
    assert "Accept 0M" in text
    hint = hint_of(page)
    assert hint is not None
    assert "has declared less than the best run" in hint.text[0]


def test_border_costs_stand_at_the_lay(site: Site) -> None:
    """TV11: what a tile costs depends on how it lies: joining across the Ems costs 30."""
    game = kept()
    seen = set()
    for ply in range(game.ply):
        decision = game.at(ply).decision()
        if decision is None or decision.kind != "track":
            continue
        page = at_ply(site, game, ply)
        lays = own_lays(page)
        assert lays is not None
        for place in places(lays):
            for choice in place.choices:
                for turn in choice.rotations:
                    copy = game.at(ply).branch()
                    cash = copy.view(0)["companies"][lays.name]["cash"]
                    events = copy.apply(LayTile(place.hex, choice.tile, turn), page.asked)
                    paid = sum(
                        event.facts["amount"]
                        for event in events
                        if event.kind == "paid" and event.facts["payer"] == lays.name and "building" in event.text
                    )
                    assert choice.cost_of(turn) == paid, (ply, place.hex, choice.tile, turn, cash)
                    seen.add(paid)
        if {0, 30, 50} <= seen:
            return
    raise AssertionError(f"the game has no lay for each of 0, 30 and 50: {seen}")


def test_a_company_that_goes_bankrupt_is_told_before_and_after(site: Site) -> None:
    for seed in range(2, 30):
        game = random_game("18te", 3, seed)
        for ply in range(game.ply):
            there = game.at(ply)
            decision = there.decision()
            if decision is None or decision.kind != "dividend":
                continue
            copy = there.branch()
            events = copy.apply(Dividend("withhold"), decision.seat)
            if any(event.kind == "closed_company" for event in events):
                page = at_ply(site, game, ply)
                text = shown_panel(page, {"do": "dividend", "choice": "withhold"})
                assert f"{decision.actor} is bankrupt and leaves the game" in text
                hint = any_hint(page)
                assert hint is not None
                assert any("bankrupt" in part for part in hint.text)
                assert "bankrupt, out of the game" in words(all_regions(now(site, copy), "companies"))
                return
    raise AssertionError("no company came near bankruptcy")


# -- goals


def test_goals_stand_on_the_card_and_on_the_map(site: Site) -> None:
    page = now(site, founded())
    found = {page.t.companies[goal.company].id: goal for goal in goals(page)}
    assert {name: (goal.hex, goal.bonus) for name, goal in found.items()} == {
        "KHS": ("A7", 100), "KWE": ("A7", 100), "CME": ("G5", 100), "TWE": ("H12", 100), "KPR": ("A7", 100),
    }  # fmt: skip
    assert found["KPR"].via == ("F4", "E5", "D4")
    assert "Goal token in Rheine: 100M" in words(all_regions(page))
    game = kept()
    there = at_ply(site, game, first(game, "track"))
    assert "+100" in goal_marks(there)


def test_the_end_has_scores_with_receipts(site: Site) -> None:
    game = kept()
    text = all_regions(now(site, game))
    scores = game.result().scores
    assert "Winner" in text
    for score in scores:
        assert f"{score:,}M" in text
    assert text.count("receipt?name=score") >= 2


# -- the guide


def hint_at(site: Site, game: Game[Any], ply: int) -> Hint:
    found = any_hint(at_ply(site, game, ply))
    assert found is not None
    return found


def test_hints_come_only_to_those_who_want_them(site: Site) -> None:
    game = stellwerk.new("18te", ["Ada", "Ben"], seed=1)
    assert hint_of(now(site, game)) is None
    wanted = now(site, game, guide=True)
    assert hint_of(wanted) is not None
    assert 'id="hint"' in all_regions(wanted)
    assert 'id="hint"' not in all_regions(now(site, game))


def test_the_founding_hint_follows_the_bid_rules(site: Site) -> None:
    hint = any_hint(now(site, stellwerk.new("18te", ["Ada", "Ben"], seed=1)))
    assert hint is not None
    assert hint.fill is not None
    bid = int(hint.fill.choose.rpartition("=")[2])
    done = founded(bid).view(0)["companies"]["KHS"]
    told = " ".join(hint.text)
    assert f"bid of {bid}M" in told
    assert f"begin at {done['price']}M with {done['cash']}M" in told
    assert [rule.name for rule in hint.rules][:2] == ["18te 4.5", "18te 4.7"]


def test_the_track_hint_is_the_routers(site: Site) -> None:
    """What the hint says of the run is what the lay does, and the hex it fills in has a legal lay."""
    game = kept()
    checked = 0
    for ply in range(game.ply):
        decision = game.at(ply).decision()
        if decision is None or decision.kind != "track":
            continue
        page = at_ply(site, game, ply)
        hint = any_hint(page)
        assert hint is not None
        assert hint.fill is not None
        assert hint.fill.hex in {o.action.hex for o in page.options if isinstance(o.action, LayTile)}
        figures = re.search(r"grows from (\d+)M to (\d+)M", hint.text[0])
        if figures:
            checked += 1
            assert int(figures[2]) > int(figures[1])
    assert checked


def test_filled_choices_are_always_possible(site: Site) -> None:
    game = random_game("18te", 2, 4)
    game_id = bring(site, game)
    filled = Counter[str]()
    for ply in range(0, game.ply, 2):
        page = Shown(site, PlainReader(), game_id, game.at(ply))
        hint = any_hint(page)
        if hint is None or hint.fill is None or not hint.fill.choose:
            continue
        asked = dict(part.split("=") for part in hint.fill.choose.replace("%2B", "+").split("&"))
        chosen = chosen_of(page, asked)
        assert chosen is not None
        assert chosen.action, (ply, asked)
        copy = game.at(ply).branch()
        action = copy.rules.action_types[json.loads(chosen.action)["type"]]
        copy.apply(msgspec.json.decode(chosen.action, type=action), page.asked)  # refused if it were not legal
        filled[asked["do"]] += 1
    assert len(filled) >= 3, filled


def test_every_choice_of_a_hint_has_its_rule(site: Site) -> None:
    game = kept()
    for kind in ("stock", "company_auction", "track", "token", "run", "dividend", "trains", "issue"):
        hint = hint_at(site, game, first(game, kind))
        assert hint.rules, kind
        assert all(way.why and way.rule for way in hint.ways), kind


@pytest.mark.parametrize("language", ["de", "pl"])
def test_hints_are_in_the_language_of_the_reader(site: Site, language: str) -> None:
    game = kept()
    for kind in ("stock", "company_auction", "track", "run", "dividend", "trains", "issue"):
        ply = first(game, kind)
        english, other = hint_at(site, game, ply), any_hint(at_ply(site, game, ply, language))
        assert other is not None
        assert len(other.text) == len(english.text)
        assert all(mine != theirs for mine, theirs in zip(english.text, other.text, strict=True)), kind
        assert all(mine.why != theirs.why for mine, theirs in zip(english.ways, other.ways, strict=True)), kind


def test_what_a_train_would_run_reckons_with_the_phase_it_begins(site: Site) -> None:
    """6.1: red areas pay more, old trains rust and the limit falls at once: the run after the purchase is another."""
    game = kept()
    changed = 0
    for ply in range(game.ply):
        there = game.at(ply)
        decision = there.decision()
        if decision is None or decision.kind != "trains":
            continue
        page = at_ply(site, game, ply)
        for option in there.options():
            if not isinstance(option.action, BuyTrain) or option.amount is not None:
                continue
            copy = there.branch()
            copy.apply(option.action, decision.seat)
            if copy.state.phase == there.state.phase:
                continue
            changed += 1
            rules, company = page.rules, page.t.company(decision.actor)
            trains = copy.state.companies[company].trains
            sets = combinations(trains, min(len(trains), page.t.phases[copy.state.phase].train_limit))
            best = max(
                best_run(rules, copy.state, company, [spec_of(page.t, train) for train in own]).total for own in sets
            )
            told = run_with(page, kind_of(option.action.train))
            assert told is not None
            assert told.total == best, (ply, option.action)
    assert changed >= 4


def test_a_train_the_company_cannot_pay_is_not_said_to_be_bought_this_turn(site: Site) -> None:
    claimed = poor = 0
    for seed in range(4):
        game = random_game("18te", 2 + seed % 2, seed)
        for ply in range(game.ply):
            decision = game.at(ply).decision()
            if decision is None or decision.kind != "track":
                continue
            page = at_ply(site, game, ply)
            lays = own_lays(page)
            if lays is None or not lays.lent:
                continue
            hint = any_hint(page)
            assert hint is not None
            cost = re.search(r"It costs (\d+)M", " ".join(hint.text))
            left = page.view["companies"][decision.actor]["cash"] - (int(cost[1]) if cost else 0)
            can = left >= page.t.train_price[lays.lent]
            claimed += "can buy at the end of this turn" in hint.text[0]
            poor += "it cannot pay yet" in hint.text[0]
            assert can or "can buy at the end of this turn" not in hint.text[0], (seed, ply, left, hint.text)
            assert not can or "it cannot pay yet" not in hint.text[0], (seed, ply, left, hint.text)
    assert claimed
    assert poor


def test_a_president_who_cannot_raise_the_money_is_told_so(site: Site) -> None:
    """8.8: there is nothing left to add or to sell."""
    found = 0
    for seed in range(3):
        game = random_game("18te", 2 + seed % 2, seed)
        for ply in range(game.ply):
            there = game.at(ply)
            if not any(isinstance(option.action, Bankrupt) for option in there.options()):
                continue
            found += 1
            for language in LANGUAGES:
                hint = any_hint(at_ply(site, game, ply, language))
                assert hint is not None
                if language == "en":
                    assert "all you have and can sell does not reach" in hint.text[0]
                    assert "sell shares if need be" not in " ".join(hint.text)
                assert "18te 8.8" in [rule.name for rule in hint.rules]
                assert "18te 8.8" in [way.rule.name for way in hint.ways if way.rule]
    assert found


def test_a_company_that_cannot_reach_its_train_by_issuing_is_told_so(site: Site) -> None:
    """A company without a lasting train and without the money for one has something urgent, whatever it may issue."""
    urgent = calm = 0
    for seed in range(9):
        game = random_game("18te", 2 + seed % 2, seed)
        for ply in range(game.ply):
            there = game.at(ply)
            decision = there.decision()
            if decision is None or decision.kind != "issue":
                continue
            page = at_ply(site, game, ply)
            hint, train, entry = any_hint(page), cheapest_train(page), page.view["companies"][decision.actor]
            assert hint is not None
            poor = train is not None and not entry["trains"] and entry["cash"] < train
            assert ("needs nothing urgently" in hint.text[0]) <= (not poor), (seed, ply)
            falls = re.search(r"falls from (\d+)M to (\d+)M", hint.text[0])
            assert falls is None or int(falls[1]) > int(falls[2]), hint.text
            urgent, calm = urgent + poor, calm + (not poor)
    assert urgent
    assert calm


# -- the table of a first game, over HTTP


def test_learn_makes_a_table_with_the_guide_on_and_it_can_be_left(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        mira = Browser(client)
        start = mira.send("GET", "/").text
        mira.get("/session")
        assert 'data-learn="18te"' in start
        made = mira.send("POST", "/learn", {"name": "Mira", "title": "18te"})
        assert made.status_code == 201, made.text
        game = made.json()["game"]
        shown = mira.send("GET", f"/g/{game}").text
        assert 'id="hint"' in shown
        assert "Guide on" in shown
        table = mira.get(f"/games/{game}").json()
        assert [seat["kind"] for seat in table["seats"]] == ["me", "bot"]
        left = mira.send("POST", f"/g/{game}/guide", {"on": False}).text
        assert 'id="hint"' not in left
        assert "Turn the guide on" in left
        assert 'id="hint"' not in mira.send("GET", f"/g/{game}/now").text
        again = mira.send("POST", f"/g/{game}/guide", {"on": True}).text
        assert 'id="hint"' in again
        stranger = Browser(client)
        stranger.get("/session")
        stranger.cookies["guide"] = mira.cookies["guide"]  # even the same setting shows a stranger nothing
        assert stranger.send("POST", f"/g/{game}/guide", {"on": True}).status_code in (403, 404)
        assert 'id="hint"' not in stranger.send("GET", f"/g/{game}").text


def test_the_guide_refuses_what_it_does_not_know(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        mira = Browser(client)
        mira.get("/session")
        refused = mira.send("POST", "/learn", {"title": "1899"})
        assert refused.status_code == 404
        assert refused.json()["text"] == "there is no guided game of 1899"
        made = mira.create("me:Mira", "bot", "bot", title="1830")
        assert mira.send("POST", f"/g/{made['table']['id']}/guide", {"on": "yes"}).status_code == 400
        mira.cookies["guide"] = "%%%..+.-"
        assert mira.send("GET", f"/g/{made['table']['id']}").status_code == 200


def test_tiles_without_end_have_a_sign_that_fits(site: Site) -> None:
    game: Any = stellwerk.new("18te", ["Ada", "Ben"], {}, 1)
    shown = all_regions(Shown(site, PlainReader(), bring(site, game), game), "tiles")
    assert "unlimited/" not in shown
    assert '<span aria-hidden="true">∞</span>' in shown


def test_the_end_is_told_in_the_titles_own_words(site: Site) -> None:
    """The rulebook of 18TE says Kurstabelle, others Kurstafel."""
    game = load_file(DATA / "games" / "18te-2p.json.gz").game
    text = all_regions(Shown(site, PlainReader("de"), bring(site, game), game), "map")
    assert "Ende der Kurstabelle" in text
    assert "Kurstafel" not in text
