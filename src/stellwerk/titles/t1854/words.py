"""Words that only 1854 has."""

from __future__ import annotations

from stellwerk.core import Action, Label
from stellwerk.core.words import ACTION, STEP
from stellwerk.eighteen import wording
from stellwerk.eighteen.frames import StockTurn
from stellwerk.eighteen.wording import Maker, Wording
from stellwerk.eighteen.words import SOURCE

from .actions import BuyContract, ChooseCharter, CompleteOption, Merge, TakeOption, Withdraw
from .state import own
from .tunnels import LayTunnel

CONTRACT = "contract"  # the size of a mail contract

WORDS: dict[str, dict[str, str]] = {
    CONTRACT: {"small": "small", "large": "large"},
    SOURCE: {"display": "display", "split": "split area"},
    STEP: {
        "mail": "mail income",
        "contract": "mail contract",
        "merger": "merger",
        "merger_offer": "proposal of a merger",
        "charter": "choice of the AG",
    },
    ACTION: {
        "withdraw": "withdraw a bid",
        "take_option": "take an option",
        "complete_option": "complete an option",
        "lay_tunnel": "lay a tunnel",
        "buy_contract": "buy a mail contract",
        "merge": "propose a merger",
        "choose_charter": "choose an AG",
    },
}

QUESTIONS = {
    **wording.QUESTIONS,
    "track": "Lay or upgrade a tile, lay a tunnel, or pass.",
    "contract": "Buy a mail contract for {company}, or none.",
    "merger": "Propose a merger of local {company}, or pass.",
    "merger_offer": "Shall local {company} merge?",
    "charter": "Choose the AG that the two locals become.",
}


def _withdraw(w: Wording, action: Withdraw) -> Label:
    return Label(w.t.message("Withdraw the bid on {what}", what=w.private(action.private)), w.t.message("Bids"))


def _take_option(w: Wording, action: TakeOption) -> Label:
    text = w.t.message("Take an option on {company} from: {place:source}", company=action.company, place=action.source)
    return Label(text, w.t.message("Options"), priced=True)


def _complete_option(w: Wording, action: CompleteOption) -> Label:
    frame = w.s.frames[-1]
    mark = own(w.s).options[frame.seat] if isinstance(frame, StockTurn) else None
    if mark is None:
        return Label(w.t.message("Complete the option"), w.t.message("Options"))
    text = w.t.message("Complete the option on {company}", company=w.t.companies[mark.company].id)
    return Label(text, w.t.message("Options"), priced=True)


def _lay_tunnel(w: Wording, action: LayTunnel) -> Label:
    t, place, names = w.t, w.hex(action.hex), w.t.data.map.edges
    edges = f"{names.get(str(action.a), action.a)}–{names.get(str(action.b), action.b)}"
    text = t.message("Tunnel {edges} below {hex}", edges=edges, hex=place)
    if action.power:
        text = t.message("{tunnel} ({power})", tunnel=text, power=action.power)
    return Label(text, t.message("Lay a tunnel"), (t.message("below {hex}", hex=place),))


def _buy_contract(w: Wording, action: BuyContract) -> Label:
    text = w.t.message("Buy the mail contract: {contract:contract}", contract=action.contract)
    return Label(text, w.t.message("Mail contract"), priced=True)


def _merge(w: Wording, action: Merge) -> Label:
    text = w.t.message("Propose: local {one} with {other}", one=action.local, other=action.partner)
    return Label(text, w.t.message("Merger"))


def _choose_charter(w: Wording, action: ChooseCharter) -> Label:
    return Label(w.t.message("Become AG {charter}", charter=action.charter), w.t.message("Merger"))


LABELS: dict[type[Action], Maker] = {
    **wording.LABELS,
    Withdraw: _withdraw,
    TakeOption: _take_option,
    CompleteOption: _complete_option,
    LayTunnel: _lay_tunnel,
    BuyContract: _buy_contract,
    Merge: _merge,
    ChooseCharter: _choose_charter,
}
