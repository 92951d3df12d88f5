"""Actions typed as words: `lay E19 57 2`, `bid CS 45`, `run 2-0 E19.0 E19:4 E21.0`, or as JSON."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from stellwerk.cli.speech import Unclear
from stellwerk.core import Action, BadInput, Game
from stellwerk.core.transcript import action_from_json

ALIASES = {  # typed word: kind of action
    "lay": "lay_tile",
    "buy": "buy_share",
    "sell": "sell_shares",
    "start": "par",
    "train": "buy_train",
    "token": "place_token",
    "run": "run_routes",
    "private": "buy_private",
    "discard": "discard_train",
    "pay": "dividend",
    "withhold": "dividend",
    "agree": "answer",
    "refuse": "answer",
}
FIXED: dict[str, dict[str, Any]] = {  # fields that are said with the word
    "pay": {"choice": "pay"},
    "withhold": {"choice": "withhold"},
    "agree": {"accept": True},
    "refuse": {"accept": False},
}


def is_phrase(text: str, game: Game[Any]) -> bool:
    """True if the text begins as a typed action does."""
    from stellwerk.cli.voice import voice

    word = text.split(maxsplit=1)[0].lower() if text.split() else ""
    return text.startswith("{") or word in voice(game).aliases or word in game.rules.action_types


def action_from(text: str, game: Game[Any]) -> Action:
    """The action a player has typed; an error says which words it needs."""
    from stellwerk.cli.explain import read_action
    from stellwerk.cli.voice import voice

    if text.startswith("{"):
        return read_action(text, game)
    speaker = voice(game)
    verb, *words = text.split()
    kind = speaker.aliases.get(verb.lower(), verb.lower())
    if kind not in game.rules.action_types:
        known = ", ".join(sorted({*speaker.aliases, *game.rules.action_types}))
        raise Unclear("{verb!r} is no action; there are {known}", verb=verb, known=known)
    fields = speaker.fields(kind, words)
    if fields is None:
        fields = _fields(verb, kind, words, game)
    try:
        return action_from_json({"type": kind, **fields}, game.rules.action_types)
    except BadInput as error:
        raise BadInput(getattr(error, "reason", str(error))) from None


def _fields(verb: str, kind: str, words: list[str], game: Game[Any]) -> dict[str, Any]:
    """The words in the order of the action's fields."""
    fixed = FIXED.get(verb.lower(), {})
    wanted = [entry for entry in structs.fields(game.rules.action_types[kind]) if entry.name not in fixed]
    needed = [entry.name for entry in wanted if entry.required]
    if not len(needed) <= len(words) <= len(wanted):
        form = " ".join(entry.name.upper() if entry.required else f"[{entry.name.upper()}]" for entry in wanted)
        raise Unclear("write: {form}", form=f"{verb} {form}".strip())
    fields = dict(fixed)
    for entry, word in zip(wanted, words, strict=False):
        fields[entry.name] = _value(word, entry.type, game)
    return fields


def _value(word: str, kind: Any, game: Game[Any]) -> Any:
    """A word as the field wants it."""
    if kind is int:
        digits = word.lstrip("$")
        if not digits.isdecimal() or len(digits) > 9:
            raise Unclear("{word!r} is not a whole number", word=word)
        return int(digits)
    if kind is bool:
        if word.lower() not in ("true", "false", "yes", "no"):
            raise Unclear("{word!r} is not yes or no", word=word)
        return word.lower() in ("true", "yes")
    return _name(word, game)


def _name(word: str, game: Game[Any]) -> str:
    """A name as the title writes it."""
    from stellwerk.cli.voice import voice

    return voice(game).name(word)


def routes_from(words: list[str]) -> list[dict[str, Any]]:
    """`2-0 E19.0 E19:4 E21.0; 3-1 …`: a train and its path, the next train after a semicolon.

    After the path `count E19.0 E21.0` names the stops that count, and `bonus Chicago` the bonus that is claimed.
    """
    return [_route(part.split()) for part in " ".join(words).split(";") if part.split()]


def _route(items: list[str]) -> dict[str, Any]:
    """One train with its path and what follows it."""
    found: dict[str, list[str]] = {"path": []}
    into = found["path"]
    for item in items[1:]:
        if item.lower() in ("count", "bonus"):
            into = found.setdefault(item.lower(), [])
        else:
            into.append(item)
    route: dict[str, Any] = {"train": items[0], "path": [item.upper() for item in found["path"]]}
    if "count" in found:
        route["counts"] = [item.upper() for item in found["count"]]
    if "bonus" in found:
        route["bonus"] = " ".join(found["bonus"]).title()
    return route


def sales_from(words: list[str], game: Game[Any]) -> list[dict[str, Any]]:
    """`PRR 20 NYC 10`."""
    words = [word for word in " ".join(words).replace(",", " ").replace("%", " ").split() if word]
    if not words or len(words) % 2:
        raise Unclear("write company and percentage in turn, such as: PRR 20 NYC 10")
    pairs = zip(words[::2], words[1::2], strict=True)
    return [{"company": _name(name, game), "percent": _value(percent, int, game)} for name, percent in pairs]
