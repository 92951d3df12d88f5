"""1854: the family's rounds put together with what is 1854's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from stellwerk.core import Action, BadInput, FrozenTwin
from stellwerk.eighteen.actions import (
    Answer,
    Bankrupt,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    Dividend,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    RunRoutes,
    SellShares,
)
from stellwerk.eighteen.board import empty_board
from stellwerk.eighteen.choices import Choices
from stellwerk.eighteen.deals import ConsentStep
from stellwerk.eighteen.frames import Consent
from stellwerk.eighteen.operating import OperatingTurnStep, TurnPart
from stellwerk.eighteen.rounds import RoundRules
from stellwerk.eighteen.running import DividendPart
from stellwerk.eighteen.state import UNLIMITED, Company, Player, Private, RoundName, State
from stellwerk.eighteen.table import Table, choose_options, kit
from stellwerk.eighteen.tokens import HomePart, TokenPart
from stellwerk.eighteen.track import TrackPart
from stellwerk.eighteen.trains import TrainPart
from stellwerk.routing.part import BestRunPart
from stellwerk.titles.t1854.state import Auction1854, Kinds, State1854, Turn, own

TITLE_FILE = Path(__file__).with_name("title.toml")
KINDS: dict[str, type[Action]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (
        Pass,
        Bid,
        BuyPrivate,
        Par,
        BuyShare,
        SellShares,
        LayTile,
        PlaceToken,
        RunRoutes,
        Dividend,
        BuyTrain,
        DiscardTrain,
        Answer,
        Bankrupt,
    )
}


class Rules1854(RoundRules):
    """The rules of 1854."""

    action_types = KINDS
    unsold = "display"
    twin = FrozenTwin(State1854)

    def __init__(self, table: Table) -> None:
        """Put the steps together."""
        super().__init__(table)
        self.kinds = Kinds(table)
        self.scores_privates = table.options["score_privates"]
        self.run = BestRunPart(self, enforced=True)
        self.track = TrackPart(self)
        # the parts of a turn (6.5); the board's parts come from home, track, tokens and runs
        parts: list[TurnPart] = [
            HomePart(self),
            self.track,
            TokenPart(self),
            self.run,
            DividendPart(self),
            TrainPart(self),
        ]
        turn = OperatingTurnStep(self, parts, [])
        self.steps = {Turn: turn, Consent: ConsentStep(self)}

    def setup(self) -> State:
        """1854 1.1 to 1.8"""
        t = self.t
        count, companies = len(t.seats), len(t.companies)
        return State1854(
            bank=t.data.title.bank - count * t.starting_cash,
            broken=False,
            players=(Player(t.starting_cash),) * count,
            companies=(Company((0,) * count),) * companies,
            privates=(Private(),) * len(t.privates),
            board=empty_board(t.hexmap),
            supply=tuple(tile.count for tile in t.data.tiles.values()),
            depot=self.train_counts(),
            sold=(0,) * len(t.trains),
            train_pool=(),
            phase=0,
            priority=0,
            round=RoundName("auction", 1),
            clock=0,
            frames=(
                Auction1854(0, (False,) * count, ((),) * len(t.privates), out=((),) * len(t.privates)),
            ),
            tunnels=((),) * len(t.hexmap.names),
            tunnel_supply=(),
            split=(False,) * companies,
            split_area=(0,) * companies,
            options=(None,) * count,
            merged=(False,) * companies,
            acted=(False,) * companies,
            mail=("",) * companies,
            gone=(0,) * len(t.trains),
        )

    def train_counts(self) -> tuple[int, ...]:
        """1.6, 7.5 and the options `train_counts` and `eights`."""
        return tuple(UNLIMITED if entry.id.startswith("8") else entry.count for entry in self.t.trains)

    def closed(self, s: State, company: int) -> bool:
        """True for a local that has merged."""
        return own(s).merged[company]


def make(
    players: Sequence[str],
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    preset: str | None = None,
) -> Rules1854:
    """The rules of a game with these seats, options (on top of a preset) and seed."""
    parts = kit(TITLE_FILE)
    low, high = parts.data.title.players
    if not low <= len(players) <= high:
        raise BadInput(f"1854 is for {low} to {high} players, not {len(players)}")
    chosen = choose_options(parts.data, preset, options or {})
    choices = Choices(
        bids_in_steps=False,
        resume_left_of_buyer=False,
        order_each_turn=True,
        discards_in_operating_order=True,
        bank_breaks_at_zero=chosen["bank_break"] == "at_zero",
    )
    return Rules1854(Table(parts, tuple(players), chosen, seed, choices=choices))
