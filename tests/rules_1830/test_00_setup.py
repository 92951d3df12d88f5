"""1830: reading the rules, setup, sequence of rounds, and who is asked (RULES.md 0, 1, 3, 14.1, 14.13)."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

import stellwerk
from stellwerk.core import BadInput, TranscriptError
from stellwerk.core.transcript import action_from_json
from stellwerk.eighteen.actions import (
    KINDS,
    Answer,
    Bankrupt,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Exchange,
    Par,
    Pass,
    SellPrivate,
    SellShares,
)
from stellwerk.titles.t1830.rules import TITLE_FILE
from tests.rules_1830.reading import RULES_FILE, asked, cash, firm, owner, paragraphs, receipt, round_of, seen
from tests.support import Position, accepted, new, play, refused, rule, rules_of

COMPANIES = ["PRR", "NYC", "CPR", "B&O", "C&O", "ERIE", "NYNH", "B&M"]


def trade_position(preset: str | None = None, **options: Any) -> Position:
    """Stock round 2, Ada on turn; Ben owns CS."""
    return Position(3, preset, **options).private("CS", 1).cash(500, 500, 500).stock(0)


# -- 0. How to read this


def option_table() -> dict[str, tuple[str, str, str]]:
    """The table of section 12: option -> default, games18xx, other values."""
    text = RULES_FILE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \|([^|]*)\|([^|]*)\|([^|]*)\|", text, flags=re.MULTILINE)
    return {name: (seed.strip(), site.strip(), other.strip()) for name, seed, site, other in rows}


def said(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@rule("1830 0.1")
@pytest.mark.parametrize("name", sorted(option_table()))
def test_every_option_of_the_rules_has_the_two_presets_values(name: str) -> None:
    seed, site, _ = option_table()[name]
    assert seed.startswith(said(new().rules.options[name]))
    assert site.startswith(said(new(preset="games18xx").rules.options[name]))


@rule("1830 0.1")
def test_the_options_named_in_the_rules_are_the_options_of_the_title() -> None:
    text = RULES_FILE.read_text(encoding="utf-8").partition("## 12. Options")[0]
    named = set(re.findall(r"`([a-z0-9]+(?:_[a-z0-9]+)+)`", text)) | set(
        re.findall(r"`([a-z0-9]+(?:_[a-z0-9]+)+) = ", text)
    )
    options = new().rules.options
    assert {"sell_before_operating", "auction_resume", "private_trade_from_sr", "batch_sale_order"} <= named
    assert named <= set(options)
    assert set(option_table()) == set(options)


@rule("1830 0.1")
def test_without_a_preset_the_seed_is_played() -> None:
    assert new().rules.options == new(preset="seed").rules.options
    assert new().rules.options != new(preset="games18xx").rules.options


@rule("1830 0.2")
def test_ipo_and_pool_are_kept_apart() -> None:
    game = Position(3).company("PRR", par=100, held=[40, 0, 0]).stock(0).game()
    sold = accepted(game, SellShares("PRR", 20))
    assert (firm(sold, "PRR").ipo, firm(sold, "PRR").pool) == (60, 20)


@rule("1830 0.2")
def test_left_of_a_player_is_the_next_seat() -> None:
    game = new(4)
    turns = []
    for _ in range(5):
        turns.append(asked(game)[0])
        game.apply(Pass())
    assert turns == [0, 1, 2, 3, 0]


@rule("1830 0.3", "1830 1.2")
@pytest.mark.parametrize(
    ("players", "each", "limit"), [(2, 1200, 28), (3, 800, 20), (4, 600, 16), (5, 480, 13), (6, 400, 11)]
)
def test_starting_cash_comes_out_of_the_bank(players: int, each: int, limit: int) -> None:
    game = new(players)
    assert cash(game) == [each] * players
    assert game.state.bank == 12000 - players * each
    assert [player["certificate_limit"] for player in game.view()["players"]] == [limit] * players


@rule("1830 0.3")
def test_amounts_are_whole_dollars() -> None:
    with pytest.raises(TranscriptError):
        action_from_json({"type": "bid", "private": "CS", "amount": 45.5}, KINDS)


@rule("1830 0.3")
def test_no_money_is_created() -> None:
    game = Position(3).company("PRR", par=100, held=[40, 0, 0], cash=300).private("CS", 1).stock(0).game()
    play(game, SellShares("PRR", 20), Par("NYC", 67), BuyPrivate("CS", 77), Answer(True), Pass())
    state = game.state
    assert state.bank + sum(cash(game)) + sum(company.cash for company in state.companies) == 12000
    assert game.check() == []


@rule("1830 0.4")
def test_a_player_cannot_pay_more_than_he_has() -> None:
    game = trade_position().cash(60, 500, 500).game()
    accepted(game, BuyPrivate("CS", 60))
    refused(game, BuyPrivate("CS", 61), "1830 0.4")


@rule("1830 0.4")
def test_the_other_side_of_a_deal_cannot_pay_more_than_it_has() -> None:
    game = Position(3).private("CS", 0).cash(500, 60, 500).stock(0).game()
    accepted(game, SellPrivate("CS", 1, 60))
    refused(game, SellPrivate("CS", 1, 61), "1830 0.4")


@rule("1830 0.4")
def test_the_bank_may_go_below_zero() -> None:
    position = Position(3).company("PRR", par=100, held=[50, 0, 0]).cash(11900, 0, 0).stock(0)
    game = accepted(position.game(), SellShares("PRR", 30))
    assert (game.state.bank, cash(game)[0]) == (-200, 12200)


@rule("1830 0.5")
def test_a_refused_action_changes_nothing() -> None:
    game = Position(3).company("PRR", par=100, held=[40, 0, 0]).stock(0).game()
    before = (game.digest(), game.ply, game.events, game.options())
    assert game.why_not(SellShares("PRR", 30)) is not None
    refused(game, SellShares("PRR", 30), "1830 4.8")
    assert (game.digest(), game.ply, game.events, game.options()) == before


@rule("1830 0.5")
def test_what_does_not_exist_is_refused() -> None:
    game = Position(3).stock(0).game()
    refused(game, BuyShare("XYZ", "ipo"), "1830 0.5")
    refused(game, SellShares("XYZ", 10), "1830 0.5")
    refused(game, Par("XYZ", 67), "1830 0.5")
    refused(game, BuyPrivate("XY", 1), "1830 0.5")
    refused(new(), Bid("XY", 100), "1830 0.5")


# -- 0.6, 14.13 Consent


@rule("1830 0.6", "1830 14.13")
@pytest.mark.parametrize("preset", ["seed", "games18xx"])
def test_the_other_side_is_asked_at_once(preset: str) -> None:
    game = play(trade_position(preset).game(), BuyPrivate("CS", 60))
    assert asked(game) == (1, "consent")
    assert {option.action for option in game.options()} == {Answer(True), Answer(False)}
    assert (cash(game), owner(game, "CS")) == ([500, 500, 500], "Ben")


@rule("1830 0.6")
def test_on_yes_the_deal_is_made() -> None:
    game = play(trade_position().game(), BuyPrivate("CS", 60), Answer(True))
    assert (cash(game), owner(game, "CS")) == ([440, 560, 500], "Ada")
    assert asked(game) == (0, "stock")


@rule("1830 0.6")
@pytest.mark.parametrize("preset", ["seed", "games18xx"])
def test_on_no_the_position_is_as_before_the_offer(preset: str) -> None:
    game = trade_position(preset).game()
    before = game.digest()
    play(game, BuyPrivate("CS", 60), Answer(False))
    assert game.digest() == before
    accepted(game, BuyPrivate("CS", 61))  # the offering side goes on, also with another offer


@rule("1830 0.6", "1830 14.13")
def test_only_yes_or_no_is_an_answer() -> None:
    game = play(trade_position().game(), BuyPrivate("CS", 60))
    refused(game, Pass(), "1830 14.1")
    refused(game, Answer(True), "1830 14.1", seat=0)
    refused(game, Answer(True), "1830 14.1", seat=2)


@rule("1830 0.6")
def test_the_seller_on_turn_asks_the_buyer() -> None:
    game = play(Position(3).private("CS", 0).cash(500, 500, 500).stock(0).game(), SellPrivate("CS", 2, 50))
    assert asked(game) == (2, "consent")
    game.apply(Answer(True))
    assert (cash(game), owner(game, "CS")) == ([550, 500, 450], "Cleo")


@rule("1830 0.6")
def test_nobody_is_asked_when_both_sides_are_the_same_player() -> None:
    position = Position(3).phase("3").private("CS", 0).company("PRR", held=[60, 0, 0], cash=200, tokens=0)
    game = position.token("PRR", "H12").operating("PRR").game()
    game.apply(BuyPrivate("CS", 40))
    assert owner(game, "CS") == "PRR"
    assert asked(game)[1] != "consent"


@rule("1830 0.6")
def test_a_recorded_deal_is_an_accepted_one() -> None:
    game = play(trade_position(consent="recorded").game(), BuyPrivate("CS", 60))
    assert (cash(game), owner(game, "CS")) == ([440, 560, 500], "Ada")


@rule("1830 0.6", "1830 14.12")
def test_an_offer_lapses_when_the_private_is_gone() -> None:
    """With the site's timing the owner of MH may exchange it while he is asked whether he sells it."""
    position = Position(3, "games18xx").private("MH", 1).company("NYC", held=[20, 0, 0]).cash(500, 500, 500)
    game = play(position.stock(0).game(), BuyPrivate("MH", 100))
    game.apply(Exchange("MH", "ipo"), 1)
    assert asked(game) == (0, "stock")
    assert cash(game) == [500, 500, 500]


# -- 1. Setup


@rule("1830 1.1")
@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_players(players: int) -> None:
    with pytest.raises(BadInput, match="2 to 6"):
        stellwerk.new("1830", [f"P{number}" for number in range(players)])


@rule("1830 1.1")
def test_seats_are_drawn_from_the_seed() -> None:
    names = ["Ada", "Ben", "Cleo", "Dan"]
    drawn = {stellwerk.new("1830", names, seed=seed, shuffle=True).rules.seats for seed in range(20)}
    assert len(drawn) > 5
    assert all(sorted(seats) == names for seats in drawn)
    again = stellwerk.new("1830", names, seed=3, shuffle=True)
    assert again.rules.seats == stellwerk.new("1830", names, seed=3, shuffle=True).rules.seats


@rule("1830 1.1", "1830 2.1")
def test_the_first_seat_begins() -> None:
    assert asked(new()) == (0, "auction")


@rule("1830 1.3")
def test_privates_lie_in_ascending_order_of_face_price() -> None:
    privates = rules_of(new()).t.privates
    assert [private.id for private in privates] == ["SV", "CS", "DH", "MH", "CA", "BO"]
    assert [private.price for private in privates] == [20, 40, 70, 110, 160, 220]


@rule("1830 1.4")
def test_every_corporation_starts_in_the_ipo_without_a_price() -> None:
    game = new()
    assert list(game.view()["companies"]) == COMPANIES
    for name in COMPANIES:
        company = seen(game, name)
        assert (company["ipo"], company["pool"], company["par"], company["price"]) == (100, 0, None, None)
        assert company["president"] is None


@rule("1830 1.4")
@pytest.mark.parametrize("name", COMPANIES)
def test_nine_certificates_make_a_corporation(name: str) -> None:
    """60 % with the president's certificate are five certificates, the other four shares four more."""
    game = Position(3).company(name, held=[60, 40, 0]).stock(0).game()
    counts = [receipt(game, f"certificates {who}").total for who in ("Ada", "Ben", "Cleo")]
    assert counts == [5, 4, 0]


@rule("1830 1.5")
def test_the_game_starts_in_phase_2_with_the_auction() -> None:
    view = new().view()
    assert (view["phase"], view["round"]) == ("2", "Auction")


@rule("1830 1.5", "1830 3.1")
def test_auction_stock_round_operating_rounds_stock_round() -> None:
    game = new()
    for name, amount in (("SV", 20), ("CS", 40), ("DH", 70), ("MH", 110), ("CA", 160), ("BO", 220)):
        game.apply(BuyPrivate(name, amount))
    play(game, Par("B&O", 67))
    assert round_of(game) == "SR 1"
    play(game, Pass(), Pass())
    assert round_of(game) == "SR 1"
    play(game, Pass())  # nothing is floated: OR 1.1 passes by itself
    assert round_of(game) == "SR 2"
    rounds = [event.text for event in game.events if event.kind == "round"]
    assert rounds == ["stock round 1", "operating round 1.1", "stock round 2"]


@rule("1830 1.5")
@pytest.mark.parametrize(("extra", "count"), [(False, 2), (True, 3)])
def test_the_depot_at_the_start(extra: bool, count: int) -> None:
    depot = new(extra_6_train=extra).view()["depot"]
    assert depot == {"2": 6, "3": 5, "4": 4, "5": 3, "6": count, "D": 6}


# -- 3. Sequence of rounds


@rule("1830 3.1")
@pytest.mark.parametrize(("phase", "rounds"), [("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("D", 3)])
def test_the_phase_gives_the_number_of_operating_rounds(phase: str, rounds: int) -> None:
    game = play(Position(3).phase(phase).stock(0, number=4).game(), Pass(), Pass(), Pass())
    texts = [event.text for event in game.last_events if event.kind == "round"]
    assert texts == [f"operating round 4.{part + 1}" for part in range(rounds)] + ["stock round 5"]


@rule("1830 3.1")
def test_the_number_does_not_change_within_the_set() -> None:
    """The first 3-train begins phase 3 in the only operating round of the set; the next set has two."""
    position = Position(3).company("PRR", held=[60, 0, 0], cash=700).token("PRR", "H12").depot(_2=0)
    position.change("PRR", trains=("2-0",)).s.sold = (1, 0, 0, 0, 0, 0)
    game = position.operating("PRR", "trains").game()
    play(game, BuyTrain("3-0", 180))
    assert game.view()["phase"] == "3"
    play(game, Pass())
    assert round_of(game) == "SR 3"
    while round_of(game) == "SR 3":
        game.apply(Pass())
    assert (round_of(game), game.state.round.rounds) == ("OR 3.1", 2)


@rule("1830 3.2", "1830 4.1")
@pytest.mark.parametrize("priority", [0, 1, 2])
def test_the_stock_round_starts_with_the_priority_holder(priority: int) -> None:
    position = Position(3).company("PRR", held=[20, 20, 20], cash=700).token("PRR", "H12").depot(_2=5)
    position.change("PRR", trains=("2-0",))
    position.s.priority = priority
    game = position.operating("PRR", "trains").game()
    play(game, Pass())
    assert round_of(game) == "SR 3"
    assert asked(game) == (priority, "stock")


@rule("1830 3.2")
def test_buying_and_selling_in_an_operating_round_leaves_the_priority() -> None:
    position = Position(3).phase("3").private("CS", 1).company("PRR", held=[60, 0, 0], cash=200)
    position.s.priority = 2
    game = play(position.token("PRR", "H12").operating("PRR").game(), BuyPrivate("CS", 60), Answer(True))
    assert owner(game, "CS") == "PRR"
    assert game.state.priority == 2


@rule("1830 3.3")
def test_an_operating_round_without_a_floated_corporation_pays_the_privates() -> None:
    position = Position(3).private("SV", 0).private("MH", 2).company("PRR", held=[20, 0, 0], floated=False)
    position.cash(100, 100, 100).stock(0)
    game = play(position.game(), Pass(), Pass(), Pass())
    assert round_of(game) == "SR 3"
    assert cash(game) == [105, 100, 120]


# -- 14.1 Who is asked


@rule("1830 14.1")
def test_only_the_asked_player_acts() -> None:
    refused(new(), Pass(), "1830 14.1", seat=1)
    game = Position(3).stock(1).game()
    refused(game, Pass(), "1830 14.1", seat=0)
    refused(game, Par("PRR", 67), "1830 14.1", seat=2)
    refused(game, Pass(), "1830 14.1", seat=7)
    accepted(game, Pass(), seat=1)


@rule("1830 14.1")
def test_the_president_is_asked_for_a_corporation() -> None:
    position = Position(3).company("PRR", held=[20, 30, 0], president=1, cash=500).token("PRR", "H12")
    decision = position.operating("PRR").game().decision()
    assert decision is not None
    assert (decision.seat, decision.actor, decision.kind) == (1, "PRR", "track")


@rule("1830 14.1", "1830 14.4")
def test_a_single_answer_is_not_given_for_the_player() -> None:
    """Ada holds 21 certificates, can sell one share and do nothing else: she is asked for it."""
    position = Position(3).company("PRR", par=100, held=[50, 0, 0], pool=40).private("SV", 0).private("CS", 0)
    for name in ("NYC", "CPR", "C&O"):
        position.company(name, par=100, held=[60, 0, 0], operated=False)
    game = position.stock(0).game()
    assert asked(game) == (0, "must_sell")
    assert [option.action for option in game.options()] == [SellShares("PRR", 10)]


@rule("1830 14.13")
@pytest.mark.parametrize("preset", ["seed", "games18xx"])
def test_bankruptcy_is_not_accepted_outside_the_train_step(preset: str) -> None:
    refused(new(3, preset), Bankrupt(), "1830 14.1")
    refused(Position(3, preset).stock(0).game(), Bankrupt(), "1830 14.1")
    game = play(trade_position(preset).game(), BuyPrivate("CS", 60))
    refused(game, Bankrupt(), "1830 14.1")


# -- Citations and receipts


def test_every_citation_of_the_title_is_a_paragraph_of_the_rules() -> None:
    data = tomllib.loads(TITLE_FILE.read_text(encoding="utf-8"))
    cited = {f"1830 {number}" for number in data["cite"].values()}
    cited |= {f"1830 {option['rule']}" for option in data["option"].values()}
    assert cited <= paragraphs()


def test_events_and_questions_cite_paragraphs_of_the_rules() -> None:
    game = new()
    play(game, Bid("CS", 45), Bid("CS", 50), BuyPrivate("SV", 20), Bid("CS", 55), Pass())
    for _ in range(3):
        game.apply(Pass())
    for name, amount in (("DH", 70), ("MH", 110), ("CA", 160), ("BO", 220)):
        game.apply(BuyPrivate(name, amount))
    play(game, Par("B&O", 67), Par("NYC", 67), Pass(), BuyShare("B&O", "ipo"), Pass())
    rules = {event.rule for event in game.events}
    assert {"1830 2.2", "1830 2.4", "1830 2.5", "1830 2.7c", "1830 2.9", "1830 4.10", "1830 4.11"} <= rules
    assert rules <= paragraphs()
    assert {game.at(ply).view()["asked"]["rule"] for ply in range(game.ply + 1)} <= paragraphs()


@rule("1830 11.3")
@pytest.mark.parametrize(("score_privates", "total"), [(True, 1000), (False, 960)])
def test_the_score_line_by_line(score_privates: bool, total: int) -> None:
    """500 + 4 × 100 + nothing for a corporation without a price + 60, and CS at its face price of 40 or not."""
    position = Position(3, score_privates=score_privates).cash(500, 0, 0).private("CS", 0)
    position.company("PRR", par=100, held=[40, 0, 0], cash=900).change("NYC", held=(10, 0, 0), ipo=90)
    position.company("C&O", cell=(8, 6), held=[10, 20, 0], president=1)
    game = position.stock(0).game()
    found = receipt(game, "score Ada")
    expected = [("cash", 500), ("PRR 40 % at $100", 400), ("NYC 10 % at $0", 0), ("C&O 10 % at $60", 60)]
    if score_privates:
        expected.append(("private CS", 40))
    assert [(line.text, line.amount) for line in found.lines] == expected
    assert found.total == game.result().scores[0] == total
    assert {line.rule for line in found.lines} == {"1830 11.3"}
