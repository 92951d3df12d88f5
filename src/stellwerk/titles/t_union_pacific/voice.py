"""How Union Pacific speaks in the terminal. A seat is shown its own hand and nothing of the others'."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from stellwerk.cli.voice import Entry
from stellwerk.cli.words import as_seat
from stellwerk.core import Action, Decision, Game, Option

from .actions import DECK, Build
from .rules import UnionPacificRules
from .views import board_text, describe
from .words import share_name


class UnionPacificVoice:
    """Words for cards, sections and companies."""

    examples: ClassVar[str] = (
        "pick MS, build coast BNL billings-casper, take deck, exchange DM, decline, invest MS MS coast"
    )
    aliases: ClassVar[Mapping[str, str]] = {
        "pick": "pick_share",
        "take": "take_share",
        "exchange": "exchange_share",
        "replace": "replace_card",
        "draw": "draw_card",
        "discard": "pass",
    }

    def __init__(self, rules: UnionPacificRules, game: Game[Any]) -> None:
        """Speaks about the game as it stands."""
        self.rules, self.kit, self.game = rules, rules.kit, game

    def option(self, option: Option) -> list[str]:
        """An option as a path of words."""
        label = self.game.label(option.action)
        above = [] if label.group is None else [label.group.text]
        path = [*above, *(heading.text for heading in label.within), self.action(option.action)]
        return as_seat(path, self.rules.seats, option.seat)

    def action(self, action: Action) -> str:
        """One sentence; with what stands on a section where something is built."""
        text = self.game.label(action).text.text
        return f"{text} ({self.room(action.section)})" if isinstance(action, Build) else text

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
                f"{game.question()} [{decision.rule}]",
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
        return share_name(self.rules.t, name)

    def room(self, section: str) -> str:
        """How many spaces of a section are free."""
        number = self.kit.section_index.get(section)
        if number is None:
            return section
        spaces = self.kit.spaces[number]
        return f"{spaces - len(self.game.state.board[number])} of {spaces} free"


VOICE = UnionPacificVoice
