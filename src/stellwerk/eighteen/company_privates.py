"""Companies buy privates from players: at any moment of their turn, and asked for at its end."""

from __future__ import annotations

import math
from typing import Generic

from msgspec import Struct

from stellwerk.core import Illegal, Option, Range
from stellwerk.eighteen.actions import BuyPrivate
from stellwerk.eighteen.checks import ActionKind, Check, Checks
from stellwerk.eighteen.deals import needs_consent, offer, trade_private
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import Offer, OperatingTurn
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.operating import Ability, TurnPart
from stellwerk.eighteen.state import S, company_owner, is_player


class PrivateDeal(Struct, Generic[S], frozen=True, gc=False):
    """A company buys a private."""

    s: S
    company: int
    private: int
    price: int


class BuyPrivatesAnytime(Ability[S]):
    """Buying privates in a company's own turn."""

    name = "buy_private"
    cite = "private.buy"

    def __init__(self, rules: FamilyRules[S]) -> None:
        """What a purchase must keep; the price comes last."""
        super().__init__(rules)
        t = self.t
        self.checks: Checks[PrivateDeal[S]] = Checks(
            phase=Check(
                lambda c: t.phases[c.s.phase].buy_privates,
                lambda c: t.no(
                    "private.buy", "companies do not buy privates in phase {phase}", phase=t.phases[c.s.phase].id
                ),
            ),
            sellable=Check(
                lambda c: t.privates[c.private].sellable,
                lambda c: t.no(
                    "private.unsellable", "{private} stays with its owner", private=t.privates[c.private].id
                ),
            ),
            owner=Check(
                lambda c: is_player(c.s.privates[c.private].owner),
                lambda c: t.no("private.buy", "no player owns {private}", private=t.privates[c.private].id),
            ),
            cash=Check(
                lambda c: c.price <= c.s.companies[c.company].cash,
                lambda c: t.no("private.cash", "{price:$} is more than the treasury has", price=c.price),
            ),
            price=Check(
                lambda c: c.price in self.price_range(c.s, c.company, c.private),
                lambda c: t.no(
                    "private.buy",
                    "the price must be from {low:$} to {high:$}",
                    low=self.price_range(c.s, c.company, c.private).low,
                    high=self.price_range(c.s, c.company, c.private).high,
                ),
            ),
        )
        self.acts = {BuyPrivate: ActionKind(self.buy, self.why_not_buy)}

    def price_range(self, s: S, company: int, private: int) -> Range:
        """From half to twice the face price, as far as the treasury goes."""
        factor = self.t.data.limits.private_price_factor
        assert factor is not None  # checked on load
        low, high = factor
        face = self.t.privates[private].price
        return Range(math.ceil(face * low), min(math.floor(face * high), s.companies[company].cash))

    def why_not_buy(self, s: S, frame: OperatingTurn, action: BuyPrivate) -> Illegal | None:
        """A private of a player."""
        return self.checks.why_not(PrivateDeal(s, frame.company, self.t.private(action.private), action.price))

    def options(self, s: S, frame: OperatingTurn) -> list[Option]:
        """Every private that can be paid."""
        found: list[Option] = []
        if not self.t.phases[s.phase].buy_privates:
            return found
        for number, entry in enumerate(self.t.privates):
            prices = self.price_range(s, frame.company, number)
            if self.checks.allow(PrivateDeal(s, frame.company, number, prices.low)):
                found.append(Option(BuyPrivate(entry.id, prices.low), prices, money="price"))
        return found

    def buy(self, m: Move[S], frame: OperatingTurn, action: BuyPrivate) -> None:
        """Offer it, or buy at once from the own president."""
        president, owner = m.s.companies[frame.company].president, m.s.privates[self.t.private(action.private)].owner
        if needs_consent(self.t, president, owner):
            offer(m, action, by=president, to=owner)
        else:
            self.settle_deal(m, frame, action)

    def settle_deal(self, m: Move[S], frame: OperatingTurn, action: Offer) -> bool:
        """Carry out the agreed purchase."""
        if not isinstance(action, BuyPrivate):
            return False
        trade_private(m, self.t.private(action.private), company_owner(frame.company), action.price, "private.buy")
        return True


class PrivatesPart(TurnPart[S]):
    """The last part of the turn: asked while a private can be bought (1830 14.10e)."""

    name = "privates"
    cite = "private.step"

    def __init__(self, anytime: BuyPrivatesAnytime[S]) -> None:
        """What can be bought is listed by the part that is open at any time."""
        super().__init__(anytime.rules)
        self.anytime = anytime

    def waits(self, m: Move[S], frame: OperatingTurn) -> bool:
        """Asked while there is something to do."""
        return bool(self.anytime.options(m.s, frame))
