"""The table: what is fixed for one game. Title data, map, market, seats, options. Rules read it, nobody changes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import structs

from stellwerk.core import Message, Style, table
from stellwerk.core.table import BaseTable
from stellwerk.eighteen.choices import Choices
from stellwerk.eighteen.hexmap import HexMap
from stellwerk.eighteen.market import Market
from stellwerk.eighteen.network import Networks
from stellwerk.eighteen.schema import Home, OwnFigures, SideData, TitleData, TitleHead
from stellwerk.eighteen.state import BANK, FIRST_COMPANY
from stellwerk.eighteen.title_file import load

THE_BANK = Message("the bank")
# What titles call whoever leads a company: the name of their dialect in the catalogues, and the words in English.
OFFICES = {
    "president": ("", ()),
    "director": ("director", (("president", "director"), ("President", "Director"), ("presidency", "directorship"))),
}


def style_of(title: TitleHead) -> Style:
    """How a title speaks."""
    return Style(title.currency, *OFFICES[title.office], title=title.id)


class Cites(dict[str, str]):
    """Paragraphs by key. What has none of its own is cited as what stands before its last dot, at last as `*`."""

    def __missing__(self, key: str) -> str:
        if key == "*":
            raise KeyError(key)
        return self[key.rpartition(".")[0] or "*"]


class TitleKit:
    """A title's data with the tables made from it; shared by all games of the title."""

    def __init__(self, data: TitleData) -> None:
        """Make the tables."""
        self.data = data
        self.hexmap = HexMap(data)
        self.market = Market(data.market)
        self.networks = Networks(self.hexmap)
        self.company_index = {entry.id: number for number, entry in enumerate(data.corporation)}
        self.private_index = {entry.id: number for number, entry in enumerate(data.private)}
        self.train_index = {  # by kind: the card's own, or that of one of its sides
            name: number
            for number, entry in enumerate(data.train)
            for name in (entry.id, *(side.id for side in entry.sides))
        }
        sides = [SideData(entry.id, entry.price, entry.reach) for entry in data.train if entry.reach]
        sides += [side for entry in data.train for side in entry.sides]
        self.reach = {side.id: side.reach for side in sides}
        self.train_price = {side.id: side.price for side in sides}
        places = data.map.hex.items()
        self.only_trains = {name: entry.only_trains for name, entry in places if entry.only_trains}
        self.through_for = {name: entry.through_for for name, entry in places if entry.through_for}
        self.apart = {name: "/".join(places) for places in data.map.apart for name in places}
        self._kept: dict[tuple[type, str], dict[Any, Any]] = {}

    def kept(self, owner: object, name: str) -> dict[Any, Any]:
        """What steps of one class have worked out of map and tiles alone: it is kept for all games of the title."""
        return self._kept.setdefault((type(owner), name), {})


@lru_cache(maxsize=8)
def kit(path: Path, own: type[OwnFigures] = OwnFigures) -> TitleKit:
    """The kit of a title file, made once."""
    return TitleKit(load(path, own))


@lru_cache(maxsize=8)
def moved_home(parts: TitleKit, company: str, hex_: str) -> TitleKit:
    """The kit of a title with a company's home, and the slot that bears its name if there is one, in another hex."""
    data, mark = parts.data, f"home {company}"
    old = next(entry.home.hex for entry in data.corporation if entry.id == company)
    if hex_ == old:
        return parts
    hexes = dict(data.map.hex)
    if any(mark in stop.reserve for stop in hexes[old].stops):
        for name, reserve in ((old, ()), (hex_, (mark,))):
            (stop,) = hexes[name].stops
            hexes[name] = structs.replace(hexes[name], stops=(structs.replace(stop, reserve=reserve),))
    companies = tuple(
        structs.replace(entry, home=Home(hex_, 0)) if entry.id == company else entry for entry in data.corporation
    )
    moved: TitleData = structs.replace(data, corporation=companies, map=structs.replace(data.map, hex=hexes))
    return TitleKit(moved)


def with_tokens(parts: TitleKit, option: str, chosen: Mapping[str, Any]) -> TitleKit:
    """The kit with the tokens an option gives to some companies (`[option_tokens]`) instead of their own."""
    given = parts.data.option_tokens[option].get(table.spelled(chosen[option]))
    if not given:
        return parts
    companies = tuple(
        structs.replace(entry, tokens=given.get(entry.id, entry.tokens)) for entry in parts.data.corporation
    )
    varied = copy(parts)
    varied.data = structs.replace(parts.data, corporation=companies)
    return varied


class Table(BaseTable):
    """One game's fixed part."""

    def __init__(
        self,
        parts: TitleKit,
        seats: tuple[str, ...],
        options: Mapping[str, Any],
        seed: int,
        loose_groups: frozenset[str] = frozenset(),
        choices: Choices | None = None,
    ) -> None:
        """Seats and options are checked by the title; hexes of a group are one location unless it is loose.

        `choices` is what the title and its options make of the family's rules, instead of what its file says.
        """
        cites = Cites({key: f"{parts.data.title.id} {rule}" for key, rule in parts.data.cite.items()})
        cites |= {
            f"{ability.kind}.{private.id}": f"{parts.data.title.id} {ability.rule}"
            for private in parts.data.private
            for ability in private.ability
            if ability.rule
        }
        super().__init__(parts.data, seats, options, seed, style_of(parts.data.title), cites)
        self.kit = parts
        self.data = parts.data
        self.hexmap = parts.hexmap
        self.market = parts.market
        self.networks = parts.networks
        self.choices = choices or parts.data.choices
        self.groups = tuple(
            "" if group in loose_groups else group or parts.apart.get(name, "")
            for name, group in zip(parts.hexmap.names, parts.hexmap.groups, strict=True)
        )
        count = str(len(seats))
        self.starting_cash = parts.data.setup.cash[count]
        self.cert_limit = parts.data.setup.cert_limit[count]
        self.companies = parts.data.corporation
        self.privates = parts.data.private
        self.trains = parts.data.train
        self.phases = parts.data.phase
        self.train_price = parts.train_price
        self.fates = tuple(  # the kinds of trains that end each kind, by its number
            self.choices.fates.get(entry.id, tuple(filter(None, (entry.rusts_on, *entry.rusts_also_on))))
            for entry in parts.data.train
        )
        self.homes: dict[int, tuple[int, ...]] = {}  # by hex: the companies whose home it is
        for number, company in enumerate(self.companies):
            home = parts.hexmap.index[company.home.hex]
            self.homes[home] = (*self.homes.get(home, ()), number)
        self.on_sale: dict[tuple[object, ...], tuple[Any, ...]] = {}  # see `depot.on_sale`
        self._names = {BANK: "the bank", **dict(enumerate(seats))}
        self._names |= {FIRST_COMPANY + number: entry.id for number, entry in enumerate(parts.data.corporation)}

    # -- names

    def name(self, owner: int) -> str:
        """The name of a seat, a company or the bank."""
        return self._names[owner]

    def party(self, owner: int) -> str | Message:
        """Who pays or is paid, for a sentence."""
        return self._names[owner] if owner != BANK else THE_BANK

    def company(self, name: str) -> int:
        """The number of a company, or a refusal."""
        number = self.kit.company_index.get(name)
        if number is None:
            raise self.no("unknown", "there is no company {name}", name=name)
        return number

    def private(self, name: str) -> int:
        """The number of a private, or a refusal."""
        number = self.kit.private_index.get(name)
        if number is None:
            raise self.no("unknown", "there is no private {name}", name=name)
        return number

    def hex(self, name: str) -> int:
        """The number of a hex, or a refusal."""
        number = self.hexmap.index.get(name)
        if number is None:
            raise self.no("unknown", "there is no hex {name}", name=name)
        return number


def seated(
    file: Path,
    players: Sequence[str],
    options: Mapping[str, Any] | None,
    preset: str | None,
    own: type[OwnFigures] = OwnFigures,
) -> tuple[TitleKit, dict[str, Any]]:
    """The parts of a title and the options of a table, for as many players as the title is for."""
    parts = kit(file, own)
    return parts, table.seated(parts.data, players, options, preset)
