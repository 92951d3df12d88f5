"""The head of every panel: who acts and with what money, what is asked, and how far the turn is."""

from __future__ import annotations

from msgspec import Struct, structs

from stellwerk.web.pages.board_art import token_svg
from stellwerk.web.pages.table_page import TablePage

# Parts of a turn that are shown only while they are on: seldom, or never a decision.
_SELDOM = ("home", "privates", "mail")
_MANY = 6  # parts of a turn beside which there is no room for long words


class StepMark(Struct, frozen=True):
    """A part of the turn: `done`, `now` or still to come."""

    name: str
    state: str


class Head(Struct, frozen=True):
    """What the head shows."""

    actor: str
    token: str
    seat: int
    task: str
    question: str
    purse: str
    money: str
    steps: tuple[StepMark, ...]


def head_of(page: TablePage) -> Head:
    """The head for the decision of the shown position."""
    decision = page.decision
    assert decision is not None
    company = acting(page)
    actor = page.t.companies[company].id if company is not None else decision.actor
    if company is not None:
        purse, money = page.say("Treasury"), page.money(page.view["companies"][actor]["cash"])
    elif page.family:
        purse, money = page.say("Cash"), page.money(page.view["players"][decision.seat]["cash"])
    else:
        purse = money = ""
    return Head(
        actor=page.company_name(actor) if company is not None else actor,
        token=token_svg(page, company) if company is not None else "",
        seat=decision.seat,
        task=page.step(decision.kind),
        question=_question(page, actor if company is not None else ""),
        purse=purse,
        money=money,
        steps=steps(page),
    )


def acting(page: TablePage) -> int | None:
    """The company that acts; None if a player acts for himself."""
    decision = page.decision
    if decision is None or not page.family:
        return None
    number = page.t.kit.company_index.get(decision.actor)
    if number is None and decision.actor not in page.game.rules.seats:  # a private's power, used by a company
        number = page.company
    return number


def steps(page: TablePage) -> tuple[StepMark, ...]:
    """The parts of the company's turn in the title's order; empty out of operating rounds."""
    turn = page.view["turn"] if page.family else None
    if turn is None:
        return ()
    names = [name for name in turn["parts"] if name == turn["step"] or name not in _SELDOM]
    now = names.index(turn["step"])
    return tuple(
        StepMark(_short(page, name, len(names)), "done" if number < now else "now" if number == now else "")
        for number, name in enumerate(names)
    )


def _short(page: TablePage, name: str, parts: int) -> str:
    """A part of the turn in one word, where the usual one is long."""
    if name == "token" and parts >= _MANY:
        return page.say("token")
    return {"issue": page.say("issue"), "contract": page.say("mail")}.get(name) or page.step(name)


def _question(page: TablePage, company: str) -> str:
    """The sentence that asks, with the company that acts, if one does."""
    asked = page.game.question()
    return page.tell(structs.replace(asked, facts=asked.facts | {"company": company}) if company else asked)
