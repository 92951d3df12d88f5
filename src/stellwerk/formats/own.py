"""Our own transcripts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from stellwerk.core import BadInput, Game, Illegal, Transcript, TranscriptError
from stellwerk.core.transcript import decode, entry_from_json
from stellwerk.formats.loaded import Loaded, Mark
from stellwerk.titles import find


def load(data: bytes, preset: str | None = None) -> Loaded:
    """Replay the bytes of a transcript."""
    if preset is not None:
        raise TranscriptError("our own transcripts carry their options; a preset cannot be chosen")
    transcript = decode(data)
    game = replay(transcript)
    marks = [Mark(number + 1, number) for number in range(len(game))]
    return Loaded(game, "stellwerk", marks, transcript.scores or None)


def replay(transcript: Transcript, file: str = "") -> Game[Any]:
    """Play a transcript through; every action is checked as in play."""
    try:
        title = find(transcript.title)
        rules = title.make(transcript.players, transcript.options, transcript.seed, None)
    except BadInput as error:
        raise TranscriptError(str(error), file=file) from None
    if rules.version != transcript.title_version:
        raise TranscriptError(
            f"written for version {transcript.title_version} of {transcript.title}; this program has {rules.version}",
            file=file,
        )
    game = Game(rules)
    for number, line in enumerate(transcript.actions, 1):
        try:
            entry = entry_from_json(line, rules.action_types, number)
            game.apply(entry.action, entry.seat)
        except Illegal as illegal:
            raise TranscriptError(f"refused: {illegal}", file=file, action=number, cause=illegal) from illegal
        except TranscriptError as error:
            raise error.within(file) from None
    if transcript.digest and transcript.digest != game.digest():
        raise TranscriptError("the position after the last action has another digest than recorded", file=file)
    return game


def save(game: Game[Any], path: str | Path) -> None:
    """Write a game to a file, whole or not at all."""
    place = Path(path)
    scratch = place.with_name(place.name + ".part")
    scratch.write_bytes(game.transcript().encode())
    scratch.replace(place)
