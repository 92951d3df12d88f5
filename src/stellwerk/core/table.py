"""What any title's game has before its rules begin: a head and options in its file, a table, moves in the making."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from stellwerk.core.errors import BadInput, Illegal
from stellwerk.core.event import Event
from stellwerk.core.message import Message, Style, Text
from stellwerk.core.receipt import Receipt

Scalar = bool | int | str


def spelled(value: Scalar) -> str:
    """A value of an option as it stands in a key of a file."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class TitleHead(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`[title]`. About, length and tag are for whoever chooses a title; length and weight (1 to 5) are estimates.

    `bot_names` are those of bots that nobody has named.
    """

    id: str
    name: str
    version: str
    designer: str
    players: tuple[int, int]
    currency: str
    about: str = ""
    length: str = ""
    weight: int = 0
    tag: str = ""
    bot_names: tuple[str, ...] = ()


class OptionData(Struct, frozen=True, forbid_unknown_fields=True):
    """`[option.…]`: allowed values, the value in each preset, the paragraph and a sentence for players.

    `before` is what was played before there was the option: what a game stored without it means.
    """

    values: tuple[Scalar, ...]
    presets: dict[str, Scalar]
    rule: str
    text: str
    before: Scalar | None = None

    def allows(self, value: object) -> bool:
        """True if the value is among those allowed, and of the same type (1 is not True)."""
        return any(value == other and type(value) is type(other) for other in self.values)


class TitleFile(Struct, frozen=True, forbid_unknown_fields=True):
    """What every title's file has."""

    title: TitleHead
    option: dict[str, OptionData]

    @property
    def presets(self) -> list[str]:
        """Names of the presets, the default first."""
        return list(next(iter(self.option.values())).presets)


def seated(
    data: TitleFile, players: Sequence[str], options: Mapping[str, Any] | None, preset: str | None
) -> dict[str, Any]:
    """All options of a table: the preset's values with the chosen ones instead; errors name option and values."""
    title, (low, high), name = data.title, data.title.players, preset or data.presets[0]
    chosen = options or {}
    if not low <= len(players) <= high:
        raise BadInput(f"{title.name} is for {low} to {high} players, not {len(players)}")
    if name not in data.presets:
        raise BadInput(f"{title.id} has no preset {name!r}; it has {', '.join(data.presets)}")
    for key, value in chosen.items():
        if key not in data.option:
            raise BadInput(f"{title.id} has no option {key!r}; it has {', '.join(data.option)}")
        entry = data.option[key]
        if not entry.allows(value):
            raise BadInput(f"{title.id} option {key}: {value!r} is not one of {', '.join(map(repr, entry.values))}")
    return {key: chosen.get(key, entry.presets[name]) for key, entry in data.option.items()}


class Numbers(dict[str, str]):
    """The paragraphs of a title that cites them by their numbers."""

    def __init__(self, title: str) -> None:
        """`title` stands before the number."""
        super().__init__()
        self.title = title

    def __missing__(self, number: str) -> str:
        found = self[number] = f"{self.title} {number}"
        return found


class BaseTable:
    """What is fixed for one game: seats, options (checked already) and seed; how its rules are cited and told."""

    def __init__(
        self,
        data: TitleFile,
        seats: tuple[str, ...],
        options: Mapping[str, Any],
        seed: int,
        style: Style,
        cites: dict[str, str],
    ) -> None:
        """`style` is how the title speaks, `cites` are the paragraphs of its RULES.md by key."""
        self.seats, self.options, self.seed, self.style = seats, options, seed, style
        self.before = {key: entry.before for key, entry in data.option.items() if entry.before is not None}
        self.head = data.title
        self.cites = cites

    def cite(self, key: str) -> str:
        """The paragraph behind a key."""
        return self.cites[key]

    def rule(self, number: str) -> str:
        """The paragraph with a number, for what a title cites directly."""
        return f"{self.head.id} {number}"

    def message(self, template: Text, /, **facts: Any) -> Message:
        """What the title says."""
        return Message(template, facts, self.style)

    def no(self, key: str, template: Text, /, **facts: Any) -> Illegal:
        """A refusal with its paragraph."""
        return Illegal(self.cites[key], Message(template, facts, self.style))

    def money(self, amount: int) -> str:
        """An amount in the title's currency."""
        return self.style.money.replace("{}", str(amount))


T = TypeVar("T", bound=BaseTable)
S = TypeVar("S", covariant=True)  # a move of one title is a move of its family


class BaseMove(Generic[T, S]):
    """A move in the making: rules change `s`, a draft; nothing outside sees it before it is sealed."""

    __slots__ = ("log", "s", "t")

    def __init__(self, table: T, state: S) -> None:
        """`state` is a draft."""
        self.t, self.s = table, state
        self.log: list[Event] = []

    def tell(self, kind: str, key: str, template: Text, receipt: Receipt | None = None, /, **facts: Any) -> None:
        """Add an event; `key` names the paragraph."""
        t = self.t
        self.log.append(Event(kind, t.cites[key], Message(template, facts, t.style), receipt))
