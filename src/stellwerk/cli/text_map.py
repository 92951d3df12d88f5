"""Map and market as text: a grid for the eye, and lists that a screen reader can read."""

from __future__ import annotations

from typing import Any

from stellwerk.cli.speech import Speech
from stellwerk.core import Game
from stellwerk.eighteen.board import BLOCKED, FREE
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.state import State
from stellwerk.eighteen.views import market_view
from stellwerk.i18n import translate

ENGLISH = Speech()
CELL = 6  # letters to a hex
MARKS = {"city": "o", "town": ".", "offboard": "#"}


def letters(rules: FamilyRules) -> dict[str, str]:
    """One letter for each company: the first of its name that is free."""
    found: dict[str, str] = {}
    spare = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    for entry in rules.t.companies:
        free = [sign for sign in entry.id + spare if sign.isalnum() and sign not in found.values()]
        found[entry.id] = free[0]
    return found


def map_text(game: Game[Any], speech: Speech = ENGLISH) -> str:
    """The map: for each hex its tile and rotation (or what is printed there) and below them the tokens."""
    rules, s = _family(game)
    hexmap = rules.t.hexmap
    signs = letters(rules)
    pointy = rules.t.data.map.layout == "pointy"
    step = CELL // 2 if pointy else CELL
    rows = sorted({row for row, _ in hexmap.place.values()})
    columns = sorted({column for _, column in hexmap.place.values()})
    left = 4
    width = left + (columns[-1] - columns[0] + 2) * step
    heads = [
        name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ") if pointy else name.rstrip("0123456789") for name in hexmap.names
    ]
    places = [hexmap.place[name] for name in hexmap.names]
    across = {column: head for (_, column), head in zip(places, heads, strict=True)}
    lines = [_write(width, {left + (column - columns[0]) * step: across[column] for column in columns})]
    for row in rows:
        upper, lower = {}, {}
        for number, (its_row, column) in enumerate(places):
            if its_row == row:
                spot = left + (column - columns[0]) * step
                upper[spot] = _content(rules, s, number)
                lower[spot] = _tokens(rules, s, number, signs)
        name = next(name for name in hexmap.names if hexmap.place[name][0] == row)
        upper[0] = name.rstrip("0123456789") if pointy else name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        lines.append(_write(width, upper))
        if any(lower.values()):
            lines.append(_write(width, lower))
    legend = ", ".join(f"{sign} {name}" for name, sign in signs.items())
    if any(BLOCKED in slots for cities in s.board.tokens for slots in cities):
        legend += f", x {speech.say('a marker that only blocks')}"
    lines += [
        speech.say(
            "Hexes: tile/rotation, or as printed: o city, . town, # off-board, = track, 80 cost of the first lay."
        ),
        speech.say("Tokens below them: {legend}; - free; / between cities of a hex.", legend=legend),
    ]
    return "\n".join(lines)


def places_text(game: Game[Any], speech: Speech = ENGLISH) -> str:
    """The same as a list: every hex with a tile or a token, a line each."""
    rules, s = _family(game)
    t, hexmap = rules.t, rules.t.hexmap
    lines = []
    for number, name in enumerate(hexmap.names):
        face = hexmap.faces[s.board.faces[number]]
        tokens = [
            [
                speech.say("a marker that only blocks") if token == BLOCKED else t.companies[token].id
                for token in slots
                if token != FREE
            ]
            for slots in s.board.tokens[number]
        ]
        if not face.tile and not any(tokens):
            continue
        facts = {"tile": face.tile, "rotation": face.rotation}
        parts = [speech.say("tile {tile} rotation {rotation}", **facts)] if face.tile else []
        for stop, inside in zip(face.stops, tokens, strict=True):
            if inside:
                held = ", ".join(inside)
                if len(face.stops) > 1:
                    parts.append(speech.say("city to {sides}: {tokens}", sides=_sides(rules, stop.exits), tokens=held))
                else:
                    parts.append(speech.say("city: {tokens}", tokens=held))
        lines.append(f"{name} {hexmap.hexes[number].name}".strip() + ": " + ", ".join(parts))
    return "\n".join(lines) or speech.say("Nothing has been built.")


def market_text(game: Game[Any], speech: Speech = ENGLISH) -> str:
    """The market: prices with the companies' letters below, top of the stack first."""
    rules, s = _family(game)
    market, signs = rules.t.market, letters(rules)
    stacks = {
        tuple(map(int, cell.split(","))): "".join(signs[name] for name in names)
        for cell, names in market_view(rules, s).items()
    }
    width = 5
    rows: dict[int, dict[int, str]] = {}
    below: dict[int, dict[int, str]] = {}
    for cell in market.cells:
        rows.setdefault(cell.row, {})[cell.column * width] = f"{cell.price}{cell.zones}"
        if (cell.row, cell.column) in stacks:
            below.setdefault(cell.row, {})[cell.column * width] = stacks[cell.row, cell.column]
    size = width * (max(cell.column for cell in market.cells) + 1)
    lines = []
    for row, texts in rows.items():
        lines.append(_write(size, texts))
        if row in below:
            lines.append(_write(size, below[row]))
    meant = rules.t.data.market.zones.items()
    zones = "; ".join(f"{letter} {translate(text, speech.language)}" for letter, text in meant)
    return "\n".join([*lines, speech.say("Zones: {zones}.", zones=zones)])


def _family(game: Game[Any]) -> tuple[FamilyRules, State]:
    assert isinstance(game.rules, FamilyRules)
    return game.rules, game.state


def _sides(rules: FamilyRules, exits: tuple[int, ...]) -> str:
    return " ".join(rules.t.data.map.edges[str(edge)] for edge in exits)


def _content(rules: FamilyRules, s: State, number: int) -> str:
    """What a hex shows in the grid."""
    hexmap = rules.t.hexmap
    face = hexmap.faces[s.board.faces[number]]
    if face.tile:
        return face.name
    marks = "".join(MARKS[stop.kind] for stop in face.stops)
    cost = str(hexmap.costs[number] or "")
    plain = "=" if face.track and not marks else ""
    return (marks + plain + cost) or "_"


def _tokens(rules: FamilyRules, s: State, number: int, signs: dict[str, str]) -> str:
    """The slots of a hex that holds a token."""
    cities = s.board.tokens[number]
    if all(token == FREE for slots in cities for token in slots):
        return ""
    sign = {FREE: "-", BLOCKED: "x"} | {number: signs[entry.id] for number, entry in enumerate(rules.t.companies)}
    return "/".join("".join(sign[token] for token in slots) for slots in cities)


def _write(width: int, texts: dict[int, str]) -> str:
    """Texts at their columns in one line."""
    line = [" "] * width
    for spot, text in texts.items():
        line[spot : spot + len(text)] = text
    return "".join(line[:width]).rstrip()
