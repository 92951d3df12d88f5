"""Running a server: what an administrator asks and does, on the pages and by the command. Every act is in the log."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from stellwerk.core.reading import meet
from stellwerk.store import AuditLine, Citizen, GameHead, GameStore, UnknownGame
from stellwerk.store.tokens import is_id
from stellwerk.web.access import TableSettings, read_settings, write_settings
from stellwerk.web.errors import BadRequest, Forbidden
from stellwerk.web.people import LONGEST_CHAT, Who, clean
from stellwerk.web.tables import without_hook

BAN, MUTE = "ban", "mute"
ACTS = ("ban", "unban", "mute", "unmute", "lock", "unlock", "delete", "erase")
# As seats are held: an account, a browser without one, a program's key.
_PERSON = re.compile(r"a:[1-9][0-9]{0,14}|[pks]:[0-9a-f]{24}")


class Subject(Struct, frozen=True):
    """Whom or what an act is about: a person, by the name under which he holds seats, or a game."""

    id: str
    name: str
    game: bool = False


class Administration:
    """What administrators may do."""

    def __init__(self, store: GameStore) -> None:
        """Of a store."""
        self.store = store

    def actor(self, who: Who) -> str:
        """The administrator who makes a request; anybody else is refused."""
        number = int(who.holder.removeprefix("a:")) if who.holder.startswith("a:") and not who.secret else 0
        if not number or not self.store.is_admin(number):
            raise Forbidden("only administrators may do this")
        return who.holder

    # -- whom

    def person(self, text: str) -> Subject:
        """A person: the name of an account, or how seats are held."""
        if _PERSON.fullmatch(text):
            if not text.startswith("a:"):
                return Subject(text, text)
            found = self.store.citizens(account=int(text[2:]))
            if found:
                return Subject(text, found[0].name)
        account = self.store.account(text) if 0 < len(text) <= 80 and "\0" not in text else None
        if account is None:
            raise BadRequest("there is no account {name!r}", name=text)
        return Subject(f"a:{account.id}", account.name)

    def game(self, text: str) -> Subject:
        """A game."""
        head = self.store.head(text)
        return Subject(head.id, read_settings(head).name or head.title, game=True)

    def subject(self, text: str) -> Subject:
        """A game or a person."""
        if is_id(text):
            try:
                return self.game(text)
            except UnknownGame:
                pass
        return self.person(text)

    def name_of(self, whom: str) -> str:
        """How a person or a game of the log is called, if that is still known."""
        if whom.startswith("a:"):
            found = self.store.citizens(account=int(whom[2:]))
            return found[0].name if found else whom
        return whom

    # -- looking

    def show(self, subject: Subject) -> dict[str, Any]:
        """Everything an administrator is told of somebody or something, as plain data: no moves, no chat, no notes."""
        if not subject.game:
            games = self.store.list_games(holder=subject.id, limit=200).games
            known = self.store.citizens(account=int(subject.id[2:])) if subject.id.startswith("a:") else []
            shown: dict[str, Any] = msgspec.to_builtins(known[0]) if known else {}
            return {
                **shown,
                "person": subject.id,
                "banned": self.store.sanctions([subject.id], BAN).get(subject.id),
                "muted": self.store.sanctions([subject.id], MUTE).get(subject.id),
                "games": [line(head) for head in games],
                "audit": msgspec.to_builtins(self.store.audit(whom=subject.id)),
            }
        head = self.store.head(subject.id)
        return line(head) | {
            "creator": read_settings(head).creator,
            "options": head.options,
            "created": head.created,
            "seats": [
                {"number": seat.number, "name": seat.name, "kind": seat.kind, "person": seat.holder}
                for seat in head.seats
            ],
            "audit": msgspec.to_builtins(self.store.audit(whom=subject.id)),
        }

    def people(self, like: str = "", limit: int = 50) -> list[Citizen]:
        """Accounts, the newest first."""
        return self.store.citizens(like=like[:80], limit=limit)

    def games(self, like: str = "", limit: int = 50, status: str | None = None) -> Sequence[GameHead]:
        """Games, those changed last first: all, one, or those of a person."""
        if is_id(like):
            try:
                return [self.store.head(like)]
            except UnknownGame:
                pass
        holder = self.person(like).id if like else None
        return self.store.list_games(holder=holder, limit=limit, status=status).games

    def log(self, limit: int = 100, before: int = 0) -> list[AuditLine]:
        """What was done, the latest first."""
        return self.store.audit(limit, before)

    # -- doing

    def act(self, act: str, subject: Subject, actor: str, reason: str = "") -> None:
        """Do something to somebody or something."""
        if act not in ACTS:
            raise BadRequest("there is no act {name!r}", name=act)
        told = clean(reason, "the reason", LONGEST_CHAT // 2) if reason.strip() else ""
        if subject.game != (act in ("lock", "unlock")) and act != "delete":
            raise BadRequest("{name!r} is not what this can be done to", name=subject.name)
        if act in (BAN, MUTE):
            if act == BAN and subject.id == actor:
                raise BadRequest("nobody bans himself")
            self.store.impose(subject.id, act, told, actor)
        elif act in ("unban", "unmute"):
            self.store.lift(subject.id, act[2:], actor)
        elif act in ("lock", "unlock"):
            self.store.lock_table(subject.id, (told or "locked by an administrator") if act == "lock" else "", actor)
        elif act == "erase":
            self.store.erase_person(subject.id, actor, without_person)
        elif subject.game:
            self.store.delete(subject.id, actor)
        else:
            self.store.delete_person(subject.id, actor)

    def export(self, subject: Subject, actor: str) -> dict[str, Any]:
        """Everything that is kept of a person."""
        found = self.store.personal_data(subject.id)
        self.store.note_act(actor, "export", subject.id)
        return found

    def make_admin(self, subject: Subject, actor: str, *, admin: bool) -> None:
        """Make an account an administrator's, or no more."""
        if not subject.id.startswith("a:"):
            raise BadRequest("only an account can be an administrator's")
        self.store.make_admin(int(subject.id[2:]), actor, admin=admin)


def line(head: GameHead) -> dict[str, Any]:
    """A game in a list."""
    return {
        "id": head.id,
        "title": head.title,
        "table": read_settings(head).name,
        "status": head.status,
        "locked": head.locked,
        "players": list(head.players),
        "actions": head.ply,
        "changed": head.changed,
    }


def without_person(settings: dict[str, Any], names: Sequence[str], seats: Sequence[int]) -> dict[str, Any]:
    """The settings of a table without what somebody has left in them."""
    meet(TableSettings)
    table = msgspec.convert(settings, TableSettings)
    for seat in seats:
        table = without_hook(table, seat)
    if table.creator in names:
        table = structs.replace(table, creator="", creator_key="", name="")
    return write_settings(table)
