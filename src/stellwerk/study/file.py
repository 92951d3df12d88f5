"""Studies as files: one JSON form with a version, and the same packed into a link (docs/study.md)."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, structs

from stellwerk.core import BadInput, Game, Illegal, Rules, StellwerkError, Transcript, TranscriptError
from stellwerk.core.reading import meet
from stellwerk.core.snapshot import encode_state, reader_of
from stellwerk.core.transcript import FORMAT as TRANSCRIPT
from stellwerk.core.transcript import VERSION as TRANSCRIPT_VERSION
from stellwerk.core.transcript import Entry, entry_from_json, entry_to_json
from stellwerk.formats.own import rules_of
from stellwerk.formats.plain import check_sizes, one_line
from stellwerk.study.tree import MOST_NODES, Chapter, Fault, Mark, Node, Study

FORMAT = "stellwerk-study"
VERSION = 1
MOST_BYTES = 16 * 1024 * 1024
MOST_CHAPTERS = 200


class _Move(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A node. It follows the node before it in the list unless `after` gives the number of another (0 = beginning)."""

    do: dict[str, Any]
    after: int | None = None
    line: str = ""
    say: str = ""
    glyphs: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()


class _Chapter(Struct, forbid_unknown_fields=True, omit_defaults=True):
    title: str
    title_version: str
    players: tuple[str, ...]
    options: dict[str, Any]
    seed: int = 0
    name: str = ""
    say: str = ""
    marks: tuple[Mark, ...] = ()
    position: str = ""  # where a chapter begins that does not begin with the game: the state's msgpack in base64
    moves: tuple[_Move, ...] = ()


class _Study(Struct, forbid_unknown_fields=True, omit_defaults=True):
    format: str
    version: int
    name: str = ""
    chapters: tuple[_Chapter, ...] = ()


# -- writing


def encode(study: Study) -> bytes:
    """The file's bytes: one move a line."""
    head = msgspec.to_builtins(_Study(FORMAT, VERSION, study.name))
    chapters = []
    for chapter in map(_chapter, study.chapters):
        fields = msgspec.to_builtins(chapter)
        moves = fields.pop("moves", [])
        body = msgspec.json.encode(fields).decode().removesuffix("}")
        lines = ",\n   ".join(msgspec.json.encode(move).decode() for move in moves)
        chapters.append(f'  {body}, "moves": [\n   {lines}\n  ]}}')
    return (
        msgspec.json.encode(head).decode().removesuffix("}") + ',"chapters":[\n' + ",\n".join(chapters) + "\n]}\n"
    ).encode()


def save(study: Study, path: str | Path) -> None:
    """Write a study to a file, whole or not at all."""
    place = Path(path)
    scratch = place.with_name(place.name + ".part")
    try:
        scratch.write_bytes(encode(study))
        scratch.replace(place)
    except OSError as error:
        raise BadInput(f"not written: {path}: {error.strerror or error}") from None


def _chapter(chapter: Chapter) -> _Chapter:
    rules, root = chapter.rules, chapter.root
    begun = rules.start()[0]
    position = "" if chapter.start == begun else base64.b64encode(encode_state(chapter.start)).decode()
    numbers: dict[Node, int] = {root: 0}
    moves = []
    for number, node in enumerate(root.below(), 1):
        assert node.ply is not None
        assert node.parent is not None
        numbers[node] = number
        before = numbers[node.parent]
        moves.append(
            _Move(
                entry_to_json(Entry(node.ply.seat, node.ply.action)),
                None if before == number - 1 else before,
                node.name,
                node.comment,
                node.glyphs,
                node.marks,
            )
        )
    return _Chapter(
        rules.title, rules.version, rules.seats, dict(rules.options), rules.seed, chapter.name,
        root.comment, root.marks, position, tuple(moves),
    )  # fmt: skip


# -- reading


def load(path: str | Path) -> Study:
    """Read the study in a file. What cannot be taken over is listed in its `faults`."""
    try:
        with Path(path).open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from None
    return decode(data, str(path))


def decode(data: bytes, file: str = "study") -> Study:
    """Read a study from its bytes. A move that is refused costs itself and what follows it; the rest is read."""
    if len(data) > MOST_BYTES:
        raise BadInput(f"{file}: larger than {MOST_BYTES} bytes")
    meet(_Study)
    try:
        found = msgspec.json.decode(data, type=_Study)
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        raise BadInput(one_line(f"{file}: {error}")) from None
    if found.format != FORMAT:
        raise BadInput(one_line(f"{file}: format is {found.format!r}, not {FORMAT!r}"))
    if found.version != VERSION:
        raise BadInput(f"{file}: version {found.version} is not known; this program reads {VERSION}")
    if len(found.chapters) > MOST_CHAPTERS or sum(len(chapter.moves) for chapter in found.chapters) > MOST_NODES:
        raise BadInput(f"{file}: more than {MOST_CHAPTERS} chapters or {MOST_NODES} moves")
    study = Study(found.name)
    faults: list[Fault] = []
    for number, chapter in enumerate(found.chapters, 1):
        label = chapter.name or f"chapter {number}"
        try:
            study.chapters.append(_read_chapter(chapter, label, faults))
        except StellwerkError as error:
            faults.append(Fault(one_line(label), "the beginning", one_line(reason_of(error)), len(chapter.moves)))
    study.faults = tuple(faults)
    return study


def begin(head: Transcript, position: bytes = b"") -> Chapter:
    """A chapter without moves: the beginning of a game, or a position of it."""
    rules = rules_of(head)
    if not position:
        return Chapter(Game(rules), "")
    state = reader_of(rules.start()[0]).read(position)
    _sound(rules, state)
    return Chapter(Game.from_state(rules, state), "")


def _sound(rules: Rules[Any], state: Any) -> None:
    """Refuse a position in which something does not add up."""
    try:
        wrong = rules.check(state)
        rules.decision(state)
        rules.legal(state)
    except Exception as error:  # bytes from outside may break any assumption there is
        raise BadInput(f"the position makes no sense: {type(error).__name__}") from None
    if wrong:
        raise BadInput(f"the position does not add up: {wrong[0]}")


def _read_chapter(found: _Chapter, label: str, faults: list[Fault]) -> Chapter:
    head = Transcript(
        TRANSCRIPT, TRANSCRIPT_VERSION, found.title, found.title_version, found.players, found.options, found.seed
    )
    try:
        position = base64.b64decode(found.position, validate=True)
    except binascii.Error as error:
        raise BadInput(f"`position` is not base64: {error}") from None
    chapter = begin(head, position)
    chapter.name = found.name
    nodes: list[Node | None] = [chapter.root]
    said: list[tuple[Node, str, Mapping[str, Any]]] = [
        (chapter.root, "the beginning", {"say": found.say, "marks": found.marks})
    ]
    lost: dict[int, int] = {}  # which fault each lost move belongs to
    for number, move in enumerate(found.moves, 1):
        before = number - 1 if move.after is None else move.after
        node: Node | None = None
        if before in lost:
            lost[number] = lost[before]
            fault = faults[lost[number]]
            faults[lost[number]] = structs.replace(fault, moves=fault.moves + 1)
        else:
            try:
                node = _make(chapter, nodes, before, number, move)
                said.append((node, f"move {number}", structs.asdict(move)))
            except StellwerkError as error:
                lost[number] = len(faults)
                faults.append(Fault(one_line(label), f"move {number}", one_line(reason_of(error)), 1))
        nodes.append(node)
    for node, where, words in said:
        faults.extend(describe(node, one_line(label), where, words))
    return chapter


def _make(chapter: Chapter, nodes: list[Node | None], before: int, number: int, move: _Move) -> Node:
    parent = nodes[before] if 0 <= before < number else None
    if parent is None:
        raise BadInput(f"`after` is {before}, which is no move before this one")
    check_sizes(move.do)
    entry = entry_from_json(move.do, chapter.rules.action_types, number)
    return chapter.add(parent, entry.action, entry.seat)


def describe(node: Node, label: str, where: str, words: Mapping[str, Any]) -> list[Fault]:
    """Set what is said about a node; what is too long or unknown is left out and named."""
    faults = []
    says: tuple[Callable[[], None], ...] = (
        lambda: node.say(words.get("say", "")),
        lambda: node.call(words.get("line", "")),
        lambda: node.judge(*words.get("glyphs", ())),
        lambda: node.mark(*words.get("marks", ())),
    )
    for saying in says:
        try:
            saying()
        except BadInput as error:
            faults.append(Fault(label, where, one_line(str(error)), 0))
    return faults


def reason_of(error: StellwerkError) -> str:
    """What is wrong, without where."""
    if isinstance(error, Illegal):
        return f"refused: {error}"
    return error.reason if isinstance(error, TranscriptError) else str(error)


# -- links


def to_link(study: Study) -> str:
    """The whole study as text for the part of an address behind `#`: nothing else is needed to open it."""
    packed = zlib.compress(encode(study), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def from_link(text: str) -> Study:
    """The study of such a text; a damaged one is refused in one line."""
    damaged = "the link is damaged: copy all of it"
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        unpacking = zlib.decompressobj()
        data = unpacking.decompress(packed, MOST_BYTES + 1)
    except (binascii.Error, ValueError, zlib.error):
        raise BadInput(damaged) from None
    if len(data) <= MOST_BYTES and not unpacking.eof:
        raise BadInput(damaged)
    return decode(data, "the link")
