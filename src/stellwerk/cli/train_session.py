"""The trainer in the terminal: plain lines in, plain lines out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from stellwerk.cli.parts import sentence
from stellwerk.cli.speech import Speech, Unclear
from stellwerk.cli.voice import voice
from stellwerk.core import Event, Game, Plural, StellwerkError
from stellwerk.i18n import receipt_in
from stellwerk.titles import TITLES
from stellwerk.titles.rulebook import rule_text
from stellwerk.training import GRADES, KINDS, Card, Memory, Puzzle, Source
from stellwerk.training.puzzle import MONEY, PERCENT, Choice


class Quit(Exception):
    """The player leaves, or the input ends."""


class TrainSession:
    """Somebody and some puzzles."""

    def __init__(
        self, entries: Sequence[tuple[Source, Game[Any], Puzzle]], memory: Memory, today: date, language: str
    ) -> None:
        """`today` is the day from which what is wrong comes again."""
        self.entries, self.memory, self.today, self.language = entries, memory, today, language
        self.speech = Speech(language)
        self.say = self.speech.say
        self.right = self.asked = 0

    def run(self, seed: int | None = None) -> None:
        """Ask them all, or until the player leaves."""
        if not self.entries:
            print(self.say("Nothing is to be asked again today."))
            return
        if seed is not None:
            print(self.say("Seed {seed}.", seed=seed), end=" ")
        print(self.say("Type the number of a choice or an amount; help for the commands."))
        try:
            for number, (source, game, puzzle) in enumerate(self.entries, 1):
                self.put(number, game.at(puzzle.ply), puzzle)
                self.answer(source, game.at(puzzle.ply), puzzle)
        except Quit:
            print()
        if self.asked:
            print(self.say("Right: {right} of {asked}.", right=self.right, asked=self.asked))

    def put(self, number: int, game: Game[Any], puzzle: Puzzle) -> None:
        """The question with its choices."""
        asked, tell = puzzle.asked, self.speech.tell
        head = Speech(self.language, asked.question.style).say(
            "{number} of {all}: {title}, {kind} ({grade})",
            number=number,
            all=len(self.entries),
            title=TITLES[puzzle.title].name,
            kind=KINDS[puzzle.kind],
            grade=GRADES[asked.grade],
        )
        players = ", ".join(game.rules.seats)
        print(f"\n{head}\n{self.say('After action {ply}. Players: {players}.', ply=puzzle.ply, players=players)}")
        print(tell(asked.question))
        for place, choice in enumerate(asked.choices, 1):
            print(f"  {place}. {self.told(choice)}")

    def told(self, choice: Choice) -> str:
        """A choice; a name stays what it is."""
        return choice if isinstance(choice, str) else self.speech.tell(choice)

    def answer(self, source: Source, game: Game[Any], puzzle: Puzzle) -> None:
        """Read lines until there is an answer; say whether it is right, and why."""
        while True:
            try:
                text = input("> ").strip()
            except EOFError:
                raise Quit from None
            try:
                given = self.obey(text, game, puzzle)
            except Unclear as unclear:
                print(sentence(self.speech.tell(unclear.message)))
                continue
            except StellwerkError as error:
                print(sentence(str(error)))
                continue
            if given is not None:
                break
        self.judge(source, puzzle, given)

    def obey(self, text: str, game: Game[Any], puzzle: Puzzle) -> int | None:
        """A command, or an answer."""
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        match word.lower():
            case "quit" | "exit":
                raise Quit
            case "show":
                parts = voice(game, self.language).shows(None)
                if rest not in parts:
                    raise Unclear("show knows {parts}, not {typed!r}", parts=tuple(filter(None, parts)), typed=rest)
                print(parts[rest]())
            case "rule":
                print(rule_text(f"{puzzle.title} {rest}", self.language))
            case "help":
                print("\n".join(self.help(game)))
            case _:
                return self.number(text, game, puzzle)
        return None

    def help(self, game: Game[Any]) -> list[str]:
        """What can be typed."""
        parts = ", ".join(filter(None, voice(game, self.language).shows(None)))
        return [
            f"  show, show …  {self.say('the whole position; or a part:')} {parts}",
            f"  rule 4.1      {self.say('a paragraph of the rules')}",
            f"  quit          {self.say('end the training')}",
        ]

    def number(self, text: str, game: Game[Any], puzzle: Puzzle) -> int:
        """A typed answer: the number of a choice (from 0), or an amount."""
        asked = puzzle.asked
        digits = "".join(sign for sign in text if sign.isdecimal())
        if not asked.choices:
            forms = {MONEY: (game.rules.currency, "${}"), PERCENT: ("{} %", "{}%")}.get(asked.unit, ())
            if text in (digits, *(form.replace("{}", digits) for form in forms)) and 0 < len(digits) < 10:
                return int(digits)
            raise Unclear("{typed!r} is no number and no command; type help for a list", typed=text)
        if text == digits and 0 < len(digits) < 6 and 1 <= int(digits) <= len(asked.choices):
            return int(digits) - 1
        raise Unclear(
            "{typed!r} is neither a choice from 1 to {last} nor a command; type help for a list",
            typed=text,
            last=len(asked.choices),
        )

    def judge(self, source: Source, puzzle: Puzzle, given: int) -> None:
        """Right or wrong, the rules' own words for it, and when it comes again."""
        asked, right = puzzle.asked, given == puzzle.asked.answer
        self.asked += 1
        self.right += right
        card = Card(puzzle.title, puzzle.kind, source.name, puzzle.ply, 0, self.today)
        kept = self.memory.note(puzzle.id, card, right, self.today)
        if right:
            print(self.say("Right."))
        else:
            print(self.say("Wrong. The answer is: {answer}", answer=self.amount(puzzle)))
        for event in asked.why:
            self.explain(event)
        if kept is not None:
            days = (kept.due - self.today).days
            print(
                self.say(Plural("Comes again in {count:n} day.", "Comes again in {count:n} days."), count=max(0, days))
            )

    def amount(self, puzzle: Puzzle) -> str:
        """The right answer."""
        asked, answer = puzzle.asked, puzzle.answer
        if not isinstance(answer, int):
            return self.told(answer)
        if asked.unit == MONEY:
            return Speech(self.language, asked.question.style).money(answer)
        return f"{answer} %" if asked.unit == PERCENT else str(answer)

    def explain(self, event: Event) -> None:
        """A line of the explanation with its rule, and its receipt."""
        print(f"{sentence(self.speech.tell(event.message))} [{event.rule}]")
        if event.receipt is not None:
            print("\n".join(f"  {line}" for line in str(receipt_in(event.receipt, self.language)).splitlines()))
