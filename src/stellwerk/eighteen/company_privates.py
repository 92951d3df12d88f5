"""Companies buy privates from players: at any moment of their turn, and asked for at its end."""

from __future__ import annotations

import math

from stellwerk.core import Action, Illegal, Option, Range
from stellwerk.eighteen.actions import BuyPrivate
from stellwerk.eighteen.deals import needs_consent, offer, trade_private
from stellwerk.eighteen.frames import Offer, OperatingTurn
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.operating import Ability, TurnPart
from stellwerk.eighteen.state import State, company_owner, is_player


class BuyPrivatesAnytime(Ability):
    """Buying privates in a company's own turn."""

    name = "buy_private"
    cite = "private.buy"

    def price_range(self, s: State, company: int, private: int) -> Range:
        """From half to twice the face price, as far as the treasury goes."""
        factor = self.t.data.limits.private_price_factor
        assert factor is not None  # checked on load
        low, high = factor
        face = self.t.privates[private].price
        return Range(math.ceil(face * low), min(math.floor(face * high), s.companies[company].cash))

    def why_not(self, s: State, company: int, private: int) -> Illegal | None:
        """What forbids it, the price left aside."""
        t, entry = self.t, self.t.privates[private]
        if not t.phases[s.phase].buy_privates:
            return t.no("private.buy", "companies do not buy privates in phase {phase}", phase=t.phases[s.phase].id)
        if not entry.sellable:
            return t.no("private.unsellable", "{private} stays with its owner", private=entry.id)
        if not is_player(s.privates[private].owner) or s.privates[private].closed:
            return t.no("private.buy", "no player owns {private}", private=entry.id)
        return None

    def options(self, s: State, frame: OperatingTurn) -> list[Option]:
        """Every private that can be paid."""
        if not self.t.phases[s.phase].buy_privates:
            return []
        found = []
        for number, entry in enumerate(self.t.privates):
            if self.why_not(s, frame.company, number) is None:
                prices = self.price_range(s, frame.company, number)
                if prices.low <= prices.high:
                    found.append(Option(BuyPrivate(entry.id, prices.low), prices, money="price"))
        return found

    def apply(self, m: Move, frame: OperatingTurn, action: Action) -> bool:
        """Offer it, or buy at once from the own president."""
        if not isinstance(action, BuyPrivate):
            return False
        t, s = self.t, m.s
        private = t.private(action.private)
        refusal = self.why_not(s, frame.company, private)
        if refusal:
            raise refusal
        prices = self.price_range(s, frame.company, private)
        if action.price > s.companies[frame.company].cash:
            raise t.no("private.cash", "{price:$} is more than the treasury has", price=action.price)
        if action.price not in prices:
            raise t.no(
                "private.buy",
                "the price must be from {low:$} to {high:$}",
                low=prices.low,
                high=prices.high,
            )
        president, owner = s.companies[frame.company].president, s.privates[private].owner
        if needs_consent(t, president, owner):
            offer(m, action, by=president, to=owner)
        else:
            self.settle_deal(m, frame, action)
        return True

    def settle_deal(self, m: Move, frame: OperatingTurn, action: Offer) -> bool:
        """Carry out the agreed purchase."""
        if not isinstance(action, BuyPrivate):
            return False
        trade_private(m, self.t.private(action.private), company_owner(frame.company), action.price, "private.buy")
        return True


class PrivatesPart(TurnPart):
    """The last part of the turn: asked while a private can be bought (1830 14.10e)."""

    name = "privates"
    cite = "private.step"

    def __init__(self, anytime: BuyPrivatesAnytime) -> None:
        """What can be bought is listed by the part that is open at any time."""
        super().__init__(anytime.rules)
        self.anytime = anytime

    def waits(self, m: Move, frame: OperatingTurn) -> bool:
        """Asked while there is something to do."""
        return bool(self.anytime.options(m.s, frame))
