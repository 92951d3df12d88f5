"""The track step of 1854: a tile and a tunnel in either order, and the home of a company in its first turn."""

from __future__ import annotations

from stellwerk.core import Option
from stellwerk.eighteen.actions import ChooseCity, LayTile
from stellwerk.titles import folder_of
from stellwerk.web.pages.at import At
from stellwerk.web.pages.decisions.chosen import Note, cited
from stellwerk.web.pages.decisions.panel import Panel, button, grouped
from stellwerk.web.pages.decisions.track import track
from stellwerk.web.pages.lays import others

from ..tunnels import LayTunnel
from . import tunnels

HERE = folder_of(__name__)


def track_1854(at: At) -> Panel:
    """The family's panel, with the tool for tunnels and what a home asks for."""
    panel = track(at)
    found = tunnels.offered(at)
    context = dict(panel.context)
    rest = [option for option in others(at.options) if not isinstance(option.action, LayTunnel)]
    context["others"] = grouped([button(at, option) for option in rest])
    context["notes"] = notes(at)
    tiles = bool(context.get("rows"))
    context["tool"] = tool = tunnels.TOOL if found and not tiles else ""
    context["tools"] = [
        ("", at.say("Tile"), str(context.get("hexes", 0)), not tool),
        (tunnels.TOOL, at.say("Tunnel"), str(len(found)), bool(tool)),
    ]
    context["tunnel_rows"] = tunnels.rows(at, found)
    context["tunnel_layer"] = tunnels.layer(at, found) if found else ""
    context["tile_done"] = laid(at)
    context["pass_text"] = pass_text(at, tiles, bool(found))
    return Panel(f"{HERE}/track.html", context)


def laid(at: At) -> str:
    """What of the two is done."""
    turn = at.view["turn"]
    if turn["laid"]:
        return at.say("The tile of this turn has been laid.")
    return at.say("The tunnel of this turn has been laid.") if turn["tunnel_laid"] else ""


def pass_text(at: At, tiles: bool, bores: bool) -> str:
    """The button that goes on, in words of what is left out."""
    if tiles and bores:
        return at.say("Lay nothing")
    return at.say("Lay no tile") if tiles else at.say("Lay no tunnel")


def notes(at: At) -> list[Note]:
    """A home that is due; privates that make building cheaper."""
    found = []
    homes = [option for option in at.options if is_home(at, option)]
    if homes:
        company = at.decision.actor if at.decision else ""
        name = at.company_name(company)
        places = (option.action.hex for option in homes if isinstance(option.action, LayTile | ChooseCity))
        hexes = list(dict.fromkeys(places))
        if at.t.companies[at.t.company(company)].home_choice:
            text = at.say(
                "First turn of {company}: choose its home ({hexes}). A green tile is laid there, with the home token.",
                company=name,
                hexes=" / ".join(hexes),
            )
            found.append(Note(text, cited(at, "home.choice")))
        else:
            text = at.say("First turn of {company}: the tile goes on its home {hex}.", company=name, hex=hexes[0])
            found.append(Note(text, cited(at, "home.lay")))
    powers = sorted({option.action.power for option in at.options if isinstance(option.action, LayTile | LayTunnel)})
    for power in filter(None, powers):
        name = at.t.privates[at.t.private(power)].name
        key = "tunnel.discount" if power == "MTB" else "track.discount"
        text = at.say("{private} can make it cheaper, once: pieces marked {id}.", private=name, id=power)
        found.append(Note(text, cited(at, key)))
    return found


def is_home(at: At, option: Option) -> bool:
    """True if the option founds a home."""
    return bool(at.view["turn"]["home_due"]) and isinstance(option.action, LayTile | ChooseCity)
