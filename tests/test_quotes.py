"""What something costs is asked of the rules: the quote of every option equals the money that moves.

Every option of every position of the kept games is compared, with an open amount at both its ends. `python -m
tests.test_quotes` says how often each kind of action was met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

import stellwerk
from stellwerk.core import Game, Illegal, Message, Option, Payment, Quote
from stellwerk.core.quote import BANK
from stellwerk.eighteen.actions import Answer, Bankrupt, BuyPrivate, BuyTrain, SellPrivate
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.state import State, company_owner
from stellwerk.titles import TITLES
from stellwerk.titles.t_union_pacific.rules import UnionPacificRules
from stellwerk.titles.t_union_pacific.state import EXCHANGE
from tests.kept import kept_game
from tests.rules_1854.table import Position
from tests.support import DATA, NAMES, new

GONE = -2  # money that has left the game (1862 17.3)
GAMES = sorted((DATA / "games").glob("*.json.gz")) + sorted((DATA / "random").glob("*.json.gz"))[:3]
KT = company_owner(10)
SETTLED = 40  # one option of so many is also compared with what the log tells of the whole move
MADE = {"1854": {"bankrupt"}}  # kinds no kept game offers: positions below are made for them


@lru_cache(maxsize=1)
def game_of(path: Path) -> Game[Any]:
    """A kept game."""
    return kept_game(path)


def purses(s: State) -> dict[int, int]:
    """The money of everybody, by owner."""
    found = {BANK: s.bank, GONE: getattr(s, "money_gone", 0)}
    found |= {seat: player.cash for seat, player in enumerate(s.players)}
    return found | {company_owner(number): company.cash for number, company in enumerate(s.companies)}


def moved(rules: FamilyRules, s: State, option: Option, quote: Quote) -> dict[int, int]:
    """Who has how much more after the action itself, and the agreement to it: nothing has settled yet."""
    m = Move(rules.t, rules.twin.draft(s))
    rules.carry_out(m, *rules.actor(s, option))
    if quote.agrees is not None:
        rules.carry_out(m, Answer(True), quote.agrees)
    before, after = purses(s), purses(m.s)
    gone = after[GONE] - before[GONE]
    change = {owner: after[owner] - before[owner] for owner in before if owner != GONE}
    if gone:  # the treasuries of companies that have left the game
        for number, company in enumerate(s.companies):
            left = rules.closed(m.s, number) and not rules.closed(s, number)
            if left:
                owner = company_owner(number)
                vanished = company.cash + quote.gain(owner)
                change[owner] += vanished
                gone -= vanished
        assert not gone
    return {owner: amount for owner, amount in change.items() if amount}


def told(payments: tuple[Payment, ...], rules: FamilyRules) -> list[tuple[Any, ...]]:
    """Payments as the log tells them."""
    return [(rules.t.party(paid.payer), rules.t.party(paid.payee), paid.amount, paid.rule) for paid in payments]


def check(rules: FamilyRules, s: State, option: Option, *, settled: bool) -> Quote:
    """The quote is the money that moves; with `settled` also what the log tells first of a whole move."""
    quote = rules.quote(s, option)
    gains = {owner: quote.gain(owner) for payment in quote.payments for owner in (payment.payer, payment.payee)}
    assert {owner: gain for owner, gain in gains.items() if gain} == moved(rules, s, option, quote), option
    if settled and quote.agrees is None:
        _, events = rules.apply(s, *rules.actor(s, option))
        paid = [event for event in events if event.kind == "paid"][: len(quote.payments)]
        seen = [(e.facts["payer"], e.facts["payee"], e.facts["amount"], e.rule) for e in paid]
        assert seen == told(quote.payments, rules), option
    return quote


def offered(game: Game[Any]) -> Iterator[tuple[State, Option]]:
    """The options of all positions of a game; amounts at both ends."""
    for ply in range(len(game) + 1):
        s = game.at(ply).state
        for option in game.rules.legal(s):
            yield s, option
            if option.amount is not None:
                yield s, Option(option.take(option.amount.high), seat=option.seat)


def compare(path: Path) -> Counter[str]:
    """All options of one game; how often each kind of action was met."""
    game, met = game_of(path), Counter[str]()
    rules = game.rules
    assert isinstance(rules, FamilyRules)
    for number, (s, option) in enumerate(offered(game)):
        check(rules, s, option, settled=number % SETTLED == 0)
        met[option.action.kind] += 1
    return met


def kinds_met(title: str) -> Counter[str]:
    """All options of a title's games."""
    met = Counter[str]()
    for path in GAMES:
        if path.name.startswith(title):
            met += compare(path)
    return met


@pytest.mark.parametrize("title", [title for title in TITLES if title != "union-pacific"])
def test_quotes_are_the_money_that_moves(title: str) -> None:
    met = kinds_met(title)
    kinds = stellwerk.new(title, NAMES[: TITLES[title].players[0]]).rules.action_types
    missing = set(kinds) - set(met)
    assert missing == MADE.get(title, set())


def test_a_bankruptcy_of_1854_moves_no_money() -> None:
    position = Position().phase("7").share("KT", [40, 20, 0], cell=(4, 2), cash=100).klagenfurt().turn("KT")
    game = position.cash(600, 0, 0).game()
    (option,) = game.options()
    assert option.action == Bankrupt()
    rules = game.rules
    assert isinstance(rules, FamilyRules)
    assert check(rules, game.state, option, settled=True) == Quote()


# -- what a quote tells


def test_a_quote_names_payer_payee_rule_and_reason() -> None:
    game = new(preset="seed", players=3)
    (payment,) = game.quote(game.options()[0]).payments
    assert (payment.payer, payment.payee, payment.amount, payment.rule) == (0, BANK, 20, "1830 2.4")
    assert payment.why.text == "private SV"


def test_help_with_a_train_is_apart_from_its_price() -> None:
    position = Position().phase("7").share("KT", [60, 20, 0], cell=(4, 2), cash=100).klagenfurt().turn("KT")
    game = position.cash(1000, 0, 0).game()
    quote = game.quote(BuyTrain("8-1", 900))
    assert [(paid.payer, paid.payee, paid.amount) for paid in quote.payments] == [(0, KT, 800), (KT, BANK, 900)]
    assert (quote.cost, quote.payer, quote.payee, quote.gain(0), quote.gain(KT)) == (900, KT, BANK, -800, -100)
    assert quote.paid(0) == 800


def test_equal_help_and_price_the_price_comes_last() -> None:
    paid = [Payment(0, 100, 50, "", Message("")), Payment(100, BANK, 50, "", Message(""))]
    assert Quote(tuple(paid)).price == paid[1]


def test_money_of_the_bank_is_no_cost() -> None:
    quote = Quote((Payment(BANK, 2, 90, "", Message("")), Payment(BANK, 1, 180, "", Message(""))))
    assert (quote.cost, quote.payer, quote.payee, quote.gain(1), quote.gain(BANK)) == (0, BANK, 2, 180, -270)
    assert (Quote().cost, Quote().price, Quote().payer, Quote().payee) == (0, None, None, None)


def test_an_offer_tells_who_must_agree() -> None:
    asks = 0
    game = game_of(DATA / "games" / "1830-3p-seed.json.gz")
    for s, option in offered(game):
        quote = game.rules.quote(s, option)
        if quote.agrees is not None:
            asks += 1
            assert isinstance(option.action, BuyPrivate | SellPrivate | BuyTrain)
            assert quote.cost == option.action.price
            assert quote.agrees != game.rules.actor(s, option)[1]
    assert asks


def test_what_is_refused_has_no_quote() -> None:
    game = new(players=3)
    with pytest.raises(Illegal) as refusal:
        game.quote(BuyPrivate("CA", 160))
    assert refusal.value.rule == "1830 2.1"
    with pytest.raises(Illegal):
        game.quote(BuyPrivate("SV", 20), seat=1)


# -- Union Pacific: the bank pays, and hidden cards stay hidden


def test_union_pacific_quotes_payouts_that_are_sure() -> None:
    sure = 0
    for path in (path for path in GAMES if path.name.startswith("union")):
        game = game_of(path)
        rules = game.rules
        assert isinstance(rules, UnionPacificRules)
        for ply in range(len(game)):
            s = game.at(ply).state
            for option in rules.legal(s)[:: 1 if s.step == EXCHANGE else 40]:
                quote = rules.quote(s, option)
                after, _ = rules.apply(s, *rules.actor(s, option))
                paid = [(entry.seat, entry.amount, entry.rule) for entry in after.ledger[len(s.ledger) :]]
                quoted = [(entry.payee, entry.amount, entry.rule) for entry in quote.payments]
                assert all(entry.payer == BANK for entry in quote.payments)
                assert quoted == paid[: len(quoted)]
                if s.step == EXCHANGE and not after.fiction:
                    assert quoted == paid
                sure += len(quoted)
    assert sure


def test_a_hidden_card_is_not_foreseen() -> None:
    game = game_of(DATA / "games" / "union-pacific-4p.json.gz")
    rules = game.rules
    surprises = 0
    for ply, made in enumerate(game.plies):
        s = game.at(ply).state
        if made.action.kind == "take_share" and s.drawn < len(s.deck):
            assert rules.quote(s, made.action, made.seat) == Quote()
            surprises += made.state.payouts > s.payouts
    assert surprises


if __name__ == "__main__":
    for title in TITLES:
        print(title, dict(kinds_met(title) if title != "union-pacific" else {}))
