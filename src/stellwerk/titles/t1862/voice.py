"""How 1862 speaks in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from stellwerk.cli.family_voice import FamilyVoice
from stellwerk.cli.phrases import ALIASES
from stellwerk.core import Decision

from .state import Raising

EXAMPLES = """pass, bid ERIE 45, withdraw ERIE, close BOM, start NYC 100, buy NYH bank, buy NYH pool, sell NYH 20,
lay G18 9 1, lay E28 881 1 ERIE, token H29 0, train 2-0 100, pay, withhold, buyback 5,
run 2-0 F23.0 F23:0 G22.0 (a stop is hex.number, a side crossed is hex:edge; the next train after a semicolon;
after the path: count F23.0 G22.0 for the stops an E-train counts, bonus Chicago for the bonus it claims)"""


class Voice1862(FamilyVoice):
    """The family's voice with 1862's own words."""

    examples: ClassVar[str] = EXAMPLES
    aliases: ClassVar[Mapping[str, str]] = {**ALIASES, "withdraw": "withdraw_bid", "close": "close_private"}

    def question(self, decision: Decision) -> str:
        """The family's lines, with the money that has to be raised."""
        text = super().question(decision)
        frame = self.game.state.frames[-1]
        if isinstance(frame, Raising):
            missing = self.rules.t.money(frame.amount - self.game.state.players[frame.seat].cash)
            what = f"train {frame.train}" if frame.train else f"the notes of {self.rules.t.companies[frame.company].id}"
            text += f"\n{missing} is missing for {what}."
        return text


VOICE = Voice1862
