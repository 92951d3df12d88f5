"""Reading a title's file: a broken one gives one error with file, key and reason."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import structs

from stellwerk.core import TitleError
from stellwerk.core.reading import meet
from stellwerk.core.table import spelled
from stellwerk.core.toml import read_toml
from stellwerk.eighteen.schema import HexData, OwnFigures, StopData, TitleData
from stellwerk.eighteen.tiles import TILE_COLOURS


def load(path: Path, own: type[OwnFigures] = OwnFigures) -> TitleData:
    """Read and validate a title file; `own` is the form of its table of that name."""
    try:
        return parse(path.read_text(encoding="utf-8"), path.name, own)
    except OSError as error:
        raise TitleError(str(path), "file", error.strerror or str(error)) from None
    except UnicodeDecodeError as error:
        raise TitleError(str(path), "file", f"not UTF-8 text: {error.reason} at byte {error.start}") from None


def parse(text: str, file: str, own: type[OwnFigures] = OwnFigures) -> TitleData:
    """Validate the text of a title file."""
    try:
        raw = read_toml(text)
    except ValueError as error:
        raise TitleError(file, "TOML", str(error)) from None
    meet(TitleData)
    meet(own)
    try:
        common: TitleData = msgspec.convert({key: value for key, value in raw.items() if key != "own"}, TitleData)
        figures = msgspec.convert({"own": raw.get("own", {})}, dict[str, own])["own"]  # type: ignore[valid-type]
    except msgspec.ValidationError as error:
        reason, _, where = str(error).partition(" - at ")
        raise TitleError(file, _key(where, raw, own), reason) from None
    data = structs.replace(common, own=figures)
    _Checker(data, file).run()
    return data


def _key(where: str, raw: dict[str, Any], own: type[OwnFigures]) -> str:
    """`$.private[2].price` as `private.DH.price`: name the entry where it has a name."""
    path = _named_entry(re.sub(r"^\$\.?", "", where.strip("`")) or "file", raw, own)
    found = re.match(r"([\w.]+)\[(\d+)\](.*)", path)
    if found:
        entries: Any = raw
        for part in found[1].split("."):
            entries = entries[part]
        number = int(found[2])
        if isinstance(entries, list) and number < len(entries) and isinstance(entries[number], dict):
            name = entries[number].get("id", number)
            return f"{found[1]}.{name}{found[3]}"
    return path


def _named_entry(path: str, raw: dict[str, Any], own: type[OwnFigures]) -> str:
    """`map.hex[...].cost` as `map.hex.B18.cost`: the first entry of the table that cannot be read is the one meant."""
    path = path.replace("[...]", "own", 1) if path.startswith("[...]") else path
    table, dots, rest = path.partition("[...]")
    if not dots:
        return path
    entries: Any = raw
    form: Any = TitleData
    for part in table.split("."):
        entries = entries[part]
        fields = {field.encode_name: field.type for field in structs.fields(form)}
        form = own if part == "own" else fields[part]
    for name, entry in entries.items():
        try:
            msgspec.convert(entry, get_args(form)[1])
        except msgspec.ValidationError:
            return f"{table}.{name}{rest}"
    return path


class _Checker:
    """What types cannot say: references, ranges and sums."""

    def __init__(self, data: TitleData, file: str) -> None:
        self.data, self.file = data, file

    def fail(self, key: str, reason: str) -> None:
        raise TitleError(self.file, key, reason)

    def need(self, condition: bool, key: str, reason: str) -> None:
        if not condition:
            self.fail(key, reason)

    def run(self) -> None:
        data = self.data
        low, high = data.title.players
        self.need(1 <= low <= high, "title.players", "must be [fewest, most]")
        self.need(data.title.currency.count("{}") == 1, "title.currency", "must contain {} once")
        self.need(data.title.office in ("president", "director"), "title.office", "must be president or director")
        for table in ("cash", "cert_limit"):
            for count in range(low, high + 1):
                values: dict[str, int] = getattr(data.setup, table)
                self.need(values.get(str(count), 0) > 0, f"setup.{table}", f"no amount for {count} players")
        if data.private:
            dealt = any(phase.buy_privates or phase.trade_privates_between_players for phase in data.phase)
            factor = data.limits.private_price_factor
            self.need(factor is not None or not dealt, "limits", "missing required field `private_price_factor`")
            self.unique("private", [entry.id for entry in data.private])
        self.unique("corporation", [entry.id for entry in data.corporation])
        self.unique("train", [entry.id for entry in data.train])
        self.unique("train", [name for entry in data.train for name in (entry.id, *(side.id for side in entry.sides))])
        self.unique("phase", [entry.id for entry in data.phase])
        self.phases()
        self.map()
        self.tiles()
        self.privates()
        self.companies()
        self.trains()
        self.market()
        self.options()
        self.bonuses()
        self.tunnels()
        self.by_option()
        for key, reason in data.own.faults(data):
            self.fail(f"own.{key}", reason)

    def unique(self, key: str, names: list[str]) -> None:
        twice = sorted({name for name in names if names.count(name) > 1})
        self.need(not twice, key, f"{', '.join(twice)} stands twice")
        self.need(bool(names), key, "is empty")

    def face(self, key: str, stops: tuple[StopData, ...], track: tuple[tuple[int, int], ...]) -> None:
        used: list[int] = []
        for stop in stops:
            self.need(stop.kind in ("city", "town", "offboard"), f"{key}.stops", f"unknown kind {stop.kind!r}")
            self.need(stop.kind != "city" or stop.slots > 0, f"{key}.stops", "a city needs slots")
            self.need(len(stop.reserve) <= stop.slots, f"{key}.stops", "more slots are reserved than there are")
            for entry in stop.reserve:
                kind, _, company = entry.partition(" ")
                known = kind in ("home", "dest") and any(company == other.id for other in self.data.corporation)
                self.need(known, f"{key}.stops", f"{entry!r} is no reservation")
            used += stop.exits
        self.need(len(set(used)) == len(used), f"{key}.stops", "two stops share an exit")
        for edge in (*used, *(edge for pair in track for edge in pair)):
            self.need(0 <= edge <= 5, key, f"there is no edge {edge}")
        self.need(all(a != b for a, b in track), f"{key}.track", "a track joins an edge with itself")

    def map(self) -> None:
        hexes = self.data.map.hex
        self.need(self.data.map.layout in ("pointy", "flat"), "map.layout", "must be pointy or flat")
        self.need(len(hexes) == self.data.map.hexes, "map.hexes", f"says {self.data.map.hexes}, there are {len(hexes)}")
        for name, entry in hexes.items():
            key = f"map.hex.{name}"
            self.need(re.fullmatch(r"[A-Z]+[0-9]+", name) is not None, key, "must be a letter and a number")
            self.need(
                entry.color in ("white", "yellow", "green", "gray", "red", "blue"), f"{key}.color", "unknown colour"
            )
            self.need(entry.cost >= 0, f"{key}.cost", "below zero")
            self.face(key, entry.stops, entry.track)
            self.place(key, entry)
            for border in entry.borders:
                self.need(0 <= border.edge <= 5, f"{key}.borders", f"there is no edge {border.edge}")
                known_border = border.kind in ("impassable", "cost", "frontier")
                self.need(known_border, f"{key}.borders", f"unknown kind {border.kind!r}")
                dear = border.kind == "cost"
                self.need(dear == (border.cost > 0), f"{key}.borders", "a side of kind cost has one, others none")
                self.need(border.color in ("", "black"), f"{key}.borders", f"unknown colour {border.color!r}")
            self.need(not entry.short or bool(entry.name), f"{key}.short", "there is no name to shorten")
            for stop in entry.stops:
                for phase in self.data.phase:
                    known = isinstance(stop.value, int) or phase.offboard in stop.value
                    self.need(known, f"{key}.stops", f"no value for {phase.offboard!r} (phase {phase.id})")

            self.extra(key, entry)
        for label, colours in self.data.map.labels.items():
            for colour, names in colours.items():
                self.need(colour in TILE_COLOURS, f"map.labels.{label}", f"unknown colour {colour!r}")
                for tile in names:
                    fits = tile in self.data.tiles and self.data.tiles[tile].color == colour
                    self.need(fits, f"map.labels.{label}", f"there is no {colour} tile {tile}")
        if self.data.map.labels:
            for name, entry in hexes.items():
                known_label = not entry.label or entry.label in self.data.map.labels
                self.need(known_label, f"map.hex.{name}.label", f"{entry.label!r} is not in map.labels")
        for places in self.data.map.apart:
            for name in places:
                red = name in hexes and any(stop.kind == "offboard" for stop in hexes[name].stops)
                self.need(red, "map.apart", f"{name} is no off-board area")

    def extra(self, key: str, entry: HexData) -> None:
        if entry.extra is None:
            return
        self.need(entry.extra.tile in self.data.tiles, f"{key}.extra", f"there is no tile {entry.extra.tile}")
        self.need(0 <= entry.extra.rotation <= 5, f"{key}.extra", f"there is no rotation {entry.extra.rotation}")
        self.need(entry.color in ("gray", "red", "blue"), f"{key}.extra", "only for hexes that take no other tile")

    def place(self, key: str, entry: HexData) -> None:
        """What only some titles have on a hex."""
        kinds = {train.id for train in self.data.train}
        if entry.required_exit is not None:
            self.need(0 <= entry.required_exit <= 5, f"{key}.required_exit", f"there is no edge {entry.required_exit}")
        for field in ("only_trains", "through_for"):
            for name in getattr(entry, field):
                self.need(name in kinds, f"{key}.{field}", f"there is no train {name}")
        self.need(bool(entry.through) == bool(entry.through_for), f"{key}.through", "goes with through_for")
        exits = {edge for stop in entry.stops if stop.kind == "offboard" for edge in stop.exits}
        for a, b in entry.through:
            self.need(a != b and {a, b} <= exits, f"{key}.through", "must join two exits of the off-board area")
        if entry.customs is not None:
            self.need(entry.customs.track in entry.track, f"{key}.customs", "there is no such track")
            self.need(entry.customs.amount > 0, f"{key}.customs", "must be above zero")

    def phases(self) -> None:
        stops = [stop for entry in self.data.map.hex.values() for stop in entry.stops]
        columns = {name for stop in stops if not isinstance(stop.value, int) for name in stop.value}
        sellable = any(entry.sellable for entry in self.data.private)
        fields = ("buy_privates", "trade_privates_between_players") if sellable else ()
        for phase in self.data.phase:
            key = f"phase.{phase.id}"
            for colour in phase.tiles:
                self.need(colour in TILE_COLOURS, f"{key}.tiles", f"unknown colour {colour!r}")
            for event in phase.events:
                self.need(re.fullmatch(r"[a-z_]+", event) is not None, f"{key}.events", f"{event!r} is no key")
            for field in fields:
                self.need(getattr(phase, field) is not None, key, f"missing required field `{field}`")
            known = not columns or phase.offboard in columns
            self.need(known, f"{key}.offboard", f"no off-board area has a value for {phase.offboard!r}")

    def tiles(self) -> None:
        for name, tile in self.data.tiles.items():
            key = f"tiles.{name}"
            self.need(tile.color in TILE_COLOURS, f"{key}.color", f"unknown colour {tile.color!r}")
            self.need(tile.count > 0, f"{key}.count", "must be at least 1")
            self.need(bool(tile.stops or tile.track), key, "has neither stops nor track")
            for kinds in tile.over:
                known = set(kinds.split()) <= {"city", "town"} and bool(kinds.split())
                self.need(known, f"{key}.over", f"{kinds!r} are no stops")
            self.face(key, tile.stops, tile.track)

    def privates(self) -> None:
        for entry in self.data.private:
            key = f"private.{entry.id}"
            self.need(entry.price > 0 and entry.income >= 0, key, "price and income must be positive")
            for ability in entry.ability:
                self.ability(f"{key}.ability.{ability.kind}", structs.asdict(ability))

    def ability(self, key: str, fields: dict[str, Any]) -> None:
        """Places, tiles and companies an ability names, and the certificate it brings."""
        companies = {entry.id: entry.shares for entry in self.data.corporation}
        for name in (*fields.get("hexes", ()), *fields.get("free", ()), *filter(None, [fields.get("hex")])):
            self.need(name in self.data.map.hex, key, f"there is no hex {name}")
        for name in fields.get("tiles", ()):
            self.need(name in self.data.tiles, key, f"there is no tile {name}")
        for name in (*fields.get("corporations", ()), *filter(None, [fields.get("corporation")])):
            self.need(name in companies, key, f"there is no company {name}")
        if "percent" in fields:
            president, *others = companies[fields["corporation"]]
            wanted = [president] if fields["president"] else others
            known = fields["percent"] in wanted
            self.need(known, key, f"{fields['percent']} % of {fields['corporation']} is no certificate")

    def companies(self) -> None:
        for entry in self.data.corporation:
            key = f"corporation.{entry.id}"
            self.need(sum(entry.shares) == 100, f"{key}.shares", f"sum is {sum(entry.shares)}, not 100")
            self.need(entry.home.hex in self.data.map.hex, f"{key}.home", f"there is no hex {entry.home.hex}")
            stops = self.data.map.hex[entry.home.hex].stops
            city = entry.home.city or 0
            for name in entry.home_choice:
                self.need(name in self.data.map.hex, f"{key}.home_choice", f"there is no hex {name}")
            self.need(
                bool(entry.home_choice) or (0 <= city < len(stops) and stops[city].kind == "city"),
                f"{key}.home",
                f"no city {city} there",
            )
            self.need(bool(entry.tokens), f"{key}.tokens", "is empty")
            whole = all(share % (entry.priced or entry.shares[-1]) == 0 for share in entry.shares)
            self.need(whole, f"{key}.shares", "every certificate must be worth whole prices")
            if entry.destination:
                self.need(entry.destination.hex in self.data.map.hex, f"{key}.destination", "there is no such hex")
                known = 0 < entry.destination.marker < len(entry.tokens)
                self.need(known, f"{key}.destination", f"there is no token {entry.destination.marker}")
            if entry.goal:
                for name in (entry.goal.hex, *entry.goal.via):
                    self.need(name in self.data.map.hex, f"{key}.goal", f"there is no hex {name}")

    def trains(self) -> None:
        kinds = {entry.id for entry in self.data.train}
        for entry in self.data.train:
            key = f"train.{entry.id}"
            self.need(entry.price > 0 and entry.count > 0, key, "price and count must be positive")
            for name in (entry.rusts_on, *entry.rusts_also_on, entry.available_on, *entry.discount):
                self.need(not name or name in kinds, key, f"there is no train {name}")
            self.need(entry.reach is not None or bool(entry.sides), key, "missing required field `reach`")
            self.need(entry.reach is None or not entry.sides, f"{key}.reach", "a card with sides has it on each side")
            for side in entry.sides:
                self.need(side.price > 0, key, "price and count must be positive")
            for reach in [side.reach for side in entry.sides] + ([entry.reach] if entry.reach is not None else []):
                stops = reach.stops
                known = stops == "unlimited" or (isinstance(stops, int) and stops > 1)
                self.need(known, f"{key}.reach", "not understood")
                self.need(reach.pays == 0 or reach.pays > 1, f"{key}.reach", "pays at least 2 stops, or all")
        for number, phase in enumerate(self.data.phase):
            started = number == 0 or phase.starts in kinds
            self.need(started, f"phase.{phase.id}.starts", f"there is no train {phase.starts}")
            for name in phase.starts_also:
                self.need(name in kinds, f"phase.{phase.id}.starts_also", f"there is no train {name}")
            for name, limit in phase.train_limits.items():
                self.need(limit > 0, f"phase.{phase.id}.train_limits.{name}", "must be at least 1")
            self.need(phase.train_limit > 0, f"phase.{phase.id}.train_limit", "must be at least 1")

    def bonuses(self) -> None:
        data = self.data
        names = {entry.id for entry in data.corporation}
        colours = {phase.color for phase in data.phase}
        for number, entry in enumerate(data.bonus):
            key = f"bonus[{number}]"
            self.need(entry.corporation in names, f"{key}.corporation", f"there is no {entry.corporation}")
            self.need(set(entry.distance) == colours == set(entry.most), key, "needs the colours of the phases")
            self.need(bool(entry.targets), f"{key}.targets", "is empty")
            for target in entry.targets:
                stops = data.map.hex[target.hex].stops if target.hex in data.map.hex else ()
                known = 0 <= target.city < len(stops)
                self.need(known, f"{key}.targets", f"there is no stop {target.city} on {target.hex}")

    def market(self) -> None:
        zones = self.data.market.zones
        pars = 0
        for row, cells in enumerate(self.data.market.rows):
            for column, cell in enumerate(cells):
                key = f"market.rows[{row}][{column}]"
                found = re.fullmatch(r"(\d+)([a-z]*)|", cell)
                self.need(found is not None, key, f"{cell!r} is not understood")
                for letter in (found[2] or "") if found else "":
                    self.need(letter in zones, key, f"zone {letter!r} is not in market.zones")
                    pars += letter == "p"
        self.need(pars > 0, "market.rows", "no par cell")
        self.need(self.data.market.kind in ("grid", "hex"), "market.kind", "must be grid or hex")

    def tunnels(self) -> None:
        """Pieces of tunnels."""
        data = self.data.tunnels
        if data is None:
            return
        self.need(data.cost >= 0 and data.per_hex > 0, "tunnels", "cost and pieces per hex must be positive")
        for name, piece in data.pieces.items():
            key = f"tunnels.pieces.{name}"
            a, b = piece.track
            self.need(piece.count > 0, f"{key}.count", "must be at least 1")
            self.need(a != b and 0 <= a <= 5 and 0 <= b <= 5, f"{key}.track", "must join two edges")

    def by_option(self) -> None:
        """Trains and tokens that depend on options."""
        kinds = {entry.id for entry in self.data.train}
        destinations = {entry.id: entry.destination for entry in self.data.corporation}
        for key, counts in self.values("option_counts", self.data.option_counts):
            for name, count in counts.items():
                known = name in kinds and (count == "unlimited" or count > 0)
                self.need(known, f"{key}.{name}", "no such train, or no count")
        for key, tokens in self.values("option_tokens", self.data.option_tokens):
            for name, prices in tokens.items():
                self.need(name in destinations, f"{key}.{name}", "there is no such company")
                special = destinations[name]
                enough = len(prices) > (special.marker if special else 0)
                self.need(enough, f"{key}.{name}", "there is no home token, or no destination token")

    def values(self, table: str, given: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, Any]]:
        """The entries of a table by option and value, each with its key."""
        for option, values in given.items():
            key = f"{table}.{option}"
            self.need(option in self.data.option, key, "there is no such option")
            for value, entry in values.items():
                known = value in map(spelled, self.data.option[option].values)
                self.need(known, f"{key}.{value}", "is not among the values of the option")
                yield f"{key}.{value}", entry

    def options(self) -> None:
        self.need(bool(self.data.option), "option", "is empty")
        names = self.data.presets
        for name, entry in self.data.option.items():
            key = f"option.{name}"
            self.need(list(entry.presets) == names, f"{key}.presets", f"must give {', '.join(names)}")
            stated = {f"presets.{preset}": value for preset, value in entry.presets.items()}
            if entry.before is not None:
                stated["before"] = entry.before
            for place, value in stated.items():
                self.need(entry.allows(value), f"{key}.{place}", f"{value!r} is not among the values")
