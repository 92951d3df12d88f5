"""The process in which a bot thinks (`brains`): it gets a position and gives an action with its reasons."""

from __future__ import annotations

import contextlib
import os
from collections import OrderedDict
from typing import Any

from msgspec import Struct

import stellwerk
from stellwerk.bots import Adviser, Bot, make_bot
from stellwerk.bots.advice import Advice
from stellwerk.bots.bot import close
from stellwerk.bots.program import BotFailure
from stellwerk.bots.seen import standing
from stellwerk.core import Action, Game, Message, Rules
from stellwerk.core.snapshot import reader_of
from stellwerk.web.foreign_worker import read_message, write_message

MEMORY = 2 * 1024 * 1024 * 1024  # bytes of address space
KEPT = 8  # games of which something is kept


class BrainQuestion(Struct, frozen=True):
    """A position and who is to act. The game is named by `key`; `last` are the actions before the position."""

    key: str
    title: str
    seats: tuple[str, ...]
    options: dict[str, Any]
    seed: int
    state: bytes
    ply: int
    last: tuple[tuple[int, Action], ...]
    seat: int
    bot: str
    bot_seed: int
    budget: int = 0
    effort: int = 100  # percent of the bot's own budget, where none is given


class BrainAnswers:
    """What a process keeps of the games it was asked about: their rules, and bots with what they have worked out."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.rules: OrderedDict[str, Rules[Any]] = OrderedDict()
        self.bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()

    def answer(self, what: BrainQuestion) -> tuple[str, Any]:
        """What came of a question: advice, or one line that says what is wrong."""
        try:
            return "advice", self.think(what)
        except BotFailure as error:
            self.forget(what)
            return "failed", str(error)
        except Exception as error:  # a bot from outside may raise anything
            self.forget(what)
            return "failed", f"{what.bot}: {type(error).__name__}: {error}"

    def think(self, what: BrainQuestion) -> Advice:
        """Ask the bot."""
        game, bot = self.game(what), self.bot(what)
        if isinstance(bot, Adviser):
            return bot.advise(game, what.seat, what.budget or getattr(bot, "budget", 0) * what.effort // 100)
        action = bot.choose(game, what.seat)
        refusal = game.why_not(action, what.seat)
        if refusal is not None:
            raise refusal
        return Advice(action, Message("This is decided by rule of thumb."))

    def game(self, what: BrainQuestion) -> Game[Any]:
        """The game as it stands: its last actions are known, earlier positions are not."""
        rules = kept(self.rules, what.key, lambda: self.made(what)) if what.key else self.made(what)
        state = reader_of(rules.start()[0]).read(what.state)
        return standing(rules, state, what.ply, what.last)

    def made(self, what: BrainQuestion) -> Rules[Any]:
        """The rules of the game."""
        return stellwerk.new(what.title, what.seats, what.options, what.seed).rules

    def bot(self, what: BrainQuestion) -> Bot:
        """The bot, with what it has worked out before."""

        def make() -> Bot:
            return make_bot(what.bot, what.bot_seed, what.title)

        return kept(self.bots, (what.key, what.seat, what.bot), make) if what.key else make()

    def forget(self, what: BrainQuestion) -> None:
        """A bot that has failed begins anew."""
        close(self.bots.pop((what.key, what.seat, what.bot), None))


def kept(store: OrderedDict[Any, Any], key: Any, make: Any) -> Any:
    """What is kept under a key, or made now; what was not asked for longest goes."""
    if key not in store:
        store[key] = make()
        while len(store) > KEPT:
            _, old = store.popitem(last=False)
            close(old)
    store.move_to_end(key)
    return store[key]


def main() -> None:
    """Answer questions until nobody asks any more."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(AttributeError, OSError):
        os.nice(10)  # people's requests come first
    source = os.fdopen(os.dup(0), "rb")
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that is printed gets between the answers
    answers = BrainAnswers()
    while (what := read_message(source)) is not None:
        write_message(target, answers.answer(what))
