"""How Union Pacific speaks in the terminal. A seat is shown its own hand and nothing of the others'."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from stellwerk.cli.menu import MenuChoice
from stellwerk.cli.speech import Speech
from stellwerk.cli.voice import Entry
from stellwerk.cli.words import as_seat
from stellwerk.core import Action, Decision, Game, Option, Plural
from stellwerk.i18n import ENGLISH

from .actions import DECK, Build
from .position_text import board_text, describe
from .rules import UnionPacificRules
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

    def __init__(self, rules: UnionPacificRules, game: Game[Any], language: str = ENGLISH) -> None:
        """Speaks about the game as it stands."""
        self.rules, self.kit, self.game = rules, rules.kit, game
        self.speech = Speech(language, rules.t.style)
        self.say = self.speech.say

    def how_to_type(self) -> str:
        """Nothing special."""
        return ""

    def option(self, option: Option) -> list[str]:
        """An option as a path of words."""
        label = self.game.label(option.action)
        above = [] if label.group is None else [self.speech.tell(label.group)]
        path = [*above, *map(self.speech.tell, label.within), self.action(option.action)]
        return as_seat(self.speech, path, self.rules.seats, option.seat)

    def action(self, action: Action) -> str:
        """One sentence; with what stands on a section where something is built."""
        text = self.speech.tell(self.game.label(action).text)
        return f"{text} ({self.room(action.section)})" if isinstance(action, Build) else text

    def same(self, option: Option) -> object:
        """Every option is one of its own."""
        return option

    def entries(self, option: Option) -> list[Entry]:
        """Nothing is free in this title."""
        return [(self.option(option), MenuChoice("", option))]

    def question(self, decision: Decision) -> str:
        """The question, the display, and the hand of the asked seat."""
        game, say = self.game, self.say
        view = game.view(decision.seat)
        own, payouts = view["players"][decision.seat], view["payouts"]
        names = [self.share(name) for name in view["display"]]
        hand = [f"{self.share(name)} {count}" for name, count in own["hand"].items()]
        tracks = [say("{card:track} {count}", card=name, count=count) for name, count in own["tracks"].items()]
        where = say(
            "Payouts {done} of {last}, deck {deck}.", deck=view["deck"], done=payouts["done"], last=payouts["last"]
        )
        has = say(
            "{who} has {money:$}; hand: {hand}; track cards: {tracks}.",
            who=own["name"], money=own["money"],
            hand=self.speech.listed(hand), tracks=self.speech.listed(tracks),
        )  # fmt: skip
        display = say("Display: {shares}.", shares=", ".join(names)) if names else say("The display is not laid out.")
        asked = self.speech.tell(game.question())
        return f"{where} {decision.actor}: {asked} [{decision.rule}]\n{has} {display}"

    def shows(self, seat: int | None) -> dict[str, Callable[[], str]]:
        """Players, board, or both."""
        flow, state = self.rules.flow, self.game.state

        def players() -> str:
            return describe(flow, state, seat, self.speech.tell)

        def board() -> str:
            return board_text(flow, state, self.speech.tell)

        def everything() -> str:
            after = self.say(Plural("After {count:n} action.", "After {count:n} actions."), count=self.game.ply)
            return f"{after}\n{players()}\n\n{self.say('Sections, locomotives and free spaces:')}\n{board()}"

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
        free = spaces - len(self.game.state.board[number])
        return self.say("{free} of {spaces} free", free=free, spaces=spaces)


VOICE = UnionPacificVoice
