"""The form of what privates can do, `[[private.ability]]` of a title's TOML file."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class PrivateAbility(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind"):
    """`[[private.ability]]`: something a private can do; `rule` is its paragraph, where the family's is not meant."""

    rule: str = ""

    @property
    def kind(self) -> str:
        """The kind as the file writes it."""
        return str(self.__struct_config__.tag)


class BlockAbility(PrivateAbility, frozen=True, tag="block"):
    """Nobody lays a tile there while a player owns the private."""

    hexes: tuple[str, ...]


class MarkerAbility(PrivateAbility, frozen=True, tag="marker"):
    """A marker of nobody's lies in a city of the hex while the private is open."""

    hex: str


class ExtraLayAbility(PrivateAbility, frozen=True, tag="extra_lay"):
    """Its company lays one of the tiles there once, without being connected.

    Without `extra` it is the tile of the turn. `when` is `turn` (of the company) or `always` (its owner, at any time).
    `spent` is the paragraph by which the lay is over.
    """

    hex: str
    tiles: tuple[str, ...]
    extra: bool = True
    when: Literal["turn", "always"] = "turn"
    spent: str = ""


class FreeTokenAbility(PrivateAbility, frozen=True, tag="free_token"):
    """A token there, without being connected and free, directly after the lay of the private."""

    hex: str


class ExchangeAbility(PrivateAbility, frozen=True, tag="exchange"):
    """The owner exchanges the private for an ordinary certificate."""

    corporation: str


class GrantAbility(PrivateAbility, frozen=True, tag="grant"):
    """A certificate that comes with the private."""

    corporation: str
    percent: int
    president: bool = False


class CloseAbility(PrivateAbility, frozen=True, tag="close"):
    """The private closes when a company first buys a train, runs, pays a dividend, or when all of them have floated."""

    when: Literal["train", "run", "dividend", "float"]
    corporations: tuple[str, ...]


class IncomeAbility(PrivateAbility, frozen=True, tag="income"):
    """Another income as soon as one of the companies has floated."""

    amount: int
    corporations: tuple[str, ...]


class DiscountAbility(PrivateAbility, frozen=True, tag="discount"):
    """What the owner's companies save when they build: so much, once, on a kind of terrain; or all, on some hexes."""

    amount: int = 0
    terrain: str = ""
    free: tuple[str, ...] = ()


class StopBonusAbility(PrivateAbility, frozen=True, tag="stop_bonus"):
    """What routes of the owner's companies over a hex earn more."""

    hex: str
    amount: int


AnyAbility = (
    BlockAbility
    | MarkerAbility
    | ExtraLayAbility
    | FreeTokenAbility
    | ExchangeAbility
    | GrantAbility
    | CloseAbility
    | IncomeAbility
    | DiscountAbility
    | StopBonusAbility
)


# Those that a lay or a token is made in the name of.
LAYING = (ExtraLayAbility, DiscountAbility, FreeTokenAbility)
