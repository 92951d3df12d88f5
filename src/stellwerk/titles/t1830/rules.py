"""1830: the standard rounds, and what is 1830's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from stellwerk.core import Illegal
from stellwerk.eighteen.choices import Choices
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.table import Table, seated
from stellwerk.eighteen.train_rules import BankDeal
from stellwerk.eighteen.trains import TrainPart
from stellwerk.titles.standard import StandardRules

from .powers import Exchanges1830, Track1830

TITLE_FILE = Path(__file__).with_name("title.toml")


class Train1830(TrainPart):
    """The train step: it says when the president's cash would do."""

    def __init__(self, rules: FamilyRules) -> None:
        """The refusal of a train the treasury cannot pay."""
        super().__init__(rules)
        self.bank["cash"] = self.bank["cash"]._replace(refusal=self.why_no_help)

    def why_no_help(self, c: BankDeal) -> Illegal:
        """A train the treasury cannot pay and need not buy: the president's cash would do, but he may not help."""
        if c.offer.price > c.need.treasury + c.need.purse:
            return self.too_poor(c)
        return self.t.no("help.obliged", "the president helps only with a train the company must buy")


class Rules1830(StandardRules):
    """The rules of 1830."""

    track_part = Track1830
    train_part = Train1830
    exchange = Exchanges1830


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
        extra_lays_anytime=options["cs_timing"] != "track step",
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
