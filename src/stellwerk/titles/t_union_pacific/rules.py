"""Union Pacific: who is asked, what may be done, and what everybody may know."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from operator import itemgetter
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from stellwerk.core import (
    Action,
    Decision,
    Event,
    FrozenTwin,
    Label,
    Message,
    Option,
    Payment,
    Quote,
    Receipt,
    Result,
    Rules,
    commitment,
)
from stellwerk.core.quote import BANK
from stellwerk.core.receipt import Line, receipt

from .actions import (
    DECK,
    KINDS,
    Build,
    Decline,
    DrawCard,
    ExchangeShare,
    Invest,
    PassTurn,
    PickShare,
    ReplaceCard,
    TakeShare,
)
from .flow import FICTITIOUS, Flow
from .invariants import broken_invariants
from .move import Foresight, Move, Unseen
from .position_text import describe
from .setup import first_state
from .state import EXCHANGE, PICK, REPLACE, TAKE, TURN, State
from .table import TITLE, Table, choose_options, title_data
from .title_file import option_of_board, read_board
from .turns import ANSWERS, Turns
from .views import opened, view
from .words import LABELS, QUESTIONS, WORDS

PARAGRAPHS = {  # the paragraph behind each decision
    step: f"{TITLE} {rule}"
    for step, rule in ((PICK, "2.5"), (REPLACE, "14.4"), (TURN, "3.3"), (TAKE, "5.1"), (EXCHANGE, "5.4"))
}
SECRET: dict[str, str] = {"pick_share": "share", "exchange_share": "share"}  # fields of actions others must not read
REMEMBERED = 20_000  # lists of builds that are kept


class UnionPacificRules(Rules[State]):
    """The rules of Union Pacific."""

    words = WORDS
    action_types = KINDS
    hides = True
    twin: ClassVar[FrozenTwin[State]] = FrozenTwin(State)

    def __init__(self, table: Table) -> None:
        """Put the parts together."""
        self.t, self.kit = table, table.kit
        self.sit(table)
        self.flow = Flow(table)
        self.turns = Turns(self.flow)
        turns = self.turns
        self._do: dict[type[Action], Callable[[Move, int, Any], None]] = {
            PickShare: turns.pick,
            Build: turns.build,
            Invest: turns.invest,
            PassTurn: turns.pass_,
            TakeShare: turns.take,
            ExchangeShare: turns.exchange,
            Decline: turns.decline,
            ReplaceCard: turns.replace,
            DrawCard: turns.draw,
        }
        shares, cards = self.kit.shares, self.kit.cards
        self._takes = [Option(TakeShare(name)) for name in shares]
        self._deck = Option(TakeShare(DECK))
        self._exchanges = [Option(ExchangeShare(name)) for name in shares[:-1]]
        self._decline = Option(Decline())
        self._passes = [Option(PassTurn(name)) for name in cards]
        self._replaces = [Option(ReplaceCard(name)) for name in cards]
        self._draw = Option(DrawCard())

    # -- the game

    def start(self) -> tuple[State, tuple[Event, ...]]:
        """Everybody has a hand and picks a first share."""
        m = Move(self.t, first_state(self.t))
        m.tell("start", "2.10", "{who} will start", who=self.seats[m.s.start])
        for seat, name in enumerate(self.seats):
            hand, tracks = m.counted(m.s.hands[seat], self.kit.abbr), m.tracks(seat)
            m.tell("deal", "2.4", "{who} is dealt {count} shares and track cards", who=name, count=sum(m.s.hands[seat]))
            m.whisper(seat, "{who} is dealt {shares} and the track cards {cards}", who=name, shares=hand, cards=tracks)
        return self.twin.freeze(m.s), tuple(m.log)

    def decision(self, state: State) -> Decision | None:
        """Who is asked what; the first picks may be made in any order (2.5a)."""
        if state.ended:
            return None
        seat = state.picks.index(-1) if state.step == PICK else state.active
        return Decision(seat, self.seats[seat], state.step, PARAGRAPHS[state.step])

    def heading(self, state: State) -> str:
        """The number of the turn."""
        return "" if state.step == PICK else f"T{state.turns + 1}"

    def legal(self, state: State) -> list[Option]:
        """Every legal action."""
        if state.ended:
            return []
        if state.step == PICK:
            return self._picks(state)
        hand, tracks = state.hands[state.active], state.tracks[state.active]
        if state.step == TURN:
            return self._turn(state, hand, tracks)
        if state.step == TAKE:
            found = [self._takes[share] for share in sorted(set(state.display))]
            if state.drawn < len(state.deck):
                found.append(self._deck)
            if state.up_left and self.options["up_by"] != "exchange":
                found.append(self._takes[self.kit.up])
            return found
        if state.step == EXCHANGE:
            return [*(option for share, option in enumerate(self._exchanges) if hand[share]), self._decline]
        kit, flow = self.kit, self.flow
        found = [self._replaces[card] for card in range(kit.wild) if tracks[card] and flow.full_type(state, card)]
        return [*found, self._draw]

    def _picks(self, state: State) -> list[Option]:
        asked = state.picks.index(-1)
        return [
            Option(PickShare(name), seat=None if seat == asked else seat)
            for seat, hand in enumerate(state.hands)
            if state.picks[seat] < 0
            for share, name in enumerate(self.kit.shares)
            if hand[share]
        ]

    def _turn(self, state: State, hand: tuple[int, ...], tracks: tuple[int, ...]) -> list[Option]:
        kit = self.kit
        net = self.flow.net(state.board)
        free = ~net.full
        cards = [card for card, count in enumerate(tracks) if count]
        found: list[Option] = []
        known = kit.known_builds
        for company, left in enumerate(state.supply):
            if not left:
                continue
            open_ = net.open[company] & free
            for card in cards:
                mask = open_ & kit.type_mask[card]
                if mask:
                    key = (company, card, mask)
                    options = known.get(key)
                    if options is None:
                        if len(known) >= REMEMBERED:
                            known.clear()
                        options = known[key] = _chosen(kit.build_options[card][company], mask)
                    found += options
        owned = [share for share, count in enumerate(hand) if count]
        # From a ready-made row, by card, those with the cards in hand (a slice gives a tuple of one as well).
        with_cards = itemgetter(*cards) if len(cards) > 1 else itemgetter(slice(cards[0], cards[0] + 1))
        for at, share in enumerate(owned):
            rows, pairs = kit.invest_rows[share], kit.invest_pairs[share]
            for count in range(1, hand[share] + 1):
                found += with_cards(rows[count])
            for other in owned[at + 1 :]:
                found += with_cards(pairs[other])
        return found or [self._passes[card] for card in cards]

    def forget(self) -> None:
        """Nets of boards, and lists of builds."""
        self.flow.forget()
        self.kit.known_builds.clear()

    def apply(self, state: State, action: Action, seat: int) -> tuple[State, tuple[Event, ...]]:
        """One action: checked, carried out, and on to the next decision."""
        m = Move(self.t, self.twin.draft(state))
        self.carry_out(m, action, seat)
        return self.twin.freeze(m.s), tuple(m.log)

    def carry_out(self, m: Move, action: Action, seat: int) -> None:
        """Check an action and do it, or raise `Illegal`."""
        state, step, kind = m.s, m.s.step, type(action)
        if state.ended:
            raise self.t.no("9.1", "the game is over")
        if not 0 <= seat < len(self.seats):
            raise self.t.no("3.8", "there is no seat {seat}", seat=seat)
        if step != PICK and seat != state.active:
            raise self.t.no("3.8", "it is the turn of {who}", who=self.seats[state.active])
        if kind not in ANSWERS[step]:
            if kind is PickShare:
                raise self.t.no("2.5a", "the first shares have been picked")
            raise self.t.no(
                "3.9", "{action:action} is not possible now: the question is {part:step}", action=action.kind, part=step
            )
        misfit = action.misfit()
        if misfit:
            raise self.t.no(
                "3.9", "{action:action}: the field {field} cannot be read", action=action.kind, field=misfit
            )
        self._do[kind](m, seat, action)

    def quote(self, state: State, what: Option | Action, seat: int | None = None) -> Quote:
        """What the bank pays for sure: payouts that come before any card is turned up that nobody has seen."""
        m = Foresight(self.t, self.twin.draft(state))
        with suppress(Unseen):
            self.carry_out(m, *self.actor(state, what, seat))
        return Quote(
            tuple(
                Payment(
                    BANK,
                    paid.seat,
                    paid.amount,
                    paid.rule,
                    self.t.message("payout of {company}", company=self.kit.abbr[paid.company]),
                )
                for paid in m.s.ledger[len(state.ledger) :]
            )
        )

    # -- words

    def label(self, state: State, action: Action) -> Label:
        """What an action is called."""
        return LABELS[type(action)](self.t, action)

    def question(self, state: State) -> Message:
        """What is asked."""
        return Message(QUESTIONS[state.step], {}, self.t.style)

    # -- what may be known

    @cached_property
    def promise(self) -> str:
        """The commitment to the seed, which everybody sees from the start."""
        return commitment(self.seed, self.title, len(self.seats), dict(self.options))

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        """What a seat (None = a spectator) may see (13.1 to 13.7)."""
        decision = self.decision(state)
        asked = None if decision is None else msgspec.structs.asdict(decision)
        opening: dict[str, Any] = {"asked": asked, "commitment": self.promise, "opened": None}
        if state.ended:
            opening["opened"] = opened(self.flow, state)
        return view(self.flow, state, seat, opening)

    def action_view(self, state: State, action: Action, by: int, seat: int | None) -> dict[str, Any]:
        """Others do not read what was picked before all have, nor ever what was given up in an exchange (13.2e)."""
        shown: dict[str, Any] = msgspec.to_builtins(action)
        hidden = SECRET.get(action.kind)
        if hidden and by != seat and not state.ended and (action.kind != "pick_share" or state.step == PICK):
            del shown[hidden]
        return shown

    def may_undo(self, states: Sequence[State], seat: int | None) -> str:
        """Nothing is taken back once a card has been seen that had not been seen before (13.9).

        The end opens everything (13.6), even where the last action itself turned up nothing.
        """
        if not states or states[0].picks != states[-1].picks:
            return "a first share stands once it is picked (2.5a)"
        if states[0].seen != states[-1].seen or states[-1].ended:
            return "a hidden card has been turned up since: this cannot be taken back (13.9)"
        return ""

    # -- results

    def result(self, state: State) -> Result:
        """Most money wins, ties are shared; the fictitious player can beat both (9.2, 10.4)."""
        winners: tuple[int, ...] = ()
        best = max(state.money)
        if state.ended and (not state.fiction or best >= state.fiction_money):
            winners = tuple(seat for seat, money in enumerate(state.money) if money == best)
        return Result(state.ended, state.money, winners)

    def receipts(self, state: State) -> dict[str, Receipt]:
        """Everybody's money by payout and company, and the values of the companies."""
        found = {}
        for seat, name in enumerate((*self.seats, FICTITIOUS) if state.fiction else self.seats):
            key = f"score {name}" if seat < len(self.seats) else FICTITIOUS
            lines = [
                Line(
                    self.t.message(
                        "payout {number} of {company}", number=entry.payout, company=self.kit.abbr[entry.company]
                    ),
                    entry.amount,
                    entry.rule,
                )
                for entry in state.ledger
                if entry.seat == seat
            ]
            found[key] = receipt(self.t.message("score of {name}", name=name), lines)
        for number, company in enumerate(self.kit.companies):
            placed = company.locomotives - state.supply[number]
            parts = [
                Line(self.t.message("locomotives on the board"), placed, f"{TITLE} 7.2"),
                Line(self.t.message("home station"), self.t.data.payout.station_value, f"{TITLE} 7.2"),
            ]
            found[f"value {company.id}"] = receipt(self.t.message("value of {company}", company=company.abbr), parts)
        return found

    def receipts_for(self, state: State, seat: int | None) -> dict[str, Receipt]:
        """Secret money has no receipts for others (13.1a)."""
        found = self.receipts(state)
        if self.options["money"] == "secret" and not state.ended:
            mine = None if seat is None else f"score {self.seats[seat]}"
            found = {name: slip for name, slip in found.items() if not name.startswith("score ") or name == mine}
        return found

    def check(self, state: State) -> list[str]:
        """Shares, track cards, locomotives, money."""
        return broken_invariants(self.flow, state)

    def describe(self, state: State) -> str:
        """The position as text, as everybody sees it."""
        return describe(self.flow, state)


def _chosen(options: list[Option], mask: int) -> list[Option]:
    """The options whose sections are in the mask."""
    found = []
    while mask:
        low = mask & -mask
        found.append(options[low.bit_length() - 1])
        mask ^= low
    return found


def board_from_file(path: Path) -> Any:
    """The value of the option `board` for the board in a file."""
    board, _ = read_board(path, title_data())
    return option_of_board(board)


def make(
    players: Sequence[str],
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    preset: str | None = None,
) -> UnionPacificRules:
    """The rules of a game with these seats, options (on top of a preset) and seed."""
    return UnionPacificRules(Table(tuple(players), choose_options(players, options, preset), seed))
