"""How 1854 speaks in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from stellwerk.cli.family_voice import FamilyVoice
from stellwerk.cli.phrases import ALIASES
from stellwerk.cli.words import QUOTED, TerminalWords
from stellwerk.core import Decision, Game

from .rules import Rules1854
from .state import MergerOffer
from .tunnels import LayTunnel


class Words1854(TerminalWords):
    """Tunnels have a price too."""

    quoted = (*QUOTED, LayTunnel)


class Voice1854(FamilyVoice):
    """Words, maps and suggested runs."""

    examples: ClassVar[str] = """pass, bid MTB 55, withdraw MTB, buy KT display, option KT pool, complete, sell KT 20,
lay H18 57 2, tunnel G17 1 4, train 2-0 100, token H18 0, mail small, merge 1 2, charter A,
run 2-0 H18.0 H18:5 I19.0 (a stop is hex.number, a side crossed is hex:edge; the next train after a semicolon)"""
    aliases: ClassVar[Mapping[str, str]] = {
        **ALIASES,
        "option": "take_option",
        "complete": "complete_option",
        "tunnel": "lay_tunnel",
        "mail": "buy_contract",
        "charter": "choose_charter",
    }

    def __init__(self, rules: Rules1854, game: Game[Any]) -> None:
        """Speaks about the game as it stands."""
        super().__init__(rules, game)
        self.words = Words1854(game)

    def question(self, decision: Decision) -> str:
        """As in the family, with the merger that was proposed."""
        text = super().question(decision)
        frame = self.game.state.frames[-1]
        if isinstance(frame, MergerOffer):
            names = self.rules.t.companies
            text += f"\nLocal {names[frame.local].id} proposes a merger with {names[frame.other].id}."
        return text


VOICE = Voice1854
