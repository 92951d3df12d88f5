"""A player of Union Pacific with common sense: majorities, the time of payouts, and no gifts to the leader.

It reads its own view and its own options and nothing else, so it can sit at any table. What it does depends on them
alone; equal choices are decided by its seed.

Every choice is weighed by what it is expected to change in the payouts still to come: what comes to the bot less a part
of what comes to the others, most of all to whoever leads.
"""

from __future__ import annotations

from typing import Any, ClassVar

from stellwerk.bots.advice import Advice
from stellwerk.bots.styles import PLAIN, Taste
from stellwerk.core import Action, Chance, Game, Option

from .. import actions
from ..actions import DECK
from ..payout import company_payout, up_payout
from ..table import title_data
from .advising import looked

UP = "UP"
WILD = "wild"
ROWS = title_data().payout.union_pacific  # what Union Pacific pays at each payout
RIVALS = 0.5  # how much of what the others get counts against an action, shared among them
LEADER = 2.0  # the richest opponent counts so many times
IN_HAND = 0.55  # a share in hand is worth this part of the same share on the table
SAFE = 6  # the first deck cards are no payout cards
TURN = 0.30  # what investing now is worth even if no payout comes before the next turn
GROWTH = 2.0  # locomotives a company is expected to get until the payouts that are left
NOISE = 0.01
LIKED = 1.5  # what a builder adds to building, and a trader to laying shares open, in millions
LOOTS = 0.6  # what a looter adds to what the others' gains count


class Outlook:
    """The figures of a view that matter, and what changes in them are worth."""

    def __init__(self, view: dict[str, Any], seat: int, rivals: float = RIVALS) -> None:
        """`view` is that of the seat; `rivals` is how much of what the others get counts against an action."""
        self.view, self.seat, self.against = view, seat, rivals
        players = view["players"]
        self.count = len(players)
        self.held: dict[str, list[int]] = {
            name: [player["shares"].get(name, 0) for player in players] for name in (*view["companies"], UP)
        }
        self.hand: dict[str, int] = players[seat]["hand"]
        self.tracks: dict[str, int] = players[seat]["tracks"]
        self.values: dict[str, int] = {name: entry["value"] for name, entry in view["companies"].items()}
        done, last = view["payouts"]["done"], view["payouts"]["last"]
        self.ahead = range(done, last)  # indices of the payouts to come
        self.left: int = last - done
        self.weights = self.rivals([player["money"] for player in players])
        self.soon = self.urgency()

    def rivals(self, money: list[int | None]) -> list[float]:
        """How much a dollar of each seat counts: 1 for the bot, less than 0 for the others."""
        others = [seat for seat in range(self.count) if seat != self.seat]
        known = [amount for seat in others if (amount := money[seat]) is not None]
        richest = max(known, default=0)
        raw = [LEADER if amount == richest and richest else 1.0 for amount in money]
        raw[self.seat] = 0.0
        total = sum(raw)
        return [1.0 if seat == self.seat else -self.against * raw[seat] / total for seat in range(self.count)]

    def urgency(self) -> float:
        """The chance that a payout comes before the bot's next turn, as far as the deck tells."""
        view = self.view
        deck: int = view["deck"]
        cards: int = 4 - view["payouts"]["done"] - view["payouts"]["pending"]
        if not deck or cards <= 0:
            return 1.0
        draws = 0.6 * self.count
        if view["payouts"]["done"] == 0 and deck > 102 - 4 * self.count - 4 - SAFE + draws:
            return 0.0
        quiet: float = (1.0 - min(1.0, cards / deck)) ** draws
        return 1.0 - quiet

    def worth(self, name: str, extra: int = 0, growth: float = 0.0) -> float:
        """What all payouts to come bring of a company, if the bot held `extra` more shares on the table."""
        held = self.held[name]
        if extra:
            held = [*held[: self.seat], held[self.seat] + extra, *held[self.seat + 1 :]]
        if name == UP:
            return sum(self.relative(up_payout(ROWS[number], held)[0]) for number in self.ahead)
        value = self.values[name] + growth
        low = int(value)
        part = value - low
        now = self.relative(company_payout(low, held)[0])
        if part:
            now += part * (self.relative(company_payout(low + 1, held)[0]) - now)
        return now * self.left

    def relative(self, amounts: list[int]) -> float:
        """Amounts by seat as one figure."""
        return sum(amount * weight for amount, weight in zip(amounts, self.weights, strict=True))

    def gain(self, name: str, extra: int, before: int = 0) -> float:
        """What `extra` shares add, on top of `before` that are counted already."""
        growth = 0.0 if name == UP else min(GROWTH, self.view["companies"][name]["supply"]) / 2
        plain = self.worth(name, before + extra, growth) - self.worth(name, before, growth)
        return plain + self.comfort(name, before + extra) - self.comfort(name, before)

    def comfort(self, name: str, extra: int) -> float:
        """A share more than needed makes a majority safer; one that is nearly won is worth having."""
        held = self.held[name]
        own = held[self.seat] + extra
        if not own:
            return 0.0
        best: int = max((count for seat, count in enumerate(held) if seat != self.seat), default=0)
        size = 10 if name == UP else self.values[name]
        return 0.05 * size * self.left * max(-2, min(3, own - best)) + 0.02 * size * own


class Baron:
    """The bot."""

    about: ClassVar[str] = "Goes for majorities, lays shares open in time for a payout, gives nothing to whoever leads."

    def __init__(self, seed: int = 0, name: str = "baron", style: Taste = PLAIN) -> None:
        """The seed decides between equal choices."""
        self.seed, self.name, self.style = seed, name, style

    def choose(self, game: Game[Any], seat: int) -> Action:
        """The best action for the seat, which is asked."""
        return self.decide(game.view(seat), game.options_for(seat), seat, game.ply)

    def advise(self, game: Game[Any], seat: int, budget: int = 0) -> Advice:
        """What to do and why, and what else was looked at, whatever the budget."""
        return looked(self, game, seat)

    def decide(self, view: dict[str, Any], options: list[Option], seat: int, ply: int) -> Action:
        """The best of the options."""
        position = self.outlook(view, seat)
        chance = Chance(self.seed, f"baron/{seat}/{ply}")
        takes: dict[str, float] = {}
        best, top = options[0].action, float("-inf")
        memory: dict[Any, float] = {}
        spread = len(options) > 1
        for option in options:
            action = option.action
            score = self.score(position, action, takes, memory)
            if spread and score > top - NOISE:
                score += NOISE * chance.below(1000) / 1000
            if score > top:
                best, top = action, score
        return best

    def outlook(self, view: dict[str, Any], seat: int) -> Outlook:
        """The figures of a view; a looter looks at the others most of all."""
        return Outlook(view, seat, RIVALS + LOOTS * self.style.looting)

    def score(self, p: Outlook, action: Action, takes: dict[str, float], memory: dict[Any, float]) -> float:
        """How good an action is, in millions."""
        if isinstance(action, actions.Build):
            key = (action.company, action.card)
            if key not in memory:
                memory[key] = self.build(p, action, takes) + LIKED * (self.style.track - 1)
            return memory[key] + self.place(p, action)
        if isinstance(action, actions.Invest):
            if action.shares not in memory:
                memory[action.shares] = self.invest(p, action.shares) + LIKED * (self.style.trading - 1)
            return memory[action.shares] - self.card_cost(p, action.card)
        if isinstance(action, actions.TakeShare):
            return self.take(p, action.source, takes)
        if isinstance(action, actions.ExchangeShare):
            return self.exchange(p, action.share)
        if isinstance(action, actions.PickShare):
            return self.pick(p, action.share)
        if isinstance(action, actions.PassTurn | actions.ReplaceCard):
            return 0.1 - self.card_cost(p, action.card)
        assert isinstance(action, actions.Decline | actions.DrawCard)
        return 0.0

    def build(self, p: Outlook, action: actions.Build, takes: dict[str, float]) -> float:
        """The company grows by one, and a share comes to the hand."""
        name = action.company
        grown = p.worth(name, p.hand.get(name, 0) // 2, 1.0) - p.worth(name, p.hand.get(name, 0) // 2)
        share = max(self.take(p, source, takes) for source in (*p.view["display"], DECK, UP))
        return grown + share - self.card_cost(p, action.card)

    def place(self, p: Outlook, action: actions.Build) -> float:
        """Narrow sections first where the bot leads: they may be gone later."""
        section = p.view["sections"][action.section]
        free: int = section["locomotives"].count(None)
        held = p.held[action.company]
        leads = held[p.seat] == max(held) > 0
        return (0.2 if leads else -0.1) / free

    def take(self, p: Outlook, source: str, takes: dict[str, float]) -> float:
        """What a share in hand is worth."""
        if source in takes:
            return takes[source]
        if source == DECK:
            known = [self.take(p, name, takes) for name in p.view["companies"]]
            found = sum(known) / len(known) - 0.3 * p.soon * p.left  # it may bring the payout nobody wants now
        elif source == UP and not p.view["up_stack"]:
            found = 0.0
        else:
            found = IN_HAND * (1.0 - 0.5 * p.soon * (p.left == 1)) * p.gain(source, 1, p.hand.get(source, 0))
        takes[source] = found
        return found

    def invest(self, p: Outlook, shares: tuple[str, ...]) -> float:
        """Shares on the table: they count if a payout comes soon, and for good."""
        counts = {name: shares.count(name) for name in shares}
        now = sum(p.gain(name, count) for name, count in counts.items())
        return now * min(1.0, p.soon + TURN)

    def exchange(self, p: Outlook, share: str) -> float:
        """A share of Union Pacific for one that is worth less."""
        mine = p.hand.get(share, 0)
        given = p.gain(share, 1, mine - 1)
        return IN_HAND * (p.gain(UP, 1, p.hand.get(UP, 0)) - given) - 0.3

    def pick(self, p: Outlook, share: str) -> float:
        """The first share: of the company most of which is in hand; Union Pacific pays nothing at first."""
        if share == UP:
            return 3.0
        company = p.view["companies"][share]
        size: int = company["shares"]
        return p.hand[share] * 2.0 + size / 6

    def card_cost(self, p: Outlook, card: str) -> float:
        """Wild cards and single cards are worth keeping, cards of full types are not."""
        if card == WILD:
            return 0.8
        if card in p.view["full_types"]:
            return -0.3
        return 0.1 / p.tracks.get(card, 1)
