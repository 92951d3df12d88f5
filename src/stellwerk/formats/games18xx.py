"""18xx.games files: read with the preset `games18xx`, undo and auto actions included; see docs/transcripts.md."""

from __future__ import annotations

from typing import Any

from stellwerk.core import BadInput, Illegal, TranscriptError
from stellwerk.formats import site_end
from stellwerk.formats.loaded import FileAction, Loaded
from stellwerk.formats.plain import is_whole, one_line, show
from stellwerk.formats.replay18xx import PlayerKeys, Replay
from stellwerk.formats.undo import Line, action_label, live_actions
from stellwerk.titles.t1830.rules import Rules1830, make

PRESET = "games18xx"
OPTIONAL_RULES = {
    "multiple_brown_from_ipo": "brown_multi_buy_from_ipo",
    "optional_6_train": "extra_6_train",
}
# What another engine that writes the same form of file plays without; see `_other_engine`.
OTHER_ENGINE = {"trains_from_other_presidents": False, "player_private_trade": False}
MOST_PLAYERS = 20
MOST_ACTIONS = 20_000  # the longest game on record has about a tenth


def load(raw: dict[str, Any], preset: str | None = None, most: int | None = None) -> Loaded:
    """Replay an 18xx.games file (already read as JSON) of at most so many actions that count."""
    title = raw.get("title")
    if title is not None and title != "1830":
        raise TranscriptError(f"18xx.games files are read for 1830, not for {show(title)}")
    actions = _actions(raw.get("actions"))
    names, keys = _players(raw.get("players"))
    notes: list[str] = []
    replay = Replay(_rules(raw, names, preset, actions, notes), keys)
    marks = []
    counting = live_actions(actions)
    if most is not None and len(counting) > most:
        raise TranscriptError(f"{len(counting)} actions; at most {most} are read here")
    for place, line in counting:
        number = action_label(line, place)
        marks.append(FileAction(number, replay.game.ply))
        try:
            replay.line(line)
        except Illegal as illegal:
            raise TranscriptError(one_line(f"refused: {illegal}"), action=number, cause=illegal) from illegal
        except TranscriptError as error:
            raise TranscriptError(one_line(error.reason), action=number, cause=error.cause) from error.cause
    loaded = Loaded(replay.game, "18xx.games", marks, notes=notes)
    if raw.get("status") == "finished" or raw.get("finished") is True:
        reason = raw.get("game_end_reason")
        too_long = reason == site_end.TOO_LONG and site_end.beyond(replay.game.state)
        stopped = replay.stopped or raw.get("manually_ended") is True or too_long
        loaded.finished = None if stopped else True
        if not stopped and isinstance(reason, str):
            loaded.reason = reason
        if too_long:
            notes.append(site_end.NOTE)
    loaded.scores = _scores(raw.get("result"), keys, needed=bool(loaded.finished))
    if site_end.NOTE in notes and loaded.scores is not None:
        loaded.scores = site_end.with_next_income(replay.rules, replay.game, loaded.scores)
    return loaded


def seats_by_id(raw: dict[str, Any]) -> dict[str, int]:
    """Seats by recorded player id, written as in `result`."""
    return {str(key): seat for key, seat in _players(raw.get("players"))[1].items()}


def _actions(raw: Any) -> list[Line]:
    """The recorded actions: objects with a type and ascending ids (or none)."""
    if not isinstance(raw, list):
        raise TranscriptError(f"`actions` must be a list, not {show(raw)}")
    if len(raw) > MOST_ACTIONS:
        raise TranscriptError(f"{len(raw)} actions are more than any game has; at most {MOST_ACTIONS} are read")
    last = 0
    for number, line in enumerate(raw, 1):
        if not isinstance(line, dict) or not isinstance(line.get("type"), str):
            raise TranscriptError("an action must be an object with a `type`", action=number)
        name = line.get("id")
        if name is None:
            continue
        if not is_whole(name) or name < 1:
            raise TranscriptError(f"the action id {show(name)} is no positive whole number", action=number)
        if name <= last:
            raise TranscriptError(f"the action id {show(name)} stands twice or out of order", action=number)
        last = name
    return raw


def _players(raw: Any) -> tuple[list[str], PlayerKeys]:
    """Names in seat order, and seats by player id (or name, in old files)."""
    if not isinstance(raw, list) or not all(isinstance(entry, dict) for entry in raw):
        raise TranscriptError("`players` must be a list of objects")
    if len(raw) > MOST_PLAYERS:
        raise TranscriptError(f"{len(raw)} players are more than any game has")
    names: list[str] = []
    keys: PlayerKeys = {}
    taken = {entry.get("name") for entry in raw if isinstance(entry.get("name"), str)}
    for seat, entry in enumerate(raw):
        name = entry.get("name")
        if not isinstance(name, str) or not name.strip():
            raise TranscriptError(f"player {seat + 1} has no name")
        key = entry.get("id")
        if key is None:
            key = name
        if not isinstance(key, int | str) or isinstance(key, bool):
            raise TranscriptError(f"the id of player {seat + 1} is {show(key)}")
        if str(key) in {str(other) for other in keys}:
            raise TranscriptError(f"the player id {show(key)} stands twice")
        keys[key] = seat
        if name in names:  # our seats have names of their own
            count = seat + 1
            while f"{name} ({count})" in taken:
                count += 1
            name = f"{name} ({count})"
            taken.add(name)
        names.append(name)
    return names, keys


def _rules(
    raw: dict[str, Any], names: list[str], preset: str | None, actions: list[Line], notes: list[str]
) -> Rules1830:
    """The rules the file was played with. A chosen preset is taken as it is, without guessing who wrote the file."""
    options: dict[str, Any] = {"consent": "recorded"}
    settings = raw.get("settings")
    if settings is not None and not isinstance(settings, dict):
        raise TranscriptError(f"`settings` must be an object, not {show(settings)}")
    optional = (settings or {}).get("optional_rules")
    if optional is not None and not isinstance(optional, list):
        raise TranscriptError(f"`optional_rules` must be a list, not {show(optional)}")
    for rule in optional or []:
        if not isinstance(rule, str) or rule not in OPTIONAL_RULES:
            raise TranscriptError(f"the optional rule {show(rule)} is not known")
        options[OPTIONAL_RULES[rule]] = True
    if preset is None and _other_engine(raw, actions):
        options |= OTHER_ENGINE
        changed = ", ".join(f"{key} = {str(value).lower()}" for key, value in OTHER_ENGINE.items())
        notes.append(f"written by another engine than 18xx.games: read with {changed}")
    try:
        return make(names, options, 0, preset or PRESET)
    except BadInput as error:
        raise TranscriptError(str(error)) from None


def _other_engine(raw: dict[str, Any], actions: list[Line]) -> bool:
    """True for files of an engine that plays without two of the site's deals, so that fewer passes are recorded.

    It knows no settings and writes every optional field of every action out as null. The site leaves such fields
    away, so a file of the site that has merely lost its settings is not taken for one.
    """
    if raw.get("settings") is not None or not actions:
        return False
    return all("auto_actions" in line and line["auto_actions"] is None for line in actions)


def _scores(result: Any, keys: PlayerKeys, *, needed: bool) -> tuple[int, ...] | None:
    """The recorded scores by seat. What stands there in unfinished games is often no result and then ignored."""
    if not isinstance(result, dict):
        return None
    seats = {str(key): seat for key, seat in keys.items()}
    if set(result) != set(seats) or not all(is_whole(value) for value in result.values()):
        if needed:
            raise TranscriptError("`result` must give every player's score as a whole number")
        return None
    return tuple(result[key] for key in sorted(seats, key=lambda key: seats[key]))
