"""The form of the title's TOML file, and of a board file, which holds the part from `[board]` on."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stellwerk.core.table import TitleFile


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """`[setup]`: hands, display and the piles of the deck."""

    track_hand: int
    dealt_up_shares: int
    display: int
    first_pile: int
    second_pile: int
    second_pile_payouts: int
    small_piles: int
    small_size: int


class PayoutData(Struct, frozen=True, forbid_unknown_fields=True):
    """`[payout]`"""

    cards: int
    last: int
    last_two_players: int
    station_value: int
    union_pacific: tuple[tuple[int, ...], ...]


class UnionPacificData(Struct, frozen=True, forbid_unknown_fields=True):
    """`[union_pacific]`"""

    id: str
    abbr: str
    name: str
    shares: int
    color: str
    colour_name: str


class BoardHead(Struct, frozen=True, forbid_unknown_fields=True):
    """`[board]`: its name and the size of the drawing."""

    name: str
    width: int
    height: int


class TrackType(Struct, frozen=True, forbid_unknown_fields=True):
    """`[[track_type]]`: how many cards there are of it, and how its sections are drawn."""

    id: str
    name: str
    cards: int
    pattern: str


class WildCards(Struct, frozen=True, forbid_unknown_fields=True):
    """`[track_wild]`"""

    cards: int


class CompanyData(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """`[[company]]`. A board file gives only what stands on the board; the rest is that of the title."""

    id: str
    track_types: tuple[str, ...]
    home: str
    start_sections: tuple[str, ...]
    abbr: str = ""
    name: str = ""
    shares: int = 0
    locomotives: int = 0
    color: str = ""
    colour_name: str = ""
    colour_source: str = ""


class City(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """`[[city]]`"""

    id: str
    name: str
    x: int
    y: int
    home_of: str = ""
    known: str = ""


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """A coloured space: whose it is, and which space of the section."""

    company: str
    slot: int


class Section(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """`[[section]]`: `via` are bend points for the drawing, from `a` to `b`."""

    id: str
    a: str
    b: str
    type: str
    spaces: int
    start: Start | None = None
    via: tuple[tuple[int, int], ...] = ()
    known: str = ""


class BoardData(Struct, frozen=True, forbid_unknown_fields=True):
    """A board: what differs between the printed one and our reconstruction."""

    board: BoardHead
    track_type: tuple[TrackType, ...]
    track_wild: WildCards
    company: tuple[CompanyData, ...]
    city: tuple[City, ...]
    section: tuple[Section, ...]


class TitleData(TitleFile, frozen=True, forbid_unknown_fields=True):
    """Everything in the title's file."""

    provenance: dict[str, str]
    sources: dict[str, str]
    setup: Setup
    payout: PayoutData
    union_pacific: UnionPacificData
    board: BoardHead
    track_type: tuple[TrackType, ...]
    track_wild: WildCards
    company: tuple[CompanyData, ...]
    city: tuple[City, ...]
    section: tuple[Section, ...]

    @property
    def own_board(self) -> BoardData:
        """The board of the file itself."""
        return BoardData(self.board, self.track_type, self.track_wild, self.company, self.city, self.section)


BOARD_TABLES = BoardData.__struct_fields__


def board_tables(raw: dict[str, Any]) -> dict[str, Any]:
    """The tables of a file that make its board."""
    return {name: raw[name] for name in BOARD_TABLES if name in raw}
