"""A move in the making: a draft of the state, the events so far, and the few changes every rule is made of."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import structs

from stellwerk.core import Message, Text
from stellwerk.core.table import BaseMove
from stellwerk.eighteen.board import put
from stellwerk.eighteen.state import BANK, FIRST_COMPANY, Frame, MoveS, is_company, is_player
from stellwerk.eighteen.table import Table


class Move(BaseMove[Table, MoveS]):
    """What changes players, companies, frames, money and prices."""

    __slots__ = ("settling",)

    def __init__(self, table: Table, state: MoveS) -> None:
        """`state` is a draft."""
        super().__init__(table, state)
        self.settling = False

    # -- entities

    def player(self, seat: int, **fields: Any) -> None:
        """Change a player."""
        self.s.players = put(self.s.players, seat, structs.replace(self.s.players[seat], **fields))

    def company(self, number: int, **fields: Any) -> None:
        """Change a company."""
        self.s.companies = put(self.s.companies, number, structs.replace(self.s.companies[number], **fields))

    def private(self, number: int, **fields: Any) -> None:
        """Change a private."""
        self.s.privates = put(self.s.privates, number, structs.replace(self.s.privates[number], **fields))

    # -- frames

    def push(self, frame: Frame) -> None:
        """Put a frame on top."""
        self.s.frames = (*self.s.frames, frame)

    def pop(self) -> None:
        """Take the top frame away."""
        self.s.frames = self.s.frames[:-1]

    def top(self, **fields: Any) -> None:
        """Change the top frame."""
        *lower, top = self.s.frames
        self.s.frames = (*lower, structs.replace(top, **fields))

    # -- money

    def pay(self, payer: int, payee: int, amount: int, key: str, why: Text, /, **facts: Any) -> None:
        """Move money between a seat, a company and the bank, with a reason; only the bank may go below zero."""
        if not amount:
            return
        self.transfer(payer, payee, amount)
        self.tell(
            "paid",
            key,
            "{payer} pays {payee} {amount:$} ({why})",
            payer=self.t.party(payer),
            payee=self.t.party(payee),
            amount=amount,
            why=Message(why, facts),
            reason=key,
        )

    def transfer(self, payer: int, payee: int, amount: int) -> None:
        """The money alone."""
        self._add(payer, -amount)
        self._add(payee, amount)

    def _add(self, owner: int, amount: int) -> None:
        if is_player(owner):
            cash = self.s.players[owner].cash + amount
            if cash < 0:
                raise self.t.no("cash", "{who} lacks {missing:$}", who=self.t.name(owner), missing=-cash)
            self.player(owner, cash=cash)
        elif is_company(owner):
            cash = self.s.companies[owner - FIRST_COMPANY].cash + amount
            if cash < 0:
                raise self.t.no("cash", "{who} lacks {missing:$}", who=self.t.name(owner), missing=-cash)
            self.company(owner - FIRST_COMPANY, cash=cash)
        else:
            assert owner == BANK
            self.s.bank += amount
            self._watch_bank()

    @contextmanager
    def settlement(self) -> Iterator[None]:
        """Payments that are one: only what they leave in the bank together says whether it is broken."""
        self.settling = True
        yield
        self.settling = False
        self._watch_bank()

    def _watch_bank(self) -> None:
        s = self.s
        if s.broken or self.settling:
            return
        s.broken = s.bank <= 0 if self.t.choices.bank_breaks_at_zero else s.bank < 0
        if s.broken:
            self.tell("bank_broken", "end.bank", "the bank is broken; it goes on paying")

    # -- the price marker

    def move_marker(self, number: int, cell: int, key: str, why: Text, /, **facts: Any) -> None:
        """Put a company's marker into a cell, below the markers there; a marker that does not move keeps its place."""
        company = self.s.companies[number]
        if cell == company.cell:
            return
        price = self.t.market.price
        before = price[company.cell] if company.cell >= 0 else 0
        self.company(number, cell=cell, stamp=self.s.clock)
        self.s.clock += 1
        self.tell(
            "price",
            key,
            "{company}: price {before:$} to {after:$} ({why})",
            company=self.t.companies[number].id,
            before=before,
            after=price[cell],
            why=Message(why, facts),
            reason=key,
        )
