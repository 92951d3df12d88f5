"""The companies at a glance, in operating order: the column at the left."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from msgspec import Struct, structs

from stellwerk.web.pages.history_facts import outcome_word, past_of
from stellwerk.web.pages.marks import TrainChip, event_receipt, initial, token, train_chips
from stellwerk.web.pages.table_page import TablePage

NOW, DONE, TO_COME, STARTED, UNSTARTED = "now", "done", "to-come", "started", "unstarted"
KNOWN = {  # fields of a company's view that have a place of their own on the page
    "cash",
    "par",
    "price",
    "cell",
    "zones",
    "ipo",
    "pool",
    "president",
    "floated",
    "operated",
    "trains",
    "tokens_left",
    "privates",
    "unit",
    "float",
    "towards_float",
    "pool_limit",
    "train_limit",
}


class CompanyCard(Struct, frozen=True):
    """A company as the column shows it."""

    id: str
    name: str
    token: Markup
    state: str
    gone: bool  # it has left the game
    president: str
    initial: Markup
    price: str
    treasury: str
    trains: list[TrainChip]
    no_train: bool
    run: str
    idle: bool
    outcome: str
    receipt: str
    tokens: int
    note: str
    more: list[tuple[str, str]]
    label: str = ""
    head: str = ""  # of the group it begins
    slim: bool = False  # a small company: fewer lines


class Column(Struct, frozen=True):
    """The column: cards, which trains are about to rust, and the one most wanted figure."""

    cards: list[CompanyCard]
    rusting: list[tuple[str, str]]
    summary: str


def company_column(page: TablePage) -> Column | None:
    """The companies of an 18xx position; None for titles without such companies."""
    if not page.family:
        return None
    order = [name for name in operating_order(page) if page.ui.in_column(page, name)]
    states = _states(page)
    shown = _grouped(page, [_card(page, name, states) for name in order])
    acting = next((number for number, name in enumerate(order, 1) if states.get(name) == NOW), 0)
    running = [name for name in order if page.view["companies"][name]["floated"]]
    summary = (
        page.say("{company}: {place} of {count}", company=order[acting - 1], place=acting, count=len(running))
        if acting
        else " ".join(running[:3])
    )
    return Column(shown, list(page.view["next_to_go"].items()), summary)


def _grouped(page: TablePage, all_: list[CompanyCard]) -> list[CompanyCard]:
    """The cards by groups, in the order in which groups first appear; the first of each has the heading."""
    group = page.ui.group
    if group is None:
        return all_
    groups: dict[str, list[CompanyCard]] = {}
    for card in all_:
        groups.setdefault(group(page, card.id), []).append(card)
    return [
        structs.replace(card, head=name if not number else "")
        for name, entries in groups.items()
        for number, card in enumerate(entries)
    ]


def operating_order(page: TablePage) -> list[str]:
    """This round's order while one is on (those that have had their turn first), else by price; then all others."""
    companies: dict[str, Any] = page.view["companies"]
    waiting = page.view["waiting"]
    order = [] if waiting is None else [*past_of(page).turns(page.game.ply), *waiting]
    order += page.view["operating_order"]
    order += [name for name, entry in companies.items() if entry["par"]]
    order += list(companies)
    return [name for name in dict.fromkeys(order) if name in companies]


def _states(page: TablePage) -> dict[str, str]:
    """Which company has had its turn, has it now, or will have it."""
    if page.view["waiting"] is None:
        return {}
    found = dict.fromkeys(past_of(page).turns(page.game.ply), DONE) | dict.fromkeys(page.view["waiting"], TO_COME)
    if page.view["turn"]:
        found[page.view["turn"]["company"]] = NOW
    return found


def _card(page: TablePage, name: str, states: dict[str, str]) -> CompanyCard:
    entry: dict[str, Any] = page.view["companies"][name]
    data = page.t.companies[page.t.kit.company_index[name]]
    income = past_of(page).income(name, page.game.ply)
    president = entry["president"]
    local = entry.get("kind") == "local"  # privately owned: it has no shares and no price
    started = entry["par"] is not None or entry["price"] is not None or (local and entry["floated"])
    state = states.get(name) or (TO_COME if entry["floated"] else STARTED if started else UNSTARTED)
    note = ""
    if entry.get("closed"):
        note = page.say("bankrupt, out of the game")
    elif entry.get("removed"):
        note = page.say("has left the game; its markers only block")
    elif not started:
        note = page.say("not started")
    elif not entry["floated"]:
        told = page.say("{sold} % sold, floats at {float} %", sold=entry["towards_float"], float=entry["float"])
        note = told.replace(" %", "\u00a0%")  # no figure without its sign at the end of a line
    return CompanyCard(
        id=name,
        name=data.name,
        token=token(page, name),
        state=state,
        gone=bool(entry.get("removed")),
        president=president or "",
        initial=initial(page, page.t.seats.index(president)) if president else Markup(""),
        price=page.money(entry["price"]) if entry["price"] is not None else "" if local else "–",
        treasury=page.money(entry["cash"]) if entry["floated"] and not entry.get("removed") else "",
        trains=train_chips(page, entry["trains"], name),
        no_train=bool(entry["floated"] and entry["operated"] and not entry["trains"] and not local),
        run=page.money(income.revenue) if income else "",
        idle=income is not None and not income.revenue and income.event < 0,
        outcome=outcome_word(page, income) if income else "",
        receipt=event_receipt(page, income.run, income.event) if income and income.event >= 0 else "",
        tokens=entry["tokens_left"],
        note=note,
        more=more_fields(page, name, entry),
        label=data.name if local else page.company_name(name),
        slim=local,
    )


def more_fields(page: TablePage, name: str, entry: dict[str, Any]) -> list[tuple[str, str]]:
    """Figures only some titles have, such as loans or shares in the treasury: what is there and not nothing."""
    found = page.ui.card_lines(page, name, entry)
    for key, value in entry.items():
        if key in KNOWN or key in page.ui.fields or isinstance(value, dict | list | bool) or not value:
            continue
        found.append((field_name(page, key), str(value)))
    return found


def field_name(page: TablePage, key: str) -> str:
    """What a field of a view is called."""
    names = {
        "treasury": page.say("Treasury shares"),
        "treasury_shares": page.say("Treasury shares"),
        "loans": page.say("Loans"),
        "notes": page.say("Notes"),
        "group": page.say("Group"),
        "reserved": page.say("Reserved shares"),
        "own_percent": page.say("Own %"),
    }
    return names.get(key) or key.replace("_", " ")
