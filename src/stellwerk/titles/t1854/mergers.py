"""Mergers of locals into AGs: windows, proposals, forced mergers, and everything that moves (section 8)."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.core import Decision, Illegal, Option
from stellwerk.eighteen import board as boards
from stellwerk.eighteen.actions import Answer, Pass
from stellwerk.eighteen.board import put
from stellwerk.eighteen.checks import ActionKind, Check, Checks
from stellwerk.eighteen.engine import FamilyRules, Step
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.state import BANK, NOBODY, Company, company_owner

from .actions import ChooseCharter, Merge
from .figures import figures
from .phases import is_plus
from .shares import Shares1854
from .state import CharterChoice, Kinds, MergerOffer, MergerWindow, Move1854, State1854
from .track import clear_local_board


def mergeable(kinds: Kinds, s: State1854) -> tuple[int, ...]:
    """Locals in the hands of players, by number."""
    return tuple(number for number in kinds.locals if s.companies[number].president != NOBODY)


def free_charters(kinds: Kinds, s: State1854) -> list[int]:
    """AGs that do not exist yet."""
    return [number for number in kinds.ags if not s.companies[number].floated]


def begin(m: Move1854, kinds: Kinds, one: int, other: int) -> None:
    """Two locals merge: the owner of the lower one chooses the charter, if there is a choice (8.3)."""
    lower, higher = sorted((one, other))
    charters = free_charters(kinds, m.s)
    if len(charters) > 1:
        m.push(CharterChoice(lower, higher))
    else:
        merge(m, kinds, lower, higher, charters[0])


def merge(m: Move1854, kinds: Kinds, lower: int, higher: int, charter: int) -> None:
    """8.3 to 8.7"""
    t, s = m.t, m.s
    director, partner = s.companies[lower].president, s.companies[higher].president
    names = {"one": t.companies[lower].id, "other": t.companies[higher].id, "charter": t.companies[charter].id}
    m.tell("merger", "merger", "locals {one} and {other} become AG {charter}", **names)
    held = put((0,) * len(t.seats), director, 50)
    held = put(held, partner, held[partner] + 50)
    cell = t.market.index[figures(t).ag_start]
    m.company(charter, held=held, ipo=0, president=director, floated=True, par=t.market.price[cell])
    m.move_marker(charter, cell, "merger.price", "a new AG")
    for local in (lower, higher):
        _give_up(m, local, charter)
    if all(s.merged[number] for number in kinds.locals):
        s.cleared = True
        clear_local_board(m)


def _give_up(m: Move1854, local: int, charter: int) -> None:
    """Money to the AG, plus trains out of the game, regular trains to the pool, tokens and certificate away."""
    t, s = m.t, m.s
    company, name = s.companies[local], t.companies[local].id
    m.pay(
        company_owner(local), company_owner(charter), company.cash, "merger.cash", "treasury of local {local}",
        local=name,
    )  # fmt: skip
    for train in company.trains:
        kind = kind_of(train)
        if is_plus(t, kind):
            number = t.kit.train_index[kind]
            s.gone = put(s.gone, number, s.gone[number] + 1)
            m.tell("removed", "merger.trains", "{train} leaves the game", train=train)
        else:
            s.train_pool = (*s.train_pool, train)
            m.tell("to_pool", "merger.trains", "{train} goes to the pool", train=train)
    for hex_, _ in boards.tokens_of(t.hexmap, s.board, local):
        s.board = boards.lift(s.board, hex_, local)
    s.board = boards.settle(s.board, local, boards.GONE)
    s.companies = put(s.companies, local, Company((0,) * len(t.seats), ipo=0))
    s.merged = put(s.merged, local, True)
    m.private(t.kit.private_index[name], owner=BANK, closed=True)


class Proposal(Struct, frozen=True, gc=False):
    """One local proposes to another that they merge."""

    s: State1854
    frame: MergerWindow
    local: int
    other: int


class MergerStep(Step[MergerWindow, State1854]):
    """A window: the owners in ascending order of their locals may propose a partner (8.1)."""

    shares: Shares1854

    def __init__(self, rules: FamilyRules[State1854]) -> None:
        """A proposal, or none."""
        super().__init__(rules)
        self.checks = self.merger_checks()
        self.acts = {Merge: ActionKind(self.propose, self.why_not_merge), Pass: ActionKind(self.let_pass)}

    def merger_checks(self) -> Checks[Proposal]:
        """8.1; who has declined is not asked again in this window."""
        t, kinds = self.t, self.shares.kinds
        return Checks(
            asked=Check(
                lambda c: c.local == c.frame.asked[0],
                lambda c: t.no("merger", "local {local} is asked now", local=t.companies[c.frame.asked[0]].id),
            ),
            partner=Check(
                lambda c: c.other != c.local and kinds.is_local(c.other) and c.s.companies[c.other].president != NOBODY,
                lambda c: t.no("merger", "{partner} is no local to merge with", partner=t.companies[c.other].id),
            ),
            declined=Check(
                lambda c: pair(c.local, c.other) not in c.frame.refused,
                lambda c: t.no(
                    "merger.declined", "local {partner} has declined in this window", partner=t.companies[c.other].id
                ),
            ),
        )

    def decision(self, s: State1854, frame: MergerWindow) -> Decision:
        """The owner of the next local."""
        local = frame.asked[0]
        return Decision(s.companies[local].president, self.t.companies[local].id, "merger", self.t.cite("merger"))

    def partners(self, s: State1854, frame: MergerWindow, local: int) -> list[int]:
        """Locals a merger may be proposed to."""
        return [other for other in self.shares.kinds.locals if self.checks.allow(Proposal(s, frame, local, other))]

    def options(self, s: State1854, frame: MergerWindow) -> list[Option]:
        """A proposal to any other local, or none."""
        local, names = frame.asked[0], self.t.companies
        found = [Option(Merge(names[local].id, names[other].id)) for other in self.partners(s, frame, local)]
        return [*found, Option(Pass())]

    def why_not_merge(self, s: State1854, frame: MergerWindow, action: Merge) -> Illegal | None:
        """The first rule a proposal breaks."""
        return self.checks.why_not(Proposal(s, frame, self.t.company(action.local), self.t.company(action.partner)))

    def let_pass(self, m: Move1854, frame: MergerWindow, action: Pass) -> None:
        """The next one speaks."""
        m.tell("pass", "merger", "local {local} proposes no merger", local=self.t.companies[frame.asked[0]].id)
        m.top(asked=frame.asked[1:])

    def propose(self, m: Move1854, frame: MergerWindow, action: Merge) -> None:
        """A merger, which the other owner may decline."""
        t = self.t
        local, other = t.company(action.local), t.company(action.partner)
        m.tell(
            "proposal", "merger", "local {local} proposes a merger with {partner}",
            local=action.local, partner=action.partner,
        )  # fmt: skip
        if self.alone(m.s, local, other):
            self.restart(m, local, other)
            begin(m, self.shares.kinds, local, other)
        else:
            m.push(MergerOffer(local, other))

    def alone(self, s: State1854, local: int, other: int) -> bool:
        """True if one player owns both and decides alone."""
        return s.companies[local].president == s.companies[other].president

    def restart(self, m: Move1854, local: int, other: int) -> None:
        """After a merger the window starts again with the lowest local left."""
        rest = tuple(number for number in mergeable(self.shares.kinds, m.s) if number not in (local, other))
        m.top(asked=rest, refused=())

    def advance(self, m: Move1854, frame: MergerWindow) -> bool:
        """Over when everybody has declined to propose."""
        if not frame.asked or len(mergeable(self.shares.kinds, m.s)) < 2:
            m.pop()
            return False
        if not self.partners(m.s, frame, frame.asked[0]):
            m.top(asked=frame.asked[1:])
            return False
        return True


def pair(one: int, other: int) -> tuple[int, int]:
    """Two locals, the lower number first."""
    return (one, other) if one < other else (other, one)


class MergerOfferStep(Step[MergerOffer, State1854]):
    """The partner's owner accepts or declines (8.1)."""

    shares: Shares1854

    def __init__(self, rules: FamilyRules[State1854], window: MergerStep) -> None:
        """Knows the window below."""
        super().__init__(rules)
        self.window = window
        self.acts = {Answer: ActionKind(self.answer)}

    def decision(self, s: State1854, frame: MergerOffer) -> Decision:
        """The owner of the partner."""
        other = frame.other
        return Decision(s.companies[other].president, self.t.companies[other].id, "merger_offer", self.t.cite("merger"))

    def options(self, s: State1854, frame: MergerOffer) -> list[Option]:
        """Yes or no."""
        return [Option(Answer(True)), Option(Answer(False))]

    def answer(self, m: Move1854, frame: MergerOffer, action: Answer) -> None:
        """The merger, or on with the window."""
        m.pop()
        who = self.t.seats[m.s.companies[frame.other].president]
        if action.accept:
            m.tell("agreed", "merger", "{who} agrees", who=who)
            self.window.restart(m, frame.local, frame.other)
            begin(m, self.shares.kinds, frame.local, frame.other)
            return
        m.tell("refused", "merger", "{who} refuses", who=who)
        below = m.s.frames[-1]
        assert isinstance(below, MergerWindow)
        m.top(refused=(*below.refused, pair(frame.local, frame.other)))


class CharterStep(Step[CharterChoice, State1854]):
    """Which AG two locals become (8.3)."""

    shares: Shares1854

    def __init__(self, rules: FamilyRules[State1854]) -> None:
        """There is one thing to do."""
        super().__init__(rules)
        self.acts = {ChooseCharter: ActionKind(self.choose, self.why_not_charter)}

    def decision(self, s: State1854, frame: CharterChoice) -> Decision:
        """The owner of the lower number."""
        lower = frame.lower
        return Decision(
            s.companies[lower].president, self.t.companies[lower].id, "charter", self.t.cite("merger.charter")
        )

    def options(self, s: State1854, frame: CharterChoice) -> list[Option]:
        """Every AG that does not exist yet."""
        return [Option(ChooseCharter(self.t.companies[number].id)) for number in free_charters(self.shares.kinds, s)]

    def why_not_charter(self, s: State1854, frame: CharterChoice, action: ChooseCharter) -> Illegal | None:
        """One that is still free."""
        if self.t.company(action.charter) in free_charters(self.shares.kinds, s):
            return None
        return self.t.no("merger.charter", "{charter} is no free charter of an AG", charter=action.charter[:20])

    def choose(self, m: Move1854, frame: CharterChoice, action: ChooseCharter) -> None:
        """The merger."""
        m.pop()
        merge(m, self.shares.kinds, frame.lower, frame.higher, self.t.company(action.charter))
