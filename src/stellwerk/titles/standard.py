"""The family's rounds put together as most titles have them; a title without a `rules.py` plays by these alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from stellwerk.core import Action, FrozenTwin, Option
from stellwerk.eighteen.actions import Exchange
from stellwerk.eighteen.auction import AuctionStep, BidOffStep, ChooseParStep
from stellwerk.eighteen.company_privates import BuyPrivatesAnytime
from stellwerk.eighteen.deals import ConsentStep
from stellwerk.eighteen.depot import DiscardStep
from stellwerk.eighteen.exchanges import Exchanges
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
from stellwerk.eighteen.power_lays import ExtraLaysAnytime, PowersPart, PowerTrackPart, SpecialTokenStep
from stellwerk.eighteen.rounds import RoundRules
from stellwerk.eighteen.running import DividendPart
from stellwerk.eighteen.state import State
from stellwerk.eighteen.stock import StockRoundStep, StockTurnStep
from stellwerk.eighteen.table import Table, seated
from stellwerk.eighteen.tokens import CityChoiceStep, HomePart, TokenPart
from stellwerk.eighteen.trains import TrainPart
from stellwerk.routing.part import BestRunPart


class StandardRules(RoundRules[State]):
    """Privates auctioned, stock rounds, and operating turns: home, track, token, run, dividend, trains, privates."""

    twin = FrozenTwin(State)
    track_part: type[PowerTrackPart[State]] = PowerTrackPart
    train_part: type[TrainPart[State]] = TrainPart
    exchange: type[Exchanges[State]] = Exchanges

    def __init__(self, table: Table) -> None:
        """Put the steps together."""
        super().__init__(table)
        self.scores_privates = bool(table.options.get("score_privates", False))
        self.track = self.track_part(self)
        self.run = BestRunPart(self, enforced=table.options.get("best_run") == "enforced")
        self.exchanges = self.exchange(self)
        buying, lays = BuyPrivatesAnytime(self), ExtraLaysAnytime(self.track)
        parts = [
            HomePart(self),
            self.track,
            TokenPart(self),
            self.run,
            DividendPart(self),
            self.train_part(self),
            PowersPart(buying, lays),
        ]
        if table.privates:
            self.steps = {Auction: AuctionStep(self), BidOff: BidOffStep(self), SpecialToken: SpecialTokenStep(self)}
        self.steps |= {
            ChoosePar: ChooseParStep(self),
            StockRound: StockRoundStep(self),
            StockTurn: StockTurnStep(self),
            OperatingRound: OperatingRoundStep(self),
            OperatingTurn: OperatingTurnStep(self, parts, [buying, lays]),
            CityChoice: CityChoiceStep(self),
            Discard: DiscardStep(self),
            Consent: ConsentStep(self),
        }

    def interjections(self, s: State) -> list[Option]:
        """Exchanges of privates, from their owners whoever is asked."""
        return self.exchanges.options(s)

    def interject(self, m: Move, action: Action, seat: int) -> bool:
        """An exchange is neither purchase nor sale nor pass (1830 10.3.4c)."""
        if not isinstance(action, Exchange):
            return False
        self.exchanges.apply(m, action, seat)
        return True


def make(
    file: Path,
    players: Sequence[str],
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    preset: str | None = None,
) -> StandardRules:
    """The rules of a game of a title that is nothing but its file."""
    parts, chosen = seated(file, players, options, preset)
    return StandardRules(Table(parts, tuple(players), chosen, seed))
