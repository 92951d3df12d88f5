"""1854 on its pages: every decision has its panel in every language, two boards, tunnels, options, splits, mergers."""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

import pytest
from msgspec import structs

import stellwerk
from stellwerk.core import Decision, Game
from stellwerk.eighteen.actions import Bid, BuyPrivate, BuyShare, BuyTrain, Pass, RunRoutes, SellShares
from stellwerk.eighteen.state import State
from stellwerk.formats import load_file
from stellwerk.i18n.catalogue import LANGUAGES
from stellwerk.routing import Run, best_run
from stellwerk.routing.part import BestRunPart
from stellwerk.titles.t1854.actions import CompleteOption, TakeOption
from stellwerk.titles.t1854.pages import tunnels
from stellwerk.titles.t1854.tunnels import LayTunnel
from stellwerk.web.pages import lays
from stellwerk.web.pages.boards import board_of_decision, board_views, only_board
from stellwerk.web.pages.choose import chosen_of, panel_with
from stellwerk.web.pages.counted import countings
from stellwerk.web.pages.decisions import panel_for
from stellwerk.web.pages.decisions.panel import plain
from stellwerk.web.pages.decisions.run import other_runs
from stellwerk.web.pages.frame import phase
from stellwerk.web.pages.lays import own_lays, places
from stellwerk.web.pages.lookahead import ahead
from stellwerk.web.pages.phrases import phrase
from stellwerk.web.pages.render import fragment
from stellwerk.web.pages.run_view import StopView
from stellwerk.web.pages.side import company_column
from stellwerk.web.pages.tabs.trains import trains as trains_tab
from stellwerk.web.playing import read_action
from stellwerk.web.site import Site
from tests.drive_1854 import driven, kind_of_company, offers, ply_where, splits
from tests.page_support import PlainReader, Shown, Tables, all_regions, bring, opened, random_game
from tests.rules_1854.building import rules_of
from tests.rules_1854.test_04_options import optioned
from tests.rules_1854.test_06_runs import checked, way, west
from tests.rules_1854.test_07_trains import kt, needy
from tests.rules_1854.test_08_mergers import locals_
from tests.support import DATA, rule
from tests.web_support import Browser, served, until

TABS = ("map", "market", "companies", "players", "trains", "tiles", "ledger", "charts", "rules")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with opened(tmp_path_factory.mktemp("1854")) as made:
        yield made


TABLES = Tables()


def at_ply(site: Site, ply: int, game: Game[Any] | None = None, language: str = "en") -> Shown:
    played = game or driven()
    return Shown(site, PlainReader(language), TABLES.of(site, played), played.at(ply))


def words(markup: str) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", markup)))


def markup(page: Shown, **asked: str) -> str:
    """The decision panel, with a choice open if one is asked for."""
    panel = panel_with(page, asked, chosen_of(page, asked)) if asked else panel_for(page)
    return fragment(page.reader, panel.template, page=page, x=panel.context)


def text(page: Shown, **asked: str) -> str:
    return words(markup(page, **asked))


def facts(markup_: str) -> dict[str, str]:
    """Labels and figures of the effect."""
    found = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", markup_, re.S)
    return {words(label).strip(): re.sub(r"\s+", " ", words(value)).strip() for label, value in found}


# -- whole games over the pages


@pytest.mark.parametrize(("players", "seed", "step"), [(3, 1, 29), (5, 2, 47)])
def test_every_decision_of_a_game_has_a_panel(site: Site, players: int, seed: int, step: int) -> None:
    game = driven(seed, players)
    kinds: Counter[str] = Counter()
    for ply in range(game.ply):
        decision = game.at(ply).decision()
        assert decision is not None
        kinds[decision.kind] += 1
        if kinds[decision.kind] > 2 and ply % step:
            continue
        page = at_ply(site, ply, game, LANGUAGES[ply % 3])
        shown = all_regions(page, TABS[ply % len(TABS)])
        assert panel_for(page).template != "decisions/plain.html", decision.kind
        for query in sorted(set(re.findall(r'data-choose="([^"]+)"', shown)))[:4]:
            asked = dict(parse_qsl(html.unescape(query)))
            assert chosen_of(page, asked) is not None, (decision.kind, asked)
            assert 'class="' in markup(page, **asked)
    assert {"auction", "stock", "track", "token", "run", "dividend", "trains", "contract"} <= set(kinds)
    assert {"merger", "merger_offer", "charter"} <= set(kinds)
    last = Shown(site, PlainReader("de"), bring(site, game), game)
    assert 'id="decision"' in all_regions(last)


def test_a_game_of_random_moves_has_a_panel_everywhere(site: Site) -> None:
    game = random_game("1854", 4, 3, most=260)
    for ply in range(0, game.ply, 9):
        page = at_ply(site, ply, game, LANGUAGES[ply % 3])
        assert 'id="decision"' in all_regions(page, "map")
        assert panel_for(page).template != plain(page).template


# -- auction


def interrupted() -> Game[Any]:
    """Ada has the first private and local 1 only; then all pass, so an operating round comes first."""
    game = stellwerk.new("1854", ["Ada", "Ben", "Cleo"], seed=1)
    for private, price, seat in (("AFB", 20, 0), ("MTB", 50, 1), ("GKB", 70, 2), ("1", 150, 0)):
        game.apply(BuyPrivate(private, price), seat)
    for seat in (1, 2, 0):
        game.apply(Pass(), seat)
    return game


def test_an_auction_says_what_passing_does(site: Site) -> None:
    fresh = stellwerk.new("1854", ["Ada", "Ben", "Cleo"], seed=1)
    fresh.apply(Pass(), 0)
    assert "Außerfernbahn gets 5 G cheaper" in text(at_ply(site, 1, fresh))
    later = interrupted()
    assert "an operating round comes before the auction goes on" in text(at_ply(site, 5, later))


def test_an_interrupted_auction_is_followed_by_the_turn_of_a_local_on_its_board(site: Site) -> None:
    game = interrupted()
    decision = game.decision()
    assert decision is not None
    assert (decision.actor, decision.kind) == ("1", "track")
    page = at_ply(site, game.ply, game)
    assert board_of_decision(page) == "local"
    shown = all_regions(page, "map")
    assert "Local 1: track" in words(shown)
    assert "All have passed: an operating round comes first" in words(shown)
    assert re.search(r'data-show-board="local"[^>]*aria-pressed="true"', shown)


def test_a_bid_that_was_outbid_can_be_withdrawn(site: Site) -> None:
    game = stellwerk.new("1854", ["Ada", "Ben", "Cleo"], seed=1)
    game.apply(Bid("SEB", 195), 0)
    game.apply(Bid("SEB", 300), 1)
    game.apply(Pass(), 2)
    page = at_ply(site, game.ply, game)
    assert "Withdraw the bid on SEB" in text(page)
    chosen = markup(page, do="withdraw", private="SEB")
    assert facts(chosen)["Bound by bids"] == "195 G → 0 G"
    action = json.loads(html.unescape(re.findall(r'class="btn pri[^>]*data-action="([^"]+)"', chosen)[0]))
    assert action == {"type": "withdraw", "private": "SEB"}


@rule("1854 3.7")
@pytest.mark.parametrize(
    ("language", "short", "long"),
    [
        ("en", "Interim OR 1", "Operating round 1 between two auction rounds"),
        ("de", "Zwischen-BR 1", "Betriebsrunde 1 zwischen zwei Auktionsrunden"),
        ("pl", "RO przejściowa 1", "Runda operacyjna 1 między dwiema licytacjami"),
    ],
)
def test_the_operating_round_between_two_auctions_has_a_name(site: Site, language: str, short: str, long: str) -> None:
    game = interrupted()
    shown = all_regions(at_ply(site, game.ply, game, language), "map")
    assert short in words(shown)
    assert long in shown
    assert "0.1" not in words(shown)
    assert short in words(all_regions(at_ply(site, game.ply, game, language), "ledger"))


# -- boards and tunnels


def test_the_board_of_the_decision_comes_first(site: Site) -> None:
    for kind, board in (("local", "local"), ("major", "austria")):
        ply = ply_where(lambda g, d, kind=kind: d.kind == "track" and kind_of_company(g, d) == kind)  # type: ignore[misc]  # a default argument of a lambda
        page = at_ply(site, ply)
        views = {view.id: view for view in board_views(page, set())}
        assert list(views) == ["austria", "local", "both"]
        assert views[board].shown
        assert not views["both"].shown
        assert "J38" in views["local"].hexes.split()
        assert "J38" not in views["austria"].hexes.split()


def test_the_local_board_is_gone_when_it_has_been_cleared(site: Site) -> None:
    ply = ply_where(lambda g, d: bool(g.view()["local_board_cleared"]) and d.kind == "track")
    page = at_ply(site, ply)
    assert board_views(page, set()) == []
    assert only_board(page) == "austria"
    shown = all_regions(page, "map")
    assert 'id="hex-C23"' in shown
    assert 'id="hex-J38"' not in shown


def bored() -> int:
    return ply_where(
        lambda g, d: d.kind == "track" and kind_of_company(g, d) == "major" and offers(g, "lay_tile", "lay_tunnel")
    )


def test_tunnels_are_a_tool_of_their_own(site: Site) -> None:
    page = at_ply(site, bored())
    found = tunnels.offered(page)
    expected: set[tuple[str, int, int, str]] = {
        (option.action.hex, option.action.a, option.action.b, option.action.power)
        for option in page.options
        if isinstance(option.action, LayTunnel)
    }
    shown = markup(page)
    assert re.search(r'data-set-tool="tunnel"[^>]*aria-pressed="false"', shown)
    assert set(re.findall(r'data-pick-hex="(\w+)" data-focus="bore-', shown)) == set(found)
    lays = own_lays(page)
    assert lays is not None
    played = set()
    for name in found:
        context = tunnels.hex_context(lays, name)
        assert context is not None
        for lay in context["lays"]:
            action = json.loads(lay.action)
            played.add((action["hex"], action["a"], action["b"], action.get("power", "")))
    assert played == expected
    layer = tunnels.layer(page, found)
    edges = sum(len({edge for action in actions for edge in (action.a, action.b)}) for actions in found.values())
    assert layer.count('class="mouthmark"') == edges


def test_a_hex_that_takes_no_tunnel_says_why(site: Site) -> None:
    page = at_ply(site, bored())
    lays = own_lays(page)
    assert lays is not None
    refusal = tunnels.why_no_tunnel(lays, "C23")
    assert refusal is not None
    assert refusal.rule == "1854 6.32"
    assert tunnels.why_no_tunnel(lays, next(iter(tunnels.offered(page)))) is None


def test_lays_carry_the_price_the_company_pays(site: Site) -> None:
    game = interrupted()  # Ada has the Außerfernbahn: 20 G less for a mountain hex, once
    page = at_ply(site, game.ply, game)
    lays = own_lays(page)
    assert lays is not None
    yellow = [(place.hex, choice) for place in places(lays) for choice in place.choices if choice.tile == "1"]
    costs = {(name, choice.power): choice.cost for name, choice in yellow}
    assert costs["J36", ""] == 50
    assert costs["J36", "AFB"] == 30
    assert "Außerfernbahn can make it cheaper, once" in text(page)


def test_the_home_of_an_ag_is_chosen(site: Site) -> None:
    ply = ply_where(lambda g, d: d.kind == "track" and kind_of_company(g, d) == "ag" and not offers(g, "pass"))
    shown = text(at_ply(site, ply))
    assert re.search(r"First turn of AG [ABC]: choose its home \((D18|D20|D18 / D20)\)", shown)
    assert "1854 8.8" in shown


@pytest.mark.parametrize("company", ["1", "KE", "A"])
def test_looking_ahead_works_for_all_kinds_of_companies(site: Site, company: str) -> None:
    page = at_ply(site, bored())
    assert ahead(page, company).name == company


# -- shares


def test_an_option_costs_half_and_must_be_completed(site: Site) -> None:
    ply = ply_where(lambda g, d: d.kind == "stock" and offers(g, "take_option"))
    page = at_ply(site, ply)
    action = next(option.action for option in page.options if isinstance(option.action, TakeOption))
    chosen = markup(page, do="option", company=action.company, source=action.source)
    entry = page.view["companies"][action.company]
    price = entry["par"] if action.source == "display" else entry["price"]
    assert facts(chosen)["To complete it"] == f"{price} G the same again"
    before, after = facts(chosen)["Your cash"].removesuffix(" G").split(" G → ")
    assert int(before.replace(",", "")) - int(after.replace(",", "")) == price
    assert "In the next stock round it must be completed or sold." in words(chosen)


def test_an_open_option_stands_in_panel_and_card(site: Site) -> None:
    ply = ply_where(lambda g, d: d.kind == "stock" and offers(g, "complete_option"))
    page = at_ply(site, ply)
    mark = page.view["options"][page.t.seats[page.asked]]
    shown = all_regions(page, "companies")
    assert f"Your option on {mark['company']}" in words(shown)
    assert f"Option {mark['company']} · {mark['price']} G" in words(shown)
    assert f"{mark['price']} G" in text(page, do="complete", company=mark["company"])


def test_locals_are_not_among_the_shares(site: Site) -> None:
    page = at_ply(site, ply_where(lambda g, d: d.kind == "stock"))
    shown = all_regions(page, "companies")
    matrix = shown[shown.index('id="matrix"') :]
    rows = re.findall(r'<tr data-company="(\w+)"', matrix[: matrix.index("</table>")])
    assert sorted(rows) == ["FJ", "KE", "KR", "KT", "NT", "SB", "SD", "VB"]


def test_a_split_is_told_with_each_payment_before_it_happens(site: Site) -> None:
    ply = ply_where(splits)
    page = at_ply(site, ply)
    shown = text(page, do="dividend", choice="pay")
    copy = page.game.branch()
    events = copy.apply(next(o.action for o in page.options if getattr(o.action, "choice", "") == "pay"), page.asked)
    split = next(event for event in events if event.kind == "split")
    assert f"The shares of {split.facts['company']} are split at {split.facts['price']} G" in shown
    assert split.receipt is not None
    for line in split.receipt.lines:
        assert f"{line.text}: +{line.amount} G" in shown or not line.amount


def test_cards_show_groups_split_area_and_mail(site: Site) -> None:
    def late(game: Game[Any], decision: Decision) -> bool:
        view = game.view()
        return view["splits"] > 1 and any(company["mail"] for company in view["companies"].values())

    page = at_ply(site, ply_where(late))
    column = company_column(page)
    assert column is not None
    heads = [card.head for card in column.cards if card.head]
    assert heads[0] == "Locals"
    assert heads == list(dict.fromkeys(heads))
    lines = {label for card in column.cards for label, _ in card.more}
    assert "Split area" in lines
    assert lines & {"Mail, small", "Mail, large"}
    assert all(card.label == card.name for card in column.cards if card.slim)


@rule("1854 4.31")
def test_an_optioned_certificate_is_marked_where_shares_are_traded(site: Site) -> None:
    page = at_ply(site, ply_where(lambda g, d: d.kind == "stock" and bool(g.view()["options"])))
    options = len(page.view["options"])
    for shown in (markup(page), all_regions(page, "companies").split('id="decision"')[0]):
        assert shown.count("◐") == shown.count(">one certificate optioned<") == options
    before = at_ply(site, ply_where(lambda g, d: d.kind == "stock"))
    assert "◐" not in all_regions(before, "companies")


# -- runs, trains, mail


def test_the_best_run_is_compulsory(site: Site) -> None:
    ply = ply_where(lambda g, d: d.kind == "run" and kind_of_company(g, d) == "local" and default_run(g) > 0)
    page = at_ply(site, ply)
    shown = text(page)
    assert "The best run is compulsory" in shown
    assert "half to the treasury" in shown
    assert "Run no train" not in shown


@rule("1854 6.60")
def test_the_run_on_the_button_is_the_one_the_rules_ask_for(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """However little the pages themselves search: what they offer is accepted."""
    monkeypatch.setattr(lays, "NODES", 1)
    monkeypatch.setitem(other_runs.__globals__, "OTHERS", 1)
    for after in (300, 500):
        ply = ply_where(lambda g, d: d.kind == "run" and default_run(g) > 1, after=after)
        page = at_ply(site, ply)
        assert page.decision is not None
        offered = panel_for(page).context["best"]
        others = other_runs(page)
        assert offered.run.total == best_run(page.rules, page.s, page.decision.actor).total > 0
        assert [shown.less for shown in others] == [0] * len(others) != []
        for shown in (offered, *others):
            action = read_action(json.loads(html.unescape(shown.action)), page.game)
            page.game.branch().apply(action, page.decision.seat)


@rule("1854 6.60")
def test_a_bound_is_told_where_nothing_better_is_found_but_nothing_proven(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hasty(part: BestRunPart, s: State, company: int, budget: int = 0) -> Run:
        return best_run(part.rules, s, company, budget=200)

    def unproven(game: Game[Any], decision: Decision) -> bool:
        if decision.kind != "run" or kind_of_company(game, decision) != "major":
            return False
        found = best_run(rules_of(game), game.state, decision.actor, budget=200)
        return not found.proven and 0 < found.total < found.upper_bound

    note = "It is not proven that nothing better exists; the best run found counts."
    page = at_ply(site, ply_where(unproven))
    assert page.decision is not None
    assert note not in text(page)
    monkeypatch.setattr(BestRunPart, "best", hasty)
    assert note in text(page)
    best = hasty(rules_of(page.game).run, page.s, page.t.company(page.decision.actor))
    events = page.game.branch().apply(best.action(), page.decision.seat)
    told = next(event for event in events if event.kind == "run_bound")
    assert told.rule == "1854 6.60"
    assert told.facts == {"company": page.decision.actor, "revenue": best.total, "bound": best.upper_bound}


def default_run(game: Game[Any]) -> int:
    """True if the run that is offered has routes."""
    return sum(len(option.action.routes) for option in game.options() if isinstance(option.action, RunRoutes))


@rule("1854 6.56")
def test_a_click_never_leaves_an_orient_express_without_a_token() -> None:
    position = west("8Ox-0")
    t, check = position.t, checked(position, "VB")
    route = way("8Ox-0", "D0.0 D0:5 E1.0 E1:4 E3.0 E3:0 F2.0")
    codes = check.walk(route).stops
    views = [StopView(code, check.stop_name(code), check.worth(code), own=check.has_own(code)) for code in codes]
    (counting,) = countings(t, check, [route], {"8Ox-0": views})
    assert [bool(stop.then) for stop in counting.stops] == [True, True, False, True]  # Bregenz has the only token
    fewer = structs.replace(route, counts=("E1.0", "E3.0"))
    (counting,) = countings(t, check, [fewer], {"8Ox-0": views})
    assert [stop.then for stop in counting.stops] == ["D0.0,E1.0,E3.0", "", "", "E1.0,E3.0,F2.0"]  # two at least


def test_an_ag_is_offered_repaired_trains(site: Site) -> None:
    def repaired(game: Game[Any], decision: Decision) -> bool:
        stock = {entry["train"] for entry in game.view()["repair_stock"]}
        return decision.kind == "trains" and any(getattr(o.action, "train", "") in stock for o in game.options())

    shown = text(at_ply(site, ply_where(repaired)))
    assert "An AG buys repaired trains only." in shown
    assert "repair stock" in shown


def test_a_trade_shows_both_prices(site: Site) -> None:
    def trade(game: Game[Any], decision: Decision) -> bool:
        view = game.view()["companies"]
        if decision.kind != "trains" or not view[decision.actor]["price"]:
            return False
        return any(option.amount is not None and priced(view, option.action) for option in game.options())

    page = at_ply(site, ply_where(trade))
    companies = page.view["companies"]
    train = next(o.action.train for o in page.options if o.amount is not None and priced(companies, o.action))  # type: ignore[attr-defined]  # a purchase of a train
    shown = markup(page, do="train", train=train)
    assert sum(label.startswith("Price of") for label in facts(shown)) >= 1
    assert "moves both markers" in words(shown)


def priced(companies: dict[str, Any], action: Any) -> bool:
    return any(action.train in entry["trains"] and entry["price"] for entry in companies.values())


def test_a_contract_shows_what_it_pays_in_every_colour(site: Site) -> None:
    page = at_ply(site, ply_where(lambda g, d: d.kind == "contract"))
    shown = facts(markup(page, do="contract", contract="small"))
    incomes = [value for label, value in shown.items() if label.startswith("Income")]
    assert [int(value.split()[0]) for value in incomes] == [10, 20, 30, 40]


# -- mergers


def test_a_merger_is_proposed_answered_and_named(site: Site) -> None:
    page = at_ply(site, ply_where(lambda g, d: d.kind == "merger"))
    local = page.decision.actor if page.decision else ""
    partner = next(str(getattr(o.action, "partner", "")) for o in page.options if o.action.kind == "merge")
    chosen = facts(markup(page, do="merge", local=local, partner=partner))
    cash = page.view["companies"][local]["cash"] + page.view["companies"][partner]["cash"]
    assert chosen["Treasury"] == f"{cash} G"
    assert chosen["Price of a certificate"] == "67 G"
    lower = min(local, partner)
    assert chosen["Director, 50 %"].startswith(page.view["companies"][lower]["president"])
    offer = at_ply(site, ply_where(lambda g, d: d.kind == "merger_offer"))
    assert "proposes to merge local" in text(offer)
    assert markup(offer).count("data-action=") == 2
    charter = at_ply(site, ply_where(lambda g, d: d.kind == "charter"))
    assert "AG A" in text(charter)


class Partners:
    """A proposal of a merger at a table of three people on which nothing is taken back over another's decision.

    The partner who is to answer is away: nobody acts for his seat.
    """

    def __init__(self, client: Any) -> None:
        game = driven()
        ply = ply_where(lambda g, d: d.kind == "merger_offer" and len(g.view()["merger_window"]["asked"]) == 1, game)
        there = game.at(ply)
        decision = there.decision()
        assert decision is not None
        self.away, self.proposer, self.version = decision.seat, game.plies[ply - 1].seat, ply
        self.people = [Browser(client) for _ in there.rules.seats]
        wished = [{"kind": "open", "name": ""} for _ in self.people]
        wished[self.proposer] = {"kind": "me", "name": there.rules.seats[self.proposer]}
        me = self.people[self.proposer]
        made = me.post("/import", {"file": json.loads(there.transcript().encode()), "seats": wished})
        assert made.status_code == 201, made.text
        self.game = made.json()["table"]["id"]
        for secret in made.json()["secrets"]:
            seat = secret["seat"]
            if seat is not None and seat != self.proposer:
                body = {"secret": secret["secret"], "name": there.rules.seats[seat]}
                assert self.people[seat].post(f"/games/{self.game}/join", body).status_code == 200
        assert me.send("PATCH", f"/api/v1/games/{self.game}", {"undo": "off"}).status_code == 200

    def asked(self) -> tuple[int, str]:
        view = self.people[self.proposer].view(self.game)
        return view["asked"], view["decision"]["kind"]


@rule("1854 8.1")
def test_a_silent_partner_does_not_keep_a_merger_window_open(browser: Browser) -> None:
    table = Partners(browser.client)
    me = table.people[table.proposer]
    assert table.asked() == (table.away, "merger_offer")
    shown = words(me.send("GET", f"/g/{table.game}").text)
    assert "Take the offer back" in shown
    body = {"seat": table.proposer, "expected_version": table.version}
    assert me.post(f"/games/{table.game}/undo", body).json()["done"] is True
    assert table.asked() == (table.proposer, "merger")
    passed = me.act(table.game, {"type": "pass"}, table.proposer, table.version + 1)
    assert passed.status_code == 200, passed.text
    assert table.asked()[1] == "track"  # that was the last one asked: the round goes on


@rule("1854 8.1")
def test_a_bot_answers_for_a_partner_who_does_not_come_back(browser: Browser) -> None:
    table = Partners(browser.client)
    me = table.people[table.proposer]
    seat = f"/games/{table.game}/seats/{table.away}/hand-over"
    assert me.post(seat, {"to": "bot", "bot": "steady"}).status_code == 200
    until(lambda: table.asked() != (table.away, "merger_offer"))


# -- words


@pytest.mark.parametrize(
    ("language", "own", "others"), [("en", "director", "president"), ("de", "Direktor", "Präsident")]
)
def test_pages_say_director_as_the_rulebook_does(site: Site, language: str, own: str, others: str) -> None:
    game = driven()
    for ply in (game.ply // 3, 2 * game.ply // 3, game.ply - 1):
        page = at_ply(site, ply, game, language)
        shown = " ".join(words(all_regions(page, tab)) for tab in ("map", "companies", "players"))
        assert own in shown
        assert others.lower() not in shown.lower()


# -- pages of the title


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with served(tmp_path_factory.mktemp("served")) as client:
        yield Browser(client)


@pytest.mark.parametrize("path", ["/titles/1854", "/titles/1854/tiles", "/titles/1854/rules", "/new?title=1854"])
def test_pages_of_the_title(browser: Browser, path: str) -> None:
    answer = browser.client.get(path)
    assert answer.status_code == 200
    assert "1854" in answer.text


# -- emergencies, on positions to order


def ordered(site: Site, game: Game[Any]) -> Shown:
    """A position that no transcript leads to, shown at the table of another game."""
    return Shown(site, PlainReader(), TABLES.of(site, driven()), game)


def test_a_director_who_must_help_sells_for_the_train_he_named(site: Site) -> None:
    game = needy(500).game()
    page = ordered(site, game)
    shown = text(page)
    assert "KT has a route and must own a train it can run." in shown
    assert "The cheapest it can run costs 900 G; the treasury has 100 G, your cash is 500 G." in shown
    game.apply(BuyTrain("8-1", 900), 0)
    page = ordered(site, game)
    assert "8 has been named: sell shares until 900 G are there." in text(page)
    chosen = facts(markup(page, do="sell", company="KE"))
    assert chosen["Your cash"] == "500 G → 660 G"
    assert chosen["Share price"] == "80 G → 75 G"


def test_a_director_who_cannot_pay_is_bankrupt(site: Site) -> None:
    position = kt(100, "7").cash(600, 0, 0)
    position.change("KT", held=(40, 20, 0), ipo=40)
    page = ordered(site, position.game())
    assert "Declare bankruptcy" in text(page)
    assert "1854 7.25" in text(page, do="bankrupt")


@rule("1854 4.35", "1854 4.33")
def test_an_option_that_is_due_says_by_when(site: Site) -> None:
    early, last = optioned().sr(1), optioned().sr(1, passes=2)
    assert "must be completed or sold before this round ends" in text(ordered(site, early.game()))
    assert "must be completed or sold now" in text(ordered(site, last.game()))
    strict = optioned(option_due="first_turn").sr(1)
    assert "must be completed or sold now" in text(ordered(site, strict.game()))
    game = early.game()
    assert "do=complete" in markup(ordered(site, game))
    game.apply(SellShares("KT", 20), 1)
    assert "do=complete" not in markup(ordered(site, game))  # a purchase after a sale of the company


@rule("1854 8.7")
@pytest.mark.parametrize(
    ("first", "told"),
    [("this_round", "in this operating round already"), ("next_round", "from the next operating round on")],
)
def test_a_merger_says_when_the_ag_operates(site: Site, first: str, told: str) -> None:
    game = locals_(ag_first_turn=first).round_start().game()
    assert told in text(ordered(site, game), do="merge", local="1", partner="4")


@rule("1854 3.2")
def test_ones_own_highest_bid_can_be_raised_on_the_page(site: Site) -> None:
    game = stellwerk.new("1854", ["Ada", "Ben", "Cleo"], seed=1)
    for seat, action in enumerate((Bid("MTB", 55), Pass(), Pass())):
        game.apply(action, seat)
    assert 'name="amount" min="60" max="860"' in markup(ordered(site, game), do="bid", private="MTB")


# -- what it costs, and what ends when, is asked of the rules


def test_a_purchase_is_worded_with_what_is_paid(site: Site) -> None:
    game = load_file(DATA / "games" / "1854-4p-steady.json.gz").game
    worded = 0
    for ply in range(0, game.ply, 4):
        page = at_ply(site, ply, game)
        seat = page.asked
        for option in game.at(ply).options():
            if isinstance(option.action, BuyShare | TakeOption | CompleteOption):
                after = game.rules.apply(page.game.state, option.action, seat)[0]
                paid = page.game.state.players[seat].cash - after.players[seat].cash
                assert phrase(page, option).amount == page.money(paid), option.action
                worded += 1
    assert worded > 40


@pytest.mark.parametrize(("by", "next_", "ending"), [("5", "5", "2+"), ("6", "6", "3, 2+, 3+")])
def test_the_option_for_the_end_of_the_2_plus_is_shown(site: Site, by: str, next_: str, ending: str) -> None:
    table = bring(site, driven())
    page = Shown(site, PlainReader(), table, kt(400, "4", plus2_scrapped_by=by).game())
    assert (phase(page).rusts, phase(page).rusting) == (next_, ending)
    (row,) = (row for row in trains_tab(page).context["rows"] if row.chip.kind == "2+")
    assert f"rusts on the first {by}" in row.effects
