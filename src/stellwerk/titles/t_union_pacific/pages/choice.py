"""What the reader has picked out of his options before he does it: card, company and section of a build, or shares and
a card to invest. It lives in the page only and comes back as a query.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from urllib.parse import urlencode

from stellwerk.web.pages.table_page import TablePage

from ..actions import Build, Invest, PassTurn
from .marks import rules_of

BUILD, INVEST, PASS = "build", "invest", "pass"
MOST_SHARES = 20  # of a query


class Turn:
    """The main choice of a turn with what is picked; what is not possible together is dropped."""

    def __init__(self, page: TablePage) -> None:
        """From `page.chosen`, which anybody may have written."""
        self.page = page
        self.builds = [option.action for option in page.options if isinstance(option.action, Build)]
        self.invests = [option.action for option in page.options if isinstance(option.action, Invest)]
        self.passes = [option.action for option in page.options if isinstance(option.action, PassTurn)]
        modes = [name for name, found in ((BUILD, self.builds), (INVEST, self.invests), (PASS, self.passes)) if found]
        self.modes = modes
        wished = page.chosen.get("mode", "")
        self.mode = wished if wished in modes else (modes[0] if modes else "")
        self.card = self._known(page.chosen.get("card", ""))
        self.company = self.section = ""
        self.shares: tuple[str, ...] = ()
        if self.mode == BUILD:
            self._settle_build()
        elif self.mode == INVEST:
            self._settle_invest()

    def _known(self, card: str) -> str:
        return card if card in self.page.view["players"][self.page.asked].get("tracks", {}) else ""

    # -- build

    def _settle_build(self) -> None:
        """The last thing picked counts; what does not go with it is given up."""
        wish = self.page.chosen
        parts = {name: wish.get(name, "") for name in ("card", "company", "section")}
        last = wish.get("last", "")
        order = sorted(parts, key=lambda name: (name != last, ("card", "company", "section").index(name)))
        fixed: dict[str, str] = {}
        for name in order:
            value = parts[name]
            if value and self.fitting(**fixed, **{name: value}):
                fixed[name] = value
        for name in ("section", "company", "card"):  # what is left no choice needs no click
            if name not in fixed and fixed:
                left = {str(getattr(action, name)) for action in self.fitting(**fixed)}
                if len(left) == 1:
                    fixed[name] = left.pop()
        self.card = fixed.get("card", "")
        self.company, self.section = fixed.get("company", ""), fixed.get("section", "")

    def fitting(self, **parts: str) -> list[Build]:
        """The builds with these parts."""
        return [action for action in self.builds if all(getattr(action, key) == value for key, value in parts.items())]

    @cached_property
    def by_card(self) -> Counter[str]:
        """How many builds each card allows, with the chosen company if there is one."""
        found = self.fitting(**({"company": self.company} if self.company and not self.card else {}))
        return Counter(action.card for action in found)

    @cached_property
    def by_company(self) -> Counter[str]:
        """How many sections each company can be built on with the chosen card."""
        pairs = {(action.company, action.section) for action in self.fitting(**self._with("card"))}
        return Counter(company for company, _ in pairs)

    @cached_property
    def sections(self) -> list[str]:
        """The sections for what is chosen, in the order of the board; none before a card or a company is chosen."""
        if not self.card and not self.company:
            return []
        found = {action.section for action in self.fitting(**self._with("card", "company"))}
        return [entry.id for entry in rules_of(self.page).kit.sections if entry.id in found]

    def _with(self, *names: str) -> dict[str, str]:
        return {name: value for name in names if (value := getattr(self, name))}

    @property
    def build(self) -> Build | None:
        """The build, when all is chosen."""
        found = self.fitting(card=self.card, company=self.company, section=self.section) if self.section else []
        return found[0] if found and self.card and self.company else None

    # -- invest

    def _settle_invest(self) -> None:
        hand: dict[str, int] = self.page.view["players"][self.page.asked].get("hand", {})
        wished = [name for name in self.page.chosen.get("shares", "").split(",") if name][:MOST_SHARES]
        kept: list[str] = []
        for name in wished:
            if self.can_add(tuple(kept), name, hand):
                kept.append(name)
        self.shares = tuple(sorted(kept))

    @staticmethod
    def can_add(chosen: tuple[str, ...], name: str, hand: dict[str, int]) -> bool:
        """6.1: any number of one company, or one each of two."""
        if chosen.count(name) >= hand.get(name, 0):
            return False
        kinds = {*chosen, name}
        return len(kinds) == 1 or (len(kinds) == 2 and len(chosen) == 1)

    @property
    def invest(self) -> Invest | None:
        """The investment, when all is chosen."""
        if not self.shares or not self.card:
            return None
        wished = Invest(self.shares, self.card)
        return wished if wished in self.invests else None

    # -- queries

    def query(self, **changed: str) -> str:
        """What is chosen with something changed, as it stands in an address."""
        now = {"mode": self.mode, "card": self.card}
        if self.mode == BUILD:
            now |= {"company": self.company, "section": self.section}
        elif self.mode == INVEST:
            now |= {"shares": ",".join(self.shares)}
        now |= changed
        return urlencode({key: value for key, value in now.items() if value})

    def now(self) -> str:
        """What is chosen."""
        return self.query()
