"""Who gets how much in a payout (RULES.md sections 7 and 8): plain functions of plain numbers."""

from __future__ import annotations

from collections.abc import Sequence


def company_payout(value: int, held: Sequence[int]) -> tuple[list[int], str]:
    """What each holder of `held` shares gets of a company, and the paragraph that says so."""
    amounts = [0] * len(held)
    most = max(held, default=0)
    if not most:
        return amounts, "7.4a"
    half = value // 2
    first = [place for place, count in enumerate(held) if count == most]
    if len(first) > 1:
        each = (value + half) // len(first)
        for place in first:
            amounts[place] = each
        return amounts, "7.4c"
    amounts[first[0]] = value
    rest = [count for place, count in enumerate(held) if place != first[0]]
    next_most = max(rest, default=0)
    if not next_most:
        amounts[first[0]] = value + half
        return amounts, "7.4b"
    second = [place for place, count in enumerate(held) if count == next_most]
    for place in second:
        amounts[place] = half // len(second)
    return amounts, "7.4d" if len(second) == 1 else "7.4e"


def up_payout(row: Sequence[int], held: Sequence[int]) -> tuple[list[int], list[str]]:
    """What each holder gets of Union Pacific by a row of the table, and the paragraph for each."""
    amounts, rules = [0] * len(held), ["8.1"] * len(held)
    place = 0
    for count in sorted({count for count in held if count}, reverse=True):
        tied = [holder for holder, own in enumerate(held) if own == count]
        total = sum(row[place : place + len(tied)])  # places below the last of the row are worth 0 (8.2a)
        for holder in tied:
            amounts[holder] = total // len(tied)
            rules[holder] = "8.1" if len(tied) == 1 else "8.2"
        place += len(tied)
    return amounts, rules
