"""The actions of the 18xx family. Each is a small value with one JSON form (docs/transcripts.md)."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.core import Action


class Pass(Action, frozen=True, tag="pass"):
    """Do nothing, or end the step or turn."""

    quiet = True


class Bid(Action, frozen=True, tag="bid"):
    """Bid on a private, or raise in a bid-off."""

    private: str
    amount: int


class BuyPrivate(Action, frozen=True, tag="buy_private"):
    """Buy a private: from the bank in the auction, from its owner in a stock round or a company's turn."""

    private: str
    price: int


class SellPrivate(Action, frozen=True, tag="sell_private"):
    """Offer one's own private to another player."""

    private: str
    to: int
    price: int


class Answer(Action, frozen=True, tag="answer"):
    """Agree to an offered deal, or refuse it."""

    accept: bool


class Par(Action, frozen=True, tag="par"):
    """Start a company: buy its president's certificate and set its par price."""

    company: str
    price: int


class BuyShare(Action, frozen=True, tag="buy_share"):
    """Buy one certificate from `ipo` or `pool`."""

    company: str
    source: str


class Sale(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A number of shares of one company, in percent."""

    company: str
    percent: int


class SellShares(Action, frozen=True, tag="sell_shares"):
    """Sell shares of one company together."""

    company: str
    percent: int


class SellList(Action, frozen=True, tag="sell_list"):
    """Sell shares of several companies at once, all or nothing."""

    sales: tuple[Sale, ...]

    def misfit(self) -> str:
        """Also looks into the list."""
        if type(self.sales) is not tuple:
            return "sales"
        fits = all(
            type(sale) is Sale and type(sale.company) is str and type(sale.percent) is int for sale in self.sales
        )
        return "" if fits else "sales"


class Exchange(Action, frozen=True, tag="exchange"):
    """Exchange a private for a share from `ipo` or `pool`."""

    private: str
    source: str


class LayTile(Action, frozen=True, tag="lay_tile"):
    """Lay a tile; `power` names the private whose special lay it is."""

    hex: str
    tile: str
    rotation: int
    power: str = ""


class PlaceToken(Action, frozen=True, tag="place_token"):
    """Place a token in a city; `power` names the private whose special token it is."""

    hex: str
    stop: int
    power: str = ""


class ChooseCity(Action, frozen=True, tag="choose_city"):
    """Say which city of a hex holds a home token."""

    hex: str
    stop: int


class Route(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A train and its way: stops (`E19.0` = hex, stop number) and sides crossed (`D14:4` = out of D14 over edge 4).

    `counts` are the stops a train that is paid for some of its stops counts; without them it counts the dearest.
    `bonus` names the bonus that is claimed for this train, in titles that have such.
    """

    train: str
    path: tuple[str, ...]
    counts: tuple[str, ...] = ()
    bonus: str = ""


class RunRoutes(Action, frozen=True, tag="run_routes"):
    """Run trains; the empty list runs none."""

    routes: tuple[Route, ...]

    def misfit(self) -> str:
        """Also looks into the list."""
        if type(self.routes) is not tuple:
            return "routes"
        for route in self.routes:
            if type(route) is not Route or type(route.train) is not str or type(route.path) is not tuple:
                return "routes"
            if type(route.counts) is not tuple or type(route.bonus) is not str:
                return "routes"
            if any(type(item) is not str for item in (*route.path, *route.counts)):
                return "routes"
        return ""


class Dividend(Action, frozen=True, tag="dividend"):
    """`pay` or `withhold`."""

    choice: str


class BuyTrain(Action, frozen=True, tag="buy_train"):
    """Buy a train from wherever it is; `trade_in` is the train handed in."""

    train: str
    price: int
    trade_in: str = ""


class DiscardTrain(Action, frozen=True, tag="discard_train"):
    """Give up a train above the limit."""

    train: str


class Bankrupt(Action, frozen=True, tag="bankrupt"):
    """Declare bankruptcy."""


class BidCompany(Action, frozen=True, tag="bid_company"):
    """Start the auction of a company's president's certificate, or raise in it."""

    company: str
    amount: int


class IssueShares(Action, frozen=True, tag="issue_shares"):
    """A company sells some of its own shares to the bank."""

    percent: int


class RedeemShares(Action, frozen=True, tag="redeem_shares"):
    """A company buys some of its own shares back from the bank."""

    percent: int


# What is done in every title: the actions of stock turns and operating turns.
COMMON: tuple[type[Action], ...] = (
    Pass, BuyShare, SellShares, LayTile, PlaceToken, RunRoutes, Dividend, BuyTrain, DiscardTrain, Answer,
)  # fmt: skip


def kinds(*more: type[Action]) -> dict[str, type[Action]]:
    """The actions of a title by their names: the common ones and `more`."""
    return {str(kind.__struct_config__.tag): kind for kind in (*COMMON, *more)}


KINDS = kinds(Bid, BuyPrivate, SellPrivate, Par, SellList, Exchange, ChooseCity, Bankrupt)
