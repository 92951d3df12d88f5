"""Privates on sale: the cheapest is bought, the others are bid on with bound money, chains and auctions follow."""

from __future__ import annotations

from msgspec import structs

from stellwerk.core import Decision, Illegal, Option, Range
from stellwerk.eighteen.actions import Bid, BuyPrivate, Pass
from stellwerk.eighteen.bids import (
    Tender,
    bid_checks,
    cheapest,
    first_bid_checks,
    own_bid,
    purchase_checks,
    with_bid,
)
from stellwerk.eighteen.board import put
from stellwerk.eighteen.checks import ActionKind, Check, Checks
from stellwerk.eighteen.engine import FamilyRules, Step
from stellwerk.eighteen.frames import StockRound
from stellwerk.eighteen.shares import around
from stellwerk.eighteen.state import BANK, NOBODY
from stellwerk.eighteen.table import Table

from .actions import WithdrawBid
from .state import Move1862, PrivateAuction, PrivateTurn, State1862, left_of


def bound(s: State1862, seat: int) -> int:
    """The money bound by a player's standing bids (3.5)."""
    return sum(own_bid(bids, seat) for bids in s.bids)


def price_of(t: Table, s: State1862, private: int) -> int:
    """What the cheapest private costs: printed, for private 1 perhaps reduced (3.3, 3.9)."""
    return t.privates[private].price - (s.reduction if private == 0 else 0)


def highest(s: State1862, private: int) -> tuple[int, int]:
    """(seat, amount) of the highest bid on a private; (NOBODY, 0) if there is none."""
    return max(s.bids[private], key=lambda bid: bid[1], default=(NOBODY, 0))


def amounts(t: Table, s: State1862, private: int, seat: int) -> Range:
    """What a player may bid on a private, whole dollars (3.4, 3.5, 3.5a)."""
    _, top = highest(s, private)
    least = (top or t.privates[private].price) + t.data.limits.bid_raise
    most = s.players[seat].cash - bound(s, seat) + own_bid(s.bids[private], seat)
    return Range(least, most)


def bid_of(t: Table, s: State1862, private: int, seat: int, amount: int | None = None) -> Tender[State1862]:
    """What a bid comes to; the least one if no amount is given."""
    allowed = amounts(t, s, private, seat)
    return Tender(s, seat, private, allowed.low if amount is None else amount, allowed)


def why_not_withdraw(t: Table, s: State1862, private: int, seat: int) -> Illegal | None:
    """Only a bid that was outbid can be withdrawn (3.5, 3.6)."""
    name = t.privates[private].id
    if not own_bid(s.bids[private], seat):
        return t.no("auction.withdraw", "{who} has no bid on {private}", who=t.seats[seat], private=name)
    if highest(s, private)[0] == seat:
        return t.no("auction.cash", "the highest bid on {private} cannot be withdrawn", private=name)
    return None


def withdrawals(t: Table, s: State1862, seat: int, but: int = NOBODY) -> list[Option]:
    """Every bid the player may withdraw; `but` is a private whose auction is on."""
    return [
        Option(WithdrawBid(entry.id))
        for private, entry in enumerate(t.privates)
        if private != but and why_not_withdraw(t, s, private, seat) is None
    ]


def withdraw(m: Move1862, seat: int, action: WithdrawBid) -> None:
    """The bid is gone and its money free; this is no action of the turn (3.6)."""
    t, private = m.t, m.t.private(action.private)
    remove_bid(m, private, seat)
    m.tell(
        "withdraw", "auction.withdraw", "{who} withdraws the bid on {private}",
        who=t.seats[seat], private=action.private,
    )  # fmt: skip


def remove_bid(m: Move1862, private: int, seat: int) -> None:
    """The player's bid on a private is gone."""
    s = m.s
    s.bids = put(s.bids, private, tuple(bid for bid in s.bids[private] if bid[0] != seat))


def place_bid(m: Move1862, private: int, seat: int, amount: int) -> None:
    """A new bid in place of the player's old one (3.5a)."""
    s = m.s
    s.bids = put(s.bids, private, with_bid(s.bids[private], seat, amount))


def acts(m: Move1862, seat: int) -> None:
    """Who buys, bids or raises is the last who acted: the priority card goes to his left (3.12)."""
    m.s.frames = tuple(
        structs.replace(frame, actor=seat) if isinstance(frame, StockRound) else frame for frame in m.s.frames
    )


def award(step: Step[PrivateTurn] | Step[PrivateAuction], m: Move1862, private: int, seat: int, price: int) -> None:
    """A player gets a private from the bank and pays at once (3.8); the turn frame below goes on with the chain."""
    t, s = m.t, m.s
    name = t.privates[private].id
    s.bids = put(s.bids, private, ())
    m.pay(seat, BANK, price, "auction.buy", "private {private}", private=name)
    m.private(private, owner=seat)
    m.tell("private", "auction.buy", "{who} gets {private} for {price:$}", who=t.seats[seat], private=name, price=price)
    step.rules.privately_acquired(m, private, seat)


class PrivateTurnStep(Step[PrivateTurn, State1862]):
    """A player's turn while privates are unsold: buy, bid or pass (3.2)."""

    def __init__(self, rules: FamilyRules[State1862]) -> None:
        """Private 1 offered for nothing must be taken (3.9)."""
        super().__init__(rules)
        t = self.t
        take = Check[Tender[State1862]](
            lambda c: not self.must_take(c.s),
            lambda c: t.no("auction.cheaper", "{private} is free and must be taken", private=t.privates[0].id),
        )
        self.buying, self.bidding = purchase_checks(t), Checks(take=take, **first_bid_checks(t))
        self.bidding["sold"] = self.bidding["sold"]._replace(
            refusal=lambda c: t.no("auction.least", "{private} is sold", private=t.privates[c.private].id)
        )
        self.acts = {
            WithdrawBid: ActionKind(self.withdraw, self.why_not_withdraw),
            BuyPrivate: ActionKind(self.buy, self.why_not_buy),
            Bid: ActionKind(self.bid, self.why_not_bid),
            Pass: ActionKind(self.let_pass, self.why_not_pass),
        }

    def decision(self, s: State1862, frame: PrivateTurn) -> Decision:
        """The player on turn."""
        return Decision(frame.seat, self.t.seats[frame.seat], "auction", self.t.cite("auction.turn"))

    def must_take(self, s: State1862) -> bool:
        """True if private 1 is offered for nothing: it must be taken (3.9)."""
        return cheapest(s) == 0 and price_of(self.t, s, 0) == 0

    def options(self, s: State1862, frame: PrivateTurn) -> list[Option]:
        """Withdraw bids, buy the cheapest, bid on another, or pass."""
        t, seat, first = self.t, frame.seat, cheapest(s)
        price = price_of(t, s, first)
        found = withdrawals(t, s, seat)
        if self.buying.allow(self.purchase(s, seat, first, price)):
            found.append(Option(BuyPrivate(t.privates[first].id, price)))
        if self.must_take(s):
            return found
        for number in range(first + 1, len(s.privates)):
            least = bid_of(t, s, number, seat)
            if self.bidding.allow(least):
                found.append(Option(Bid(t.privates[number].id, least.amount), least.amounts))
        return [*found, Option(Pass())]

    def purchase(self, s: State1862, seat: int, private: int, amount: int) -> Tender[State1862]:
        """What a purchase comes to (3.3)."""
        allowed = Range(price_of(self.t, s, private), s.players[seat].cash - bound(s, seat))
        return Tender(s, seat, private, amount, allowed)

    def why_not_withdraw(self, s: State1862, frame: PrivateTurn, action: WithdrawBid) -> Illegal | None:
        """3.6"""
        return why_not_withdraw(self.t, s, self.t.private(action.private), frame.seat)

    def why_not_buy(self, s: State1862, frame: PrivateTurn, action: BuyPrivate) -> Illegal | None:
        """The cheapest private for its price (3.3)."""
        return self.buying.why_not(self.purchase(s, frame.seat, self.t.private(action.private), action.price))

    def why_not_bid(self, s: State1862, frame: PrivateTurn, action: Bid) -> Illegal | None:
        """A bid on a private that is not the cheapest (3.4)."""
        return self.bidding.why_not(bid_of(self.t, s, self.t.private(action.private), frame.seat, action.amount))

    def why_not_pass(self, s: State1862, frame: PrivateTurn, action: Pass) -> Illegal | None:
        """3.9"""
        return self.bidding.only("take").why_not(bid_of(self.t, s, 0, frame.seat))

    def withdraw(self, m: Move1862, frame: PrivateTurn, action: WithdrawBid) -> None:
        """No action of the turn (3.6)."""
        withdraw(m, frame.seat, action)

    def buy(self, m: Move1862, frame: PrivateTurn, action: BuyPrivate) -> None:
        """The cheapest private for its price (3.3)."""
        m.top(chain=True)
        acts(m, frame.seat)
        award(self, m, self.t.private(action.private), frame.seat, action.price)

    def bid(self, m: Move1862, frame: PrivateTurn, action: Bid) -> None:
        """A bid on a private that is not the cheapest (3.4)."""
        place_bid(m, self.t.private(action.private), frame.seat, action.amount)
        acts(m, frame.seat)
        m.tell(
            "bid", "auction.least", "{who} bids {amount:$} for {private}",
            who=self.t.seats[frame.seat], amount=action.amount, private=action.private,
        )  # fmt: skip
        self.end_turn(m, frame.seat, acted=True)

    def let_pass(self, m: Move1862, frame: PrivateTurn, action: Pass) -> None:
        """The next player."""
        m.tell("pass", "auction.turn", "{who} passes", who=self.t.seats[frame.seat])
        self.end_turn(m, frame.seat, acted=False)

    def end_turn(self, m: Move1862, seat: int, *, acted: bool) -> None:
        """The left neighbour is next; a purchase or a bid breaks the series of passes (3.8, 3.9, 3.12)."""
        m.pop()
        below = m.s.frames[-1]
        assert isinstance(below, StockRound)
        left = left_of(m.s, seat)
        m.top(turn=left, passes=0 if acted else below.passes + 1)

    def asks(self, s: State1862, frame: PrivateTurn) -> bool:
        """True if the player can do more than pass."""
        return len(self.options(s, frame)) > 1 or self.must_take(s)

    def advance(self, m: Move1862, frame: PrivateTurn) -> bool:
        """After a purchase the chain of 3.7; a player who can only pass is not asked (24.2)."""
        if not frame.chain:
            if self.asks(m.s, frame):
                return True
            self.let_pass(m, frame, Pass())
            return False
        private = cheapest(m.s)
        bids = () if private == NOBODY else m.s.bids[private]
        if not bids:
            self.end_turn(m, frame.seat, acted=True)
        elif len(bids) == 1:
            award(self, m, private, *bids[0])
        else:
            m.tell("bid_off", "auction.bid_off", "bid-off for {private}", private=self.t.privates[private].id)
            m.push(PrivateAuction(private, min(bids, key=lambda bid: bid[1])[0]))
        return False


class PrivateAuctionStep(Step[PrivateAuction, State1862]):
    """From the lowest bidder on, clockwise: raise or leave, until one is left (3.7b)."""

    def __init__(self, rules: FamilyRules[State1862]) -> None:
        """The rules of a raise are those of a bid."""
        super().__init__(rules)
        self.raising = bid_checks(self.t)
        self.acts = {
            WithdrawBid: ActionKind(self.withdraw, self.why_not_withdraw),
            Bid: ActionKind(self.bid, self.why_not_raise),
            Pass: ActionKind(self.leave),
        }

    def decision(self, s: State1862, frame: PrivateAuction) -> Decision:
        """The next bidder who does not lead."""
        return Decision(frame.turn, self.t.seats[frame.turn], "bid_off", self.t.cite("auction.bid_off"))

    def options(self, s: State1862, frame: PrivateAuction) -> list[Option]:
        """Raise, leave, or free money by withdrawing other bids first."""
        t, seat = self.t, frame.turn
        found = withdrawals(t, s, seat, but=frame.private)
        least = bid_of(t, s, frame.private, seat)
        if self.raising.allow(least):
            found.append(Option(Bid(t.privates[frame.private].id, least.amount), least.amounts))
        return [*found, Option(Pass())]

    def why_not_withdraw(self, s: State1862, frame: PrivateAuction, action: WithdrawBid) -> Illegal | None:
        """Only other bids (3.6, 3.7b)."""
        private = self.t.private(action.private)
        if private != frame.private:
            return why_not_withdraw(self.t, s, private, frame.turn)
        return self.t.no(
            "auction.bid_off", "who does not raise leaves the auction of {private} by passing", private=action.private
        )

    def why_not_raise(self, s: State1862, frame: PrivateAuction, action: Bid) -> Illegal | None:
        """Too little, too much, or on another private."""
        t, name = self.t, self.t.privates[frame.private].id
        if t.private(action.private) != frame.private:
            return t.no("auction.bid_off", "the bid-off is about {private}", private=name)
        return self.raising.why_not(bid_of(t, s, frame.private, frame.turn, action.amount))

    def withdraw(self, m: Move1862, frame: PrivateAuction, action: WithdrawBid) -> None:
        """The money of another bid is free; he is still asked."""
        withdraw(m, frame.turn, action)

    def bid(self, m: Move1862, frame: PrivateAuction, action: Bid) -> None:
        """A raise."""
        seat = frame.turn
        place_bid(m, frame.private, seat, action.amount)
        acts(m, seat)
        m.tell("bid", "auction.bid_off", "{who} raises to {amount:$}", who=self.t.seats[seat], amount=action.amount)
        m.top(turn=self.next_bidder(m.s, frame.private, seat))

    def leave(self, m: Move1862, frame: PrivateAuction, action: Pass) -> None:
        """The bid is gone."""
        seat = frame.turn
        remove_bid(m, frame.private, seat)
        m.tell("pass", "auction.bid_off", "{who} leaves the bid-off", who=self.t.seats[seat], left="bid-off")
        m.top(turn=self.next_bidder(m.s, frame.private, seat))

    def next_bidder(self, s: State1862, private: int, seat: int) -> int:
        """The next bidder to the left who does not hold the highest bid."""
        bidders = {bidder for bidder, _ in s.bids[private]} - {highest(s, private)[0]}
        return next((other for other in around(len(self.t.seats), seat) if other in bidders), seat)

    def advance(self, m: Move1862, frame: PrivateAuction) -> bool:
        """Who cannot raise leaves unasked unless he could free money; the last one pays his bid."""
        bids = m.s.bids[frame.private]
        if len(bids) == 1:
            m.pop()
            award(self, m, frame.private, *bids[0])
            return False
        if len(self.options(m.s, frame)) > 1:
            return True
        self.leave(m, frame, Pass())
        return False
