"""A game in the terminal: plain lines in, plain lines out, usable by a screen reader and by a script."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from stellwerk.bots import Bot, Interjector
from stellwerk.cli import phrases
from stellwerk.cli.explain import as_text, asked
from stellwerk.cli.help_text import help_lines
from stellwerk.cli.language import usual_language
from stellwerk.cli.menu import MenuChoice, build, lines
from stellwerk.cli.parts import sentence
from stellwerk.cli.speech import Speech, Unclear
from stellwerk.cli.voice import Entry, Voice, voice
from stellwerk.core import Action, Event, Game, Illegal, Option, Plural, StellwerkError
from stellwerk.i18n import receipt_in
from stellwerk.titles.rulebook import rule_text

LOGGED = 20


class Quit(Exception):
    """The player leaves, or the input ends."""


class TerminalSession:
    """Persons and bots at one table."""

    def __init__(self, game: Game[Any], bots: Sequence[Bot | None], save: Path | None) -> None:
        """`bots` has None where a person sits; `save` is kept up to date with the game."""
        self.game, self.bots, self.save, self.language = game, bots, save, usual_language()
        self.speech = Speech(self.language)
        self.say = self.speech.say
        self.menu: list[MenuChoice] = []
        self.written: tuple[Path, tuple[Any, ...]] | None = None
        persons = [seat for seat, bot in enumerate(bots) if bot is None]
        self.eyes = persons[0] if len(persons) == 1 else None  # whose private lines are printed

    def greet(self, seed: int) -> None:
        """The first lines: title, seats, and the seed or (where it would tell the deck) the commitment to it."""
        rules = self.game.rules
        head, helps = f"{rules.title}: {', '.join(rules.seats)}.", self.say("Type help for the commands.")
        if not rules.hides:
            print(head, self.say("Seed {seed}.", seed=seed), helps)
            return
        print(f"{head} {helps}")
        print(
            self.say(
                "Commitment to the seed: {commitment}. When the game is over: stellwerk check-deck FILE.",
                commitment=self.game.view()["commitment"],
            )
        )

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
            print(self.say("The game is saved in {path}.", path=self.written[0]))
        else:
            print(self.say("The game was not saved."))

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
            print(f"{sentence(self.speech.tell(seen.message))} [{seen.rule}]")

    def finish(self) -> None:
        """The end of the game."""
        result, names = self.game.result(), self.game.rules.seats
        print("\n" + self.say("The game is over: {reason:end}.", reason=result.reason))
        for seat in sorted(range(len(names)), key=lambda seat: -result.scores[seat]):
            print(receipt_in(self.game.receipts()[f"score {names[seat]}"], self.language))
        winners = ", ".join(names[seat] for seat in result.winners)
        if winners:
            print(self.say("Winner: {names}.", names=winners))
        else:
            print(self.say("Nobody at the table has won."))

    # -- asking

    @property
    def speaker(self) -> Voice:
        """Who speaks about the position."""
        return voice(self.game, self.language)

    def ask(self) -> None:
        """Say who is asked what, and list the choices."""
        decision = self.game.decision()
        assert decision is not None
        print(f"\n{self.speaker.question(decision)}")
        self.menu = self.choices()
        self.print_menu()

    def print_menu(self) -> None:
        """The present menu."""
        print("\n".join(lines(self.menu, self.speech)))

    def choices(self) -> list[MenuChoice]:
        """The menu of the position: what the asked seat and other persons may do."""
        speaker, seat = self.speaker, asked(self.game)
        entries: list[Entry] = []
        listed: set[object] = set()
        for option in self.game.options():
            if option.seat is not None and (self.bots[option.seat] is not None or self.secret(option.seat, seat)):
                continue
            if (kind := speaker.same(option)) not in listed:
                entries += speaker.entries(option)
                listed.add(kind)
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
                text = sentence(self.speech.tell(illegal.message))
                print(f"{self.say('Not legal:')} {text} [{illegal.rule}]")
            except Unclear as unclear:
                print(sentence(self.speech.tell(unclear.message)))
            except StellwerkError as error:
                print(sentence(str(error)))

    def obey(self, text: str) -> bool:
        """Carry out a line; True if the position may have changed."""
        if not text:
            self.menu = self.choices()
            self.print_menu()
            return False
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        if word.isdecimal():
            return self.choose(self.pick(word), rest)
        obeyed = COMMANDS.get(word.lower())
        if obeyed is not None:
            return obeyed(self, rest)
        if phrases.is_phrase(text, self.game):
            return self.play(phrases.action_from(text, self.game))
        raise Unclear("{word!r} is neither a choice nor a command; type help for a list", word=word)

    def pick(self, text: str) -> MenuChoice:
        """The line of the menu with that number."""
        number = int(text) if len(text) < 6 else 0
        if not 1 <= number <= len(self.menu):
            raise Unclear("there is no choice {number}; there are 1 to {last}", number=text, last=len(self.menu))
        return self.menu[number - 1]

    def choose(self, choice: MenuChoice, text: str = "") -> bool:
        """Open a group, or do it, with what stands after the number."""
        if choice.children:
            if text:
                raise Unclear("{what} is a group; open it first", what=choice.label)
            self.menu = choice.children
            print(f"{choice.label}:")
            self.print_menu()
            return False
        action = self.filled(choice, text)
        return action is not None and self.play(action, choice.option)

    def filled(self, choice: MenuChoice, text: str) -> Action | None:
        """The action of a choice, with an amount or a list asked for where it is free; None to go back."""
        option = choice.option
        assert option is not None
        if option.amount is not None:
            if not text and option.amount.low == option.amount.high:
                return option.action
            text = text or self.read(self.say("{what}. Amount:", what=choice.label) + " ")
            return option.take(self.amount(option, text)) if text else None
        if option.free == "sales":
            text = text or self.read(self.say("Companies and percentages, such as PRR 20 NYC 10:") + " ")
            return phrases.action_from(f"sell_list {text}", self.game) if text else None
        if text:
            raise Unclear("{what}: nothing is open there; type the number alone", what=choice.label)
        return choice.action()

    def amount(self, option: Option, text: str) -> int:
        """A typed amount that the option allows."""
        amounts = option.amount
        assert amounts is not None
        digits = "".join(sign for sign in text if sign.isdecimal())
        bare = text in (digits, *(form.replace("{}", digits) for form in ("${}", self.game.rules.currency)))
        number = int(digits) if bare and 0 < len(digits) < 10 else -1
        if number in amounts:
            return number
        facts = {"typed": text, "low": amounts.low, "high": amounts.high, "step": amounts.step}
        if amounts.step > 1:
            raise Unclear("{typed!r} is no amount from {low} to {high} in steps of {step}", **facts)
        raise Unclear("{typed!r} is no amount from {low} to {high}", **facts)

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
            raise Unclear("write: why NUMBER, or why and an action, such as: why pass")
        seat = asked(self.game)
        if words[0].isdecimal():
            choice = self.pick(words[0])
            if choice.children or choice.option is None:
                raise Unclear("{what} is a group; open it first", what=choice.label)
            action = choice.action()
            if choice.option.amount is not None and len(words) > 1:
                action = choice.option.take(self.amount(choice.option, " ".join(words[1:])))
            seat = seat if choice.option.seat is None else choice.option.seat
            if choice.option.free == "sales":
                raise Unclear("write: {form}", form="why sell_list PRR 20 NYC 10")
        else:
            action = phrases.action_from(text, self.game)
        print(f"{self.speaker.action(action)}: {self.outcome(action, seat)}")
        return False

    def outcome(self, action: Action, seat: int) -> str:
        """What an action would do, as far as its player may know that now."""
        try:
            events = self.game.foresee(action, seat)
        except Illegal as illegal:
            return as_text((), illegal, self.language)
        if not events and self.game.rules.hides:
            return self.say("Legal. What it would turn up is hidden.")
        return as_text(events, None, self.language)

    def undo(self, text: str) -> bool:
        """Back to the last decision of a person."""
        plies = self.game.plies
        last = next((n for n in range(len(plies) - 1, -1, -1) if self.bots[plies[n].seat] is None), None)
        if last is None:
            raise Unclear("there is no action of yours to take back")
        states = [self.game.at(ply).state for ply in range(last, len(plies) + 1)]
        barred = self.game.rules.may_undo(states, plies[last].seat)
        if barred:
            raise Unclear(barred)
        self.game.undo(len(plies) - last)
        print(
            self.say(Plural("Taken back: {count:n} action.", "Taken back: {count:n} actions."), count=len(plies) - last)
        )
        return True

    def reader(self) -> int:
        """Whose eyes are on the screen: the only person's, or those of the one who is asked."""
        return asked(self.game) if self.eyes is None else self.eyes

    def redo(self, text: str) -> bool:
        """What was taken back, up to the next decision of a person."""
        if self.game.ply == len(self.game):
            raise Unclear("nothing has been taken back")
        start = self.game.ply
        while self.game.ply < len(self.game):
            self.game.redo()
            self.tell(self.game.last_events)
            decision = self.game.decision()
            if decision is None or self.bots[decision.seat] is None:
                break
        again = self.game.ply - start
        print(self.say(Plural("Made again: {count:n} action.", "Made again: {count:n} actions."), count=again))
        self.let_bots_play()
        return True

    def show(self, text: str) -> bool:
        """The position, or a part of it."""
        parts = self.speaker.shows(self.reader())
        if text not in parts:
            raise Unclear("show knows {parts}, not {typed!r}", parts=tuple(filter(None, parts)), typed=text)
        print(parts[text]())
        return False

    def log(self, text: str) -> bool:
        """The last events."""
        if text and not (text.isdecimal() and len(text) < 7):
            raise Unclear("{typed!r} is no number of lines", typed=text)
        number = int(text) if text else LOGGED
        self.tell(self.game.events_for(self.reader())[-number:] if number else ())
        return False

    def receipts(self, text: str) -> bool:
        """Figures line by line."""
        for receipt in self.game.receipts_for(self.reader()).values():
            print(receipt_in(receipt, self.language))
        return False

    def rule(self, text: str) -> bool:
        """A paragraph."""
        print(rule_text(f"{self.game.rules.title} {text}", self.language))
        return False

    def save_as(self, text: str) -> bool:
        """Write the game."""
        path = Path(text) if text else self.save
        if path is None:
            raise Unclear("write: {form}", form="save FILE")
        self.write(path)
        print(self.say("Saved to {path}.", path=path))
        return False

    def help(self, text: str) -> bool:
        """How to choose, to type, and the commands."""
        print("\n".join(help_lines(self.speaker, self.speech)))
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
