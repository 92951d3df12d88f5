"""Words that only 1854 has."""

from __future__ import annotations

from stellwerk.core import Action, Label
from stellwerk.core.words import ACTION, STEP
from stellwerk.eighteen import wording
from stellwerk.eighteen.actions import Pass
from stellwerk.eighteen.frames import StockTurn
from stellwerk.eighteen.wording import Maker, Wording, passing
from stellwerk.eighteen.words import SOURCE

from .actions import BuyContract, ChooseCharter, CompleteOption, Merge, TakeOption, Withdraw
from .state import State1854, Turn
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


def _pass(w: Wording, action: Pass) -> Label:
    t, frame = w.t, w.s.frames[-1]
    track = t.message("Lay nothing")
    if isinstance(frame, Turn) and frame.laid != frame.tunnel_laid:
        track = t.message("Lay no tunnel") if frame.laid else t.message("Lay no tile")
    return passing(w, track=track, contract=t.message("Buy no contract"), merger=t.message("Propose none"))


def _withdraw(w: Wording, action: Withdraw) -> Label:
    text = w.t.message("Withdraw the bid on {what}", what=w.private(action.private))
    return Label(text, w.t.message("Bids"), short=w.t.message("Withdraw the bid"))


def _take_option(w: Wording, action: TakeOption) -> Label:
    t = w.t
    text = t.message("Take an option on {company} from: {place:source}", company=action.company, place=action.source)
    short = t.message("Take the option on {company}", company=action.company)
    return Label(text, t.message("Options"), priced=True, short=short, verb=t.message("Take option"))


def _complete_option(w: Wording[State1854], action: CompleteOption) -> Label:
    frame = w.s.frames[-1]
    mark = w.s.options[frame.seat] if isinstance(frame, StockTurn) else None
    t, short = w.t, w.t.message("Complete the option")
    if mark is None:
        return Label(short, t.message("Options"))
    text = t.message("Complete the option on {company}", company=t.companies[mark.company].id)
    return Label(text, t.message("Options"), priced=True, short=short, verb=t.message("Complete"))


def _lay_tunnel(w: Wording, action: LayTunnel) -> Label:
    t, place, names = w.t, w.hex(action.hex), w.t.data.map.edges
    edges = f"{names.get(str(action.a), action.a)}–{names.get(str(action.b), action.b)}"
    text = t.message("Tunnel {edges} below {hex}", edges=edges, hex=place)
    if action.power:
        text = t.message("{tunnel} ({power})", tunnel=text, power=action.power)
    short, verb = t.message("Lay the tunnel below {hex}", hex=action.hex), t.message("Lay tunnel")
    return Label(text, t.message("Lay a tunnel"), (t.message("below {hex}", hex=place),), short=short, verb=verb)


def _buy_contract(w: Wording, action: BuyContract) -> Label:
    text = w.t.message("Buy the mail contract: {contract:contract}", contract=action.contract)
    return Label(text, w.t.message("Mail contract"), priced=True, short=w.t.message("Buy the contract"))


def _merge(w: Wording, action: Merge) -> Label:
    text = w.t.message("Propose: local {one} with {other}", one=action.local, other=action.partner)
    numbers = [w.t.kit.company_index.get(name) for name in (action.local, action.partner)]
    owners = {w.s.companies[number].president for number in numbers if number is not None}
    short = w.t.message("Merge them") if len(owners) == 1 else w.t.message("Propose the merger")
    return Label(text, w.t.message("Merger"), short=short)


def _choose_charter(w: Wording, action: ChooseCharter) -> Label:
    return Label(w.t.message("Become AG {charter}", charter=action.charter), w.t.message("Merger"))


LABELS: dict[type[Action], Maker] = {
    **wording.LABELS,
    Pass: _pass,
    Withdraw: _withdraw,
    TakeOption: _take_option,
    CompleteOption: _complete_option,
    LayTunnel: _lay_tunnel,
    BuyContract: _buy_contract,
    Merge: _merge,
    ChooseCharter: _choose_charter,
}
