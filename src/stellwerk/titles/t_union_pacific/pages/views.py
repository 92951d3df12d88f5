"""The views of Union Pacific: map, payouts, companies, players, charts."""

from __future__ import annotations

from typing import Any, cast

from markupsafe import Markup, escape
from msgspec import Struct

from stellwerk.draw.chart import ChartMark, Series, chart_svg
from stellwerk.titles import folder_of
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.map_settings import map_switches
from stellwerk.web.pages.marks import initial, receipt_link
from stellwerk.web.pages.player_shapes import player_series
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.tabs.charts import SIZE, Chart

from ..drawing import network_svg, section_path
from ..state import PICK, State
from .choice import BUILD, Turn
from .marks import Share, lines, mark, rules_of, share, shares, tracks, type_names
from .panels import free_words
from .standing import if_now, payouts, to_come

HERE = folder_of(__name__)


def board(page: TablePage) -> Panel:
    """The network; where the chosen card and company can be built glows."""
    kit = rules_of(page).kit
    asked = page.yours and page.view["step"] == "turn"
    made = Turn(page) if asked else None
    glowing = made.sections if made is not None and made.mode == BUILD else []
    types = type_names(page)
    sections = page.view["sections"]

    def words(number: int) -> str:
        entry = kit.sections[number]
        there = ", ".join(
            share(page, name).abbr for name in sections[entry.id]["locomotives"] if name is not None
        ) or page.say("no locomotive")
        return f"{kit.section_names[number]}, {types[kit.type[number]]}: {free_words(page, entry.id)}; {there}"

    marks = "".join(_mark(page, made, name) for name in glowing) if made is not None else ""
    svg = network_svg(
        page.game,
        theme=None,
        role="group",
        marks=glowing,
        label=page.say("Map of {title}", title=rules_of(page).t.data.title.name),
        words=words,
        types=types,
        home=page.say("{city}, home of {company}", city="{city}", company="{company}"),
        over=f'{marks}<g class="overlay"></g>',
        last=last_built(page),
    )
    company = made.company if made is not None and glowing else ""
    return Panel(
        f"{HERE}/map.html",
        {
            "svg": svg,
            "company": share(page, company).abbr if company else "",
            "glowing": len(glowing),
            **map_switches(page, "no-names"),
        },
    )


def last_built(page: TablePage) -> set[tuple[str, int]]:
    """The spaces on which the last move has put a locomotive: section and number."""
    known = page.last.before.get("sections", {})
    return {
        (name, slot)
        for name, entry in page.view["sections"].items()
        for slot, company in enumerate(entry["locomotives"])
        if known and company is not None and known[name]["locomotives"][slot] != company
    }


def _mark(page: TablePage, made: Turn, name: str) -> str:
    """What can be pressed on the map."""
    kit = rules_of(page).kit
    number = kit.section_index[name]
    company = share(page, made.company).abbr if made.company else ""
    facts = {"section": kit.section_names[number], "free": free_words(page, name)}
    words = (
        page.say("Build {company} on {section}: {free}", company=company, **facts)
        if company
        else page.say("Build on {section}: {free}", **facts)
    )
    d = section_path(kit, number)
    query = made.query(section=name, last="section")
    on = " on" if name == made.section else ""
    pressed = "true" if on else "false"
    return (
        f'<g class="netmark{on}" data-section="{escape(name)}" data-up="{escape(query)}" '
        f'data-focus="net-{escape(name)}" role="button" tabindex="-1" aria-pressed="{pressed}" '
        f'aria-label="{escape(words)}">'
        f'<path class="hitline" d="{d}"/></g>'
    )


def payout_view(page: TablePage) -> Panel:
    """The payout that would follow now, and those that have been."""
    return Panel(
        f"{HERE}/payout.html",
        {
            "now": None if page.view["ended"] else if_now(page),
            "payouts": payouts(page)[::-1],
            "pending": to_come(page),
            "up": up_rows(page),
        },
    )


def up_rows(page: TablePage) -> list[tuple[int, list[int]]]:
    """The table of Union Pacific."""
    rules = rules_of(page)
    rows = rules.t.data.payout.union_pacific[: rules.t.last_payout]
    return [(number, list(row)) for number, row in enumerate(rows, 1)]


class OpenCompany(Struct, frozen=True):
    """A company with everything that is open about it."""

    share: Share
    mark: Markup
    value: str
    receipt: str
    left: str
    home: str
    lines: list[tuple[str, Markup]]
    shares: int
    held: list[int]
    display: int
    unseen: int


def company_view(page: TablePage) -> Panel:
    """Companies and shares: what lies open, and how many nobody has shown yet."""
    view, kit = page.view, rules_of(page).kit
    drawn = {entry.id: (entry.name, lines(entry)) for entry in tracks(page)}
    cities = {entry.id: entry.name for entry in kit.cities}
    rows = []
    for entry in shares(page):
        facts = view["union_pacific"] if entry.up else view["companies"][entry.id]
        held = [player["shares"].get(entry.id, 0) for player in view["players"]]
        shown = view["up_stack"] if entry.up else view["display"].count(entry.id)
        rows.append(
            OpenCompany(
                share=entry,
                mark=mark(entry),
                value="" if entry.up else page.money(facts["value"]),
                receipt="" if entry.up else receipt_link(page, f"value {entry.id}"),
                left="" if entry.up else str(facts["supply"]),
                home="" if entry.up else cities[facts["home"]],
                lines=[] if entry.up else [drawn[name] for name in facts["track_types"]],
                shares=facts["shares"],
                held=held,
                display=shown,
                unseen=facts["shares"] - sum(held) - shown,
            )
        )
    names = [(seat, player["name"], initial(page, seat)) for seat, player in enumerate(view["players"])]
    return Panel(f"{HERE}/companies.html", {"rows": rows, "players": names})


def player_view(page: TablePage) -> Panel:
    """Money by payout, and how many cards each has."""
    view = page.view
    done = payouts(page)
    rows = []
    for seat, player in enumerate(view["players"]):
        open_money = player["money"] is not None
        hidden = player.get("hand") if view["ended"] or seat == page.seat else None
        rows.append(
            {
                "seat": seat,
                "name": player["name"],
                "initial": initial(page, seat),
                "money": page.money(player["money"]) if open_money else "",
                "receipt": receipt_link(page, f"score {player['name']}") if open_money else "",
                "paid": [entry.totals[seat] for entry in done],
                "hand": player["hand_size"],
                "tracks": player["track_cards"],
                "shares": sum(player["shares"].values()),
                "held": [
                    (share(page, name), mark(share(page, name)), count) for name, count in player["shares"].items()
                ],
                "cards": [
                    (share(page, name), mark(share(page, name)), count) for name, count in (hidden or {}).items()
                ],
            }
        )
    third = view["third_player"]
    return Panel(f"{HERE}/players.html", {"rows": rows, "done": [entry.number for entry in done], "third": third})


# -- charts


class DrawnDisc(Struct, frozen=True):
    """What a chart needs to know of a company to draw its disc."""

    id: str
    color: str
    text_color: str = "#ffffff"


def charts(page: TablePage) -> Panel:
    """Values of the companies by turn, money by payout."""
    rules = rules_of(page)
    states: list[tuple[int, State]] = [(0, page.live.game.at(0).state)]
    for ply, made in enumerate(page.live.game.plies, 1):
        state: State = made.state
        if state.turns == states[-1][1].turns:
            states[-1] = (ply, state)
        else:
            states.append((ply, state))
    words = [str(state.turns) for _, state in states]
    goals = [ply for ply, _ in states]
    here = max((place for place, ply in enumerate(goals) if ply <= page.game.ply), default=0)
    paid = [
        (place, state.payouts)
        for place, (_, state) in enumerate(states)
        if place and state.payouts > states[place - 1][1].payouts
    ]
    marks = tuple(ChartMark(place, page.say("Payout {number}", number=number)) for place, number in paid)
    values = [
        Series(
            entry.abbr,
            tuple(rules.flow.value(state, number) for _, state in states),
            cast(Any, DrawnDisc(entry.abbr, entry.color)),
        )
        for number, entry in enumerate(rules.kit.companies)
    ]
    visible = [
        seat for seat, player in enumerate(page.live.game.view(page.seat)["players"]) if player["money"] is not None
    ]
    money = [player_series(page, seat, tuple(state.money[seat] for _, state in states)) for seat in visible]
    shown = here if not page.now else None

    def drawn(name: str, title: str, subtitle: str, series: list[Series]) -> Chart:
        svg = chart_svg(
            title,
            "",
            words,
            series,
            marks=marks,
            money=page.money,
            size=SIZE,
            theme=None,
            here=shown,
            goals=goals,
            headed=False,
        )
        rows = [
            (words[place], goals[place], [page.money(entry.values[place] or 0) for entry in series])
            for place in range(len(words))
        ]
        return Chart(name, title, subtitle, svg, [entry.name for entry in series], rows)

    found = [
        drawn(
            "values",
            page.say("Values of the companies"),
            page.say("Locomotives on the board and the home station, by turn."),
            values,
        ),
        drawn("money", page.say("Money of the players"), page.say("What the payouts have brought, by turn."), money),
    ]
    return Panel(f"{HERE}/charts.html", {"charts": found, "started": states[-1][1].step != PICK})
