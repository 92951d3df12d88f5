"""`stellwerk titles` and `stellwerk rules`."""

from __future__ import annotations

import argparse

from stellwerk.cli.parts import NO, OK, Commands, add_json, command, print_json


def register(commands: Commands) -> None:
    """Add the commands."""
    titles = command(commands, "titles", run_titles, "list the titles this program plays", "stellwerk titles --json")
    add_json(titles)
    rules = command(
        commands,
        "rules",
        run_rules,
        "print a title's rules, one paragraph or section of them, or what the tests cite",
        "stellwerk rules 1830 8.1.4",
    )
    rules.add_argument("title", metavar="TITLE", nargs="?", help="such as 1830; with --coverage all titles if left out")
    rules.add_argument("paragraph", metavar="PARAGRAPH", nargs="?", help="such as 8.1.4, A5 or the section 8.1")
    rules.add_argument(
        "--coverage", action="store_true", help="which paragraphs the tests of a checkout cite (exit code 1: not all)"
    )
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

    if args.coverage:
        if args.paragraph:
            raise BadInput("--coverage is about the whole title; leave the paragraph out")
        return _coverage(args)
    if args.title is None:
        raise BadInput("name a title, such as 1830; `stellwerk titles` lists them (see stellwerk rules --help)")
    title = find(args.title)
    book = rulebook(title)
    if args.paragraph:
        name = args.paragraph.removeprefix(f"{title.id} ")
        text = book.text(name)
        if args.json:
            found = book.paragraphs.get(name)
            section = found.section if found else book.sections[name].heading
            print_json({"title": title.id, "id": name, "section": section, "text": text})
        else:
            print(text)
    elif args.json:
        print_json({"title": title.id, "paragraphs": list(book.paragraphs.values())})
    else:
        print(title.rules_text().rstrip())
    return OK


def _coverage(args: argparse.Namespace) -> int:
    from stellwerk.titles import TITLES, find
    from stellwerk.titles.rulebook import coverage_of

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
