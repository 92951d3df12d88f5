"""What the program draws in a players' rulebook: tables and pictures from the title's own figures."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from stellwerk.core import BadInput, Game, Message, Rules
from stellwerk.core.message import PLAIN
from stellwerk.draw.map import map_svg
from stellwerk.draw.position import board_svg, game_market_svg
from stellwerk.draw.sheet import tile_svg
from stellwerk.eighteen.depot import fate
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.schema import ReachData
from stellwerk.eighteen.words import COLOUR
from stellwerk.i18n import tell, translate, value_text, word
from stellwerk.titles import TITLES, Title, wing
from stellwerk.titles.rulebook import Columns, Drawn


class Picture(Struct, frozen=True):
    """A drawing with what stands below it."""

    svg: str
    caption: str = ""
    wide: bool = False


# The heads of the tables.
TRAINS = (Message("Train"), Message("Number"), Message("Price"), Message("Range"), Message("Ends with the first"))
PHASES = (
    Message("Phase"),
    Message("First train"),
    Message("Tiles"),
    Message("Train limit"),
    Message("Operating rounds"),
)
COMPANIES = (Message("Company"), Message("Name"), Message("Home"), Message("Tokens"))
PRIVATES = (Message("Private"), Message("Name"), Message("Price"), Message("Income"))
PLAYERS = (Message("Players"), Message("Starting cash"), Message("Certificate limit"))
OPTIONS = (Message("Option"), Message("Values (bold: usual)"), Message("Rule"))

Shown = Columns | tuple[Picture, ...]


@lru_cache(maxsize=16)
def _sample(name: str) -> Rules[Any]:
    """The rules of a title as usually played, to read figures from."""
    title = TITLES[name]
    return title.make([f"Player {number}" for number in range(1, title.players[0] + 1)], None, 0, None)


def shown(title: Title, drawn: Drawn, language: str) -> Shown:
    """The table or the pictures for a line such as `!trains`; a title's own first (`rulebook_parts`)."""
    rules, own = _sample(title.id), wing(title.id, "rulebook_parts")
    parts: dict[str, Callable[..., Shown]] = {**COMMON, **(FAMILY if isinstance(rules, FamilyRules) else {})}
    parts |= getattr(own, "RULEBOOK", {})
    if drawn.name not in parts:
        raise BadInput(f"the rulebook of {title.id} has nothing to draw for !{drawn.name}")
    return parts[drawn.name](rules, language, *drawn.args)


def board(rules: Rules[Any], language: str) -> Shown:
    """The map at the start."""
    if isinstance(rules, FamilyRules):
        return (Picture(map_svg(rules.t.hexmap, column=rules.t.phases[0].offboard, theme=None), wide=True),)
    return (Picture(board_svg(Game(rules), theme=None), wide=True),)


def market(rules: FamilyRules, language: str) -> Shown:
    """The stock market, empty."""
    return (Picture(game_market_svg(Game(rules), theme=None), wide=True),)


def tile(rules: FamilyRules, language: str, *names: str) -> Shown:
    """Some tiles side by side, `57` or `57/1`."""
    found = []
    for name in names:
        number, _, turned = name.partition("/")
        found.append(Picture(tile_svg(rules.t.hexmap, number, int(turned or 0), theme=None), number))
    return tuple(found)


def tiles(rules: FamilyRules, language: str, colour: str) -> Shown:
    """All tiles of a colour with how many there are of each."""
    hexmap = rules.t.hexmap
    code = "gray" if colour == "grey" else colour  # as title files spell it
    found = {name: entry for name, entry in hexmap.data.tiles.items() if entry.color == code}
    if not found:
        raise BadInput(f"{rules.title} has no {colour} tiles")
    return tuple(
        Picture(tile_svg(hexmap, name, theme=None), f"{name} × {'∞' if entry.unlimited else entry.count}")
        for name, entry in found.items()
    )


def trains(rules: FamilyRules, language: str) -> Shown:
    """All kinds of trains with price, range and end."""
    t = rules.t
    rows = []
    for entry in t.data.train:
        faces = [(side.id, side.price, side.reach) for side in entry.sides]
        faces = faces or [(entry.id, entry.price, entry.reach or ReachData(0))]
        rows.append(
            (
                " / ".join(f"**{name}**" for name, _, _ in faces),
                "∞" if entry.unlimited else str(entry.count),
                " / ".join(dict.fromkeys(t.money(price) for _, price, _ in faces)),
                " / ".join(_reach(reach, language) for _, _, reach in faces),
                ", ".join(fate(t, entry.id)) or "–",
            )
        )
    return Columns(
        _headings(rules, language, TRAINS),
        tuple(rows),
    )


def _reach(reach: ReachData, language: str) -> str:
    if reach.pays:
        return str(reach.pays)
    if isinstance(reach.stops, str):
        return tell(Message("any number"), language) if reach.cities is None else f"{reach.cities}+"
    return str(reach.stops) if reach.cities is None else f"{reach.cities}+{reach.stops - reach.cities}"


def phases(rules: FamilyRules, language: str) -> Shown:
    """What each phase brings."""
    kinds = {entry.id for entry in rules.t.data.train}
    rows = tuple(
        (
            f"**{entry.id}**",
            ", ".join(name for name in (entry.starts, *entry.starts_also) if name in kinds) or "–",
            ", ".join(word(COLOUR, colour, language) for colour in entry.tiles),
            str(entry.train_limit),
            str(entry.operating_rounds),
        )
        for entry in rules.t.data.phase
    )
    return Columns(
        _headings(rules, language, PHASES),
        rows,
    )


def companies(rules: FamilyRules, language: str) -> Shown:
    """The companies with home and tokens."""
    t, free = rules.t, tell(Message("free"), language)
    rows = []
    for entry in t.data.corporation:
        tokens = ", ".join(t.money(cost) if cost else free for cost in entry.tokens)
        home = " / ".join(_home(rules, name) for name in entry.home_choice or (entry.home.hex,))
        rows.append((f"**{entry.id}**", entry.name, home, tokens))
    return Columns(_headings(rules, language, COMPANIES), tuple(rows))


def _home(rules: FamilyRules, name: str) -> str:
    entry = rules.t.data.map.hex.get(name)
    return f"{entry.name} ({name})" if entry and entry.name else name


def privates(rules: FamilyRules, language: str) -> Shown:
    """The privates with price and income."""
    t = rules.t
    rows = tuple(
        (f"**{entry.id}**", entry.name, t.money(entry.price), t.money(entry.income)) for entry in t.data.private
    )
    return Columns(_headings(rules, language, PRIVATES), rows)


def players(rules: FamilyRules, language: str) -> Shown:
    """Starting cash and limit of certificates by number of players."""
    t, setup = rules.t, rules.t.data.setup
    rows = tuple((count, t.money(cash), str(setup.cert_limit.get(count, "–"))) for count, cash in setup.cash.items())
    return Columns(_headings(rules, language, PLAYERS), rows)


def options(rules: Rules[Any], language: str) -> Shown:
    """What a table may choose."""
    data = getattr(rules, "t").data  # noqa: B009 (every table of a title has its file)
    rows = tuple(
        (
            translate(entry.text, language),
            ", ".join(
                f"**{value_text(value, language)}**" if value == rules.options.get(key) else value_text(value, language)
                for value in entry.values
            ),
            entry.rule,
        )
        for key, entry in data.option.items()
    )
    return Columns(_headings(rules, language, OPTIONS), rows)


def _headings(rules: Rules[Any], language: str, messages: tuple[Message, ...]) -> tuple[str, ...]:
    """Headings in the title's own words."""
    style = rules.t.style if isinstance(rules, FamilyRules) else PLAIN
    return tuple(tell(replace(message, style=style), language) for message in messages)


COMMON: dict[str, Callable[..., Shown]] = {"map": board, "options": options}
FAMILY: dict[str, Callable[..., Shown]] = {
    "market": market,
    "tile": tile,
    "tiles": tiles,
    "trains": trains,
    "phases": phases,
    "companies": companies,
    "privates": privates,
    "players": players,
}
