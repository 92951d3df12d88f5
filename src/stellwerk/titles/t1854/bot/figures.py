"""Figures the steady player of 1854 looks at: runs on both boards, trains of two stacks, what privates are worth."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from stellwerk.bots.figures import SOON, STOP, PositionFigures
from stellwerk.bots.memory import AROUND, Memory
from stellwerk.bots.reach_value import ahead
from stellwerk.core import Action
from stellwerk.eighteen import board as boards
from stellwerk.eighteen.abilities import of_private
from stellwerk.eighteen.ability_schema import GrantAbility
from stellwerk.eighteen.actions import BuyTrain, ChooseCity, LayTile
from stellwerk.eighteen.board import FREE, Board, put
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.state import NOBODY
from stellwerk.routing import TrainSpec, best_total, spec_of

from ..powers import is_local
from ..rules import Rules1854
from ..state import State1854
from ..tunnels import LayTunnel

NODES = 600  # of the router for one figure
WEIGHTS = {"city": 3.0, "offboard": 3.0, "town": 1.0}
INCOMES = 4  # operating rounds the income of a mountain railway is counted for
LATE = 4  # the place of phase 5, from which on every major wants a train that lasts
SAVED = 3  # runs it can save for it
MOST_RUNS = 9.0  # farther nobody looks
LOCAL = 12  # what a local is worth above its price
FIRST_PAR = 77  # what a unit of a share that comes with a private will be worth


class Memory1854(Memory[Rules1854]):
    """What does not change in a game of 1854, and answers of the router that are asked for again."""

    def __init__(self, rules: Rules1854) -> None:
        """Look at the surroundings of the homes."""
        super().__init__(rules)
        self.regular = [number for number, entry in enumerate(rules.t.trains) if entry.stack == "regular"]
        self.plus = [number for number, entry in enumerate(rules.t.trains) if entry.stack != "regular"]
        hexmap = rules.t.hexmap
        self.weights = {
            hex_: sum(WEIGHTS[stop.kind] for stop in entry.stops)
            for hex_, entry in enumerate(hexmap.hexes)
            if entry.stops and not entry.only_trains
        }
        self.homes = [self.surroundings(rules.t.hex(entry.home.hex)) for entry in rules.t.companies]

    def surroundings(self, home: int) -> float:
        """Stops near a home, the nearer the better."""
        steps = self.distances(home)
        return sum(weight / steps[hex_] for hex_, weight in self.weights.items() if 1 <= steps[hex_] <= AROUND)


class Figures1854(PositionFigures):
    """Figures of one position."""

    s: State1854
    rules: Rules1854
    memory: Memory1854

    def __init__(self, memory: Memory1854, s: State1854) -> None:
        """With what the bot remembers of the game."""
        super().__init__(memory, s)
        self.kinds, self.lines = memory.rules.kinds, memory.rules.run.lines

    # -- runs

    def specs(self, company: int) -> list[TrainSpec]:
        """The trains the company can run."""
        return [spec_of(self.t, train) for train in self.rules.running_trains(self.s, company)]

    def run(self, company: int, board: Board, trains: Sequence[TrainSpec]) -> int:
        """What these trains would earn on a board."""
        if not trains or not self.s.companies[company].floated:
            return 0
        graz = self.lines.graz(self.s, company)
        key = (board, company, tuple(spec.power for spec in trains), self.s.phase, graz)
        return self.memory.total(key, lambda: best_total(self.rules, self.s, company, trains, NODES, board=board))

    def with_train(self, company: int, action: BuyTrain) -> int:
        """What the company would earn with one more train, dropping the weakest if it may not own so many."""
        if not self.lines.can_run(company, kind_of(action.train)):
            return self.revenue(company)
        return self.run(company, self.s.board, [*self.specs(company), spec_of(self.t, action.train)])

    def without_train(self, company: int, train: str) -> int:
        """What the company would earn without one of its trains."""
        left = [spec for spec in self.specs(company) if spec.name != train]
        return self.run(company, self.s.board, left)

    # -- the board

    def spec_to_come(self, company: int) -> list[TrainSpec]:
        """The train a company without one is likely to get."""
        if self.kinds.is_ag(company):
            kinds = sorted({kind_of(train) for train in self.s.repair})
            return [spec_of(self.t, kinds[0] if kinds else "2")]
        numbers = self.memory.plus if self.kinds.is_local(company) else self.memory.regular
        left = [self.t.trains[number].id for number in numbers if self.s.depot[number]]
        return [spec_of(self.t, left[0])] if left else []

    def board_figure(self, company: int, board: Board) -> float:
        """What a board is worth to a company: its run with the trains it has, with a longer one, and its reach."""
        trains = self.specs(company) or self.spec_to_come(company)
        longer = self.longer(company, trains)
        reach = self.t.networks.reach(board, company)
        now = self.run(company, board, trains)
        later = 0.35 * self.run(company, board, longer) if longer else 0.0
        return (
            now
            + later
            + STOP * len(reach.stops)
            + 0.1 * len(reach.hexes)
            + ahead(self, company, board, reach, self.memory.weights)
        )

    def longer(self, company: int, trains: Sequence[TrainSpec]) -> list[TrainSpec]:
        """A train two stops longer than the longest, as will come sooner or later."""
        if not trains:
            return []
        if self.kinds.is_local(company):
            return [TrainSpec("later", cities=min(3, max(spec.cities for spec in trains) + 1))]
        never = next((spec.never for spec in trains if spec.never), ())
        most = max(min(spec.stops, 6) for spec in trains)
        return [TrainSpec("later", stops=min(8, 2 + most), never=never), TrainSpec("second", stops=most, never=never)]

    def reach_figure(self, company: int, board: Board) -> float:
        """A cheap figure of a board, to choose what is looked at closely."""
        reach = self.t.networks.reach(board, company)
        worth = self.rules.route_check(self.s, company, board).worth
        values = sum(worth(stop) for stop in reach.stops) / 10
        return (
            values + len(reach.stops) + 0.1 * len(reach.edges) + ahead(self, company, board, reach, self.memory.weights)
        )

    def after(self, company: int, action: Action) -> tuple[Board, int]:
        """The board after a tile, a tunnel or the choice of a home, and what it costs."""
        s, hexmap, track = self.s, self.t.hexmap, self.rules.track
        homes = track.homes
        if isinstance(action, ChooseCity):
            return self.settled(company, s.board, self.t.hex(action.hex), action.stop), 0
        if isinstance(action, LayTunnel):
            hex_ = self.t.hex(action.hex)
            below = tuple(sorted((*s.tunnels[hex_], (action.a, action.b))))
            face = hexmap.tunnelled(hexmap.bare(s.board.faces[hex_]), below)
            board = structs.replace(s.board, faces=put(s.board.faces, hex_, face))
            return board, self.rules.quote(s, action).cost
        assert isinstance(action, LayTile)
        hex_ = self.t.hex(action.hex)
        cost = track.price(s, company, hex_, None, action.power)
        if homes.due(s, company):
            lay = next(
                lay
                for lay in homes.lays(s, company, hex_)
                if (lay.name, lay.rotation) == (action.tile, action.rotation)
            )
            board = boards.lay(hexmap, s.board, hex_, lay)
            stop = board.homes[company] if board.homes[company] >= 0 else 0
            return self.settled(company, board, hex_, stop), cost
        hex_, lay = track.find(s, action)
        return boards.lay(hexmap, s.board, hex_, lay), cost

    def after_lay(self, company: int, action: LayTile) -> tuple[Board, int]:
        """The same for a tile."""
        return self.after(company, action)

    def settled(self, company: int, board: Board, hex_: int, stop: int) -> Board:
        """The board with the home token."""
        if FREE not in board.tokens[hex_][stop]:
            return board
        return boards.settle(boards.place(board, hex_, stop, company), company, stop)

    # -- trains and money

    def fronts(self) -> list[int]:
        """The regular stack."""
        return [number for number in self.memory.regular if self.s.depot[number]]

    def soon(self) -> int:
        """The more companies buy, the sooner a kind is sold out."""
        buyers = sum(self.s.companies[number].floated for number in self.kinds.majors)
        return max(SOON, (buyers + 1) // 2)

    def next_price(self) -> int:
        """The price of the regular train the bank sells."""
        return self.t.trains[(self.fronts() or self.memory.regular[-1:])[0]].price

    def coming_price(self) -> int:
        """The price of the regular train a company that starts now will find."""
        return self.t.trains[min(self.near(), self.memory.regular[-1])].price

    def needed_for(self, company: int) -> int:
        """What a share company must have for a train soon: 0 if it owns one that lasts, or has nothing to run."""
        holder = self.s.companies[company]
        if self.kinds.is_local(company):
            return 0
        own = self.rules.running_trains(self.s, company)
        if self.kinds.is_ag(company):
            offers = [offer.price for offer in self.rules.trains.offers(self.s, company)]
            return 0 if own else min(offers, default=0)
        if any(not self.doomed(train) for train in own):
            return 0
        if holder.operated and not self.lines.has_route(self.s.board, company):
            return 0
        after = [self.t.trains[self.t.kit.train_index[self.ends(train)]].price for train in own]
        return max([self.next_price(), *after])

    def needed_by(self, seat: int) -> int:
        """What a player should keep for trains, from phase 5 on also for those that scrapping will make necessary."""
        total = super().needed_by(seat)
        if self.s.phase < LATE:
            return total
        for number in self.directed(seat):
            holder = self.s.companies[number]
            if holder.floated and self.later_need(number) and not self.needed_for(number):
                total += max(0, self.next_price() - holder.cash - SAVED * self.revenue(number)) // 2
        return total

    def later_need(self, company: int) -> int:
        """What a share company will need some day for a train that is never scrapped; part of it is kept back."""
        own = self.rules.running_trains(self.s, company)
        if any(not self.ends(train) for train in own) or self.kinds.is_ag(company):
            return 0
        return self.t.trains[self.t.kit.train_index["5"]].price

    def runs_left(self) -> float:
        """About how many runs are to come before the bank breaks and the game ends."""
        total = sum(self.revenue(number) for number in self.kinds.majors if self.s.companies[number].floated)
        now = self.s.round
        rest = now.rounds - now.part if now.kind == "operating" else 2
        if self.s.broken:
            return float(rest)
        return min(MOST_RUNS, max(0, self.s.bank) / max(total, 100) + 1.5)

    # -- shares and privates

    def income(self, company: int) -> float:
        """What one price of a share gets of a run."""
        return self.revenue(company) / (2 if self.kinds.is_ag(company) else 10)

    def private_value(self, private: int) -> int:
        """What a private is worth to anybody."""
        entry = self.t.privates[private]
        if is_local(self.t, private):
            return entry.price + LOCAL
        share = 2 * FIRST_PAR if of_private(self.t, private, GrantAbility) else 0
        return max(entry.price + (entry.income if not share else 0), share + INCOMES * entry.income)

    def directed(self, seat: int) -> list[int]:
        """The majors a player directs."""
        return [number for number in self.kinds.majors if self.s.companies[number].president == seat]

    def unstarted(self) -> list[int]:
        """The majors nobody directs yet."""
        return [number for number in self.kinds.majors if self.s.companies[number].president == NOBODY]
