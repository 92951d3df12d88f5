"""What a report says, as plain data: figures and messages. Pages, the terminal and files make words of it."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.core import Message


class Stretch(Struct, frozen=True):
    """A round: its name, and the actions after `first` up to `last`."""

    name: Message
    kind: str
    first: int
    last: int


class Turning(Struct, frozen=True):
    """An action after which the game was another: who did what, why it counts, and what it did to each seat.

    `swing` is the change of what everybody may expect, against the average of all.
    """

    ply: int
    seat: int
    when: Message
    deed: Message
    why: tuple[Message, ...]
    swing: tuple[int, ...]


class WorthSource(Struct, frozen=True):
    """Where worth came from: `start` or a source of the accounts, an amount for each seat."""

    key: str
    amounts: tuple[int, ...]


class Treasury(Struct, frozen=True):
    """What a company took in and spent, by purpose; `left` is what it has now."""

    company: str
    flows: dict[str, int]
    left: int


class Deal(Struct, frozen=True):
    """A train sold by a company to another one of the same president; `face` is what the bank asks for its kind."""

    ply: int
    seat: int
    train: str
    seller: str
    buyer: str
    price: int
    face: int


class TrainLife(Struct, frozen=True):
    """A train in the hands of one company: `end` is `rust`, `sold`, `gone` or nothing while it is there."""

    train: str
    company: str
    bought: int
    price: int
    runs: int
    earned: int
    ended: int = 0
    end: str = ""


class Rust(Struct, frozen=True):
    """Trains that left the game for all, and what a run brings less since, by seat."""

    ply: int
    when: Message
    kind: str
    lost: dict[str, int]
    cost: tuple[int, ...]


class Return(Struct, frozen=True):
    """What a seat paid for shares of a company, got for them, and has left; `rate` is for an operating round."""

    seat: int
    company: str
    paid: int
    dividends: int
    sold: int
    left: int
    rate: float | None


class Gift(Struct, frozen=True):
    """A lay or token after which a run brings somebody else more than the one who decided it."""

    ply: int
    seat: int
    when: Message
    company: str
    deed: Message
    gains: tuple[int, ...]


class Missed(Struct, frozen=True):
    """A run below the best that was found."""

    ply: int
    when: Message
    company: str
    ran: int
    best: int


class IdleMoney(Struct, frozen=True):
    """Idle cash and certificates of each seat after a round; no limit is 0."""

    cash: tuple[int, ...]
    certificates: tuple[int, ...]
    limit: int


class Money(Struct, frozen=True):
    """What only railway companies and shares have; a title outside the family has tables of its own."""

    sources: tuple[WorthSource, ...]
    treasuries: tuple[Treasury, ...]
    deals: tuple[Deal, ...]
    trains: tuple[TrainLife, ...]
    rust: tuple[Rust, ...]
    returns: tuple[Return, ...]
    gifts: tuple[Gift, ...]
    missed: tuple[Missed, ...]
    standings: tuple[IdleMoney, ...]


class OwnTable(Struct, frozen=True):
    """A table of a title's own; numbers are money where `money` says so, the first `text` columns are words."""

    heading: Message
    head: tuple[Message | str, ...]
    rows: tuple[tuple[Message | str | int, ...], ...]
    money: bool = True
    text: int = 1


class Report(Struct, frozen=True):
    """A game understood: `curve[ply][seat]` is what each seat could expect after so many actions."""

    title: str
    title_version: str
    players: tuple[str, ...]
    actions: int
    finished: bool
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    rounds: tuple[Stretch, ...]
    curve: tuple[tuple[int, ...], ...]
    turning: tuple[Turning, ...]
    money: Money | None = None
    tables: tuple[OwnTable, ...] = ()
