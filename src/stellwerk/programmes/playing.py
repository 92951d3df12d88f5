"""What a programme does when its owner is asked, when it ends, and what may not be programmed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from stellwerk.core import Action, BadInput, Game, Message, Option, Unfit
from stellwerk.eighteen.actions import (
    Answer,
    Bid,
    BidCompany,
    BuyPrivate,
    BuyShare,
    Dividend,
    Par,
    Pass,
    RunRoutes,
    SellList,
    SellShares,
)
from stellwerk.programmes.kinds import (
    TRIGGERS,
    AgreeToUndo,
    AnswerOffers,
    BidUpTo,
    BuyShares,
    PassUntil,
    PayOut,
    PriceMark,
    Programme,
    RunBest,
    SellBelow,
    Skip,
)

STEPS = ("track", "token")
CHOICES = ("pay", "withhold")
MOST_MONEY = 100_000
PASSING = ("stock", "auction", "bid_off", "company_auction")  # decisions in which PassUntil passes


class Ended(Struct, frozen=True):
    """A programme has come to its end, with the reason."""

    reason: Message


class Occasion:
    """A position in which the owner is asked, and what has happened since he made the programme."""

    def __init__(self, game: Game[Any], seat: int, since: int) -> None:
        """`since` is the ply at which the programme was made."""
        self.game, self.seat, self.since = game, seat, since
        decision = game.decision()
        self.asked = decision is not None and decision.seat == seat
        self.kind, self.actor = (decision.kind, decision.actor) if decision else ("", "")
        self.view = game.view(seat)
        self.me: dict[str, Any] = self.view["players"][seat]
        self.companies: dict[str, dict[str, Any]] = self.view.get("companies") or {}
        self._options: list[Option] | None = None

    @property
    def options(self) -> list[Option]:
        """What the owner may do."""
        if self._options is None:
            self._options = self.game.options_for(self.seat)
        return self._options

    def passing(self) -> Action | None:
        """The pass, if one may pass."""
        return next((option.action for option in self.options if isinstance(option.action, Pass)), None)

    def first(self, test: Callable[[Action], bool]) -> Action | None:
        """The first legal action of that kind."""
        return next((option.action for option in self.options if test(option.action)), None)

    def others_since(self) -> list[Action]:
        """What the others have done since the programme was made."""
        return [ply.action for ply in self.game.plies[self.since :] if ply.seat != self.seat]

    def held(self, company: str) -> int:
        """Percent of a company that the owner holds."""
        return int(self.me["shares"].get(company, 0))

    def price(self, company: str) -> int | None:
        """The market price of a company's share."""
        price: int | None = self.companies.get(company, {}).get("price")
        return price


def check(programme: Programme, game: Game[Any], seat: int) -> None:
    """Refuse what can never happen, or is no programme of this title, with the reason."""
    if game.decision() is None:
        raise Unfit(Message("the game is over: there is nothing to programme"))
    if not possible(game):
        raise Unfit(Message("{title} knows no programmes", {"title": game.rules.title}))
    _CHECKS[type(programme)](programme, Occasion(game, seat, game.ply))


def possible(game: Game[Any]) -> bool:
    """True for the titles of the family, whose actions programmes know."""
    return game.rules.action_types.get(Pass().kind) is Pass


def act(programme: Programme, game: Game[Any], seat: int, since: int) -> Action | Ended | None:
    """What the programme does now: a legal action, its end, or nothing. `since` is the ply at which it was made."""
    if isinstance(programme, AgreeToUndo):
        return None  # it answers the table, not the game
    if since > game.ply:
        return Ended(Message("what it was made for has been taken back"))
    return _ACTS[type(programme)](programme, Occasion(game, seat, since))


def _company(name: str, m: Occasion, empty: bool = False) -> None:
    if empty and not name:
        return
    if name not in m.companies:
        facts = {"name": name, "known": ", ".join(m.companies)}
        raise Unfit(Message("there is no company {name!r}; there are {known}", facts))
    if m.companies[name].get("removed"):
        raise Unfit(Message("{company} has left the game", {"company": name}))


def _money(amount: int, least: int = 0) -> None:
    if not least <= amount <= MOST_MONEY:
        facts = {"least": least, "most": MOST_MONEY, "amount": amount}
        raise Unfit(Message("an amount must be between {least} and {most}, not {amount}", facts))


# -- pass until something happens


def _check_pass(p: PassUntil, m: Occasion) -> None:
    _triggers(p.triggers)
    for mark in p.prices:
        _company(mark.company, m)
        if bool(mark.at_least) == bool(mark.at_most):
            raise Unfit(Message("say at which price of {company} to stop", {"company": mark.company}))
        _money(mark.at_least or mark.at_most, 1)
        if _reached(mark, m):
            raise Unfit(Message("the price of {company} is there already", {"company": mark.company}))


def _triggers(names: tuple[str, ...]) -> None:
    unknown = [name for name in names if name not in TRIGGERS]
    if unknown:
        raise BadInput(f"nothing is known to happen by the name {unknown[0]!r}; there are {', '.join(TRIGGERS)}")


def _happened(names: tuple[str, ...], m: Occasion, watched: Callable[[str], object]) -> Ended | None:
    """The end by what others have done since: trades in shares of companies that are watched, a company that opens."""
    for action in m.others_since():
        sold = next((company for company in _sold(action) if watched(company)), None)
        if "sold" in names and sold:
            return Ended(Message("shares of {company} were sold", {"company": sold}))
        if "bought" in names and isinstance(action, BuyShare) and watched(action.company):
            return Ended(Message("a share of {company} was bought", {"company": action.company}))
        if "opened" in names and isinstance(action, Par | BidCompany):
            return Ended(Message("{company} opens", {"company": action.company}))
    return None


def _reached(mark: PriceMark, m: Occasion) -> bool:
    price = m.price(mark.company)
    if price is None:
        return False
    return price >= mark.at_least if mark.at_least else price <= mark.at_most


def _pass(p: PassUntil, m: Occasion) -> Action | Ended | None:
    if m.game.at(m.since).view(m.seat)["round"] != m.view["round"]:
        return Ended(Message("the round is over"))
    for mark in p.prices:
        if _reached(mark, m):
            facts = {"company": mark.company, "price": m.price(mark.company)}
            return Ended(Message("the price of {company} is {price:$}", facts))
    happened = _happened(p.triggers, m, m.held)
    if happened is not None:
        return happened
    return m.passing() if m.asked and m.kind in PASSING else None


def _sold(action: Action) -> list[str]:
    if isinstance(action, SellShares):
        return [action.company]
    return [sale.company for sale in action.sales] if isinstance(action, SellList) else []


# -- shares


def _check_buy(p: BuyShares, m: Occasion) -> None:
    _company(p.company, m)
    _money(p.most)
    _triggers(p.unless)
    if p.source not in ("", "ipo", "pool"):
        raise BadInput(f"certificates are bought from ipo or pool, not from {p.source!r}")
    if not m.held(p.company) < p.percent <= 100:
        facts = {"held": m.held(p.company), "company": p.company}
        raise Unfit(Message("you hold {held} % of {company}: the aim must be above it, up to 100 %", facts))


def _buy(p: BuyShares, m: Occasion) -> Action | Ended | None:
    if p.company not in m.companies:
        return Ended(Message("{company} is gone", {"company": p.company}))
    if m.held(p.company) >= p.percent:
        return Ended(Message("{percent} % of {company} are held", {"percent": m.held(p.company), "company": p.company}))
    happened = _happened(p.unless, m, lambda company: company == p.company)
    if happened is not None:
        return happened
    if not m.asked:
        return None
    found = [
        option
        for option in m.options
        if isinstance(option.action, BuyShare)
        and option.action.company == p.company
        and (not p.source or option.action.source == p.source)
    ]
    priced = sorted(((m.game.quote(option).cost, index) for index, option in enumerate(found)))
    if not priced:
        return None
    cost, index = priced[0]
    if p.most and cost > p.most:
        return Ended(Message("a certificate of {company} costs {price:$}", {"company": p.company, "price": cost}))
    return found[index].action


def _check_sell(p: SellBelow, m: Occasion) -> None:
    _company(p.company, m)
    _money(p.price, 1)
    if not 0 <= p.keep < m.held(p.company):
        facts = {"held": m.held(p.company), "company": p.company}
        raise Unfit(Message("you hold {held} % of {company}: what is kept must be less", facts))


def _sell(p: SellBelow, m: Occasion) -> Action | Ended | None:
    price = m.price(p.company)
    if m.held(p.company) <= p.keep:
        return Ended(Message("{percent} % of {company} are held", {"percent": m.held(p.company), "company": p.company}))
    if not m.asked or m.kind != "stock" or price is None or price >= p.price:
        return None
    sales = [
        option.action
        for option in m.options
        if isinstance(option.action, SellShares)
        and option.action.company == p.company
        and m.held(p.company) - option.action.percent >= p.keep
    ]
    return max(sales, key=lambda sale: sale.percent, default=None)


# -- a company's turn


def _own(company: str, m: Occasion) -> bool:
    """True if the turn is that of the company, or of any company of the owner."""
    return m.asked and (not company or m.actor == company)


def _check_skip(p: Skip, m: Occasion) -> None:
    _company(p.company, m, empty=True)
    if p.step not in STEPS:
        raise BadInput(f"what is skipped is {' or '.join(STEPS)}, not {p.step!r}")


def _skip(p: Skip, m: Occasion) -> Action | Ended | None:
    return m.passing() if m.kind == p.step and _own(p.company, m) else None


def _check_pay(p: PayOut, m: Occasion) -> None:
    _company(p.company, m, empty=True)
    if p.choice not in CHOICES:
        raise BadInput(f"a company can {' or '.join(CHOICES)}, not {p.choice!r}")


def _pay(p: PayOut, m: Occasion) -> Action | Ended | None:
    if m.kind != "dividend" or not _own(p.company, m):
        return None
    return m.first(lambda action: isinstance(action, Dividend) and action.choice == p.choice)


def _check_run(p: RunBest, m: Occasion) -> None:
    _company(p.company, m, empty=True)


def _run(p: RunBest, m: Occasion) -> Action | Ended | None:
    if not _own(p.company, m):
        return None
    if m.kind == "run":
        return m.first(lambda action: isinstance(action, RunRoutes))
    if m.kind == "dividend" and p.pay:
        return m.first(lambda action: isinstance(action, Dividend) and action.choice == "pay")
    return None


# -- offers and bids


def _answer(p: AnswerOffers, m: Occasion) -> Action | Ended | None:
    accepted = m.first(lambda action: isinstance(action, Answer) and action.accept) if m.asked else None
    if accepted is None:
        return None
    after = m.game.branch()
    after.apply(accepted, m.seat)
    gain = _wealth(after.view(m.seat)["players"][m.seat], m, after) - _wealth(m.me, m)
    if gain >= p.least:
        return accepted
    return m.first(lambda action: isinstance(action, Answer) and not action.accept) if p.refuse else None


def _wealth(me: dict[str, Any], m: Occasion, game: Game[Any] | None = None) -> int:
    """Cash of a player and of the companies he leads: what an offer brings comes to one of them."""
    companies = (game or m.game).view(m.seat)["companies"]
    return int(me["cash"]) + sum(int(companies[name]["cash"]) for name in m.me["president_of"] if name in companies)


def _check_bid(p: BidUpTo, m: Occasion) -> None:
    _money(p.most, 1)
    if p.what not in (m.view.get("privates") or {}) and p.what not in _auctioned(m):
        raise Unfit(Message("nothing called {what!r} can be bid for", {"what": p.what}))
    if _gone(p.what, m):
        raise Unfit(Message("{what} is not for sale any more", {"what": p.what}))


def _auctioned(m: Occasion) -> dict[str, dict[str, Any]]:
    """Companies, in titles in which they are put up for auction."""
    return m.companies if m.game.rules.action_types.get("bid_company") is BidCompany else {}


def _gone(what: str, m: Occasion) -> bool:
    """True if it has been sold, or is out of the game."""
    private = (m.view.get("privates") or {}).get(what)
    if private is not None:
        return private["owner"] is not None or bool(private["closed"])
    company = m.companies.get(what)
    return company is None or bool(company["price"] is not None or company.get("removed"))


def biddable(game: Game[Any], seat: int) -> list[str]:
    """What a player may programme bids for now."""
    m = Occasion(game, seat, game.ply)
    privates = list(m.view.get("privates") or {}) if m.view.get("auction") else []
    return [name for name in (*privates, *_auctioned(m)) if not _gone(name, m)]


def _target(action: Action) -> tuple[str, int] | None:
    """What an action of an auction is about, and what it offers."""
    if isinstance(action, Bid):
        return action.private, action.amount
    if isinstance(action, BidCompany):
        return action.company, action.amount
    return (action.private, action.price) if isinstance(action, BuyPrivate) else None


def _bid(p: BidUpTo, m: Occasion) -> Action | Ended | None:
    if _gone(p.what, m):
        return Ended(Message("{what} is sold", {"what": p.what}))
    if not m.asked or m.kind not in PASSING:
        return None
    offers = [(option, target) for option in m.options if (target := _target(option.action)) and target[0] == p.what]
    if not offers:
        return None
    lowest = min(offers, key=lambda found: found[1][1])
    if lowest[1][1] > p.most:
        return Ended(Message("the next bid for {what} would be {price:$}", {"what": p.what, "price": lowest[1][1]}))
    return None if _leads(p.what, m) else lowest[0].action


def _leads(what: str, m: Occasion) -> bool:
    """True if the owner's bid is the highest already: nobody bids against himself."""
    bids: dict[str, int] = ((m.view.get("auction") or {}).get("bids") or {}).get(what) or {}
    return bool(bids) and max(bids, key=lambda name: bids[name]) == m.me["name"]


_CHECKS: dict[type, Callable[[Any, Occasion], None]] = {
    PassUntil: _check_pass,
    BuyShares: _check_buy,
    SellBelow: _check_sell,
    Skip: _check_skip,
    PayOut: _check_pay,
    RunBest: _check_run,
    AnswerOffers: lambda p, m: _money(p.least),
    AgreeToUndo: lambda p, m: None,
    BidUpTo: _check_bid,
}
_ACTS: dict[type, Callable[[Any, Occasion], Action | Ended | None]] = {
    PassUntil: _pass,
    BuyShares: _buy,
    SellBelow: _sell,
    Skip: _skip,
    PayOut: _pay,
    RunBest: _run,
    AnswerOffers: _answer,
    BidUpTo: _bid,
}
