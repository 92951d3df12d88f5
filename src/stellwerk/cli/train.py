"""`stellwerk train`: questions about positions with one right answer, asked in the terminal or printed as data."""

from __future__ import annotations

import argparse
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stellwerk.cli.parts import OK, Commands, add_json, command, complain, count, positive, print_json

if TYPE_CHECKING:
    from stellwerk.core import Game
    from stellwerk.training import Memory, Puzzle, Source

    Entry = tuple[Source, Game[Any], Puzzle]

ASKED = (
    "run",
    "choice",
    "lay",
    "rust",
    "ends",
    "president",
    "dividend",
    "sell",
    "payout",
)  # the kinds, without loading them
USUAL = 5
SEEDS = 2**31


def register(commands: Commands) -> None:
    """Add the command."""
    from stellwerk.cli.language import add_language

    parser = command(
        commands,
        "train",
        run,
        "answer questions about positions: best runs, what rusts, who becomes president, dividends, sales, payouts; "
        "what was wrong is asked again after 1, 3, 7 and 21 days (--due)",
        "stellwerk train --title 1830 --kind run --count 3",
    )
    parser.add_argument(
        "place", metavar="FILE|FOLDER", nargs="?", help="games to ask about (default: games that bots play)"
    )
    parser.add_argument("--title", metavar="T", help="only this title, such as 1830")
    parser.add_argument(
        "--kind", action="append", metavar="K", help=f"only this kind, may be repeated: {', '.join(ASKED)}"
    )
    parser.add_argument("--count", type=positive, metavar="N", help=f"how many questions (default: {USUAL})")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--seed", type=count, metavar="S", help="the same questions for the same number")
    which.add_argument("--daily", action="store_true", help="one question, today the same for everybody")
    which.add_argument("--due", action="store_true", help="what was wrong and is to be asked again today")
    parser.add_argument("--data", metavar="FOLDER", help="where results are kept (default: the user's data folder)")
    add_json(parser, "print the puzzles with their answers, and ask nothing")
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Find the puzzles, and ask or print them."""
    from stellwerk.core import BadInput
    from stellwerk.training import Memory
    from stellwerk.web.settings import data_folder

    check(args)
    today = date.today()
    memory = Memory(Path(args.data) if args.data else data_folder())
    if args.due or not args.json:
        memory.read()  # a damaged file is told before anything is asked
    seed = seed_of(args, today)
    found = due(args, memory, today) if args.due else fresh(args, seed)
    if not found and not args.due:
        raise BadInput(f"{args.place or 'these games'}: no position for such a question")
    if args.json:
        print_json({"seed": None if args.due else seed, "puzzles": [as_data(entry, args.language) for entry in found]})
        return OK
    from stellwerk.cli.train_session import TrainSession

    TrainSession(found, memory, today, args.language).run(None if args.due or args.daily or args.place else seed)
    return OK


def check(args: argparse.Namespace) -> None:
    """What cannot be asked for, or not together."""
    from stellwerk.core import BadInput
    from stellwerk.titles import find

    for kind in args.kind or ():
        if kind not in ASKED:
            raise BadInput(f"there is no kind of puzzle {kind!r}; there are {', '.join(ASKED)}")
    if args.title is not None:
        find(args.title)
    if args.daily and args.count is not None:
        raise BadInput("--daily is one question: leave out --count")
    if args.due and args.place is not None:
        raise BadInput("--due asks what was wrong before: leave out the file")
    if args.seed is not None and args.seed >= SEEDS:
        raise BadInput(f"--seed must be below {SEEDS}")


def seed_of(args: argparse.Namespace, today: date) -> int:
    """The seed that is given, that of the day, or a new one."""
    import secrets

    from stellwerk.training.puzzle import number_of

    if args.daily:
        return number_of("daily", today.isoformat()) % SEEDS
    seed: int = secrets.randbelow(SEEDS) if args.seed is None else args.seed
    return seed


def fresh(args: argparse.Namespace, seed: int) -> list[Entry]:
    """New puzzles."""
    from stellwerk.training import pick

    place = None if args.place is None else Path(args.place)
    number = 1 if args.daily else args.count or USUAL
    return pick(place, seed, number, args.title, args.kind or (), complain)


def due(args: argparse.Namespace, memory: Memory, today: date) -> list[Entry]:
    """Those that are to be asked again; those whose game is gone are named and stay."""
    from stellwerk.core import BadInput
    from stellwerk.training import Source, again

    found: list[Entry] = []
    for name, card in memory.due(today).items():
        if (args.title and card.title != args.title) or (args.kind and card.kind not in args.kind):
            continue
        if len(found) == (args.count or USUAL):
            break
        source = Source(card.source)
        try:
            found.append((source, *again(source, card.ply, card.kind, name)))
        except BadInput as error:
            complain(str(error))
    return found


def as_data(entry: Entry, language: str) -> dict[str, Any]:
    """A puzzle as plain data, in a language."""
    from stellwerk.core import Message
    from stellwerk.i18n import receipt_in, tell

    source, _, puzzle = entry
    asked = puzzle.asked

    def told(text: Message | str) -> str:
        return text if isinstance(text, str) else tell(text, language)

    return {
        "id": puzzle.id,
        "title": puzzle.title,
        "kind": puzzle.kind,
        "grade": asked.grade,
        "source": source.name,
        "ply": puzzle.ply,
        "question": told(asked.question),
        "choices": [told(choice) for choice in asked.choices] or None,
        "unit": asked.unit or None,
        "answer": asked.answer,
        "explanation": [
            {
                "text": told(event.message),
                "rule": event.rule,
                "receipt": receipt_in(event.receipt, language) if event.receipt else None,
            }
            for event in asked.why
        ],
    }
