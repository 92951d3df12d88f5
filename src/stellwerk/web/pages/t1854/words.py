"""The actions of 1854 in words, for buttons and lists."""

from __future__ import annotations

from stellwerk.i18n import word
from stellwerk.i18n.words import MAIL
from stellwerk.titles.t1854.actions import BuyContract, ChooseCharter, CompleteOption, Merge, TakeOption, Withdraw
from stellwerk.titles.t1854.tunnels import LayTunnel
from stellwerk.web.pages.at import At
from stellwerk.web.pages.phrases import PHRASES, Phrase, hex_name


def _withdraw(at: At, action: Withdraw) -> Phrase:
    return Phrase(at.say("Bids"), at.say("Withdraw the bid on {private}", private=action.private))


def _take(at: At, action: TakeOption) -> Phrase:
    company = at.view["companies"][action.company]
    price = company["par"] if action.source == "display" else company["price"]
    text = at.say("Take an option on {company}", company=action.company)
    return Phrase(at.say("Options"), text, at.money(price or 0))


def _complete(at: At, action: CompleteOption) -> Phrase:
    seat = at.asked
    mark = at.view["options"].get(at.t.seats[seat]) if seat >= 0 else None
    if mark is None:
        return Phrase(at.say("Options"), at.say("Complete the option"))
    return Phrase(
        at.say("Options"), at.say("Complete the option on {company}", company=mark["company"]), at.money(mark["price"])
    )


def _tunnel(at: At, action: LayTunnel) -> Phrase:
    edges = at.t.data.map.edges
    ends = f"{edges[str(action.a)]}–{edges[str(action.b)]}"
    text = at.say("Tunnel {edges} below {hex}", edges=ends, hex=hex_name(at, action.hex))
    return Phrase(at.say("Lay a tunnel"), f"{text} ({action.power})" if action.power else text)


def contract_name(at: At, contract: str) -> str:
    """A size of mail contracts in words."""
    return word(MAIL, contract, at.language)


def _contract(at: At, action: BuyContract) -> Phrase:
    entry = at.view["contracts"].get(action.contract, {"price": 0})
    text = at.say("Buy the mail contract: {contract}", contract=contract_name(at, action.contract))
    return Phrase(at.say("Mail contract"), text, at.money(entry["price"]))


def _merge(at: At, action: Merge) -> Phrase:
    return Phrase(at.say("Merger"), at.say("Propose: local {one} with {other}", one=action.local, other=action.partner))


def _charter(at: At, action: ChooseCharter) -> Phrase:
    return Phrase(at.say("Merger"), at.say("Become AG {charter}", charter=action.charter))


PHRASES.update(
    {
        Withdraw: _withdraw,
        TakeOption: _take,
        CompleteOption: _complete,
        LayTunnel: _tunnel,
        BuyContract: _contract,
        Merge: _merge,
        ChooseCharter: _charter,
    }
)
