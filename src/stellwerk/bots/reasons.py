"""Why a bot would do something in an 18xx game: a sentence from the figures of the position, of the kind that fits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from stellwerk.bots.advice import Advice, Alternative
from stellwerk.bots.candidates import candidates
from stellwerk.bots.figures import PositionFigures
from stellwerk.core import Action, Chance, Game, Illegal, Message
from stellwerk.core.message import Plural
from stellwerk.eighteen import actions

OTHERS = 3  # choices that are told besides what is advised
THUMB = Message("This is decided by rule of thumb.")


class Reasons:
    """Words what speaks for an action of a seat, which is asked."""

    def __init__(self, game: Game[Any], seat: int, figures: PositionFigures) -> None:
        """With figures of the position."""
        self.game, self.seat, self.figures = game, seat, figures
        self.s, self.t, self.rules = figures.s, figures.t, figures.rules
        decision = game.decision()
        self.asked = "" if decision is None else decision.kind
        self.company = -1 if decision is None else self.t.kit.company_index.get(decision.actor, -1)
        self.cash = self.s.players[seat].cash

    def of(self, action: Action) -> Message:
        """The reason; that of habit where there is nothing to be said."""
        kinds: dict[type[Action], Callable[[Any], Message | None]] = {
            actions.Par: self.par,
            actions.BuyShare: self.buy,
            actions.SellShares: self.sell,
            actions.Bid: self.bid,
            actions.BuyPrivate: self.private,
            actions.LayTile: self.tile,
            actions.PlaceToken: self.token,
            actions.Dividend: self.dividend,
            actions.BuyTrain: self.train,
            actions.DiscardTrain: self.discard,
            actions.RunRoutes: self.run,
            actions.IssueShares: self.issue,
            actions.Pass: self.nothing,
        }
        word = kinds.get(type(action))
        try:
            return (word(action) if word else None) or THUMB
        except Illegal:  # a figure that cannot be had for an offer others must agree to
            return THUMB

    def message(self, template: str | Plural, action: Action | None = None, /, **facts: Any) -> Message:
        """A sentence in the title's words; the fields of an action are facts."""
        fields = () if action is None else action.__struct_fields__
        return Message(template, {field: getattr(action, field) for field in fields} | facts, self.t.style)

    @property
    def name(self) -> str:
        """The company whose turn it is."""
        return self.t.companies[self.company].id

    # -- a player's own money

    def par(self, action: actions.Par) -> Message:
        """A company of one's own."""
        train = self.figures.coming_price()
        if 10 * action.price >= train > 0:
            return self.message("Sold out at {price:$}, {company} can pay a train for {train:$}.", action, train=train)
        return self.message("It is a company of your own, at {price:$} a share.", action)

    def buy(self, action: actions.BuyShare) -> Message:
        """A share: what it does for a company of one's own, or what it may bring."""
        number = self.t.company(action.company)
        company, cost = self.s.companies[number], self.rules.quote(self.s, action).cost
        if not company.floated and company.president == self.seat:
            return self.message(
                "{company} is yours and has not floated yet: it needs every share that is bought.", action
            )
        income = round(self.figures.income(number))
        if income:
            return self.message(
                "For {cost:$} a tenth of {company} pays about {income:$} in each run.", action, cost=cost, income=income
            )
        if company.president == self.seat:
            return self.message("It makes your hold of {company} stronger, for {cost:$}.", action, cost=cost)
        return self.message("{company} will run soon; now its share costs {cost:$}.", action, cost=cost)

    def sell(self, action: actions.SellShares) -> Message:
        """What the company will need, what it earns, or the money."""
        number = self.t.company(action.company)
        company = self.s.companies[number]
        missing = self.figures.needed_for(number) - company.cash if company.floated else 0
        if missing > 0:
            return self.message(
                "{company} will need {missing:$} more for a train, and somebody must pay that.", action, missing=missing
            )
        brings, income = self.rules.quote(self.s, action).gain(self.seat), round(self.figures.income(number))
        return self.message(
            "{brings:$} now are worth more than {income:$} a tenth in each run of {company}.",
            action,
            brings=brings,
            income=income,
        )

    def bid(self, action: actions.Bid) -> Message:
        """What a private costs and pays."""
        return self.paying(action, action.amount)

    def private(self, action: actions.BuyPrivate) -> Message:
        """The same; or what a company pays its owner for it."""
        if self.company >= 0:
            return self.message(
                "{buyer} has money to spare, and its price goes to the owner of {private}.", action, buyer=self.name
            )
        return self.paying(action, action.price)

    def paying(self, action: Any, cost: int) -> Message:
        """What a private pays for its price."""
        income = self.t.privates[self.t.private(action.private)].income
        return self.message(
            "{private} pays {income:$} in each operating round, for {cost:$} once.", action, income=income, cost=cost
        )

    # -- a company's turn

    def grown(self, before: int, after: int) -> Message:
        """A run that grows."""
        return self.message(
            "The run of {company} grows from {before:$} to {after:$}.", company=self.name, before=before, after=after
        )

    def tile(self, action: actions.LayTile) -> Message:
        """The run, or what is in reach."""
        figures, number = self.figures, self.company
        board, cost = figures.after_lay(number, action)
        trains = figures.specs(number)
        before, after = figures.revenue(number), figures.run(number, board, trains)
        if after > before:
            return self.grown(before, after)
        reach, now = self.t.networks.reach(board, number), self.t.networks.reach(self.s.board, number)
        more = len(reach.stops) - len(now.stops)
        if more > 0:
            return self.message(
                Plural(
                    "It brings {count:n} more stop into reach, for {cost:$}.",
                    "It brings {count:n} more stops into reach, for {cost:$}.",
                ),
                count=more,
                cost=cost,
            )
        return self.message("It leads on for later runs, for {cost:$}.", cost=cost)

    def token(self, action: actions.PlaceToken) -> Message:
        """The run, or a way that stays open."""
        figures, number = self.figures, self.company
        board = figures.after_token(number, action)
        before, after = figures.revenue(number), figures.run(number, board, figures.specs(number))
        if after > before:
            return self.grown(before, after)
        return self.message("It keeps the way through {hex} open before others close it.", action)

    def run(self, action: actions.RunRoutes) -> Message:
        """The best run."""
        return self.message("No better run was found: {revenue:$}.", revenue=self.figures.revenue(self.company))

    def dividend(self, action: actions.Dividend) -> Message | None:
        """Who gets what."""
        figures, company = self.figures, self.s.companies[self.company]
        revenue, needed = figures.revenue(self.company), figures.needed_for(self.company)
        if action.choice == "pay":
            mine = revenue * company.held[self.seat] // 100
            return self.message("It brings you {mine:$}, and the price of the shares does not fall.", mine=mine)
        if needed > company.cash:
            return self.message(
                "{company} has {cash:$} and will need {needed:$} for a train.",
                company=self.name,
                cash=company.cash,
                needed=needed,
            )
        if action.choice == "withhold":
            return self.message(
                "With {revenue:$} more, {company} can pay a train that earns it back.",
                company=self.name,
                revenue=revenue,
            )
        return None

    def train(self, action: actions.BuyTrain) -> Message:
        """What it earns, what it replaces, or what idle money is good for."""
        figures, company = self.figures, self.s.companies[self.company]
        before, after = figures.revenue(self.company), figures.with_train(self.company, action)
        if after > before:
            return self.grown(before, after)
        if figures.needed_for(self.company):
            return self.message("{company} has no train that lasts.", company=self.name)
        left = max(0, company.cash - action.price)
        return self.message(
            "The money lies idle, and the next kind of train comes nearer; {left:$} are left.", left=left
        )

    def discard(self, action: actions.DiscardTrain) -> Message:
        """The train that is missed least."""
        return self.message("{train} is missed least.", action)

    def issue(self, action: actions.IssueShares) -> Message:
        """Money for a train."""
        cash = self.s.companies[self.company].cash
        return self.message(
            "{company} has {cash:$} and will need {needed:$} for a train.",
            company=self.name,
            cash=cash,
            needed=self.figures.needed_for(self.company),
        )

    def nothing(self, action: actions.Pass) -> Message | None:
        """Why nothing is done."""
        if self.asked == "stock":
            kept = self.figures.needed_by(self.seat)
            if kept:
                return self.message("{kept:$} are kept for trains that your companies will need.", kept=kept)
            return self.message("Nothing on sale brings enough for its price; you keep {cash:$}.", cash=self.cash)
        if self.asked in ("auction", "bid_off"):
            return self.message("The money is worth more in a company; you keep {cash:$}.", cash=self.cash)
        if self.company < 0:
            return None
        cash = self.s.companies[self.company].cash
        if self.asked == "track":
            return self.message("No tile brings {company} more than it costs.", company=self.name)
        if self.asked == "token":
            return self.message(
                "No token is worth its price now; {company} keeps {cash:$}.", company=self.name, cash=cash
            )
        if self.asked == "trains":
            return self.message(
                "No further train would earn its price; {company} keeps {cash:$}.", company=self.name, cash=cash
            )
        return None


def with_outlook(why: Message, ahead: int, best: bool) -> Message:
    """A reason, and how it ended when it was tried out: against the next best choice, or against the best."""
    if ahead <= 0 if best else ahead >= 0:  # the usual choice stays unless another one is clearly better
        played = Message("Played on, it ends level with the best.")
    elif best:
        played = Message("Played on, it ends {ahead} ahead of the next best choice.", {"ahead": ahead})
    else:
        played = Message("Played on, it ends {behind} behind the best choice.", {"behind": -ahead})
    return Message("{why} {played}", {"why": why, "played": played}, why.style)


def explained(
    game: Game[Any],
    seat: int,
    action: Action,
    figures: PositionFigures,
    thought: Sequence[Action] = (),
    values: Mapping[Action, float] = MappingProxyType({}),
) -> Advice:
    """What was chosen at a look, with its reason, and what else was thought of or could have been."""
    reasons = Reasons(game, seat, figures)
    others = [other for other in thought if other != action][:OTHERS]
    tried = candidates(game, seat, action, Chance(game.ply, f"advice/{seat}"), others)
    looked = list(dict.fromkeys([action, *others, *tried]))[: OTHERS + 1]
    weighed = tuple(Alternative(one, round(values.get(one, 0.0), 3), reasons.of(one)) for one in looked)
    return Advice(action, weighed[0].why, weighed if len(weighed) > 1 else ())
