"""The process that reads what strangers have written, board files and transcripts, and makes reports of games. It has
little memory and little time, and whoever asked may end it (`foreign`).
"""

from __future__ import annotations

import contextlib
import os
import pickle
import select
import struct
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from msgspec import Struct, to_builtins

from stellwerk.core import BadInput, StellwerkError, TranscriptError

MEMORY = 1024 * 1024 * 1024  # bytes of address space
IDLE = 300.0  # seconds without a job after which it ends
HEAD = struct.Struct(">I")


class ReadGame(Struct, frozen=True):
    """A file that replays: as our own transcript, and what is to be told about it."""

    transcript: bytes
    notes: list[str]


class ReadLine(Struct, frozen=True):
    """A line that leaves another one after a move: its moves as JSON, each with its seat. Moves are counted from 1,
    those of the main line first, then those of the lines in their order.
    """

    after: int
    moves: list[tuple[int, dict[str, Any]]]


class ReadStudy(Struct, frozen=True):
    """A study that could be read: its main line as our own transcript, the lines, what is said of moves (number, name,
    comment, glyphs), and what is to be told about it.
    """

    name: str
    transcript: bytes
    lines: list[ReadLine]
    words: list[tuple[int, str, str, tuple[str, ...]]]
    notes: list[str]


def read_study(data: bytes, form: str, most: int) -> ReadStudy:
    """Read a study: a file of ours, a text, or the part of a link behind `#`. Its first chapter is taken."""
    from stellwerk.study import from_link, read
    from stellwerk.study.file import decode

    text = data.decode("utf-8", "replace")
    study = read(text) if form == "text" else from_link(text) if form == "link" else decode(data)
    if not study.chapters:
        raise BadInput(f"this study has no chapter that can be read: {'; '.join(map(str, study.faults[:3])) or 'none'}")
    chapter = study.chapters[0]
    if chapter.start != chapter.rules.start()[0]:
        raise BadInput("this study begins with a position and not with a game; that cannot be brought to a table")
    if len(chapter) > most:
        raise BadInput(f"{len(chapter)} moves; at most {most} are read here")
    main = list(chapter.root.mainline())
    numbers = {chapter.root: 0} | {node: number for number, node in enumerate(main, 1)}
    lines: list[ReadLine] = []
    for node in chapter.root.below():
        if node in numbers or node.parent is None:
            continue
        assert node.parent in numbers
        steps = [node, *node.mainline()]
        for step in steps:
            numbers[step] = len(numbers)
        moves = [(step.ply.seat, to_builtins(step.ply.action)) for step in steps if step.ply is not None]
        lines.append(ReadLine(numbers[node.parent], moves))
    words = [
        (number, node.name, node.comment, node.glyphs)
        for node, number in numbers.items()
        if node.name or node.comment or node.glyphs
    ]
    notes = [str(fault) for fault in study.faults]
    if len(study.chapters) > 1:
        notes.append(f"only the first of {len(study.chapters)} chapters is taken")
    transcript = chapter.game(main[-1] if main else None).transcript().encode()
    return ReadStudy(study.name or chapter.name, transcript, lines, words, notes)


def read_game(data: bytes, preset: str | None, most: int) -> ReadGame:
    """Replay a transcript, ours or 18xx.games'; every action is checked as in play."""
    from stellwerk.formats import load_bytes

    loaded = load_bytes(data, "file", preset, most)
    return ReadGame(loaded.game.transcript().encode(), loaded.notes + loaded.differences())


def read_board(title: str, text: str) -> Any:
    """The option `board` for the content of a board file."""
    from stellwerk.titles import find

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "board.toml"
        path.write_text(text, encoding="utf-8", errors="replace")
        return find(title).board(path)


def make_report(data: bytes, most: int, say: Callable[[int, int], None]) -> bytes:
    """The report of a game from its transcript, packed; tells how far it is."""
    from stellwerk.formats import load_bytes
    from stellwerk.report import report
    from stellwerk.report.packing import pack

    return pack(report(load_bytes(data, "game", None, most).game, say))


JOBS: dict[str, Callable[..., Any]] = {
    "game": read_game,
    "study": read_study,
    "board": read_board,
    "report": make_report,
}
TELLING = {"report"}  # jobs that say how far they are


def nobody(done: int, whole: int) -> None:
    """Hears nothing."""


def answer(job: str, args: tuple[Any, ...], say: Callable[[int, int], None] = nobody) -> tuple[Any, ...]:
    """What came of a job: a value, a broken transcript with its parts, or one line that says what is wrong."""
    try:
        return "value", JOBS[job](*args, *([say] if job in TELLING else []))
    except TranscriptError as error:
        return "transcript", error.reason, error.file, error.action, error.cause
    except StellwerkError as error:
        return "bad", str(error)
    except (RecursionError, MemoryError):
        return "large", ""


def outcome(said: tuple[Any, ...]) -> Any:
    """The opposite of `answer`: the value, or the error raised again."""
    match said:
        case ("value", value):
            return value
        case ("transcript", reason, file, action, cause):
            raise TranscriptError(reason, file=file, action=action, cause=cause)
        case _:
            raise BadInput(str(said[1]))


def read_message(stream: IO[bytes]) -> Any:
    """One message; None when the other side has gone."""
    head = stream.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    size = HEAD.unpack(head)[0]
    body = stream.read(size)
    return pickle.loads(body) if len(body) == size else None  # the other side is this program


def write_message(stream: IO[bytes], message: Any) -> None:
    """Send one."""
    body = pickle.dumps(message)
    stream.write(HEAD.pack(len(body)) + body)
    stream.flush()


def limit(seconds: float) -> None:
    """From now on so much time on the processor, then the system ends this process (where it can)."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime + seconds) + 1, hard))


def main() -> None:
    """Do jobs until nobody asks any more."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(AttributeError, OSError):
        os.nice(5)
    source = os.fdopen(os.dup(0), "rb", buffering=0)
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that is printed gets between the answers
    whole = os.fdopen(source.fileno(), "rb", closefd=False)

    def say(done: int, of: int) -> None:
        write_message(target, ("progress", done, of))

    while True:
        if sys.platform != "win32" and not select.select([source], [], [], IDLE)[0]:
            return
        message = read_message(whole)
        if message is None:
            return
        job, args, seconds = message
        limit(seconds)
        write_message(target, answer(job, args, say))
