"""The bankruptcy of a player: his companies and privates leave the game, and the game goes on without him."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from stellwerk.eighteen.board import put
from stellwerk.eighteen.depot import close_private, discards, on_sale, start_phase, take_from_depot
from stellwerk.eighteen.frames import StockRound
from stellwerk.eighteen.state import BANK, Frame, company_owner

from .blockers import lay_erie
from .closing import remove, triggered
from .figures import figures
from .state import ERIE, Holding, Move1862, Raising, ShareTurn, active, left_of

if TYPE_CHECKING:
    from .rules import Rules1862


def go_bankrupt(rules: Rules1862, m: Move1862, raising: Raising) -> None:
    """A player has sold what he may and still cannot pay `raising`, which is on top (15.2 to 15.11)."""
    t, s, seat = m.t, m.s, raising.seat
    m.pop()
    m.tell("bankrupt", "bankrupt", "{who} is bankrupt", who=t.seats[seat])
    debt = raising.amount - s.players[seat].cash
    new_phase = pay_train(m, raising) if raising.train else pay_notes(m, raising)
    s.estates = put(s.estates, seat, estate(rules, m, seat))
    s.debts = put(s.debts, seat, debt)
    m.player(seat, bankrupt=True)
    m.s.frames = tuple(_without(frame, seat) for frame in s.frames if not _asks(frame, seat))
    for number in rules.shares.operating_order(s):
        if s.companies[number].president == seat:
            pay_others(rules, m, number)
            remove(m, number)
    close_privates(m, seat)
    give_up_shares(m, seat)
    if s.priority == seat:
        s.priority = left_of(s, seat)
    if len(active(s)) < figures(t).end_players and triggered(m, "players"):
        m.tell("end", "end", "fewer than {count} players are left", count=figures(t).end_players)
    if new_phase:
        discards(m, rules.shares.operating_order(s))


def pay_train(m: Move1862, raising: Raising) -> bool:
    """All money of treasury and director for the train, which counts as bought (15.2); True if its phase begins."""
    t, company = m.t, raising.company
    owner = company_owner(company)
    m.pay(raising.seat, owner, m.s.players[raising.seat].cash, "bankrupt.train", "part of train {train}",
          train=raising.train)  # fmt: skip
    m.pay(owner, BANK, m.s.companies[company].cash, "bankrupt.train", "part of train {train}", train=raising.train)
    offer = next(offer for offer in on_sale(t, m.s) if offer.train == raising.train)
    first = False
    if offer.source == "depot":
        first = take_from_depot(m, offer.kind)
    else:
        m.s.train_pool = tuple(train for train in m.s.train_pool if train != offer.train)
    m.company(company, trains=(*m.s.companies[company].trains, offer.train))
    m.tell("train", "bankrupt.train", "{company} buys train {train}", company=t.companies[company].id,
           train=offer.train)  # fmt: skip
    if first:
        start_phase(m, offer.kind)
    return first


def pay_notes(m: Move1862, raising: Raising) -> bool:
    """All his cash for the notes of a company that has closed (17.2)."""
    name = m.t.companies[raising.company].id
    cash = m.s.players[raising.seat].cash
    m.pay(raising.seat, BANK, cash, "closed.notes", "notes of {company}", company=name)
    return False


def estate(rules: Rules1862, m: Move1862, seat: int) -> tuple[Holding, ...]:
    """The shares he still has at their market value, directors' certificates included (15.9)."""
    s = m.s
    return tuple(
        Holding(number, company.held[seat], rules.shares.price(company), rules.shares.worth(s, number, seat))
        for number, company in enumerate(s.companies)
        if company.held[seat]
    )


def pay_others(rules: Rules1862, m: Move1862, number: int) -> None:
    """The bank pays the other players for their shares of a company that leaves with its director (15.4)."""
    s, company = m.s, m.s.companies[number]
    price = rules.shares.price(company)
    for seat, held in enumerate(company.held):
        if held and seat != company.president:
            m.pay(
                BANK, seat, rules.shares.ordinary(s, number, held, price), "bankrupt.others",
                "{percent} % of {company} at {price:$}", percent=held, company=m.t.companies[number].id, price=price,
            )  # fmt: skip


def close_privates(m: Move1862, seat: int) -> None:
    """His privates leave the game; the Erie tile is laid, the marker of B&O stays (15.3, 15.5, 15.6)."""
    for number, private in enumerate(m.s.privates):
        if private.owner == seat:
            close_private(m, number, "bankrupt.all")
            if m.t.privates[number].id == ERIE:
                lay_erie(m, "bankrupt.erie")


def give_up_shares(m: Move1862, seat: int) -> None:
    """His shares of other companies go to the pool, however much lies there (15.7)."""
    for number, company in enumerate(m.s.companies):
        held = company.held[seat]
        if held:
            m.company(number, held=put(company.held, seat, 0), pool=company.pool + held)
            m.tell(
                "to_pool", "bankrupt.pool", "{percent} % of {company} go to the pool",
                percent=held, company=m.t.companies[number].id,
            )  # fmt: skip


def _asks(frame: Frame, seat: int) -> bool:
    """True if a frame asks the player himself."""
    return isinstance(frame, ShareTurn | Raising) and frame.seat == seat


def _without(frame: Frame, seat: int) -> Frame:
    """His turn in a stock round is over: he has sold in it, and the next player follows (15.11)."""
    if not isinstance(frame, StockRound) or frame.turn != seat:
        return frame
    return structs.replace(frame, turn=(seat + 1) % len(frame.sold), passes=0, actor=seat)
