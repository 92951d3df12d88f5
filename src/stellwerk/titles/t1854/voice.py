"""How 1854 speaks in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from stellwerk.cli.family_voice import FamilyVoice
from stellwerk.cli.phrases import ALIASES
from stellwerk.cli.words import BUILT, TerminalWords
from stellwerk.core import Action, Decision

from .state import MergerOffer
from .tunnels import LayTunnel


class Words1854(TerminalWords):
    """Tunnels have a cost too."""

    built: ClassVar[tuple[type[Action], ...]] = (*BUILT, LayTunnel)


class Voice1854(FamilyVoice):
    """Words, maps and suggested runs."""

    examples: ClassVar[str] = """pass, bid MTB 55, withdraw MTB, buy KT display, option KT pool, complete, sell KT 20,
lay H18 57 2, tunnel G17 1 4, train 2-0 100, token H18 0, mail small, merge 1 2, charter A,
run 2-0 H18.0 H18:5 I19.0"""
    aliases: ClassVar[Mapping[str, str]] = {
        **ALIASES,
        "option": "take_option",
        "complete": "complete_option",
        "tunnel": "lay_tunnel",
        "mail": "buy_contract",
        "charter": "choose_charter",
    }

    words_of = Words1854

    def question(self, decision: Decision) -> str:
        """As in the family, with the merger that was proposed."""
        text = super().question(decision)
        frame = self.game.state.frames[-1]
        if isinstance(frame, MergerOffer):
            names = self.rules.t.companies
            one, other = names[frame.local].id, names[frame.other].id
            text += "\n" + self.say("Local {one} proposes a merger with {other}.", one=one, other=other)
        return text


VOICE = Voice1854
