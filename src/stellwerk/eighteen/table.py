"""The table: what is fixed for one game. Title data, map, market, seats, options. Rules read it, nobody changes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import structs

from stellwerk.core import BadInput, Illegal
from stellwerk.eighteen.choices import Choices
from stellwerk.eighteen.hexmap import HexMap
from stellwerk.eighteen.market import Market
from stellwerk.eighteen.network import Networks
from stellwerk.eighteen.schema import Home, OptionData, SideData, TitleData
from stellwerk.eighteen.state import FIRST_COMPANY, is_company, is_player
from stellwerk.eighteen.title_file import load


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


@lru_cache(maxsize=8)
def kit(path: Path) -> TitleKit:
    """The kit of a title file, made once."""
    return TitleKit(load(path))


@lru_cache(maxsize=8)
def moved_home(path: Path, company: str, hex_: str) -> TitleKit:
    """The kit of a title with a company's home, and the slot that bears its name if there is one, in another hex."""
    data, mark = kit(path).data, f"home {company}"
    old = next(entry.home.hex for entry in data.corporation if entry.id == company)
    if hex_ == old:
        return kit(path)
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


class Table:
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

        `choices` is what the title and its options make of the family's rules.
        """
        self.kit = parts
        self.data = parts.data
        self.hexmap = parts.hexmap
        self.market = parts.market
        self.networks = parts.networks
        self.seats, self.options, self.seed = seats, options, seed
        self.choices = choices or Choices()
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
        self._cites = {key: f"{parts.data.title.id} {rule}" for key, rule in parts.data.cite.items()}
        self._company_names = tuple(entry.id for entry in parts.data.corporation)

    # -- names

    def name(self, owner: int) -> str:
        """The name of a seat, a company or the bank."""
        if is_player(owner):
            return self.seats[owner]
        return self._company_names[owner - FIRST_COMPANY] if is_company(owner) else "the bank"

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

    # -- rules

    def no(self, key: str, template: str, /, **facts: Any) -> Illegal:
        """A refusal; `key` stands in the title's `[cite]` table, which names the paragraph."""
        refusal = Illegal(self._cites[key], template, **facts)
        refusal.money = self.data.title.currency
        return refusal

    def cite(self, key: str) -> str:
        """The paragraph of the title's RULES.md behind a key."""
        return self._cites[key]

    def money(self, amount: int) -> str:
        """An amount in the title's currency."""
        return self.data.title.currency.replace("{}", str(amount))


def seated(
    file: Path, players: Sequence[str], options: Mapping[str, Any] | None, preset: str | None
) -> tuple[TitleKit, dict[str, Any]]:
    """The parts of a title and the options of a table, for as many players as the title is for."""
    parts = kit(file)
    title = parts.data.title
    low, high = title.players
    if not low <= len(players) <= high:
        raise BadInput(f"{title.name} is for {low} to {high} players, not {len(players)}")
    return parts, choose_options(parts.data, preset, options or {})


def choose_options(data: TitleData, preset: str | None, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """All options of the title: the preset's values with the chosen ones instead; errors name option and values."""
    presets = data.presets
    name = preset or presets[0]
    if name not in presets:
        raise BadInput(f"{data.title.id} has no preset {name!r}; it has {', '.join(presets)}")
    for key in chosen:
        if key not in data.option:
            raise BadInput(f"{data.title.id} has no option {key!r}; it has {', '.join(data.option)}")
    return {
        key: _value(data.title.id, key, entry, chosen[key]) if key in chosen else entry.presets[name]
        for key, entry in data.option.items()
    }


def _value(title: str, key: str, entry: OptionData, value: Any) -> Any:
    for allowed in entry.values:
        if allowed == value and type(allowed) is type(value):
            return value
    raise BadInput(f"{title} option {key}: {value!r} is not one of {', '.join(map(repr, entry.values))}")
