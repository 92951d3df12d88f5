"""1830: the family's rounds put together, and what is 1830's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import structs

from stellwerk.core import Action, Illegal, Option
from stellwerk.eighteen.actions import Exchange
from stellwerk.eighteen.auction import AuctionStep, BidOffStep, ChooseParStep
from stellwerk.eighteen.choices import Choices
from stellwerk.eighteen.company_privates import BuyPrivatesAnytime
from stellwerk.eighteen.deals import ConsentStep
from stellwerk.eighteen.depot import DiscardStep, close_private
from stellwerk.eighteen.frames import (
    Auction,
    BidOff,
    ChoosePar,
    CityChoice,
    Consent,
    Discard,
    OperatingRound,
    OperatingTurn,
    SpecialToken,
    StockRound,
    StockTurn,
)
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.operating import OperatingRoundStep, OperatingTurnStep
from stellwerk.eighteen.rounds import RoundRules
from stellwerk.eighteen.running import DividendPart
from stellwerk.eighteen.shares import NO_HOLDING_LIMIT
from stellwerk.eighteen.state import NOBODY, Company, State
from stellwerk.eighteen.stock import SOURCES, StockRoundStep, StockTurnStep
from stellwerk.eighteen.table import Table, seated
from stellwerk.eighteen.tokens import CityChoiceStep, HomePart, TokenPart
from stellwerk.eighteen.trains import BankDeal, TrainPart
from stellwerk.routing.part import BestRunPart

from .powers import CsAnytime, Privates1830, SpecialTokenStep, Track1830
from .words import QUESTIONS, WORDS

TITLE_FILE = Path(__file__).with_name("title.toml")
MH = "MH"


class Rules1830(RoundRules):
    """The rules of 1830."""

    words = WORDS
    questions = QUESTIONS

    def __init__(self, table: Table) -> None:
        """Put the steps together."""
        super().__init__(table)
        self.scores_privates = table.options["score_privates"]
        track = Track1830(self)
        buying = BuyPrivatesAnytime(self)
        cs = CsAnytime(track)
        self.run = BestRunPart(self, enforced=table.options["best_run"] == "enforced")
        self.track = track
        trains = TrainPart(self)
        trains.bank["cash"] = trains.bank["cash"]._replace(refusal=self.why_no_help)
        parts = [
            HomePart(self),
            track,
            TokenPart(self),
            self.run,
            DividendPart(self),
            trains,
            Privates1830(buying, cs),
        ]
        self.steps = {
            Auction: AuctionStep(self),
            BidOff: BidOffStep(self),
            ChoosePar: ChooseParStep(self),
            StockRound: StockRoundStep(self),
            StockTurn: StockTurnStep(self),
            OperatingRound: OperatingRoundStep(self),
            OperatingTurn: OperatingTurnStep(self, parts, [buying, cs]),
            SpecialToken: SpecialTokenStep(self),
            CityChoice: CityChoiceStep(self),
            Discard: DiscardStep(self),
            Consent: ConsentStep(self),
        }
        self._mh = table.private(MH)
        self._nyc = table.company(table.privates[self._mh].exchange)

    # -- privates

    def privately_acquired(self, m: Move, private: int, seat: int) -> None:
        """1830 2.9: a share that comes with a private; a president's certificate comes with the choice of par."""
        grant = self.t.privates[private].grants
        if not grant:
            return
        name, _, index = grant.rpartition("_")
        company = self.t.company(name)
        if index == "0":
            m.push(ChoosePar(seat, company))
            return
        percent = self.t.companies[company].shares[int(index)]
        self.shares.receive(m, seat, company, percent, "ipo")
        m.tell(
            "grant",
            "grant",
            "{who} receives {percent} % of {company}",
            who=self.t.seats[seat],
            percent=percent,
            company=name,
        )

    def why_no_help(self, c: BankDeal) -> Illegal:
        """A train the treasury cannot pay and need not buy: the president's cash would do, but he may not help."""
        if c.offer.price > c.need.treasury + c.need.purse:
            return self.t.no("trains.cash", "{train} costs {price:$}", train=c.offer.train, price=c.offer.price)
        return self.t.no("help.obliged", "the president helps only with a train the company must buy")

    # -- Mohawk & Hudson

    def exchange_allowed(self, s: State) -> Illegal | None:
        """When the exchange may be made (1830 10.3.4a, 14.12)."""
        if s.round.kind == "auction":
            return Illegal(self.t.rule("10.3.4a"), "MH cannot be exchanged during the auction")
        if self.t.options["mh_timing"] != "between turns" or self.on_turn(s) == s.privates[self._mh].owner:
            return None
        top = s.frames[-1]
        fresh = (
            not top.touched
            if isinstance(top, StockTurn | OperatingTurn)
            else isinstance(top, CityChoice) and not top.placed  # the first question of ERIE's first turn
        )
        if fresh:
            return None
        return Illegal(self.t.rule("10.3.4a"), "MH is exchanged in its owner's turn or between two turns")

    def on_turn(self, s: State) -> int:
        """Whose turn it is, whatever is asked in it: the player, or the president of the company that operates."""
        for frame in reversed(s.frames):
            if isinstance(frame, StockTurn):
                return frame.seat
            if isinstance(frame, OperatingTurn):
                return s.companies[frame.company].president
        return NOBODY

    def why_not_exchange(self, s: State, seat: int, source: str) -> Illegal | None:
        """1830 10.3.4"""
        t, private = self.t, s.privates[self._mh]
        if private.closed or private.owner != seat:
            return Illegal(self.t.rule("10.3.4"), "{who} does not own MH", who=t.seats[seat])
        company = s.companies[self._nyc]
        name, unit = t.companies[self._nyc].id, self.shares.unit[self._nyc]
        if (
            source not in SOURCES
            or getattr(company, source) < unit
            or (source == "ipo" and not self._ipo_unit(company))
        ):
            return Illegal(
                self.t.rule("10.3.4"), "there is no {percent} % share of {company} there", percent=unit, company=name
            )
        limit = t.data.limits.holding_percent
        if company.held[seat] + unit > limit and not self.shares.in_zone(company, NO_HOLDING_LIMIT):
            return Illegal(
                self.t.rule("10.3.4"),
                "{who} would hold more than {limit} % of {company}",
                who=t.seats[seat],
                limit=limit,
                company=name,
            )
        return self.exchange_allowed(s)

    def _ipo_unit(self, company: Company) -> bool:
        """A 10 % certificate lies in the IPO, not only the president's."""
        size = 0 if company.par else self.shares.president_size[self._nyc]
        return company.ipo > size

    def interjections(self, s: State) -> list[Option]:
        """The exchange, from the owner whoever is asked."""
        owner = s.privates[self._mh].owner
        if not 0 <= owner < len(self.t.seats) or s.privates[self._mh].closed:
            return []
        return [
            Option(Exchange(MH, source), seat=owner)
            for source in SOURCES
            if self.why_not_exchange(s, owner, source) is None
        ]

    def interject(self, m: Move, action: Action, seat: int) -> bool:
        """The exchange is neither purchase nor sale nor pass (1830 10.3.4c)."""
        if not isinstance(action, Exchange):
            return False
        if action.private != MH:
            raise Illegal(self.t.rule("10.3.4"), "only MH can be exchanged")
        refusal = self.why_not_exchange(m.s, seat, action.source)
        if refusal:
            raise refusal
        m.tell(
            "exchange",
            "exchange",
            "{who} exchanges MH for a share of {company}",
            who=self.t.seats[seat],
            company=self.t.companies[self._nyc].id,
        )
        president = m.s.companies[self._nyc].president
        close_private(m, self._mh, "exchange")
        self.shares.receive(m, seat, self._nyc, self.shares.unit[self._nyc], action.source)
        if m.s.companies[self._nyc].president != president:
            self.forget_sale(m)
        return True

    def forget_sale(self, m: Move) -> None:
        """An emergency sale of NYC's last president does not bind the new one (1830 9.12c)."""
        m.s.frames = tuple(
            structs.replace(frame, last_sale=0)
            if isinstance(frame, OperatingTurn) and frame.company == self._nyc
            else frame
            for frame in m.s.frames
        )


def make(
    players: Sequence[str],
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    preset: str | None = None,
) -> Rules1830:
    """The rules of a game with these seats, options (on top of a preset) and seed."""
    parts, chosen = seated(TITLE_FILE, players, options, preset)
    loose = frozenset() if chosen["gulf_single_visit"] else frozenset({"Gulf"})  # 1830 8.3.3
    return Rules1830(Table(parts, tuple(players), chosen, seed, loose, choices(chosen)))


def choices(options: Mapping[str, Any]) -> Choices:
    """What 1830's options make of the family's choices (1830 12)."""
    return Choices(
        bids_in_steps=options["bid_step"] == "multiple of 5",
        resume_left_of_buyer=options["auction_resume"] == "left of last buyer",
        priority_left_of_buyer=options["auction_priority"] == "left of last buyer",
        private_trades=options["player_private_trade"],
        private_trades_from=options["private_trade_from_sr"],
        private_trade_is_purchase=options["private_trade_is_purchase"],
        sell_before_operating=options["sell_before_operating"],
        sales_in_lists=options["batch_sale_order"] == "by price",
        many_from_ipo=options["brown_multi_buy_from_ipo"],
        printed_yellow_cost=options["printed_yellow_cost"],
        must_buy_always=options["must_buy_train"] == "always",
        trains_of_other_presidents=options["trains_from_other_presidents"],
        one_of_a_kind_in_pool=True,
        help_capped=options["ebuy_other_price_cap"] == "face value",
        help_cheapest_only=options["ebuy_depot_train"] == "cheapest",
        help_only_if_short=options["ebuy_other_train"] == "treasury short",
        president_certificate_whole=options["ebuy_president_cert"] == "certificate",
        emergency_private_sales=options["ebuy_private_sale"],
        consent_asked=options["consent"] == "asked",
        bank_breaks_at_zero=options["bank_break"] == "at zero",
    )
