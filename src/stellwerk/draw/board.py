"""What is drawn of a map: hexes with tiles, tokens and kept homes, borders, routes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from weakref import WeakKeyDictionary

from msgspec import Struct

from stellwerk.draw.boxes import Box, Spots, grid, text_width
from stellwerk.draw.face import FaceArt, Print, draw_face
from stellwerk.draw.geometry import APOTHEM, SIDE, Segment, centre, corner, num
from stellwerk.draw.glyphs import outline
from stellwerk.draw.plan import plan
from stellwerk.draw.style import escape, text
from stellwerk.draw.token import blocker, token
from stellwerk.draw.words import ENGLISH, HexWords
from stellwerk.eighteen.board import BLOCKED, FREE, GONE, UNFIXED, Board, empty_board
from stellwerk.eighteen.hexmap import HexMap
from stellwerk.eighteen.schema import TitleData
from stellwerk.eighteen.tiles import EDGES

MARGIN = 14.0
DASHES = 4  # how many kinds of route lines there are; a fifth train starts again
PLATE_HEIGHT = 16.0
PLATES = Spots(tuple(grid(3.0)))  # where a plate may lie on a hex
ANY = -1  # a kept slot that is just the last free one

Kept = tuple[tuple[int, int, int, str], ...]  # stop, company, slot (or ANY), `home` or `dest`


class DrawnRoute(Struct, frozen=True):
    """A route to draw: its path in the notation of `Route`, and what the key says about it."""

    path: tuple[str, ...]
    label: str = ""


def _bonuses(data: TitleData) -> dict[str, list[tuple[str, str]]]:
    """The targets of bonus runs by hex: whose they are, and what they bring at most, as `CP 70/140`."""
    found: dict[str, list[tuple[str, str]]] = {}
    for entry in data.bonus:
        most = "/".join(str(value) for value in dict.fromkeys(entry.most.values()))
        for target in entry.targets:
            found.setdefault(target.hex, []).append((entry.corporation, f"{entry.corporation} {most}"))
    return found


class MapArt:
    """Everything drawn of one map; hexes are drawn once for each thing that can lie on them."""

    def __init__(self, hexmap: HexMap) -> None:
        """Measure the map."""
        data = hexmap.data
        self.title = data.title.name
        self.layout = layout = data.map.layout
        self.edges = data.map.edges
        self.currency = data.title.currency
        self.companies = data.corporation
        self.names = hexmap.names
        self.hexes = hexmap.hexes
        self.index = hexmap.index
        self.faces = hexmap.faces
        self.printed = hexmap.printed
        self.bare = hexmap.bare
        self.centres = tuple(centre(layout, hexmap.place[name]) for name in hexmap.names)
        self.homes = tuple(hexmap.index[entry.home.hex] for entry in data.corporation)
        self.blank = empty_board(hexmap)
        self.box = self._box(range(len(self.names)))
        self.board_of = tuple(entry.board for entry in self.hexes)
        self.boards = tuple(dict.fromkeys(entry.board for entry in self.hexes if entry.board))
        self.boxes = {
            name: self._box([number for number, entry in enumerate(self.hexes) if entry.board == name])
            for name in self.boards
        }
        self.borders = self._borders(hexmap)
        self.reserves = any(stop.reserve for face in hexmap.faces for stop in face.stops)
        # companies whose home bears their name, or is still to be chosen
        names = {name.partition(" ")[2] for face in hexmap.faces for stop in face.stops for name in stop.reserve}
        self.named = frozenset(
            number for number, entry in enumerate(data.corporation) if entry.id in names or entry.home_choice
        )
        self.numbers = {entry.id: number for number, entry in enumerate(data.corporation)}
        self.goals = self._goals()
        self.bonuses = _bonuses(data)
        self._art: dict[tuple[int, int, str], FaceArt] = {}
        self._hex: dict[tuple[object, ...], str] = {}
        self.bodies: dict[tuple[object, ...], tuple[str, ...]] = {}  # of whole boards (map.py)
        self._plates: dict[tuple[int, int, float], Box] = {}

    def _box(self, hexes: Iterable[int]) -> tuple[float, float, float, float]:
        """What holds these hexes: x, y, width, height."""
        wide, high = (APOTHEM, SIDE) if self.layout == "pointy" else (SIDE, APOTHEM)
        middles = [self.centres[number] for number in hexes]
        left = min(x for x, _ in middles) - wide - MARGIN
        top = min(y for _, y in middles) - high - MARGIN
        right = max(x for x, _ in middles) + wide + MARGIN
        bottom = max(y for _, y in middles) + high + MARGIN
        return (left, top, right - left, bottom - top)

    # -- hexes

    def art(self, hex_: int, face: int, column: str) -> FaceArt:
        """The face on a hex with the hex's own lettering; only off-board areas show the column."""
        if not any(stop.by_phase for stop in self.faces[face].stops):
            column = ""
        key = (hex_, face, column)
        found = self._art.get(key)
        if found is None:
            entry = self.hexes[hex_]
            bare = self.bare(face) == self.printed[hex_]
            cost = self.currency.replace("{}", str(entry.cost)) if bare and entry.cost else ""
            goal = ", ".join(self.goals.get(self.names[hex_], ()))
            starred = dict.fromkeys(company for company, _ in self.bonuses.get(self.names[hex_], ()))
            if starred:
                goal = " ".join(["★", *starred])
            terrain = entry.terrain if bare else ""
            customs = None
            if bare and entry.customs is not None:
                customs = (entry.customs.track, f"−{data_money(self.currency, entry.customs.amount)}")
            towards = entry.required_exit if bare else None
            lying = self.faces[face]
            printed = Print(
                entry.name, cost, terrain, self.names[hex_], goal, entry.short, towards, customs, lying.tile
            )
            found = self._art[key] = draw_face(self.layout, lying, printed, column)
        return found

    def plate_place(self, hex_: int, face: int, column: str, wide: float) -> Box:
        """Where a plate laid on a hex covers least of what is printed there, below the middle if it can."""
        key = (hex_, face, wide)
        if key not in self._plates:
            room = self.art(hex_, face, column).room
            self._plates[key] = room.freest(wide / 2, PLATE_HEIGHT / 2, PLATES, (0.0, 30.0), rim=-6.0)
        return self._plates[key]

    def hex_body(
        self,
        hex_: int,
        face: int,
        tokens: tuple[tuple[int, ...], ...],
        kept: Kept,
        column: str,
        words: HexWords = ENGLISH,
    ) -> str:
        """What is inside the group of a hex; `kept` are its kept slots."""
        if not any(stop.by_phase for stop in self.faces[face].stops):
            column = ""
        key = (hex_, face, tokens, kept, column, words)
        found = self._hex.get(key)
        if found is None:
            art = self.art(hex_, face, column)
            name = escape(self.describe(hex_, face, tokens, kept, words))
            found = f"<title>{name}</title>{art.body(self.tokens(art, tokens, kept))}</g>"
            if len(self._hex) > 50_000:
                self._hex.clear()
            self._hex[key] = found
        return found

    def tokens(self, art: FaceArt, tokens: tuple[tuple[int, ...], ...], kept: Kept) -> str:
        """Tokens and kept slots on a face."""
        parts = []
        for stop, slots in enumerate(tokens):
            places = art.plan.spots[stop].slots
            parts += [
                blocker(*place) if company == BLOCKED else token(self.companies[company], *place)
                for company, place in zip(slots, places, strict=False)
                if company != FREE
            ]
            free = [place for company, place in zip(slots, places, strict=False) if company == FREE]
            # Tokens come into the first free slot, so the kept ones are at the end.
            wanted = [(company, slot) for at, company, slot, _ in kept if at == stop]
            spare = [place for _, place in zip(wanted, reversed(free), strict=False)]
            for number, (company, slot) in enumerate(wanted):
                if slot == ANY and number >= len(spare):
                    continue
                x, y = spare[number] if slot == ANY else places[slot]
                name = self.companies[company].id
                size = min(8.5, 17.0 / max(len(name) * 0.7, 0.1))
                parts.append(
                    f'<circle class="kept" cx="{num(x)}" cy="{num(y)}" r="10.8"/>' + text(x, y, name, "kn", size)
                )
        return "".join(parts)

    def ring(self, hex_: int, board: Board, kept: Kept, column: str) -> str:
        """A ring on the rim of a hex, cased like everything drawn on the board, under the hex's own lettering."""
        x, y = self.centres[hex_]
        points = outline(self.layout, 0.965)
        art = self.art(hex_, board.faces[hex_], column)
        return (
            f'<g class="rings" data-hex="{self.names[hex_]}" transform="translate({num(x)} {num(y)})">'
            f'<polygon class="ringc" points="{points}"/><polygon class="ring" points="{points}"/>'
            f"{''.join(art.stops)}{self.tokens(art, board.tokens[hex_], kept)}{art.lettering}</g>"
        )

    def hex_group(self, hex_: int, board: Board, column: str = "", css: str = "hex", words: HexWords = ENGLISH) -> str:
        """One hex of a board in its place, with everything on it: a piece to lay over a map."""
        x, y = self.centres[hex_]
        kept = self.kept(board).get(hex_, ())
        body = self.hex_body(hex_, board.faces[hex_], board.tokens[hex_], kept, column, words)
        name = self.names[hex_]
        return f'<g class="{css}" data-hex="{name}" transform="translate({num(x)} {num(y)})">{body}'

    def stop_place(self, board: Board, hex_: int, stop: int, *, slot: bool = False) -> tuple[float, float]:
        """Where a stop lies on the map, or with `slot` its first free slot (the first of all if none is free)."""
        spot = plan(self.layout, self.faces[board.faces[hex_]]).spots[stop]
        at = spot.at
        if slot and spot.slots:
            slots = board.tokens[hex_][stop]
            at = spot.slots[slots.index(FREE) if FREE in slots else 0]
        x, y = self.centres[hex_]
        return x + at[0], y + at[1]

    def slot_place(self, board: Board, hex_: int, stop: int, slot: int) -> tuple[float, float]:
        """Where a slot lies on the map."""
        spot = plan(self.layout, self.faces[board.faces[hex_]]).spots[stop]
        (x, y), (dx, dy) = self.centres[hex_], spot.slots[slot]
        return x + dx, y + dy

    def describe(
        self,
        hex_: int,
        face: int,
        tokens: tuple[tuple[int, ...], ...],
        kept: Kept,
        words: HexWords = ENGLISH,
    ) -> str:
        """A hex in words, for tooltips and screen readers."""
        entry, lying = self.hexes[hex_], self.faces[face]
        parts = [f"{self.names[hex_]} {entry.name}".strip()]
        if lying.tile:
            parts.append(words.tile.format(tile=lying.tile))
        if lying.label:
            parts.append(words.label.format(label=lying.label))
        for stop, slots in zip(lying.stops, tokens, strict=True):
            parts.append(words.stop(stop))
            here = [self.companies[company].id for company in slots if company not in (FREE, BLOCKED)]
            if here:
                parts.append(words.tokens.format(names=", ".join(here)))
            parts += [words.blocked] * slots.count(BLOCKED)
        for kind, words_for in (("home", words.home), ("dest", words.destination)):
            names = dict.fromkeys(self.companies[company].id for _, company, _, what in kept if what == kind)
            if names:
                parts.append(words_for.format(names=", ".join(names)))
        parts += [words.goal.format(goal=goal) for goal in self.goals.get(self.names[hex_], ())]
        parts += [words.goal.format(goal=goal) for _, goal in self.bonuses.get(self.names[hex_], ())]
        if not lying.tile and entry.cost:
            parts.append(f"{words.ground(entry.terrain)} {self.currency.replace('{}', str(entry.cost))}")
        if not lying.tile and entry.terrain == "tunnel":
            parts.append(words.only_tunnels)
        for a, b in lying.tunnels:
            parts.append(words.tunnel.format(a=self.edges[str(a)], b=self.edges[str(b)]))
        if not lying.tile and entry.required_exit is not None:
            parts.append(words.towards.format(side=self.edges[str(entry.required_exit)]))
        if entry.customs is not None:
            parts.append(words.customs.format(amount=data_money(self.currency, entry.customs.amount)))
        for border in entry.borders:
            if border.cost:
                side = self.edges[str(border.edge)]
                parts.append(words.side.format(side=side, cost=self.currency.replace("{}", str(border.cost))))
        return ", ".join(parts)

    def _goals(self) -> dict[str, list[str]]:
        """What companies want to be joined with, by hex."""
        found: dict[str, list[str]] = {}
        for entry in self.companies:
            if entry.goal:
                found.setdefault(entry.goal.hex, []).append(f"{entry.id} +{entry.bonus}")
                for name in entry.goal.via:
                    found.setdefault(name, []).append(f"via {entry.id}")
        return found

    def _reserved(self, board: Board) -> dict[int, Kept]:
        """The slots that bear a company's name and are free, by tile or else by the map, while they are kept."""
        found: dict[int, Kept] = {}
        for hex_, cities in enumerate(board.tokens):
            kept: list[tuple[int, int, int, str]] = []
            printed = self.faces[self.printed[hex_]].stops
            for stop, slots in enumerate(cities):
                names = self.faces[board.faces[hex_]].stops[stop].reserve
                names = names or (printed[stop].reserve if stop < len(printed) else ())
                for slot, entry in enumerate(names):
                    kind, _, name = entry.partition(" ")
                    company = self.numbers[name]
                    open_ = board.homes[company] != GONE and (kind == "dest" or not board.settled[company])
                    if slots[slot] == FREE and open_:
                        kept.append((stop, company, slot, kind))
            if kept:
                found[hex_] = tuple(kept)
        return found

    def kept(self, board: Board) -> dict[int, Kept]:
        """Slots kept for homes to come, by hex; all cities of a hex while the city is not fixed."""
        found: dict[int, list[tuple[int, int, int, str]]] = {}
        if self.reserves:
            found = {hex_: list(pairs) for hex_, pairs in self._reserved(board).items()}
        for company, hex_ in enumerate(self.homes):
            if board.settled[company] or company in self.named or board.homes[company] == GONE:
                continue
            stop = board.homes[company]
            stops = range(len(board.tokens[hex_])) if stop == UNFIXED else (stop,)
            found.setdefault(hex_, []).extend((number, company, ANY, "home") for number in stops)
        return {hex_: tuple(pairs) for hex_, pairs in found.items()}

    # -- lines

    def _borders(self, hexmap: HexMap) -> str:
        drawn: dict[int, str] = {}
        for hex_, entry in enumerate(self.hexes):
            for border in entry.borders:
                side = hexmap.side[EDGES * hex_ + border.edge]
                if side in drawn:
                    continue
                x, y = self.centres[hex_]
                (x1, y1), (x2, y2) = corner(self.layout, border.edge - 1), corner(self.layout, border.edge)
                ends = f'x1="{num(x + x1)}" y1="{num(y + y1)}" x2="{num(x + x2)}" y2="{num(y + y2)}"'
                if border.kind == "impassable":
                    shade = f" {escape(border.color)}" if border.color else ""
                    drawn[side] = f'<line class="wallc" {ends}/><line class="wall{shade}" {ends}/>'
                else:
                    amount = data_money(self.currency, border.cost) if border.cost else ""
                    # In the middle of the side, or a little into the hex that has more room.
                    other = hexmap.entry[EDGES * hex_ + border.edge] // EDGES
                    lean = 0.12 * (bool(entry.stops) - bool(self.hexes[other].stops))
                    mx, my = x + (x1 + x2) * (0.5 + lean), y + (y1 + y2) * (0.5 + lean)
                    half = text_width(amount, 9.5) / 2 + 3
                    badge = (
                        f'<rect class="toll" x="{num(mx - half)}" y="{num(my - 7)}" width="{num(2 * half)}" '
                        f'height="14" rx="4"/>' + text(mx, my, amount, "tollt", 9.5)
                    )
                    line = f'<line class="border b-{escape(border.kind)}" {ends}/>'
                    drawn[side] = line + (badge if amount else "")
        return f'<g class="borders">{"".join(drawn.values())}</g>' if drawn else ""

    def pieces(self, board: Board, path: Sequence[str]) -> list[tuple[int, Segment]]:
        """The track of a path, piece by piece in its direction, with the hex it lies on."""
        found: list[tuple[int, Segment]] = []
        where = -1
        came: int | None = None  # the side the path came in by
        stop: int | None = None
        for item in path:
            mark = "." if "." in item else ":"
            name, _, digits = item.partition(mark)
            hex_, number = self.index[name], int(digits)
            drawn = plan(self.layout, self.faces[board.faces[hex_]])
            if mark == ".":
                if came is not None:
                    found.append((hex_, drawn.spokes[number][came]))
                where, came, stop = hex_, None, number
                continue
            if stop is not None and where == hex_:
                found.append((hex_, drawn.spokes[stop][number].back()))
            elif came is not None:
                found.append((hex_, drawn.track(came, number)))
            where, came, stop = hex_, (number + 3) % EDGES, None
        return [(hex_, line.moved(*self.centres[hex_])) for hex_, line in found]

    def ways(self, board: Board, ways: Sequence[DrawnRoute], column: str) -> tuple[str, set[int]]:
        """The routes as a layer with the stops they call at on top, and the hexes they touch."""
        lines, above = [], []
        touched: set[int] = set()
        kept = self.kept(board)
        for number, way in enumerate(ways):
            pieces = self.pieces(board, way.path)
            touched |= {hex_ for hex_, _ in pieces}
            d, end = "", None
            for _, line in pieces:
                d += line.draw() if end is not None and _same(end, line.start) else line.path()
                end = line.end
            label = f"<title>{escape(way.label)}</title>" if way.label else ""
            kind = number % DASHES + 1
            lines.append(f'<g class="route" data-route="{number + 1}">{label}<path class="rc" d="{d}"/>')
            lines.append(f'<path class="rt r{kind}" d="{d}"/></g>')
        for hex_ in sorted(touched):
            art = self.art(hex_, board.faces[hex_], column)
            x, y = self.centres[hex_]
            upon = self.tokens(art, board.tokens[hex_], kept.get(hex_, ()))
            if art.stops or upon:
                above.append(f'<g transform="translate({num(x)} {num(y)})">{"".join(art.stops)}{upon}</g>')
        return f'<g class="routes">{"".join(lines)}</g><g class="calls">{"".join(above)}</g>', touched


def _same(a: tuple[float, float], b: tuple[float, float]) -> bool:
    return abs(a[0] - b[0]) < 0.2 and abs(a[1] - b[1]) < 0.2


def data_money(currency: str, amount: int) -> str:
    """An amount as the title writes it."""
    return currency.replace("{}", str(amount))


_MAPS: WeakKeyDictionary[HexMap, MapArt] = WeakKeyDictionary()


def map_art(hexmap: HexMap) -> MapArt:
    """The drawings of a map, kept as long as the map is."""
    found = _MAPS.get(hexmap)
    if found is None:
        found = _MAPS[hexmap] = MapArt(hexmap)
    return found
