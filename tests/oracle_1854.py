"""What may be built in 1854, worked out a second time from title.toml and RULES.md alone: every line of track walked,
every tile, tunnel and token tried against the paragraphs. Slow and plain, to be compared with the engine.
"""

from __future__ import annotations

import tomllib
from itertools import combinations
from typing import Any

from stellwerk.eighteen.board import FREE
from stellwerk.titles.t1854.rules import TITLE_FILE, Rules1854
from stellwerk.titles.t1854.state import State1854, Turn

DATA: dict[str, Any] = tomllib.loads(TITLE_FILE.read_text(encoding="utf-8"))
HEXES: dict[str, Any] = DATA["map"]["hex"]
TILES: dict[str, Any] = DATA["tiles"]
FIRST = {  # 6.13
    (): ("7", "8", "9"),
    ("town",): ("3", "4", "58"),
    ("town", "town"): ("1", "2", "55", "56", "69"),
    ("city",): ("5", "6", "57"),
}
CITY = dict.fromkeys(("5", "6", "57"), ("14", "15", "619")) | dict.fromkeys(("14", "15", "619"), ("611",))  # 6.22
UPGRADES = CITY | {
    "611": ("915",), "1": ("14",), "55": ("14",), "2": ("15",), "56": ("15",), "69": ("619",),  # 6.23
    "433": ("451",), "451": ("456",),  # 6.24
}  # fmt: skip
NEXT = {"white": "yellow", "yellow": "green", "green": "brown", "brown": "gray"}
FROM_PHASE = {"yellow": 1, "green": 3, "brown": 5, "gray": 7}  # 6.20
FREE_FOR = {"E5": "AFB", "F16": "MTB", "F20": "GKB", "F4": "ARB", "E23": "SEB"}  # 2.3
VIENNA = {"KE": 1, "FJ": 2, "SD": 0}  # 6.8a
ST_POELTEN = {"1": 1, "2": 5}
Edge = tuple[str, int]


class Lying:
    """What lies on a hex: plain track, stops as (kind, exits, circles), tunnels."""

    def __init__(self, entry: dict[str, Any], rotation: int = 0, tunnels: tuple[tuple[int, int], ...] = ()) -> None:
        self.colour = str(entry["color"])
        self.track = {frozenset((edge + rotation) % 6 for edge in pair) for pair in entry.get("track", ())}
        self.stops = [
            (stop["kind"], frozenset((edge + rotation) % 6 for edge in stop["exits"]), stop.get("slots", 0))
            for stop in entry.get("stops", ())
        ]
        self.kinds = tuple(kind for kind, _, _ in self.stops)
        self.exits = frozenset().union(*self.track, *(exits for _, exits, _ in self.stops))
        self.tunnels = [frozenset(pair) for pair in tunnels]


class Oracle:
    """One position of a company in its turn."""

    def __init__(self, rules: Rules1854, s: State1854, company: str) -> None:
        self.rules, self.s, self.t = rules, s, rules.t
        self.hexmap = rules.t.hexmap
        self.number = rules.t.company(company)
        self.company = s.companies[self.number]
        self.local = rules.t.companies[self.number].kind == "local"
        self.helps = {  # open privates of the director
            rules.t.privates[index].id: private
            for index, private in enumerate(s.privates)
            if private.owner == self.company.president and not private.closed
        }
        frame = s.frames[-1]
        assert isinstance(frame, Turn)
        self.turn = frame
        self.edges: set[Edge] = set()
        self.stops: set[tuple[str, int]] = set()
        self.tokens = [
            (name, stop)
            for name in HEXES
            for stop, slots in enumerate(self.slots(name))
            if self.number in slots
        ]  # fmt: skip
        for name, stop in self.tokens:
            for edge in self.lying(name).stops[stop][1]:
                self.leave(name, edge, frozenset(), frozenset([(name, stop)]))

    def slots(self, name: str) -> tuple[tuple[int, ...], ...]:
        return self.s.board.tokens[self.hexmap.index[name]]

    def lying(self, name: str) -> Lying:
        number = self.hexmap.index[name]
        face = self.hexmap.faces[self.s.board.faces[number]]
        return Lying(TILES[face.tile] if face.tile else HEXES[name], face.rotation, self.s.tunnels[number])

    def beyond(self, name: str, edge: int) -> Edge | None:
        """The same side seen from the neighbour."""
        there = self.hexmap.entry[6 * self.hexmap.index[name] + edge]
        return None if there < 0 else (self.hexmap.names[there // 6], there % 6)

    # -- lines of track (6.15, 6.26, 6.41)

    def leave(self, name: str, edge: int, used: frozenset[frozenset[Edge]], met: frozenset[tuple[str, int]]) -> None:
        there = self.beyond(name, edge)
        side = frozenset([(name, edge), there]) if there else frozenset()
        if there is None or side in used:
            return
        self.edges |= {(name, edge), there}
        self.enter(*there, used | {side}, met)

    def enter(self, name: str, edge: int, used: frozenset[Any], met: frozenset[tuple[str, int]]) -> None:
        lying = self.lying(name)
        for pair in [*lying.track, *lying.tunnels]:
            if edge in pair:
                (out,) = pair - {edge}
                self.leave(name, out, used, met)
        for number, (kind, exits, _) in enumerate(lying.stops):
            if edge not in exits or (name, number) in met:
                continue
            self.stops.add((name, number))
            slots = self.slots(name)[number]
            if kind == "offboard" or (slots and FREE not in slots and self.number not in slots):
                continue
            for out in exits - {edge}:
                self.leave(name, out, used, met | {(name, number)})

    # -- tiles

    def closed(self, name: str, edge: int) -> bool:
        """6.16"""
        there = self.beyond(name, edge)
        if there is None:
            return True
        entry = HEXES[there[0]]
        built = entry["color"] not in ("red", "gray") or entry.get("terrain") == "tunnel"
        return not built and there[1] not in Lying(entry).exits

    def tiles(self) -> set[tuple[str, str, int]]:
        """Every tile of this turn; nothing is said of homes that are due."""
        found: set[tuple[str, str, int]] = set()
        for name, entry in HEXES.items():
            if self.turn.laid or (entry["board"] == "local") != self.local or entry["color"] not in ("white", "yellow"):
                continue
            number = self.hexmap.index[name]
            tile = self.hexmap.faces[self.s.board.faces[number]].tile
            old = self.lying(name)
            if old.colour not in NEXT or FROM_PHASE[NEXT[old.colour]] > int(self.t.phases[self.s.phase].id):
                continue
            if self.cost(name, old) > self.company.cash:
                continue
            for wanted in self.candidates(name, tile, old):
                if self.s.supply[self.hexmap.tile_index[wanted]]:
                    fits = (turn for turn in range(6) if self.fits(name, old, wanted, Lying(TILES[wanted], turn)))
                    found |= {(name, wanted, turn) for turn in fits}
        return found

    def candidates(self, name: str, tile: str, old: Lying) -> tuple[str, ...]:
        if old.colour == "white":
            return FIRST[old.kinds]
        if not tile:
            return {"C23": ("433",), "J38": ("15",)}[name]
        if old.kinds:
            return UPGRADES.get(tile, ())
        return tuple(
            other for other, made in TILES.items() if made["color"] == NEXT[old.colour] and not made.get("stops")
        )

    def cost(self, name: str, old: Lying) -> int:
        """The least the first tile on a hex costs (2.3, 2.4, 6.14)."""
        entry = HEXES[name]
        if old.colour != "white" or FREE_FOR.get(name) in self.helps:
            return 0
        less = entry.get("terrain") == "mountain" and "AFB" in self.helps and not self.helps["AFB"].used
        return max(0, int(entry.get("cost", 0)) - 20 * less)

    def fits(self, name: str, old: Lying, tile: str, new: Lying) -> bool:
        entry = HEXES[name]
        if any(new.exits & tunnel for tunnel in old.tunnels) or any(self.closed(name, edge) for edge in new.exits):
            return False  # 6.36, 6.16
        if entry.get("required_exit", next(iter(new.exits))) not in new.exits:  # 6.17
            return False
        reached = {edge for hex_, edge in self.edges if hex_ == name}
        if not new.exits & reached and all(name != home for home, _ in self.tokens):  # 6.15, 6.21
            return False
        if old.colour == "white":
            return True
        if not old.track <= new.track:
            return False
        into = [[at for at, (_, exits, _) in enumerate(new.stops) if mine <= exits] for _, mine, _ in old.stops]
        if not all(into) or (old.kinds == ("town", "town") and new.exits != old.exits):  # 6.22, 6.23
            return False
        return tile != "451" or self.holds(name, old, new, [at[0] for at in into])

    def holds(self, name: str, old: Lying, new: Lying, into: list[int]) -> bool:
        """6.24a"""
        needed = [0] * len(new.stops)
        for number, (_, exits, _) in enumerate(old.stops):
            needed[into[number]] += sum(token != FREE for token in self.slots(name)[number])
            needed[into[number]] += sum(
                edge in exits and not self.s.board.settled[self.t.company(home)] for home, edge in VIENNA.items()
            )
        return all(count <= slots for count, (_, _, slots) in zip(needed, new.stops, strict=True))

    # -- tunnels and tokens

    def tunnels(self) -> set[tuple[str, int, int]]:
        """6.30 to 6.36"""
        found: set[tuple[str, int, int]] = set()
        cheaper = "MTB" in self.helps and not self.helps["MTB"].used
        if self.turn.tunnel_laid or self.company.cash < (60 if cheaper else 100):
            return found
        for name, entry in HEXES.items():
            lying = self.lying(name)
            ground = entry["color"] == "white" or entry.get("terrain") == "tunnel"
            if (entry["board"] == "local") != self.local or not ground or "city" in lying.kinds:
                continue
            for a, b in combinations(range(6), 2):
                apart = min(b - a, 6 - b + a)
                free = not lying.exits & {a, b} and not self.closed(name, a) and not self.closed(name, b)
                if apart == 1 or not free or not self.s.tunnel_supply[0 if apart == 3 else 1]:
                    continue
                if len(lying.tunnels) > 1 or any(_meet({a, b}, other) for other in lying.tunnels):
                    continue
                if self.edges & {(name, a), (name, b)}:
                    found.add((name, a, b))
        return found

    def places(self) -> set[tuple[str, int]]:
        """6.40 to 6.43"""
        prices, placed = self.t.companies[self.number].tokens, self.company.tokens
        if self.turn.token_placed or placed == len(prices) or prices[placed] > self.company.cash:
            return set()
        acted = all(self.s.acted[self.t.company(ag)] for ag in "ABC")
        return {
            (name, stop)
            for name, stop in self.stops
            if (slots := self.slots(name)[stop])
            and slots.count(FREE) > self.kept(name, stop)
            and not any(self.number in others for others in self.slots(name))
            and (acted or name not in ("D18", "D20"))
        }

    def kept(self, name: str, stop: int) -> int:
        """How many home tokens still need a circle of that city."""
        count = 0
        for number, entry in enumerate(self.t.companies):
            gone = number == self.number or self.s.board.settled[number] or self.s.merged[number]
            if gone or entry.home_choice or entry.home.hex != name:
                continue
            edge = (VIENNA | ST_POELTEN).get(entry.id)
            stops = self.lying(name).stops
            count += len(stops) == 1 or edge in stops[stop][1]
        return count


def _meet(one: set[int], other: frozenset[int]) -> bool:
    """6.35"""
    low, high = sorted(other)
    return bool(one & other) or sum(low < edge < high for edge in one) == 1
