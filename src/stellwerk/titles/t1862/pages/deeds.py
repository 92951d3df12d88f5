"""What is done in 1862 only, as clauses for the log."""

from collections.abc import Mapping

from stellwerk.core import Message, Plural
from stellwerk.web.pages.reported import Report
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.pages.telling import Clause, Deed, Maker


def buyback(page: TablePage, deed: Deed) -> Clause | None:
    """Half of the shares, with the notes it took."""
    facts = deed.event.facts
    told = {"cost": facts["cost"], "notes": facts["notes"]}
    return Clause(
        facts["company"],
        Message(
            Plural(
                "buys back half of its shares for {cost:$} and takes {notes:n} note",
                "buys back half of its shares for {cost:$} and takes {notes:n} notes",
            ),
            told,
        ),
    )


BOUGHT_BACK = Message(
    Plural(
        "bought back half of its shares for {cost:$} and took {notes:n} note",
        "bought back half of its shares for {cost:$} and took {notes:n} notes",
    )
)
REPORTS: Report = {
    Plural(
        "buys back half of its shares for {cost:$} and takes {notes:n} note",
        "buys back half of its shares for {cost:$} and takes {notes:n} notes",
    ): BOUGHT_BACK,
    "the price of {company} is 0: it leaves the game": Message("the price of {company} fell to 0: it left the game"),
    "{company} reaches the end of the price table": Message("{company} reached the end of the price table"),
    "fewer than {count} players are left": Message("fewer than {count} players were left"),
    "nothing can change any more": Message("nothing could change any more"),
    "group {group} is on sale: {companies}": Message("group {group} came on sale: {companies}"),
}
DEEDS: Mapping[str, Maker] = {"buyback": buyback}
