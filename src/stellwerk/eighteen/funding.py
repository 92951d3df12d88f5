"""Emergency money: what a president may sell for a train his company must buy, and bankruptcy."""

from __future__ import annotations

from msgspec import structs

from stellwerk.core import Action, Illegal, Option, Range
from stellwerk.eighteen.actions import Bankrupt, SellPrivate, SellShares
from stellwerk.eighteen.deals import needs_consent, offer, trade_private
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import OperatingRound, OperatingTurn
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.state import BANK, State


class Funding:
    """Sales in an emergency. `price` is the price of the cheapest train on sale."""

    def __init__(self, rules: FamilyRules) -> None:
        """Knows the rules and the table."""
        self.rules, self.t, self.shares = rules, rules.t, rules.shares

    def money(self, s: State, company: int) -> int:
        """Treasury and president's cash together."""
        holder = s.companies[company]
        return holder.cash + s.players[holder.president].cash

    # -- shares

    def why_not_sell(self, s: State, frame: OperatingTurn, number: int, percent: int, price: int) -> Illegal | None:
        """1830 9.12"""
        t = self.t
        seat = s.companies[frame.company].president
        refusal = self.shares.why_not_sell(s, seat, number, percent) or self.why_not_presidency(
            s, frame, number, percent
        )
        if refusal:
            return refusal
        share = self.shares.price(s.companies[number])
        unit = self.shares.unit[number]
        have = self.money(s, frame.company)
        if self.certificate_alone(s, seat, number):  # 1830 9.12b1
            if percent == self.shares.president_size[number] and have < price:
                return None
            if percent < self.shares.president_size[number] and have < price + share:
                return None
        if have >= price:
            return t.no(
                "help.enough", "treasury and president's cash reach {price:$}: nothing may be sold", price=price
            )
        if have + (percent // unit - 1) * share >= price:
            return t.no("help.necessary", "{percent} % is more than necessary", percent=percent)
        return None

    def certificate_alone(self, s: State, seat: int, number: int) -> bool:
        """True if the president's certificate is all he holds and counts as one piece at this table."""
        company = s.companies[number]
        whole = company.held[seat] == self.shares.president_size[number] and company.president == seat
        return whole and self.t.choices.president_certificate_whole

    def why_not_presidency(self, s: State, frame: OperatingTurn, number: int, percent: int) -> Illegal | None:
        """The sale must not cost him the company that needs the train (1830 9.12a)."""
        if number != frame.company:
            return None
        seat = s.companies[number].president
        if self.shares.president_after_sale(s, seat, number, percent) == seat:
            return None
        return self.t.no("help.presidency", "the sale would cost the presidency of the company that needs the train")

    def largest_sale(self, s: State, frame: OperatingTurn, number: int) -> int:
        """The most he can sell of a company, necessary or not."""
        seat = s.companies[frame.company].president
        percent = self.shares.largest_sale(s, seat, number)
        while percent and self.why_not_presidency(s, frame, number, percent):
            percent -= self.shares.unit[number]
        return percent

    # -- bankruptcy

    def raisable(self, s: State, frame: OperatingTurn) -> int:
        """Treasury, cash and everything he can sell at present prices."""
        worth = sum(
            self.largest_sale(s, frame, number) // 10 * self.shares.price(company)
            for number, company in enumerate(s.companies)
        )
        return self.money(s, frame.company) + worth

    def go_bankrupt(self, m: Move, frame: OperatingTurn) -> None:
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

    def options(self, s: State, frame: OperatingTurn, price: int) -> list[Option]:
        """Sales of shares and privates, and bankruptcy."""
        t = self.t
        seat = s.companies[frame.company].president
        found = []
        for number, entry in enumerate(t.companies):
            unit = self.shares.unit[number]
            most = self.largest_sale(s, frame, number)
            found += [
                Option(SellShares(entry.id, percent))
                for percent in range(unit, most + 1, unit)
                if self.why_not_sell(s, frame, number, percent, price) is None
            ]
        if t.choices.emergency_private_sales and self.money(s, frame.company) < price:
            found += [
                Option(SellPrivate(t.privates[number].id, other, 1), Range(1, player.cash), money="price")
                for number, private in enumerate(s.privates)
                if private.owner == seat and not private.closed and t.privates[number].sellable
                for other, player in enumerate(s.players)
                if other != seat and player.cash >= 1
            ]
        if self.raisable(s, frame) < price:
            found.append(Option(Bankrupt()))
        return found

    def apply(self, m: Move, frame: OperatingTurn, action: Action, price: int) -> None:
        """One emergency action."""
        t = self.t
        if isinstance(action, SellShares):
            number = t.company(action.company)
            refusal = self.why_not_sell(m.s, frame, number, action.percent, price)
            if refusal:
                raise refusal
            share = self.shares.price(m.s.companies[number])
            self.shares.sell(m, m.s.companies[frame.company].president, number, action.percent)
            m.top(last_sale=share)
            self.sort_waiting(m)
        elif isinstance(action, SellPrivate):
            self.sell_private(m, frame, action, price)
        elif isinstance(action, Bankrupt):
            if self.raisable(m.s, frame) >= price:
                raise t.no("bankrupt", "the president can raise the money")
            self.go_bankrupt(m, frame)

    def sort_waiting(self, m: Move) -> None:
        """Companies that have not started their turn are put in order again (1830 9.12d)."""
        *lower, below, top = m.s.frames
        assert isinstance(below, OperatingRound)
        waiting = tuple(number for number in self.shares.operating_order(m.s) if number in below.waiting)
        m.s.frames = (*lower, structs.replace(below, waiting=waiting), top)

    def sell_private(self, m: Move, frame: OperatingTurn, action: SellPrivate, price: int) -> None:
        """A private to another player, while money is missing (1830 9.12f)."""
        t, s = self.t, m.s
        if not t.choices.emergency_private_sales:
            raise t.no("help.privates", "privates are not sold in an emergency at this table")
        private = t.private(action.private)
        seat = s.companies[frame.company].president
        if not t.privates[private].sellable:
            raise t.no("private.unsellable", "{private} stays with its owner", private=action.private)
        if s.privates[private].owner != seat or s.privates[private].closed:
            raise t.no("help.privates", "{who} does not own {private}", who=t.seats[seat], private=action.private)
        if not 0 <= action.to < len(t.seats) or action.to == seat:
            raise t.no("seat", "there is no other seat {seat}", seat=action.to)
        if self.money(s, frame.company) >= price:
            raise t.no("help.enough", "treasury and president's cash reach {price:$}: nothing may be sold", price=price)
        if not 1 <= action.price <= s.players[action.to].cash:
            raise t.no(
                "help.privates",
                "the price must be from {least:$} to {most:$}",
                least=1,
                most=s.players[action.to].cash,
            )
        if needs_consent(t, seat, action.to):
            offer(m, action, by=seat, to=action.to)
        else:
            self.settle_private(m, action)

    def settle_private(self, m: Move, action: SellPrivate) -> None:
        """Carry out an agreed sale."""
        trade_private(m, self.t.private(action.private), action.to, action.price, "help.privates")
