"""Hints for track and tokens of 18TE: how near they bring a goal with a bonus, and the destination token."""

from __future__ import annotations

from collections import deque

from stellwerk.core import Illegal
from stellwerk.eighteen.actions import LayTile, PlaceToken
from stellwerk.eighteen.board import Board
from stellwerk.web.pages.decisions.token import token_company
from stellwerk.web.pages.guide import building
from stellwerk.web.pages.guide.hint import Hint, rules_of
from stellwerk.web.pages.table_page import TablePage

from ..pages.goals import GoalRow, goal_of, goal_stop, goal_text, place_name


class GoalAim:
    """A goal with a bonus, as far as it is not paid yet."""

    def __init__(self, page: TablePage, goal: GoalRow) -> None:
        self.page, self.goal, self.bonus = page, goal, goal.bonus

    def far(self, board: Board) -> int:
        """Hexes between what the company reaches and its next goal; 0 if it is there."""
        return _distance(self.page, board, self.goal)

    def reached_by(self, action: LayTile) -> bool:
        """True if the lay brings the bonus."""
        return pays(self.page, action, self.goal)

    def sentence(self, joins: bool, far: int) -> str:
        """What a lay does for the goal."""
        return _goal_text(self.page, self.goal, joins, far)


def track_hint(page: TablePage) -> Hint | None:
    """What the family says, with the goal."""
    goal = goal_of(page, page.company) if page.company is not None else None
    return building.track_hint(page, None if goal is None or goal.paid else GoalAim(page, goal))


def pays(page: TablePage, action: LayTile, goal: GoalRow) -> bool:
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


def _distance(page: TablePage, board: Board, goal: GoalRow) -> int:
    """Hexes between what the company reaches and its next goal; 0 if it is there."""
    hexmap = page.t.hexmap
    reach = page.t.networks.reach(board, goal.company)
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


def _goal_text(page: TablePage, goal: GoalRow, joins: bool, far: int) -> str:
    company, wanted = page.t.companies[goal.company].id, goal_text(page, goal)
    if joins and goal.token and not goal.via:  # over places on the way the token lies already (7.4.7)
        return page.say(
            "Then {place} is reached: in the next step {company} may place its destination token there, and the "
            "bank pays {bonus:$} once.",
            place=place_name(page, goal.hex),
            company=company,
            bonus=goal.bonus,
        )
    if joins:
        return page.say(
            "That reaches the goal of {company}: the bank pays {bonus:$} at once.", company=company, bonus=goal.bonus
        )
    return page.say(
        "Goal of {company} ({goal}): {bonus:$} once. Hexes still to build to it after this lay: about {far}.",
        company=company,
        goal=wanted,
        bonus=goal.bonus,
        far=far,
    )


def token_hint(page: TablePage) -> Hint | None:
    """The destination first, else what the family says."""
    company = token_company(page)
    goal = None if company is None else goal_of(page, company)
    special = [
        option.action for option in page.options if isinstance(option.action, PlaceToken) and option.action.power
    ]
    if company is None or goal is None or not special:
        return building.token_hint(page)
    place = place_name(page, goal.hex)
    text = [
        page.say(
            "Place the destination token in {place}: it is free, and the bank pays {bonus:$} into the treasury.",
            place=place,
            bonus=goal.bonus,
        )
        if not goal.paid and not goal.via
        else page.say("Place the destination token in {place}: it is free.", place=place),
        page.say("Its slot is kept for {company}; nobody else can take it.", company=page.t.companies[company].id),
    ]
    fill = building.slot_fill(page, special[0].hex, special[0].stop)
    return Hint(text, rules_of(page, "token", "token.cash", "token.bonus"), fill, building.token_ways(page))
