"""1854: the family's rounds put together with what is 1854's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from stellwerk.core import Action, FrozenTwin, Message, Option
from stellwerk.eighteen.abilities import of_private
from stellwerk.eighteen.ability_schema import GrantAbility
from stellwerk.eighteen.actions import Bankrupt, Bid, BuyPrivate, ChooseCity, Par, kinds
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.choices import Choices
from stellwerk.eighteen.deals import ConsentStep
from stellwerk.eighteen.frames import BidOff, Consent, Discard, StockRound, StockTurn
from stellwerk.eighteen.operating import TurnPart
from stellwerk.eighteen.rounds import RoundRules
from stellwerk.eighteen.state import (
    BANK,
    NOBODY,
    RoundName,
    company_owner,
)
from stellwerk.eighteen.table import Table, seated

from .actions import BuyContract, ChooseCharter, CompleteOption, Merge, TakeOption, Withdraw
from .auction import AuctionStep1854, BidOffStep1854, Withdrawals
from .figures import Figures, figures
from .home import Home1854, Homes
from .income import Dividend1854
from .invariants import broken_invariants
from .mail import ContractPart, MailPart
from .mergers import CharterStep, MergerOfferStep, MergerStep
from .orient import Route1854
from .phases import Discard1854, remove_single_four
from .powers import is_local
from .rounds import OperatingRoundStep1854, Turn1854
from .runs import Hook1854, Run1854
from .shares import Shares1854
from .state import (
    AG,
    Auction1854,
    CharterChoice,
    Kinds,
    MergerOffer,
    MergerWindow,
    Move1854,
    OperatingRound1854,
    State1854,
    Swap,
    Turn,
)
from .stock import StockRound1854, StockTurn1854
from .tokens import Token1854
from .track import Track1854
from .trains import Train1854
from .tunnels import LayTunnel
from .views import company_more, lines_more, position_more
from .words import LABELS, QUESTIONS, WORDS

TITLE_FILE = Path(__file__).with_name("title.toml")
KINDS = kinds(
    Bid, Withdraw, BuyPrivate, Par, TakeOption, CompleteOption, LayTunnel, ChooseCity,
    BuyContract, Merge, ChooseCharter, Bankrupt,
)  # fmt: skip
BEFORE = 0  # the number of operating rounds between two auction rounds


class Rules1854(RoundRules[State1854]):
    """The rules of 1854."""

    words = WORDS
    labels = LABELS
    questions = QUESTIONS
    action_types = KINDS
    unsold = "display"
    twin = FrozenTwin(State1854)
    shares: Shares1854

    def __init__(self, table: Table) -> None:
        """Put the steps together."""
        super().__init__(table)
        self.kinds = Kinds(table)
        self.shares = Shares1854(table, self.kinds)
        self.scores_privates = table.options["score_privates"]
        self.withdrawals = Withdrawals(table)
        homes = Homes(table)
        self.run = Run1854(self)
        self.track = Track1854(self, homes)
        self.trains = Train1854(self)
        parts: list[TurnPart[State1854]] = [  # 6.5
            MailPart(self),
            Home1854(self, homes),
            self.track,
            Token1854(self, homes),
            self.run,
            Dividend1854(self),
            self.trains,
            ContractPart(self),
        ]
        window, turns = MergerStep(self), StockTurn1854(self)
        self.steps = {
            Auction1854: AuctionStep1854(self),
            BidOff: BidOffStep1854(self),
            StockRound: StockRound1854(self, turns),
            StockTurn: turns,
            OperatingRound1854: OperatingRoundStep1854(self),
            Turn: Turn1854(self, parts, []),
            Discard: Discard1854(self),
            Swap: Discard1854(self),
            Consent: ConsentStep(self),
            MergerWindow: window,
            MergerOffer: MergerOfferStep(self, window),
            CharterChoice: CharterStep(self),
        }

    # -- setup

    def setup(self) -> State1854:
        """1854 1.1 to 1.8"""
        t = self.t
        tunnels, companies = t.data.tunnels, len(t.companies)
        assert tunnels is not None
        return self.opening(
            "auction",
            self.auction(0),
            tunnels=((),) * len(t.hexmap.names),
            tunnel_supply=tuple(piece.count for piece in tunnels.pieces.values()),
            split=(False,) * companies,
            split_area=(0,) * companies,
            options=(None,) * len(t.seats),
            merged=(False,) * companies,
            acted=(False,) * companies,
            mail=("",) * companies,
            gone=(0,) * len(t.trains),
        )

    def auction(self, turn: int) -> Auction1854:
        """An auction round in which nothing has happened yet."""
        nothing = ((),) * len(self.t.privates)
        return Auction1854(turn, (False,) * len(self.t.seats), nothing, out=nothing)

    # -- the auction

    def privately_acquired(self, m: Move1854, private: int, seat: int) -> None:
        """A local gets its treasury and its owner; other privates may bring a share (1.5, 2.8)."""
        t, entry = self.t, self.t.privates[private]
        if is_local(t, private):
            number = t.company(entry.id)
            m.company(number, held=_all_to(seat, len(t.seats)), ipo=0, president=seat, floated=True)
            capital = figures(t).local_capital
            m.pay(BANK, company_owner(number), capital, "local.capital", "treasury of local {local}", local=entry.id)
        for share in of_private(t, private, GrantAbility):
            m.tell(
                "grant", "grant", "{who} gets {percent} % of {company}",
                who=t.seats[seat], percent=share.percent, company=share.corporation,
            )  # fmt: skip
            self.shares.take(m, seat, t.company(share.corporation), share.percent, "display")

    def after_auction(self, m: Move1854) -> None:
        """A stock round when all is sold, else one operating round (3.7b, 3.8)."""
        if all(private.owner != BANK or private.closed for private in m.s.privates):
            self.start_stock_round(m, 1)
        else:
            number = m.s.round.number
            self.start_operating_round(m, BEFORE, number, number)

    def start_auction(self, m: Move1854, number: int) -> None:
        """A new auction round with the priority holder."""
        m.s.round = RoundName("auction", number)
        m.tell("round", "auction.again", "auction round {number}", number=number)
        m.push(self.auction(m.s.priority))

    def interjections(self, s: State1854) -> list[Option]:
        """Bids that have been outbid may be withdrawn at any time (3.4)."""
        return self.withdrawals.options(s)

    def interject(self, m: Move1854, action: Action, seat: int) -> bool:
        """A withdrawal."""
        if not isinstance(action, Withdraw):
            return False
        self.withdrawals.apply(m, action, seat)
        return True

    # -- rounds

    def start_operating_round(self, m: Move1854, number: int, part: int, rounds: int) -> None:
        """Who operates is found after the merger window (8.7)."""
        m.s.round = RoundName("operating", number, part, rounds)
        if number == BEFORE:
            m.tell("round", "auction.again", "operating round {part} between two auction rounds", part=part)
        else:
            m.tell("round", "operating.start", "operating round {number}.{part}", number=number, part=part)
        m.push(OperatingRound1854(()))

    def after_operating_round(self, m: Move1854) -> None:
        """Between auction rounds the auction goes on (3.7b); before a stock round a single 4-train goes (7.15)."""
        now = m.s.round
        if now.number == BEFORE:
            if m.s.broken:  # 10.1a
                m.s.ended = "bank"
            else:
                self.start_auction(m, now.part + 1)
            return
        if now.part == now.rounds:
            remove_single_four(m)
        super().after_operating_round(m)

    # -- running

    def running_trains(self, s: State1854, company: int) -> tuple[str, ...]:
        """Plus trains of a local, other trains of a share company (2.9, 2.12, 2.13)."""
        return self.run.lines.trains(s, company)

    def route_check(self, s: State1854, company: int, board: Board | None = None) -> Route1854:
        """The validator of routes, with Orient Express, customs and Graz."""
        return self.run.lines.check(s, company, board)

    def revenue_hook(self, s: State1854, company: int) -> Hook1854:
        """What the router is told of customs and Graz."""
        return self.run.lines.hook(s, company)

    def settle(self, m: Move1854) -> None:
        """As usual; if a stock round begins as the one before and nobody was asked in between, the game ends (15.9)."""
        before: tuple[object, ...] = ()
        for frame in self.unsettled(m):
            if type(frame) is StockRound and not frame.passes and frame.actor == NOBODY:  # nothing done in it yet
                now = (m.s.players, m.s.companies)
                if now == before:
                    m.s.ended = "standstill"
                    m.tell("end", "end.standstill", "nobody can do anything any more")
                    return
                before = now
            if self.steps[type(frame)].advance(m, frame):
                return

    # -- reading

    def closed(self, s: State1854, company: int) -> bool:
        """True for a local that has merged."""
        return s.merged[company]

    def places(self, s: State1854, number: int) -> dict[str, int]:
        """Also the split area (4.15)."""
        return super().places(s, number) | {"split": s.split_area[number]}

    def keeps_trains(self, company: int) -> bool:
        """AGs run repaired trains, which are not scrapped again (7.12)."""
        return self.shares.kinds.is_ag(company)

    def exported(self, s: State1854, train: int) -> int:
        """Cards that left the game."""
        return s.gone[train]

    def check(self, state: State1854) -> list[str]:
        """Money, shares, tiles, tunnels, tokens, trains, contracts, limits."""
        return broken_invariants(self, state)

    def more_view(self, s: State1854) -> dict[str, Any]:
        """Options, split area, locals, AGs, contracts, repair stock, tunnels, windows."""
        return position_more(self, s)

    def more_text(self, s: State1854) -> list[str]:
        """The same in words."""
        return [line.text for line in lines_more(self, s)]

    def told_more(self, s: State1854) -> list[Message]:
        """The same for players, in their language."""
        return lines_more(self, s)

    def more_company_view(self, s: State1854, number: int) -> dict[str, Any]:
        """What kind of company it is, and what only this kind has."""
        return company_more(self, s, number)


def _all_to(seat: int, count: int) -> tuple[int, ...]:
    """A certificate of 100 % in one hand."""
    return tuple(100 if other == seat else 0 for other in range(count))


def make(
    players: Sequence[str],
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    preset: str | None = None,
) -> Rules1854:
    """The rules of a game with these seats, options (on top of a preset) and seed."""
    parts, chosen = seated(TITLE_FILE, players, options, preset, Figures)
    choices = Choices(
        bids_in_steps=False,
        resume_left_of_buyer=False,
        order_each_turn=True,
        discards_in_operating_order=True,
        bank_breaks_at_zero=chosen["bank_break"] == "at_zero",
        express_ends_count=False,
        express_token_counts=True,
        fates={"2+": (chosen["plus2_scrapped_by"],)},
        train_limits={AG: chosen["ag_train_limit"]},
    )
    return Rules1854(Table(parts, tuple(players), chosen, seed, choices=choices))
