"""1862: the family's rounds put together with what is 1862's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from stellwerk.core import Action, FrozenTwin, Message, Option, Receipt
from stellwerk.eighteen.abilities import close_on
from stellwerk.eighteen.auction import ChooseParStep
from stellwerk.eighteen.choices import Choices
from stellwerk.eighteen.deals import ConsentStep
from stellwerk.eighteen.depot import DiscardStep
from stellwerk.eighteen.frames import ChoosePar, Consent, Discard, OperatingRound, OperatingTurn, StockRound
from stellwerk.eighteen.rounds import RoundRules
from stellwerk.eighteen.state import is_player
from stellwerk.eighteen.table import Table, moved_home, seated
from stellwerk.eighteen.tokens import HomePart, TokenPart

from . import bankruptcy, closing, powers, scoring, views
from .actions import KINDS
from .auction import PrivateAuctionStep, PrivateTurnStep
from .buyback import BuybackPart
from .dividends import Dividend1862
from .figures import Figures
from .funding import RaisingStep
from .groups import holding_limit
from .invariants import broken_invariants
from .runs import Run1862, RunHook
from .shares import Shares1862
from .state import Move1862, PrivateAuction, PrivateTurn, Raising, ShareTurn, State1862, Turn
from .stock import ShareTurnStep, StockRound1862
from .track import Track1862
from .trains import Train1862
from .turns import OperatingRound1862, Turn1862
from .words import LABELS, QUESTIONS, WORDS

TITLE_FILE = Path(__file__).with_name("title.toml")
ORN = "ORN"


class Rules1862(RoundRules[State1862]):
    """The rules of 1862."""

    words = WORDS
    labels = LABELS
    questions = QUESTIONS
    action_types: Mapping[str, type[Action]] = KINDS
    stock_turn = ShareTurn
    unsold = "bank"
    twin = FrozenTwin(State1862)

    def __init__(self, table: Table) -> None:
        """Put the steps together."""
        super().__init__(table)
        self.shares: Shares1862 = Shares1862(table)
        self.buyback, trains = BuybackPart(self), Train1862(self)
        self.run = Run1862(self)
        self.track = Track1862(self)
        turn = Turn1862(
            self,
            [
                HomePart(self),
                self.track,
                TokenPart(self),
                self.run,
                Dividend1862(self),
                trains,
                self.buyback,
            ],
            [],
        )
        privates, turns = PrivateTurnStep(self), ShareTurnStep(self)
        self.steps = {
            StockRound: StockRound1862(self, privates, turns),
            PrivateTurn: privates,
            PrivateAuction: PrivateAuctionStep(self),
            ChoosePar: ChooseParStep(self),
            ShareTurn: turns,
            OperatingRound: OperatingRound1862(self),
            OperatingTurn: turn,
            Turn: turn,
            Raising: RaisingStep(self, trains),
            Discard: DiscardStep(self),
            Consent: ConsentStep(self),
        }

    # -- setup and rounds

    def setup(self) -> State1862:
        """1862 2.1 to 2.5"""
        t = self.t
        count, companies = len(t.seats), len(t.companies)
        return self.opening(
            "stock",
            StockRound(0, ((),) * count),
            bids=((),) * len(t.privates),
            operated=(False,) * companies,
            bought_back=(False,) * companies,
            notes=(0,) * companies,
            removed=(False,) * companies,
            estates=((),) * count,
            debts=(0,) * count,
        )

    def privately_acquired(self, m: Move1862, private: int, seat: int) -> None:
        """What comes with a private (4.6, 4.8 to 4.11)."""
        powers.acquired(self, m, private, seat)

    def after_stock_round(self, m: Move1862) -> None:
        """A set of operating rounds, or the end where a trigger in a stock round ends the game with it (18.2)."""
        if self.ends_with_set(m.s) and self.t.options["end_in_stock_round"] == "end_after_round":
            self.finish(m)
        else:
            super().after_stock_round(m)

    def after_operating_round(self, m: Move1862) -> None:
        """The next of the set, the next stock round, or the end (18.2)."""
        now = m.s.round
        if now.part == now.rounds and self.ends_with_set(m.s):
            self.finish(m)
        elif now.part == now.rounds and m.s.idle:
            m.tell("end", "standstill", "nothing can change any more")
            m.s.ending = "standstill"
            self.finish(m)
        else:
            super().after_operating_round(m)

    def ends_with_set(self, s: State1862) -> str:
        """1862 18.1"""
        return s.ending or super().ends_with_set(s)

    def nothing_earns(self, s: State1862) -> bool:
        """True if no company is in operation and no private pays a player (18.7)."""
        working = any(company.floated and not s.removed[number] for number, company in enumerate(s.companies))
        return not working and not any(is_player(private.owner) for private in s.privates)

    def finish(self, m: Move1862) -> None:
        """Notes are paid back, and the game is over (18.4)."""
        scoring.pay_back_notes(m)
        m.s.ended = self.ends_with_set(m.s)

    # -- what other parts report

    def dividend_paid(self, m: Move1862, number: int) -> None:
        """A company has paid a dividend of more than 0: privates 5 and 6 may close (4.8, 4.9)."""
        close_on(m, "dividend", number)

    def price_moved(self, m: Move1862, number: int) -> None:
        """A marker has moved: the company may be closed, or the end of the game be near (12.3, 17.1, 18.1).

        A company that closes takes its turn off the stack; a frame that asks its director for money may lie on top.
        """
        closing.after_move(self, m, number)

    def bankrupt(self, m: Move1862, raising: Raising) -> None:
        """A player cannot pay (15)."""
        bankruptcy.go_bankrupt(self, m, raising)

    # -- reading

    def revenue_hook(self, s: State1862, company: int) -> RunHook:
        """What the router must know of bonus runs and Salt Lake City (11.3, 11.4)."""
        return RunHook(self, s, company)

    def closed(self, s: State1862, company: int) -> bool:
        """True if a company has left the game."""
        return s.removed[company]

    def holding_limit(self, s: State1862) -> int:
        """1862 6.6"""
        return holding_limit(self.t, s)

    def interjections(self, s: State1862) -> list[Option]:
        """What owners of privates may do at any time (4.3, 4.5)."""
        return powers.interjections(self.t, s)

    def interject(self, m: Move1862, action: Action, seat: int) -> bool:
        """Closing a private, laying the Erie tile."""
        return powers.interject(m, action, seat)

    def score(self, state: State1862, seat: int) -> Receipt:
        """A player's result, line by line."""
        return scoring.score_receipt(self.t, self.shares, state, seat)

    def receipts(self, state: State1862) -> dict[str, Receipt]:
        """Scores, certificate counts, notes and what a buyback would cost."""
        return scoring.receipts(self, state)

    def check(self, state: State1862) -> list[str]:
        """Money, shares, tiles, markers, trains, limits."""
        return broken_invariants(self, state)

    def describe(self, state: State1862) -> str:
        """The position as text, with groups, notes and what leads to the end."""
        return "\n".join([super().describe(state), *views.more_lines(self, state)])

    def told_more(self, s: State1862) -> list[Message]:
        """Groups, notes and what leads to the end, for players in their language."""
        return views.told_more(self, s)

    def more_view(self, s: State1862) -> dict[str, Any]:
        """Groups, bids, limits, blockers, what ends the game."""
        return views.more_view(self, s)

    def more_company_view(self, s: State1862, number: int) -> dict[str, Any]:
        """Group, notes, the company's own half, whether it is removed."""
        return views.more_company_view(self, s, number)


def make(
    players: Sequence[str],
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    preset: str | None = None,
) -> Rules1862:
    """The rules of a game with these seats, options (on top of a preset) and seed."""
    printed, chosen = seated(TITLE_FILE, players, options, preset, Figures)
    parts = moved_home(printed, ORN, chosen["orn_home"])  # A2
    loose = frozenset[str]()
    if not chosen["red_areas_joined"]:  # 10.9
        loose = frozenset(entry.group for entry in parts.data.map.hex.values() if entry.group)
    choices = Choices(
        bids_in_steps=False,
        order_each_turn=True,
        printed_yellow_cost=chosen["preprinted_terrain"] == "charged",
        express_ends_count=chosen["express_ends_count"],
        discards_in_operating_order=True,
        bank_breaks_at_zero=True,
    )
    return Rules1862(Table(parts, tuple(players), chosen, seed, loose, choices))
