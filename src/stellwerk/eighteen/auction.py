"""The waterfall auction: the cheapest private is bought, the others are bid on, bids are settled as they come up."""

from __future__ import annotations

from msgspec import structs

from stellwerk.core import Action, Decision, Option, Range
from stellwerk.eighteen.actions import Bid, BuyPrivate, Par, Pass
from stellwerk.eighteen.board import put
from stellwerk.eighteen.engine import Step
from stellwerk.eighteen.frames import Auction, BidOff, Bids, ChoosePar
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.state import BANK, NOBODY, State
from stellwerk.eighteen.table import Table


def cheapest(s: State) -> int:
    """The first private nobody owns; -1 if all are sold. Privates stand in ascending order of price."""
    for number, private in enumerate(s.privates):
        if private.owner == BANK and not private.closed:
            return number
    return NOBODY


def committed(frame: Auction, seat: int) -> int:
    """The sum of a player's standing bids."""
    return sum(amount for bids in frame.bids for bidder, amount in bids if bidder == seat)


def own_bid(bids: Bids, seat: int) -> int:
    """A player's standing bid on one private; 0 if he has none."""
    return next((amount for bidder, amount in bids if bidder == seat), 0)


def with_bid(bids: Bids, seat: int, amount: int) -> Bids:
    """The bids with a new one; it replaces the bidder's old one."""
    return (*(bid for bid in bids if bid[0] != seat), (seat, amount))


def bid_range(t: Table, s: State, frame: Auction, private: int, seat: int) -> Range:
    """What a player may bid on a private: from the least raise to all his free money."""
    bids = frame.bids[private]
    least = max((amount for _, amount in bids), default=t.privates[private].price) + t.data.limits.bid_raise
    most = s.players[seat].cash - committed(frame, seat) + own_bid(bids, seat)
    step = t.data.limits.bid_raise if t.choices.bids_in_steps else 1
    return Range(least, most - (most - least) % step if most >= least else most, step)


def check_bid(t: Table, amounts: Range, amount: int, name: str) -> None:
    """Refuse an amount that is too low, not covered, or off the step."""
    if amount in amounts:
        return
    if amount < amounts.low:
        raise t.no("auction.least", "a bid on {private} must be at least {least:$}", private=name, least=amounts.low)
    if amount > amounts.high:
        raise t.no("auction.cash", "{amount:$} is more than the free money", amount=amount)
    raise t.no("auction.least", "bids go in steps of {step:$}", step=amounts.step)


class AuctionStep(Step[Auction]):
    """Normal turns of the auction."""

    def decision(self, s: State, frame: Auction) -> Decision:
        """The player on turn."""
        return Decision(frame.turn, self.t.seats[frame.turn], "auction", self.t.cite("auction.turn"))

    def price(self, frame: Auction, private: int) -> int:
        """The price of a private for direct purchase; only the first one ever gets cheaper."""
        return self.t.privates[private].price - (frame.discount if private == 0 else 0)

    def options(self, s: State, frame: Auction) -> list[Option]:
        """Buy the cheapest, bid on another, or pass."""
        t, seat = self.t, frame.turn
        first = cheapest(s)
        price = self.price(frame, first)
        found = []
        if s.players[seat].cash - committed(frame, seat) >= price:
            found.append(Option(BuyPrivate(t.privates[first].id, price)))
        for number in range(first + 1, len(s.privates)):
            amounts = bid_range(t, s, frame, number, seat)
            if amounts.low <= amounts.high:
                found.append(Option(Bid(t.privates[number].id, amounts.low), amounts))
        found.append(Option(Pass()))
        return found

    def apply(self, m: Move, frame: Auction, action: Action) -> None:
        """One turn."""
        seat = frame.turn
        if isinstance(action, BuyPrivate):
            self.buy(m, frame, action)
        elif isinstance(action, Bid):
            self.bid(m, frame, action)
        elif isinstance(action, Pass):
            m.tell("pass", "auction.turn", "{who} passes", who=self.t.seats[seat])
            m.top(passed=put(frame.passed, seat, True), turn=self.left_of(seat))
        else:
            raise self.unfit(action, frame)

    def left_of(self, seat: int) -> int:
        """The next seat."""
        return (seat + 1) % len(self.t.seats)

    def buy(self, m: Move, frame: Auction, action: BuyPrivate) -> None:
        """The purchase of the cheapest private."""
        t, s, seat = self.t, m.s, frame.turn
        private = t.private(action.private)
        if private != cheapest(s):
            raise t.no(
                "auction.cheapest", "only the cheapest private can be bought, not {private}", private=action.private
            )
        price = self.price(frame, private)
        if action.price != price:
            raise t.no("auction.price", "{private} costs {price:$}", private=action.private, price=price)
        if s.players[seat].cash - committed(frame, seat) < price:
            raise t.no("auction.cash", "{price:$} is more than the free money", price=price)
        m.top(passed=put(frame.passed, seat, False))
        award(self, m, private, seat, price)

    def bid(self, m: Move, frame: Auction, action: Bid) -> None:
        """A bid on a private that is not the cheapest."""
        t, s, seat = self.t, m.s, frame.turn
        private = t.private(action.private)
        if s.privates[private].owner != BANK:
            raise t.no("auction.cheapest", "{private} is sold", private=action.private)
        if private == cheapest(s):
            raise t.no("auction.least", "{private} is the cheapest: it is bought, not bid on", private=action.private)
        check_bid(t, bid_range(t, s, frame, private, seat), action.amount, action.private)
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

    def advance(self, m: Move, frame: Auction) -> bool:
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

    def all_passed(self, m: Move, frame: Auction) -> None:
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

    def finish(self, m: Move, frame: Auction) -> None:
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


class BidOffStep(Step[BidOff]):
    """The lowest bidder raises or leaves, until one is left."""

    def auction(self, s: State) -> Auction:
        """The auction below."""
        frame = s.frames[-2]
        assert isinstance(frame, Auction)
        return frame

    def lowest(self, s: State, frame: BidOff) -> int:
        """Who is asked."""
        return min(self.auction(s).bids[frame.private], key=lambda bid: bid[1])[0]

    def decision(self, s: State, frame: BidOff) -> Decision:
        """The lowest bidder."""
        seat = self.lowest(s, frame)
        return Decision(seat, self.t.seats[seat], "bid_off", self.t.cite("auction.bid_off"))

    def options(self, s: State, frame: BidOff) -> list[Option]:
        """Raise or leave."""
        seat = self.lowest(s, frame)
        amounts = bid_range(self.t, s, self.auction(s), frame.private, seat)
        found = []
        if amounts.low <= amounts.high:
            found.append(Option(Bid(self.t.privates[frame.private].id, amounts.low), amounts))
        return [*found, Option(Pass())]

    def apply(self, m: Move, frame: BidOff, action: Action) -> None:
        """One turn of the bid-off."""
        t, seat, auction = self.t, self.lowest(m.s, frame), self.auction(m.s)
        bids = auction.bids[frame.private]
        name = t.privates[frame.private].id
        if isinstance(action, Bid):
            if t.private(action.private) != frame.private:
                raise t.no("auction.bid_off", "the bid-off is about {private}", private=name)
            check_bid(t, bid_range(t, m.s, auction, frame.private, seat), action.amount, name)
            self.below(
                m,
                bids=put(auction.bids, frame.private, with_bid(bids, seat, action.amount)),
                passed=put(auction.passed, seat, False),
            )
            m.tell("bid", "auction.bid_off", "{who} raises to {amount:$}", who=t.seats[seat], amount=action.amount)
        elif isinstance(action, Pass):
            self.below(m, bids=put(auction.bids, frame.private, tuple(bid for bid in bids if bid[0] != seat)))
            m.tell("pass", "auction.bid_off", "{who} leaves the bid-off", who=t.seats[seat])
        else:
            raise self.unfit(action, frame)

    def below(self, m: Move, **fields: object) -> None:
        """Change the auction frame below."""
        *lower, auction, top = m.s.frames
        m.s.frames = (*lower, structs.replace(auction, **fields), top)

    def advance(self, m: Move, frame: BidOff) -> bool:
        """The last one left gets the private."""
        bids = self.auction(m.s).bids[frame.private]
        if len(bids) > 1:
            return True
        m.pop()
        award(self, m, frame.private, *bids[0])
        return False


class ChooseParStep(Step[ChoosePar]):
    """The par price of a company whose president's certificate came with a private."""

    def decision(self, s: State, frame: ChoosePar) -> Decision:
        """The player who got it."""
        return Decision(frame.seat, self.t.seats[frame.seat], "par", self.t.cite("par.given"))

    def options(self, s: State, frame: ChoosePar) -> list[Option]:
        """Any par price."""
        name = self.t.companies[frame.company].id
        return [Option(Par(name, price)) for price in self.t.market.par_prices]

    def apply(self, m: Move, frame: ChoosePar, action: Action) -> None:
        """Set it."""
        t = self.t
        if not isinstance(action, Par):
            raise self.unfit(action, frame)
        if t.company(action.company) != frame.company:
            name = t.companies[frame.company].id
            raise t.no("par.given", "the par price of {company} is asked for", company=name)
        cell = par_cell(t, action.price, "par.given")
        m.pop()
        m.company(frame.company, par=action.price, president=frame.seat)
        m.move_marker(frame.company, cell, "par.given", "par")
        self.shares.receive(m, frame.seat, frame.company, self.shares.president_size[frame.company], "ipo")


def par_cell(t: Table, price: int, key: str) -> int:
    """The par cell with that price, or a refusal."""
    cell = t.market.par_cell(price)
    if cell is None:
        raise t.no(key, "{price:$} is no par price", price=price)
    return cell
