"""How titles of the 18xx family speak in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from stellwerk.cli.menu import MenuChoice
from stellwerk.cli.phrases import ALIASES, routes_from, sales_from
from stellwerk.cli.runs import suggestions, sure
from stellwerk.cli.text_map import map_text, market_text, places_text
from stellwerk.cli.voice import Entry
from stellwerk.cli.words import TerminalWords
from stellwerk.core import Action, Decision, Game, Option
from stellwerk.eighteen.actions import RunRoutes
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import Consent

EXAMPLES = """pass, bid CS 45, lay E19 57 2, buy PRR ipo, sell PRR 20, train 2-0 80, token E19 0,
run 2-0 E19.0 E19:4 E21.0 (a stop is hex.number, a side crossed is hex:edge; the next train after a semicolon)"""


class FamilyVoice:
    """Words, maps and suggested runs."""

    examples: ClassVar[str] = EXAMPLES
    aliases: ClassVar[Mapping[str, str]] = ALIASES

    def __init__(self, rules: FamilyRules, game: Game[Any]) -> None:
        """Speaks about the game as it stands."""
        self.rules, self.game, self.words = rules, game, TerminalWords(game)

    def option(self, option: Option) -> list[str]:
        """An option as a path of words."""
        return self.words.option(option)

    def action(self, action: Action) -> str:
        """One sentence."""
        return self.words.action(action)

    def suggestions(self, option: Option) -> list[Entry]:
        """Good runs."""
        if not isinstance(option.action, RunRoutes):
            return []
        money = self.rules.t.money
        return [
            (
                [f"Run for {money(run.total)}{sure(run)}: {self.words.action(run.action())}"],
                MenuChoice("", option, {"routes": run.action().routes}),
            )
            for run in suggestions(self.game)
        ]

    def question(self, decision: Decision) -> str:
        """Round and phase, the question, and what player and company have."""
        game, money = self.game, self.rules.t.money
        view = game.view(decision.seat)
        name = game.rules.seats[decision.seat]
        who = name if decision.actor == name else f"{name} for {decision.actor}"
        lines = [f"{view['round']}, phase {view['phase']}. {who}: {game.question()} [{decision.rule}]"]
        purse = f"{name} has {money(view['players'][decision.seat]['cash'])}"
        company = view["companies"].get(decision.actor)
        if company:
            trains = ", ".join(company["trains"]) or "none"
            purse += f"; {decision.actor} has {money(company['cash'])}, trains: {trains}"
        lines.append(purse + ".")
        frame = game.state.frames[-1]
        if isinstance(frame, Consent):
            lines.append(f"{game.rules.seats[frame.by]} offers: {self.words.action(frame.offer)}.")
        return "\n".join(lines)

    def shows(self, seat: int | None) -> dict[str, Callable[[], str]]:
        """Players, market, map, or everything."""
        game = self.game
        return {
            "": self.position,
            "players": lambda: str(game),
            "market": lambda: market_text(game),
            "map": lambda: map_text(game),
        }

    def position(self) -> str:
        """Everything readable about the position."""
        parts = [
            f"After {self.game.ply} actions.\n{self.game}",
            f"Market, best price on the top right:\n{market_text(self.game)}",
            f"Map:\n{map_text(self.game)}",
            f"Hexes that are built:\n{places_text(self.game)}",
        ]
        return "\n\n".join(parts)

    def fields(self, kind: str, words: list[str]) -> dict[str, Any] | None:
        """Routes and lists of sales have a form of their own."""
        if kind == "run_routes":
            return {"routes": routes_from(words)}
        if kind == "sell_list":
            return {"sales": sales_from(words, self.game)}
        return None

    def name(self, word: str) -> str:
        """Names of companies, privates and hexes may be typed small."""
        t, big = self.rules.t, word.upper()
        known = big in t.kit.company_index or big in t.kit.private_index or big in t.hexmap.index
        return big if known else word
