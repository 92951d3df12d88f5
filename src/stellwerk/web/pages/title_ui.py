"""What a title adds to the pages: one record, `UI` in the title's own `pages`. What it leaves out is as in the family.

The pages ask `page.ui` and know no title. A record is loaded when something of its title is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct, field, structs

from stellwerk.core import Action, Event, Illegal
from stellwerk.titles import TITLES, Title
from stellwerk.web.pages.payments import PaymentRow, payments

if TYPE_CHECKING:
    from stellwerk.eighteen.actions import Route
    from stellwerk.eighteen.routes import RouteCheck
    from stellwerk.eighteen.schema import PhaseData
    from stellwerk.web.pages.claims import ClaimView
    from stellwerk.web.pages.decisions.chosen import Choice, Chooser, Chosen, Note, Query
    from stellwerk.web.pages.decisions.panel import Builder, Panel
    from stellwerk.web.pages.guide.hint import Hint
    from stellwerk.web.pages.lays import CompanyLays
    from stellwerk.web.pages.moments.moment import Build
    from stellwerk.web.pages.places import Surroundings
    from stellwerk.web.pages.reported import Report
    from stellwerk.web.pages.result.decided import Decided
    from stellwerk.web.pages.table_page import TablePage
    from stellwerk.web.pages.tabs import Tab
    from stellwerk.web.pages.telling import Maker

Lines = list[tuple[str, str]]  # labels and values


class ChoosingBuilder(Protocol):
    """A panel that can show what is chosen before it is done."""

    def __call__(self, page: TablePage, chosen: Query | None = None, made: Chosen | None = None) -> Panel:
        """The panel."""


class LayMark(Struct, frozen=True):
    """One lay of a turn: `done`, `open` or `shut`."""

    text: str
    state: str


class Allowed(Struct, frozen=True):
    """What a turn has: its lays, and sentences about them."""

    marks: list[LayMark]
    notes: list[Note]


class Tool(Struct, frozen=True):
    """What may be laid besides tiles: the chooser of a hex (None if nothing can be laid there), and why not."""

    hexes: Callable[[CompanyLays, str], dict[str, Any] | None]
    why: Callable[[CompanyLays, str], Illegal | None]


class LineKey(Struct, frozen=True):
    """A line of the map in its key: how it looks, what it means, and its paragraph."""

    css: str
    text: str
    paragraph: str


class Claims(Struct, frozen=True):
    """Bonuses that routes may claim: all that are possible, and what the one a route claims brings."""

    offered: Callable[[RouteCheck, Sequence[Route]], list[ClaimView]]
    bonus: Callable[[RouteCheck, Route], int]


class Guide(Struct, frozen=True):
    """Hints for a first game by kind of decision; those in `later` take a while and come by a request of their own."""

    hints: Mapping[str, Callable[[TablePage], Hint | None]]
    later: Mapping[str, Callable[[TablePage], Hint | None]] = field(default_factory=dict)


class Picking(Struct, frozen=True):
    """A way of choosing with pieces of the page in place of a chooser: the parts of the query that the title reads
    from `page.chosen`, the template with what the choice changes, and the `data-` attribute of buttons that pick.
    """

    parts: tuple[str, ...]
    template: str
    button: str


def nothing(*_: Any) -> Any:
    """What a title without something of its own says: an empty list."""
    return []


def no_words(*_: Any) -> str:
    """No words, no drawing."""
    return ""


def everything(*_: Any) -> bool:
    """Every company is shown."""
    return True


class TitleUI(Struct, frozen=True, kw_only=True):
    """Everything the pages show only at tables of one title.

    Decisions: `panels` by kind of decision (`over` and `waiting` too), those in `choosing` also show what is chosen;
    `choosers` by the `do` of a query; `picking` for titles that choose in another way; `allowed` is what is left of a
    turn's lays, `tools` what is laid besides tiles, `claims` the bonuses of runs, `slot_words` what a place for a token
    is besides; `anytime` says which actions are possible whoever is asked.

    Companies and players: `card_lines` are lines of a company's card, `fields` those of its view that need no line
    of their own, `columns` those of them that stand in the table; `in_column` and `group` arrange the cards; `traded`
    says which companies have shares, `trades` what else can be done with a company's shares; `player_facts` are lines
    of a player's card.

    Around: `blocks` are further pieces by place (`decision`, `stock`, `companies`, `players`, `trains`), each a
    template with what fills it; `deeds` are the words of the log for what was done, by kind of event, `reports` the
    same as a report tells them afterwards,
    `payments` the money that events moved; `map_marks` and
    `line_keys` belong to the map, `phase_words` to the list of phases; `tabs` and `place` take the place of the
    family's; `moments` are what all are to see at once, by kind of event, `result` is what decided a game
    that is over. `styles` and `scripts` are files of the title's `static`. `settings` is a template for the form of a
    new game, `board` tells about a board of one's own. `guide` is what the title's own `guide` has.
    """

    panels: Mapping[str, Builder] = field(default_factory=dict)
    choosing: Mapping[str, ChoosingBuilder] = field(default_factory=dict)
    choosers: Mapping[str, Chooser] = field(default_factory=dict)
    picking: Picking | None = None
    allowed: Callable[[TablePage], Allowed | None] = lambda page: None
    tools: Mapping[str, Tool] = field(default_factory=dict)
    claims: Claims | None = None
    slot_words: Callable[[TablePage, int, Action], str] = no_words
    anytime: Callable[[Action], bool] | None = None

    card_lines: Callable[[TablePage, str, dict[str, Any]], Lines] = nothing
    fields: Collection[str] = ()
    columns: Collection[str] = ()
    in_column: Callable[[TablePage, str], bool] = everything
    group: Callable[[TablePage, str], str] | None = None
    traded: Callable[[TablePage, str], bool] = everything
    trades: Callable[[TablePage, str, Query], list[Choice]] = nothing
    player_facts: Callable[[TablePage, int], Lines] = nothing

    blocks: Mapping[str, Callable[[TablePage], list[Panel]]] = field(default_factory=dict)
    deeds: Mapping[str, Maker] = field(default_factory=dict)
    reports: Report = field(default_factory=dict)
    payments: Callable[[Iterable[Event]], Iterator[PaymentRow]] = payments
    map_marks: Callable[[TablePage], str] = no_words
    line_keys: Callable[[TablePage], list[LineKey]] = nothing
    phase_words: Callable[[TablePage, PhaseData], list[str]] | None = None
    tabs: Sequence[Tab] = ()
    place: Surroundings | None = None
    moments: Mapping[str, Build] = field(default_factory=dict)
    result: Callable[[TablePage], Decided] | None = None
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    settings: str = ""
    board: Callable[[Any], dict[str, Any]] | None = None
    guide: Guide | None = None


PLAIN = TitleUI()


def ui_of(name: str) -> TitleUI:
    """The record of a title; the family's own ways if it has none."""
    title = TITLES.get(name)
    return PLAIN if title is None else _loaded(title)


@lru_cache(maxsize=64)
def _loaded(title: Title) -> TitleUI:
    pages, guide = title.wing("pages"), title.wing("guide")
    ui: TitleUI = PLAIN if pages is None else pages.UI
    return ui if guide is None else structs.replace(ui, guide=guide.GUIDE)
