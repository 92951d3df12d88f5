"""The process in which a host's own class plays: it is asked in lines of JSON and sees what its seat may see.

Whoever asks may end it. It ends by itself when nobody is there any more.
"""

from __future__ import annotations

import base64
import importlib.util
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

import stellwerk
from stellwerk.bots.program import PROTOCOL
from stellwerk.bots.seen import standing
from stellwerk.core import Action, Game, Rules
from stellwerk.core.snapshot import reader_of
from stellwerk.core.transcript import entry_from_json

WATCHED = 1.0  # seconds between two looks whether anybody is there


class BotAnswers:
    """Answers questions: `load` a class, `hello` to a game, `choose` or `interject`."""

    def __init__(self) -> None:
        """Nothing is loaded."""
        self.maker: Callable[[int], Any] | None = None
        self.rules: Rules[Any] | None = None
        self.bot: Any = None

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """What came of it: `failed` or `bad` with one line where something is wrong."""
        ((kind, what),) = question.items()
        try:
            if kind == "load":
                return self.load(what["file"], what["class"])
            if kind == "hello":
                return self.hello(what)
            return self.asked(kind, what)
        except Exception as error:  # foreign code may raise anything
            return {"failed": where(error)}

    def load(self, file: str, wanted: str) -> dict[str, Any]:
        """Read the file, and try the class once."""
        try:
            self.maker = getattr(module(Path(file)), wanted, None)
        except Exception as error:
            return {"bad": f"{file}: {type(error).__name__}: {error}"}
        if not callable(self.maker):
            return {"bad": f"{file}: there is no bot {wanted!r} in it"}
        try:
            bot = self.maker(0)
        except Exception as error:
            return {"bad": f"{file}:{wanted}: a bot could not be made: {type(error).__name__}: {error}"}
        if not callable(getattr(bot, "choose", None)):
            return {"bad": f"{file}:{wanted}: a bot needs a method choose(game, seat)"}
        return {"protocol": PROTOCOL, "interjects": callable(getattr(bot, "interject", None))}

    def hello(self, what: dict[str, Any]) -> dict[str, Any]:
        """A new game, and a new bot for it."""
        assert self.maker is not None
        self.rules = stellwerk.new(what["title"], what["players"], what["options"], what["seed"]).rules
        self.bot = self.maker(what["seed"])
        return {"protocol": PROTOCOL}

    def asked(self, kind: str, what: dict[str, Any]) -> dict[str, Any]:
        """What the bot does."""
        game = self.game(what)
        action = getattr(self.bot, kind)(game, what["seat"])
        if action is None and kind == "interject":
            return {"action": None}
        if not isinstance(action, Action):
            return {"failed": f"answered with {type(action).__name__}, which is no action"}
        return {"action": msgspec.to_builtins(action)}

    def game(self, what: dict[str, Any]) -> Game[Any]:
        """The game as the seat may know it."""
        assert self.rules is not None
        state = reader_of(self.rules.start()[0]).read(base64.b64decode(what["state"]))
        entries = [entry_from_json(line, self.rules.action_types, 0) for line in what["last"]]
        return standing(self.rules, state, what["ply"], [(entry.seat, entry.action) for entry in entries])


def module(path: Path) -> Any:
    """The module of a file."""
    spec = importlib.util.spec_from_file_location("own_bot", path)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = found
    spec.loader.exec_module(found)
    return found


def where(error: Exception) -> str:
    """An error with its place."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {place.name}, line {place.lineno}: {error}"


def watch(parent: int) -> None:
    """End when whoever has started this process has gone, also in the middle of a thought."""
    while os.getppid() == parent:
        time.sleep(WATCHED)
    os._exit(1)


def main() -> None:
    """Answer questions until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who is at the keyboard ends whoever has started this
    threading.Thread(target=watch, args=(os.getppid(),), daemon=True).start()
    source = os.fdopen(os.dup(0), "rb")
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # nothing that is printed gets between the answers
    answers = BotAnswers()
    for line in source:
        target.write(msgspec.json.encode(answers.answer(msgspec.json.decode(line))) + b"\n")
        target.flush()


if __name__ == "__main__":
    main()
