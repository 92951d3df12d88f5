"""Tokens for money (6.40 to 6.43, 8.9)."""

from __future__ import annotations

from stellwerk.eighteen.board import FREE
from stellwerk.eighteen.checks import Check, Checks
from stellwerk.eighteen.rounds import RoundRules
from stellwerk.eighteen.tokens import Placing, TokenPart

from .figures import figures
from .home import Homes
from .state import Kinds, State1854


class Token1854(TokenPart[State1854]):
    """One token a turn, besides the home token."""

    def __init__(self, rules: RoundRules[State1854], homes: Homes) -> None:
        """Homes still to come keep their circles."""
        super().__init__(rules)
        self.homes = homes
        self.ags = Kinds(self.t).ags
        self.blocked = frozenset(self.t.hexmap.index[name] for name in figures(self.t).token_blocked)

    def shut(self, s: State1854, hex_: int) -> bool:
        """True while nobody places a token there: D18 and D20 before every AG has finished a turn (6.43)."""
        return hex_ in self.blocked and not all(s.acted[company] for company in self.ags)

    def kept(self, s: State1854, company: int, hex_: int, stop: int) -> bool:
        """True if all free circles of a city are needed for home tokens (6.42)."""
        homes = s.board.homes
        waiting = sum(homes[other] == stop for other in self.homes.to_come(s, hex_) if other != company)
        return s.board.tokens[hex_][stop].count(FREE) <= waiting

    def place_checks(self) -> Checks[Placing[State1854]]:
        """Placing a token for money."""
        t, names = self.t, self.t.hexmap.names
        checks = super().place_checks().but("unfixed")
        checks["kept"] = checks["kept"]._replace(keeps=lambda c: not self.kept(c.s, c.company, c.hex, c.stop))
        shut = Check[Placing[State1854]](
            lambda c: not self.shut(c.s, c.hex),
            lambda c: t.no(
                "token.blocked", "nobody places a token in {hex} before all AGs have acted", hex=names[c.hex]
            ),
        )
        checks.insert("reach", "shut", shut)
        return checks
