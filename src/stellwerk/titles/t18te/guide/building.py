"""Hints for track and tokens: what they do to the best run, and how near they bring a goal with a bonus."""

from __future__ import annotations

from collections import deque
from typing import Any

from msgspec import Struct

from stellwerk.core import Illegal
from stellwerk.eighteen.actions import LayTile, PlaceToken
from stellwerk.eighteen.board import Board
from stellwerk.routing import with_tile
from stellwerk.web.pages.decisions.token import Slot, slots, token_company
from stellwerk.web.pages.guide.hint import Fill, Hint, Way, rules_of, way
from stellwerk.web.pages.lays import CompanyLays, RunEffect, effect, own_lays, places
from stellwerk.web.pages.table_page import TablePage

from ..pages.goals import Goal, goal_of, goal_stop, goal_text, place_name

MOST_LAYS = 400  # looked at for one hint


class Best(Struct, frozen=True):
    """A lay with what it does."""

    hex: str
    name: str
    tile: str
    cost: int
    found: RunEffect
    far: int  # hexes from the company's track to its goal after it; -1: no goal
    joins: bool  # the goal is reached by it


def track_hint(page: TablePage) -> Hint | None:
    """The lay that earns most, else the one that comes nearer to a goal, else the one that reaches most."""
    lays = own_lays(page)
    if lays is None or not lays.options:
        return None
    goal = goal_of(page, lays.company)
    goal = None if goal is None or goal.paid else goal
    best = _best(lays, goal)
    if best is None:
        return None
    text = _track_text(page, lays, best, goal)
    fill = Fill(page.say("Show the tiles for {hex}", hex=best.hex), hex=best.hex)
    return Hint(
        text, rules_of(page, "track", "track.connection", "track.cost", "track.border"), fill, _track_ways(page)
    )


def _best(lays: CompanyLays, goal: Goal | None) -> Best | None:
    found: list[Best] = []
    start = _distance(lays.page, lays.page.board, lays.company, goal)
    looked = 0
    for place in places(lays):
        for choice in place.choices:
            for turn in choice.rotations:
                looked += 1
                if looked > MOST_LAYS:
                    break
                board = with_tile(lays.page.rules, lays.state.board, place.hex, choice.tile, turn)
                far = _distance(lays.page, board, lays.company, goal)
                done = effect(lays, place.hex, choice.tile, turn)
                joins = goal is not None and far == 0 and start != 0 and pays(lays.page, choice.action(turn), goal)
                found.append(Best(place.hex, place.name, choice.tile, choice.cost_of(turn), done, far, joins))
    if not found:
        return None

    def worth(entry: Best) -> tuple[float, ...]:
        nearer = start - entry.far if goal is not None and start > 0 else 0
        bonus = goal.bonus if goal is not None and entry.joins else 0
        # a run is earned again and again, a bonus and a price of track once
        return (3 * entry.found.gain + bonus + 12 * nearer - entry.cost, len(entry.found.new), -entry.cost)

    return max(found, key=worth)


def pays(page: TablePage, action: LayTile, goal: Goal) -> bool:
    """True if the lay brings the bonus, or lets the destination token be placed right after it; tried on a copy."""
    copy = page.game.branch()
    try:
        events = copy.apply(action, page.asked)
    except Illegal:
        return False
    company = page.t.companies[goal.company].id
    if any(event.kind == "paid" and event.facts.get("payee") == company for event in events):
        return True
    then = copy.decision()
    if not goal.token or goal.via or then is None or then.kind != "token":
        return False
    placed = [option.action for option in copy.options() if isinstance(option.action, PlaceToken)]
    return any(token.power and token.hex == goal.hex for token in placed)


def _distance(page: TablePage, board: Board, company: int, goal: Goal | None) -> int:
    """Hexes between what the company reaches and its next goal; 0 if it is there."""
    if goal is None:
        return -1
    hexmap = page.t.hexmap
    reach = page.t.networks.reach(board, company)
    reached = reach.hexes
    wanted = [hexmap.index[name] for name in (*goal.via, goal.hex)]
    end = next((hex_ for hex_ in wanted if hex_ not in reached), None)
    if end is None:
        stop = goal_stop(page, board, goal)
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


def _track_text(page: TablePage, lays: CompanyLays, best: Best, goal: Goal | None) -> list[str]:
    where = f"{best.hex} {best.name}".strip()
    found = best.found
    text = []
    if found.gain > 0:
        if lays.lent:
            facts: dict[str, Any] = {"hex": where, "train": lays.lent, "company": lays.name}
            facts |= {"after": found.after, "before": found.before}
            left = lays.state.companies[lays.company].cash - best.cost
            text.append(
                page.say(
                    "Build on {hex}: with a {train}-train, which {company} can buy at the end of this turn, it "
                    "would then run {after:$} instead of {before:$}.",
                    **facts,
                )
                if left >= page.t.train_price[lays.lent]
                else page.say(
                    "Build on {hex}: with a {train}-train, which {company} needs next and which it cannot pay yet, it "
                    "would run {after:$} instead of {before:$}.",
                    **facts,
                )
            )
        else:
            text.append(
                page.say(
                    "Build on {hex}: the best run grows from {before:$} to {after:$}, this turn and every turn after.",
                    hex=where,
                    before=found.before,
                    after=found.after,
                )
            )
    elif found.new:
        text.append(page.say("Build on {hex}: it reaches {places}.", hex=where, places=", ".join(found.new[:3])))
    else:
        text.append(page.say("Build on {hex}: nothing earns more at once, but it opens the way.", hex=where))
    if best.cost:
        text.append(page.say("It costs {cost:$} from the treasury.", cost=best.cost))
    if goal is not None:
        text.append(_goal_text(page, best, goal, lays.name))
    return text


def _goal_text(page: TablePage, best: Best, goal: Goal, company: str) -> str:
    wanted = goal_text(page, goal)
    if best.joins and goal.token and not goal.via:  # over places on the way the token lies already (7.4.7)
        return page.say(
            "Then {place} is reached: in the next step {company} may place its destination token there, and the "
            "bank pays {bonus:$} once.",
            place=place_name(page, goal.hex),
            company=company,
            bonus=goal.bonus,
        )
    if best.joins:
        return page.say(
            "That reaches the goal of {company}: the bank pays {bonus:$} at once.", company=company, bonus=goal.bonus
        )
    return page.say(
        "Goal of {company} ({goal}): {bonus:$} once. Hexes still to build to it after this lay: about {far}.",
        company=company,
        goal=wanted,
        bonus=goal.bonus,
        far=best.far,
    )


def _track_ways(page: TablePage) -> list[Way]:
    found = [
        way(
            page,
            page.say("Lay a tile"),
            page.say(
                "New track must join track your company reaches; a better tile replaces an old one when the "
                "phase has its colour."
            ),
            "track",
        )
    ]
    if page.t.hexmap.border_costs:
        found.append(
            way(
                page,
                page.say("Blue sides with a price"),
                page.say(
                    "Joining track across the river costs; track that ends there is free until somebody joins it."
                ),
                "track.border",
            )
        )
    found.append(
        way(page, page.say("Lay no tile"), page.say("Saves the money; the lay of this turn is lost."), "track.one")
    )
    return found


# -- tokens


def token_hint(page: TablePage) -> Hint | None:
    """The destination first, then the slot that makes the run better, else keep the money."""
    company = token_company(page)
    if company is None:
        return None
    found = slots(page, runs=True)
    actions = {
        (option.action.hex, option.action.stop): option.action
        for option in page.options
        if isinstance(option.action, PlaceToken)
    }
    goal = goal_of(page, company)
    name = page.t.companies[company].id
    special = [slot for slot in found if actions.get((slot.hex, slot.stop)) and actions[slot.hex, slot.stop].power]
    text: list[str]
    chosen: Slot | None = None
    if special and goal is not None:
        chosen = special[0]
        text = [
            page.say(
                "Place the destination token in {place}: it is free, and the bank pays {bonus:$} into the treasury.",
                place=place_name(page, goal.hex),
                bonus=goal.bonus,
            )
            if not goal.paid and not goal.via
            else page.say("Place the destination token in {place}: it is free.", place=place_name(page, goal.hex))
        ]
        text.append(page.say("Its slot is kept for {company}; nobody else can take it.", company=name))
    else:
        better = max(found, key=lambda slot: slot.gain, default=None)
        if better is not None and better.gain > 0:
            chosen = better
            text = [page.say("A token in {hex} makes the best run better: {run}.", hex=better.title, run=better.run)]
        else:
            text = [page.say("No token makes the run better now. Keep the money for a train and pass.")]
        text.append(
            page.say(
                "A token keeps a city open for your trains and, when all its slots are taken, closes it to the others."
            )
        )
    fill = None
    if chosen is not None:
        fill = Fill(page.say("Choose {hex}", hex=chosen.hex), slot=f"{chosen.hex}.{chosen.stop}")
    return Hint(
        text,
        rules_of(page, "token", "token.cash", *(["token.bonus"] if special else [])),
        fill,
        [
            way(
                page,
                page.say("Place a token"),
                page.say("Routes begin at your tokens: more of them reach more cities."),
                "token",
            ),
            way(page, page.say("Place no token"), page.say("One token a turn at most; you may wait."), "token.one"),
        ],
    )
