"""A position of an 18xx title as text in the reader's language: round, players, companies, trains on sale, board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from stellwerk.cli.speech import Speech
from stellwerk.core import Game
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.views import market_view, tiles_view, tokens_view
from stellwerk.i18n import word

PRINTED = "printed"  # what lies on a hex without a tile


def table_text(game: Game[Any], rules: FamilyRules, speech: Speech) -> str:
    """Everything but the pictures of market and map."""
    shown, s = game.view(), game.state
    parts = [
        [*_head(game, rules, shown, speech)],
        [speech.say("Players (* = priority):"), *_players(rules, shown, s.priority, speech)],
        [speech.say("Companies:"), *_companies(rules, s, shown, speech)],
        [*_board(rules, s, shown, speech), *map(speech.tell, rules.told_more(s))],
    ]
    return "\n\n".join("\n".join(lines) for lines in parts)


def _round(s: Any, speech: Speech) -> str:
    if s.round.kind == "auction":
        return speech.say("Auction")
    if s.round.kind == "stock":
        return speech.say("SR {number}", number=s.round.number)
    if s.round.number:
        return speech.say("OR {number}.{part}", number=s.round.number, part=s.round.part)
    return speech.say("Interim OR {part}", part=s.round.part)


def _head(game: Game[Any], rules: FamilyRules, shown: dict[str, Any], speech: Speech) -> Iterable[str]:
    s, asked = game.state, shown["asked"]
    facts = {"title": rules.t.data.title.name, "round": _round(s, speech), "phase": shown["phase"], "bank": s.bank}
    yield speech.say("{title}, {round}, phase {phase}, bank {bank:$}", **facts)
    if asked:
        who, kind = rules.t.seats[asked["seat"]], word("step", asked["kind"], speech.language, speech.style)
        yield speech.say(
            "Asked: {who} for {actor} ({kind}) [{rule}]", who=who, actor=asked["actor"], kind=kind, rule=asked["rule"]
        )
    else:
        yield speech.say("The game is over ({why}).", why=word("end", s.ended, speech.language, speech.style))


def _players(rules: FamilyRules, shown: dict[str, Any], priority: int, speech: Speech) -> Iterable[str]:
    for seat, player in enumerate(shown["players"]):
        shares = [f"{name} {percent} %" for name, percent in player["shares"].items()]
        parts = [speech.money(player["cash"]), ", ".join(shares) or speech.say("no shares")]
        if rules.t.privates:
            parts.append(speech.say("privates: {names}", names=speech.listed(player["privates"])))
        facts = {"count": player["certificates"], "limit": player["certificate_limit"]}
        parts.append(speech.say("certificates {count} of {limit}", **facts))
        parts.append(speech.say("worth {score:$}", score=player["score"]))
        yield f"{'*' if seat == priority else ' '} {player['name']}: {'; '.join(parts)}"


def _companies(rules: FamilyRules, s: Any, shown: dict[str, Any], speech: Speech) -> Iterable[str]:
    say = speech.say
    for name, company in shown["companies"].items():
        own = [
            say("treasury {cash:$}", cash=company["cash"]),
            ", ".join(company["trains"]) or say("no trains"),
            say("tokens left: {count}", count=company["tokens_left"]),
        ]
        if rules.closed(s, rules.t.company(name)):
            parts = [say("has left the game")]
        elif company["par"] is None and company["president"] is not None:
            parts = [say("owner {who}", who=company["president"]), *own]
        elif company["par"] is None:
            parts = [
                say("not started"),
                *([say("{out} % out", out=100 - company["ipo"])] if company["ipo"] < 100 else []),
            ]
        else:
            price, par = company["price"], company["par"]
            parts = [
                say("no price") if price is None else say("price {price:$} (par {par:$})", price=price, par=par),
                say("president {who}", who=company["president"]),
                f"{word('source', rules.unsold, speech.language, speech.style)} {company['ipo']} %",
                f"{word('source', 'pool', speech.language, speech.style)} {company['pool']} %",
                *own,
            ]
            if company["privates"]:
                parts.append(say("privates: {names}", names=", ".join(company["privates"])))
            if not company["floated"]:
                parts.append(say("not floated"))
        yield f"  {name}: {', '.join(parts)}"


def _board(rules: FamilyRules, s: Any, shown: dict[str, Any], speech: Speech) -> Iterable[str]:
    stacks = [f"{cell}: {' '.join(names)}" for cell, names in market_view(rules, s).items()]
    sale = [f"{offer['train']} {speech.money(offer['price'])}" for offer in shown["on_sale"]]
    tiles = [
        f"{name} {speech.say('printed') if tile == PRINTED else tile}" for name, tile in tiles_view(rules, s).items()
    ]
    tokens = [
        f"{name} {'/'.join('+'.join(token or '-' for token in slots) for slots in cities)}"
        for name, cities in tokens_view(rules, s).items()
    ]
    yield speech.say("Market: {stacks}", stacks="; ".join(stacks) or speech.say("none"))
    yield speech.say("Trains on sale: {trains}", trains=speech.listed(sale))
    yield speech.say("Tiles: {tiles}", tiles=speech.listed(tiles))
    yield speech.say("Tokens: {tokens}", tokens=speech.listed(tokens))
