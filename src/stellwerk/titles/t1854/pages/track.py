"""The track step of 1854: a tile and a tunnel in either order, and the home of a company in its first turn."""

from __future__ import annotations

from stellwerk.core import Option
from stellwerk.eighteen.actions import ChooseCity, LayTile
from stellwerk.titles import folder_of
from stellwerk.web.pages.decisions.chosen import Note, cited
from stellwerk.web.pages.decisions.panel import Panel, button, grouped
from stellwerk.web.pages.decisions.track import track
from stellwerk.web.pages.lays import others
from stellwerk.web.pages.table_page import TablePage

from ..tunnels import LayTunnel
from . import tunnels

HERE = folder_of(__name__)


def track_1854(page: TablePage) -> Panel:
    """The family's panel, with the tool for tunnels and what a home asks for."""
    panel = track(page)
    found = tunnels.offered(page)
    context = dict(panel.context)
    rest = [option for option in others(page.options) if not isinstance(option.action, LayTunnel)]
    context["others"] = grouped([button(page, option) for option in rest])
    context["notes"] = notes(page)
    tiles = bool(context.get("rows"))
    context["tool"] = tool = tunnels.TOOL if found and not tiles else ""
    context["tools"] = [
        ("", page.say("Tile"), str(context.get("hexes", 0)), not tool),
        (tunnels.TOOL, page.say("Tunnel"), str(len(found)), bool(tool)),
    ]
    context["tunnel_rows"] = tunnels.rows(page, found)
    context["tunnel_layer"] = tunnels.layer(page, found) if found else ""
    context["tile_done"] = laid(page)
    return Panel(f"{HERE}/track.html", context)


def laid(page: TablePage) -> str:
    """What of the two is done."""
    turn = page.view["turn"]
    if turn["laid"]:
        return page.say("The tile of this turn has been laid.")
    return page.say("The tunnel of this turn has been laid.") if turn["tunnel_laid"] else ""


def notes(page: TablePage) -> list[Note]:
    """A home that is due; privates that make building cheaper."""
    found = []
    homes = [option for option in page.options if is_home(page, option)]
    if homes:
        company = page.decision.actor if page.decision else ""
        name = page.company_name(company)
        places = (option.action.hex for option in homes if isinstance(option.action, LayTile | ChooseCity))
        hexes = list(dict.fromkeys(places))
        if page.t.companies[page.t.company(company)].home_choice:
            text = page.say(
                "First turn of {company}: choose its home ({hexes}). A green tile is laid there, with the home token.",
                company=name,
                hexes=" / ".join(hexes),
            )
            found.append(Note(text, cited(page, "home.choice")))
        else:
            text = page.say("First turn of {company}: the tile goes on its home {hex}.", company=name, hex=hexes[0])
            found.append(Note(text, cited(page, "home.lay")))
    powers = sorted({option.action.power for option in page.options if isinstance(option.action, LayTile | LayTunnel)})
    for power in filter(None, powers):
        name = page.t.privates[page.t.private(power)].name
        key = "tunnel.discount" if power == "MTB" else "track.discount"
        text = page.say("{private} can make it cheaper, once: pieces marked {id}.", private=name, id=power)
        found.append(Note(text, cited(page, key)))
    return found


def is_home(page: TablePage, option: Option) -> bool:
    """True if the option founds a home."""
    return bool(page.view["turn"]["home_due"]) and isinstance(option.action, LayTile | ChooseCity)
