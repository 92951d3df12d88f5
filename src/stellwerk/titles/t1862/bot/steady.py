"""The steady player of 1862: group after group of companies, bonus runs, buybacks from idle money, powers in time.

What any title has it does as the steady player of the family does; here is what companies of 1862 do in their turns,
and in `purse` what a player does with his own money. It reads the options of its seat and the public position
and nothing else.
"""

from __future__ import annotations

from typing import Any

from stellwerk.bots.random_bot import refused_lately
from stellwerk.bots.steady import LOOKED_AT, Chooser, SteadyBot, by_price
from stellwerk.core import Action
from stellwerk.eighteen.actions import Answer, BuyTrain, DiscardTrain, LayTile, Pass, PlaceToken
from stellwerk.eighteen.board import FREE
from stellwerk.eighteen.frames import Consent

from ..actions import Buyback, ClosePrivate
from ..groups import certificate_limit, on_sale
from ..state import B_AND_O
from .figures import Memory1862
from .purse import Purse1862

CLOSELY = 10  # lays the router looks at
HASTILY = 3  # and in one's head
ROOM = 3  # certificates a director should still be able to buy before a buyback gives him money
MOST_NOTES = 2
RICH = 400  # a treasury that can buy a good train after this one
POWER = 12.0  # what a tile must bring for a private to be given up for it


class Chooser1862(Purse1862):
    """Decides what a company does in its turn."""

    kinds = Chooser.kinds | {"raise": "raise_money", "buyback": "buyback"}

    def track(self) -> Action | None:
        """The lay after which the trains earn most and the line is nearest to a bonus; powers where they bring much."""
        board = self.s.board
        trains = self.figures.specs(self.company) or self.figures.trains_to_come(self.company)
        base = self.figures.prospects(self.company, board, trains)
        before = base + self.figures.earned(self.company, board, trains)
        lays = self.chance.shuffled([lay for lay in self.of(LayTile) if not lay.power])[:LOOKED_AT]
        lays += self.chance.shuffled([lay for lay in self.of(LayTile) if lay.power])[: LOOKED_AT // 3]
        looked = []
        for at, lay in enumerate(lays):
            after, cost = self.figures.after_lay(self.company, lay)
            price = cost * self.dearness() + (POWER if lay.power else 0.0)
            seen = self.figures.prospects(self.company, after, trains) - price
            if self.style.track != 1:
                seen += (self.style.track - 1) * (seen + price - base)
            looked.append((seen, -at, after, lay))
        looked.sort(key=lambda entry: entry[:2], reverse=True)
        best, found, scored = 0.25 if self.may_pass else -1e9, None, []
        closely = looked[:HASTILY] if self.hasty else looked[:CLOSELY] + self.upgrades(looked[CLOSELY:])
        for seen, _, after, lay in closely:
            figure = seen + self.figures.earned(self.company, after, trains) - before
            scored.append((figure, lay))
            if figure > best:
                best, found = figure, lay
        self.think_of(scored)
        if found is None and looked and self.chance.below(2) and looked[0][0] - base > -3.0:
            lay = looked[0][3]
            found = None if lay.power else lay  # growth often pays only later
        return found or Pass()

    def dearness(self) -> float:
        """What a dollar of the treasury counts against an earning in each run: little where there is plenty."""
        spare = self.s.companies[self.company].cash - self.figures.needed_for(self.company)
        return 0.04 if spare >= 400 else 0.08 if spare >= 200 else 0.15

    def upgrades(self, looked: list[Any]) -> list[Any]:
        """A few upgrades of stations: they show in the run only."""
        hexmap, faces = self.t.hexmap, self.s.board.faces
        return [
            entry for entry in looked if hexmap.faces[faces[self.t.hex(entry[3].hex)]].stops
        ][:CLOSELY]  # fmt: skip

    def token(self) -> Action | None:
        """A marker where the run grows by it or a line stays open, if the money for a train stays."""
        cash, needed = self.s.companies[self.company].cash, self.figures.needed_for(self.company)
        before = self.figures.board_figure(self.company, self.s.board)

        def figure(action: PlaceToken) -> float:
            price = self.price(action)
            if cash - price < needed:
                return -1e9
            board = self.figures.after_token(self.company, action)
            shut = 1.5 if self.nearly_full(action) else 0.0
            liked = 3.0 if self.style.track == 1 else 3.0 * self.style.track
            return self.figures.board_figure(self.company, board) - before + shut + liked - price / 12

        return self.best(self.of(PlaceToken), figure, 0.0) or Pass()

    def nearly_full(self, action: PlaceToken) -> bool:
        """True if a city has one free place left: soon it may be closed."""
        slots: tuple[int, ...] = self.s.board.tokens[self.t.hex(action.hex)][action.stop]
        return slots.count(FREE) == 1

    def run(self) -> Action | None:
        """The best run, which is offered; before it the marker of B&O leaves where that opens a much better one."""
        if ClosePrivate(B_AND_O) in self.of(ClosePrivate):
            specs = self.figures.specs(self.company)
            opened = self.figures.run(self.company, self.figures.without_b_and_o(), specs)
            if opened >= self.figures.revenue(self.company) + 2 * POWER:
                return ClosePrivate(B_AND_O)
        return super().run()

    def may_withhold(self, needed: int) -> bool:
        """Not at a low price, where the director can help."""
        company = self.s.companies[self.company]
        return self.shares.price(company) >= 40 or company.cash + self.cash < needed

    def trains(self) -> Action | None:
        """What the company needs, then what earns its price; in an emergency what costs least."""
        buys = self.firm(BuyTrain)
        company = self.s.companies[self.company]
        own_money = [action for action in buys if action.price <= company.cash]
        found = self.best(own_money, self.good_train, 0.0)
        if found is not None or self.may_pass:
            return found or Pass()
        if own_money:
            return min(own_money, key=self.by_life)
        return self.sister() or self.ask_others() or min(buys, key=by_price, default=None)

    def good_train(self, action: Any) -> float:
        """What a train earns until it rusts, against its price."""
        company, worth = self.s.companies[self.company], self.figures
        none = not company.trains
        lasting = any(worth.lasts(train) for train in company.trains)
        keep = 0 if lasting or none else worth.coming_price()
        late = min(1.0, worth.runs_left() / 8)  # what is left in treasuries at the end is worth nothing
        gain, life = worth.with_train(self.company, action) - worth.revenue(self.company), worth.life(action.train)
        bonus = 2.0 * action.price if (none or worth.needed_for(self.company)) and life > 1 else 0.0
        left = company.cash - action.price
        if left >= RICH and len(company.trains) < 3 and not worth.doomed(action.train):
            bonus += action.price  # idle money is worth nothing in the end
        short = not worth.lasts(action.train) and left < keep  # the next train would need its director
        dear = (0.4 if left >= RICH else 1.3 if short else 0.8) * late
        return float(gain * life - dear * action.price + bonus)

    def by_life(self, action: BuyTrain) -> tuple[float, int]:
        """Orders trains on sale: those that last longest first, then the cheapest."""
        return -self.figures.life(action.train), action.price

    def sister(self) -> Action | None:
        """A spare train of another company of the same director, for what the treasury has."""
        cash = self.s.companies[self.company].cash
        for option, action in self.pairs(BuyTrain):
            holder = self.s.companies[self.owner(action.train)] if option.amount and cash else None
            if holder is None or holder.president != self.seat or self.figures.doomed(action.train):
                continue
            if option.amount and len(holder.trains) > 1:
                face = self.figures.face(action.train)
                return option.take(max(option.amount.low, min(option.amount.high, cash, face)))
        return None

    def ask_others(self) -> Action | None:
        """Before a bankruptcy: a train of somebody else at its full price, if he has not just refused."""
        raisable = self.cash + self.liquid()
        company = self.s.companies[self.company]
        if raisable + company.cash >= self.figures.next_price() or refused_lately(self.game):
            return None
        for option, action in self.pairs(BuyTrain):
            if option.amount and len(self.s.companies[self.owner(action.train)].trains) > 1:
                return option.take(option.amount.high)
        return None

    def consent(self) -> Action | None:
        """A train is sold for its full price if another one is left."""
        frame = self.s.frames[-1]
        assert isinstance(frame, Consent)
        offer = frame.offer
        assert isinstance(offer, BuyTrain)
        spare = len(self.s.companies[self.owner(offer.train)].trains) > 1
        return Answer(spare and offer.price >= self.figures.face(offer.train))

    def discard(self) -> Action | None:
        """The train that lasts shortest, the weaker one among equals."""

        def figure(action: DiscardTrain) -> tuple[float, int]:
            return self.figures.life(action.train), self.figures.face(action.train)

        return min(self.of(DiscardTrain), key=figure)

    def buyback(self) -> Action | None:
        """Idle money of the company for its shareholders, while its director can still do something with it."""
        company = self.s.companies[self.company]
        room = certificate_limit(self.t, self.s) - self.papers()
        option = next((option for option, _ in self.pairs(Buyback)), None)
        if option is None or option.amount is None or room < ROOM or company.held[self.seat] < 40:
            return Pass()
        if not company.trains or not self.anything_to_do():
            return Pass()
        buyback = self.rules.buyback
        notes = option.amount.low
        lasting = any(self.figures.lasts(train) for train in company.trains)
        if notes > (MOST_NOTES if lasting and buyback.paid_out(self.s) >= 80 else 0):
            return Pass()
        left = company.cash + notes * buyback.paid_out(self.s) - buyback.cost(self.s, self.company)
        missing = max(self.figures.needed_for(self.company), self.figures.coming_price()) - left
        missing -= int(1.5 * self.figures.revenue(self.company))  # half of three runs
        receives = company.held[self.seat] * self.shares.price(company) // 20
        return option.take(notes) if lasting or missing <= 0.7 * receives else Pass()

    def anything_to_do(self) -> bool:
        """True if there are companies on sale that can be founded, or shares in the bank."""
        return any(on_sale(self.t, self.s, number) and company.ipo for number, company in enumerate(self.s.companies))


class Steady1862(SteadyBot):
    """Chooses by simple figures."""

    about = "Builds towards bonus runs, saves for trains, and has idle money buy back shares."
    chooser, remembers, guesses = Chooser1862, Memory1862, True
