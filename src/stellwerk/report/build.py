"""A report of a game: made from its positions and from the facts of its events."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from stellwerk.core import BadInput, Game, Message, Style
from stellwerk.draw.history import RoundsPast, family
from stellwerk.eighteen.accounts import SOURCES, accounts
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.report.curve import Look, Progress, looks
from stellwerk.report.model import IdleMoney, Money, OwnTable, Report, Stretch, WorthSource
from stellwerk.report.returns import returns
from stellwerk.report.rounds import stretches
from stellwerk.report.runs import gifts, missed
from stellwerk.report.trains import lives, rusted
from stellwerk.report.treasuries import treasuries
from stellwerk.report.turning import Reasons, turning_points
from stellwerk.titles import wing

TOLD = 2  # reasons of that kind with each turning point
PART = 0.25  # of the largest change of an action: what is said besides


def report(game: Game[Any], progress: Progress | None = None) -> Report:
    """All a report says of a game up to its present position; it knows what is hidden, as the game's file does."""
    if not game.ply:
        raise BadInput("nothing has been played yet: there is nothing to report")
    if isinstance(game.rules, FamilyRules):
        return _family(game, progress)
    own = wing(game.rules.title, "report")
    if own is None:
        curve = tuple(tuple(int(score) for score in game.at(ply).result().scores) for ply in range(game.ply + 1))
        return _report(game, curve, (), lambda _: ())
    curve = own.curve(game)
    return _report(game, curve, (), own.reasons(game), tables=own.tables(game))


def _family(game: Game[Any], progress: Progress | None) -> Report:
    seen, past = looks(game, progress), RoundsPast(game)
    rounds = stretches(past)
    found = lives(game)
    money = Money(
        sources(game),
        treasuries(game),
        found.deals,
        found.trains,
        rusted(game, seen, rounds),
        returns(game, rounds),
        gifts(game, seen, rounds),
        missed(game, seen, rounds),
        standings(past),
    )
    return _report(game, tuple(look.expected for look in seen), rounds, _Changes(game, seen), money)


def _report(
    game: Game[Any],
    curve: tuple[tuple[int, ...], ...],
    rounds: tuple[Stretch, ...],
    reasons: Reasons,
    money: Money | None = None,
    tables: tuple[OwnTable, ...] = (),
) -> Report:
    rules, result = game.rules, game.result()
    return Report(
        title=rules.title,
        title_version=rules.version,
        players=tuple(rules.seats),
        actions=game.ply,
        finished=game.decision() is None,
        scores=tuple(int(score) for score in result.scores),
        winners=tuple(result.winners) if game.decision() is None else (),
        rounds=rounds,
        curve=curve,
        turning=turning_points(game, curve, rounds, reasons),
        money=money,
        tables=tables,
    )


def sources(game: Game[Any]) -> tuple[WorthSource, ...]:
    """Where the worth of everybody came from; all rows of a seat add up to its score."""
    found = accounts(game)
    sums = [found.of(seat) for seat in range(len(game.rules.seats))]
    rows = [WorthSource(key, tuple(entry[key] for entry in sums)) for key in SOURCES]
    return (WorthSource("start", found.start), *(row for row in rows if any(row.amounts)))


def standings(past: RoundsPast) -> tuple[IdleMoney, ...]:
    """Cash and certificates after every round."""
    shares, seats = past.rules.shares, range(len(past.rules.seats))
    return tuple(
        IdleMoney(
            tuple(entry.state.players[seat].cash for seat in seats),
            tuple(shares.certificates(entry.state, seat) for seat in seats),
            shares.cert_limit(entry.state),
        )
        for entry in past.rounds
    )


class _Changes:
    """Why an action counts: what it did to runs, to what presidents must pay, and to prices."""

    def __init__(self, game: Game[Any], seen: list[Look]) -> None:
        self.game, self.seen, self.t = game, seen, family(game).t
        self.style: Style = self.t.style

    def __call__(self, ply: int) -> Iterable[Message]:
        """The largest changes, the most important first."""
        then, now = self.seen[ply - 1], self.seen[ply]
        found = [*self._runs(then, now), *self._duties(then, now), *self._prices(ply), *self._holdings(ply)]
        found.sort(key=lambda entry: -entry[0])
        return [message for weight, message in found if weight >= PART * found[0][0]][:TOLD]

    def _runs(self, then: Look, now: Look) -> Iterable[tuple[float, Message]]:
        for number, (old, new) in enumerate(zip(then.revenue, now.revenue, strict=True)):
            if old != new:
                facts = {"company": self.t.companies[number].id, "before": old, "after": new}
                brings = Message("a run of {company} brings {after:$} instead of {before:$}", facts, self.style)
                yield abs(new - old) * 3.0, brings

    def _duties(self, then: Look, now: Look) -> Iterable[tuple[float, Message]]:
        for seat, (old, new) in enumerate(zip(then.duties, now.duties, strict=True)):
            facts = {"who": self.game.rules.seats[seat], "amount": abs(new - old)}
            if new > old:
                more = Message("{who} must reckon with {amount:$} more of the own money for trains", facts, self.style)
                yield new - old, more
            elif new < old:
                less = Message("{who} can keep {amount:$} more that trains would have cost", facts, self.style)
                yield old - new, less

    def _holdings(self, ply: int) -> Iterable[tuple[float, Message]]:
        """Shares that changed hands, with what a run of the company brings."""
        before, after = self.game.at(ply - 1).state.companies, self.game.at(ply).state.companies
        for number, (old, new) in enumerate(zip(before, after, strict=True)):
            if old.held == new.held:
                continue
            revenue = self.seen[ply - 1].revenue[number]
            for seat, (had, has) in enumerate(zip(old.held, new.held, strict=True)):
                if had != has and revenue:
                    facts = {
                        "who": self.game.rules.seats[seat],
                        "percent": has,
                        "company": self.t.companies[number].id,
                        "revenue": revenue,
                    }
                    now = Message("{who} now has {percent} % of {company}; its run: {revenue:$}", facts, self.style)
                    yield abs(has - had) * revenue / 20, now

    def _prices(self, ply: int) -> Iterable[tuple[float, Message]]:
        for event in self.game.plies[ply - 1].events:
            if event.kind == "price":
                before, after = int(event.facts["before"]), int(event.facts["after"])
                if before:
                    yield abs(after - before) * 5.0, event.message
