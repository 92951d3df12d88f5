"""`stellwerk titles` and `stellwerk rules`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from stellwerk.cli.language import add_language
from stellwerk.cli.parts import NO, OK, Commands, add_json, command, print_json

if TYPE_CHECKING:
    from stellwerk.titles import Title
    from stellwerk.titles.rulebook import Rulebook


def register(commands: Commands) -> None:
    """Add the commands."""
    titles = command(commands, "titles", run_titles, "list the titles this program plays", "stellwerk titles --json")
    add_json(titles)
    rules = command(
        commands,
        "rules",
        run_rules,
        "print a title's rulebook, one paragraph or section of it, or what the tests cite",
        "stellwerk rules 1830 8.1.4",
    )
    rules.add_argument("title", metavar="TITLE", nargs="?", help="such as 1830; with --coverage all titles if left out")
    rules.add_argument("paragraph", metavar="PARAGRAPH", nargs="?", help="such as 8.1.4, A5 or the section 8.1")
    rules.add_argument(
        "--coverage", action="store_true", help="which paragraphs the tests of a checkout cite (exit code 1: not all)"
    )
    rules.add_argument("--source", action="store_true", help="RULES.md, as code and tests cite it (English)")
    add_language(rules)
    add_json(rules)


def run_titles(args: argparse.Namespace) -> int:
    """All titles."""
    from stellwerk.titles import TITLES

    if args.json:
        print_json(
            [
                {"id": title.id, "name": title.name, "designer": title.designer, "players": title.players}
                for title in TITLES.values()
            ]
        )
        return OK
    for title in TITLES.values():
        print(f"{title.id}  {title.name} by {title.designer}, {title.players[0]} to {title.players[1]} players")
    return OK


def run_rules(args: argparse.Namespace) -> int:
    """Text or coverage."""
    from stellwerk.core import BadInput
    from stellwerk.titles import find
    from stellwerk.titles.rulebook import rulebook
    from stellwerk.titles.rules_text import rules_text

    if args.coverage:
        if args.paragraph:
            raise BadInput("--coverage is about the whole title; leave the paragraph out")
        return _coverage(args)
    if args.title is None:
        raise BadInput("name a title, such as 1830; `stellwerk titles` lists them (see stellwerk rules --help)")
    title = find(args.title)
    book = rules_text(title) if args.source else rulebook(title, args.language)
    if args.paragraph:
        name = args.paragraph.removeprefix(f"{title.id} ")
        text = book.text(name)
        if args.json:
            print_json({"title": title.id, "id": name, "text": text})
        else:
            print(text)
    elif args.json:
        paragraphs = [{"id": name, "text": book.text(name)} for name in book.paragraphs]
        print_json({"title": title.id, "paragraphs": paragraphs})
    else:
        print(title.rules_text().rstrip() if args.source else printed(title, rulebook(title, args.language)))
    return OK


def printed(title: Title, book: Rulebook) -> str:
    """A rulebook as text; tables have columns, pictures are left to the pages and `stellwerk draw`."""
    from stellwerk.draw.rulebook import shown
    from stellwerk.titles.rulebook import Columns, Drawn, Example, Heading, Items, Prose, plain

    parts = [book.name.upper()]
    for block in book.blocks:
        table = shown(title, block, book.language) if isinstance(block, Drawn) else block
        match table:
            case Heading(level, text):
                parts.append(f"{text}\n{'=' * len(text)}" if level <= 2 else text)
            case Prose(text, ids):
                parts.append(f"{ids[0]}  {plain(text)}" if ids else plain(text))
            case Items(items):
                parts.append("\n".join(f"{'  ' * item.depth}- {plain(item.text)}" for item in items))
            case Example(text):
                parts.append(f"  | {plain(text)}")
            case Columns(head, rows):
                parts.append(columns([head, *rows]))
    return "\n\n".join(parts)


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows with their cells one below the other."""
    from stellwerk.titles.rulebook import plain

    cells = [[plain(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in cells)
    return "\n".join(line.rstrip() for line in lines)


def _coverage(args: argparse.Namespace) -> int:
    from stellwerk.titles import TITLES, find
    from stellwerk.titles.rules_text import coverage_of

    reports = coverage_of([find(args.title)] if args.title else TITLES.values())
    if args.json:
        print_json(reports[0] if args.title else reports)
    else:
        for found in reports:
            print(f"{found.title}: tests cite {found.covered} of {found.total} paragraphs")
            if found.missing:
                print(f"not cited ({len(found.missing)}): {', '.join(found.missing)}")
            for number, reason in found.untested.items():
                print(f"excused: {number}: {reason}")
            for citation in found.unknown:
                print(f"cited but not in RULES.md: {citation}")
    return NO if any(found.unknown or found.missing for found in reports) else OK
