"""What decided an 18xx game, in sentences and tables: all figures are sums of the accounts and of the rounds."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from stellwerk.core.game import Ply
from stellwerk.draw.history import Round
from stellwerk.eighteen.accounts import WorthAccounts, accounts
from stellwerk.web.pages.decisions.panel import Panel
from stellwerk.web.pages.history_facts import past_of, round_words
from stellwerk.web.pages.table_page import TablePage

PLY_BYTES, ENTRY_BYTES = 20_000, 110  # measured: the position it is about, and a change of somebody's worth


class SourceRow(Struct, frozen=True):
    """A row of what made everybody rich: an amount for each seat."""

    text: str
    amounts: tuple[int, ...]


class Swing(Struct, frozen=True):
    """The best and the worst round of a player, with where it came from; no words if there was none."""

    seat: int
    best: str
    gain: int
    why_best: str
    worst: str
    loss: int
    why_worst: str


class Decided(Struct, frozen=True):
    """What a result page says besides scores and receipts. All sources of a seat add up to its score."""

    sentences: list[str]
    sources: list[SourceRow]
    swings: list[Swing] = []
    panels: list[Panel] = []
    heading: str = ""  # in place of the winner's name


def has_accounts(page: TablePage) -> bool:
    """True if they have been worked out."""
    found = page.site.remembered.accounts.get(page.id)
    return found is not None and found[0] is page.live.game.plies[-1]


def accounts_of(page: TablePage) -> WorthAccounts:
    """The accounts of the table's game, worked out once."""
    last = page.live.game.plies[-1]
    found: tuple[Ply, WorthAccounts] | None = page.site.remembered.accounts.get(page.id)
    if found is None or found[0] is not last:
        found = last, accounts(page.live.game)
        page.site.remembered.accounts.put(page.id, found, PLY_BYTES + ENTRY_BYTES * len(found[1].entries))
    return found[1]


def source_words(page: TablePage) -> dict[str, str]:
    """What the sources are called, in the order in which they are shown."""
    return {
        "dividends": page.say("dividends"),
        "privates": page.say("income of privates"),
        "prices": page.say("changes of share prices"),
        "trade": page.say("buying and selling"),
        "help": page.say("own money for trains"),
        "lost": page.say("what closed, merged or went bankrupt"),
        "debts": page.say("notes and debts"),
    }


def decided(page: TablePage) -> Decided:
    """Sentences, sources and swings of a game of the family."""
    found, words = accounts_of(page), source_words(page)
    seats = range(len(page.t.seats))
    by_seat = [found.of(seat) for seat in seats]
    sources = [SourceRow(page.say("at the start"), found.start)]
    sources += [
        SourceRow(text, tuple(sums[source] for sums in by_seat))
        for source, text in words.items()
        if any(sums[source] for sums in by_seat)
    ]
    return Decided(
        sentences=[*lead(page), *from_where(page, sources), *taken_in(page)],
        sources=sources,
        swings=swings(page, found),
    )


def ranked(page: TablePage) -> list[int]:
    """The seats, the best first."""
    scores = page.result.scores
    return sorted(range(len(scores)), key=lambda seat: -scores[seat])


def lead(page: TablePage) -> list[str]:
    """By how much the game was won."""
    order, scores, names = ranked(page), page.result.scores, page.game.rules.seats
    if len(order) < 2:
        return []
    first, second = order[:2]
    if scores[first] == scores[second]:
        tied = ", ".join(names[seat] for seat in order if scores[seat] == scores[first])
        return [page.say("{who} share the victory with {score:$}.", who=tied, score=scores[first])]
    facts = {"first": names[first], "second": names[second], "amount": scores[first] - scores[second]}
    return [page.say("{first} is {amount:$} ahead of {second}.", **facts)]


def from_where(page: TablePage, sources: Sequence[SourceRow]) -> list[str]:
    """What the winner has most of, and what he has more of than the next one."""
    order, names = ranked(page), page.game.rules.seats
    first = order[0]
    earned = [entry for entry in sources[1:] if entry.amounts[first] > 0]
    told = []
    if earned:
        best = max(earned, key=lambda entry: entry.amounts[first])
        facts = {"who": names[first], "source": best.text, "amount": best.amounts[first]}
        told.append(page.say("Most of what {who} has comes from: {source} ({amount:$}).", **facts))
    if len(order) > 1:
        second = order[1]
        more = max(sources, key=lambda entry: entry.amounts[first] - entry.amounts[second])
        gap = more.amounts[first] - more.amounts[second]
        if gap > 0:
            facts = {"second": names[second], "source": more.text, "amount": gap}
            told.append(page.say("The largest difference to {second}: {source} ({amount:$} more).", **facts))
    return told


def taken_in(page: TablePage) -> list[str]:
    """When the winner went into the lead for good."""
    order = ranked(page)
    past, first, name = past_of(page), order[0], page.game.rules.seats[order[0]]
    ahead = [entry.scores[first] >= max(entry.scores) for entry in past.rounds]
    if page.result.scores.count(max(page.result.scores)) > 1 or not ahead[-1]:
        return []
    begun = next((number + 1 for number in range(len(ahead) - 1, -1, -1) if not ahead[number]), 0)
    if not begun:
        return [page.say("{who} led after every round.", who=name)]
    return [page.say("{who} took the lead for good in {round}.", who=name, round=round_words(page, past.rounds[begun]))]


def swings(page: TablePage, found: WorthAccounts) -> list[Swing]:
    """The best and the worst round of everybody."""
    rounds = past_of(page).rounds
    ends, words = [entry.last for entry in rounds], source_words(page)
    changes = [[Counter[str]() for _ in rounds] for _ in page.t.seats]
    for entry in found.entries:
        at = bisect_left(ends, entry.ply)
        if at < len(rounds) and entry.ply > rounds[at].first:
            changes[entry.seat][at][entry.source] += entry.amount
    return [swing(page, rounds, words, seat, changed) for seat, changed in enumerate(changes)]


def swing(
    page: TablePage, rounds: Sequence[Round], words: dict[str, str], seat: int, changes: list[Counter[str]]
) -> Swing:
    """The rounds that brought a player most and cost him most."""
    totals = [sum(change.values()) for change in changes]
    top = max(range(len(rounds)), key=lambda number: totals[number])
    low = min(range(len(rounds)), key=lambda number: totals[number])

    def why(number: int, sign: int) -> str:
        parts = [(source, amount) for source, amount in changes[number].items() if amount * sign > 0]
        return words[max(parts, key=lambda part: part[1] * sign)[0]] if parts else ""

    gained, cost = totals[top] > 0, totals[low] < 0
    return Swing(
        seat,
        round_words(page, rounds[top]) if gained else "",
        max(totals[top], 0),
        why(top, 1) if gained else "",
        round_words(page, rounds[low]) if cost else "",
        min(totals[low], 0),
        why(low, -1) if cost else "",
    )
