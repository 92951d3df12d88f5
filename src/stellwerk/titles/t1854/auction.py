"""The auction round: bids that are tied up, withdrawal, the falling price of the first private, and interruption."""

from __future__ import annotations

from stellwerk.core import Action, Illegal, Option
from stellwerk.eighteen.actions import Bid, BuyPrivate
from stellwerk.eighteen.auction import AuctionStep, BidOffStep, award
from stellwerk.eighteen.board import put
from stellwerk.eighteen.frames import Auction, BidOff, Bids
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.state import BANK, NOBODY, State
from stellwerk.eighteen.table import Table
from stellwerk.titles.t1854.actions import Withdraw
from stellwerk.titles.t1854.state import Auction1854


def highest_bidder(bids: Bids) -> int:
    """Who leads; NOBODY without a bid."""
    return max(bids, key=lambda bid: bid[1])[0] if bids else NOBODY


def the_auction(s: State) -> Auction1854 | None:
    """The auction that is on, below a bid-off perhaps."""
    return next((frame for frame in s.frames if isinstance(frame, Auction1854)), None)


class AuctionStep1854(AuctionStep):
    """Normal turns of the auction (3.1 to 3.12)."""

    def why_not_bid(self, s: State, frame: Auction1854, private: int) -> Illegal | None:
        """3.2, 3.4"""
        t, seat = self.t, frame.turn
        if s.privates[private].closed:
            return t.no("auction.closed", "{private} has closed", private=t.privates[private].id)
        if highest_bidder(frame.bids[private]) == seat:
            return t.no("auction.own", "{who} has the highest bid already", who=t.seats[seat])
        if seat in frame.out[private]:
            return t.no(
                "auction.withdrawn", "{who} has withdrawn a bid on {private}",
                who=t.seats[seat], private=t.privates[private].id,
            )  # fmt: skip
        return None

    def options(self, s: State, frame: Auction) -> list[Option]:
        """Buy the first, bid on another, or pass."""
        assert isinstance(frame, Auction1854)
        found = []
        for option in super().options(s, frame):
            action = option.action
            if isinstance(action, Bid) and self.why_not_bid(s, frame, self.t.private(action.private)):
                continue
            found.append(option)
        return found

    def apply(self, m: Move, frame: Auction, action: Action) -> None:
        """One turn; who buys or bids has acted (3.9)."""
        super().apply(m, frame, action)
        if isinstance(action, Bid | BuyPrivate):
            m.top(actor=frame.turn)

    def bid(self, m: Move, frame: Auction, action: Bid) -> None:
        """Also not against oneself, nor after a withdrawal."""
        assert isinstance(frame, Auction1854)
        refusal = self.why_not_bid(m.s, frame, self.t.private(action.private))
        if refusal:
            raise refusal
        super().bid(m, frame, action)

    def all_passed(self, m: Move, frame: Auction) -> None:
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

    def finish(self, m: Move, frame: Auction) -> None:
        """3.8"""
        assert isinstance(frame, Auction1854)
        self.pass_priority(m, frame)
        m.pop()
        self.rules.after_auction(m)

    def pass_priority(self, m: Move, frame: Auction1854) -> None:
        """3.9"""
        if frame.actor != NOBODY:
            m.s.priority = self.left_of(frame.actor)
        m.tell("priority", "auction.priority", "{who} has the priority card", who=self.t.seats[m.s.priority])


class BidOffStep1854(BidOffStep):
    """The auction among those who bid on the private at the front (3.5c)."""

    def apply(self, m: Move, frame: BidOff, action: Action) -> None:
        """Who raises has acted (3.9)."""
        seat = self.lowest(m.s, frame)
        super().apply(m, frame, action)
        if isinstance(action, Bid):
            self.below(m, actor=seat)


class Withdrawals:
    """Bids that have been outbid may be taken back at any time (3.4)."""

    def __init__(self, table: Table) -> None:
        """Knows the table."""
        self.t = table

    def options(self, s: State) -> list[Option]:
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

    def apply(self, m: Move, action: Withdraw, seat: int) -> None:
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
