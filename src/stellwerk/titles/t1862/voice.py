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
run 2-0 F23.0 F23:0 G22.0, run 5E-0 F23.0 F23:0 G22.0 count F23.0 G22.0 bonus Chicago"""


class Voice1862(FamilyVoice):
    """The family's voice with 1862's own words."""

    examples: ClassVar[str] = EXAMPLES
    aliases: ClassVar[Mapping[str, str]] = {**ALIASES, "withdraw": "withdraw_bid", "close": "close_private"}

    def how_to_type(self) -> str:
        """Runs, with what some trains add to them."""
        more = self.say(
            "After its path: count and the stops an E-train counts, bonus and the name of the bonus it claims."
        )
        return f"{super().how_to_type()}\n{more}"

    def question(self, decision: Decision) -> str:
        """The family's lines, with the money that has to be raised."""
        text = super().question(decision)
        frame = self.game.state.frames[-1]
        if isinstance(frame, Raising):
            missing = frame.amount - self.game.state.players[frame.seat].cash
            if frame.train:
                text += "\n" + self.say("{missing:$} is missing for train {train}.", missing=missing, train=frame.train)
            else:
                company = self.rules.t.companies[frame.company].id
                text += "\n" + self.say(
                    "{missing:$} is missing for the notes of {company}.", missing=missing, company=company
                )
        return text


VOICE = Voice1862
