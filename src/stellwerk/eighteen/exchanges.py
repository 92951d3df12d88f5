"""Privates that are exchanged for a share: `exchange` of `[[private.ability]]`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

from msgspec import structs

from stellwerk.core import Illegal, Option
from stellwerk.eighteen.abilities import key_of, of_kind
from stellwerk.eighteen.ability_schema import ExchangeAbility
from stellwerk.eighteen.actions import Exchange
from stellwerk.eighteen.depot import close_private
from stellwerk.eighteen.frames import OperatingTurn
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.shares import NO_HOLDING_LIMIT
from stellwerk.eighteen.state import Company, S, is_player
from stellwerk.eighteen.stock import SOURCES

if TYPE_CHECKING:
    from stellwerk.eighteen.engine import FamilyRules


class Exchanges(Generic[S]):
    """Who may exchange which private for a share of which company, whoever is asked; it is no action of the turn."""

    def __init__(self, rules: FamilyRules[S]) -> None:
        """Read the file."""
        self.rules, self.t, self.shares = rules, rules.t, rules.shares
        found = of_kind(self.t, ExchangeAbility)
        self.powers = {self.t.privates[number].id: (number, entry) for number, entry in found}

    def why_not_now(self, s: S, private: int) -> Illegal | None:
        """When the exchange may be made: in any round but the auction; titles say more."""
        if s.round.kind != "auction":
            return None
        return self.no(private, "{private} cannot be exchanged during the auction", "exchange.time")

    def no(self, private: int, template: str, key: str = "", **facts: object) -> Illegal:
        """A refusal with the paragraph of the exchange, or that of a key."""
        name = self.t.privates[private].id
        key = key or key_of(self.t, private, self.powers[name][1], "exchange")
        return self.t.no(key, template, private=name, **facts)

    def why_not(self, s: S, seat: int, action: Exchange) -> Illegal | None:
        """The first rule an exchange breaks."""
        if action.private not in self.powers:
            return self.t.no("exchange", "{private} cannot be exchanged", private=action.private)
        private, entry = self.powers[action.private]
        if s.privates[private].closed or s.privates[private].owner != seat:
            return self.no(private, "{who} does not own {private}", who=self.t.seats[seat])
        number = self.t.company(entry.corporation)
        company, unit = s.companies[number], self.shares.unit[number]
        if (
            action.source not in SOURCES
            or getattr(company, action.source) < unit
            or (action.source == "ipo" and not self._ordinary_left(company, number))
        ):
            return self.no(
                private, "there is no {percent} % share of {company} there", percent=unit, company=entry.corporation
            )
        limit = self.rules.holding_limit(s)
        if company.held[seat] + unit > limit and not self.shares.in_zone(company, NO_HOLDING_LIMIT):
            return self.no(
                private,
                "{who} would hold more than {limit} % of {company}",
                who=self.t.seats[seat],
                limit=limit,
                company=entry.corporation,
            )
        return self.why_not_now(s, private)

    def _ordinary_left(self, company: Company, number: int) -> bool:
        """An ordinary certificate lies in the IPO, not only the president's."""
        return company.ipo > (0 if company.par else self.shares.president_size[number])

    def options(self, s: S) -> list[Option]:
        """Every exchange its owner may make now."""
        return [
            Option(action, seat=owner)
            for name, (private, _) in self.powers.items()
            if is_player(owner := s.privates[private].owner)
            for action in (Exchange(name, source) for source in SOURCES)
            if self.why_not(s, owner, action) is None
        ]

    def apply(self, m: Move[S], action: Exchange, seat: int) -> None:
        """The private closes and the share changes hands."""
        refusal = self.why_not(m.s, seat, action)
        if refusal:
            raise refusal
        private, entry = self.powers[action.private]
        number, key = self.t.company(entry.corporation), key_of(self.t, private, entry, "exchange")
        m.tell(
            "exchange",
            key,
            "{who} exchanges {private} for a share of {company}",
            who=self.t.seats[seat],
            private=action.private,
            company=entry.corporation,
        )
        president = m.s.companies[number].president
        close_private(m, private, key)
        self.shares.receive(m, seat, number, self.shares.unit[number], action.source)
        if m.s.companies[number].president != president:
            _forget_sale(m, number)


def _forget_sale(m: Move, number: int) -> None:
    """An emergency sale of a company's last president does not bind the new one (1830 9.12c)."""
    m.s.frames = tuple(
        structs.replace(frame, last_sale=0) if isinstance(frame, OperatingTurn) and frame.company == number else frame
        for frame in m.s.frames
    )
