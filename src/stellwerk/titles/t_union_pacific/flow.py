"""What needs no decision: the reveal, the order of turns, payouts, the end (RULES.md sections 2, 3, 7 to 10)."""

from __future__ import annotations

from stellwerk.core import Plural
from stellwerk.core.receipt import Line, receipt

from .move import Move
from .payout import company_payout, up_payout
from .setup import counted, lay_out
from .state import EXCHANGE, REPLACE, TURN, Paid, State, change, put
from .table import TITLE, BoardNet, Table

REMEMBERED = 20_000  # boards whose nets are kept
FICTITIOUS = "third player"  # the name of the player of 10.2 in receipts and logs
Board = tuple[tuple[int, ...], ...]


class Flow:
    """Goes on by itself until somebody has to decide."""

    def __init__(self, table: Table) -> None:
        """Nets are remembered by board: they follow from it and are asked for at every decision.

        A board has 88 sections and its hash takes long, so it is known by its place in memory, which is kept with it.
        """
        self.t, self.kit = table, table.kit
        self._nets: dict[int, tuple[Board, BoardNet]] = {}

    # -- the network

    def net(self, board: Board) -> BoardNet:
        """Who is connected to what."""
        known = self._nets.get(id(board))
        if known is not None:
            return known[1]
        net = self.kit.first_net()
        spaces = self.kit.spaces
        for section, companies in enumerate(board):
            for number, company in enumerate(companies, 1):
                net = self.kit.grown(net, company, section, number == spaces[section])
        self._remember(board, net)
        return net

    def forget(self) -> None:
        """Drop the nets of boards seen before."""
        self._nets.clear()

    def placed(self, board: Board, company: int, section: int) -> Board:
        """The board with one more locomotive, in the free space with the lowest number (4.6)."""
        standing = (*board[section], company)
        new = put(board, section, standing)
        self._remember(
            new, self.kit.grown(self.net(board), company, section, len(standing) == self.kit.spaces[section])
        )
        return new

    def _remember(self, board: Board, net: BoardNet) -> None:
        if len(self._nets) >= REMEMBERED:
            self._nets.clear()
        self._nets[id(board)] = board, net

    def can_build(self, s: State, seat: int) -> bool:
        """True if one of the seat's track cards allows a build."""
        return self.extendable(s, [card for card, count in enumerate(s.tracks[seat]) if count])

    def extendable(self, s: State, cards: list[int]) -> bool:
        """True if a company could be extended with one of these cards."""
        net = self.net(s.board)
        mask = 0
        for card in cards:
            mask |= self.kit.type_mask[card]
        mask &= ~net.full
        return any(left and open_ & mask for left, open_ in zip(s.supply, net.open, strict=True))

    def full_type(self, s: State, card: int) -> bool:
        """True if all spaces of a track type are occupied."""
        mask = self.kit.type_mask[card]
        return self.net(s.board).full & mask == mask

    def enough_cards(self, s: State) -> bool:
        """True if a card can be replaced and one is left for the draw (14.4a)."""
        return len(s.stack) - s.used + sum(s.discards) >= 2

    # -- turns

    def reveal(self, m: Move) -> None:
        """All first shares lie open; display and deck are made; the first turn begins (2.5 to 2.7)."""
        s = m.s
        for seat, share in enumerate(s.picks):
            m.hand(seat, share, -1)
            s.held = put(s.held, seat, change(s.held[seat], share, 1))
            m.see()
            m.tell("reveal", "2.5", "{who} starts with {company}", who=self.t.seats[seat], company=self.kit.abbr[share])
        lay_out(m)
        self.start_turn(m, s.start)

    def start_turn(self, m: Move, seat: int) -> None:
        """3.1, after 14.4 where that is played."""
        s = m.s
        s.active = seat
        s.turns += 1
        self.ask_replacement(m)
        if s.step != REPLACE:
            m.draw_track(seat)

    def ask_replacement(self, m: Move) -> None:
        """14.4: asked whenever a type is full, whatever the hand, so that the question tells nothing about it."""
        s = m.s
        full = (
            self.t.options["full_type_cards"] == "replace"
            and self.enough_cards(s)
            and any(self.full_type(s, card) for card in range(self.kit.wild))
        )
        if full:
            s.step = REPLACE
        elif s.step == REPLACE:  # the last replacement has been made: go on to the draw
            s.step = TURN
            m.draw_track(s.active)
        else:
            s.step = TURN

    def after_take(self, m: Move, seat: int, taken: bool) -> None:
        """5.4: the exchange is asked whenever the stack allows it, whatever the hand (5.4d)."""
        s = m.s
        if taken and s.up_left:
            s.step = EXCHANGE
        else:
            self.end_turn(m)

    def end_turn(self, m: Move) -> None:
        """Pending payouts, the end or the next player (5.8, 7.6, 9.1, 3.6, 3.7)."""
        s = m.s
        while s.pending and not s.ended:
            s.pending -= 1
            self.payout(m)
        if not s.ended and not any(map(any, s.hands)) and not self.extendable(s, [self.kit.wild]):
            m.tell("dead_end", "3.7", "nobody can do anything any more: the payouts left follow at once")
            while not s.ended:
                self.payout(m, "dead_end")
        if not s.ended:
            self.start_turn(m, (s.active + 1) % len(self.t.seats))

    # -- payouts

    def value(self, s: State, company: int) -> int:
        """Locomotives on the board and the home station (7.2)."""
        return self.kit.companies[company].locomotives - s.supply[company] + self.t.data.payout.station_value

    def holders(self, s: State, company: int) -> list[int]:
        """The holdings of a company by seat, the fictitious player last if there is one."""
        held = [counts[company] for counts in s.held]
        if s.fiction:
            held.append(s.fiction[company])
        return held

    def amounts(self, s: State, company: int, number: int) -> tuple[list[int], list[str]]:
        """What payout `number` gives for a company (Union Pacific: the last one), with a paragraph for each holder."""
        held = self.holders(s, company)
        if company == self.kit.up:
            return up_payout(self.t.data.payout.union_pacific[number - 1], held)
        paid, rule = company_payout(self.value(s, company), held)
        return paid, [rule] * len(held)

    def payout(self, m: Move, reason: str = "payout") -> None:
        """One payout: all companies in order, Union Pacific last (7.3); the last one ends the game (9.1)."""
        s = m.s
        s.payouts += 1
        number, last = s.payouts, s.payouts == self.t.last_payout
        m.tell("payout_start", "7.1", "payout {number}", number=number)
        if last and self.t.fictitious:
            self.form_fiction(m)
        for company in range(self.kit.up + 1):
            self.pay(m, company, number)
        if last:
            s.ended = reason
            m.tell("end", "9.1", "the game is over after payout {number}", number=number)

    def pay(self, m: Move, company: int, number: int) -> None:
        """Pay for one company, with a receipt."""
        s = m.s
        held = self.holders(s, company)
        if not any(held):
            return  # 7.4a
        paid, rules = self.amounts(s, company, number)
        names = (*self.t.seats, FICTITIOUS)
        entries, lines, words = [], [], []
        for seat, amount in enumerate(paid):
            if not held[seat] or not amount:
                continue
            entries.append(Paid(number, company, seat, amount, f"{TITLE} {rules[seat]}"))
            text = self.t.message(
                Plural("{name} with {count:n} share", "{name} with {count:n} shares"),
                name=names[seat],
                count=held[seat],
            )
            lines.append(Line(text, amount, f"{TITLE} {rules[seat]}"))
            words.append(self.t.message("{name} {amount:$}", name=names[seat], amount=amount))
        s.ledger = (*s.ledger, *entries)
        s.money = tuple(have + paid[seat] for seat, have in enumerate(s.money))
        if s.fiction:
            s.fiction_money += paid[-1]
        abbr, each = self.kit.abbr[company], tuple(words) or "–"
        if company == self.kit.up:
            slip = receipt(self.t.message("payout {number} of {company}", number=number, company=abbr), lines)
            rule = next((rule for rule, count in zip(rules, held, strict=True) if count and rule == "8.2"), "8.1")
            m.tell("payout", rule, "{company} pays: {paid}", slip, company=abbr, paid=each)
        else:
            value = self.value(s, company)
            title = self.t.message(
                "payout {number} of {company}, value {value}", number=number, company=abbr, value=value
            )
            slip = receipt(title, lines)
            m.tell(
                "payout", rules[0], "{company} at {value:$} pays: {paid}", slip, company=abbr, value=value, paid=each
            )

    def form_fiction(self, m: Move) -> None:
        """10.2: what is left of display, deck and Union Pacific's stack belongs to a third player."""
        s, kit = m.s, self.kit
        rest = s.deck[s.drawn :]
        shares = [*s.display, *(card for card in rest if card != kit.payout_card)]
        s.ignored = len(rest) + len(s.display) - len(shares)
        s.fiction = (*counted(shares, kit.up), s.up_left)
        s.display, s.drawn, s.up_left = (), len(s.deck), 0
        m.see()
        m.tell("fiction", "10.2", "a third player holds what is left: {shares}", shares=m.counted(s.fiction, kit.abbr))
