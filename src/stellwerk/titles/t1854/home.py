"""Homes (6.8 to 6.8b, 8.8 to 8.8b): where the free first token goes, and the tile it may need."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core import Illegal, Option
from stellwerk.eighteen import board as boards
from stellwerk.eighteen.actions import ChooseCity, LayTile
from stellwerk.eighteen.board import FREE
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.hexmap import TileLay
from stellwerk.eighteen.operating import TurnPart
from stellwerk.eighteen.rounds import RoundRules
from stellwerk.eighteen.table import Table
from stellwerk.eighteen.tokens import put_token

from .state import Move1854, State1854


class Homes:
    """What is due where. Knows the table, holds no game."""

    def __init__(self, table: Table) -> None:
        """Look up the hexes."""
        self.t = table
        index = table.hexmap.index
        self._hexes = tuple(
            tuple(index[name] for name in entry.home_choice or (entry.home.hex,)) for entry in table.companies
        )
        self._chosen = tuple(bool(entry.home_choice) for entry in table.companies)
        self._green: dict[tuple[int, int], tuple[TileLay, ...]] = {}

    def hexes(self, company: int) -> tuple[int, ...]:
        """Where its home may be: one hex, or those an AG chooses from."""
        return self._hexes[company]

    def to_come(self, s: State1854, hex_: int) -> list[int]:
        """Companies with a fixed home in that hex whose home token does not lie yet."""
        settled, merged = s.board.settled, s.merged
        return [
            company
            for company, hexes in enumerate(self._hexes)
            if hexes == (hex_,) and not self._chosen[company] and not settled[company] and not merged[company]
        ]

    def circles(self, s: State1854, company: int, hex_: int) -> list[int]:
        """Cities of a hex that can take the home token now; an empty hex has none."""
        board = s.board
        if self.t.hexmap.faces[board.faces[hex_]].colour == "white":
            return []
        stops = range(len(board.tokens[hex_])) if self._chosen[company] else [board.homes[company]]
        return [stop for stop in stops if FREE in board.tokens[hex_][stop]]

    def due(self, s: State1854, company: int) -> bool:
        """True if the director must found the home now: a tile or a choice is needed, and there is one."""
        return not s.board.settled[company] and next(self.options(s, company), None) is not None

    def options(self, s: State1854, company: int) -> Iterator[Option]:
        """Every way to found the home."""
        names = self.t.hexmap.names
        for hex_ in self._hexes[company]:
            for stop in self.circles(s, company, hex_):
                yield Option(ChooseCity(names[hex_], stop))
            for lay in self.lays(s, company, hex_):
                if s.supply[lay.tile]:
                    yield Option(LayTile(names[hex_], lay.name, lay.rotation))

    def lays(self, s: State1854, company: int, hex_: int) -> tuple[TileLay, ...]:
        """Home tiles that fit: yellow on an empty hex (6.8), for an AG green on an empty or yellow one (8.8)."""
        face = s.board.faces[hex_]
        lying = self.t.hexmap.faces[face]
        if not self._chosen[company]:
            return self.t.hexmap.lays(hex_, face) if lying.colour == "white" else ()
        if lying.colour not in ("white", "yellow"):
            return ()
        key = (hex_, face)
        found = self._green.get(key)
        if found is None:
            found = self._green[key] = self.t.hexmap.lays_of(hex_, face, "green")
        return found

    def why_no_lay(self, s: State1854, company: int, hex_: int, action: LayTile) -> Illegal | None:
        """What is wrong with an AG's home tile; None if the general rules say it."""
        t, hexmap = self.t, self.t.hexmap
        if not self._chosen[company] or action.tile not in hexmap.tile_index:
            return None
        lying = hexmap.faces[s.board.faces[hex_]]
        if lying.colour not in ("white", "yellow"):
            return t.no("home.full", "{hex} has no place for a home tile", hex=action.hex)
        bare = hexmap.lays_of(hex_, hexmap.bare(s.board.faces[hex_]), "green")  # what would fit without tunnels
        if all(lay.name != action.tile for lay in bare):
            return t.no(
                "home.green", "the home tile of an AG on {hex} cannot be {tile}", hex=action.hex, tile=action.tile
            )
        if any((lay.name, lay.rotation) == (action.tile, action.rotation) for lay in bare):
            return t.no("track.tunnel", "a tunnel of {hex} has an edge {tile} needs", hex=action.hex, tile=action.tile)
        return t.no("home.green", "{tile} does not fit {hex} in this rotation", hex=action.hex, tile=action.tile)

    def place(self, m: Move1854, company: int, hex_: int, stop: int) -> None:
        """The home token goes on the board."""
        put_token(m, company, hex_, stop, "home.choice" if self._chosen[company] else "home")
        m.s.board = boards.settle(m.s.board, company, stop)


class Home1854(TurnPart[State1854]):
    """The home token at the very start of the turn, where nothing is to be chosen."""

    name = "home"
    cite = "home"

    def __init__(self, rules: RoundRules[State1854], homes: Homes) -> None:
        """See `Homes`."""
        super().__init__(rules)
        self.homes = homes

    def waits(self, m: Move1854, frame: OperatingTurn) -> bool:
        """Placed without a question; what needs a tile or a choice comes with the track."""
        s, company = m.s, frame.company
        if s.board.settled[company]:
            return False
        entry = self.t.companies[company]
        (hex_, *others) = self.homes.hexes(company)
        circles = [] if others else self.homes.circles(s, company, hex_)
        if circles:
            self.homes.place(m, company, hex_, circles[0])
        elif not self.homes.due(s, company):
            key = "home.waits" if others else "home.lay"
            m.tell("home_waits", key, "{company} finds no place for its home token", company=entry.id)
        return False
