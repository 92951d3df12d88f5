"""One look at a table: what everything on the page is made from. Asked of the same service as the API."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec import structs

from stellwerk.core import (
    Action,
    Decision,
    Event,
    Game,
    Illegal,
    Message,
    Option,
    Piece,
    Receipt,
    Result,
    Style,
    Text,
    WordedReceipt,
)
from stellwerk.core.words import STEP
from stellwerk.draw.history import RoundsPast
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.schema import PhaseData
from stellwerk.eighteen.table import Table
from stellwerk.i18n import word
from stellwerk.i18n.texts import teller
from stellwerk.store import Live
from stellwerk.titles import TITLES
from stellwerk.web.access import Access
from stellwerk.web.games import TOGETHER, open_view
from stellwerk.web.pages.initials import initials
from stellwerk.web.pages.last_move import LastMove, last_move
from stellwerk.web.pages.reader import Reader
from stellwerk.web.pages.title_ui import TitleUI, ui_of
from stellwerk.web.pages.train_names import by_kind, counted
from stellwerk.web.responses import TableOut
from stellwerk.web.site import Site

if TYPE_CHECKING:
    from stellwerk.web.pages.decisions.panel import Panel
    from stellwerk.web.pages.matrix import MatrixRow

SEPARATOR = {"en": ",", "de": ".", "pl": "\u00a0"}
NAMING = ("company", "subject", "payer", "payee")  # facts that name a company
PLACE = ("hex",)  # facts that name a place
Said = Text | tuple[Text | tuple[str, str | int], ...]  # a text and its facts
MOST_STYLES, MOST_SAID = 50, 4000
_SAID: dict[tuple[str, Style], dict[Said, str]] = {}


class TablePage:
    """A reader at a table, now or at an earlier ply.

    `seat` is through whose eyes he looks (None: a spectator), `ply` is None for the present. `game` is the position
    that is shown, `live.game` the present one.
    """

    def __init__(
        self,
        site: Site,
        reader: Reader,
        game_id: str,
        seat: int | None = None,
        ply: int | None = None,
        opened: tuple[Access, Live] | None = None,
    ) -> None:
        """Refused like the API refuses, if the table is not his to see. `opened` is what has been read already."""
        rights, live = opened or site.games.open(game_id, reader.who)
        self.site, self.reader, self.id = site, reader, game_id
        self.rights: Access = rights
        self.live: Live = live
        self.seat = rights.eyes(seat)
        self.plies = live.game.ply
        self.ply = None if ply is None or ply >= self.plies else ply
        self.game: Game[Any] = live.game if self.ply is None else live.game.at(self.ply)
        self.covered = False
        self.matrix_rows: list[MatrixRow] | None = None  # once they have been made
        self.chosen: dict[str, str] = {}  # what the reader has picked out before he does it, as the title names it
        if len(rights.seats) > 1 and site.games.hiding(rights, live.game):
            self._draw_curtain(seat)
        if site.games.undealt(rights, live.game):
            self.seat = None

    def _draw_curtain(self, eyes: int | None) -> None:
        """Where several players share a device and the title hides things, each sees his own only when he has said that
        he holds the device (`eyes`). Then and else only what is public is shown.
        """
        if eyes is None:
            self.seat = None
        if self.now and not self.waits_for_players and self.asked in self.rights.seats and eyes != self.asked:
            self.covered = True
            self.seat = self.actor_seat = None
            self.yours = False
            self.options = []

    # -- words

    @property
    def language(self) -> str:
        """The reader's language."""
        return self.reader.language

    def say(self, text: Text, /, **facts: Any) -> str:
        """A text of the pages; `{x:$}` is money."""
        key: Said = text
        if facts:
            if not all(type(fact) in (str, int) for fact in facts.values()):  # others may look alike and read otherwise
                return self.tell(Message(text, facts, self.style))
            key = (text, *facts.items())
        said = self._spoken.get(key)
        if said is None:
            if len(self._spoken) > MOST_SAID:
                self._spoken.clear()
            said = self._spoken[key] = self.tell(Message(text, facts, self.style))
        return said

    @cached_property
    def _spoken(self) -> dict[Said, str]:
        """Texts with plain facts, as they are told in this language and style."""
        if len(_SAID) > MOST_STYLES:  # boards of one's own may have a currency of their own
            _SAID.clear()
        return _SAID.setdefault((self.language, self.style), {})

    def tell(self, message: Message) -> str:
        """A message in the reader's language."""
        return teller(self.language, self.apart).tell(self._named(message))

    def receipt(self, receipt: Receipt) -> WordedReceipt:
        """A receipt in the reader's language."""
        return (counted(receipt) if self.family else receipt).worded(self.tell)

    def event(self, event: Event) -> str:
        """A log line, with names as `pieces` has them."""
        return "".join([piece.text for piece in self.pieces(event.message)])

    def pieces(self, message: Message) -> list[Piece]:
        """A message in pieces: companies whose id is a mere number are told with their kind, hexes by their name."""
        return [self._called(piece) for piece in teller(self.language, self.apart).pieces(self._named(message))]

    def _named(self, message: Message) -> Message:
        return by_kind(message, self.t) if self.family else message

    def _called(self, piece: Piece) -> Piece:
        if not piece.name or not self.family:
            return piece
        if piece.name in (*NAMING, "private") and piece.value in self.kinds:  # some are bought as privates
            return piece._replace(text=self.company_name(piece.value))
        if piece.name in PLACE:
            name = self.t.hexmap.hexes[self.t.hexmap.index[piece.value]].name
            return piece._replace(text=f"{name} {piece.value}") if name else piece
        return piece

    @cached_property
    def kinds(self) -> dict[str, str]:
        """Companies whose id alone says too little (a number, one letter), with their kind."""
        return {entry.id: entry.kind for entry in self.t.companies if len(entry.id) == 1} if self.family else {}

    def company_name(self, company: str) -> str:
        """What a company is called in a sentence or a heading: its letters, or its kind and its number or letter."""
        kind = self.kinds.get(company)
        if kind == "local":
            return self.say("Local {number}", number=company)
        return self.say("AG {charter}", charter=company) if kind == "ag" else company

    def label(self, action: Action) -> str:
        """What an action is called, in the words of the rules."""
        return self.tell(self.game.label(action).text)

    def heading(self, action: Action) -> str:
        """What actions of its kind are listed under."""
        label = self.game.label(action)
        return self.tell(label.group or label.text)

    def short_label(self, action: Action) -> str:
        """The same for the button that does it."""
        label = self.game.label(action)
        return self.tell(label.short or label.text)

    def verb(self, action: Action) -> str:
        """The same for a cell in a row that names the rest."""
        label = self.game.label(action)
        return self.tell(label.verb or label.short or label.text)

    def refusal(self, illegal: Illegal) -> str:
        """Why not."""
        return self.tell(illegal.message)

    def step(self, kind: str) -> str:
        """What is decided, as a word."""
        return word(STEP, kind, self.language, self.style)

    @property
    def apart(self) -> str:
        """What stands between thousands."""
        return SEPARATOR[self.language]

    @cached_property
    def style(self) -> Style:
        """How the title speaks."""
        return self.t.style if self.family else Style(self.currency)

    @property
    def currency(self) -> str:
        """How the title writes money, such as `${}`."""
        return self.game.rules.currency

    def money(self, amount: int) -> str:
        """An amount in the title's form, thousands apart as the reader's language has it."""
        digits = f"{abs(amount):,}".replace(",", self.apart)
        return ("−" if amount < 0 else "") + self.currency.replace("{}", digits)

    # -- the table

    @cached_property
    def table(self) -> TableOut:
        """Seats, rights, settings."""
        return self.site.games.table(self.rights)

    @property
    def version(self) -> int:
        """What an action must name."""
        return self.live.version

    @property
    def now(self) -> bool:
        """True if the present position is shown."""
        return self.ply is None

    @cached_property
    def title(self) -> Any:
        """What the registry knows of the title."""
        return TITLES[self.game.rules.title]

    @cached_property
    def ui(self) -> TitleUI:
        """What the title adds to the pages."""
        return ui_of(self.game.rules.title)

    def blocks(self, place: str) -> list[Panel]:
        """The pieces that the title adds at a place of the page."""
        build = self.ui.blocks.get(place)
        return build(self) if build else []

    # -- the position

    @cached_property
    def family(self) -> bool:
        """True for the 18xx titles."""
        return isinstance(self.game.rules, FamilyRules)

    @cached_property
    def rules(self) -> FamilyRules:
        """The rules of an 18xx title."""
        rules = self.game.rules
        assert isinstance(rules, FamilyRules)
        return rules

    @cached_property
    def t(self) -> Table:
        """The table of an 18xx title: its data."""
        return self.rules.t

    @property
    def unsold(self) -> str:
        """Where shares lie that nobody has bought yet, as a title of a column."""
        names = {"ipo": self.say("IPO"), "bank": self.say("Bank"), "display": self.say("Unsold")}
        return names.get(self.rules.unsold) or self.say("Treasury")

    @property
    def s(self) -> Any:
        """The state, for what asks the router; all else is in the view (docs/pages.md)."""
        return self.game.state

    @property
    def board(self) -> Board:
        """What lies on the map of an 18xx title, for drawings."""
        board: Board = self.game.state.board
        return board

    def on(self, board: Board) -> Any:
        """The state with another board, for the router."""
        return self.s if board is self.board else structs.replace(self.s, board=board)

    @property
    def company(self) -> int | None:
        """The company whose turn it is, by number."""
        turn = self.view["turn"] if self.family else None
        return None if turn is None else self.t.company(turn["company"])

    @property
    def phase(self) -> PhaseData:
        """The phase of an 18xx title."""
        return next(phase for phase in self.t.phases if phase.id == self.view["phase"])

    @cached_property
    def view(self) -> dict[str, Any]:
        """The position as the seat may see it."""
        return open_view(self.live.game, self.game, self.seat)

    @cached_property
    def last(self) -> LastMove:
        """What the last move has changed, as far as the reader may see it."""
        return last_move(self.live.game, self.game, self.seat, now=self.now)

    @cached_property
    def past(self) -> RoundsPast:
        """The rounds of an 18xx table and what its companies earned, up to the present."""
        return self.site.remembered.past(self.live)

    @cached_property
    def seat_numbers(self) -> dict[str, int]:
        """The seats of the players, by name."""
        return {name: seat for seat, name in enumerate(self.game.rules.seats)}

    @cached_property
    def initials(self) -> tuple[str, ...]:
        """The players' initials, by seat."""
        return initials(tuple(self.game.rules.seats))

    @cached_property
    def company_marks(self) -> dict[str, str]:
        """How facts of the log name companies, with the ids of their marks."""
        if self.family:
            return {entry.id: entry.id for entry in self.t.companies}
        kit = getattr(getattr(self.game.rules, "t", None), "kit", None)
        return dict(zip(getattr(kit, "abbr", ()), getattr(kit, "shares", ()), strict=False))

    @cached_property
    def decision(self) -> Decision | None:
        """What is asked in the shown position; of the reader himself, where all decide at the same time."""
        decision = self.game.decision()
        if decision is None or decision.kind not in TOGETHER:
            return decision
        mine = [seat for seat in (self.seat, *sorted(self.rights.seats)) if seat is not None]
        own = next((seat for seat in mine if self.game.options_for(seat)), decision.seat)
        return structs.replace(decision, seat=own, actor=self.game.rules.seats[own])

    @cached_property
    def result(self) -> Result:
        """Scores."""
        return self.game.result()

    @cached_property
    def asked(self) -> int:
        """The seat that is asked; -1 when the game is over."""
        return -1 if self.decision is None else self.decision.seat

    @cached_property
    def waits_for_players(self) -> bool:
        """True until every seat is taken, while the table must choose how to go on (`Live.parted`) or is locked."""
        return self.rights.head.status == "open" or self.live.parted is not None or bool(self.rights.head.locked)

    @cached_property
    def yours(self) -> bool:
        """True if the reader decides now: nothing but this makes anything violet."""
        return self.now and not self.waits_for_players and self.asked in self.rights.seats

    @cached_property
    def actor_seat(self) -> int | None:
        """The seat the reader would act for: the asked one if it is his, else the one he looks through."""
        return self.asked if self.asked in self.rights.seats else self.seat

    @cached_property
    def options(self) -> list[Option]:
        """Everything the reader may do now as `actor_seat`, in his turn or out of it; nothing in the past."""
        if not self.now or self.waits_for_players or self.actor_seat is None:
            return []
        offered = self.game.options_for(self.actor_seat)
        if self.ui.anytime is None:
            return offered
        return [option for option in offered if not self.ui.anytime(option.action)]

    @cached_property
    def powers(self) -> list[Option]:
        """What the reader's seats may do at any time, whoever is asked; the seat is in each option."""
        chosen = self.ui.anytime
        if chosen is None or not self.now or self.waits_for_players or not self.rights.seats:
            return []
        return [option for option in self.game.options() if chosen(option.action) and option.seat in self.rights.seats]

    @cached_property
    def question(self) -> str:
        """What stays the same while the same thing is asked: a power used by somebody else changes nothing in it."""
        chosen = self.ui.anytime
        if chosen is None:
            return str(self.version)
        plies = self.game.plies
        asked = len(plies)
        while asked and chosen(plies[asked - 1].action):
            asked -= 1
        return f"q{asked}"
