"""Hints for track and tokens: what they do to the best run, and how near they bring a goal with a bonus."""

from __future__ import annotations

from collections import deque
from typing import Any

from msgspec import Struct

from stellwerk.core import Illegal
from stellwerk.eighteen.actions import LayTile, PlaceToken
from stellwerk.eighteen.board import Board
from stellwerk.routing import with_tile
from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions.token import Slot, slots, token_company
from stellwerk.web.pages.guide.hint import Fill, Hint, Way, rules_of, way
from stellwerk.web.pages.lays import Effect, Works, effect, own_works, places

from ..pages.goals import Goal, goal_of, goal_stop, goal_text, place_name

MOST_LAYS = 400  # looked at for one hint


class Best(Struct, frozen=True):
    """A lay with what it does."""

    hex: str
    name: str
    tile: str
    cost: int
    found: Effect
    far: int  # hexes from the company's track to its goal after it; -1: no goal
    joins: bool  # the goal is reached by it


def track_hint(at: At) -> Hint | None:
    """The lay that earns most, else the one that comes nearer to a goal, else the one that reaches most."""
    works = own_works(at)
    if works is None or not works.options:
        return None
    goal = goal_of(at, works.company)
    goal = None if goal is None or goal.paid else goal
    best = _best(works, goal)
    if best is None:
        return None
    text = _track_text(at, works, best, goal)
    fill = Fill(at.say("Show the tiles for {hex}", hex=best.hex), hex=best.hex)
    return Hint(text, rules_of(at, "track", "track.connection", "track.cost", "track.border"), fill, _track_ways(at))


def _best(works: Works, goal: Goal | None) -> Best | None:
    found: list[Best] = []
    start = _distance(works.at, works.at.board, works.company, goal)
    looked = 0
    for place in places(works):
        for choice in place.choices:
            for turn in choice.rotations:
                looked += 1
                if looked > MOST_LAYS:
                    break
                board = with_tile(works.at.rules, works.state.board, place.hex, choice.tile, turn)
                far = _distance(works.at, board, works.company, goal)
                done = effect(works, place.hex, choice.tile, turn)
                joins = goal is not None and far == 0 and start != 0 and pays(works.at, choice.action(turn), goal)
                found.append(Best(place.hex, place.name, choice.tile, choice.cost_of(turn), done, far, joins))
    if not found:
        return None

    def worth(entry: Best) -> tuple[float, ...]:
        nearer = start - entry.far if goal is not None and start > 0 else 0
        bonus = goal.bonus if goal is not None and entry.joins else 0
        # a run is earned again and again, a bonus and a price of track once
        return (3 * entry.found.gain + bonus + 12 * nearer - entry.cost, len(entry.found.new), -entry.cost)

    return max(found, key=worth)


def pays(at: At, action: LayTile, goal: Goal) -> bool:
    """True if the lay brings the bonus, or lets the destination token be placed right after it; tried on a copy."""
    copy = at.game.branch()
    try:
        events = copy.apply(action, at.asked)
    except Illegal:
        return False
    company = at.t.companies[goal.company].id
    if any(event.kind == "paid" and event.facts.get("payee") == company for event in events):
        return True
    then = copy.decision()
    if not goal.token or goal.via or then is None or then.kind != "token":
        return False
    placed = [option.action for option in copy.options() if isinstance(option.action, PlaceToken)]
    return any(token.power and token.hex == goal.hex for token in placed)


def _distance(at: At, board: Board, company: int, goal: Goal | None) -> int:
    """Hexes between what the company reaches and its next goal; 0 if it is there."""
    if goal is None:
        return -1
    hexmap = at.t.hexmap
    reach = at.t.networks.reach(board, company)
    reached = reach.hexes
    wanted = [hexmap.index[name] for name in (*goal.via, goal.hex)]
    end = next((hex_ for hex_ in wanted if hex_ not in reached), None)
    if end is None:
        stop = goal_stop(at, board, goal)
        return 0 if stop is None or stop in reach.stops else 1  # in the hex, but not at the right circle
    steps = dict.fromkeys(reached, 0)
    queue = deque(reached)
    while queue:
        hex_ = queue.popleft()
        if hex_ == end:
            return steps[hex_]
        for edge in range(6):
            entry = hexmap.entry[6 * hex_ + edge]
            if entry >= 0 and entry // 6 not in steps:
                steps[entry // 6] = steps[hex_] + 1
                queue.append(entry // 6)
    return len(hexmap.names)


def _track_text(at: At, works: Works, best: Best, goal: Goal | None) -> list[str]:
    where = f"{best.hex} {best.name}".strip()
    found = best.found
    text = []
    if found.gain > 0:
        if works.lent:
            facts: dict[str, Any] = {"hex": where, "train": works.lent, "company": works.name}
            facts |= {"after": found.after, "before": found.before}
            left = works.state.companies[works.company].cash - best.cost
            text.append(
                at.say(
                    "Build on {hex}: with a {train}-train, which {company} can buy at the end of this turn, it "
                    "would then run {after:$} instead of {before:$}.",
                    **facts,
                )
                if left >= at.t.train_price[works.lent]
                else at.say(
                    "Build on {hex}: with a {train}-train, which {company} needs next and which it cannot pay yet, it "
                    "would run {after:$} instead of {before:$}.",
                    **facts,
                )
            )
        else:
            text.append(
                at.say(
                    "Build on {hex}: the best run grows from {before:$} to {after:$}, this turn and every turn after.",
                    hex=where,
                    before=found.before,
                    after=found.after,
                )
            )
    elif found.new:
        text.append(at.say("Build on {hex}: it reaches {places}.", hex=where, places=", ".join(found.new[:3])))
    else:
        text.append(at.say("Build on {hex}: nothing earns more at once, but it opens the way.", hex=where))
    if best.cost:
        text.append(at.say("It costs {cost:$} from the treasury.", cost=best.cost))
    if goal is not None:
        text.append(_goal_text(at, best, goal, works.name))
    return text


def _goal_text(at: At, best: Best, goal: Goal, company: str) -> str:
    wanted = goal_text(at, goal)
    if best.joins and goal.token and not goal.via:  # over places on the way the token lies already (7.4.7)
        return at.say(
            "Then {place} is reached: in the next step {company} may place its destination token there, and the "
            "bank pays {bonus:$} once.",
            place=place_name(at, goal.hex),
            company=company,
            bonus=goal.bonus,
        )
    if best.joins:
        return at.say(
            "That reaches the goal of {company}: the bank pays {bonus:$} at once.", company=company, bonus=goal.bonus
        )
    return at.say(
        "Goal of {company} ({goal}): {bonus:$} once. Hexes still to build to it after this lay: about {far}.",
        company=company,
        goal=wanted,
        bonus=goal.bonus,
        far=best.far,
    )


def _track_ways(at: At) -> list[Way]:
    found = [
        way(
            at,
            at.say("Lay a tile"),
            at.say(
                "New track must join track your company reaches; a better tile replaces an old one when the "
                "phase has its colour."
            ),
            "track",
        )
    ]
    if at.t.hexmap.border_costs:
        found.append(
            way(
                at,
                at.say("Blue sides with a price"),
                at.say("Joining track across the river costs; track that ends there is free until somebody joins it."),
                "track.border",
            )
        )
    found.append(way(at, at.say("Lay no tile"), at.say("Saves the money; the lay of this turn is lost."), "track.one"))
    return found


# -- tokens


def token_hint(at: At) -> Hint | None:
    """The destination first, then the slot that makes the run better, else keep the money."""
    company = token_company(at)
    if company is None:
        return None
    found = slots(at, runs=True)
    actions = {
        (option.action.hex, option.action.stop): option.action
        for option in at.options
        if isinstance(option.action, PlaceToken)
    }
    goal = goal_of(at, company)
    name = at.t.companies[company].id
    special = [slot for slot in found if actions.get((slot.hex, slot.stop)) and actions[slot.hex, slot.stop].power]
    text: list[str]
    chosen: Slot | None = None
    if special and goal is not None:
        chosen = special[0]
        text = [
            at.say(
                "Place the destination token in {place}: it is free, and the bank pays {bonus:$} into the treasury.",
                place=place_name(at, goal.hex),
                bonus=goal.bonus,
            )
            if not goal.paid and not goal.via
            else at.say("Place the destination token in {place}: it is free.", place=place_name(at, goal.hex))
        ]
        text.append(at.say("Its slot is kept for {company}; nobody else can take it.", company=name))
    else:
        better = max(found, key=lambda slot: slot.gain, default=None)
        if better is not None and better.gain > 0:
            chosen = better
            text = [at.say("A token in {hex} makes the best run better: {run}.", hex=better.title, run=better.run)]
        else:
            text = [at.say("No token makes the run better now. Keep the money for a train and pass.")]
        text.append(
            at.say(
                "A token keeps a city open for your trains and, when all its slots are taken, closes it to the others."
            )
        )
    fill = None
    if chosen is not None:
        fill = Fill(at.say("Choose {hex}", hex=chosen.hex), slot=f"{chosen.hex}.{chosen.stop}")
    return Hint(
        text,
        rules_of(at, "token", "token.cash", *(["token.bonus"] if special else [])),
        fill,
        [
            way(
                at,
                at.say("Place a token"),
                at.say("Routes begin at your tokens: more of them reach more cities."),
                "token",
            ),
            way(at, at.say("Place no token"), at.say("One token a turn at most; you may wait."), "token.one"),
        ],
    )
