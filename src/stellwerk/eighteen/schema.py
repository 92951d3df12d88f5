"""The form of a title's TOML file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct, field

from stellwerk.core import table
from stellwerk.eighteen.ability_schema import AnyAbility
from stellwerk.eighteen.choices import Choices


class TitleHead(table.TitleHead, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[title]`"""

    bank: int
    office: str = "president"  # what the rulebook calls whoever leads a company: president or director


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """`[setup]`: starting cash and certificate limit by number of players."""

    cash: dict[str, int]
    cert_limit: dict[str, int]


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """`[limits]`"""

    holding_percent: int
    pool_percent: int
    bid_raise: int
    private_price_factor: tuple[float, float] | None = None  # of the face price; needed where there are privates
    least_bid: int = 0  # for a president's certificate that is auctioned
    frontier_token_percent: int = 100  # price of a token beyond the frontier, seen from the company's home


class PrivateData(Struct, frozen=True, forbid_unknown_fields=True):
    """`[[private]]`"""

    id: str
    name: str
    price: int
    income: int
    power: str
    sellable: bool = True
    ability: tuple[AnyAbility, ...] = ()


class Home(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a company starts; without `city` it is chosen in the game."""

    hex: str
    city: int | None = None


class Destination(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a company has a slot of its own besides home, and which of its tokens goes there."""

    hex: str
    marker: int


class Goal(Struct, frozen=True, forbid_unknown_fields=True):
    """A place a company is to be joined with, over other places in this order."""

    hex: str
    via: tuple[str, ...] = ()


class CompanyData(Struct, frozen=True, forbid_unknown_fields=True):
    """`[[corporation]]`"""

    id: str
    name: str
    color: str
    text_color: str
    home: Home
    tokens: tuple[int, ...]
    shares: tuple[int, ...]
    float: int
    destination: Destination | None = None
    goal: Goal | None = None
    bonus: int = 0  # for reaching destination or goal
    kind: str = ""  # where a title has several kinds of companies
    priced: int = 0  # the percentage a price is paid for; else that of an ordinary certificate
    home_choice: tuple[str, ...] = ()  # hexes the home is chosen from; `home` then only stands for them


class ReachData(Struct, frozen=True, forbid_unknown_fields=True):
    """How far a train goes: stops of all kinds, and how many of them may be cities and off-board areas, or towns.

    With `pays` only so many of the stops it passes count.
    """

    stops: int | str
    cities: int | None = None
    towns: int | None = None
    pays: int = 0  # how many of the visited stops are paid (0: all); one of them holds an own token


class SideData(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a train card; the buyer chooses it for good."""

    id: str
    price: int
    reach: ReachData


class TrainData(Struct, frozen=True, forbid_unknown_fields=True):
    """`[[train]]`"""

    id: str
    count: int
    price: int
    reach: ReachData | None = None  # a card with two sides has it on each side
    sides: tuple[SideData, ...] = ()
    rusts_on: str = ""
    rusts_also_on: tuple[str, ...] = ()  # further kinds that make it rust
    available_on: str = ""
    discount: dict[str, int] = field(default_factory=dict)
    express: bool = False  # on sale beside the other kinds: never holds them back and starts no phase
    unlimited: bool = False  # the depot never runs out of it
    stack: str = ""  # where trains are sold from several stacks


CLOSE_PRIVATES = "close_privates"  # of `[[phase]] events`


class PhaseData(Struct, frozen=True, forbid_unknown_fields=True):
    """`[[phase]]`"""

    id: str
    starts: str
    train_limit: int
    tiles: tuple[str, ...]
    operating_rounds: int
    offboard: str
    buy_privates: bool | None = None  # needed where there are privates, as the next one
    trade_privates_between_players: bool | None = None
    events: tuple[str, ...] = ()  # what begins with it, as keys: `close_privates`, and those of the title's own rules
    color: str = ""  # the colour of the phase, where rules speak of it
    starts_also: tuple[str, ...] = ()  # further kinds of trains that start it
    train_limits: dict[str, int] = field(default_factory=dict)  # by kind of company


class MarketData(Struct, frozen=True, forbid_unknown_fields=True):
    """`[market]`"""

    kind: str
    rows: tuple[tuple[str, ...], ...]
    zones: dict[str, str]


class StopData(Struct, frozen=True, forbid_unknown_fields=True):
    """A stop on a hex or tile."""

    kind: str
    value: int | dict[str, int]
    exits: tuple[int, ...]
    slots: int = 0
    reserve: tuple[str, ...] = ()  # `home X` or `dest X` for each slot, in the order of the slots
    name: str = ""  # where the stops of a hex have names of their own


class Border(Struct, frozen=True, forbid_unknown_fields=True):
    """A side of a hex that is special."""

    edge: int
    kind: str
    cost: int = 0
    color: str = ""  # how the map draws it, where it is not the usual colour: black


class ExtraTile(Struct, frozen=True, forbid_unknown_fields=True):
    """The one tile, in one rotation, that some power lays on a hex which otherwise never takes one."""

    tile: str
    rotation: int


class Customs(Struct, frozen=True, forbid_unknown_fields=True):
    """What a route over a printed track pays."""

    track: tuple[int, int]
    amount: int


class HexData(Struct, frozen=True, forbid_unknown_fields=True):
    """`[map.hex.…]`"""

    color: str
    name: str = ""
    short: str = ""  # the name on the map where a tile leaves no room for it
    stops: tuple[StopData, ...] = ()
    track: tuple[tuple[int, int], ...] = ()
    label: str = ""
    cost: int = 0
    terrain: str = ""
    group: str = ""
    borders: tuple[Border, ...] = ()
    country: str = ""
    extra: ExtraTile | None = None
    board: str = ""  # where a title has several boards
    required_exit: int | None = None  # every tile there has this exit
    only_trains: tuple[str, ...] = ()  # no other train may go there
    through_for: tuple[str, ...] = ()  # trains that may run through an off-board area …
    through: tuple[tuple[int, int], ...] = ()  # … over these pairs of edges
    customs: Customs | None = None


class MapData(Struct, frozen=True, forbid_unknown_fields=True):
    """`[map]`"""

    layout: str
    edges: dict[str, str]
    hexes: int
    hex: dict[str, HexData]
    apart: tuple[tuple[str, ...], ...] = ()  # off-board areas of which a route has one at most
    labels: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)  # tiles of a label, by colour


class TileData(Struct, frozen=True, forbid_unknown_fields=True):
    """`[tiles]`"""

    count: int
    color: str
    stops: tuple[StopData, ...] = ()
    track: tuple[tuple[int, int], ...] = ()
    label: str = ""
    unlimited: bool = False
    joins: bool = False  # takes the place of several cities and makes them one
    over: tuple[
        str, ...
    ] = ()  # stops it may replace besides its own kinds, such as `town town`; tokens go by their edges


class TunnelPiece(Struct, frozen=True, forbid_unknown_fields=True):
    """A tunnel piece: how many there are and the edges it joins, unrotated."""

    count: int
    track: tuple[int, int]


class TunnelData(Struct, frozen=True, forbid_unknown_fields=True):
    """`[tunnels]`"""

    cost: int
    per_hex: int
    pieces: dict[str, TunnelPiece]


class TargetData(Struct, frozen=True, forbid_unknown_fields=True):
    """A place a bonus run leads to; `city` is the stop while the hex has several."""

    name: str
    hex: str
    city: int = 0


class BonusData(Struct, frozen=True, forbid_unknown_fields=True):
    """`[[bonus]]`: a run from the company's home to one of the targets; figures by the colour of the phase.

    `most` is the bonus for a run over just `distance` hexes, as the company's chart prints it.
    """

    corporation: str
    targets: tuple[TargetData, ...]
    distance: dict[str, int]
    most: dict[str, int]


class OwnFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """`[own]`: what only one title has. The title says in a subclass what that is."""

    def faults(self, data: TitleData) -> Iterator[tuple[str, str]]:
        """What types cannot say: the key and the reason of whatever is wrong."""
        yield from ()


ByOption = dict[str, dict[str, dict[str, int | Literal["unlimited"]]]]


class TitleData(table.TitleFile, frozen=True, forbid_unknown_fields=True):
    """Everything in a title's file."""

    title: TitleHead
    provenance: dict[str, str]
    setup: Setup
    limits: Limits
    corporation: tuple[CompanyData, ...]
    train: tuple[TrainData, ...]
    phase: tuple[PhaseData, ...]
    market: MarketData
    map: MapData
    tiles: dict[str, TileData]
    cite: dict[str, str]
    choices: Choices = field(default_factory=Choices)  # what the family leaves open, where no option decides it
    own: OwnFigures = field(default_factory=OwnFigures)
    private: tuple[PrivateData, ...] = ()
    bonus: tuple[BonusData, ...] = ()
    tunnels: TunnelData | None = None
    option_counts: ByOption = field(default_factory=dict)  # option, value: trains by kind
    option_tokens: dict[str, dict[str, dict[str, tuple[int, ...]]]] = field(default_factory=dict)  # tokens by company
