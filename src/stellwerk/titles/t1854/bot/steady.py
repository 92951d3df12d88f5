"""The steady player of 1854: privates at their worth, majors at a high par, options, tunnels, mergers, mail.

What any title has it does as the steady player of the family does; here is what companies of 1854 do in their turns,
and in `purse` what a player does with his own money. It reads the options of its seat and the public position
and nothing else.
"""

from __future__ import annotations

from typing import Any

from stellwerk.bots.random_bot import refused_lately
from stellwerk.bots.steady import Chooser, SteadyBot, by_price
from stellwerk.core import Action, Option
from stellwerk.eighteen import actions
from stellwerk.eighteen.board import FREE
from stellwerk.eighteen.frames import Consent
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.eighteen.running import kind_of

from ..actions import BuyContract, Merge
from ..mail import contract
from ..state import CharterChoice, MergerOffer
from ..tunnels import LayTunnel
from .figures import Memory1854
from .purse import Purse1854

CLOSELY = 8  # lays the router looks at
HASTILY = 3  # and in one's head
PAYBACK, LAST_RUNS = 7, 2  # runs a train should earn its price in; those a train has that is scrapped soon
RICH = 250  # money beyond what is needed from which on prices matter less
VERY_RICH = 600
SAVES_FOR_MORE = 2  # and for a further one
FALLS = 120  # what its shares lose each time, about
PUSHES = 3  # trains a very rich company buys whatever they earn now
LOCAL_KEEPS = 65  # what a local keeps for the train of its AG once the 4-trains have come
SMALL_RUN = 40  # below this run the owner of a local would rather have a merger
PREMIUM = 1.25  # what other players are offered for their trains, of the printed price
MERGERS_NEAR = 3  # the phase (by place) from which on locals save


class Chooser1854(Purse1854):
    """Decides what a company does in its turn."""

    kinds = Chooser.kinds | {kind: kind for kind in ("contract", "merger", "merger_offer", "charter")}

    def track(self) -> Action | None:
        """Home, tile or tunnel after which the trains (or the train to come) earn most."""
        worth, company = self.figures, self.company
        cash, needed = self.s.companies[company].cash, self.must_keep()
        found: list[tuple[float, int, Action, Any, int]] = []
        base = worth.reach_figure(company, self.s.board)
        for at, option in enumerate(self.chance.shuffled(self.options)):
            action = option.action
            if not isinstance(action, actions.LayTile | LayTunnel | actions.ChooseCity):
                continue
            if isinstance(action, LayTunnel) and cash < needed + 150:
                continue
            board, cost = worth.after(company, action)
            cheap = worth.reach_figure(company, board) - base - cost * self.cost_weight(cash - cost, needed)
            if isinstance(action, LayTunnel) and cheap < 0:
                continue
            found.append((cheap, at, action, board, cost))
        found.sort(key=lambda entry: (-entry[0], entry[1]))
        before = worth.board_figure(company, self.s.board)
        scored = [
            (worth.board_figure(company, board) - before - cost * self.cost_weight(cash - cost, needed), at, action)
            for _, at, action, board, cost in found[: HASTILY if self.hasty else CLOSELY]
        ]
        if not scored:
            return actions.Pass() if self.may_pass else None
        if self.style.track != 1:
            liked = self.style.track - 1
            cheaply = {at: cheap for cheap, at, _, _, _ in found}
            scored = [(figure + liked * cheaply[at], at, action) for figure, at, action in scored]
        figure, _, action = max(scored, key=lambda entry: (entry[0], entry[1]))
        self.think_of([(figure, action) for figure, _, action in scored])
        least = 2.0 if isinstance(action, LayTunnel) else 0.0
        return actions.Pass() if figure < least and self.may_pass else action

    def must_keep(self) -> int:
        """Money of the company that is not for building."""
        if not self.figures.kinds.is_local(self.company):
            return self.figures.needed_for(self.company)
        if self.figures.specs(self.company):
            return 0
        return self.t.trains[self.t.kit.train_index["1+"]].price

    def cost_weight(self, left: int, needed: int) -> float:
        """What money counts against income: little where there is much of it."""
        if left < needed:
            return 5.0 if self.figures.kinds.is_local(self.company) else 0.5
        if left >= needed + RICH:
            return 0.01 if left >= needed + VERY_RICH else 0.04
        return 0.1

    def token(self) -> Action | None:
        """Where the run grows or is kept open by it, if the money for a train stays."""
        cash, needed = self.s.companies[self.company].cash, self.must_keep()
        before = self.figures.board_figure(self.company, self.s.board)
        check = self.rules.route_check(self.s, self.company, self.s.board)

        def figure(action: actions.PlaceToken) -> float:
            price = self.price(action)
            if cash - price < needed:
                return -1e9
            board = self.figures.after_token(self.company, action)
            hex_ = self.t.hex(action.hex)
            free = self.s.board.tokens[hex_][action.stop].count(FREE)
            kept = check.worth(hex_ * STOPS_PER_HEX + action.stop) / (4 if free <= 1 else 10)
            grown = self.figures.board_figure(self.company, board) - before
            if self.style.track != 1:
                kept *= self.style.track
            return grown + kept - price * self.cost_weight(cash - price, needed)

        return self.best(self.of(actions.PlaceToken), figure, 1.0) or actions.Pass()

    def may_withhold(self, needed: int) -> bool:
        """Not in the last round."""
        return not self.s.broken

    def saves(self, cash: int, revenue: int) -> bool:
        """True if withholding a run or two buys a further train that brings in more than that."""
        worth, company = self.figures, self.company
        trains, left = self.rules.trains, worth.runs_left()
        at = trains.need(self.s, company)
        if at.count >= at.limit or revenue <= 0 or left < 3:
            return False
        for offer in at.offers:
            missing = offer.price - cash
            runs = -(-missing // revenue)
            if not trains.runs(company, offer.kind) or not 0 < runs <= SAVES_FOR_MORE or worth.doomed(offer.train):
                continue
            gain = worth.with_train(company, actions.BuyTrain(offer.train, offer.price)) - revenue
            if gain * (left - runs) > missing + FALLS * runs:
                return True
        return False

    # -- trains

    def trains(self) -> Action | None:
        """What the company needs, then what earns its price; in an emergency what must be."""
        sales = self.of(actions.SellShares)
        if sales:
            return self.least_missed(sales)
        firm = [action for action in self.firm(actions.BuyTrain) if self.runs(action)]
        cash = self.s.companies[self.company].cash
        payable = [action for action in firm if action.price <= cash]
        found = self.best(payable, self.good_train, 0.0) or self.deal()
        if found is not None or self.may_pass:
            return found or actions.Pass()
        if firm:
            return max(payable, key=by_price) if payable else min(firm, key=by_price)
        return next(iter(self.of(actions.Bankrupt)), None)

    def runs(self, action: actions.BuyTrain) -> bool:
        """True if the company can run the train."""
        return self.rules.run.lines.can_run(self.company, kind_of(action.train))

    def good_train(self, action: Any) -> float:
        """What a train earns until it is scrapped, against its price."""
        worth, company = self.figures, self.company
        gain = worth.with_train(company, action) - worth.revenue(company)
        doomed = worth.doomed(action.train) and not self.figures.kinds.is_ag(company)
        runs = min(LAST_RUNS if doomed else PAYBACK, worth.runs_left())
        left = self.s.companies[company].cash - action.price
        if self.figures.kinds.is_local(company):
            keep = LOCAL_KEEPS if self.s.phase >= MERGERS_NEAR else 0
            if not self.figures.specs(company) and not doomed and left >= keep:
                return 1.0 + gain
            return float(runs * gain - 0.5 * action.price) if left >= keep else -1.0
        if worth.needed_for(company) and gain > 0 and not worth.doomed(action.train):
            return float(1 + runs * gain + action.price)
        lasting = any(not worth.ends(train) for train in self.rules.running_trains(self.s, company))
        keep = 0 if lasting or not worth.ends(action.train) else worth.next_price()
        weight = 1.0
        if left >= keep + RICH:
            weight = 0.2 if left >= keep + VERY_RICH else 0.5
        kinds = [kind_of(train) for train in self.rules.running_trains(self.s, company)]
        if weight < 0.5 and gain >= 0 and (len(kinds) < PUSHES or kind_of(action.train) not in kinds):
            return 0.5 + gain  # idle money brings the next kind of train nearer
        return float(runs * gain - weight * action.price) if left >= keep or not worth.specs(company) else -1.0

    def deal(self) -> Action | None:
        """Another company's train: a sibling's where it earns more here, others' spare ones for good money."""
        offers = [option for option, action in self.pairs(actions.BuyTrain) if option.amount and self.runs(action)]
        scored = [(self.good_deal(option), self.chance.below(1000), at) for at, option in enumerate(offers)]
        best = max(scored, default=(0.0, 0, 0))
        if best[0] <= 0:
            return None
        option = offers[best[2]]
        return option.take(self.deal_price(option))

    def deal_price(self, option: Option) -> int:
        """The printed price to a sibling, more to others, as far as there is money."""
        assert isinstance(option.action, actions.BuyTrain)
        assert option.amount is not None
        face = self.figures.face(option.action.train)
        seller = self.owner(option.action.train)
        wanted = face if self.s.companies[seller].president == self.seat else int(PREMIUM * face) + 1
        return max(option.amount.low, min(option.amount.high, wanted))

    def good_deal(self, option: Option) -> float:
        """What both companies together earn more; others are asked only if they can be expected to agree."""
        assert isinstance(option.action, actions.BuyTrain)
        action, worth = option.action, self.figures
        seller, price = self.owner(action.train), self.deal_price(option)
        own_trains = self.rules.running_trains(self.s, seller)
        idle = action.train not in own_trains
        if not idle and len(own_trains) < 2:
            return 0.0
        gain = worth.with_train(self.company, action) - worth.revenue(self.company)
        runs = LAST_RUNS if worth.doomed(action.train) else PAYBACK
        cash = self.s.companies[self.company].cash
        if not self.may_pass and gain > 0 and worth.next_price() > cash:
            runs += 20  # anything is better than the director's own money
        if self.s.companies[seller].president == self.seat:
            loss = 0 if idle else worth.revenue(seller) - worth.without_train(seller, action.train)
            return float(runs * (gain - loss) - 20)
        if refused_lately(self.game) or price < PREMIUM * worth.face(action.train):
            return 0.0
        return float(runs * gain - price) if worth.next_price() >= 1.4 * price else 0.0

    def consent(self) -> Action | None:
        """Spare trains for good money only."""
        frame = self.s.frames[-1]
        assert isinstance(frame, Consent)
        offer = frame.offer
        assert isinstance(offer, actions.BuyTrain)
        seller = self.owner(offer.train)
        own_trains = self.rules.running_trains(self.s, seller)
        if offer.train not in own_trains:
            return actions.Answer(offer.price >= self.figures.face(offer.train) // 2)
        loss = self.figures.revenue(seller) - self.figures.without_train(seller, offer.train)
        rich = offer.price >= PREMIUM * self.figures.face(offer.train)
        return actions.Answer(rich and len(own_trains) > 1 and LAST_RUNS * loss < offer.price)

    def discard(self) -> Action | None:
        """A train the company cannot run, then one that is scrapped soon, then the weakest."""
        lines, order = self.rules.run.lines, self.t.kit.train_index

        def rank(action: actions.DiscardTrain) -> tuple[bool, bool, int]:
            kind = kind_of(action.train)
            return lines.can_run(self.company, kind), not self.figures.doomed(action.train), order[kind]

        return min(self.of(actions.DiscardTrain), key=rank, default=None)

    def contract(self) -> Action | None:
        """The large contract, or the small one, while the money for trains stays."""
        cash, needed = self.s.companies[self.company].cash, self.figures.needed_for(self.company)
        if self.s.broken:
            return actions.Pass()
        keep = max(needed, min(self.figures.later_need(self.company), self.figures.next_price()))
        for name in ("large", "small"):
            entry = contract(self.t, name)
            if entry is not None and cash - entry.price >= keep and BuyContract(name) in self.of(BuyContract):
                return BuyContract(name)
        return actions.Pass()

    # -- mergers

    def merger(self) -> Action | None:
        """A local that earns little looks for a partner, one's own first, then the richest."""
        if not self.tired(self.company):
            return actions.Pass()

        def rank(action: Merge) -> tuple[bool, int]:
            other = self.s.companies[self.t.company(action.partner)]
            return other.president == self.seat, other.cash

        return max((merger for merger in self.of(Merge) if self.welcome(merger)), key=rank, default=actions.Pass())

    def welcome(self, merger: Merge) -> bool:
        """True if a merger makes sense for both sides."""
        other = self.t.company(merger.partner)
        return self.tired(other) and self.solvent(self.company, other)

    def solvent(self, one: int, other: int) -> bool:
        """True if both treasuries pay a train of the AG: otherwise its director would have to."""
        both: int = self.s.companies[one].cash + self.s.companies[other].cash
        return both >= 2 * LOCAL_KEEPS

    def tired(self, local: int) -> bool:
        """True if a local earns little now."""
        return self.figures.revenue(local) < SMALL_RUN

    def merger_offer(self) -> Action | None:
        """Agreed to if the own local earns little and the AG can pay its train."""
        frame = self.s.frames[-1]
        assert isinstance(frame, MergerOffer)
        return actions.Answer(self.tired(frame.other) and self.solvent(frame.local, frame.other))

    def charter(self) -> Action | None:
        """All are alike: the first."""
        assert isinstance(self.s.frames[-1], CharterChoice)
        return self.options[0].action


class Steady1854(SteadyBot):
    """Chooses by simple figures."""

    about = (
        "Starts companies at a high par, builds tunnels, merges tired locals, takes mail contracts, saves for trains."
    )
    chooser, remembers, guesses = Chooser1854, Memory1854, True
