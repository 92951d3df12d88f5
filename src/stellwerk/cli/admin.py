"""`stellwerk admin`: games and people of a server, looked at and dealt with; also while it runs."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stellwerk.cli.parts import NO, OK, Commands, Parser, add_json, command, positive, print_json
from stellwerk.cli.place import add_place, open_games

if TYPE_CHECKING:
    from stellwerk.web.administration import Administration, Subject

ACTOR = "command"
ACTS = {  # what each does, and to what
    "delete": ("SUBJECT", "remove a game, or an account (names at tables and what was said stay)"),
    "ban": ("PERSON", "end somebody's sessions and let him in no more"),
    "unban": ("PERSON", "let him in again"),
    "mute": ("PERSON", "let somebody write nothing into chats"),
    "unmute": ("PERSON", "let him write again"),
    "lock": ("GAME", "let nothing be played at a table"),
    "unlock": ("GAME", "let it be played again"),
    "erase": ("PERSON", "remove everything that is kept of somebody; games stay and can be replayed"),
    "grant": ("PERSON", "make an account an administrator's: it sees the page /admin"),
    "revoke": ("PERSON", "an administrator no more"),
}
REASONS = ("ban", "mute", "lock")


def register(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "admin",
        nothing,
        "list, show, delete, ban, mute, lock, export, erase: the games and people of a server, also while it runs",
        "stellwerk admin ban Mallory --reason 'plays three seats'",
    )
    verbs = parser.add_subparsers(title="what to do", metavar="WHAT", dest="what", parser_class=Parser)
    one = verb(verbs, "list", run_list, "games or people, the latest first")
    one.add_argument("kind", choices=("games", "people"))
    one.add_argument("--like", default="", metavar="TEXT", help="people: part of a name; games: an id or a person")
    one.add_argument("--limit", type=positive, default=50, metavar="N")
    one = verb(verbs, "show", run_show, "a game or a person with what was done about it")
    one.add_argument("subject", metavar="SUBJECT", help="the id of a game, the name of an account, or a:3, p:…, k:…")
    one = verb(verbs, "export", run_export, "everything that is kept of a person, as JSON")
    one.add_argument("subject", metavar="PERSON")
    one.add_argument("file", nargs="?", metavar="FILE", help="where to (default: printed)")
    one = verb(verbs, "audit", run_audit, "what administrators have done, the latest first")
    one.add_argument("--limit", type=positive, default=100, metavar="N")
    for name, (whom, text) in ACTS.items():
        one = verb(verbs, name, run_act, text)
        one.add_argument("subject", metavar=whom)
        one.add_argument("--yes", action="store_true", help="do not ask")
        if name in REASONS:
            one.add_argument("--reason", default="", metavar="TEXT", help="is told to whom it concerns")


def verb(verbs: Any, name: str, run: Any, text: str) -> argparse.ArgumentParser:
    """One thing to do."""
    parser: argparse.ArgumentParser = verbs.add_parser(name, help=text, description=text)
    parser.set_defaults(run=run)
    add_place(parser)
    add_json(parser)
    return parser


def nothing(args: argparse.Namespace) -> int:
    """`stellwerk admin` alone."""
    from stellwerk.core import BadInput

    raise BadInput("say what to do, such as list people (see stellwerk admin --help)")


def run_list(args: argparse.Namespace) -> int:
    """Games or people."""
    import msgspec

    from stellwerk.web.administration import line

    with open_games(args) as store:
        office = office_of(store)
        limit = min(args.limit, 200)
        if args.kind == "people":
            people = office.people(args.like, limit)
            if args.json:
                print_json([{**msgspec.to_builtins(one), "person": one.person} for one in people])
                return OK
            for one in people:
                marks = " ".join(
                    word
                    for word, true in (
                        ("administrator", one.admin),
                        ("banned", one.banned is not None),
                        ("muted", one.muted is not None),
                    )
                    if true
                )
                print(f"{one.person:8} {one.name} · {one.games} games · since {day(one.created)} {marks}".rstrip())
            return OK
        games = [line(head) for head in office.games(args.like, limit)]
        if args.json:
            print_json(games)
            return OK
        for game in games:
            lock = " · locked" if game["locked"] else ""
            names = ", ".join(game["players"])
            print(f"{game['id']} {game['title']} · {game['status']}{lock} · {names} · {day(game['changed'])}")
    return OK


def run_show(args: argparse.Namespace) -> int:
    """One of them."""
    with open_games(args) as store:
        office = office_of(store)
        found = office.show(office.subject(args.subject))
        if args.json:
            print_json(found)
            return OK
        for key, value in found.items():
            if key == "audit":
                for entry in value:
                    print(f"  {day(entry['at'])} {entry['actor']}: {entry['act']} {entry['detail']}".rstrip())
            elif isinstance(value, list) and value and isinstance(value[0], dict):
                print(f"{key}:")
                for one in value:
                    print("  " + " · ".join(str(part) for part in one.values() if part not in ("", None)))
            else:
                print(f"{key}: {'' if value is None else value}")
    return OK


def run_export(args: argparse.Namespace) -> int:
    """Somebody's data."""
    import os

    import msgspec

    with open_games(args) as store:
        office = office_of(store)
        found = office.export(office.person(args.subject), ACTOR)
    if not args.file:
        print_json(found)
        return OK
    text = msgspec.json.format(msgspec.json.encode(found), indent=2)
    with os.fdopen(os.open(Path(args.file), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(text)
    print(f"{args.file}: everything that is kept of {found['person']}")
    return OK


def run_audit(args: argparse.Namespace) -> int:
    """The log."""
    import msgspec

    with open_games(args) as store:
        lines = office_of(store).log(min(args.limit, 500))
        if args.json:
            print_json(msgspec.to_builtins(lines))
            return OK
        for one in lines:
            print(f"{one.id} {moment(one.at)} {one.actor}: {one.act} {one.whom} {one.detail}".rstrip())
    return OK


def run_act(args: argparse.Namespace) -> int:
    """Do something to somebody, once it is sure that it is meant."""
    with open_games(args) as store:
        office = office_of(store)
        game = args.what in ("lock", "unlock")
        subject = (office.subject if args.what == "delete" else office.game if game else office.person)(args.subject)
        if not (args.yes or sure(args.what, subject)):
            print("nothing was done")
            return NO
        if args.what in ("grant", "revoke"):
            office.make_admin(subject, ACTOR, admin=args.what == "grant")
        else:
            office.act(args.what, subject, ACTOR, getattr(args, "reason", ""))
        if args.json:
            print_json({"act": args.what, "whom": subject.id, "name": subject.name})
        else:
            print(f"{args.what}: {subject.name} ({subject.id})")
    return OK


def sure(what: str, subject: Subject) -> bool:
    """Ask whether it is meant; without somebody to ask it is not."""
    if not sys.stdin.isatty():
        from stellwerk.core import BadInput

        raise BadInput(f"{what} {subject.name}: nobody is there to be asked; --yes does it")
    return input(f"{what} {subject.name} ({subject.id})? [y/N] ").strip().lower() in ("y", "yes")


def office_of(store: Any) -> Administration:
    """What administrators may do."""
    from stellwerk.web.administration import Administration

    return Administration(store)


def day(at: int) -> str:
    """A time as a day."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d")


def moment(at: int) -> str:
    """A time."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
