"""The stock round: sales, then one purchase or option; what happens at its end (section 4)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core import Illegal, Option
from stellwerk.eighteen.actions import BuyShare, Par, Pass, SellShares
from stellwerk.eighteen.checks import PLACE, ActionKind, Check, Checks
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.frames import StockRound, StockTurn
from stellwerk.eighteen.purchases import Purchase
from stellwerk.eighteen.shares import NOT_COUNTED
from stellwerk.eighteen.state import BANK, NOBODY, company_owner
from stellwerk.eighteen.stock import StockRoundStep, StockTurnStep

from .actions import CompleteOption, TakeOption
from .options import Options
from .shares import Shares1854
from .split import check_split
from .state import Move1854, State1854

SOURCES = ("display", "pool", "split")


class StockRound1854(StockRoundStep[State1854]):
    """The round, options that are due before it ends, and sold-out companies at its end."""

    shares: Shares1854

    def __init__(self, rules: FamilyRules[State1854], turns: StockTurn1854) -> None:
        """Knows what can be done in a turn."""
        super().__init__(rules)
        self.turns = turns

    def advance(self, m: Move1854, frame: StockRound) -> bool:
        """4.35: when all have passed, whoever can still complete or sell an option that is due has another turn."""
        count = len(self.t.seats)
        if frame.passes >= count:
            for seat in ((frame.turn + offset) % count for offset in range(count)):
                if self.turns.can_settle(m.s, frame, seat):
                    m.push(StockTurn(seat))
                    return False
        return super().advance(m, frame)

    def price_moved(self, m: Move1854, number: int) -> None:
        """A company may have crossed the line (5.1)."""
        check_split(m, self.shares, number)


class StockTurn1854(StockTurnStep[State1854]):
    """A player's turn: sales first, then at most one purchase, which ends it (4.1)."""

    shares: Shares1854

    purchase_ends_turn = True

    def __init__(self, rules: FamilyRules[State1854]) -> None:
        """Options are a module of their own."""
        super().__init__(rules)
        self.marks = Options(self.t, self.shares)
        self.at_once = self.t.options["option_due"] == "first_turn"
        self.sources = SOURCES
        self.optioning = self.option_checks()
        self.acts = {
            SellShares: ActionKind(self.sell, self.why_not_sale),
            BuyShare: ActionKind(self.buy, self.why_not_share),
            Par: ActionKind(self.par, self.why_not_start),
            TakeOption: ActionKind(self.take_option, self.why_not_option),
            CompleteOption: ActionKind(self.complete, self.why_not_complete),
            Pass: ActionKind(self.let_pass, self.why_not_pass),
        }

    # -- what is legal

    def must_sell(self, s: State1854, frame: StockTurn) -> str:
        """4.28: over the limit, and able to sell something that counts."""
        if self.shares.certificates(s, frame.seat) <= self.shares.cert_limit(s):
            return ""
        counting = any(
            not self.shares.in_zone(s.companies[number], NOT_COUNTED) and any(self.lots(s, frame, number))
            for number in self.shares.kinds.shared
        )
        return "stock.must_sell" if counting else ""

    def places(self, s: State1854, number: int) -> list[str]:
        """Where certificates of a company lie."""
        company = s.companies[number]
        lies = (company.ipo, company.pool, s.split_area[number])
        return [source for source, percent in zip(SOURCES, lies, strict=True) if percent]

    def buy_checks(self) -> Checks[Purchase[State1854]]:
        """One certificate from display, pool or split area (4.15 to 4.20)."""
        t, limit = self.t, self.t.data.limits.holding_percent
        checks = super().buy_checks().but("brown", "once", "brown_ipo")
        checks["started"] = Check(
            lambda c: c.company.president != NOBODY,
            lambda c: t.no(
                "buy.ag" if self.shares.kinds.is_ag(c.number) else "buy.started",
                "the director's certificate of {company} comes first", company=t.companies[c.number].id,
            ),
            PLACE,
        )  # fmt: skip
        checks["available"] = checks["available"]._replace(
            keeps=lambda c: self.available(c.s, c.number, c.source) >= self.shares.card(c.s, c.number)
        )
        checks["holding"] = checks["holding"]._replace(  # 4.18
            keeps=lambda c: (
                not c.s.split[c.number] or c.company.held[c.frame.seat] + self.shares.card(c.s, c.number) <= limit
            )
        )
        checks.insert(
            "started",
            "local",
            Check(
                lambda c: not self.shares.kinds.is_local(c.number),
                lambda c: t.no(
                    "buy.local", "{company} is a local: it has no shares on sale", company=t.companies[c.number].id
                ),
                PLACE,
            ),
        )
        checks.insert("sold", "option", self.option_check())
        return checks

    def par_checks(self) -> Checks[Purchase[State1854]]:
        """The director's certificate (4.16)."""
        t, kinds = self.t, self.shares.kinds
        checks = super().par_checks()
        checks["cash"] = checks["cash"]._replace(
            refusal=lambda c: t.no(
                "par.cash",
                "the director's certificate costs {cost:$}",
                cost=self.shares.par_cost(c.s, c.number, c.price),
            )
        )
        major = Check[Purchase[State1854]](
            lambda c: kinds.is_major(c.number),
            lambda c: t.no(
                "buy.ag" if kinds.is_ag(c.number) else "buy.local", "{company} is not started in a stock round",
                company=t.companies[c.number].id,
            ),
            PLACE,
        )  # fmt: skip
        return Checks(
            price=checks["price"],
            major=major,
            started=checks["started"],
            option=self.option_check(),
            sold=self.buying["sold"],
            cash=checks["cash"],
            certificates=checks["certificates"],
        )

    def option_checks(self) -> Checks[Purchase[State1854]]:
        """What an option may be taken on, and whether the markers are free (4.30, 4.35b)."""
        t = self.t
        second = Check[Purchase[State1854]](
            lambda c: c.s.options[c.frame.seat] is None,
            lambda c: t.no("option.second", "{who} has no free markers for a second option", who=t.seats[c.frame.seat]),
            PLACE,
        )
        twenty = Check[Purchase[State1854]](
            lambda c: self.shares.kinds.is_major(c.number) and not c.s.split[c.number] and c.source != "split",
            lambda c: t.no("option.twenty", "options are taken only on certificates of 20 %"),
        )
        cash = Check[Purchase[State1854]](
            lambda c: c.s.players[c.frame.seat].cash >= self.shares.unit_cost(c.s, c.number, c.source),
            lambda c: t.no(
                "buy.cash", "{price:$} is more than {who} has",
                price=self.shares.unit_cost(c.s, c.number, c.source), who=t.seats[c.frame.seat],
            ),
        )  # fmt: skip
        rules = self.buying
        return Checks(
            source=rules["source"],
            second=second,
            twenty=twenty,
            started=rules["started"],
            available=rules["available"],
            sold=rules["sold"],
            cash=cash,
            certificates=rules["certificates"],
        )

    def option_check(self) -> Check[Purchase[State1854]]:
        """Who has an open option buys and starts nothing else (4.32)."""
        t = self.t
        return Check(
            lambda c: c.s.options[c.frame.seat] is None,
            lambda c: t.no("option.open", "{who} has an open option and buys nothing else", who=t.seats[c.frame.seat]),
            PLACE,
        )

    def room(self, c: Purchase[State1854]) -> bool:
        """4.19; a certificate at an orange price does not count."""
        count, limit = self.shares.certificates(c.s, c.frame.seat), self.shares.cert_limit(c.s)
        return count < limit or (count == limit and self.shares.in_zone(c.company, NOT_COUNTED))

    def available(self, s: State1854, number: int, source: str) -> int:
        """What lies there, in percent."""
        company = s.companies[number]
        return {"display": company.ipo, "pool": company.pool, "split": s.split_area[number]}[source]

    def payee(self, number: int, source: str) -> int:
        """From the split area the company is paid (4.15)."""
        return company_owner(number) if source == "split" else BANK

    def why_not_option(self, s: State1854, frame: StockTurn, action: TakeOption) -> Illegal | None:
        """4.30"""
        return self.optioning.why_not(self.purchase(s, frame, action.company, action.source))

    def why_not_complete(self, s: State1854, frame: StockTurn, action: CompleteOption) -> Illegal | None:
        """4.33"""
        return self.marks.why_not_complete(s, frame.seat, self.round(s).sold[frame.seat])

    def why_not_pass(self, s: State1854, frame: StockTurn, action: Pass) -> Illegal | None:
        """4.35: no round ends while an option of an earlier one can be completed or sold."""
        below = self.round(s)
        ends = not frame.acted and below.passes + 1 >= len(self.t.seats)
        if (ends or self.at_once) and self.can_settle(s, below, frame.seat):
            return self.t.no("option.due", "{who} must complete or sell the option", who=self.t.seats[frame.seat])
        return None

    def can_settle(self, s: State1854, below: StockRound, seat: int) -> bool:
        """True if an option of an earlier round can be completed or sold, if need be after other sales (4.35a)."""
        mark, sold = s.options[seat], below.sold[seat]
        if mark is None or not self.marks.due(s, seat):
            return False
        if self.marks.why_not_complete(s, seat, sold) is None or self.shares.can_sell(s, seat, mark.company):
            return True
        return not self.marks.barred(mark, sold) and any(
            self.shares.can_sell(s, seat, number) for number in self.shares.kinds.shared
        )

    # -- options

    def options(self, s: State1854, frame: StockTurn) -> list[Option]:
        """Everything the player may do."""
        over = self.must_sell(s, frame)
        found = self.sales(s, frame, over)
        if over:
            return found
        if self.why_not_complete(s, frame, CompleteOption()) is None:
            found.append(Option(CompleteOption()))
        if s.options[frame.seat] is None:
            found += self.purchases(s, frame)
        if self.why_not_pass(s, frame, Pass()) is None:
            found.append(Option(Pass()))
        return found

    def purchases(self, s: State1854, frame: StockTurn) -> Iterator[Option]:
        """Every certificate that can be bought or optioned, every company that can be started."""
        rules = self.optioning
        for number in self.shares.kinds.shared:
            company, places = s.companies[number], self.places(s, number)
            yield from self.purchases_of(s, frame, number, self.buying, self.starting, places)
            if places and rules.place.allow(Purchase(s, frame, number, company)):
                for source in places:
                    if rules.each.allow(Purchase(s, frame, number, company, source)):
                        yield Option(TakeOption(self.t.companies[number].id, source))

    # -- actions

    def buy(self, m: Move1854, frame: StockTurn, action: BuyShare) -> None:
        """One certificate."""
        seat, number = frame.seat, self.t.company(action.company)
        m.pay(
            seat, self.payee(number, action.source), self.shares.cost(m.s, number, action.source), "buy.price",
            "{company}, from: {source:source}", company=action.company, source=action.source,
            percent=self.shares.card(m.s, number),
        )  # fmt: skip
        self.shares.take(m, seat, number, self.shares.card(m.s, number), action.source)
        self.after_purchase(m)

    def par(self, m: Move1854, frame: StockTurn, action: Par) -> None:
        """The director's certificate."""
        seat, number = frame.seat, self.t.company(action.company)
        m.pay(
            seat, BANK, self.shares.par_cost(m.s, number, action.price), "par", "director's certificate of {company}",
            company=action.company,
        )  # fmt: skip
        m.company(number, par=action.price, president=seat)
        self.shares.take(m, seat, number, self.shares.size_of(m.s, number), "display")
        self.after_purchase(m)

    def take_option(self, m: Move1854, frame: StockTurn, action: TakeOption) -> None:
        """A 20 % certificate for one unit (4.30)."""
        self.marks.take(m, frame.seat, self.t.company(action.company), action.source)
        self.after_purchase(m)

    def complete(self, m: Move1854, frame: StockTurn, action: CompleteOption) -> None:
        """The rest of the price (4.33)."""
        self.marks.complete(m, frame.seat)
        self.after_purchase(m)

    # -- the end of the turn

    def any_purchase(self, s: State1854, frame: StockTurn) -> bool:
        """True if something can be bought, optioned, completed or started."""
        if s.options[frame.seat] is not None:
            return self.why_not_complete(s, frame, CompleteOption()) is None
        return bool(s.players[frame.seat].cash) and super().any_purchase(s, frame)
