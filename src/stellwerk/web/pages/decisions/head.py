"""The head of every panel: who acts and with what money, what is asked, and how far the turn is."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct, structs

from stellwerk.web.pages.at import At
from stellwerk.web.pages.board_art import token_svg

# Parts of a turn that are shown only while they are on: seldom, or never a decision.
_SELDOM = ("home", "privates", "mail")
_LAST = "buyback"  # where a turn ends with it, it has six parts


class StepMark(Struct, frozen=True):
    """A part of the turn: `done`, `now` or still to come."""

    name: str
    state: str


class Head(Struct, frozen=True):
    """What the head shows."""

    actor: str
    token: str
    initial: str
    task: str
    question: str
    purse: str
    money: str
    steps: tuple[StepMark, ...]


def head_of(at: At) -> Head:
    """The head for the decision of the shown position."""
    decision = at.decision
    assert decision is not None
    company = acting(at)
    actor = at.t.companies[company].id if company is not None else decision.actor
    if company is not None:
        purse, money = at.say("Treasury"), at.money(at.view["companies"][actor]["cash"])
    elif at.family:
        purse, money = at.say("Cash"), at.money(at.view["players"][decision.seat]["cash"])
    else:
        purse = money = ""
    return Head(
        actor=at.company_name(actor) if company is not None else actor,
        token=token_svg(at, company) if company is not None else "",
        initial=at.initials[decision.seat],
        task=at.step(decision.kind),
        question=_question(at, actor),
        purse=purse,
        money=money,
        steps=steps(at),
    )


def acting(at: At) -> int | None:
    """The company that acts; None if a player acts for himself."""
    decision = at.decision
    if decision is None or not at.family:
        return None
    number = at.t.kit.company_index.get(decision.actor)
    if number is None and decision.actor not in at.game.rules.seats:  # a private's power, used by a company
        number = at.company
    return number


def steps(at: At) -> tuple[StepMark, ...]:
    """The parts of the company's turn in the title's order; empty out of operating rounds."""
    turn = at.view["turn"] if at.family else None
    if turn is None:
        return ()
    names = [name for name in turn["parts"] if name == turn["step"] or name not in _SELDOM]
    now = names.index(turn["step"])
    return tuple(
        StepMark(_short(at, name, turn["parts"]), "done" if number < now else "now" if number == now else "")
        for number, name in enumerate(names)
    )


def _short(at: At, name: str, parts: Collection[str]) -> str:
    """A part of the turn in one word, where the usual one is long."""
    if name == "token" and _LAST in parts:  # there is no room for long words beside it
        return at.say("marker")
    return {"issue": at.say("issue"), "contract": at.say("mail")}.get(name) or at.step(name)


def _question(at: At, actor: str) -> str:
    """The sentence that asks, with the name of the company as the pages have it."""
    asked = at.game.question()
    return at.tell(structs.replace(asked, facts=asked.facts | {"company": actor}))
