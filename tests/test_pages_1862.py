"""1862 on its pages: every decision has its panel, what is chosen tells what the game then does, large maps, powers at
any time, groups, limits, bonus runs, buybacks.

The kept game has groups that open, buybacks, bonus runs, emergencies, bankruptcies and removed companies.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

import stellwerk
from stellwerk.bots import make_bot
from stellwerk.bots.play import step
from stellwerk.core import BadInput, Game
from stellwerk.eighteen.actions import Bid, BuyPrivate, Pass, PlaceToken, Route, RunRoutes, SellShares
from stellwerk.eighteen.table import Table
from stellwerk.formats import load_file
from stellwerk.i18n.catalogue import LANGUAGES
from stellwerk.titles.t1862.actions import Buyback, ClosePrivate, WithdrawBid
from stellwerk.titles.t1862.figures import figures
from stellwerk.titles.t1862.pages.card import card_fields
from stellwerk.titles.t1862.pages.goals import bonus_marks, goals
from stellwerk.titles.t1862.pages.groups import groups
from stellwerk.titles.t1862.pages.limits import limit_table
from stellwerk.titles.t1862.pages.powers import powers
from stellwerk.titles.t1862.pages.track import allowed_1862
from stellwerk.titles.t1862.rules import Rules1862
from stellwerk.titles.t1862.state import Turn
from stellwerk.web.pages.board_art import art_of
from stellwerk.web.pages.choose import chosen_of, panel_with
from stellwerk.web.pages.decisions import panel_for
from stellwerk.web.pages.decisions.auction import lots, purses
from stellwerk.web.pages.decisions.run import own_context
from stellwerk.web.pages.decisions.token import slots
from stellwerk.web.pages.decisions.trains import bank_choices
from stellwerk.web.pages.lays import own_lays, places, run_of
from stellwerk.web.pages.lookahead import ahead
from stellwerk.web.pages.minimap import minimap
from stellwerk.web.pages.render import fragment
from stellwerk.web.site import Site
from tests.page_support import PlainReader, Shown, Tables, all_regions, bring, opened
from tests.rules_1862.table import Position
from tests.support import DATA
from tests.web_support import Browser, served

KEPT = Path(__file__).parent / "data" / "games" / "1862-4p-pages.json.gz"
TABS = ("map", "market", "companies", "players", "trains", "tiles", "ledger", "charts", "rules")
NAMES = ["Ada", "Ben", "Cleo", "Dan"]
NO_BONUS = "-"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with opened(tmp_path_factory.mktemp("1862")) as made:
        yield made


@cache
def kept() -> Game[Any]:
    return stellwerk.load(KEPT)


def table() -> Table:
    rules = kept().rules
    assert isinstance(rules, Rules1862)
    return rules.t


TABLES = Tables()


def at_ply(site: Site, game: Game[Any], ply: int, language: str = "en") -> Shown:
    return Shown(site, PlainReader(language), TABLES.of(site, game), game.at(ply))


def words(markup: str) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", markup)))


def shown_panel(page: Shown, asked: dict[str, str] | None = None) -> str:
    """The decision panel as markup, with a choice open if one is asked for."""
    panel = panel_with(page, asked, chosen_of(page, asked)) if asked else panel_for(page)
    return fragment(page.reader, panel.template, page=page, x=panel.context)


def first(kind: str, after: int = 0, **wish: Any) -> int:
    """The first position of the kept game where a kind of decision is asked and its frame is as wished."""
    game = kept()
    for ply in range(after, game.ply):
        decision = game.at(ply).decision()
        if decision is None or decision.kind != kind:
            continue
        frame = game.at(ply).state.frames[-1]
        if all(getattr(frame, name) == value for name, value in wish.items()):
            return ply
    raise AssertionError(f"no decision {kind} after {after}")


# -- whole games


@pytest.mark.parametrize(("players", "seed"), [(4, 3), (7, 1)])
def test_every_decision_of_a_random_game_has_a_panel(site: Site, players: int, seed: int) -> None:
    game = stellwerk.new("1862", [f"P{seat + 1}" for seat in range(players)], seed=seed)
    bots = [make_bot("random", 10 * seed + seat, "1862") for seat in range(players)]
    for _ in range(450):
        if not step(game, bots):
            break
    game_id = bring(site, game)
    kinds: Counter[str] = Counter()
    for ply in range(game.ply):
        decision = game.at(ply).decision()
        assert decision is not None
        kinds[decision.kind] += 1
        if kinds[decision.kind] > 2 and ply % 15:
            continue
        page = Shown(site, PlainReader(LANGUAGES[ply % 3]), game_id, game.at(ply))
        assert page.yours
        assert 'id="decision"' in all_regions(page, TABS[ply % len(TABS)])
        assert panel_for(page).template != "decisions/plain.html", decision.kind
    assert {"auction", "stock", "track"} <= set(kinds)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_decision_of_the_kept_game(site: Site, language: str) -> None:
    game, seen = kept(), set()
    for ply in range(game.ply):
        decision = game.at(ply).decision()
        if decision is None or decision.kind in seen:
            continue
        seen.add(decision.kind)
        page = at_ply(site, game, ply, language)
        text = all_regions(page)
        assert 'id="decision"' in text
        assert panel_for(page).template != "decisions/plain.html", decision.kind
    assert seen >= {"auction", "par", "stock", "must_sell", "track", "token", "run", "dividend", "trains"}
    assert seen >= {"buyback", "raise"}
    last = at_ply(site, game, game.ply, language)
    assert 'id="decision"' in all_regions(last)


# -- the map


def test_a_token_step_that_only_a_power_opens_says_so(site: Site) -> None:
    ply = first("token", after=140)
    page = at_ply(site, kept(), ply)
    assert not any(option.action.kind == "place_token" for option in page.game.options())
    text = words(shown_panel(page))
    assert "one of your powers could open one" in text
    assert "Place no token" in text


def test_a_run_that_is_not_proven_is_not_called_the_best(site: Site) -> None:
    page = at_ply(site, kept(), first("run"))
    panel = panel_for(page)
    assert "Run the best routes" in words(shown_panel(page))
    best = panel.context["best"]
    open_ = structs.replace(best, run=structs.replace(best.run, proven=False, gap=30))
    text = words(fragment(page.reader, panel.template, page=page, x=panel.context | {"best": open_}))
    assert "not proven; at most $30 more" in text
    assert "Run these routes" in text
    assert "best routes" not in text


def test_only_large_maps_have_a_mini_map(site: Site) -> None:
    page = at_ply(site, kept(), first("track"))
    made = minimap(page, [0])
    assert made is not None
    assert (made.columns, made.rows) == (2, 2) or made.columns * made.rows == len(made.parts)
    assert len({part.name for part in made.parts}) == len(made.parts)
    assert "data-large" in all_regions(page, "map")
    small = stellwerk.new("1830", NAMES[:3])
    other = Shown(site, PlainReader(), bring(site, small), small)
    assert minimap(other) is None
    assert "data-large" not in all_regions(other, "map")


def test_the_part_that_matters_holds_the_tokens_of_the_company_on_turn(site: Site) -> None:
    page = at_ply(site, kept(), first("track", after=300))
    made = minimap(page)
    assert made is not None
    x, y, w, h = map(float, made.matters.split())
    company = page.s.frames[-1].company
    places_ = [hex_ for hex_, cities in enumerate(page.s.board.tokens) if any(company in slots_ for slots_ in cities)]
    for hex_ in places_:
        cx, cy = art_of(page).centres[hex_]
        assert x < cx < x + w
        assert y < cy < y + h


# -- the auction


def auction_with_bids() -> Game[Any]:
    game = stellwerk.new("1862", NAMES)
    game.apply(Bid("FNY", 185), 0)
    game.apply(Bid("FNY", 190), 1)
    game.apply(Bid("NHSC", 285), 2)
    game.apply(Pass(), 3)
    return game


def test_bids_bind_money_and_an_outbid_one_can_be_withdrawn(site: Site) -> None:
    game = auction_with_bids()
    page = at_ply(site, game, game.ply)
    assert page.asked == 0
    assert [purse.bound for purse in purses(page)] == ["$185", "$190", "$285", "·"]
    assert [purse.free for purse in purses(page)] == ["$415", "$410", "$315", "$600"]
    assert [lot.id for lot in panel_for(page).context["lots"] if lot.withdraw] == ["FNY"]
    assert "frees $185" in words(shown_panel(page))
    game.apply(WithdrawBid("FNY"), 0)
    after = at_ply(site, game, game.ply)
    assert purses(after)[0].free == "$600"
    assert "frees" not in words(shown_panel(after))


def test_the_falling_price_of_the_first_private_is_shown(site: Site) -> None:
    game = stellwerk.new("1862", NAMES)
    for seat in range(4):
        game.apply(Pass(), seat)
    page = at_ply(site, game, game.ply)
    lot = lots(page, {})[0]
    assert (lot.price, lot.full_price) == ("$15", "$20")
    chosen = chosen_of(page, {"do": "take", "private": "BOM"})
    assert chosen is not None
    assert chosen.amount == "$15"


# -- stock rounds


def test_groups_say_what_they_wait_for(site: Site) -> None:
    ply = first("stock")
    page = at_ply(site, kept(), ply)
    found = groups(page)
    assert [group.open for group in found] == [True, False, False, False]
    assert found[1].next
    bank = {name: page.view["companies"][name]["ipo"] for name in ("NYH", "NYC", "CP")}
    assert found[1].missing == tuple(f"{name}: {left} % in the bank" for name, left in bank.items() if left)
    text = words(shown_panel(page))
    assert "Group 2 CPR, UP, ATS, SP" in text
    assert "Opens when the bank has sold all shares of group 1." in text
    assert "group 2 ?" in words(all_regions(page, "companies"))
    later = next(there for there in range(ply, kept().ply) if kept().at(there).state.open_groups >= 2)
    opened_ = groups(at_ply(site, kept(), later))
    assert opened_[1].open
    assert not opened_[1].missing


def test_the_certificate_limit_has_its_cell_marked(site: Site) -> None:
    start = limit_table(at_ply(site, kept(), first("stock")))
    marked = [value for _, cells in start.rows for value, here in cells if here]
    assert marked == [str(start.limit)] == ["22"]
    game = kept()
    ply = next(there for there in range(game.ply) if any(game.at(there).state.removed))
    later = limit_table(at_ply(site, game, ply))
    marked = [value for _, cells in later.rows for value, here in cells if here]
    assert marked == [str(later.limit)]
    assert later.limit < start.limit or later.players_now < start.players_now


def test_half_certificates_cost_and_bring_half(site: Site) -> None:
    game = kept()
    for ply in range(first("buyback"), game.ply):
        there = game.at(ply)
        decision = there.decision()
        if decision is None or decision.kind != "stock":
            continue
        sales = [option.action for option in there.options() if isinstance(option.action, SellShares)]
        halved = [sale for sale in sales if there.state.bought_back[table().company(sale.company)]]
        if halved:
            break
    page = at_ply(site, game, ply)
    company = halved[0].company
    chosen = chosen_of(page, {"do": "sell", "company": company})
    assert chosen is not None
    assert chosen.stepper is not None
    assert chosen.stepper.text == "1 × 5 %"
    price = page.view["companies"][company]["price"]
    assert chosen.amount == f"+${(price + 1) // 2}"
    assert any("of 25" in f"{fact.note}" for fact in chosen.facts)


def test_a_forced_sale_says_which_limit(site: Site) -> None:
    page = at_ply(site, kept(), first("must_sell"))
    me = page.view["players"][page.asked]
    assert me["certificates"] > me["certificate_limit"]
    text = words(shown_panel(page))
    assert f"You have {me['certificates']} certificates; the limit is {me['certificate_limit']}." in text


# -- track, tokens, runs


def test_what_is_left_of_a_turn_of_two_yellow_tiles_or_one_upgrade(site: Site) -> None:
    begun = next(
        ply
        for ply in range(kept().ply)
        if isinstance(frame := kept().at(ply).state.frames[-1] if kept().at(ply).state.frames else None, Turn)
        and frame.step == "track"
        and frame.yellow == 1
        and figures(table()).yellow_tiles[table().phases[kept().at(ply).state.phase].id] == 2
    )
    before, after = allowed_1862(at_ply(site, kept(), begun - 1)), allowed_1862(at_ply(site, kept(), begun))
    assert before is not None
    assert after is not None
    assert [mark.state for mark in before.marks][:3] == ["open", "open", "open"]
    assert [mark.state for mark in after.marks][:3] == ["done", "open", "shut"]
    shown = words(shown_panel(at_ply(site, kept(), begun)))
    assert "Lay no more tiles" in shown
    assert "One more yellow tile may follow" in shown


def test_the_lay_of_a_private_shows_its_own_price(site: Site) -> None:
    game = kept()
    for ply in range(first("track"), game.ply):
        there = game.at(ply)
        if any(getattr(option.action, "power", "") == "RMC" for option in there.options()):
            break
    else:
        pytest.skip("RMC is never on offer in the kept game")
    page = at_ply(site, game, ply)
    lays = own_lays(page)
    assert lays is not None
    for place in places(lays):
        terrain = page.t.hexmap.costs[place.number]
        for choice in place.choices:
            if choice.power == "RMC":
                assert choice.cost == max(0, terrain - 160)


def test_tokens_beyond_the_border_cost_half_as_much_again(site: Site) -> None:
    game, seen = kept(), set()
    for ply in range(game.ply):
        decision = game.at(ply).decision()
        if decision is None or decision.kind != "token":
            continue
        page = at_ply(site, game, ply)
        for slot in slots(page):
            copy = game.at(ply).branch()
            before = copy.view(None)["companies"][decision.actor]["cash"]
            copy.apply(PlaceToken(slot.hex, slot.stop))
            assert before - copy.view(None)["companies"][decision.actor]["cash"] == slot.cost
            assert ("beyond the border" in slot.title) == (slot.cost in (60, 150))
            seen.add(slot.cost)
        if {40, 60} <= seen:
            break
    assert {40, 60} <= seen


def bonus_ply() -> int:
    game = kept()
    for ply in range(game.ply):
        action = game.plies[ply].action
        if isinstance(action, RunRoutes) and any(route.bonus for route in action.routes):
            return ply
    raise AssertionError("no bonus run")


def test_the_best_run_shows_its_bonus(site: Site) -> None:
    page = at_ply(site, kept(), bonus_ply())
    panel = panel_for(page)
    best = panel.context["best"].run
    train = next(train for train in best.trains if train.extra)
    assert sum(each.revenue for each in best.trains) == best.total
    text = words(shown_panel(page))
    assert f"bonus {train.bonus} {train.extra}" in text
    assert "paytag" in best.layer.svg
    assert f"+{train.extra}" in best.layer.svg
    company = page.s.frames[-1].company
    goal = next(goal for goal in goals(page, company) if goal.name == train.bonus)
    assert goal.travelled
    assert goal.now >= train.extra
    assert f"+{goal.now}" in bonus_marks(page)


def test_an_own_run_chooses_its_bonus_or_none(site: Site) -> None:
    page = at_ply(site, kept(), bonus_ply())
    best = panel_for(page).context["best"].run
    route = next(route for route in best.action.routes if route.bonus)
    extra = next(train.extra for train in best.trains if train.bonus == route.bonus)
    draft: dict[str, tuple[str, ...]] = dict.fromkeys(page.s.companies[page.s.frames[-1].company].trains, ())
    draft[route.train] = tuple(item for item in route.path if "." in item)
    made = own_context(page, draft, route.train)
    assert made["ready"]
    claim = next(claim for claim in made["claims"] if claim.target == route.bonus)
    assert claim.amount == extra
    assert claim.chosen
    none = own_context(page, draft, route.train, made["no_bonus"])
    assert none["unclaimed"]
    assert none["total"] == made["total"] - extra
    chosen = own_context(page, draft, route.train, claim.key)
    assert chosen["total"] == made["total"]


def e_runs() -> list[tuple[int, Route]]:
    """Runs of 5E-trains of the kept game over more than three stops."""
    return [
        (ply, route)
        for ply, entry in enumerate(kept().plies)
        if isinstance(entry.action, RunRoutes)
        for route in entry.action.routes
        if route.train.startswith("5E") and sum("." in item for item in route.path) > 3
    ]


def test_an_own_run_of_an_e_train_chooses_what_counts(site: Site) -> None:
    ply, route = e_runs()[-1]
    page = at_ply(site, kept(), ply)
    draft: dict[str, tuple[str, ...]] = dict.fromkeys(page.s.companies[page.s.frames[-1].company].trains, ())
    draft[route.train] = tuple(item for item in route.path if "." in item)
    made = own_context(page, draft, route.train, NO_BONUS)
    [counting] = made["countings"]
    assert (counting.kind, counting.most, counting.stated) == ("5E", 5, False)
    assert made["total"] == sum(stop.value for stop in counting.stops if stop.counted)
    assert not counting.stops[0].then  # an end of the route always counts (10.4)
    assert not counting.stops[-1].then
    left = next(stop for stop in counting.stops if stop.counted and stop.then)
    fewer = own_context(page, draft, route.train, NO_BONUS, {route.train: tuple(left.then.split(","))})
    assert fewer["ready"]
    assert fewer["total"] == made["total"] - left.value
    assert next(stop for row in fewer["rows"] for stop in row.view.stops if stop.name == left.name).paid is False
    [counting] = fewer["countings"]
    assert (counting.count, counting.stated) == (len(left.then.split(",")), True)
    back = next(stop for stop in counting.stops if stop.name == left.name)
    assert not back.counted
    again = own_context(page, draft, route.train, NO_BONUS, {route.train: tuple(back.then.split(","))})
    assert again["total"] == made["total"]
    text = words(fragment(page.reader, "decisions/run_own.html", page=page, **fewer))
    assert f"Stops the 5E-train counts: {counting.count} of 5" in text
    assert "Count the dearest" in text
    stale = own_context(page, draft, route.train, NO_BONUS, {route.train: ("Z99.0", "A6.0")})
    assert stale["countings"][0].count == 2  # what is not on the route is forgotten, the ends stay


def test_a_bonus_needs_home_and_target_among_the_counted_stops(site: Site) -> None:
    checked = 0
    for ply, route in e_runs():
        page = at_ply(site, kept(), ply)
        draft: dict[str, tuple[str, ...]] = dict.fromkeys(page.s.companies[page.s.frames[-1].company].trains, ())
        stops = draft[route.train] = tuple(item for item in route.path if "." in item)
        before = own_context(page, draft, route.train)
        after = own_context(page, draft, route.train, "", {route.train: (stops[0], stops[-1])})
        assert after["ready"]
        names = {row.view.stops[end].name for row in after["rows"] if row.view.stops for end in (0, -1)}
        assert all(claim.target in names for claim in after["claims"])
        checked += len(before["claims"]) > len(after["claims"])
    assert checked


def test_the_company_card_tells_notes_and_its_own_half(site: Site) -> None:
    game = kept()
    ply = next(ply for ply in range(game.ply) if any(game.at(ply).state.notes))
    page = at_ply(site, game, ply)
    number = next(number for number, notes in enumerate(page.s.notes) if notes)
    name = page.t.companies[number].id
    fields = dict(card_fields(page, name, page.view["companies"][name]))
    assert fields["Its own shares"] == "50 %"
    assert fields[f"Notes: {page.s.notes[number]}"] == page.money(100 * page.s.notes[number])


def test_a_forced_sale_does_not_claim_to_be_enough(site: Site) -> None:
    position = Position(7).cash(*[1000] * 7)
    for name in ("UP", "SP", "ATS", "NP", "CN", "ORN"):
        position.found(name, [30, 0, 20], president=0, pool=50)
    game = position.given("TP", [20]).found("GMO", [20, 40], president=1, pool=40).stock(0).game()
    page = Shown(site, PlainReader("en"), bring(site, stellwerk.new("1862", NAMES)), game)
    text = words(shown_panel(page, {"do": "sell", "company": "GMO", "percent": "10"}))
    assert "You stay above the limit: nothing more that helps can be sold." in text
    assert "within the limits" not in text


def test_removed_companies_and_players_are_shown(site: Site) -> None:
    game = kept()
    ply = next(ply for ply in range(game.ply) if any(player.bankrupt for player in game.at(ply).state.players))
    text = words(all_regions(at_ply(site, game, ply), "map"))
    assert "has left the game; its markers only block" in text
    assert "bankrupt" in text


@pytest.mark.parametrize("ply", [0, 30, 200, 500, 949])
def test_every_company_can_be_looked_ahead_for_until_it_is_removed(site: Site, ply: int) -> None:
    page = at_ply(site, kept(), min(ply, kept().ply))
    count = 0
    for number, entry in enumerate(page.t.companies):
        if page.s.removed[number]:
            with pytest.raises(BadInput, match="has left the game"):
                ahead(page, entry.id)
        else:
            lays = ahead(page, entry.id)
            assert not lays.real
            count += len(places(lays))
            assert run_of(lays).total >= 0
    assert count >= len(page.t.companies) - page.s.removed.count(True)


# -- trains, buyback, raising money


def test_express_trains_are_on_offer_beside_the_others(site: Site) -> None:
    game = kept()
    for ply in range(first("trains", after=400), game.ply):
        decision = game.at(ply).decision()
        offers = {offer["train"].split("-")[0] for offer in game.at(ply).view(None)["on_sale"]}
        if decision is not None and decision.kind == "trains" and any(kind.endswith("E") for kind in offers):
            break
    page = at_ply(site, game, ply)
    kinds = {choice.train for choice in bank_choices(page, {})}
    assert any(kind.endswith("E") for kind in kinds)
    assert any(not kind.endswith("E") for kind in kinds)


def test_a_buyback_is_calculated_line_by_line(site: Site) -> None:
    game = kept()
    ply = next(ply for ply in range(game.ply) if isinstance(game.plies[ply].action, Buyback))
    page = at_ply(site, game, ply)
    allowed = next(option.amount for option in page.options if isinstance(option.action, Buyback))
    assert allowed is not None
    company = page.decision.actor if page.decision else ""
    for notes in (allowed.low, allowed.high):
        chosen = chosen_of(page, {"do": "buyback", "amount": str(notes)})
        assert chosen is not None
        assert chosen.bill is not None
        assert chosen.field is not None
        assert (chosen.field.low, chosen.field.high, chosen.field.value) == (allowed.low, allowed.high, notes)
        copy = game.at(ply).branch()
        events = copy.apply(Buyback(notes))
        assert chosen.bill.total == sum(line.amount for line in chosen.bill.lines)
        told = next(event for event in events if event.kind == "buyback")
        assert told.receipt is not None
        assert chosen.bill.total == told.receipt.total
        assert chosen.amount == page.money(told.facts["cost"])
    text = words(shown_panel(page, {"do": "buyback", "amount": str(allowed.high)}))
    assert f"Treasury of {company} after the buyback" in text
    assert "To pay back at the end" in text
    assert "16.2" in text
    assert "No buyback now" in text


def test_raising_money_says_what_is_missing(site: Site) -> None:
    page = at_ply(site, kept(), first("raise"))
    owed = page.view["raising"]
    text = words(shown_panel(page))
    assert f"still missing {page.money(owed['missing'])}" in text
    sale = next(option.action for option in page.options if isinstance(option.action, SellShares))
    chosen = chosen_of(page, {"do": "sell", "company": sale.company})
    assert chosen is not None
    assert chosen.action


def test_the_end_tells_what_was_paid_for_notes(site: Site) -> None:
    game = kept()
    panel = panel_for(at_ply(site, game, game.ply))
    assert panel.template == "decisions/over.html"
    paid = [text for text, rule, _ in panel.context["settled"] if rule == "1862 18.4"]
    assert paid
    assert all("notes of" in text for text in paid)
    assert [score.score for score in panel.context["scores"]] == sorted(game.result().scores, reverse=True)


# -- powers at any time


def test_powers_stand_apart_from_what_is_asked(site: Site) -> None:
    game = stellwerk.new("1862", NAMES)
    game.apply(BuyPrivate("BOM", 20), 0)
    game.apply(BuyPrivate("ERIE", 40), 1)
    page = at_ply(site, game, game.ply)
    assert page.asked == 2
    assert not any(isinstance(option.action, ClosePrivate) for option in page.options)
    mine = powers(page)
    assert [power.private for power in mine] == ["BOM", "ERIE"]
    assert [power.seat for power in mine] == [0, 1]
    assert mine[1].text == "Lay #881 on E28"
    text = words(all_regions(page))
    assert "Your powers" in text
    assert "Certificates 1 → 0 of 22" in text
    question = page.question
    game.apply(ClosePrivate("BOM"), 0)
    after = at_ply(site, game, game.ply)
    assert after.asked == 2
    assert after.question == question  # nobody who is choosing is disturbed
    assert [power.private for power in powers(after)] == ["ERIE"]
    game.apply(Pass(), 2)
    assert at_ply(site, game, game.ply).question != question


def test_in_other_titles_nothing_is_set_apart(site: Site) -> None:
    game = stellwerk.new("1830", NAMES)
    page = at_ply(site, game, game.ply)
    assert page.powers == []
    assert page.question == str(page.version)
    assert page.blocks("decision") == []


# -- front pages


def test_the_title_pages_of_1862(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        ada = Browser(client)
        made = ada.create("me:Ada", "bot", "bot", "bot", title="1862")
        for path in ("/titles/1862", "/titles/1862/tiles", "/titles/1862/rules", "/new?title=1862", "/"):
            answer = ada.send("GET", path)
            assert answer.status_code == 200, path
            assert "1862" in answer.text
        assert 'id="16.4a"' in ada.send("GET", "/titles/1862/rules").text
        shown = ada.send("GET", f"/g/{made['table']['id']}")
        assert shown.status_code == 200
        assert "Butterfield" in shown.text


@pytest.mark.parametrize(
    ("name", "plies"), [("1862-4p-pages", (8, 240, 584, 949)), ("1854-4p-steady", (60, 400, 600, 700))]
)
def test_in_polish_a_share_is_called_what_the_rulebook_calls_it(site: Site, name: str, plies: tuple[int, ...]) -> None:
    """Akcja, as in the rulebooks of 1854 and 1862; other titles say udział."""
    game = load_file(DATA / "games" / f"{name}.json.gz").game
    table = bring(site, game)
    for ply in plies:
        for tab in ("companies", "charts"):
            text = all_regions(Shown(site, PlainReader("pl", guide="on"), table, game.at(ply)), tab)
            assert "udział" not in text.lower(), (ply, tab)
            assert tab != "companies" or "akcj" in text


def test_trains_of_a_receipt_are_called_by_their_kind(site: Site) -> None:
    """`4-2` is the program's own name for a train; two of a kind are counted."""
    game, seen = kept(), set()
    for ply in range(300, len(game)):
        receipts = [event.receipt for event in game.plies[ply - 1].events if event.kind == "run" and event.receipt]
        for receipt in receipts:
            ids = [line.message.facts["train"] for line in receipt.lines if "train" in line.message.facts]
            told = [line.text.partition(":")[0] for line in at_ply(site, game, ply).receipt(receipt).lines]
            assert not set(ids) & set(told)
            assert len(set(ids)) == len(set(told))
            seen |= set(told)
        if len(seen) > 6:
            break
    assert any("(2)" in name for name in seen), seen
    assert any("(" not in name for name in seen), seen
