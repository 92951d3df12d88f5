"""Actions only 1854 has."""

from __future__ import annotations

from stellwerk.core import Action


class Withdraw(Action, frozen=True, tag="withdraw"):
    """Take back a bid that has been outbid (3.4)."""

    private: str


class TakeOption(Action, frozen=True, tag="take_option"):
    """Take a 20 % certificate from `display` or `pool` for the price of one unit (4.30)."""

    company: str
    source: str


class CompleteOption(Action, frozen=True, tag="complete_option"):
    """Pay the rest of an optioned certificate (4.33)."""


class BuyContract(Action, frozen=True, tag="buy_contract"):
    """Buy a mail contract (9.1)."""

    contract: str


class Merge(Action, frozen=True, tag="merge"):
    """Propose that a local merges with another (8.1)."""

    local: str
    partner: str


class ChooseCharter(Action, frozen=True, tag="choose_charter"):
    """Choose the AG two locals become (8.3)."""

    charter: str
