"""Which share to part with when something must be sold."""

from __future__ import annotations

from stellwerk.eighteen.actions import SellShares
from stellwerk.web.pages.decisions.chosen import options_of, query
from stellwerk.web.pages.guide.figures import earned, whose
from stellwerk.web.pages.guide.hint import Fill
from stellwerk.web.pages.table_page import TablePage


def worst_share(page: TablePage) -> SellShares | None:
    """The smallest sale of the company that earned least for its price; a company of one's own comes last."""
    sales = [action for _, action in options_of(page, SellShares)]

    def keeps(sale: SellShares) -> tuple[bool, float, int]:
        price = page.view["companies"][sale.company]["price"] or 1
        return whose(page, sale.company), earned(page, sale.company) / price, sale.percent

    return min(sales, key=keeps, default=None)


def sale_fill(page: TablePage, sale: SellShares) -> Fill:
    """The sale, filled in."""
    label = page.say("Fill in: sell {company}", company=sale.company)
    return Fill(label, query("sell", company=sale.company, percent=sale.percent))


def worst_sale(page: TablePage) -> tuple[list[str], Fill | None]:
    """What to sell, what it brings, and the sale filled in; nothing if nothing can be sold."""
    sale = worst_share(page)
    if sale is None:
        return [], None
    text = page.say(
        "{company} earned least for its price: {percent} % of it bring {amount:$}.",
        company=sale.company,
        percent=sale.percent,
        amount=sum(paid.amount for paid in page.game.quote(sale).payments if paid.payee == page.asked),
    )
    return [text], sale_fill(page, sale)
