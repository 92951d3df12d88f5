"""The waterfall auction: the cheapest private is bought, the others are bid on, bids are settled as they come up."""

from __future__ import annotations

from msgspec import structs

from stellwerk.core import Decision, Illegal, Option, Range
from stellwerk.eighteen.actions import Bid, BuyPrivate, Par, Pass
from stellwerk.eighteen.bids import (
    Tender,
    bid_checks,
    bid_range,
    cheapest,
    committed,
    first_bid_checks,
    purchase_checks,
    with_bid,
)
from stellwerk.eighteen.board import put
from stellwerk.eighteen.checks import ActionKind
from stellwerk.eighteen.engine import FamilyRules, Step
from stellwerk.eighteen.frames import Auction, BidOff, ChoosePar
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.state import BANK, NOBODY, S
from stellwerk.eighteen.table import Table


class AuctionStep(Step[Auction, S]):
    """Normal turns of the auction."""

    def __init__(self, rules: FamilyRules[S]) -> None:
        """The rules of a purchase and of a bid."""
        super().__init__(rules)
        self.buying, self.bidding = purchase_checks(self.t), first_bid_checks(self.t)
        self.acts = {
            BuyPrivate: ActionKind(self.buy, self.why_not_buy),
            Bid: ActionKind(self.bid, self.why_not_bid),
            Pass: ActionKind(self.let_pass),
        }

    def decision(self, s: S, frame: Auction) -> Decision:
        """The player on turn."""
        return Decision(frame.turn, self.t.seats[frame.turn], "auction", self.t.cite("auction.turn"))

    def price(self, frame: Auction, private: int) -> int:
        """The price of a private for direct purchase; only the first one ever gets cheaper."""
        return self.t.privates[private].price - (frame.discount if private == 0 else 0)

    def options(self, s: S, frame: Auction) -> list[Option]:
        """Buy the cheapest, bid on another, or pass."""
        t, first = self.t, cheapest(s)
        found = []
        price = self.price(frame, first)
        if self.buying.allow(self.purchase(s, frame, first, price)):
            found.append(Option(BuyPrivate(t.privates[first].id, price)))
        for number in range(first + 1, len(s.privates)):
            amounts = bid_range(t, s, frame, number, frame.turn)
            if self.bidding.allow(Tender(s, frame.turn, number, amounts.low, amounts)):
                found.append(Option(Bid(t.privates[number].id, amounts.low), amounts))
        found.append(Option(Pass()))
        return found

    def purchase(self, s: S, frame: Auction, private: int, amount: int) -> Tender[S]:
        """What a purchase comes to."""
        free = s.players[frame.turn].cash - committed(frame, frame.turn)
        return Tender(s, frame.turn, private, amount, Range(self.price(frame, private), free))

    def why_not_buy(self, s: S, frame: Auction, action: BuyPrivate) -> Illegal | None:
        """The purchase of the cheapest private."""
        return self.buying.why_not(self.purchase(s, frame, self.t.private(action.private), action.price))

    def why_not_bid(self, s: S, frame: Auction, action: Bid) -> Illegal | None:
        """A bid on a private that is not the cheapest."""
        private = self.t.private(action.private)
        amounts = bid_range(self.t, s, frame, private, frame.turn)
        return self.bidding.why_not(Tender(s, frame.turn, private, action.amount, amounts))

    def let_pass(self, m: Move[S], frame: Auction, action: Pass) -> None:
        """The next player."""
        m.tell("pass", "auction.turn", "{who} passes", who=self.t.seats[frame.turn])
        m.top(passed=put(frame.passed, frame.turn, True), turn=self.left_of(frame.turn))

    def left_of(self, seat: int) -> int:
        """The next seat."""
        return (seat + 1) % len(self.t.seats)

    def buy(self, m: Move[S], frame: Auction, action: BuyPrivate) -> None:
        """The purchase of the cheapest private."""
        m.top(passed=put(frame.passed, frame.turn, False))
        award(self, m, self.t.private(action.private), frame.turn, action.price)

    def bid(self, m: Move[S], frame: Auction, action: Bid) -> None:
        """A bid on a private that is not the cheapest."""
        t, seat, private = self.t, frame.turn, self.t.private(action.private)
        m.top(
            passed=put(frame.passed, seat, False),
            bids=put(frame.bids, private, with_bid(frame.bids[private], seat, action.amount)),
            turn=self.left_of(seat),
        )
        m.tell(
            "bid",
            "auction.least",
            "{who} bids {amount:$} for {private}",
            who=t.seats[seat],
            amount=action.amount,
            private=action.private,
        )

    def advance(self, m: Move[S], frame: Auction) -> bool:
        """Settle the chain after a purchase, a full round of passes, and the end."""
        s = m.s
        private = cheapest(s)
        if private == NOBODY:
            self.finish(m, frame)
            return False
        if frame.chain:
            bids = frame.bids[private]
            if not bids:
                m.top(chain=False, turn=self.resume(frame, frame.turn))
            elif len(bids) == 1:
                award(self, m, private, *bids[0])
            else:
                m.tell("bid_off", "auction.bid_off", "bid-off for {private}", private=self.t.privates[private].id)
                m.push(BidOff(private))
            return False
        if all(frame.passed):
            self.all_passed(m, frame)
            return False
        return True

    def resume(self, frame: Auction, seat: int) -> int:
        """Whose turn it is after `seat`'s turn brought a purchase or a full round of passes."""
        if self.t.choices.resume_left_of_buyer and frame.buyer != NOBODY:
            return self.left_of(frame.buyer)
        return self.left_of(seat)

    def all_passed(self, m: Move[S], frame: Auction) -> None:
        """Everybody's last turn was a pass: the first private gets cheaper, or the privates pay."""
        t = self.t
        last = (frame.turn - 1) % len(t.seats)  # who passed last
        nobody = (False,) * len(t.seats)
        if m.s.privates[0].owner != BANK:
            m.top(passed=nobody, turn=self.resume(frame, last))
            pay_privates(m, "auction.income")
            return
        discount = frame.discount + t.data.limits.bid_raise
        m.tell(
            "cheaper",
            "auction.cheaper",
            "{private} gets cheaper by {step:$}",
            private=t.privates[0].id,
            step=t.data.limits.bid_raise,
        )
        m.top(passed=nobody, discount=discount)
        if discount >= t.privates[0].price:  # 1830 2.7b: the next player must take it
            award(self, m, 0, frame.turn, 0)

    def finish(self, m: Move[S], frame: Auction) -> None:
        """All privates are sold: the priority card, then the first stock round."""
        if self.t.choices.priority_left_of_buyer:
            m.s.priority = self.left_of(frame.buyer)
        else:
            m.s.priority = self.left_of(frame.turn)
        m.pop()
        self.rules.after_auction(m)


def award(step: Step[Auction] | Step[BidOff], m: Move, private: int, seat: int, price: int) -> None:
    """A player gets a private from the bank; the auction frame is on top and goes on with the chain."""
    t = step.t
    name = t.privates[private].id
    m.pay(seat, BANK, price, "auction.buy", "private {private}", private=name)
    m.private(private, owner=seat)
    m.tell(
        "private",
        "auction.buy",
        "{who} gets {private} for {price:$}",
        who=t.seats[seat],
        private=name,
        price=price,
    )
    frame = m.s.frames[-1]
    assert isinstance(frame, Auction)
    m.top(bids=put(frame.bids, private, ()), buyer=seat, chain=True)
    step.rules.privately_acquired(m, private, seat)


def pay_privates(m: Move, key: str) -> None:
    """Every open private pays its owner."""
    for number, private in enumerate(m.s.privates):
        if private.owner != BANK and not private.closed:
            entry = m.t.privates[number]
            m.pay(BANK, private.owner, entry.income, key, "income of {private}", private=entry.id)


class BidOffStep(Step[BidOff, S]):
    """The lowest bidder raises or leaves, until one is left."""

    def __init__(self, rules: FamilyRules[S]) -> None:
        """The rules of a raise are those of a bid."""
        super().__init__(rules)
        self.raising = bid_checks(self.t)
        self.acts = {Bid: ActionKind(self.bid, self.why_not_raise), Pass: ActionKind(self.leave)}

    def auction(self, s: S) -> Auction:
        """The auction below."""
        frame = s.frames[-2]
        assert isinstance(frame, Auction)
        return frame

    def lowest(self, s: S, frame: BidOff) -> int:
        """Who is asked."""
        return min(self.auction(s).bids[frame.private], key=lambda bid: bid[1])[0]

    def decision(self, s: S, frame: BidOff) -> Decision:
        """The lowest bidder."""
        seat = self.lowest(s, frame)
        return Decision(seat, self.t.seats[seat], "bid_off", self.t.cite("auction.bid_off"))

    def options(self, s: S, frame: BidOff) -> list[Option]:
        """Raise or leave."""
        raise_ = self.raise_(s, frame)
        found = [Option(Pass())]
        if self.raising.allow(raise_):
            found.insert(0, Option(Bid(self.t.privates[frame.private].id, raise_.amount), raise_.amounts))
        return found

    def raise_(self, s: S, frame: BidOff, amount: int | None = None) -> Tender[S]:
        """What a raise comes to; the least one if no amount is given."""
        seat = self.lowest(s, frame)
        amounts = bid_range(self.t, s, self.auction(s), frame.private, seat)
        return Tender(s, seat, frame.private, amounts.low if amount is None else amount, amounts)

    def why_not_raise(self, s: S, frame: BidOff, action: Bid) -> Illegal | None:
        """Too little, too much, or on another private."""
        if self.t.private(action.private) != frame.private:
            name = self.t.privates[frame.private].id
            return self.t.no("auction.bid_off", "the bid-off is about {private}", private=name)
        return self.raising.why_not(self.raise_(s, frame, action.amount))

    def bid(self, m: Move[S], frame: BidOff, action: Bid) -> None:
        """The lowest bidder raises."""
        seat, auction = self.lowest(m.s, frame), self.auction(m.s)
        self.below(
            m,
            bids=put(auction.bids, frame.private, with_bid(auction.bids[frame.private], seat, action.amount)),
            passed=put(auction.passed, seat, False),
        )
        m.tell("bid", "auction.bid_off", "{who} raises to {amount:$}", who=self.t.seats[seat], amount=action.amount)

    def leave(self, m: Move[S], frame: BidOff, action: Pass) -> None:
        """He leaves, and his bid is gone."""
        seat, bids = self.lowest(m.s, frame), self.auction(m.s).bids
        self.below(m, bids=put(bids, frame.private, tuple(bid for bid in bids[frame.private] if bid[0] != seat)))
        m.tell("pass", "auction.bid_off", "{who} leaves the bid-off", who=self.t.seats[seat], left="bid-off")

    def below(self, m: Move[S], **fields: object) -> None:
        """Change the auction frame below."""
        *lower, auction, top = m.s.frames
        m.s.frames = (*lower, structs.replace(auction, **fields), top)

    def advance(self, m: Move[S], frame: BidOff) -> bool:
        """The last one left gets the private."""
        bids = self.auction(m.s).bids[frame.private]
        if len(bids) > 1:
            return True
        m.pop()
        award(self, m, frame.private, *bids[0])
        return False


class ChooseParStep(Step[ChoosePar, S]):
    """The par price of a company whose president's certificate came with a private."""

    def __init__(self, rules: FamilyRules[S]) -> None:
        """There is one thing to do."""
        super().__init__(rules)
        self.acts = {Par: ActionKind(self.par, self.why_not_par)}

    def decision(self, s: S, frame: ChoosePar) -> Decision:
        """The player who got it."""
        return Decision(frame.seat, self.t.seats[frame.seat], "par", self.t.cite("par.given"))

    def options(self, s: S, frame: ChoosePar) -> list[Option]:
        """Any par price."""
        name = self.t.companies[frame.company].id
        return [Option(Par(name, price)) for price in self.t.market.par_prices]

    def why_not_par(self, s: S, frame: ChoosePar, action: Par) -> Illegal | None:
        """Another company, or no par price."""
        t = self.t
        if t.company(action.company) != frame.company:
            name = t.companies[frame.company].id
            return t.no("par.given", "the par price of {company} is asked for", company=name)
        return why_no_par(t, action.price, "par.given")

    def par(self, m: Move[S], frame: ChoosePar, action: Par) -> None:
        """Set it."""
        m.pop()
        m.company(frame.company, par=action.price, president=frame.seat)
        m.move_marker(frame.company, self.t.market.par_cells[action.price], "par.given", "par")
        self.shares.receive(m, frame.seat, frame.company, self.shares.president_size[frame.company], "ipo")


def why_no_par(t: Table, price: int, key: str) -> Illegal | None:
    """The refusal of a price that is none of the par prices."""
    return None if price in t.market.par_prices else t.no(key, "{price:$} is no par price", price=price)
