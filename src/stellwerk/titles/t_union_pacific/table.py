"""The table: what is fixed for one game. Names, the network as bit masks, options, and every option ready-made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from stellwerk.core import BadInput, Option, Style
from stellwerk.core.table import BaseTable, Numbers, seated
from stellwerk.titles import head

from .actions import Build, Invest
from .schema import BoardData, CompanyData, TitleData
from .title_file import board_of_option, load, option_of_board

TITLE_FILE = Path(__file__).with_name("title.toml")
STANDARD = "standard"
WILD = "wild"
TITLE = head(TITLE_FILE).id


class BoardNet:
    """What the locomotives on the board mean: the sections open to each company, and those that are full."""

    __slots__ = ("full", "mine", "open")

    def __init__(self, open_: tuple[int, ...], mine: tuple[int, ...], full: int) -> None:
        """`open_` are sections a company is connected to, may use and does not stand on, full or not."""
        self.open, self.mine, self.full = open_, mine, full


class Kit:
    """A title with a board, and the tables made from both; shared by all games on that board."""

    def __init__(self, data: TitleData, board: BoardData) -> None:
        """Number everything, in the order of the file."""
        self.data, self.board = data, board
        self.companies = tuple(_merged(entry, own) for entry, own in zip(board.company, data.company, strict=True))
        self.up = len(self.companies)
        self.payout_card = self.up + 1
        self.shares = (*(entry.id for entry in self.companies), data.union_pacific.id)
        self.abbr = (*(entry.abbr for entry in self.companies), data.union_pacific.abbr)
        self.share_index = {name: number for number, name in enumerate(self.shares)}
        self.cards = (*(entry.id for entry in board.track_type), WILD)
        self.card_index = {name: number for number, name in enumerate(self.cards)}
        self.card_counts = (*(entry.cards for entry in board.track_type), board.track_wild.cards)
        self.wild = len(self.cards) - 1
        self.sections = board.section
        self.section_index = {entry.id: number for number, entry in enumerate(board.section)}
        self.spaces = tuple(entry.spaces for entry in board.section)
        city_index = {entry.id: number for number, entry in enumerate(board.city)}
        self.cities = board.city
        self.section_names = tuple(
            f"{board.city[city_index[entry.a]].name}–{board.city[city_index[entry.b]].name}" for entry in board.section
        )
        self.ends = tuple((city_index[entry.a], city_index[entry.b]) for entry in board.section)
        self.type = tuple(self.card_index[entry.type] for entry in board.section)
        self.homes = tuple(city_index[entry.home] for entry in self.companies)
        touch = [0] * len(board.city)
        for number, (a, b) in enumerate(self.ends):
            touch[a] |= 1 << number
            touch[b] |= 1 << number
        self.touch = tuple(touch)
        everything = (1 << len(board.section)) - 1
        of_type = [0] * self.wild
        for number, kind in enumerate(self.type):
            of_type[kind] |= 1 << number
        self.type_mask = (*of_type, everything)
        self.allowed = tuple(
            sum(of_type[self.card_index[name]] for name in entry.track_types) for entry in self.companies
        )
        self._options()

    def _options(self) -> None:
        """Options are the same objects in every position: making them anew would cost more than all rules together."""
        self.known_builds: dict[tuple[int, int, int], list[Option]] = {}  # by company, card and open sections
        self.build_options = [
            [[Option(Build(card, entry.id, section.id)) for section in self.sections] for entry in self.companies]
            for card in self.cards
        ]
        most = [entry.shares for entry in self.companies] + [self.data.union_pacific.shares]
        self.invest_rows = [
            [tuple(Option(Invest((name,) * count, card)) for card in self.cards) for count in range(most[number] + 1)]
            for number, name in enumerate(self.shares)
        ]
        self.invest_pairs = [
            [tuple(Option(Invest((one, other), card)) for card in self.cards) for other in self.shares]
            for one in self.shares
        ]

    def slots(self, section: int, standing: tuple[int, ...]) -> list[int | None]:
        """The companies by space: the coloured space first, then the free space with the lowest number (4.6)."""
        entry = self.sections[section]
        found: list[int | None] = [None] * entry.spaces
        for number, company in enumerate(standing):
            place = entry.start.slot if number == 0 and entry.start is not None else found.index(None)
            found[place] = company
        return found

    def first_net(self) -> BoardNet:
        """Nothing built: every company has its home."""
        open_ = tuple(self.touch[self.homes[company]] & mask for company, mask in enumerate(self.allowed))
        return BoardNet(open_, (0,) * len(self.companies), 0)

    def grown(self, net: BoardNet, company: int, section: int, filled: bool) -> BoardNet:
        """The net after a locomotive is put on a section."""
        bit = 1 << section
        a, b = self.ends[section]
        mine = net.mine[company] | bit
        open_ = (net.open[company] | ((self.touch[a] | self.touch[b]) & self.allowed[company])) & ~mine
        return BoardNet(
            (*net.open[:company], open_, *net.open[company + 1 :]),
            (*net.mine[:company], mine, *net.mine[company + 1 :]),
            net.full | bit if filled else net.full,
        )


def _merged(entry: CompanyData, own: CompanyData) -> CompanyData:
    """A company with the figures of the title and the places of the board."""
    return msgspec.structs.replace(
        own,
        track_types=entry.track_types,
        home=entry.home,
        start_sections=entry.start_sections,
        color=entry.color or own.color,
        colour_name=entry.colour_name or own.colour_name,
    )


@lru_cache(maxsize=1)
def title_data() -> TitleData:
    """The title's own file, read once."""
    return load(TITLE_FILE)


@lru_cache(maxsize=16)
def _kit(board: bytes) -> Kit:
    data = title_data()
    if not board:
        return Kit(data, data.own_board)
    return Kit(data, board_of_option(msgspec.json.decode(board), data))


class Table(BaseTable):
    """One game's fixed part."""

    def __init__(self, seats: tuple[str, ...], options: Mapping[str, Any], seed: int) -> None:
        """Seats and options are checked already."""
        custom = options["board"]
        self.kit = _kit(b"" if custom == STANDARD else msgspec.json.encode(custom, order="sorted"))
        self.data = self.kit.data
        super().__init__(self.data, seats, options, seed, Style(self.data.title.currency), Numbers(TITLE))
        two = len(seats) == 2 and bool(options["two_player_rules"])
        self.fictitious = two
        self.last_payout = self.data.payout.last_two_players if two else self.data.payout.last


def choose_options(players: Sequence[str], options: Mapping[str, Any] | None, preset: str | None) -> dict[str, Any]:
    """All options of a table; the board may be one of its own, the start player must be at the table."""
    data, chosen = title_data(), dict(options or {})
    board = chosen.pop("board") if isinstance(chosen.get("board"), dict) else None
    found = seated(data, players, chosen, preset)
    if board is not None:
        found["board"] = option_of_board(board_of_option(board, data))
    start = found["start_player"]
    if isinstance(start, int) and start > len(players):
        raise BadInput(f"{TITLE} option start_player: there is no seat {start}; there are {len(players)}")
    return found
