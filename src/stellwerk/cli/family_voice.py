"""How titles of the 18xx family speak in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from stellwerk.cli.menu import MenuChoice
from stellwerk.cli.phrases import ALIASES, routes_from, sales_from
from stellwerk.cli.position_text import table_text
from stellwerk.cli.runs import suggestions, visited
from stellwerk.cli.text_map import map_text, market_text, places_text
from stellwerk.cli.voice import Entry
from stellwerk.cli.words import TerminalWords
from stellwerk.core import Action, Decision, Game, Option, Plural
from stellwerk.eighteen.actions import RunRoutes
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import BidOff, Consent
from stellwerk.eighteen.wording import Wording
from stellwerk.i18n import ENGLISH
from stellwerk.routing import Run

EXAMPLES = """pass, bid CS 45, lay E19 57 2, buy PRR ipo, sell PRR 20, train 2-0 80, token E19 0,
run 2-0 E19.0 E19:4 E21.0"""


class FamilyVoice:
    """Words, maps and suggested runs."""

    examples: ClassVar[str] = EXAMPLES
    aliases: ClassVar[Mapping[str, str]] = ALIASES
    words_of: ClassVar[type[TerminalWords]] = TerminalWords

    def __init__(self, rules: FamilyRules, game: Game[Any], language: str = ENGLISH) -> None:
        """Speaks about the game as it stands."""
        self.rules, self.game, self.words = rules, game, self.words_of(game, language)
        self.say = self.words.say

    def option(self, option: Option) -> list[str]:
        """An option as a path of words."""
        return self.words.option(option)

    def action(self, action: Action) -> str:
        """One sentence."""
        return self.words.action(action)

    def same(self, option: Option) -> object:
        """Equal for tiles that lie the same, and for trains of the same kind."""
        return self.words.same(option)

    # -- what can be chosen

    def entries(self, option: Option) -> list[Entry]:
        """An option, and before it good runs if it is one."""
        action, found = option.action, suggestions(self.game) if isinstance(option.action, RunRoutes) else []
        shown = {visited(run.action()) for run in found}
        listed: list[Entry] = [
            (self.run_words(run, option), MenuChoice("", option, {"routes": run.action().routes})) for run in found
        ]
        if not isinstance(action, RunRoutes) or not action.routes:
            return [*listed, (self.option(option), MenuChoice("", option))]
        if visited(action) not in shown:
            earned = self.revenue(action, option)  # the rules search longer than the suggestions do
            better = sum(run.total >= earned for run in found)
            listed.insert(better, ([self.earning(earned, action)], MenuChoice("", option)))
        return listed

    def run_words(self, run: Run, option: Option) -> list[str]:
        """A run with what it earns, and how good it is known to be."""
        text = self.earning(run.total, run.action())
        if run.proven and run.total == run.upper_bound:
            text = self.say("{run} (proven best)", run=text)
        elif not run.proven:
            text = self.say("{run} (not proven; at most {most:$} possible)", run=text, most=run.upper_bound)
        return [text]

    def earning(self, revenue: int, action: RunRoutes) -> str:
        """`Run for $50: 2: E19 – F20`."""
        ways = tuple(map(Wording(self.rules, self.words.s).route, action.routes))
        return self.say("Run for {amount:$}: {ways}", amount=revenue, ways=ways)

    def revenue(self, action: RunRoutes, option: Option) -> int:
        """What a run earns."""
        seat = self.rules.asked(self.words.s) if option.seat is None else option.seat
        events = self.game.branch().apply(action, seat)
        return next((int(event.facts["revenue"]) for event in events if event.kind == "run"), 0)

    # -- what is asked

    def question(self, decision: Decision) -> str:
        """Round and phase, the question, what player and company have, and what has been bid or offered."""
        game = self.game
        view = game.view(decision.seat)
        name = game.rules.seats[decision.seat]
        who = name
        if decision.actor != name:
            who = self.say("{who} for {company}", who=name, company=decision.actor)
        where = self.say("{round}, phase {phase}.", round=self.round(), phase=view["phase"])
        asked = self.words.tell(game.question())
        lines = [f"{where} {who}: {asked} [{decision.rule}]", self.purse(view, decision), *self.bids(view)]
        frame = game.state.frames[-1]
        if isinstance(frame, Consent):
            offer = self.words.action(frame.offer)
            lines.append(self.say("{who} offers: {offer}.", who=game.rules.seats[frame.by], offer=offer))
        return "\n".join(line for line in lines if line)

    def round(self) -> str:
        """`SR 2`, `OR 2.1`"""
        now = self.game.state.round
        if now.kind == "auction":
            return self.say("Auction")
        if now.kind == "stock":
            return self.say("SR {number}", number=now.number)
        if now.number:
            return self.say("OR {number}.{part}", number=now.number, part=now.part)
        return self.say("Interim OR {part}", part=now.part)

    def purse(self, view: dict[str, Any], decision: Decision) -> str:
        """What the player has, and the company he acts for."""
        player = view["players"][decision.seat]
        name, cash = player["name"], player["cash"]
        bound = (view.get("auction") or {"committed": {}})["committed"].get(name, 0)
        text = self.say("{who} has {cash:$}.", who=name, cash=cash)
        if bound:
            text = self.say(
                "{who} has {cash:$}: {bound:$} bound by bids, {free:$} free.",
                who=name, cash=cash, bound=bound, free=cash - bound,
            )  # fmt: skip
        company = view["companies"].get(decision.actor)
        if company:
            trains = self.words.listed(list(company["trains"]))
            text += " " + self.say(
                "{who} has {cash:$}; trains: {trains}.", who=decision.actor, cash=company["cash"], trains=trains
            )
        return text

    def bids(self, view: dict[str, Any]) -> list[str]:
        """Standing bids, the highest first, and the money they bind."""
        auction = view.get("auction")
        if not auction:
            return []
        told = []
        frame, money = self.game.state.frames[-1], self.words.money
        if isinstance(frame, BidOff):
            told.append(self.say("The bid-off is about {private}.", private=self.rules.t.privates[frame.private].id))
        bids = [
            f"{private}: {', '.join(f'{who} {money(amount)}' for who, amount in highest_first(found))}"
            for private, found in auction["bids"].items()
        ]
        if bids:
            bound = [f"{who} {money(amount)}" for who, amount in auction["committed"].items() if amount]
            told.append(self.say("Standing bids: {bids}.", bids="; ".join(bids)))
            told.append(self.say("Bound by bids: {bound}.", bound=", ".join(bound)))
        return told

    # -- what is shown

    def shows(self, seat: int | None) -> dict[str, Callable[[], str]]:
        """Players, market, map, or everything."""
        game = self.game
        return {
            "": self.position,
            "players": lambda: table_text(game, self.rules, self.words),
            "market": lambda: market_text(game, self.words),
            "map": lambda: map_text(game, self.words),
        }

    def position(self) -> str:
        """Everything readable about the position."""
        game, words, say = self.game, self.words, self.say
        parts = [
            (
                say(Plural("After {count:n} action.", "After {count:n} actions."), count=game.ply),
                table_text(game, self.rules, words),
            ),
            (say("Market, best price on the top right:"), market_text(game, words)),
            (say("Map:"), map_text(game, words)),
            (say("Hexes that are built:"), places_text(game, words)),
        ]
        return "\n\n".join("\n".join(part) for part in parts)

    # -- what is typed

    def how_to_type(self) -> str:
        """Runs."""
        return self.say(
            "In a run a stop is hex.number, a side crossed is hex:edge; the next train comes after a semicolon."
        )

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


def highest_first(bids: Mapping[str, int]) -> list[tuple[str, int]]:
    """The bids on one private."""
    return sorted(bids.items(), key=lambda bid: -bid[1])
