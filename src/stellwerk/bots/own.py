"""Bots from outside: a class in a Python file, or a program of any language (`bots/process.py`).

A class plays in a process of its own (`bots/own_worker.py`) with limits of time and memory, and gets the game as its
seat may know it: what is hidden from it is dealt again.
"""

from __future__ import annotations

import atexit
import base64
import sys
from pathlib import Path
from typing import Any

import msgspec

from stellwerk.bots.bot import Bot
from stellwerk.bots.process import ProcessBot, greeting, own_seed
from stellwerk.bots.program import SECONDS, BotFailure, Program, limit
from stellwerk.bots.seen import LOOKED_BACK, seen
from stellwerk.core import Action, BadInput, Game, TranscriptError
from stellwerk.core.snapshot import encode_state
from stellwerk.core.transcript import Entry, action_from_json, entry_to_json

LOADING = 60.0  # seconds a file may take to be read
CLASS_MEGABYTES = 2048  # what libraries for learning reserve is much


def is_own(name: str) -> bool:
    """True if a name says where a bot is: `FILE.py:CLASS` or `cmd:COMMAND`."""
    return name.startswith("cmd:") or ".py:" in name


def own_bot(name: str, seed: int) -> Bot:
    """The bot that a name says: a class that takes a seed and has `choose(game, seat)`, or a program."""
    return ProcessBot(name.removeprefix("cmd:"), seed) if name.startswith("cmd:") else OwnBot(name, seed)


class OwnBot:
    """A class of a file, in a process that other games of this program use after this one."""

    about = "a class of the host"

    def __init__(self, name: str, seed: int) -> None:
        """`name` is `FILE.py:CLASS`; says so if there is no such bot."""
        self.program: ClassProgram | None = None
        path, _, self.wanted = name.rpartition(":")
        self.path = Path(path).resolve()
        if not self.path.is_file():
            raise BadInput(f"{path}: there is no such file")
        self.name, self.seed = name, seed
        self.greeted: tuple[object, int] = (None, -1)  # the rules and the seat it plays
        self.program = self.started()
        self.interjects = self.program.interjects

    def choose(self, game: Game[Any], seat: int) -> Action:
        """What the class chooses."""
        action = self.asked("choose", game, seat)
        if action is None:
            raise BotFailure(f"{self.name}: answered with nothing")
        return action

    def interject(self, game: Game[Any], seat: int) -> Action | None:
        """What the class does while somebody else is asked, if it does such things."""
        return self.asked("interject", game, seat) if self.interjects else None

    def close(self) -> None:
        """The process is free for another game."""
        program, self.program = self.program, None
        if program is not None and program.worker is not None and program.worker.poll() is None:
            _IDLE.setdefault(self.key, []).append(program)

    def __del__(self) -> None:
        """It is free as well when the bot is forgotten."""
        self.close()

    # -- talking

    @property
    def key(self) -> tuple[Path, str]:
        """What a process can be used for."""
        return self.path, self.wanted

    def started(self) -> ClassProgram:
        """A process that has loaded the class."""
        idle = _IDLE.get(self.key, [])
        while idle:
            program = idle.pop()
            if program.worker is not None and program.worker.poll() is None:
                program.name, program.seconds = self.name, answering()
                return program
        program = ClassProgram(self.name)
        try:
            program.open()
            said = program.ask({"load": {"file": str(self.path), "class": self.wanted}})
        except BotFailure as error:
            raise BadInput(str(error)) from None
        if "bad" in said:
            program.close()
            raise BadInput(str(said["bad"]).replace(str(self.path), self.name.rpartition(":")[0]))
        program.seconds = answering()
        program.interjects = bool(said["interjects"])
        return program

    def asked(self, kind: str, game: Game[Any], seat: int) -> Action | None:
        """An action of the class, or its failure in one line."""
        if self.program is None or self.program.worker is None:
            self.program, self.greeted = self.started(), (None, -1)
        if self.greeted[0] is not game.rules or self.greeted[1] != seat:
            self.tell({"hello": greeting(game, seat, self.seed)})
            self.greeted = game.rules, seat
        known = seen(game, seat, own_seed(self.seed, seat))
        last = [ply for ply in known.latest(LOOKED_BACK) if ply.action.kind in game.rules.action_types]
        told = {
            "seat": seat,
            "ply": game.ply,
            "state": base64.b64encode(encode_state(known.state)).decode(),
            "last": [entry_to_json(Entry(ply.seat, ply.action)) for ply in last],
        }
        found = self.tell({kind: told}).get("action")
        try:
            return None if found is None else action_from_json(found, game.rules.action_types)
        except TranscriptError as error:
            raise BotFailure(f"{self.name}: answered {msgspec.json.encode(found)[:80]!r}: {error}") from None

    def tell(self, question: dict[str, Any]) -> dict[str, Any]:
        """Ask, and raise what went wrong."""
        assert self.program is not None
        said = self.program.ask(question)
        if "failed" in said:
            raise BotFailure(f"{self.name}: {said['failed']}")
        return said


class ClassProgram(Program):
    """The process of a class."""

    interjects = False

    def __init__(self, name: str) -> None:
        """Not started yet."""
        words = [sys.executable, "-c", "from stellwerk.bots.own_worker import main; main()"]
        super().__init__(name, words, LOADING, limit("STELLWERK_BOT_MEMORY", CLASS_MEGABYTES))


def answering() -> float:
    """Seconds an answer may take."""
    return limit("STELLWERK_BOT_SECONDS", SECONDS)


_IDLE: dict[tuple[Path, str], list[ClassProgram]] = {}


@atexit.register
def end_all() -> None:
    """End the processes that wait for another game."""
    for programs in _IDLE.values():
        while programs:
            programs.pop().close()
