"""How Union Pacific speaks in the terminal. A seat is shown its own hand and nothing of the others'."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec

from stellwerk.cli.voice import Entry, Voice, voice_of
from stellwerk.core import Action, Decision, Game, Option
from stellwerk.titles.t_union_pacific.actions import (
    DECK,
    Build,
    Decline,
    DrawCard,
    ExchangeShare,
    Invest,
    PassTurn,
    PickShare,
    ReplaceCard,
    TakeShare,
)
from stellwerk.titles.t_union_pacific.rules import UnionPacificRules
from stellwerk.titles.t_union_pacific.views import board_text, describe

QUESTIONS = {
    "pick": "the first share, which all reveal together",
    "replace": "replace a track card of a full type, or go on",
    "turn": "build or invest",
    "take": "the share to take",
    "exchange": "exchange a share for one of Union Pacific, or not",
}


class UnionPacificVoice:
    """Words for cards, sections and companies."""

    examples: ClassVar[str] = (
        "pick MS, build coast BNL billings-casper, take deck, exchange DM, decline, invest MS MS coast"
    )
    aliases: ClassVar[Mapping[str, tuple[str, dict[str, Any]]]] = {
        "pick": ("pick_share", {}),
        "take": ("take_share", {}),
        "exchange": ("exchange_share", {}),
        "replace": ("replace_card", {}),
        "draw": ("draw_card", {}),
        "discard": ("pass", {}),
    }

    def __init__(self, rules: UnionPacificRules, game: Game[Any]) -> None:
        """Speaks about the game as it stands."""
        self.rules, self.kit, self.game = rules, rules.kit, game

    def option(self, option: Option) -> list[str]:
        """An option as a path of words."""
        path = self.path(option.action)
        if option.seat is not None:
            path[0] = f"As {self.rules.seats[option.seat]}: {path[0]}"
        return path

    def path(self, action: Action) -> list[str]:
        """An action as a path of words."""
        maker = _PATHS.get(type(action))
        return maker(self, action) if maker else [msgspec.json.encode(action).decode()]

    def action(self, action: Action) -> str:
        """One sentence."""
        return ", ".join(self.path(action))

    def suggestions(self, option: Option) -> list[Entry]:
        """Nothing is free in this title."""
        return []

    def question(self, decision: Decision) -> str:
        """The question, the display, and the hand of the asked seat."""
        game, t = self.game, self.rules.t
        view = game.view(decision.seat)
        own = view["players"][decision.seat]
        payouts = view["payouts"]
        display = ", ".join(self.share(name) for name in view["display"]) or "not laid out"
        hand = ", ".join(f"{self.share(name)} {count}" for name, count in own["hand"].items()) or "empty"
        tracks = ", ".join(f"{name} {count}" for name, count in own["tracks"].items())
        return "\n".join(
            [
                f"Payouts {payouts['done']} of {payouts['last']}, deck {view['deck']}. {decision.actor}: "
                f"{QUESTIONS[decision.kind]}. [{decision.rule}]",
                f"{own['name']} has {t.money(own['money'])}; hand: {hand}; track cards: {tracks}. Display: {display}.",
            ]
        )

    def shows(self, seat: int | None) -> dict[str, Callable[[], str]]:
        """Players, board, or both."""
        flow, state = self.rules.flow, self.game.state

        def players() -> str:
            return describe(flow, state, seat)

        def board() -> str:
            return board_text(flow, state)

        def everything() -> str:
            return f"After {self.game.ply} actions.\n{players()}\n\nSections, locomotives and free spaces:\n{board()}"

        return {"": everything, "players": players, "map": board}

    def fields(self, kind: str, words: list[str]) -> dict[str, Any] | None:
        """Any number of shares and a track card: `MS MS coast`."""
        if kind != "invest":
            return None
        *shares, card = words or [""]
        return {"shares": [self.name(word) for word in shares], "card": self.name(card)}

    def name(self, word: str) -> str:
        """Companies may be typed small or as on their shares, cities by name."""
        big, small = word.upper(), word.lower()
        if big in self.kit.share_index:
            return big
        for number, abbr in enumerate(self.kit.abbr):
            if abbr.upper() == big:
                return self.kit.shares[number]
        return small if small in self.kit.card_index or small in self.kit.section_index or small == DECK else word

    # -- parts of sentences

    def share(self, name: str) -> str:
        """`EP&RG`"""
        number = self.kit.share_index.get(name)
        return self.kit.abbr[number] if number is not None else name

    def section(self, name: str) -> str:
        """`Casper–Denver`, with what stands there."""
        number = self.kit.section_index.get(name)
        if number is None:
            return name
        standing = len(self.game.state.board[number])
        return (
            f"{self.kit.section_names[number]} ({self.kit.spaces[number] - standing} of {self.kit.spaces[number]} free)"
        )

    def build(self, action: Build) -> list[str]:
        return ["Build", self.share(action.company), f"on {self.section(action.section)}", f"with {action.card}"]

    def invest(self, action: Invest) -> list[str]:
        counts = Counter(self.share(name) for name in action.shares)
        shares = " and ".join(f"{count} {name}" for name, count in counts.items()) or "nothing"
        return ["Invest", shares, f"discarding {action.card}"]

    def take(self, action: TakeShare) -> list[str]:
        if action.source == DECK:
            return ["Draw a share from the deck"]
        if action.source == self.kit.shares[-1]:
            return ["Take a share of Union Pacific"]
        return [f"Take {self.share(action.source)} from the display"]


_PATHS: dict[type[Action], Callable[[UnionPacificVoice, Any], list[str]]] = {
    PickShare: lambda voice, action: [f"Pick {voice.share(action.share)}"],
    Build: UnionPacificVoice.build,
    Invest: UnionPacificVoice.invest,
    PassTurn: lambda voice, action: [f"Pass and discard {action.card}"],
    TakeShare: UnionPacificVoice.take,
    ExchangeShare: lambda voice, action: [f"Exchange {voice.share(action.share)} for Union Pacific"],
    Decline: lambda voice, action: ["Exchange nothing"],
    ReplaceCard: lambda voice, action: [f"Replace {action.card}"],
    DrawCard: lambda voice, action: ["Draw a track card"],
}


@voice_of.register
def _(rules: UnionPacificRules, game: Game[Any]) -> Voice:
    return UnionPacificVoice(rules, game)
