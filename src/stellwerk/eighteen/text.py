"""The position as text, plain enough for a screen reader."""

from __future__ import annotations

from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.state import State
from stellwerk.eighteen.views import market_view, round_name, tiles_view, tokens_view, view


def describe(rules: FamilyRules, s: State) -> str:
    """Round, players, companies, market, map."""
    t = rules.t
    shown = view(rules, s)
    lines = [f"{t.data.title.name}, {round_name(s)}, phase {shown['phase']}, bank {t.money(s.bank)}"]
    asked = shown["asked"]
    if asked:
        lines.append(f"Asked: {t.seats[asked['seat']]} for {asked['actor']} ({asked['kind']}) [{asked['rule']}]")
    else:
        lines.append(f"The game is over ({s.ended}).")
    lines += ["", "Players (* = priority):"]
    for seat, player in enumerate(shown["players"]):
        shares = ", ".join(f"{name} {percent} %" for name, percent in player["shares"].items()) or "no shares"
        privates = ", ".join(player["privates"]) or "none"
        mark = "*" if seat == s.priority else " "
        own = f"; privates {privates}" if t.privates else ""
        lines.append(
            f"{mark} {player['name']}: {t.money(player['cash'])}, {shares}{own}; "
            f"certificates {player['certificates']} of {player['certificate_limit']}; worth {t.money(player['score'])}"
        )
    unsold = "IPO" if rules.unsold == "ipo" else f"in the {rules.unsold}"
    lines += ["", "Companies:"]
    for name, company in shown["companies"].items():
        if rules.closed(s, rules.t.company(name)):
            lines.append(f"  {name}: has left the game")
            continue
        if company["par"] is None and company["president"] is not None:
            trains = ", ".join(company["trains"]) or "no trains"
            lines.append(
                f"  {name}: owner {company['president']}, treasury {t.money(company['cash'])}, {trains}, "
                f"{company['tokens_left']} tokens left"
            )
            continue
        if company["par"] is None:
            lines.append(f"  {name}: not started" + (f", {100 - company['ipo']} % out" if company["ipo"] < 100 else ""))
            continue
        trains = ", ".join(company["trains"]) or "no trains"
        price = "no price" if company["price"] is None else f"price {t.money(company['price'])}"
        state = "" if company["floated"] else ", not floated"
        extra = f", privates {', '.join(company['privates'])}" if company["privates"] else ""
        lines.append(
            f"  {name}: {price} (par {t.money(company['par'])}), president "
            f"{company['president']}, {unsold} {company['ipo']} %, pool {company['pool']} %, treasury "
            f"{t.money(company['cash'])}, {trains}, {company['tokens_left']} tokens left{extra}{state}"
        )
    stacks = market_view(rules, s)
    lines += ["", "Market: " + ("; ".join(f"{cell}: {' '.join(names)}" for cell, names in stacks.items()) or "empty")]
    sale = ", ".join(f"{offer['train']} {t.money(offer['price'])}" for offer in shown["on_sale"])
    lines.append(f"Trains on sale: {sale or 'none'}")
    tiles = tiles_view(rules, s)
    lines.append("Tiles: " + (", ".join(f"{name} {tile}" for name, tile in tiles.items()) or "none"))
    tokens = tokens_view(rules, s)
    spots = [
        f"{name} {'/'.join('+'.join(token or '-' for token in slots) for slots in cities)}"
        for name, cities in tokens.items()
    ]
    lines.append("Tokens: " + (", ".join(spots) or "none"))
    lines += rules.more_text(s)
    return "\n".join(lines)
