"""18TE: the family's rounds put together with what is 18TE's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from stellwerk.core import Action, FrozenTwin, Illegal
from stellwerk.eighteen.actions import Bankrupt, BidCompany, IssueShares, RedeemShares, kinds
from stellwerk.eighteen.board import put
from stellwerk.eighteen.choices import Choices
from stellwerk.eighteen.deals import ConsentStep
from stellwerk.eighteen.depot import DiscardStep, new_phase, on_sale, take_from_depot
from stellwerk.eighteen.frames import (
    Consent,
    Discard,
    OperatingRound,
    OperatingTurn,
    StockRound,
    StockTurn,
)
from stellwerk.eighteen.operating import OperatingRoundStep, OperatingTurnStep
from stellwerk.eighteen.rounds import RoundRules
from stellwerk.eighteen.state import NOBODY
from stellwerk.eighteen.table import Table, moved_home, seated, with_tokens

from .figures import Figures, figures
from .founding import CompanyAuctionStep, Founding, next_company
from .issue import IssuePart
from .runs import Dividend18TE, ObjectionStep, Run18TE
from .shares import Shares18TE
from .state import CompanyAuction, Move18TE, Objection, State18TE, Turn
from .stock import StockRound18TE, StockTurn18TE
from .tokens import Goals, Home18TE, Token18TE
from .track import Track18TE
from .trains import Train18TE
from .words import LABELS, QUESTIONS, WORDS

TITLE_FILE = Path(__file__).with_name("title.toml")
TWE = "TWE"
KINDS = kinds(BidCompany, IssueShares, RedeemShares, Bankrupt)


def exports(t: Table, s: State18TE) -> bool:
    """True in phases with the export marker (7.0.1)."""
    return t.phases[s.phase].id in figures(t).export


class OperatingRound18TE(OperatingRoundStep[State18TE]):
    """An operating round that ends with the export of a train nobody bought (7.11)."""

    def turn_of(self, s: State18TE, company: int) -> OperatingTurn:
        """A turn remembers whether it is the company's first."""
        return Turn(company, "home", first=not s.companies[company].operated)

    def closing(self, m: Move18TE, frame: OperatingRound) -> bool:
        """The top card leaves the game if the export marker still lies on it; a new phase begins at once (7.11.1a)."""
        t, s = self.t, m.s
        offers = [offer for offer in on_sale(t, s) if offer.source == "depot"]
        if not s.export or not exports(t, s) or not offers:
            return False
        s.export = False
        number = t.kit.train_index[offers[0].kind]
        s.exported = put(s.exported, number, s.exported[number] + 1)
        m.tell("export", "export", "no train was bought: a {card} is exported", card=t.trains[number].id)
        if take_from_depot(m, offers[0].kind):
            new_phase(m, offers[0].kind, self.shares.operating_order(s))
        return True


class Turn18TE(OperatingTurnStep[State18TE]):
    """A company's turn."""

    def not_now(self, s: State18TE, frame: OperatingTurn, action: Action) -> Illegal:
        """Issuing and redeeming have their place at the end, once."""
        if isinstance(action, IssueShares | RedeemShares):
            return self.t.no("issue.step", "certificates are issued or redeemed once, at the end of the turn")
        return super().not_now(s, frame, action)


class Rules18TE(RoundRules[State18TE]):
    """The rules of 18TE."""

    words = WORDS
    labels = LABELS
    questions = QUESTIONS
    action_types = KINDS
    unsold = "treasury"
    twin = FrozenTwin(State18TE)

    def __init__(self, table: Table) -> None:
        """Put the steps together."""
        super().__init__(table)
        self.shares = Shares18TE(table)
        founding, goals = Founding(table, self.shares), Goals(table)
        self.run = Run18TE(self, enforced=table.options["best_run"] == "enforced")
        self.track = Track18TE(self, goals)
        self.goals = goals
        turn = Turn18TE(
            self,
            [
                Home18TE(self),
                self.track,
                Token18TE(self, goals),
                self.run,
                Dividend18TE(self),
                Train18TE(self),
                IssuePart(self),
            ],
            [],
        )
        self.steps = {
            StockRound: StockRound18TE(self, founding),
            StockTurn: StockTurn18TE(self, founding),
            CompanyAuction: CompanyAuctionStep(self, founding),
            OperatingRound: OperatingRound18TE(self),
            OperatingTurn: turn,
            Turn: turn,
            Objection: ObjectionStep(self, self.run),
            Discard: DiscardStep(self),
            Consent: ConsentStep(self),
        }

    # -- setup and rounds

    def setup(self) -> State18TE:
        """18TE 1.1 to 1.8"""
        t = self.t
        companies = len(t.companies)
        return self.opening(
            "stock",
            StockRound(0, ((),) * len(t.seats)),
            exported=(0,) * len(t.trains),
            closed=(False,) * companies,
            bonus=(False,) * companies,
            last_income=(0,) * companies,
        )

    def start_operating_round(self, m: Move18TE, number: int, part: int, rounds: int) -> None:
        """With the export marker on the factory in phases that have it (7.0.1)."""
        m.s.export = exports(self.t, m.s)
        super().start_operating_round(m, number, part, rounds)
        if m.s.export:
            m.tell("export_marker", "export.marker", "the export marker lies on the factory")

    def ends_with_set(self, s: State18TE) -> str:
        """18TE 11.2, 11.4"""
        return s.ending or super().ends_with_set(s) or ("standstill" if self.standstill(s) else "")

    def standstill(self, s: State18TE) -> bool:
        """True if no company is left and nobody can found another: nothing could ever change (11.4)."""
        if any(company.cell >= 0 for company in s.companies):
            return False
        richest = max(player.cash for player in s.players)
        return next_company(s) == NOBODY or richest < self.t.data.limits.least_bid - s.support

    # -- reading

    def closed(self, s: State18TE, company: int) -> bool:
        """True if a company went bankrupt."""
        return s.closed[company]

    def exported(self, s: State18TE, train: int) -> int:
        """Cards that left the game unbought."""
        return s.exported[train]

    def more_view(self, s: State18TE) -> dict[str, Any]:
        """Price support, export marker, what ends the game, the auction and the run under discussion."""
        t, first = self.t, next_company(s)
        auction = next((frame for frame in s.frames if isinstance(frame, CompanyAuction)), None)
        objection = next((frame for frame in s.frames if isinstance(frame, Objection)), None)
        return {
            "support": s.support,
            "export_marker": s.export,
            "exported": {entry.id: s.exported[number] for number, entry in enumerate(t.trains)},
            "ending": s.ending or ("bank" if s.broken else ""),
            "next_company": None if first == NOBODY else t.companies[first].id,
            "company_auction": None
            if auction is None
            else {
                "company": t.companies[auction.company].id,
                "bid": auction.bid,
                "bidder": t.seats[auction.bidder],
                "starter": t.seats[auction.starter],
                "left": [t.seats[seat] for seat, left in enumerate(auction.left) if left],
            },
            "objection": None
            if objection is None
            else {
                "company": t.companies[objection.company].id,
                "author": t.seats[objection.author],
                "revenue": objection.revenue,
                "routes": [{"train": route.train, "path": list(route.path)} for route in objection.routes],
                "asked": [t.seats[seat] for seat in objection.asked],
            },
        }

    def more_company_view(self, s: State18TE, number: int) -> dict[str, Any]:
        """Whether it is out of the game, its bonus and its last paid income, and the train it raises money for."""
        entry = self.t.companies[number]
        turn = next((frame for frame in s.frames if isinstance(frame, Turn) and frame.company == number), None)
        return {
            "closed": s.closed[number],
            "treasury_percent": s.companies[number].ipo if s.companies[number].par else 0,
            "bonus": entry.bonus,
            "bonus_paid": s.bonus[number],
            "destination": entry.destination.hex if entry.destination else None,
            "goal": None
            if entry.goal is None
            else {"hex": entry.goal.hex, "via": list(entry.goal.via), "token": self.goals.by_marker(number)},
            "home_waits": s.companies[number].operated and not s.board.settled[number],
            "last_income": s.last_income[number],
            "named_train": turn.named if turn and turn.named else None,
        }


def make(
    players: Sequence[str],
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    preset: str | None = None,
) -> Rules18TE:
    """The rules of a game with these seats, options (on top of a preset) and seed."""
    printed, chosen = seated(TITLE_FILE, players, options, preset, Figures)
    parts = with_tokens(moved_home(printed, TWE, chosen["twe_home"]), "markers", chosen)  # A1, A14
    choices = Choices(
        order_each_turn=True,
        border_cost_on_upgrade=chosen["ems_on_upgrade"] == "pays",
        discards_in_operating_order=True,
        bank_breaks_at_zero=True,
    )
    return Rules18TE(Table(parts, tuple(players), chosen, seed, choices=choices))
