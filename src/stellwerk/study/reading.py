"""The notation, read: a scanner for signs and moves, and a reader that plays them (docs/study.md has the grammar)."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.core import Action, BadInput, StellwerkError, Transcript
from stellwerk.core.transcript import FORMAT, VERSION
from stellwerk.formats.plain import one_line
from stellwerk.study.codecs import WORD, unquoted
from stellwerk.study.file import MOST_BYTES, MOST_CHAPTERS, begin, reason_of
from stellwerk.study.forms import Forms
from stellwerk.study.text import earned, forms_of, offered_run
from stellwerk.study.tree import GLYPHS, MOST_NODES, Chapter, Fault, Mark, Node, Study

MOST_NESTED = 100
_HEADER = re.compile(r"\[(\w+)((?:\s+\"(?:[^\"\\]|\\.)*\")*)\s*\]")
_STRING = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"")
_MARK = re.compile(rf"<(\w+)((?:\s+{WORD})*)\s*>")
_COMMENT = re.compile(r"\{((?:[^\\}]|\\.)*)\}", re.S)
_GLYPH = re.compile("|".join(map(re.escape, sorted(GLYPHS, key=len, reverse=True))))
_PREFIX = re.compile(rf"(?:(\S+)\s+)?({WORD}):(?=\s|$)")
_OTHER = re.compile(rf"@({WORD})\s+")
_EARNED = re.compile(r"run ([0-9]{1,7})")
_TEXT = re.compile(r"(?:[^\s,;(){}<>\[\]\"!?∞±∓□]|[ \t](?=[^\s])|\"(?:[^\"\\\n]|\\.)*\")+")


class Sign(Struct, frozen=True):
    """A piece of the text: what it is, its parts, and its line (from 1)."""

    kind: str
    line: int
    text: str = ""
    values: tuple[str, ...] = ()


def signs(text: str) -> Iterator[Sign]:
    """The pieces of a text, in order; `BadInput` at the first that is none."""
    place, line = 0, 1
    while place < len(text):
        letter = text[place]
        found: re.Match[str] | None = None
        if letter in " \t\r\n,;()":
            if letter in "()":
                yield Sign(letter, line)
            elif letter in "\n,;":
                yield Sign("end", line)
            line += letter == "\n"
            place += 1
            continue
        for kind, pattern in _KINDS.get(letter, (("glyph", _GLYPH), ("text", _TEXT))):
            found = pattern.match(text, place)
            if found is not None:
                yield _sign(kind, line, found)
                break
        if found is None:
            raise BadInput(f"line {line}: {text[place : place + 20]!r} does not end or belongs nowhere")
        line += found.group().count("\n")
        place = found.end()


_KINDS = {
    "[": (("header", _HEADER),),
    "<": (("mark", _MARK),),
    "{": (("comment", _COMMENT),),
}


def _sign(kind: str, line: int, found: re.Match[str]) -> Sign:
    if kind == "header":
        return Sign(kind, line, found[1], tuple(map(unquoted, _STRING.findall(found[2]))))
    if kind == "mark":
        return Sign(kind, line, found[1], tuple(map(unquoted, re.findall(WORD, found[2]))))
    if kind == "comment":
        return Sign(kind, line, re.sub(r"\\(.)", r"\1", found[1], flags=re.S))
    return Sign(kind, line, found.group().strip())


def read(text: str, file: str = "the text") -> Study:
    """The study that was written. A move that is refused costs itself and the rest of its line; `faults` tell."""
    if len(text) > MOST_BYTES:
        raise BadInput(f"{file}: longer than {MOST_BYTES} characters")
    reader = _Reader()
    try:
        for sign in signs(text):
            reader.take(sign)
        reader.close()
    except BadInput as error:
        raise BadInput(one_line(f"{file}: {error}")) from None
    return reader.study


class _Reader:
    """Takes signs one by one and plays what they say."""

    def __init__(self) -> None:
        self.study = Study()
        self.faults: list[Fault] = []
        self.headers: dict[str, tuple[str, ...]] = {}
        self.chapter: Chapter | None = None
        self.forms: Forms | None = None
        self.label = ""
        # The move that notes belong to and the one before it; None where a fault has cut the line off.
        self.node: Node | None = None
        self.before: Node | None = None
        self.lines: list[tuple[Node | None, Node | None]] = []  # where lines in parentheses have left off
        self.lost: int | None = None  # the fault that the moves being passed over belong to
        self.moves = 0

    def take(self, sign: Sign) -> None:
        """One sign."""
        match sign.kind:
            case "header":
                self.header(sign)
            case "end":
                pass
            case "(" | ")" | "text":
                self.start(sign)
                self.body(sign)
            case _:
                self.start(sign)
                self.note(sign)

    def close(self) -> None:
        """The text is over."""
        if self.headers:
            self.start(Sign("end", 0))
        if self.lines:
            raise BadInput("a line in parentheses does not end")
        self.study.faults = tuple(self.faults)

    # -- headers

    def header(self, sign: Sign) -> None:
        """`[Name "value" …]`"""
        if sign.text not in ("Study", "Chapter", "Title", "Players", "Options", "Seed", "Position"):
            raise BadInput(f"line {sign.line}: there is no header {sign.text[:20]}")
        if self.chapter is not None:
            if self.lines:
                raise BadInput(f"line {sign.line}: a line in parentheses does not end before the next chapter")
            self.chapter = None
        if sign.text == "Study":
            self.study.name = sign.values[0] if sign.values else ""
        elif sign.text in self.headers:
            raise BadInput(f"line {sign.line}: {sign.text} is given twice")
        else:
            self.headers[sign.text] = sign.values

    def start(self, sign: Sign) -> None:
        """Begin the chapter that the headers describe."""
        if self.chapter is not None:
            return
        missing = [name for name in ("Title", "Players") if not self.headers.get(name)]
        if missing:
            raise BadInput(f"line {sign.line}: moves before the header [{missing[0]} …]")
        if len(self.study.chapters) >= MOST_CHAPTERS:
            raise BadInput(f"line {sign.line}: more than {MOST_CHAPTERS} chapters")
        self.chapter = begin(self._head(), self._position())
        self.chapter.name = self._value("Chapter")
        self.label = one_line(self.chapter.name) or f"chapter {len(self.study.chapters) + 1}"
        self.forms = forms_of(self.chapter.rules)
        self.study.chapters.append(self.chapter)
        self.node, self.before, self.lines, self.lost = self.chapter.root, None, [], None
        self.headers = {}

    def _value(self, name: str, place: int = 0, usual: str = "") -> str:
        values = self.headers.get(name, ())
        return values[place] if len(values) > place else usual

    def _head(self) -> Transcript:
        from stellwerk.titles import find

        title, players = self._value("Title"), self.headers["Players"]
        fresh = find(title).make(players, None, 0, None)
        try:
            options: dict[str, Any] = {
                **fresh.options,
                **msgspec.json.decode(self._value("Options", usual="{}"), type=dict[str, Any]),
            }
            seed = int(self._value("Seed", usual="0"))
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            raise BadInput(f"the options or the seed cannot be read: {error}") from None
        return Transcript(FORMAT, VERSION, title, self._value("Title", 1, fresh.version), players, options, seed)

    def _position(self) -> bytes:
        try:
            return base64.b64decode(self._value("Position"), validate=True)
        except (binascii.Error, ValueError) as error:
            raise BadInput(f"the header Position is not base64: {error}") from None

    # -- moves

    def body(self, sign: Sign) -> None:
        """A move, or a line that begins or ends."""
        if sign.kind == "(":
            if self.before is None and self.lost is None:
                raise BadInput(f"line {sign.line}: a line stands behind the move it could replace")
            if len(self.lines) >= MOST_NESTED:
                raise BadInput(f"line {sign.line}: lines are nested more than {MOST_NESTED} deep")
            self.lines.append((self.before, self.node))
            self.node, self.before = self.before, None
        elif sign.kind == ")":
            if not self.lines:
                raise BadInput(f"line {sign.line}: a line ends that has not begun")
            self.before, self.node = self.lines.pop()
        else:
            self.move(sign)

    def move(self, sign: Sign) -> None:
        """One move, perhaps with the round and who is asked before it."""
        text = sign.text
        prefix = _PREFIX.match(text)
        if prefix is not None:
            text = text[prefix.end() :].strip()
        self.moves += 1
        if self.moves > MOST_NODES:
            raise BadInput(f"line {sign.line}: more than {MOST_NODES} moves")
        if self.node is None:
            if self.lost is not None:
                fault = self.faults[self.lost]
                self.faults[self.lost] = msgspec.structs.replace(fault, moves=fault.moves + 1)
            return
        self.before = self.node
        try:
            if prefix is not None:
                self.agree(prefix[1], unquoted(prefix[2]))
            if text:
                self.node = self.make(self.node, text)
        except StellwerkError as error:
            self.lost = len(self.faults)
            self.faults.append(
                Fault(self.label, f"line {sign.line}", one_line(f"{sign.text[:60]}: {reason_of(error)}"), 1)
            )
            self.node = None

    def agree(self, heading: str | None, actor: str) -> None:
        """What the text says about the position must be so."""
        assert self.chapter is not None
        assert self.node is not None
        rules = self.chapter.rules
        state = self.chapter.start if self.node.ply is None else self.node.ply.state
        decision = rules.decision(state)
        if decision is None:
            raise BadInput("the game is over")
        if heading is not None and heading != rules.heading(state):
            raise BadInput(f"here it is {rules.heading(state)}, not {heading}")
        if actor != decision.actor:
            raise BadInput(f"here {decision.actor} is asked, not {actor}")

    def make(self, node: Node, text: str) -> Node:
        """Play a move after a node."""
        assert self.chapter is not None
        assert self.forms is not None
        seat: int | None = None
        other = _OTHER.match(text)
        if other is not None:
            seats, name = self.chapter.rules.seats, unquoted(other[1])
            if name not in seats:
                raise BadInput(f"nobody is called {name}")
            seat, text = seats.index(name), text[other.end() :]
        paid = _EARNED.fullmatch(text)
        if paid is not None:
            return self.run(node, int(paid[1]), seat)
        return self.chapter.add(node, self.forms.read(text), seat)

    def run(self, node: Node, revenue: int, seat: int | None) -> Node:
        """The run that the program offers, if it brings in what the text says."""
        assert self.chapter is not None
        rules = self.chapter.rules
        action: Action | None = offered_run(rules, self.chapter.start if node.ply is None else node.ply.state)
        if action is None:
            raise BadInput("no run is asked for")
        known = list(node.lines)
        child = self.chapter.add(node, action, seat)
        assert child.ply is not None
        brings = earned(child.ply)
        if brings != revenue:
            if child not in known:
                child.remove()
            raise BadInput(f"the run found here brings {brings}, not {revenue}: write its ways out")
        return child

    # -- what is said about moves

    def note(self, sign: Sign) -> None:
        """A comment, glyph or mark for the move before it."""
        node = self.node
        if node is None:
            return
        try:
            if sign.kind == "comment":
                node.say(f"{node.comment}\n\n{sign.text}" if node.comment else sign.text)
            elif sign.kind == "glyph":
                node.judge(*node.glyphs, sign.text)
            elif sign.text == "line":
                node.call(" ".join(sign.values))
            else:
                node.mark(*node.marks, Mark(sign.text, sign.values[:-1], sign.values[-1] if sign.values else ""))
        except BadInput as error:
            self.faults.append(Fault(self.label, f"line {sign.line}", one_line(str(error)), 0))
