"""How the actions of Union Pacific are written in studies."""

from __future__ import annotations

from stellwerk.study.forms import Form

from . import actions

FORMS = (
    Form(actions.PickShare, "pick {share}"),
    Form(actions.Build, "{company} on {section} with {card}"),
    Form(actions.Invest, "invest {shares} discarding {card}"),
    Form(actions.PassTurn, "pass discarding {card}"),
    Form(actions.TakeShare, "take {source}"),
    Form(actions.ExchangeShare, "exchange {share}"),
    Form(actions.Decline, "no exchange"),
    Form(actions.ReplaceCard, "replace {card}"),
    Form(actions.DrawCard, "draw"),
)
