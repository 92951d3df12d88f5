"""What the program draws in the rulebook of this title besides its board."""

from __future__ import annotations

from stellwerk.core import Message
from stellwerk.i18n import tell, translate
from stellwerk.titles.rulebook import Columns

from .rules import UnionPacificRules

RAILWAYS = (
    Message("Company"),
    Message("Name"),
    Message("Home station"),
    Message("Track"),
    Message("Shares"),
    Message("Locomotives"),
)
PLAYERS = (Message("Players"), Message("Track cards at the start"), Message("Payouts"))


def companies(rules: UnionPacificRules, language: str) -> Columns:
    """The railways with home, track, shares and locomotives."""
    kinds = {entry.id: entry.name for entry in rules.kit.board.track_type}
    cities = {entry.id: entry.name for entry in rules.kit.board.city}
    rows = [
        (
            f"**{entry.abbr}**",
            entry.name,
            cities[entry.home],
            ", ".join(translate(kinds[kind], language) for kind in entry.track_types),
            str(entry.shares),
            str(entry.locomotives),
        )
        for entry in rules.kit.companies
    ]
    own = rules.kit.data.union_pacific
    rows.append((f"**{own.abbr}**", own.name, "–", "–", str(own.shares), "–"))
    return Columns(
        _headings(language, RAILWAYS),
        tuple(rows),
    )


def players(rules: UnionPacificRules, language: str) -> Columns:
    """What depends on the number of players."""
    data = rules.kit.data
    fewest, most = data.title.players
    rows = tuple(
        (
            str(count),
            str(data.setup.track_hand),
            str(data.payout.last_two_players if count == 2 else data.payout.last),
        )
        for count in range(fewest, most + 1)
    )
    return Columns(_headings(language, PLAYERS), rows)


def _headings(language: str, messages: tuple[Message, ...]) -> tuple[str, ...]:
    return tuple(tell(message, language) for message in messages)


RULEBOOK = {"companies": companies, "players": players}
