"""Emergency money: what a president may sell for a train his company must buy, and bankruptcy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic

from msgspec import Struct, structs

from stellwerk.core import Action, Illegal, Option, Range
from stellwerk.eighteen.actions import Bankrupt, SellPrivate, SellShares
from stellwerk.eighteen.checks import Check, Checks
from stellwerk.eighteen.deals import needs_consent, offer, trade_private
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OperatingRound, OperatingTurn
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.state import BANK, S


class EmergencySale(Struct, Generic[S], frozen=True, gc=False):
    """A president sells a private to another player; `missing` is the price of the train that must be bought."""

    s: S
    frame: OperatingTurn
    private: int
    to: int
    price: int
    missing: int

    @property
    def seat(self) -> int:
        """The president."""
        return self.s.companies[self.frame.company].president


class Funding(Generic[S]):
    """Sales in an emergency. `price` is the price of the cheapest train on sale."""

    def __init__(self, rules: FamilyRules[S]) -> None:
        """Knows the rules and the table."""
        self.rules, self.t, self.shares = rules, rules.t, rules.shares
        self.private_sales = self.sale_checks()

    def money(self, s: S, company: int) -> int:
        """Treasury and president's cash together."""
        holder = s.companies[company]
        return holder.cash + s.players[holder.president].cash

    # -- shares

    def why_not_sell(self, s: S, frame: OperatingTurn, number: int, percent: int, price: int) -> Illegal | None:
        """The first rule an emergency sale breaks: the general ones, the presidency, what is needed."""
        seat = s.companies[frame.company].president
        refusal = self.shares.why_not_sell(s, seat, number, percent)
        if refusal is None and not self.keeps_presidency(s, frame, number, percent):
            refusal = self.why_not_presidency(number)
        return refusal or self.why_not_needed(s, frame, number, percent, price)

    def keeps_presidency(self, s: S, frame: OperatingTurn, number: int, percent: int) -> bool:
        """True if the sale does not cost him the company that needs the train (1830 9.12a)."""
        seat = s.companies[number].president
        return number != frame.company or self.shares.president_after_sale(s, seat, number, percent) == seat

    def why_not_presidency(self, number: int) -> Illegal:
        """The refusal of a sale that does."""
        return self.t.no("help.presidency", "the sale would cost the presidency of the company that needs the train")

    def why_not_needed(self, s: S, frame: OperatingTurn, number: int, percent: int, price: int) -> Illegal | None:
        """Nothing is sold that is not necessary (1830 9.12)."""
        seat = s.companies[frame.company].president
        share, unit = self.shares.price(s.companies[number]), self.shares.unit[number]
        have = self.money(s, frame.company)
        if self.certificate_alone(s, seat, number):  # 1830 9.12b1
            if percent == self.shares.president_size[number] and have < price:
                return None
            if percent < self.shares.president_size[number] and have < price + share:
                return None
        if have >= price:
            return self.t.no(
                "help.enough", "treasury and president's cash reach {price:$}: nothing may be sold", price=price
            )
        if have + (percent // unit - 1) * share >= price:
            return self.t.no("help.necessary", "{percent} % is more than necessary", percent=percent)
        return None

    def certificate_alone(self, s: S, seat: int, number: int) -> bool:
        """True if the president's certificate is all he holds and counts as one piece at this table."""
        company = s.companies[number]
        whole = company.held[seat] == self.shares.president_size[number] and company.president == seat
        return whole and self.t.choices.president_certificate_whole

    def lots(self, s: S, frame: OperatingTurn, number: int) -> Iterator[int]:
        """Every percentage of a company he could sell, necessary or not."""
        for percent in self.shares.lots(s, s.companies[frame.company].president, number):
            if self.keeps_presidency(s, frame, number, percent):
                yield percent

    def largest_sale(self, s: S, frame: OperatingTurn, number: int) -> int:
        """The most of them."""
        return max(self.lots(s, frame, number), default=0)

    # -- bankruptcy

    def raisable(self, s: S, frame: OperatingTurn) -> int:
        """Treasury, cash and everything he can sell at present prices."""
        worth = sum(
            self.shares.proceeds(s, number, self.largest_sale(s, frame, number)) for number in range(len(s.companies))
        )
        return self.money(s, frame.company) + worth

    def go_bankrupt(self, m: Move[S], frame: OperatingTurn) -> None:
        """Everything is sold, the cash goes to the bank, the game ends (1830 9.13a)."""
        s = m.s
        seat = s.companies[frame.company].president
        m.tell("bankrupt", "bankrupt", "{who} is bankrupt", who=self.t.seats[seat])
        for number in self.shares.operating_order(s):
            percent = self.largest_sale(m.s, frame, number)
            if percent:
                self.shares.sell(m, seat, number, percent)
        m.pay(seat, BANK, m.s.players[seat].cash, "bankrupt", "bankruptcy")
        m.player(seat, bankrupt=True)
        m.s.ended = "bankrupt"

    # -- options and actions

    def options(self, s: S, frame: OperatingTurn, price: int) -> list[Option]:
        """Sales of shares and privates, and bankruptcy."""
        found = self.sales(s, frame, price)
        for number, entry in enumerate(self.t.privates):
            for other in range(len(s.players)):
                if self.private_sales.allow(EmergencySale(s, frame, number, other, 1, price)):
                    prices = Range(1, s.players[other].cash)
                    found.append(Option(SellPrivate(entry.id, other, 1), prices, money="price"))
        if self.raisable(s, frame) < price:
            found.append(Option(Bankrupt()))
        return found

    def sales(self, s: S, frame: OperatingTurn, price: int) -> list[Option]:
        """Every block of shares that may be sold."""
        return [
            Option(SellShares(entry.id, percent))
            for number, entry in enumerate(self.t.companies)
            for percent in self.lots(s, frame, number)
            if self.why_not_needed(s, frame, number, percent, price) is None
        ]

    def why_not(self, s: S, frame: OperatingTurn, action: Action, price: int) -> Illegal | None:
        """The rule an emergency action breaks."""
        t = self.t
        if isinstance(action, SellShares):
            return self.why_not_sell(s, frame, t.company(action.company), action.percent, price)
        if isinstance(action, SellPrivate):
            sale = EmergencySale(s, frame, t.private(action.private), action.to, action.price, price)
            return self.private_sales.why_not(sale)
        return t.no("bankrupt", "the president can raise the money") if self.raisable(s, frame) >= price else None

    def apply(self, m: Move[S], frame: OperatingTurn, action: SellShares | SellPrivate | Bankrupt) -> None:
        """One emergency action."""
        seat = m.s.companies[frame.company].president
        if isinstance(action, SellShares):
            number = self.t.company(action.company)
            share = self.shares.price(m.s.companies[number])
            self.shares.sell(m, seat, number, action.percent)
            m.top(last_sale=share)
            self.sort_waiting(m)
        elif isinstance(action, Bankrupt):
            self.go_bankrupt(m, frame)
        elif needs_consent(self.t, seat, action.to):
            offer(m, action, by=seat, to=action.to)
        else:
            self.settle_private(m, action)

    def sale_checks(self) -> Checks[EmergencySale[S]]:
        """A private to another player, while money is missing (1830 9.12f)."""
        t = self.t
        return Checks(
            option=Check(
                lambda c: t.choices.emergency_private_sales,
                lambda c: t.no("help.privates", "privates are not sold in an emergency at this table"),
            ),
            sellable=Check(
                lambda c: t.privates[c.private].sellable,
                lambda c: t.no(
                    "private.unsellable", "{private} stays with its owner", private=t.privates[c.private].id
                ),
            ),
            owner=Check(
                lambda c: c.s.privates[c.private].owner == c.seat,
                lambda c: t.no(
                    "help.privates",
                    "{who} does not own {private}",
                    who=t.seats[c.seat],
                    private=t.privates[c.private].id,
                ),
            ),
            seat=Check(
                lambda c: 0 <= c.to < len(t.seats) and c.to != c.seat,
                lambda c: t.no("seat", "there is no other seat {seat}", seat=c.to),
            ),
            enough=Check(
                lambda c: self.money(c.s, c.frame.company) < c.missing,
                lambda c: t.no(
                    "help.enough",
                    "treasury and president's cash reach {price:$}: nothing may be sold",
                    price=c.missing,
                ),
            ),
            price=Check(
                lambda c: 1 <= c.price <= c.s.players[c.to].cash,
                lambda c: t.no(
                    "help.privates",
                    "the price must be from {least:$} to {most:$}",
                    least=1,
                    most=c.s.players[c.to].cash,
                ),
            ),
        )

    def sort_waiting(self, m: Move[S]) -> None:
        """Companies that have not started their turn are put in order again (1830 9.12d)."""
        *lower, below, top = m.s.frames
        assert isinstance(below, OperatingRound)
        waiting = tuple(number for number in self.shares.operating_order(m.s) if number in below.waiting)
        m.s.frames = (*lower, structs.replace(below, waiting=waiting), top)

    def settle_private(self, m: Move[S], action: SellPrivate) -> None:
        """Carry out an agreed sale."""
        trade_private(m, self.t.private(action.private), action.to, action.price, "help.privates")
