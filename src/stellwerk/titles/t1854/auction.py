"""The auction round: bids that are tied up, withdrawal, the falling price of the first private, and interruption."""

from __future__ import annotations

from stellwerk.core import Option
from stellwerk.eighteen.actions import Bid, BuyPrivate
from stellwerk.eighteen.auction import AuctionStep, BidOffStep, award
from stellwerk.eighteen.board import put
from stellwerk.eighteen.checks import Check, Checks
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import Auction, BidOff, Bids
from stellwerk.eighteen.state import BANK, NOBODY
from stellwerk.eighteen.table import Table

from .actions import Withdraw
from .state import Auction1854, Move1854, State1854


def highest_bidder(bids: Bids) -> int:
    """Who leads; NOBODY without a bid."""
    return max(bids, key=lambda bid: bid[1])[0] if bids else NOBODY


def the_auction(s: State1854) -> Auction1854 | None:
    """The auction that is on, below a bid-off perhaps."""
    return next((frame for frame in s.frames if isinstance(frame, Auction1854)), None)


def auction_of(s: State1854) -> Auction1854:
    """The auction on top."""
    frame = s.frames[-1]
    assert isinstance(frame, Auction1854)
    return frame


class AuctionStep1854(AuctionStep[State1854]):
    """Normal turns of the auction (3.1 to 3.12)."""

    def __init__(self, rules: FamilyRules[State1854]) -> None:
        """A closed private is not bid on, and a bid that was withdrawn not made again (3.4, 3.15)."""
        super().__init__(rules)
        t = self.t
        self.bidding = Checks(
            closed=Check(
                lambda c: not c.s.privates[c.private].closed,
                lambda c: t.no("auction.closed", "{private} has closed", private=t.privates[c.private].id),
            ),
            withdrawn=Check(
                lambda c: c.seat not in auction_of(c.s).out[c.private],
                lambda c: t.no(
                    "auction.withdrawn", "{who} has withdrawn a bid on {private}",
                    who=t.seats[c.seat], private=t.privates[c.private].id,
                ),
            ),
            **self.bidding,
        )  # fmt: skip

    def buy(self, m: Move1854, frame: Auction, action: BuyPrivate) -> None:
        """Who buys has acted (3.9)."""
        super().buy(m, frame, action)
        m.top(actor=frame.turn)

    def bid(self, m: Move1854, frame: Auction, action: Bid) -> None:
        """Who bids has acted (3.9)."""
        super().bid(m, frame, action)
        m.top(actor=frame.turn)

    def all_passed(self, m: Move1854, frame: Auction) -> None:
        """3.7: the first private gets cheaper, or the round is interrupted."""
        assert isinstance(frame, Auction1854)
        t, first = self.t, m.s.privates[0]
        if first.owner != BANK or first.closed:
            self.pass_priority(m, frame)
            m.pop()
            m.tell("interrupted", "auction.interrupted", "all have passed: an operating round comes first")
            self.rules.after_auction(m)
            return
        step = t.data.limits.bid_raise
        discount = frame.discount + step
        m.tell("cheaper", "auction.cheaper", "{private} gets cheaper by {step:$}", private=t.privates[0].id, step=step)
        m.top(passed=(False,) * len(t.seats), discount=discount)
        if discount >= t.privates[0].price:  # 3.11: taken by the priority holder, whose turn this is
            m.top(turn=m.s.priority, actor=m.s.priority)
            award(self, m, 0, m.s.priority, 0)

    def finish(self, m: Move1854, frame: Auction) -> None:
        """3.8"""
        assert isinstance(frame, Auction1854)
        self.pass_priority(m, frame)
        m.pop()
        self.rules.after_auction(m)

    def pass_priority(self, m: Move1854, frame: Auction1854) -> None:
        """3.9"""
        if frame.actor != NOBODY:
            m.s.priority = self.left_of(frame.actor)
        m.tell("priority", "auction.priority", "{who} has the priority card", who=self.t.seats[m.s.priority])


class BidOffStep1854(BidOffStep[State1854]):
    """The auction among those who bid on the private at the front (3.5c)."""

    def bid(self, m: Move1854, frame: BidOff, action: Bid) -> None:
        """Who raises has acted (3.9)."""
        seat = self.lowest(m.s, frame)
        super().bid(m, frame, action)
        self.below(m, actor=seat)


class Withdrawals:
    """Bids that have been outbid may be taken back at any time (3.4)."""

    def __init__(self, table: Table) -> None:
        """Knows the table."""
        self.t = table

    def options(self, s: State1854) -> list[Option]:
        """Every bid that may be taken back, by any seat."""
        frame = the_auction(s)
        if frame is None:
            return []
        return [
            Option(Withdraw(self.t.privates[private].id), seat=seat)
            for private, bids in enumerate(frame.bids)
            for seat, _ in sorted(bids)
            if seat != highest_bidder(bids)
        ]

    def apply(self, m: Move1854, action: Withdraw, seat: int) -> None:
        """The money is free again; the bidder is out of the bidding for this private."""
        t, frame, private = self.t, the_auction(m.s), self.t.private(action.private)
        if frame is None:
            raise t.no("auction.withdraw", "there is no auction")
        bids = frame.bids[private]
        if all(bidder != seat for bidder, _ in bids):
            raise t.no("auction.withdraw", "{who} has no bid on {private}", who=t.seats[seat], private=action.private)
        if highest_bidder(bids) == seat:
            raise t.no("auction.withdraw", "the highest bid is not withdrawn")
        changed = Auction1854(
            frame.turn,
            frame.passed,
            put(frame.bids, private, tuple(bid for bid in bids if bid[0] != seat)),
            frame.discount,
            frame.buyer,
            frame.chain,
            frame.actor,
            put(frame.out, private, (*frame.out[private], seat)),
        )
        m.s.frames = tuple(changed if below is frame else below for below in m.s.frames)
        m.tell(
            "withdraw", "auction.withdraw", "{who} withdraws the bid on {private}",
            who=t.seats[seat], private=action.private,
        )  # fmt: skip
