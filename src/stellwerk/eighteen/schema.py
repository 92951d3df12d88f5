"""The form of a title's TOML file."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from stellwerk.core import table


class TitleHead(table.TitleHead, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[title]`"""

    bank: int
    office: str = "president"  # what the rulebook calls whoever leads a company: president or director


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """`[setup]`: starting cash and certificate limit by number of players."""

    cash: dict[str, int]
    cert_limit: dict[str, int]
    cert_limit_by_companies: dict[str, dict[str, int]] = field(default_factory=dict)  # players, then companies left
    holding_limit: dict[str, int] = field(default_factory=dict)  # percent, by players; where it depends on them
    cert_limits: dict[str, tuple[int, ...]] = field(default_factory=dict)  # by the number of split companies


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """`[limits]`"""

    holding_percent: int
    pool_percent: int
    bid_raise: int
    private_price_factor: tuple[float, float] | None = None  # of the face price; needed where there are privates
    least_bid: int = 0  # for a president's certificate that is auctioned
    price_support: int = 0  # what the bank adds for every round of passes before the first bid
    pool_units: int = 0  # most share units of one company in the pool, where units change their size
    frontier_token_percent: int = 100  # price of a token beyond the frontier, seen from the company's home
    end_price: int = 0  # a share price above it ends the game
    end_companies_removed: int = 0  # so many companies gone end the game
    end_players: int = 0  # fewer players than this end the game


class GivenShare(Struct, frozen=True, forbid_unknown_fields=True):
    """A certificate that comes with a private."""

    corporation: str
    percent: int
    director: bool = False


class Discount(Struct, frozen=True, forbid_unknown_fields=True):
    """What a private takes off the cost of one kind of terrain, once."""

    terrain: str
    amount: int


class HexBonus(Struct, frozen=True, forbid_unknown_fields=True):
    """What routes over a hex earn more."""

    hex: str
    amount: int


class PrivateData(Struct, frozen=True, forbid_unknown_fields=True):
    """`[[private]]`"""

    id: str
    name: str
    price: int
    income: int
    power: str
    hex: str = ""
    blocks: tuple[str, ...] = ()
    tiles: tuple[str, ...] = ()
    exchange: str = ""
    grants: str = ""
    sellable: bool = True
    closes_on: str = ""
    shares: tuple[GivenShare, ...] = ()
    income_reduced: int = 0  # paid instead of `income` from some event on
    discount: int = 0  # how much cheaper the lay of its power is
    kind: str = ""
    terrain_discount: Discount | None = None
    stop_bonus: HexBonus | None = None


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
    group: int = 0  # groups of companies come on sale one after another
    shares_after_buyback: tuple[int, ...] = ()
    kind: str = ""  # where a title has several kinds of companies
    home_choice: tuple[str, ...] = ()  # hexes the home is chosen from; `home` then only stands for them
    split_shares: tuple[int, ...] = ()  # the certificates after a split
    capital: int = 0  # what the bank puts into the treasury at the start


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


class RepairData(Struct, frozen=True, forbid_unknown_fields=True):
    """A scrapped train that is repaired: its price, and from which phase on."""

    price: int
    phase: str


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
    may_use: tuple[str, ...] = ()  # places only this kind may go to
    repair: RepairData | None = None


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
    export: bool = False  # a round without a purchase costs the depot its first train
    events: tuple[str, ...] = ()
    color: str = ""  # the colour of the phase, where rules speak of it
    yellow_tiles: int = 1  # how many yellow tiles a company lays in a turn
    starts_also: tuple[str, ...] = ()  # further kinds of trains that start it
    train_limits: dict[str, int] = field(default_factory=dict)  # by kind of company


class MarketData(Struct, frozen=True, forbid_unknown_fields=True):
    """`[market]`"""

    kind: str
    rows: tuple[tuple[str, ...], ...]
    zones: dict[str, str]
    ag_start: tuple[int, int] | None = None  # row and column where the marker of a merged company begins


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
    token_blocked: tuple[str, ...] = ()  # hexes that take no tokens for a time


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


class MailData(Struct, frozen=True, forbid_unknown_fields=True):
    """`[[mail]]`: a contract that pays its company in every turn, by the colour of the phase."""

    id: str
    count: int
    price: int
    income: dict[str, int]


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


class BonusRates(Struct, frozen=True, forbid_unknown_fields=True):
    """`[bonus_rates]`: what a hex of the distance brings, by colour of the phase, and what a travelled one costs."""

    rate: dict[str, int]
    per_hex: int


class StopBonus(Struct, frozen=True, forbid_unknown_fields=True):
    """`[[stop_bonus]]`: a stop that is worth more to some companies while all of them are joined with it."""

    hex: str
    corporations: tuple[str, ...]
    value: int
    rule: str


class LoanData(Struct, frozen=True, forbid_unknown_fields=True):
    """`[loan]`: notes of a share buyback, what is paid out for one by the colour of the phase, the company's part."""

    face: int
    paid_out: dict[str, int]
    company_share: int


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
    private: tuple[PrivateData, ...] = ()
    groups: dict[str, str] = field(default_factory=dict)  # when each group of companies comes on sale
    bonus: tuple[BonusData, ...] = ()
    bonus_rates: BonusRates | None = None
    stop_bonus: tuple[StopBonus, ...] = ()
    loan: LoanData | None = None
    tunnels: TunnelData | None = None
    mail: tuple[MailData, ...] = ()
    option_counts: ByOption = field(default_factory=dict)  # option, value: trains by kind
    option_tokens: dict[str, dict[str, dict[str, tuple[int, ...]]]] = field(default_factory=dict)  # tokens by company
