"""Phase changes: scrapping into the repair stock, limits, closing of the mountain railways (7.10 to 7.17)."""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.core import Illegal
from stellwerk.eighteen.actions import DiscardTrain
from stellwerk.eighteen.board import put
from stellwerk.eighteen.depot import DiscardStep, close_private, fate, train_limit
from stellwerk.eighteen.frames import Discard
from stellwerk.eighteen.running import kind_of
from stellwerk.eighteen.schema import CLOSE_PRIVATES
from stellwerk.eighteen.table import Table

from .figures import figures
from .powers import is_local
from .shares import Shares1854
from .state import Kinds, Move1854, State1854, Swap

TRADE, MERGE, FORCE = "train_trade", "mergers", "forced_mergers"


def reached(t: Table, s: State1854, event: str) -> bool:
    """True from the phase on that brings something."""
    return any(event in phase.events for phase in t.phases[: s.phase + 1])


def is_plus(t: Table, kind: str) -> bool:
    """True for 1+, 2+ and 3+."""
    return t.trains[t.kit.train_index[kind]].stack == "plus"


def new_phase(m: Move1854, kinds: Kinds, kind: str, order: Sequence[int]) -> None:
    """The first train of a kind was bought from the bank; `order` is who gives up trains first (7.10 to 7.13)."""
    t, s = m.t, m.s
    for number, phase in enumerate(t.phases):
        if number > s.phase and kind in (phase.starts, *phase.starts_also):
            s.phase = number
            m.tell("phase", "phase", "phase {phase} begins", phase=phase.id)
            scrap(m, kinds, kind)
            over = [company for company in order if len(s.companies[company].trains) > train_limit(t, s.phase, company)]
            for company in reversed(over):
                m.push(Discard(company))
            if CLOSE_PRIVATES in phase.events:
                close_mountain_railways(m)
            return


def close_mountain_railways(m: Move1854) -> None:
    """2.2; locals stay until they merge."""
    for number in range(len(m.t.privates)):
        if not is_local(m.t, number):
            close_private(m, number, "phase.close")


def scrap(m: Move1854, kinds: Kinds, by: str) -> None:
    """Trains that `by` scraps: regular ones into the repair stock, plus trains out of the game (7.12)."""
    t, s = m.t, m.s
    for number, entry in enumerate(t.trains):
        if by not in fate(t, entry.id):
            continue
        lost: dict[str, int] = {}
        found = [f"{entry.id}-{s.sold[number] + index}" for index in range(max(0, s.depot[number]))]
        s.sold = put(s.sold, number, s.sold[number] + len(found))
        s.depot = put(s.depot, number, 0)
        for company, holder in enumerate(s.companies):
            mine = [train for train in holder.trains if kind_of(train) == entry.id]
            if mine and not kinds.is_ag(company):
                found += mine
                lost[t.companies[company].id] = len(mine)
                m.company(company, trains=tuple(train for train in holder.trains if train not in mine))
        m.tell("rust", "rust", "trains {kind} are scrapped", kind=entry.id, lost=lost)
        found += [train for train in s.train_pool if kind_of(train) == entry.id]
        s.train_pool = tuple(train for train in s.train_pool if kind_of(train) != entry.id)
        if entry.id not in figures(t).repair:
            s.gone = put(s.gone, number, s.gone[number] + len(found))
        else:
            s.repair = (*s.repair, *sorted(found, key=lambda train: int(train.rpartition("-")[2])))


def remove_everywhere(m: Move1854, kind: str) -> None:
    """All trains of a kind leave the game: AGs' and those of the repair stock (7.17)."""
    t, s = m.t, m.s
    lost: dict[str, int] = {}
    for company, holder in enumerate(s.companies):
        kept = tuple(train for train in holder.trains if kind_of(train) != kind)
        if kept != holder.trains:
            m.company(company, trains=kept)
            lost[t.companies[company].id] = len(holder.trains) - len(kept)
    kept = tuple(train for train in s.repair if kind_of(train) != kind)
    count = sum(lost.values()) + len(s.repair) - len(kept)
    s.repair = kept
    number = t.kit.train_index[kind]
    s.gone = put(s.gone, number, s.gone[number] + count)
    m.tell("removed", "rust.repaired", "all trains {kind} leave the game", kind=kind, lost=lost)


def remove_single_four(m: Move1854) -> None:
    """A single 4-train left in the bank before a stock round leaves the game (7.15)."""
    t, s = m.t, m.s
    number = t.kit.train_index["4"]
    before = [index for index in range(number) if t.trains[index].stack == t.trains[number].stack]
    if s.depot[number] != 1 or any(s.depot[index] for index in before):
        return
    s.depot = put(s.depot, number, 0)
    s.sold = put(s.sold, number, s.sold[number] + 1)
    s.gone = put(s.gone, number, s.gone[number] + 1)
    m.tell("removed", "trains.single", "the last train {kind} in the bank leaves the game", kind="4")


class Discard1854(DiscardStep[State1854]):
    """A company over its limit gives up trains of its director's choice (7.13), or of the others (7.3)."""

    shares: Shares1854

    def why_not_discard(self, s: State1854, frame: Discard, action: DiscardTrain) -> Illegal | None:
        """Not the train that takes the place of another (7.3)."""
        if isinstance(frame, Swap) and action.train == frame.kept:
            return self.t.no("trains.swap", "{train} was bought to be kept", train=action.train)
        return super().why_not_discard(s, frame, action)
