"""Privates on sale: the cheapest is bought, the others are bid on with bound money, chains and auctions follow."""

from __future__ import annotations

from stellwerk.core import Action, Decision, Illegal, Option, Range
from stellwerk.eighteen.actions import Bid, BuyPrivate, Pass
from stellwerk.eighteen.auction import cheapest, own_bid, with_bid
from stellwerk.eighteen.board import put
from stellwerk.eighteen.engine import Step
from stellwerk.eighteen.frames import StockRound
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.shares import around
from stellwerk.eighteen.state import BANK, NOBODY, State
from stellwerk.eighteen.table import Table
from stellwerk.titles.t1862.actions import WithdrawBid
from stellwerk.titles.t1862.state import PrivateAuction, PrivateTurn, left_of, own


def bound(s: State, seat: int) -> int:
    """The money bound by a player's standing bids (3.5)."""
    return sum(own_bid(bids, seat) for bids in own(s).bids)


def price_of(t: Table, s: State, private: int) -> int:
    """What the cheapest private costs: printed, for private 1 perhaps reduced (3.3, 3.9)."""
    return t.privates[private].price - (own(s).reduction if private == 0 else 0)


def highest(s: State, private: int) -> tuple[int, int]:
    """(seat, amount) of the highest bid on a private; (NOBODY, 0) if there is none."""
    return max(own(s).bids[private], key=lambda bid: bid[1], default=(NOBODY, 0))


def amounts(t: Table, s: State, private: int, seat: int) -> Range:
    """What a player may bid on a private, whole dollars (3.4, 3.5, 3.5a)."""
    _, top = highest(s, private)
    least = (top or t.privates[private].price) + t.data.limits.bid_raise
    most = s.players[seat].cash - bound(s, seat) + own_bid(own(s).bids[private], seat)
    return Range(least, most)


def why_not_amount(t: Table, s: State, private: int, seat: int, amount: int) -> Illegal | None:
    """A bid that is too low or not covered."""
    allowed, name = amounts(t, s, private, seat), t.privates[private].id
    if amount < allowed.low:
        return t.no("auction.least", "a bid on {private} must be at least {least:$}", private=name, least=allowed.low)
    if amount > allowed.high:
        return t.no("auction.cash", "{amount:$} is more than the free money", amount=amount)
    return None


def why_not_withdraw(t: Table, s: State, private: int, seat: int) -> Illegal | None:
    """Only a bid that was outbid can be withdrawn (3.5, 3.6)."""
    name = t.privates[private].id
    if not own_bid(own(s).bids[private], seat):
        return t.no("auction.withdraw", "{who} has no bid on {private}", who=t.seats[seat], private=name)
    if highest(s, private)[0] == seat:
        return t.no("auction.cash", "the highest bid on {private} cannot be withdrawn", private=name)
    return None


def withdrawals(t: Table, s: State, seat: int, but: int = NOBODY) -> list[Option]:
    """Every bid the player may withdraw; `but` is a private whose auction is on."""
    return [
        Option(WithdrawBid(entry.id))
        for private, entry in enumerate(t.privates)
        if private != but and why_not_withdraw(t, s, private, seat) is None
    ]


def withdraw(m: Move, seat: int, action: WithdrawBid) -> None:
    """The bid is gone and its money free; this is no action of the turn (3.6)."""
    t, s = m.t, own(m.s)
    private = t.private(action.private)
    refusal = why_not_withdraw(t, s, private, seat)
    if refusal:
        raise refusal
    remove_bid(m, private, seat)
    m.tell(
        "withdraw", "auction.withdraw", "{who} withdraws the bid on {private}",
        who=t.seats[seat], private=action.private,
    )  # fmt: skip


def remove_bid(m: Move, private: int, seat: int) -> None:
    """The player's bid on a private is gone."""
    s = own(m.s)
    s.bids = put(s.bids, private, tuple(bid for bid in s.bids[private] if bid[0] != seat))


def place_bid(m: Move, private: int, seat: int, amount: int) -> None:
    """A new bid in place of the player's old one (3.5a)."""
    s = own(m.s)
    s.bids = put(s.bids, private, with_bid(s.bids[private], seat, amount))


def award(step: Step[PrivateTurn] | Step[PrivateAuction], m: Move, private: int, seat: int, price: int) -> None:
    """A player gets a private from the bank and pays at once (3.8); the turn frame below goes on with the chain."""
    t, s = m.t, own(m.s)
    name = t.privates[private].id
    s.bids = put(s.bids, private, ())
    m.pay(seat, BANK, price, "auction.buy", "private {private}", private=name)
    m.private(private, owner=seat)
    m.tell("private", "auction.buy", "{who} gets {private} for {price:$}", who=t.seats[seat], private=name, price=price)
    step.rules.privately_acquired(m, private, seat)


class PrivateTurnStep(Step[PrivateTurn]):
    """A player's turn while privates are unsold: buy, bid or pass (3.2)."""

    def decision(self, s: State, frame: PrivateTurn) -> Decision:
        """The player on turn."""
        return Decision(frame.seat, self.t.seats[frame.seat], "auction", self.t.cite("auction.turn"))

    def must_take(self, s: State) -> bool:
        """True if private 1 is offered for nothing: it must be taken (3.9)."""
        return cheapest(s) == 0 and price_of(self.t, s, 0) == 0

    def options(self, s: State, frame: PrivateTurn) -> list[Option]:
        """Withdraw bids, buy the cheapest, bid on another, or pass."""
        t, seat, first = self.t, frame.seat, cheapest(s)
        price = price_of(t, s, first)
        found = withdrawals(t, s, seat)
        if s.players[seat].cash - bound(s, seat) >= price:
            found.append(Option(BuyPrivate(t.privates[first].id, price)))
        if self.must_take(s):
            return found
        for number in range(first + 1, len(s.privates)):
            allowed = amounts(t, s, number, seat)
            if allowed.low <= allowed.high:
                found.append(Option(Bid(t.privates[number].id, allowed.low), allowed))
        return [*found, Option(Pass())]

    def apply(self, m: Move, frame: PrivateTurn, action: Action) -> None:
        """One action of the turn."""
        t, seat = self.t, frame.seat
        if isinstance(action, WithdrawBid):
            withdraw(m, seat, action)
            return
        if isinstance(action, BuyPrivate):
            self.buy(m, frame, action)
            return
        if not isinstance(action, Bid | Pass):
            raise self.unfit(action, frame)
        if self.must_take(m.s):
            raise t.no("auction.cheaper", "{private} is free and must be taken", private=t.privates[0].id)
        if isinstance(action, Bid):
            self.bid(m, frame, action)
            self.end_turn(m, seat, acted=True)
        else:
            m.tell("pass", "auction.turn", "{who} passes", who=t.seats[seat])
            self.end_turn(m, seat, acted=False)

    def end_turn(self, m: Move, seat: int, *, acted: bool) -> None:
        """The left neighbour is next; a purchase or a bid breaks the series of passes (3.8, 3.9, 3.12)."""
        m.pop()
        below = m.s.frames[-1]
        assert isinstance(below, StockRound)
        left = left_of(m.s, seat)
        if acted:
            m.top(turn=left, passes=0, actor=seat)
        else:
            m.top(turn=left, passes=below.passes + 1)

    def buy(self, m: Move, frame: PrivateTurn, action: BuyPrivate) -> None:
        """The cheapest private for its price (3.3)."""
        t, s, seat = self.t, m.s, frame.seat
        private = t.private(action.private)
        if private != cheapest(s):
            raise t.no(
                "auction.cheapest", "only the cheapest private can be bought, not {private}", private=action.private
            )
        price = price_of(t, s, private)
        if action.price != price:
            raise t.no("auction.price", "{private} costs {price:$}", private=action.private, price=price)
        if s.players[seat].cash - bound(s, seat) < price:
            raise t.no("auction.cash", "{price:$} is more than the free money", price=price)
        m.top(chain=True)
        award(self, m, private, seat, price)

    def bid(self, m: Move, frame: PrivateTurn, action: Bid) -> None:
        """A bid on a private that is not the cheapest (3.4)."""
        t, s, seat = self.t, m.s, frame.seat
        private = t.private(action.private)
        if private < cheapest(s):  # they are sold in ascending order
            raise t.no("auction.least", "{private} is sold", private=action.private)
        if private == cheapest(s):
            raise t.no("auction.least", "{private} is the cheapest: it is bought, not bid on", private=action.private)
        refusal = why_not_amount(t, s, private, seat, action.amount)
        if refusal:
            raise refusal
        place_bid(m, private, seat, action.amount)
        m.tell(
            "bid", "auction.least", "{who} bids {amount:$} for {private}",
            who=t.seats[seat], amount=action.amount, private=action.private,
        )  # fmt: skip

    def advance(self, m: Move, frame: PrivateTurn) -> bool:
        """After a purchase the chain of 3.7; a player who can only pass is not asked (24.2)."""
        if not frame.chain:
            if len(self.options(m.s, frame)) > 1 or self.must_take(m.s):
                return True
            m.tell("pass", "auction.turn", "{who} passes", who=self.t.seats[frame.seat])
            self.end_turn(m, frame.seat, acted=False)
            return False
        private = cheapest(m.s)
        bids = () if private == NOBODY else own(m.s).bids[private]
        if not bids:
            self.end_turn(m, frame.seat, acted=True)
        elif len(bids) == 1:
            award(self, m, private, *bids[0])
        else:
            m.tell("bid_off", "auction.bid_off", "bid-off for {private}", private=self.t.privates[private].id)
            m.push(PrivateAuction(private, min(bids, key=lambda bid: bid[1])[0]))
        return False


class PrivateAuctionStep(Step[PrivateAuction]):
    """From the lowest bidder on, clockwise: raise or leave, until one is left (3.7b)."""

    def decision(self, s: State, frame: PrivateAuction) -> Decision:
        """The next bidder who does not lead."""
        return Decision(frame.turn, self.t.seats[frame.turn], "bid_off", self.t.cite("auction.bid_off"))

    def options(self, s: State, frame: PrivateAuction) -> list[Option]:
        """Raise, leave, or free money by withdrawing other bids first."""
        t, seat = self.t, frame.turn
        allowed = amounts(t, s, frame.private, seat)
        found = withdrawals(t, s, seat, but=frame.private)
        if allowed.low <= allowed.high:
            found.append(Option(Bid(t.privates[frame.private].id, allowed.low), allowed))
        return [*found, Option(Pass())]

    def apply(self, m: Move, frame: PrivateAuction, action: Action) -> None:
        """One turn of the auction."""
        t, seat = self.t, frame.turn
        name = t.privates[frame.private].id
        if isinstance(action, WithdrawBid):
            if t.private(action.private) == frame.private:
                raise t.no(
                    "auction.bid_off", "who does not raise leaves the auction of {private} by passing", private=name
                )
            withdraw(m, seat, action)
            return
        if isinstance(action, Bid):
            if t.private(action.private) != frame.private:
                raise t.no("auction.bid_off", "the bid-off is about {private}", private=name)
            refusal = why_not_amount(t, m.s, frame.private, seat, action.amount)
            if refusal:
                raise refusal
            place_bid(m, frame.private, seat, action.amount)
            m.tell("bid", "auction.bid_off", "{who} raises to {amount:$}", who=t.seats[seat], amount=action.amount)
        elif isinstance(action, Pass):
            remove_bid(m, frame.private, seat)
            m.tell("pass", "auction.bid_off", "{who} leaves the bid-off", who=t.seats[seat])
        else:
            raise self.unfit(action, frame)
        m.top(turn=self.next_bidder(m.s, frame.private, seat))

    def next_bidder(self, s: State, private: int, seat: int) -> int:
        """The next bidder to the left who does not hold the highest bid."""
        bidders = {bidder for bidder, _ in own(s).bids[private]} - {highest(s, private)[0]}
        return next((other for other in around(len(self.t.seats), seat) if other in bidders), seat)

    def advance(self, m: Move, frame: PrivateAuction) -> bool:
        """Who cannot raise leaves unasked unless he could free money; the last one pays his bid."""
        bids = own(m.s).bids[frame.private]
        if len(bids) == 1:
            m.pop()
            award(self, m, frame.private, *bids[0])
            return False
        if len(self.options(m.s, frame)) > 1:
            return True
        self.apply(m, frame, Pass())
        return False
