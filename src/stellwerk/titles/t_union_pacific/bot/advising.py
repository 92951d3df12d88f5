"""What a player of Union Pacific says about a choice: reasons from its view, and what else it looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stellwerk.bots.advice import Advice, Alternative
from stellwerk.bots.reasons import OTHERS, THUMB
from stellwerk.core import Action, Game, Message

from .. import actions
from ..actions import DECK
from ..payout import company_payout

if TYPE_CHECKING:
    from .baron import Baron, Outlook

UP = "UP"
LIKELY = 0.5  # from this chance on a payout is near


def looked(bot: Baron, game: Game[Any], seat: int) -> Advice:
    """What the bot does at a look, and the best of other kinds as it rates them."""
    view, options = game.view(seat), game.options_for(seat)
    position, first = bot.outlook(view, seat), bot.decide(view, options, seat, game.ply)
    takes, memory, best = dict[str, float](), dict[Any, float](), dict[Any, tuple[float, int, Action]]()
    for at, option in enumerate(options):
        score = bot.score(position, option.action, takes, memory)
        key = alike(option.action)
        if key not in best or score > best[key][0] or option.action == first:
            best[key] = (float("inf") if option.action == first else score, -at, option.action)
    ranked = sorted(best.values(), key=lambda entry: entry[:2], reverse=True)[: OTHERS + 1]
    scores = [bot.score(position, action, takes, memory) for _, _, action in ranked]
    found = tuple(
        Alternative(action, round(score, 3), reason(position, action))
        for score, (_, _, action) in zip(scores, ranked, strict=True)
    )
    return Advice(first, found[0].why, found if len(found) > 1 else ())


def alike(action: Action) -> Any:
    """What two actions have in common that need not both be tried."""
    if isinstance(action, actions.Build):
        return "build", action.company
    if isinstance(action, actions.Invest):
        return "invest", action.shares
    if isinstance(action, actions.TakeShare):
        return "take", action.source
    return action


def reason(p: Outlook, action: Action) -> Message:
    """Why one would do that."""
    if isinstance(action, actions.Build):
        return growth(p, action.company)
    if isinstance(action, actions.Invest):
        return laying(p, action.shares)
    if isinstance(action, actions.TakeShare):
        return taking(p, action.source)
    if isinstance(action, actions.ExchangeShare):
        given = {"share": action.share}
        return Message("Union Pacific pays whoever holds some of it; {share} brings you less.", given)
    if isinstance(action, actions.PickShare):
        facts: dict[str, Any] = {"share": action.share, "count": p.hand.get(action.share, 0)}
        return Message("You hold {count} of {share}: laid open, it counts at once.", facts)
    if isinstance(action, actions.PassTurn | actions.ReplaceCard):
        return Message("This card is of the least use to you.")
    return THUMB


def paid(p: Outlook, name: str, value: int, own: int) -> int:
    """What the seat gets of a company at one payout, with so many shares more on the table."""
    held = [count + (own if seat == p.seat else 0) for seat, count in enumerate(p.held[name])]
    return company_payout(value, held)[0][p.seat]


def growth(p: Outlook, name: str) -> Message:
    """What one locomotive more brings."""
    value, own = p.values[name], p.hand.get(name, 0)
    more = paid(p, name, value + 1, own) - paid(p, name, value, own)
    facts: dict[str, Any] = {"company": name, "value": value + 1, "more": more, "left": p.left}
    if more > 0:
        return Message("{company} grows to {value}: {more} more for you at each of {left} payouts to come.", facts)
    return Message("{company} grows to {value}, and it brings you a share.", facts)


def laying(p: Outlook, shares: tuple[str, ...]) -> Message:
    """Shares laid open, before a payout or for good."""
    names = [name for name in dict.fromkeys(shares) if name != UP]
    now = sum(paid(p, name, p.values[name], shares.count(name)) - paid(p, name, p.values[name], 0) for name in names)
    if p.soon >= LIKELY:
        return Message(
            "A payout may come before your next turn, and in the hand they bring nothing: {now}.", {"now": now}
        )
    return Message(
        "Laid open, they bring you {now} more at each of {left} payouts to come.", {"now": now, "left": p.left}
    )


def taking(p: Outlook, source: str) -> Message:
    """A share for the hand."""
    if source == DECK:
        return Message("The deck may bring any share, or the next payout.")
    held = p.held[source]
    own = held[p.seat] + p.hand.get(source, 0)
    most = max((count for seat, count in enumerate(held) if seat != p.seat), default=0)
    facts = {"share": source, "own": own, "most": most}
    if own + 1 > most:
        return Message("With {own} of {share} you lead with one more; nobody else has more than {most} open.", facts)
    return Message("With {own} of {share} you come nearer to the {most} that lie open.", facts)
