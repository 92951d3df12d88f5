"""How 1862 speaks in the terminal: withdrawn bids, closed privates, buybacks, half certificates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from stellwerk.cli.family_voice import FamilyVoice
from stellwerk.cli.phrases import ALIASES
from stellwerk.cli.voice import Voice, voice_of
from stellwerk.cli.words import QUESTIONS, Words
from stellwerk.core import Action, Decision, Game, Option
from stellwerk.eighteen.actions import SellShares
from stellwerk.titles.t1862.actions import Buyback, ClosePrivate, WithdrawBid
from stellwerk.titles.t1862.rules import Rules1862
from stellwerk.titles.t1862.state import Raising

EXAMPLES = """pass, bid ERIE 45, withdraw ERIE, close BOM, start NYC 100, buy NYH bank, buy NYH pool, sell NYH 20,
lay G18 9 1, lay E28 881 1 ERIE, token H29 0, train 2-0 100, pay, withhold, buyback 5,
run 2-0 F23.0 F23:0 G22.0 (a stop is hex.number, a side crossed is hex:edge; the next train after a semicolon;
after the path: count F23.0 G22.0 for the stops an E-train counts, bonus Chicago for the bonus it claims)"""
MORE_QUESTIONS = {
    "auction": "buy the cheapest private, bid on another, or pass; outbid bids may be withdrawn first",
    "raise": "shares to sell, for money has to be raised",
    "buyback": "buy half of the shares back, or pass",
}


class Words1862(Words):
    """Actions in words."""

    def __init__(self, game: Game[Any], rules: Rules1862) -> None:
        """With the rules of 1862 at hand."""
        super().__init__(game)
        self.own = rules

    def option(self, option: Option) -> list[str]:
        """Notes are a number, not money."""
        if not isinstance(option.action, Buyback) or option.amount is None:
            return super().option(option)
        low, high = option.amount.low, option.amount.high
        return [f"Buy shares back with {low} notes" if low == high else f"Buy shares back ({low} to {high} notes)"]

    def path(self, action: Action) -> list[str]:
        """The actions only 1862 has, and sales at what they bring."""
        if isinstance(action, WithdrawBid):
            return [f"Withdraw the bid on {self.private(action.private)}"]
        if isinstance(action, ClosePrivate):
            return [f"Close {self.private(action.private)}"]
        if isinstance(action, Buyback):
            return [f"Buy shares back with {action.notes} notes"]
        number = self.t.kit.company_index.get(action.company) if isinstance(action, SellShares) else None
        if isinstance(action, SellShares) and number is not None and self.s.companies[number].par:
            amount = self.own.shares.proceeds(self.s, number, action.percent)
            return ["Sell shares", action.company, f"{action.percent} % for {self.t.money(amount)}"]
        return super().path(action)

    def price(self, company: str, source: str) -> str:
        """What a certificate costs, a half one after a buyback."""
        number = self.t.kit.company_index.get(company)
        if number is None or not self.s.companies[number].par:
            return "?"
        shares = self.own.shares
        return self.t.money(
            shares.pool_price(self.s, number) if source == "pool" else shares.bank_price(self.s, number)
        )


class Voice1862(FamilyVoice):
    """The family's voice with 1862's own words."""

    examples: ClassVar[str] = EXAMPLES
    aliases: ClassVar[Mapping[str, tuple[str, dict[str, Any]]]] = {
        **ALIASES,
        "withdraw": ("withdraw_bid", {}),
        "close": ("close_private", {}),
    }

    def __init__(self, rules: Rules1862, game: Game[Any]) -> None:
        """Speaks about the game as it stands."""
        super().__init__(rules, game)
        self.words = Words1862(game, rules)

    def question(self, decision: Decision) -> str:
        """The family's lines, with the money that has to be raised."""
        text = super().question(decision)
        asked = MORE_QUESTIONS.get(decision.kind)
        if asked:
            old = QUESTIONS.get(decision.kind, decision.kind)
            text = text.replace(f": {old}. [", f": {asked}. [", 1)
        frame = self.game.state.frames[-1]
        if isinstance(frame, Raising):
            missing = self.rules.t.money(frame.amount - self.game.state.players[frame.seat].cash)
            what = f"train {frame.train}" if frame.train else f"the notes of {self.rules.t.companies[frame.company].id}"
            text += f"\n{missing} is missing for {what}."
        return text


@voice_of.register
def _(rules: Rules1862, game: Game[Any]) -> Voice:
    return Voice1862(rules, game)
