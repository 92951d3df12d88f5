"""Our own transcripts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from stellwerk.core import BadInput, Game, Illegal, Rules, Transcript, TranscriptError
from stellwerk.core.transcript import SEEDS, decode, entry_from_json
from stellwerk.formats.loaded import FileAction, Loaded
from stellwerk.formats.plain import check_sizes, one_line
from stellwerk.titles import find

MOST_ACTIONS = 100_000


def load(data: bytes, preset: str | None = None, most: int | None = None) -> Loaded:
    """Replay the bytes of a transcript of at most so many actions."""
    if preset is not None:
        raise TranscriptError("our own transcripts carry their options; a preset cannot be chosen")
    transcript = decode(data)
    if most is not None and len(transcript.actions) > most:
        raise TranscriptError(f"{len(transcript.actions)} actions; at most {most} are read here")
    game = replay(transcript)
    marks = [FileAction(number + 1, number) for number in range(len(game))]
    return Loaded(game, "stellwerk", marks, transcript.scores or None)


def replay(transcript: Transcript, file: str = "") -> Game[Any]:
    """Play a transcript through; every action is checked as in play, digest and scores at the end."""
    try:
        rules = rules_of(transcript)
    except BadInput as error:
        raise TranscriptError(one_line(str(error)), file=file) from None
    game = Game(rules)
    for number, line in enumerate(transcript.actions, 1):
        try:
            check_sizes(line)
            entry = entry_from_json(line, rules.action_types, number)
            game.apply(entry.action, entry.seat)
        except Illegal as illegal:
            over = game.result().reason if game.decision() is None else ""
            reason = f"the game is over ({over}) since action {number - 1}: no action can follow" if over else ""
            reason = one_line(reason or f"refused: {illegal}")
            raise TranscriptError(reason, file=file, action=number, cause=illegal) from illegal
        except TranscriptError as error:
            raise TranscriptError(one_line(error.reason), file=file, action=number) from None
    if transcript.digest and transcript.digest != game.digest():
        raise TranscriptError("the position after the last action has another digest than recorded", file=file)
    scores = game.result().scores
    if transcript.scores and transcript.scores != scores:
        raise TranscriptError(f"the scores are {list(scores)}, not as recorded", file=file)
    return game


def rules_of(transcript: Transcript, *, any_version: bool = False) -> Rules[Any]:
    """The rules of the game. A transcript is the truth: nothing in its head is guessed.

    Options that a title has got since are filled in with what was played before. `any_version`: whoever asks compares
    what becomes of the game himself.
    """
    title = find(transcript.title)
    check_sizes(transcript.scores)
    if not 0 <= transcript.seed < SEEDS:
        raise BadInput(f"the seed is out of range: it must be from 0 to {SEEDS - 1}")
    if len(transcript.actions) > MOST_ACTIONS:
        raise BadInput(f"{len(transcript.actions)} actions are more than any game has")
    names = transcript.players
    if len(set(names)) != len(names) or not all(name.strip() for name in names):
        raise BadInput("every player needs a name of his own")
    check_sizes(transcript.options)
    rules = title.make(names, transcript.options, transcript.seed, None)
    later = {key: value for key, value in rules.before.items() if key not in transcript.options}
    if later:
        rules = title.make(names, {**transcript.options, **later}, transcript.seed, None)
    missing = [key for key in rules.options if key not in transcript.options and key not in later]
    if missing:
        raise BadInput(f"`options` must give every option of {transcript.title}; missing: {', '.join(missing)}")
    if rules.version != transcript.title_version and not any_version:
        raise BadInput(
            f"written for version {transcript.title_version} of {transcript.title}; this program has {rules.version}"
        )
    return rules


def save(game: Game[Any], path: str | Path) -> None:
    """Write a game to a file, whole or not at all."""
    place = Path(path)
    scratch = place.with_name(place.name + ".part")
    try:
        scratch.write_bytes(game.transcript().encode())
        scratch.replace(place)
    except OSError as error:
        raise BadInput(f"not written: {path}: {error.strerror or error}") from None
