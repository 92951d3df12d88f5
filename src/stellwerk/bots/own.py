"""Bots from outside: a class in a Python file, or a program of any language (`bots/process.py`)."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from typing import Any

from stellwerk.bots.bot import Bot
from stellwerk.core import BadInput


def is_own(name: str) -> bool:
    """True if a name says where a bot is: `FILE.py:CLASS` or `cmd:COMMAND`."""
    return name.startswith("cmd:") or ".py:" in name


def own_bot(name: str, seed: int) -> Bot:
    """The bot that a name says: a class that takes a seed and has `choose(game, seat)`, or a program."""
    if name.startswith("cmd:"):
        from stellwerk.bots.process import ProcessBot

        return ProcessBot(name.removeprefix("cmd:"), seed)
    path, _, wanted = name.rpartition(":")
    maker = getattr(_module(Path(path).resolve()), wanted, None)
    if not callable(maker):
        raise BadInput(f"{path}: there is no bot {wanted!r} in it")
    try:
        bot = maker(seed)
    except Exception as error:  # foreign code
        raise BadInput(f"{name}: a bot could not be made: {type(error).__name__}: {error}") from None
    if not callable(getattr(bot, "choose", None)):
        raise BadInput(f"{name}: a bot needs a method choose(game, seat)")
    found: Bot = bot
    return found


@cache
def _module(path: Path) -> Any:
    """The module of a file, read once."""
    if not path.is_file():
        raise BadInput(f"{path}: there is no such file")
    spec = importlib.util.spec_from_file_location(f"own_bot_{abs(hash(path))}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # foreign code
        raise BadInput(f"{path}: {type(error).__name__}: {error}") from None
    return module
