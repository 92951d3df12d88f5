"""A game in the terminal: plain lines in, plain lines out, usable by a screen reader and by a script."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from stellwerk.bots import Bot, Interjector
from stellwerk.cli import phrases
from stellwerk.cli.explain import as_text, asked
from stellwerk.cli.language import usual_language
from stellwerk.cli.menu import MenuChoice, build, lines
from stellwerk.cli.parts import sentence
from stellwerk.cli.voice import Entry, voice
from stellwerk.core import Action, BadInput, Event, Game, Illegal, Message, Option, StellwerkError
from stellwerk.i18n import tell
from stellwerk.titles.rulebook import rule_text

HELP = """Type the number of a choice. A group opens a list of its own; an empty line goes back.
An action can also be typed: {examples}, or JSON.
  why N, why N AMOUNT   what choice N would do, with the rules
  why ACTION            the same for a typed action, legal or not
  undo, redo            take back your last action and what came after it, or make it again
  show                  the whole position; also {shows}
  log, log N            what has happened last
  receipts              scores and other figures, line by line
  rule 4.1              a paragraph of the rules
  save FILE             write the game to a file
  help, quit"""
LOGGED = 20


class Quit(Exception):
    """The player leaves, or the input ends."""


class TerminalSession:
    """Persons and bots at one table."""

    def __init__(self, game: Game[Any], bots: Sequence[Bot | None], save: Path | None) -> None:
        """`bots` has None where a person sits; `save` is kept up to date with the game."""
        self.game, self.bots, self.save, self.language = game, bots, save, usual_language()
        self.menu: list[MenuChoice] = []
        self.written: tuple[Path, tuple[Any, ...]] | None = None
        persons = [seat for seat, bot in enumerate(bots) if bot is None]
        self.eyes = persons[0] if len(persons) == 1 else None  # whose private lines are printed

    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        try:
            self.let_bots_play()
            while self.game.decision() is not None:
                self.keep()
                self.ask()
                self.turn()
            self.finish()
        except Quit:
            print()
        self.say_where()

    # -- saving

    def keep(self) -> None:
        """Write the file that was given with --save."""
        if self.save is not None:
            self.write(self.save)

    def write(self, path: Path) -> None:
        from stellwerk.formats.own import save

        save(self.game, path)
        self.written = (path, self.game.plies)

    def say_where(self) -> None:
        """The last line of a session."""
        self.keep()
        if self.written is not None and self.written[1] == self.game.plies:
            print(f"The game is saved in {self.written[0]}.")
        else:
            print("The game was not saved.")

    # -- bots and events

    def let_bots_play(self) -> None:
        """Let bots act until a person is asked."""
        while (decision := self.game.decision()) is not None:
            out_of_turn = self.interjection(decision.seat)
            if out_of_turn is not None:
                self.tell(self.game.apply(out_of_turn[1], out_of_turn[0]))
                continue
            bot = self.bots[decision.seat]
            if bot is None:
                return
            self.tell(self.game.apply(bot.choose(self.game, decision.seat), decision.seat))

    def interjection(self, seat: int) -> tuple[int, Action] | None:
        """What a bot that is not asked wants to do."""
        for other, bot in enumerate(self.bots):
            if bot is None or other == seat:
                continue
            action = bot.interject(self.game, other) if isinstance(bot, Interjector) else None
            if action is not None:
                return other, action
        return None

    def tell(self, events: Sequence[Event]) -> None:
        """What has happened, a line each."""
        opened = self.game.opened
        for event in events:
            seen = event.seen_by(self.eyes, opened)
            print(f"{sentence(tell(seen.message, self.language))} [{seen.rule}]")

    def finish(self) -> None:
        """The end of the game."""
        result, names = self.game.result(), self.game.rules.seats
        print(f"\nThe game is over ({result.reason}).")
        for seat in sorted(range(len(names)), key=lambda seat: -result.scores[seat]):
            print(self.game.receipts()[f"score {names[seat]}"])
        print(f"Winner: {' and '.join(names[seat] for seat in result.winners) or 'nobody at the table'}.")

    # -- asking

    def ask(self) -> None:
        """Say who is asked what, and list the choices."""
        decision = self.game.decision()
        assert decision is not None
        print(f"\n{voice(self.game).question(decision)}")
        self.menu = self.choices()
        self.print_menu()

    def print_menu(self) -> None:
        """The present menu."""
        print("\n".join(lines(self.menu)))

    def choices(self) -> list[MenuChoice]:
        """The menu of the position: what the asked seat and other persons may do."""
        speaker, seat = voice(self.game), asked(self.game)
        entries: list[Entry] = []
        for option in self.game.options():
            if option.seat is not None and (self.bots[option.seat] is not None or self.secret(option.seat, seat)):
                continue
            entries += speaker.suggestions(option)
            entries.append((speaker.option(option), MenuChoice("", option)))
        return build(entries)

    def secret(self, seat: int, asked: int) -> bool:
        """True if what a seat may do out of turn is not for the eyes of the one who is asked."""
        return self.game.rules.hides and seat != asked

    def read(self, prompt: str) -> str:
        """A line of input."""
        try:
            return input(prompt).strip()
        except EOFError:
            raise Quit from None

    def turn(self) -> None:
        """Read lines until something has been done."""
        while True:
            text = self.read("> ")
            try:
                if self.obey(text):
                    return
            except Illegal as illegal:
                text = sentence(tell(illegal.message, self.language))
                print(f"{tell(Message('Not legal:'), self.language)} {text} [{illegal.rule}]")
            except StellwerkError as error:
                print(sentence(str(error)))

    def obey(self, text: str) -> bool:
        """Carry out a line; True if the position may have changed."""
        if not text:
            self.menu = self.choices()
            self.print_menu()
            return False
        if text.isdecimal():
            return self.choose(self.pick(text))
        word, _, rest = text.partition(" ")
        obeyed = COMMANDS.get(word.lower())
        if obeyed is not None:
            return obeyed(self, rest.strip())
        if phrases.is_phrase(text, self.game):
            return self.play(phrases.action_from(text, self.game))
        raise BadInput(f"{word!r} is neither a choice nor a command; type help for a list")

    def pick(self, text: str) -> MenuChoice:
        """The line of the menu with that number."""
        number = int(text) if len(text) < 6 else 0
        if not 1 <= number <= len(self.menu):
            raise BadInput(f"there is no choice {text}; there are 1 to {len(self.menu)}")
        return self.menu[number - 1]

    def choose(self, choice: MenuChoice) -> bool:
        """Open a group, or do it."""
        if choice.children:
            self.menu = choice.children
            print(f"{choice.label}:")
            self.print_menu()
            return False
        action = self.filled(choice)
        return action is not None and self.play(action, choice.option)

    def filled(self, choice: MenuChoice) -> Action | None:
        """The action of a choice, with an amount or a list asked for where it is free; None to go back."""
        option = choice.option
        assert option is not None
        if option.amount is not None:
            if option.amount.low == option.amount.high:
                return option.action
            text = self.read(f"{choice.label}. Amount: ")
            return option.take(self.amount(option, text)) if text else None
        if option.free == "sales":
            text = self.read("Companies and percentages, such as PRR 20 NYC 10: ")
            return phrases.action_from(f"sell_list {text}", self.game) if text else None
        return choice.action()

    def amount(self, option: Option, text: str) -> int:
        """A typed amount that the option allows."""
        amounts = option.amount
        assert amounts is not None
        digits = text.lstrip("$")
        number = int(digits) if digits.isdecimal() and len(digits) < 10 else -1
        if number not in amounts:
            steps = f" in steps of {amounts.step}" if amounts.step > 1 else ""
            raise BadInput(f"{text!r} is no amount from {amounts.low} to {amounts.high}{steps}")
        return number

    def play(self, action: Action, option: Option | None = None) -> bool:
        """Apply an action of a person, then let the bots go on."""
        seat = option.seat if option is not None and option.seat is not None else asked(self.game)
        self.tell(self.game.apply(action, seat))
        self.let_bots_play()
        return True

    # -- commands

    def why(self, text: str) -> bool:
        """What a choice or a typed action would do, or why it is refused."""
        words = text.split()
        if not words:
            raise BadInput("write: why NUMBER, or why and an action, such as: why lay E19 57 2")
        seat = asked(self.game)
        if words[0].isdecimal():
            choice = self.pick(words[0])
            if choice.children or choice.option is None:
                raise BadInput(f"choice {words[0]} is a group; open it first")
            action = choice.action()
            if choice.option.amount is not None and len(words) > 1:
                action = choice.option.take(self.amount(choice.option, words[1]))
            seat = seat if choice.option.seat is None else choice.option.seat
            if choice.option.free == "sales":
                raise BadInput("write: why sell_list PRR 20 NYC 10")
        else:
            action = phrases.action_from(text, self.game)
        print(f"{voice(self.game).action(action)}: {self.outcome(action, seat)}")
        return False

    def outcome(self, action: Action, seat: int) -> str:
        """What an action would do, as far as its player may know that now."""
        try:
            events = self.game.foresee(action, seat)
        except Illegal as illegal:
            return as_text((), illegal, self.language)
        if not events and self.game.rules.hides:
            return "Legal. What it would turn up is hidden."
        return as_text(events, None, self.language)

    def undo(self, text: str) -> bool:
        """Back to the last decision of a person."""
        plies = self.game.plies
        last = next((n for n in range(len(plies) - 1, -1, -1) if self.bots[plies[n].seat] is None), None)
        if last is None:
            raise BadInput("there is no action of yours to take back")
        states = [self.game.at(ply).state for ply in range(last, len(plies) + 1)]
        barred = self.game.rules.may_undo(states, plies[last].seat)
        if barred:
            raise BadInput(barred)
        self.game.undo(len(plies) - last)
        print(f"Taken back: {len(plies) - last} actions.")
        return True

    def reader(self) -> int:
        """Whose eyes are on the screen: the only person's, or those of the one who is asked."""
        return asked(self.game) if self.eyes is None else self.eyes

    def redo(self, text: str) -> bool:
        """What was taken back, up to the next decision of a person."""
        if self.game.ply == len(self.game):
            raise BadInput("nothing has been taken back")
        start = self.game.ply
        while self.game.ply < len(self.game):
            self.game.redo()
            self.tell(self.game.last_events)
            decision = self.game.decision()
            if decision is None or self.bots[decision.seat] is None:
                break
        print(f"Made again: {self.game.ply - start} actions.")
        self.let_bots_play()
        return True

    def show(self, text: str) -> bool:
        """The position, or a part of it."""
        parts = voice(self.game).shows(self.reader())
        if text not in parts:
            raise BadInput(f"show knows {', '.join(part for part in parts if part)}, not {text!r}")
        print(parts[text]())
        return False

    def log(self, text: str) -> bool:
        """The last events."""
        if text and not (text.isdecimal() and len(text) < 7):
            raise BadInput(f"{text!r} is no number of lines")
        number = int(text) if text else LOGGED
        self.tell(self.game.events_for(self.reader())[-number:] if number else ())
        return False

    def receipts(self, text: str) -> bool:
        """Figures line by line."""
        for receipt in self.game.receipts_for(self.reader()).values():
            print(receipt)
        return False

    def rule(self, text: str) -> bool:
        """A paragraph."""
        print(rule_text(f"{self.game.rules.title} {text}", self.language))
        return False

    def save_as(self, text: str) -> bool:
        """Write the game."""
        path = Path(text) if text else self.save
        if path is None:
            raise BadInput("write: save FILE")
        self.write(path)
        print(f"Saved to {path}.")
        return False

    def help(self, text: str) -> bool:
        """The commands."""
        speaker = voice(self.game)
        shows = ", ".join(f"show {name}" for name in speaker.shows(None) if name)
        print(HELP.format(examples=speaker.examples, shows=shows))
        return False

    def quit(self, text: str) -> bool:
        """Leave."""
        raise Quit


COMMANDS: dict[str, Callable[[TerminalSession, str], bool]] = {
    "save": TerminalSession.save_as,
    "exit": TerminalSession.quit,
    **{
        name: getattr(TerminalSession, name)
        for name in ("why", "undo", "redo", "show", "log", "receipts", "rule", "help", "quit")
    },
}
