"""The board in a game: which face lies on each hex, the tokens in its cities, and the slots kept for homes."""

from __future__ import annotations

from msgspec import Struct, structs

from stellwerk.core.state import put as put
from stellwerk.eighteen.hexmap import STOPS_PER_HEX, HexMap, TileLay

FREE = -1
UNFIXED = -1
GONE = -2
BLOCKED = -3  # a slot with a marker that is nobody's: it only blocks


class Board(Struct, frozen=True, cache_hash=True, gc=False):
    """`faces[hex]` is a face number; `tokens[hex][stop]` are slots with company numbers, FREE or BLOCKED.

    `homes[company]` is the stop of its home hex its kept slot is in (-1: not fixed, -2: the company has left the game).
    Once the home token is placed the company is in `settled`.
    """

    faces: tuple[int, ...]
    tokens: tuple[tuple[tuple[int, ...], ...], ...]
    homes: tuple[int, ...]
    settled: tuple[bool, ...]


def empty_board(hexmap: HexMap) -> Board:
    """The board as printed, without tokens."""
    tokens = tuple(tuple((FREE,) * stop.slots for stop in hexmap.faces[face].stops) for face in hexmap.printed)
    homes = tuple(UNFIXED if entry.home.city is None else entry.home.city for entry in hexmap.data.corporation)
    return Board(hexmap.printed, tokens, homes, (False,) * len(homes))


def lay(hexmap: HexMap, board: Board, hex_: int, new: TileLay) -> Board:
    """The board with the tile laid; tokens and kept slots go with their stops."""
    face, old = hexmap.faces[new.face], hexmap.faces[board.faces[hex_]]
    slots: list[tuple[int, ...]] = [(FREE,) * stop.slots for stop in face.stops]
    for old_stop, new_stop in enumerate(new.stops):
        kept = board.tokens[hex_][old_stop]
        if face.joins:
            slots[new_stop] = _joined(hexmap, board, hex_, old_stop, face.stops[new_stop].reserve, slots[new_stop])
        elif face.regroups(old):
            for token in kept:
                if token != FREE:
                    slots[new_stop] = put(slots[new_stop], slots[new_stop].index(FREE), token)
        else:
            slots[new_stop] = kept + (FREE,) * (face.stops[new_stop].slots - len(kept))
    homes = board.homes
    for company, entry in enumerate(hexmap.data.corporation):
        if homes[company] >= 0 and hexmap.index[entry.home.hex] == hex_:
            homes = put(homes, company, new.stops[homes[company]])
    now = tuple(slots)
    tokens = board.tokens if now == board.tokens[hex_] else put(board.tokens, hex_, now)
    return Board(put(board.faces, hex_, new.face), tokens, homes, board.settled)


def _joined(
    hexmap: HexMap, board: Board, hex_: int, old_stop: int, names: tuple[str, ...], slots: tuple[int, ...]
) -> tuple[int, ...]:
    """The slots of a joined city with the tokens of one old city: each in the slot that bears its company's name.

    A token of a company without such a slot takes that of the company whose circle it stood in (18TE 7.3.14a).
    """
    circle = hexmap.faces[board.faces[hex_]].stops[old_stop].reserve
    for number, token in enumerate(board.tokens[hex_][old_stop]):
        if token == FREE:
            continue
        name = hexmap.data.corporation[token].id if token >= 0 else ""
        wanted = [slot for slot, entry in enumerate(names) if entry.partition(" ")[2] == name]
        wanted += [slot for slot, entry in enumerate(names) if number < len(circle) and entry == circle[number]]
        wanted += range(len(slots))
        slots = put(slots, next(slot for slot in wanted if slots[slot] == FREE), token)
    return slots


def place_in(board: Board, hex_: int, stop: int, slot: int, company: int) -> Board:
    """The board with a token in one slot of a city."""
    filled = put(board.tokens[hex_][stop], slot, company)
    return structs.replace(board, tokens=put(board.tokens, hex_, put(board.tokens[hex_], stop, filled)))


def place(board: Board, hex_: int, stop: int, company: int) -> Board:
    """The board with a token in the first free slot of a city."""
    slots = board.tokens[hex_][stop]
    filled = put(slots, slots.index(FREE), company)
    return structs.replace(board, tokens=put(board.tokens, hex_, put(board.tokens[hex_], stop, filled)))


def settle(board: Board, company: int, stop: int) -> Board:
    """The company's home token lies: its slot is no longer kept."""
    return structs.replace(board, homes=put(board.homes, company, stop), settled=put(board.settled, company, True))


def lift(board: Board, hex_: int, company: int) -> Board:
    """The board without the company's token in that hex."""
    cities = tuple(tuple(FREE if token == company else token for token in slots) for slots in board.tokens[hex_])
    return structs.replace(board, tokens=put(board.tokens, hex_, cities))


def block(board: Board, hex_: int, stop: int) -> Board:
    """The board with a blocker in the first free slot of a city."""
    return place(board, hex_, stop, BLOCKED)


def unblock(board: Board, hex_: int, stop: int) -> Board:
    """The board without one blocker in that city."""
    slots = board.tokens[hex_][stop]
    return place_in(board, hex_, stop, slots.index(BLOCKED), FREE)


def turn_over(board: Board, company: int) -> Board:
    """The board with the company's markers turned over, so that they only block; it keeps no slot any more."""
    tokens = tuple(
        tuple(tuple(BLOCKED if token == company else token for token in slots) for slots in cities)
        if any(company in slots for slots in cities)
        else cities
        for cities in board.tokens
    )
    return settle(structs.replace(board, tokens=tokens), company, GONE)


def cleared(hexmap: HexMap, board: Board, hex_: int) -> Board:
    """The board with one hex as printed, without tiles and tokens."""
    face = hexmap.printed[hex_]
    tokens = tuple((FREE,) * stop.slots for stop in hexmap.faces[face].stops)
    return structs.replace(board, faces=put(board.faces, hex_, face), tokens=put(board.tokens, hex_, tokens))


def has_token(board: Board, hex_: int, company: int) -> bool:
    """True if the company has a token in any city of the hex."""
    for slots in board.tokens[hex_]:  # noqa: SIM110 (asked of every city, and faster than `any` with a generator)
        if company in slots:
            return True
    return False


class TokenPlaces:
    """Where tokens lie, worked out once for all companies: `of[company]` are (hex, stop) in map order.

    `full` are the stop numbers of cities without a free slot.
    """

    __slots__ = ("_origins", "full", "of", "tokens")

    def __init__(self, hexmap: HexMap, tokens: tuple[tuple[tuple[int, ...], ...], ...]) -> None:
        self.tokens = tokens
        self.of: dict[int, tuple[tuple[int, int], ...]] = {}
        self.full: list[int] = []
        self._origins: dict[int, tuple[tuple[tuple[int, int], ...], list[int]]] = {}
        for hex_ in hexmap.cities:
            for stop, slots in enumerate(tokens[hex_]):
                if FREE not in slots:
                    if slots:
                        self.full.append(hex_ * STOPS_PER_HEX + stop)
                elif slots[0] == FREE and slots.count(FREE) == len(slots):  # most are
                    continue
                for company in dict.fromkeys(slots):
                    self.of[company] = (*self.of.get(company, ()), (hex_, stop))

    def origin(self, company: int) -> tuple[tuple[tuple[int, int], ...], list[int]]:
        """Where the lines of a company begin: its tokens; and the cities full of those of others, where they end."""
        found = self._origins.get(company)
        if found is None:
            tokens = self.of.get(company, ())
            own = {hex_ * STOPS_PER_HEX + stop for hex_, stop in tokens}
            found = self._origins[company] = tokens, [stop for stop in self.full if stop not in own]
        return found


def places(hexmap: HexMap, board: Board) -> TokenPlaces:
    """Where tokens lie on the board. The last answer is kept, since few moves place or lift one."""
    found = hexmap.token_places
    if found is None or found.tokens is not board.tokens:
        found = hexmap.token_places = TokenPlaces(hexmap, board.tokens)
    return found


def tokens_of(hexmap: HexMap, board: Board, company: int) -> tuple[tuple[int, int], ...]:
    """(hex, stop) of every token of the company, in map order."""
    return places(hexmap, board).of.get(company, ())


def closed(board: Board, hex_: int, stop: int, company: int) -> bool:
    """True if a city is full of tokens of others: routes may end there but not pass."""
    slots = board.tokens[hex_][stop]
    return bool(slots) and FREE not in slots and company not in slots
