"""How 1854 speaks in the terminal: the family's words, and those for options, mergers, tunnels and mail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from stellwerk.cli.family_voice import FamilyVoice
from stellwerk.cli.phrases import ALIASES
from stellwerk.cli.voice import Voice, voice_of
from stellwerk.cli.words import QUESTIONS, Words
from stellwerk.core import Action, Decision, Game
from stellwerk.eighteen.actions import BuyShare, SellShares
from stellwerk.titles.t1854.actions import BuyContract, ChooseCharter, CompleteOption, Merge, TakeOption, Withdraw
from stellwerk.titles.t1854.mail import contract
from stellwerk.titles.t1854.rules import Rules1854
from stellwerk.titles.t1854.state import MergerOffer, own
from stellwerk.titles.t1854.stock import StockTurn1854
from stellwerk.titles.t1854.tunnels import LayTunnel

OWN_QUESTIONS = {
    "track": "a tile, a tunnel, or pass",
    "merger": "propose a merger, or pass",
    "merger_offer": "agree to the merger, or refuse it",
    "charter": "the AG the two locals become",
    "contract": "a mail contract, or pass",
}
PLACES = {"display": "the display", "pool": "the pool", "split": "the split area"}


class Words1854(Words):
    """Puts the actions of one position into words."""

    def path(self, action: Action) -> list[str]:
        """What only 1854 has, else as in the family."""
        maker = _PATHS.get(type(action))
        return maker(self, action) if maker else super().path(action)

    def cost(self, company: str, source: str, *, option: bool = False) -> str:
        """What a certificate costs, or an option on it."""
        number, rules = self.t.kit.company_index.get(company), self.rules
        if number is None or source not in PLACES:
            return "?"
        step = next(step for step in rules.steps.values() if isinstance(step, StockTurn1854))
        return self.t.money(step.marks.price(self.s, number, source) if option else step.cost(self.s, number, source))

    def buy_share(self, action: BuyShare) -> list[str]:
        place = PLACES.get(action.source, action.source)
        return ["Buy a share", f"{action.company} from {place} for {self.cost(action.company, action.source)}"]

    def take_option(self, action: TakeOption) -> list[str]:
        price = self.cost(action.company, action.source, option=True)
        return ["Take an option", f"{action.company} from {PLACES.get(action.source, action.source)} for {price}"]

    def complete(self, action: CompleteOption) -> list[str]:
        frame = self.s.frames[-1]
        mark = own(self.s).options[frame.seat] if hasattr(frame, "seat") else None
        if mark is None:
            return ["Complete the option"]
        return [f"Complete the option on {self.t.companies[mark.company].id} for {self.t.money(mark.price)}"]

    def sell_shares(self, action: SellShares) -> list[str]:
        each = self.price(action.company, "pool")
        return ["Sell shares", action.company, f"{action.percent} % at a price of {each}"]

    def lay_tunnel(self, action: LayTunnel) -> list[str]:
        start = f"Lay a tunnel by {action.power}" if action.power else "Lay a tunnel"
        known = all(0 <= edge < 6 for edge in (action.a, action.b))
        sides = f"{self.side(action.a)} to {self.side(action.b)}" if known else f"{action.a} to {action.b}"
        return [start, f"below {self.hex(action.hex)}", sides]

    def buy_contract(self, action: BuyContract) -> list[str]:
        entry = contract(self.t, action.contract)
        price = f" for {self.t.money(entry.price)}" if entry else ""
        return [f"Buy a {action.contract} mail contract{price}"]


_PATHS: dict[type[Action], Any] = {
    Withdraw: lambda words, action: [f"Withdraw the bid on {words.private(action.private)}"],
    BuyShare: Words1854.buy_share,
    TakeOption: Words1854.take_option,
    CompleteOption: Words1854.complete,
    SellShares: Words1854.sell_shares,
    LayTunnel: Words1854.lay_tunnel,
    BuyContract: Words1854.buy_contract,
    Merge: lambda words, action: ["Propose a merger", f"of {action.local} with {action.partner}"],
    ChooseCharter: lambda words, action: [f"Choose AG {action.charter}"],
}


class Voice1854(FamilyVoice):
    """Words, maps and suggested runs."""

    examples: ClassVar[str] = """pass, bid MTB 55, withdraw MTB, buy KT display, option KT pool, complete, sell KT 20,
lay H18 57 2, tunnel G17 1 4, train 2-0 100, token H18 0, mail small, merge 1 2, charter A,
run 2-0 H18.0 H18:5 I19.0 (a stop is hex.number, a side crossed is hex:edge; the next train after a semicolon)"""
    aliases: ClassVar[Mapping[str, tuple[str, dict[str, Any]]]] = {
        **ALIASES,
        "option": ("take_option", {}),
        "complete": ("complete_option", {}),
        "tunnel": ("lay_tunnel", {}),
        "mail": ("buy_contract", {}),
        "charter": ("choose_charter", {}),
    }

    def __init__(self, rules: Rules1854, game: Game[Any]) -> None:
        """Speaks about the game as it stands."""
        super().__init__(rules, game)
        self.words = Words1854(game)

    def question(self, decision: Decision) -> str:
        """As in the family, with the questions of 1854 and the merger that was proposed."""
        text = super().question(decision)
        asked = OWN_QUESTIONS.get(decision.kind)
        if asked:
            text = text.replace(f": {QUESTIONS.get(decision.kind, decision.kind)}. [", f": {asked}. [", 1)
        frame = self.game.state.frames[-1]
        if isinstance(frame, MergerOffer):
            names = self.rules.t.companies
            text += f"\nLocal {names[frame.local].id} proposes a merger with {names[frame.other].id}."
        return text


@voice_of.register
def _(rules: Rules1854, game: Game[Any]) -> Voice:
    return Voice1854(rules, game)
