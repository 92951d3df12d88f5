"""What the panels about money are made of: choices that open, what is chosen with its effect, and the one button.

A choice is a query such as `do=sell&company=NYC&percent=20`; pages/choose.py shows the panel with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode

from markupsafe import Markup
from msgspec import Struct
from msgspec import field as made

from stellwerk.core import Action, Illegal, Option, Range, WordedReceipt
from stellwerk.eighteen.actions import Answer
from stellwerk.web.pages.decisions.panel import Button, Panel, button, to_json
from stellwerk.web.pages.effects import Effect, effect
from stellwerk.web.pages.marks import token
from stellwerk.web.pages.table_page import TablePage

Query = Mapping[str, str]
A = TypeVar("A", bound=Action)


class Rule(Struct, frozen=True):
    """A paragraph and where it can be read."""

    name: str
    link: str


class Fact(Struct, frozen=True):
    """A line of an effect: a label and a figure, or one before and after. `tone` is `up`, `dn`, `warn` or empty."""

    label: str
    after: str
    before: str = ""
    tone: str = ""
    note: str = ""
    company: str = ""


class Note(Struct, frozen=True):
    """A sentence with its paragraph."""

    text: str
    rule: Rule | None = None
    tone: str = ""


class SaleStep(Struct, frozen=True):
    """One step of a sale: what it brings altogether and where the price goes."""

    text: str
    amount: str
    price: str
    tone: str = ""
    chosen: bool = False


class Choice(Struct, frozen=True):
    """A button that opens a choice; with `why` (an action) it is grey and says why not; with `action` it plays."""

    text: str
    query: str = ""
    amount: str = ""
    note: str = ""
    warn: bool = False
    key: str = ""
    why: str = ""
    action: str = ""
    seat: int = -1
    company: str = ""
    train: str = ""
    cell: int = -1  # of the market, for a par price
    chosen: bool = False

    @property
    def letter(self) -> str:
        """The key as it is printed."""
        return self.key.upper()


class Stepper(Struct, frozen=True):
    """− and +: the choices they lead to (empty at the ends), and what stands between them."""

    text: str
    less: str
    more: str
    why_more: str = ""  # an action that tells why there is no more
    company: str = ""


class Field(Struct, frozen=True):
    """A number the reader types: `name` is its part of the query, `into` the field of the action."""

    label: str
    name: str
    into: str
    low: int
    high: int
    step: int
    value: int
    low_text: str
    high_text: str
    slider: bool = True


class Chosen(Struct, frozen=True):
    """What is chosen, what it does, and the button that does it; without `action` something is still to be chosen."""

    title: str
    query: str
    action: str = ""
    seat: int = 0
    confirm: str = ""
    amount: str = ""
    company: str = ""
    train: str = ""
    stepper: Stepper | None = None
    steppers: list[Stepper] = made(default_factory=list)  # for several companies at once
    field: Field | None = None
    rows: list[SaleStep] = made(default_factory=list)
    bill: WordedReceipt | None = None  # a whole calculation, line by line
    facts: list[Fact] = made(default_factory=list)
    follows: list[Note] = made(default_factory=list)
    notes: list[Note] = made(default_factory=list)
    choices: list[Choice] = made(default_factory=list)
    picture: Markup = Markup("")
    stage: Markup = Markup("")  # the whole market with what is chosen, for those who have it beside the panel


Chooser = Callable[[TablePage, Query], Chosen | None]


def query(do: str, **parts: Any) -> str:
    """A choice as it stands in an address."""
    return urlencode({"do": do, **parts})


def rule_of(name: str) -> Rule | None:
    """The link of a paragraph."""
    title, _, number = name.partition(" ")
    return Rule(name, f"/titles/{title}/rules#{number}") if number else None


def cited(page: TablePage, key: str) -> Rule | None:
    """The paragraph behind a key of the title; None if the title has no such rule."""
    return rule_of(page.t.cite(key)) if key in page.t.data.cite else None


def refused(page: TablePage, illegal: Illegal) -> Note:
    """A refusal as a sentence."""
    return Note(capital(page.refusal(illegal)), rule_of(illegal.rule))


def capital(text: str) -> str:
    """Log lines and refusals begin small; on the page they begin a sentence."""
    return text[:1].upper() + text[1:]


def seat_of(page: TablePage, option: Option) -> int:
    """Who would do it."""
    return page.asked if option.seat is None else option.seat


def options_of(page: TablePage, kind: type[A]) -> list[tuple[Option, A]]:
    """The options of one kind of action, each with the action."""
    return [(option, option.action) for option in page.options if isinstance(option.action, kind)]


def option_of(page: TablePage, kind: type[A], chosen: Query, *names: str) -> tuple[Option, A] | None:
    """The option of a kind whose fields `names` are as the query says; what the query leaves out is empty."""
    for option, action in options_of(page, kind):
        if all(str(getattr(action, name)) == chosen.get(name, "") for name in names):
            return option, action
    return None


def tried(page: TablePage, kind: type[A], chosen: Query, *names: str) -> tuple[A, int, Effect] | None:
    """The action a query names, who would do it, and what it would do; None if it is not possible (any more)."""
    found = option_of(page, kind, chosen, *names)
    if found is None:
        return None
    option, action = found
    done = effect(page, action, seat_of(page, option))
    return None if done is None else (action, seat_of(page, option), done)


def agreed(page: TablePage, option: Option, chosen: Query) -> tuple[Field | None, Any, int, Effect] | None:
    """A purchase at a price: the field for it if it is open, the action with it, who would do it, what it would do."""
    shown: Field | None = None
    action: Action = option.action
    if option.amount is not None:
        shown, action = money_field(page, option, chosen, page.say("Agreed price"))
    done = effect(page, action, seat_of(page, option))
    return None if done is None else (shown, action, seat_of(page, option), done)


def offered(page: TablePage, action: Action, done: Effect) -> str:
    """The button of a deal: an offer, if somebody has to agree first."""
    return page.say("Make the offer") if done.consent >= 0 else page.short_label(action)


def chosen_action(page: TablePage, action: Action, seat: int, asked: str, **more: Any) -> Chosen:
    """An action that is chosen by the query `asked`, in the words of the rules unless `more` has others."""
    words: dict[str, Any] = {"title": page.label(action), "confirm": page.short_label(action)}
    return Chosen(query=asked, action=to_json(action), seat=seat, **words | more)


def opening(picked: Query, text: str, do: str, parts: Mapping[str, Any] | None = None, **more: Any) -> Choice:
    """A button that opens a choice; it is marked while that is the one that is open."""
    asked = {"do": do, **(parts or {})}
    here = all(picked.get(name) == str(value) for name, value in asked.items())
    return Choice(text, urlencode(asked), **{"chosen": here} | more)


def refusing(page: TablePage, text: str, wish: Action, **more: Any) -> Choice:
    """A grey button that says why not."""
    return Choice(text, why=to_json(wish), seat=page.asked, **more)


def range_text(page: TablePage, option: Option, price: int) -> str:
    """The price of an option, or from where to where it can be agreed."""
    amounts = option.amount
    if amounts is None or amounts.low == amounts.high:
        return page.money(price)
    return f"{page.money(amounts.low)} – {page.money(amounts.high)}"


def number(chosen: Query, name: str, amounts: Range) -> int:
    """The number of a query, brought into the legal range and onto its steps; the lowest without one."""
    try:
        wished = int(chosen.get(name, ""))
    except ValueError:
        return amounts.low
    wished = min(max(wished, amounts.low), amounts.high)
    return wished - (wished - amounts.low) % amounts.step


def money_field(
    page: TablePage, option: Option, chosen: Query, label: str, *, slider: bool = True
) -> tuple[Field, Action]:
    """The field of an option with a range, and the action with what is typed in it."""
    assert option.amount is not None
    amounts = option.amount
    value = number(chosen, "amount", amounts)
    shown = Field(
        label,
        "amount",
        option.money,
        amounts.low,
        amounts.high,
        amounts.step,
        value,
        page.money(amounts.low),
        page.money(amounts.high),
        slider and amounts.low < amounts.high,
    )
    return shown, option.take(value)


def playing(page: TablePage, option: Option, key: str = "", note: str = "") -> Choice:
    """A button that plays at once."""
    text = page.short_label(option.action)
    return Choice(text, key=key, note=note, action=to_json(option.action), seat=seat_of(page, option))


def pass_choice(page: TablePage, note: str = "") -> Choice | None:
    """The button that passes, where that is possible."""
    return next((playing(page, option, "s", note) for option in page.options if option.action.kind == "pass"), None)


def answers(page: TablePage) -> list[Choice]:
    """Yes and no."""
    found = sorted(options_of(page, Answer), key=lambda entry: not entry[1].accept)
    return [playing(page, option, "y" if answer.accept else "n") for option, answer in found]


def other_buttons(page: TablePage, *shown: type[Action]) -> list[Button]:
    """Every option that has no place of its own in the panel."""
    return [
        button(page, option)
        for option in page.options
        if not isinstance(option.action, shown) and option.action.kind != "pass"
    ]


def money_panel(
    page: TablePage,
    made: Chosen | None,
    groups: Sequence[tuple[str, list[Choice]]],
    notes: Sequence[Note] = (),
    **more: Any,
) -> Panel:
    """Choices in groups, what is chosen, and passing."""
    shown = {"token": token, "chosen": made, "groups": groups, "notes": notes, "others": [], "pass": pass_choice(page)}
    return Panel("decisions/money.html", shown | more)
