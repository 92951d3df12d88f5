"""What any board must satisfy (RULES.md sections 1 and 16); each fault with the line of the file it stands in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from .geometry import crossings
from .lines import TomlLines
from .schema import BoardData, CompanyData, Section, TitleData

PATTERNS = ("solid", "dashed", "dotted", "double")
CARDS = [6, 7, 9, 14]  # the rulebook's numbers of cards, whichever type has which
WILD = 4
CITIES = 40
LONGEST_NAME = 40
SIZES = range(100, 10_001)  # of a drawing
MOST_BENDS = 20
COLOUR = re.compile("#[0-9a-fA-F]{6}")  # goes into drawings as it is
FIRST = "EPRG"  # the company that may use all types and starts on two sections
# The sections of the rulebook's examples, by the names of their cities.
EXAMPLES = (
    ("Billings", "Casper"),
    ("Casper", "Salt Lake City"),
    ("Denver", "Salt Lake City"),
    ("Casper", "Denver"),
    ("Denver", "El Paso"),
)


class Fault(Struct, frozen=True):
    """Something wrong: in which line (0 = unknown), at what, what, by which paragraph."""

    line: int
    where: str
    reason: str
    rule: str

    def __str__(self) -> str:
        place = f"line {self.line}, {self.where}" if self.line else self.where
        return f"{place}: {self.reason} [{self.rule}]"


class BoardCheck:
    """Looks at one board."""

    def __init__(self, board: BoardData, title: TitleData, lines: TomlLines | None = None) -> None:
        """`title` has the figures that no board changes; without `lines` faults name no line."""
        self.board, self.title, self.lines = board, title, lines or TomlLines("")
        self.cities = {entry.id: entry for entry in board.city}
        self.sections = {entry.id: entry for entry in board.section}
        self.types = [entry.id for entry in board.track_type]

    def fault(self, table: str, number: int, key: str, name: str, reason: str, rule: str) -> Fault:
        return Fault(
            self.lines.of(table, number, key), f"{table} {name}".strip(), reason, f"{self.title.title.id} {rule}"
        )

    def faults(self) -> list[Fault]:
        """Everything that is wrong; an empty list if the board can be played on."""
        found = [*self.names(), *self.track(), *self.map(), *self.companies(), *self.drawing(), *self.colours()]
        return found or [*self.starts(), *self.joined(), *self.reach(), *self.examples()]

    def notes(self) -> list[Fault]:
        """What can be played but not drawn well."""
        return [
            self.fault("section", number, "via", self.board.section[number].id, reason, "16.5")
            for number, reason in crossings(self.board)
        ]

    def names(self) -> Iterator[Fault]:
        for table in ("track_type", "company", "city", "section"):
            entries = getattr(self.board, table)
            known: set[str] = set()
            for number, entry in enumerate(entries):
                if entry.id in known:
                    yield self.fault(table, number, "id", entry.id, "stands twice", "16.1")
                known.add(entry.id)
                if not entry.id or len(entry.id) > LONGEST_NAME or not entry.id.isprintable():
                    yield self.fault(table, number, "id", "", f"an id has 1 to {LONGEST_NAME} letters", "16.1")
        named = [("board", 0, "", self.board.board.name)]
        named += [
            (table, number, entry.id, entry.name)
            for table in ("track_type", "city")
            for number, entry in enumerate(getattr(self.board, table))
        ]
        places: dict[tuple[str, str], str] = {}
        for table, number, name, text in named:
            if not text.strip() or len(text) > LONGEST_NAME or not text.isprintable():
                yield self.fault(table, number, "name", name, f"a name has 1 to {LONGEST_NAME} letters", "16.7")
            elif (table, text) in places:
                reason = f"{places[table, text]} has this name already"
                yield self.fault(table, number, "name", name, reason, "16.7")
            places.setdefault((table, text), name)

    def drawing(self) -> Iterator[Fault]:
        """Everything lies on the drawing, nothing on something else (16.7)."""
        head = self.board.board
        for key in ("width", "height"):
            size = getattr(head, key)
            if size not in SIZES:
                reason = f"the {key} of a drawing is from {SIZES[0]} to {SIZES[-1]}, not {size}"
                yield self.fault("board", 0, key, "", reason, "16.7")

        def inside(x: int, y: int) -> bool:
            return 0 <= x <= head.width and 0 <= y <= head.height

        taken: dict[tuple[int, int], str] = {}
        for number, city in enumerate(self.board.city):
            if not inside(city.x, city.y):
                yield self.fault("city", number, "x", city.id, "lies outside the drawing", "16.7")
            elif (city.x, city.y) in taken:
                reason = f"lies where {taken[city.x, city.y]} lies"
                yield self.fault("city", number, "x", city.id, reason, "16.7")
            taken.setdefault((city.x, city.y), city.id)
        for number, section in enumerate(self.board.section):
            if not all(inside(x, y) for x, y in section.via):
                yield self.fault("section", number, "via", section.id, "a bend lies outside the drawing", "16.7")
            if len(section.via) > MOST_BENDS:
                reason = f"has at most {MOST_BENDS} bends, not {len(section.via)}"
                yield self.fault("section", number, "via", section.id, reason, "16.7")

    def colours(self) -> Iterator[Fault]:
        """One colour for each company, as a drawing can use it (1.1, 16.7); those left out are the title's."""
        own = {entry.id: entry.color for entry in self.title.company}
        used = {self.title.union_pacific.color.lower(): self.title.union_pacific.id}
        for number, entry in enumerate(self.board.company):
            colour = entry.color or own.get(entry.id, "")
            if entry.color and not COLOUR.fullmatch(entry.color):
                reason = f"{entry.color[:LONGEST_NAME]!r} is not a colour such as {self.title.company[0].color}"
                yield self.fault("company", number, "color", entry.id, reason, "16.7")
            elif colour.lower() in used:
                reason = f"{colour} is the colour of {used[colour.lower()]}"
                yield self.fault("company", number, "color", entry.id, reason, "16.7")
            used.setdefault(colour.lower(), entry.id)

    def track(self) -> Iterator[Fault]:
        for number, entry in enumerate(self.board.track_type):
            if entry.pattern not in PATTERNS:
                reason = f"pattern {entry.pattern!r} is not one of {', '.join(PATTERNS)}"
                yield self.fault("track_type", number, "pattern", entry.id, reason, "1.3")
            if entry.id == "wild":
                yield self.fault("track_type", number, "id", entry.id, "this name is that of the wild cards", "1.3")
        counts = sorted(entry.cards for entry in self.board.track_type)
        if counts != CARDS:
            reason = f"the four types have {CARDS} cards in some order, not {counts}"
            yield self.fault("track_type", 0, "cards", "", reason, "1.3")
        patterns = [entry.pattern for entry in self.board.track_type]
        for number, pattern in enumerate(patterns):
            if pattern in patterns[:number]:
                name = self.types[number]
                yield self.fault("track_type", number, "pattern", name, "two types have the same pattern", "1.3")
        if self.board.track_wild.cards != WILD:
            yield self.fault("track_wild", 0, "cards", "", f"there are {WILD} wild cards", "1.3")

    def map(self) -> Iterator[Fault]:
        if len(self.board.city) != CITIES:
            yield self.fault("city", 0, "", "", f"there are {CITIES} cities, not {len(self.board.city)}", "16.1")
        pairs: dict[frozenset[str], str] = {}
        for number, entry in enumerate(self.board.section):
            for key in ("a", "b"):
                if getattr(entry, key) not in self.cities:
                    reason = f"there is no city {getattr(entry, key)!r}"
                    yield self.fault("section", number, key, entry.id, reason, "1.4")
            if entry.a == entry.b:
                yield self.fault("section", number, "b", entry.id, "joins a city with itself", "1.4")
            if entry.type not in self.types:
                yield self.fault("section", number, "type", entry.id, f"there is no track type {entry.type!r}", "1.4")
            if not 1 <= entry.spaces <= 4:
                reason = f"a section has one to four spaces, not {entry.spaces}"
                yield self.fault("section", number, "spaces", entry.id, reason, "1.4")
            if entry.start is not None and not 0 <= entry.start.slot < entry.spaces:
                reason = f"there is no space {entry.start.slot}; the first is 0"
                yield self.fault("section", number, "start", entry.id, reason, "16.2")
            pair = frozenset((entry.a, entry.b))
            if pair in pairs:
                yield self.fault("section", number, "a", entry.id, f"joins the same cities as {pairs[pair]}", "16.4")
            pairs[pair] = entry.id

    def companies(self) -> Iterator[Fault]:
        known = [entry.id for entry in self.title.company]
        if [entry.id for entry in self.board.company] != known:
            reason = f"the companies are {', '.join(known)}, in this order"
            yield self.fault("company", 0, "id", "", reason, "1.5")
        for number, entry in enumerate(self.board.company):
            for kind in entry.track_types:
                if kind not in self.types:
                    reason = f"there is no track type {kind!r}"
                    yield self.fault("company", number, "track_types", entry.id, reason, "1.6")
            if len(set(entry.track_types)) != len(entry.track_types) or not entry.track_types:
                yield self.fault("company", number, "track_types", entry.id, "needs track types, each once", "1.6")
            if (len(entry.track_types) == len(self.types)) != (entry.id == FIRST):
                yield self.fault("company", number, "track_types", entry.id, "EP&RG alone may use all types", "1.6")
            if entry.home not in self.cities:
                yield self.fault("company", number, "home", entry.id, f"there is no city {entry.home!r}", "1.5")
            elif self.cities[entry.home].home_of not in ("", entry.id):
                reason = f"{entry.home} is the home of {self.cities[entry.home].home_of}"
                yield self.fault("company", number, "home", entry.id, reason, "1.5")
            yield from self.figures(number, entry)
        homes: dict[str, str] = {}
        for number, entry in enumerate(self.board.company):
            if entry.home in homes:
                reason = f"{entry.home} is the home of {homes[entry.home]} already"
                yield self.fault("company", number, "home", entry.id, reason, "1.5")
            homes.setdefault(entry.home, entry.id)
        for number, city_entry in enumerate(self.board.city):
            if city_entry.home_of and city_entry.id not in homes:
                reason = f"{city_entry.home_of} has another home"
                yield self.fault("city", number, "home_of", city_entry.id, reason, "1.5")

    def figures(self, number: int, entry: CompanyData) -> Iterator[Fault]:
        """Shares and locomotives may be left out of a board file; if given, they are the rulebook's."""
        own = next((known for known in self.title.company if known.id == entry.id), None)
        for key, rule in (("shares", "1.2"), ("locomotives", "1.1")):
            given = getattr(entry, key)
            if own is not None and given and given != getattr(own, key):
                reason = f"{key} is {getattr(own, key)} by the rulebook, not {given}"
                yield self.fault("company", number, key, entry.id, reason, rule)

    def starts(self) -> Iterator[Fault]:
        coloured: dict[str, list[str]] = {}
        for entry in self.board.section:
            if entry.start is not None:
                coloured.setdefault(entry.start.company, []).append(entry.id)
        for number, company in enumerate(self.board.company):
            wanted = 2 if company.id == FIRST else 1
            spaces = coloured.pop(company.id, [])
            if len(company.start_sections) != wanted or sorted(company.start_sections) != sorted(spaces):
                reason = f"needs {wanted} coloured spaces, the same in start_sections and in the sections' start"
                yield self.fault("company", number, "start_sections", company.id, reason, "16.2")
            for name in spaces:
                section = self.sections[name]
                at = self.board.section.index(section)
                if company.home not in (section.a, section.b):
                    reason = f"the coloured space of {company.id} does not touch its home {company.home}"
                    yield self.fault("section", at, "start", name, reason, "16.2")
                if section.type not in company.track_types:
                    reason = f"{company.id} may not use {section.type}"
                    yield self.fault("section", at, "start", name, reason, "16.2")
        for other, names in coloured.items():
            at = self.board.section.index(self.sections[names[0]])
            reason = f"a coloured space names {other!r}, which is no company"
            yield self.fault("section", at, "start", names[0], reason, "16.2")

    def joined(self) -> Iterator[Fault]:
        """All cities hang together (16.1)."""
        start = next(entry.home for entry in self.board.company if entry.id == FIRST)
        found, more = {start}, [start]
        while more:
            here = more.pop()
            ends = [
                entry.b if entry.a == here else entry.a for entry in self.board.section if here in (entry.a, entry.b)
            ]
            more += [city for city in ends if city not in found]
            found.update(ends)
        for number, city in enumerate(self.board.city):
            if city.id not in found:
                yield self.fault("city", number, "id", city.id, f"is not joined with {start} by sections", "16.1")

    def reach(self) -> Iterator[Fault]:
        for number, company in enumerate(self.board.company):
            count = len(reachable(self.board, company))
            needed = next(entry.locomotives for entry in self.title.company if entry.id == company.id)
            if count < needed:
                reason = f"reaches {count} sections from {company.home}, but has {needed} locomotives"
                yield self.fault("company", number, "home", company.id, reason, "16.4")

    def examples(self) -> Iterator[Fault]:
        """The rulebook's own examples must be possible."""
        by_name = {
            frozenset((self.cities[entry.a].name, self.cities[entry.b].name)): entry for entry in self.sections.values()
        }
        found: list[Section] = []
        for pair in EXAMPLES:
            section = by_name.get(frozenset(pair))
            if section is None:
                reason = f"the rulebook's section {pair[0]} to {pair[1]} is missing"
                yield self.fault("section", 0, "", "", reason, "16.3")
            else:
                found.append(section)
        if len(found) != len(EXAMPLES):
            return
        red = next(entry for entry in self.board.company if entry.id == "BNL")
        black = next(entry for entry in self.board.company if entry.id == "DM")
        for section in found:
            at = self.board.section.index(section)
            if section.type not in red.track_types:
                reason = f"BNL must be able to use it, but may not use {section.type}"
                yield self.fault("section", at, "type", section.id, reason, "16.3")
        last = found[-1]
        at = self.board.section.index(last)
        taken = last.start is not None and last.start.company != black.id
        if last.type not in black.track_types or last.spaces - taken < 2:
            reason = "must be open to DM and have room for another locomotive beside it"
            yield self.fault("section", at, "spaces", last.id, reason, "16.3")


def reachable(board: BoardData, company: CompanyData) -> set[str]:
    """The sections a company could reach from home over its own track types on an empty board."""
    mine = [entry for entry in board.section if entry.type in company.track_types]
    cities, found = {company.home}, set[str]()
    while True:
        more = [entry for entry in mine if entry.id not in found and (entry.a in cities or entry.b in cities)]
        if not more:
            return found
        found |= {entry.id for entry in more}
        cities |= {city for entry in more for city in (entry.a, entry.b)}
