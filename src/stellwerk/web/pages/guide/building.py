"""Hints for track and tokens: what they do to the best run, and how near they bring whatever a company is paid for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct

from stellwerk.eighteen.actions import LayTile
from stellwerk.eighteen.board import Board
from stellwerk.routing import with_tile
from stellwerk.web.pages.decisions.token import slots, token_company
from stellwerk.web.pages.guide.hint import Fill, Hint, Way, rules_of, way
from stellwerk.web.pages.lays import CompanyLays, FittingTile, HexLays, RunEffect, effect, own_lays, places
from stellwerk.web.pages.table_page import TablePage

MOST_LAYS = 400  # looked at for one hint
NEW = 30  # what a place that is reached for the first time counts, compared with money spent once
MOST_OTHERS = 2  # lays that are named besides the best


class Aim(Protocol):
    """Something a company is paid for once it is reached; a title has its own kinds."""

    bonus: int

    def far(self, board: Board) -> int:
        """Hexes between what the company reaches and the aim; 0 if it is there."""

    def reached_by(self, action: LayTile) -> bool:
        """True if the lay brings the bonus."""

    def sentence(self, joins: bool, far: int) -> str:
        """The aim as a sentence, after a lay that reaches it or leaves it so far away."""


class Best(Struct, frozen=True):
    """A lay with what it does."""

    hex: str
    name: str
    cost: int
    found: RunEffect
    far: int  # hexes to the aim after it; -1: no aim
    joins: bool  # the aim is reached by it

    @property
    def where(self) -> str:
        """`D8 Kassel`."""
        return f"{self.hex} {self.name}".strip()


def track_hint(page: TablePage, aim: Aim | None = None, more: Sequence[Way] = ()) -> Hint | None:
    """The lay that earns most, else the one that comes nearer to an aim, else the one that reaches most."""
    lays = own_lays(page)
    if lays is None:
        return None
    ways = [*_track_ways(page), *more]
    rules = rules_of(page, "track", "track.connection", "track.cost", "track.border")
    ranked = _ranked(lays, aim)
    if not ranked:
        text = page.say("There is nothing {company} could lay and pay now.", company=page.company_name(lays.name))
        return Hint([text], rules, None, ways)
    best = ranked[0]
    also = [
        Fill(page.say("Show the tiles for {hex}", hex=other.hex), hex=other.hex, why=_other_text(page, lays, other))
        for other in ranked[1 : MOST_OTHERS + 1]
        if other.found.gain > 0 or other.found.new or other.joins
    ]
    fill = Fill(page.say("Show the tiles for {hex}", hex=best.hex), hex=best.hex)
    return Hint(_track_text(page, lays, best, aim), rules, fill, ways, also)


def _lays(lays: CompanyLays) -> list[tuple[HexLays, FittingTile, int]]:
    found = [(place, choice, turn) for place in places(lays) for choice in place.choices for turn in choice.rotations]
    return found[:MOST_LAYS]


def _ranked(lays: CompanyLays, aim: Aim | None) -> list[Best]:
    """The best lay of every hex, the best hex first."""
    page = lays.page
    start = aim.far(page.board) if aim else -1

    def worth(entry: Best) -> tuple[float, ...]:
        nearer = start - entry.far if start > 0 else 0
        bonus = aim.bonus if aim is not None and entry.joins else 0
        # a run is earned again and again, a bonus and a price of track once; a new place may be run to later
        return (3 * entry.found.gain + bonus + 12 * nearer + NEW * len(entry.found.new) - entry.cost, -entry.cost)

    best: dict[str, Best] = {}
    for place, choice, turn in _lays(lays):
        far = -1
        if aim is not None:
            far = aim.far(with_tile(page.rules, lays.state.board, place.hex, choice.tile, turn))
        joins = aim is not None and far == 0 and start != 0 and aim.reached_by(choice.action(turn))
        done = effect(lays, place.hex, choice.tile, turn)
        entry = Best(place.hex, place.name, choice.cost_of(turn), done, far, joins)
        if place.hex not in best or worth(entry) > worth(best[place.hex]):
            best[place.hex] = entry
    return sorted(best.values(), key=worth, reverse=True)


def _track_text(page: TablePage, lays: CompanyLays, best: Best, aim: Aim | None) -> list[str]:
    found = best.found
    text = []
    if found.gain > 0:
        text.append(_gain_text(page, lays, best))
    elif found.new:
        text.append(page.say("Build on {hex}: it reaches {places}.", hex=best.where, places=", ".join(found.new[:3])))
    elif best.cost and aim is None:
        text.append(page.say("No lay earns more or reaches a new place now. {hex} would open the way.", hex=best.where))
    else:
        text.append(page.say("Build on {hex}: nothing earns more at once, but it opens the way.", hex=best.where))
    if best.cost:
        text.append(page.say("It costs {cost:$} from the treasury.", cost=best.cost))
    if aim is not None:
        text.append(aim.sentence(best.joins, best.far))
    return text


def _gain_text(page: TablePage, lays: CompanyLays, best: Best) -> str:
    facts: dict[str, Any] = {"hex": best.where, "after": best.found.after, "before": best.found.before}
    if not lays.lent:
        return page.say(
            "Build on {hex}: the best run grows from {before:$} to {after:$}, this turn and every turn after.", **facts
        )
    facts |= {"train": lays.lent, "company": page.company_name(lays.name)}
    left = page.view["companies"][lays.name]["cash"] - best.cost
    if left >= page.t.train_price[lays.lent]:
        return page.say(
            "Build on {hex}: with a {train}-train, which {company} can buy at the end of this turn, it "
            "would then run {after:$} instead of {before:$}.",
            **facts,
        )
    return page.say(
        "Build on {hex}: with a {train}-train, which {company} needs next and which it cannot pay yet, it "
        "would run {after:$} instead of {before:$}.",
        **facts,
    )


def _other_text(page: TablePage, lays: CompanyLays, other: Best) -> str:
    """Why another hex is worth a look, in a few words."""
    found = other.found
    if found.gain > 0 and lays.lent:
        said = page.say("With a {train}-train {after:$}.", train=lays.lent, after=found.after)
    elif found.gain > 0:
        said = page.say("The best run: {before:$} → {after:$}.", before=found.before, after=found.after)
    elif found.new:
        said = page.say("It reaches {places}.", places=", ".join(found.new[:3]))
    else:
        said = page.say("It reaches the goal.")
    if other.cost:
        said += " " + page.say("It costs {cost:$} from the treasury.", cost=other.cost)
    return said


def _track_ways(page: TablePage) -> list[Way]:
    why = page.say(
        "New track must join track your company reaches; a better tile replaces an old one when the "
        "phase has its colour."
    )
    found = [way(page, page.say("Lay a tile"), why, "track")]
    if page.t.hexmap.border_costs:
        why = page.say("Joining track across the river costs; track that ends there is free until somebody joins it.")
        found.append(way(page, page.say("Blue sides with a price"), why, "track.border"))
    if any(option.action.kind == "pass" for option in page.options):
        why = page.say("Saves the money; the lay of this turn is lost.")
        found.append(way(page, page.say("Lay no tile"), why, "track.one"))
    return found


# -- tokens


def token_hint(page: TablePage) -> Hint | None:
    """The slot that makes the run better, else keep the money."""
    company = token_company(page)
    if company is None:
        return None
    name = page.t.companies[company].id
    found = sorted(slots(page, runs=True), key=lambda slot: -slot.gain)
    better = [slot for slot in found if slot.gain > 0]
    if better:
        best = better[0]
        text = [page.say("A token in {hex} makes the best run better: {run}.", hex=best.title, run=best.run)]
        if best.cost:
            text.append(
                page.say(
                    "It costs {cost:$}; {company} has {cash:$}.",
                    cost=best.cost,
                    company=page.company_name(name),
                    cash=page.view["companies"][name]["cash"],
                )
            )
    elif any(slot.cost for slot in found) or not found:
        text = [page.say("No token makes the run better now. Keep the money for a train and pass.")]
    else:
        text = [page.say("No token makes the run better now, but this one is free and keeps a city open.")]
        better = found[:1]
    text.append(
        page.say(
            "A token keeps a city open for your trains and, when all its slots are taken, closes it to the others."
        )
    )
    also = [
        Fill(page.say("Choose {hex}", hex=slot.hex), slot=f"{slot.hex}.{slot.stop}", why=slot.run)
        for slot in better[1 : MOST_OTHERS + 1]
    ]
    fill = slot_fill(page, better[0].hex, better[0].stop) if better else None
    return Hint(text, rules_of(page, "token", "token.cash"), fill, token_ways(page), also)


def slot_fill(page: TablePage, hex_: str, stop: int) -> Fill:
    """A slot of the map."""
    return Fill(page.say("Choose {hex}", hex=hex_), slot=f"{hex_}.{stop}")


def token_ways(page: TablePage) -> list[Way]:
    """Why tokens are placed, and why not."""
    return [
        way(
            page,
            page.say("Place a token"),
            page.say("Every route needs one of your tokens: with more of them you reach more cities."),
            "token",
        ),
        way(page, page.say("Place no token"), page.say("One token a turn at most; you may wait."), "token.one"),
    ]


def home_hint(page: TablePage) -> Hint | None:
    """In which city of its home a company begins."""
    company = token_company(page)
    if company is None:
        return None
    found = sorted(slots(page, runs=True), key=lambda slot: -slot.gain)
    text = [
        page.say(
            "Choose the city in which {company} begins: until it has another token every route must call there; the "
            "other city stays for others.",
            company=page.t.companies[company].id,
        )
    ]
    if found and found[0].gain > 0:
        text.append(page.say("{hex} earns most now: {run}.", hex=found[0].title, run=found[0].run))
    else:
        text.append(page.say("Neither earns more now: take the one whose track leads where you want to build."))
    fill = slot_fill(page, found[0].hex, found[0].stop) if found else None
    return Hint(text, rules_of(page, "home", "home.choice"), fill)
