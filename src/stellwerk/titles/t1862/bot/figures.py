"""Figures of 1862: bonus runs in sight, how long trains last, what shares yield, what a private is worth."""

from __future__ import annotations

from stellwerk.bots.figures import BUDGET, STOP, PositionFigures
from stellwerk.bots.memory import Memory
from stellwerk.eighteen import board as boards
from stellwerk.eighteen.actions import LayTile
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.depot import on_sale
from stellwerk.eighteen.hexmap import STOPS_PER_HEX
from stellwerk.eighteen.reach import Reach
from stellwerk.routing import TrainSpec, best_total, spec_of

from ..blockers import place_of
from ..bonus import BonusRuns
from ..figures import figures
from ..rules import Rules1862
from ..state import B_AND_O, ERIE, State1862

LATER = 0.35  # what a longer train would add counts with this part
NO_RUN = 12.0  # what a hex on the way to the first run is worth
FEW_STATIONS = 3  # with more the next one is found by building for the run
AHEAD = 0.3  # what a bonus is worth while its line is being built, less where trains are too short for it
CITIES_APART = 2.2  # hexes between two stations of a long line, as a rule
LONG = 12  # runs a train that never rusts is counted with
PACE = 0.45  # trains a company buys in an operating round, as a rule
# What a private is worth above its price: shares it comes with and incomes for a long time.
EXTRA = {"BOM": 5, "ERIE": 10, "B&O": 15, "RMC": 20, "PSC": 30, "FNY": 35, "SOC": 40, "NHSC": 40}


class Memory1862(Memory[Rules1862]):
    """What a bot has worked out about one game of 1862."""

    def __init__(self, rules: Rules1862) -> None:
        """Empty."""
        super().__init__(rules)
        self.stations = frozenset(number for number, entry in enumerate(rules.t.hexmap.hexes) if entry.stops)


class Figures1862(PositionFigures):
    """Figures of one position of 1862."""

    s: State1862
    rules: Rules1862
    memory: Memory1862

    # -- runs

    def run(self, company: int, board: Board, trains: list[TrainSpec]) -> int:
        """What these trains would earn on a board, its bonus included."""
        if not trains or self.s.companies[company].cell < 0:
            return 0
        key = (board, company, tuple(trains), self.s.phase)
        return self.memory.total(key, lambda: best_total(self.rules, self.s, company, trains, BUDGET, board=board))

    def expected(self, company: int) -> float:
        """What a company may earn in its next run: with its trains, or with the one its money can buy."""
        now = self.revenue(company)
        holder = self.s.companies[company]
        if now or holder.trains or self.closed(company):
            return now
        money = holder.cash if holder.floated else self.rules.shares.capital(self.s, company)
        price = self.coming_price()
        return 40.0 + 15.0 * self.s.phase if price and money >= price else 0.0

    def income(self, company: int) -> float:
        """What 10 % may get of the next run."""
        return self.expected(company) / 10

    def closed(self, company: int) -> bool:
        """True if a company has left the game."""
        return self.s.removed[company]

    # -- the board

    def board_figure(self, company: int, board: Board) -> float:
        """The run with the trains there are or come, the reach, and how near the line is to a bonus."""
        trains = self.specs(company) or self.trains_to_come(company)
        return self.earned(company, board, trains) + self.prospects(company, board, trains)

    def earned(self, company: int, board: Board, trains: list[TrainSpec]) -> float:
        """The run with these trains, and a part of what one longer train more would add."""
        longest = max((spec.stops for spec in trains), default=2)
        more = [*trains, TrainSpec("later", stops=min(longest, 9) + 1)]
        now = self.run(company, board, trains)
        return now + LATER * (self.run(company, board, more) - now)

    def prospects(self, company: int, board: Board, trains: list[TrainSpec]) -> float:
        """What can be seen without a search: reach, value of the stations in it, and how near a bonus is."""
        reach = self.t.networks.reach(board, company)
        faces, hexmap = board.faces, self.t.hexmap
        values = sum(
            hexmap.faces[faces[stop // STOPS_PER_HEX]].stops[stop % STOPS_PER_HEX].value for stop in reach.stops
        )
        seen = STOP * len(reach.stops) + 0.1 * len(reach.hexes) + 0.08 * values
        return seen + self.ahead(company, board, trains) - self.gap(reach)

    def gap(self, reach: Reach) -> float:
        """How far it is to the next station, where few are reached; much worse where none is."""
        if len(reach.stops) >= FEW_STATIONS:
            return 0.0
        reached = {stop // STOPS_PER_HEX for stop in reach.stops} | {hex_ for hex_, _ in reach.tokens}
        left = min(
            (self.memory.distances(hex_)[front] for hex_ in self.memory.stations - reached for front in reach.hexes),
            default=0,
        )
        return (0.5 if reach.runs else NO_RUN) * left

    def ahead(self, company: int, board: Board, trains: list[TrainSpec]) -> float:
        """How much of a line to a bonus target is built, in money."""
        reach = self.t.networks.reach(board, company)
        bonuses = BonusRuns(self.t, self.s, company, board)
        longest = max((min(spec.stops, 99) for spec in trains), default=2) + 1
        home = self.t.hexmap.index[self.t.companies[company].home.hex]
        best = 0.0
        for target in bonuses.targets:
            far = self.memory.distances(target.stop // STOPS_PER_HEX)
            whole = max(far[home], 1)
            left = 0 if target.stop in reach.stops else min((far[hex_] + 1 for hex_ in reach.hexes), default=whole)
            fits = min(1.0, longest / (1 + whole / CITIES_APART))
            amount = bonuses.amount(target, max(whole, target.distance))
            best = max(best, AHEAD * fits * amount * (1 - min(left, whole) / whole))
        return best

    def trains_to_come(self, company: int) -> list[TrainSpec]:
        """The dearest train on sale the company can pay, for one that has none."""
        cash = self.s.companies[company].cash
        offers = sorted(on_sale(self.t, self.s), key=lambda offer: offer.price)
        can = [offer for offer in offers if offer.price <= cash] or offers[:1]
        return [spec_of(self.t, can[-1].kind)] if can else []

    def after_lay(self, company: int, action: LayTile) -> tuple[Board, int]:
        """The board after a lay, and what the lay costs; powers too."""
        if action.power == ERIE:
            hex_ = self.t.hex(action.hex)
            return boards.lay(self.t.hexmap, self.s.board, hex_, self.t.hexmap.extra_lay(hex_)), 0
        track = self.rules.track
        hex_, lay = track.find(self.s, action)
        cost = track.price(self.s, company, hex_, lay, action.power)
        return boards.lay(self.t.hexmap, self.s.board, hex_, lay), cost

    def without_b_and_o(self) -> Board:
        """The board after the marker of B&O has left Baltimore (4.6)."""
        hex_ = self.t.hex(place_of(self.t, B_AND_O))
        blocked = any(boards.BLOCKED in slots for slots in self.s.board.tokens[hex_])
        return boards.unblock(self.s.board, hex_, 0) if blocked else self.s.board

    # -- trains

    def fronts(self) -> list[int]:
        """E-trains never hold the queue back (2.4)."""
        return [number for number in super().fronts() if not self.t.trains[number].express]

    def coming_price(self) -> int:
        """The price of the cheapest train a company that starts now will find."""
        if not self.fronts():
            return self.next_price()
        pool = min((self.face(train) for train in self.s.train_pool), default=10_000)
        return min(pool, self.t.trains[self.near()].price)

    def lasts(self, train: str) -> bool:
        """True if a train never rusts."""
        return not self.ends(train)

    def life(self, train: str) -> float:
        """In how many runs a train bought now can be used, at a guess."""
        index = self.t.kit.train_index
        ends = self.ends(train)
        if not ends:
            return self.runs_left()
        before = sum(self.s.depot[number] for number in self.fronts() if number < index[ends])
        active = sum(company.floated and company.cell >= 0 for company in self.s.companies)
        return min(self.runs_left(), before / max(0.8, PACE * active))

    def runs_left(self) -> float:
        """How many more runs there may be: a company that always pays ends the game at the end of the price table."""
        market, least = self.t.market, float(LONG)
        for company in self.s.companies:
            if company.floated and company.cell >= 0:
                steps, cell = 1, company.cell
                while steps < least and market.price[market.right[cell]] <= figures(self.t).end_price:
                    steps, cell = steps + 1, market.right[cell]
                least = min(least, steps)
        return least

    # -- shares

    def rise(self, company: int) -> float:
        """What a dividend adds to the price of 10 %."""
        market, cell = self.t.market, self.s.companies[company].cell
        return market.price[market.right[cell]] - market.price[cell] if cell >= 0 else 0.0

    def value_of(self, private: int) -> int:
        """What a private is worth to a player."""
        entry = self.t.privates[private]
        return entry.price + EXTRA.get(entry.id, 0)
