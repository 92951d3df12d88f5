"""What was done, as a report tells it: to each clause of the log ("lays 57 on E5") the one of a report ("laid 57 …").

The log says what happens, the strip of what happened since the reader's last turn what did. Polish keeps the present
tense there too: a past one would have to know whether somebody is a man or a woman.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from stellwerk.core import Message
from stellwerk.core.message import Text
from stellwerk.web.pages.table_page import TablePage

Report = Mapping[Text, Message]  # by the template of the log

FAMILY: Report = {
    "lays {tile} on {hex}": Message("laid {tile} on {hex}"),
    "lays {tile} on {hex} for {cost:$}": Message("laid {tile} on {hex} for {cost:$}"),
    "places a token in {hex}": Message("placed a token in {hex}"),
    "places a token in {hex} for {cost:$}": Message("placed a token in {hex} for {cost:$}"),
    "runs for {revenue:$}": Message("ran for {revenue:$}"),
    "shares its income": Message("shared its income"),
    "pays {share:$} per share": Message("paid {share:$} per share"),
    "withholds {amount:$}": Message("withheld {amount:$}"),
    "pays no dividend": Message("paid no dividend"),
    "buys train {train} from {company} for {price:$}": Message("bought train {train} from {company} for {price:$}"),
    "buys train {train} for {price:$}": Message("bought train {train} for {price:$}"),
    "gets train {train}": Message("got train {train}"),
    "discards train {train}": Message("discarded train {train}"),
    "leaves the auction": Message("left the auction"),
    "leaves the bid-off": Message("left the bid-off"),
    "passes": Message("passed"),
    "passes ({part:step})": Message("passed ({part:step})"),
    "bids {amount:$} for {company}": Message("bid {amount:$} for {company}"),
    "bids {amount:$} for {private}": Message("bid {amount:$} for {private}"),
    "raises to {amount:$}": Message("raised to {amount:$}"),
    "withdraws the bid on {private}": Message("withdrew the bid on {private}"),
    "gets {private} from {company} for {price:$}": Message("got {private} from {company} for {price:$}"),
    "gets {private} for {price:$}": Message("got {private} for {price:$}"),
    "exchanges {private} for a share of {company}": Message("exchanged {private} for a share of {company}"),
    "offers {who} {price:$} for train {train}": Message("offered {who} {price:$} for train {train}"),
    "offers {private} to {who} for {price:$}": Message("offered {private} to {who} for {price:$}"),
    "offers {who} {price:$} for {private}": Message("offered {who} {price:$} for {private}"),
    "agrees": Message("agreed"),
    "refuses": Message("refused"),
    "buys {percent} % of {company} for {amount:$} ({source:source})": Message(
        "bought {percent} % of {company} for {amount:$} ({source:source})"
    ),
    "starts {company} at {par:$} and pays {amount:$}": Message("started {company} at {par:$} and paid {amount:$}"),
    "starts {company} for {amount:$}": Message("started {company} for {amount:$}"),
    "gets the par price {price:$}": Message("got the par price {price:$}"),
    "sells {sales} for {amount:$}": Message("sold {sales} for {amount:$}"),
    # what everybody should know: whole sentences, in the words of their events
    "phase {phase} begins": Message("phase {phase} began"),
    "trains {kind} rust": Message("trains {kind} rusted"),
    "{company} floats": Message("{company} floated"),
    "{new} becomes president of {company} in place of {old}": Message(
        "{new} became president of {company} in place of {old}"
    ),
    "the bank is broken; it goes on paying": Message("the bank broke; it goes on paying"),
    "{who} is bankrupt": Message("{who} went bankrupt"),
}


def reported(page: TablePage, does: Message) -> Message:
    """What a clause or an event of the log says, as a report; what has no other words stays as it is."""
    told = page.ui.reports.get(does.template) or FAMILY.get(does.template)
    return does if told is None else structs.replace(does, template=told.template)
