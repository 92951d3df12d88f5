"""The form of a title's TOML file."""

from __future__ import annotations

from msgspec import Struct, field

Scalar = bool | int | str


class TitleHead(Struct, frozen=True, forbid_unknown_fields=True):
    """`[title]`"""

    id: str
    name: str
    version: str
    designer: str
    players: tuple[int, int]
    currency: str
    bank: int


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """`[setup]`: starting cash and certificate limit by number of players."""

    cash: dict[str, int]
    cert_limit: dict[str, int]


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """`[limits]`"""

    holding_percent: int
    pool_percent: int
    bid_raise: int
    private_price_factor: tuple[float, float]


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


class Home(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a company starts; without `city` it is chosen in the game."""

    hex: str
    city: int | None = None


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


class ReachData(Struct, frozen=True, forbid_unknown_fields=True):
    """How far a train goes."""

    stops: int | str


class TrainData(Struct, frozen=True, forbid_unknown_fields=True):
    """`[[train]]`"""

    id: str
    count: int
    price: int
    reach: ReachData
    rusts_on: str = ""
    available_on: str = ""
    discount: dict[str, int] = field(default_factory=dict)


class PhaseData(Struct, frozen=True, forbid_unknown_fields=True):
    """`[[phase]]`"""

    id: str
    starts: str
    train_limit: int
    tiles: tuple[str, ...]
    operating_rounds: int
    buy_privates: bool
    trade_privates_between_players: bool
    offboard: str
    events: tuple[str, ...] = ()


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


class Border(Struct, frozen=True, forbid_unknown_fields=True):
    """A side of a hex that is special."""

    edge: int
    kind: str


class HexData(Struct, frozen=True, forbid_unknown_fields=True):
    """`[map.hex.…]`"""

    color: str
    name: str = ""
    stops: tuple[StopData, ...] = ()
    track: tuple[tuple[int, int], ...] = ()
    label: str = ""
    cost: int = 0
    terrain: str = ""
    group: str = ""
    borders: tuple[Border, ...] = ()


class MapData(Struct, frozen=True, forbid_unknown_fields=True):
    """`[map]`"""

    layout: str
    edges: dict[str, str]
    hexes: int
    hex: dict[str, HexData]


class TileData(Struct, frozen=True, forbid_unknown_fields=True):
    """`[tiles]`"""

    count: int
    color: str
    stops: tuple[StopData, ...] = ()
    track: tuple[tuple[int, int], ...] = ()
    label: str = ""


class OptionData(Struct, frozen=True, forbid_unknown_fields=True):
    """`[option.…]`: allowed values, the value in each preset, the paragraph and a sentence for players."""

    values: tuple[Scalar, ...]
    presets: dict[str, Scalar]
    rule: str
    text: str


class TitleData(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything in a title's file."""

    title: TitleHead
    provenance: dict[str, str]
    setup: Setup
    limits: Limits
    private: tuple[PrivateData, ...]
    corporation: tuple[CompanyData, ...]
    train: tuple[TrainData, ...]
    phase: tuple[PhaseData, ...]
    market: MarketData
    map: MapData
    tiles: dict[str, TileData]
    option: dict[str, OptionData]
    cite: dict[str, str]

    @property
    def presets(self) -> list[str]:
        """Names of the presets, the default first."""
        first = next(iter(self.option.values()))
        return list(first.presets)
