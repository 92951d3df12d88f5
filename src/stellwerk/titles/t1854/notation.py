"""How the actions only 1854 has are written in studies."""

from __future__ import annotations

from stellwerk.study.forms import Form

from . import actions
from .tunnels import LayTunnel

FORMS = (
    Form(actions.Withdraw, "withdraw {private}"),
    Form(actions.TakeOption, "option {company} from {source}"),
    Form(actions.CompleteOption, "complete"),
    Form(actions.BuyContract, "contract {contract}"),
    Form(actions.Merge, "merge {local} with {partner}"),
    Form(actions.ChooseCharter, "charter {charter}"),
    Form(LayTunnel, "tunnel {hex} {a}-{b}[ by {power}]"),
)
