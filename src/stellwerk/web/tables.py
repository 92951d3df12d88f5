"""Setting a table up and sitting down at it: create, join, hand over, replace, change, list, chat."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from msgspec import structs

import stellwerk
from stellwerk.core import Chance, Game
from stellwerk.core.transcript import SEEDS
from stellwerk.store import GameHead, NewSeat, SeatTaken
from stellwerk.store.live import standing_of
from stellwerk.titles import TITLES
from stellwerk.web.access import (
    Access,
    TableSettings,
    check_policy,
    new_secret,
    opens,
    read_settings,
    watch_mark,
    write_settings,
)
from stellwerk.web.effort import check_effort
from stellwerk.web.errors import BadRequest, Forbidden, Waiting, marked
from stellwerk.web.games import OpenGames, unchanged
from stellwerk.web.library import hides
from stellwerk.web.own_bots import OwnBots
from stellwerk.web.pace import check_pace
from stellwerk.web.people import LONGEST_CHAT, Who, clean, clean_name, looks
from stellwerk.web.player_marks import PlayerMark, check_mark, choose, preferred
from stellwerk.web.requests import CreateGame, HandOver, Join, MarkWish, Say, SeatWish, TableChange
from stellwerk.web.responses import ChatOut, Joined, Made, SecretOut, TableOut
from stellwerk.web.targets import read_target

MOST_GAMES = 200
MUTED = marked("an administrator lets you write nothing here: {why}")


class Tables:
    """Tables and who sits at them."""

    def __init__(self, games: OpenGames, own: OwnBots | None = None) -> None:
        """Works on the open games; `own` are bots of the host."""
        self.games, self.store, self.live = games, games.store, games.live
        self.own = own or OwnBots()

    # -- setting up

    def create(self, wish: CreateGame, who: Who) -> Made:
        """A new table."""
        seed = wish.seed if wish.seed is not None else secrets.randbelow(SEEDS)
        seats = new_seats(wish.seats, who, wish.title, self.own)
        wished = [check_mark(seat.shape, seat.colour) for seat in wish.seats]
        if wish.shuffle:
            order = Chance(seed, "seats").shuffled(range(len(seats)))
            seats, wished = [seats[place] for place in order], [wished[place] for place in order]
        names = [seat.name for seat in seats]
        game = stellwerk.new(wish.title, names, wish.options, seed, wish.preset)
        if wish.seed is not None and game.rules.hides and any(seat.kind == "open" for seat in seats):
            raise BadRequest("this title hides things: nobody may choose the seed of a game that others join")
        _may_play_itself(wish.forced, wish.title)
        settings = TableSettings(
            name=clean_name(wish.name, "the name of the table") if wish.name else "",
            undo=check_policy(wish.undo),
            spectators=wish.spectators,
            known=wish.seed is not None,
            forced=wish.forced,
            pace=check_pace(wish.pace),
            thinking=check_effort(wish.thinking),
            hints=wish.hints,
            marks=all_marks(wished, names),
        )
        return self.put_up(game, seats, settings, who)

    def put_up(self, game: Game[Any], seats: Sequence[NewSeat], settings: TableSettings, who: Who) -> Made:
        """Store a game with its table and hand out the secrets."""
        creator_secret, creator_key = new_secret()
        watch_secret, watch_key = new_secret()
        settings = structs.replace(settings, creator=who.holder, creator_key=creator_key, watch_key=watch_key)
        waits = not game.ply and any(seat.kind == "open" for seat in seats)
        game_id = self.live.create(game, seats, write_settings(settings), "open" if waits else "")
        told = []
        for number, seat in enumerate(seats):
            if seat.kind != "bot":
                secret = self.store.issue_token(game_id, number)
                told.append(SecretOut(number, secret, self.link("join", game_id, secret)))
        me = structs.replace(who, secret=creator_secret)
        return Made(
            table=self.games.table(self.games.rights(game_id, me)),
            secrets=told,
            creator_secret=creator_secret,
            watch_secret=watch_secret,
            watch_link=self.link("watch", game_id, watch_secret),
        )

    def link(self, page: str, game_id: str, secret: str) -> str:
        """The secret stands behind the #, which browsers send to no server and write into no log."""
        return f"{self.games.base_url}/{page}/{game_id}#{secret}"

    # -- seats

    def join(self, game_id: str, wish: Join, who: Who) -> Joined:
        """Take the seat that the secret opens; the link is void then, a new secret is told."""
        with self.games.lock(game_id):
            head = self.store.head(game_id)
            number = self.store.seat_of_token(game_id, wish.secret)
            if number is None:
                raise Forbidden("this link opens no seat: it is wrong, or was used already")
            settings = read_settings(head)
            self._must_be_unknown(settings, game_id)
            mark = check_mark(wish.shape, wish.colour)
            seat = head.seats[number]
            wished = clean_name(wish.name) if wish.name else seat.name
            if any(looks(other.name) == looks(wished) for other in head.seats if other.number != number):
                raise BadRequest("the name {name!r} is taken at this table", name=wished)
            # Whoever sent the link knows its secret: a seat must not be held by that, however it was shown.
            holder = who.holder if who.holder and who.secret != wish.secret else f"s:{secrets.token_hex(12)}"
            marks = preferred(len(head.seats), settings.marks, number, mark)
            settings = structs.replace(without_hook(settings, number), marks=marks)
            try:
                fresh = self._give(head, number, NewSeat(wished, "me", holder), settings, token=True)
            except SeatTaken:
                raise Forbidden("somebody else has just taken this seat") from None
        rights = self.games.rights(game_id, structs.replace(who, secret=fresh))
        return Joined(self.games.table(rights), number, fresh)

    def _give(self, head: GameHead, number: int, new: NewSeat, settings: TableSettings, *, token: bool) -> str:
        """Give a seat to somebody, with what changes by it, all at once: the game runs when the last open seat is
        taken. Gives the secret of the new link, if one is wished.
        """
        others = [seat.kind for seat in head.seats if seat.number != number]
        begins = head.status == "open" and "open" not in (new.kind, *others)
        with unchanged():
            return self.store.change_seat(
                head.id,
                number,
                head.seats[number].holder,
                new,
                settings=write_settings(settings),
                standing=standing_of(self.live.get(head.id).game) if begins else None,
                expected=head.arrangement,
                token=token,
            )

    def watched_by(self, game_id: str, secret: str) -> str:
        """The mark of the spectators' link, if it is right and the table allows them."""
        settings = read_settings(self.store.head(game_id))
        if not settings.spectators:
            raise Forbidden("this table has no spectators")
        if not opens(settings.watch_key, secret):
            raise Forbidden("this link does not open the table to spectators")
        return watch_mark(game_id, settings.watch_key)

    def hand_over(self, game_id: str, number: int, wish: HandOver, who: Who) -> SecretOut | None:
        """Leave one's seat to whoever comes with the new link; the creator may do so for others, and put in a bot."""
        with self.games.lock(game_id):
            rights = self.games.rights(game_id, who)
            if not rights.creator:
                rights.must_act_for(number)
                if wish.to == "bot":
                    rights.must_be_creator()
            if not 0 <= number < len(rights.head.seats):
                raise BadRequest(
                    "there is no seat {seat}; seats are 0 to {last}", seat=number, last=len(rights.head.seats) - 1
                )
            seat = rights.head.seats[number]
            if wish.to == "me" and not (rights.creator and rights.settings.analysis and who.holder):
                raise Forbidden("only the creator of an analysis table takes its seats back")
            if wish.to == "open":
                self._must_be_unknown(rights.settings, game_id)
                if number not in rights.seats and self.keeps_seats(rights):
                    raise Forbidden(
                        "this title hides things: only who holds a seat may hand it over; the creator may put a bot in"
                    )
            bot = self.own.check(wish.bot, rights.head.title) if wish.to == "bot" else ""
            new = NewSeat(seat.name, wish.to, "", bot)
            if wish.to == "me":
                new = NewSeat(seat.name, "hotseat", who.holder)
            opened = wish.to == "open"
            try:
                secret = self._give(rights.head, number, new, without_hook(rights.settings, number), token=opened)
            except SeatTaken:
                raise Waiting("the seat has changed hands in this moment; look again") from None
            return SecretOut(number, secret, self.link("join", game_id, secret)) if opened else None

    def new_link(self, game_id: str, number: int, who: Who) -> SecretOut:
        """A new secret for one's own seat, or for an open one; the old one is void."""
        with self.games.lock(game_id):
            rights = self.games.rights(game_id, who)
            free = 0 <= number < len(rights.head.seats) and rights.head.seats[number].kind == "open"
            if not (rights.creator and free and not self.keeps_seats(rights)):
                rights.must_act_for(number)
            secret = self.store.issue_token(game_id, number)
            return SecretOut(number, secret, self.link("join", game_id, secret))

    def keeps_seats(self, rights: Access) -> bool:
        """True if nobody but their holders gives the seats of a table away: whoever sits down sees the hand there. So
        it is in a title that hides things once the game has begun.
        """
        head = rights.head
        return head.status != "open" and self.games.hiding(rights, self.live.get(head.id).game)

    def _must_be_unknown(self, settings: TableSettings, game_id: str) -> None:
        """Nobody sits down in a title that hides things where whoever set the table up knows all cards."""
        if settings.known and not settings.analysis and not self.live.get(game_id).game.opened:
            raise Forbidden("this title hides things, and whoever set this table up knows them: nobody can join it")

    def set_mark(self, game_id: str, number: int, wish: MarkWish, who: Who) -> TableOut:
        """Choose the mark of one's own seat."""
        mark = check_mark(wish.shape, wish.colour)
        with self.games.lock(game_id):
            rights = self.games.rights(game_id, who)
            rights.must_act_for(number)
            names = [seat.name for seat in rights.head.seats]
            marks = choose(len(names), rights.settings.marks, number, mark, names)
            if marks != rights.settings.marks:
                self.games.write(rights.head, structs.replace(rights.settings, marks=marks))
        return self.info(game_id, who)

    def stand_in(self, game_id: str, number: int, bot: str, who: Who) -> TableOut:
        """Let a bot play on for one's seat, or be back (without a bot)."""
        with self.games.lock(game_id):
            rights = self.games.rights(game_id, who)
            seat = rights.must_act_for(number)
            if seat.kind in ("open", "bot") or rights.settings.analysis:
                raise BadRequest("nobody sits at seat {seat} for whom a bot could play on", seat=number)
            standins = {key: name for key, name in rights.settings.standins.items() if key != str(number)}
            if bot:
                standins[str(number)] = self.own.check(bot, rights.head.title)
            if standins != rights.settings.standins:
                self.games.write(rights.head, structs.replace(rights.settings, standins=standins))
        return self.info(game_id, who)

    def set_hook(self, game_id: str, number: int, url: str, who: Who) -> None:
        """Keep the address that is to be called when the seat is asked; empty: none."""
        if url:
            read_target(url)
        with self.games.lock(game_id):
            rights = self.games.rights(game_id, who)
            rights.must_act_for(number)
            settings = without_hook(rights.settings, number)
            if url:
                settings.hooks[str(number)] = url
                settings.hooked[str(number)] = rights.head.seats[number].holder
            asked = url and rights.head.status == "running" and rights.head.asked == number
            self.games.write(rights.head, settings, number if asked else None)  # whoever sets it sees that it works

    # -- the table

    def info(self, game_id: str, who: Who) -> TableOut:
        """The table."""
        rights = self.games.rights(game_id, who)
        rights.may_look()
        return self.games.table(rights)

    def change(self, game_id: str, wish: TableChange, who: Who) -> TableOut:
        """What the creator may change."""
        with self.games.lock(game_id):
            rights = self.games.rights(game_id, who)
            rights.must_be_creator()
            settings = rights.settings
            if wish.undo is not None:
                settings = structs.replace(settings, undo=check_policy(wish.undo), request=None)
            if wish.spectators is not None:
                settings = structs.replace(settings, spectators=wish.spectators)
            if wish.forced is not None:
                _may_play_itself(wish.forced, rights.head.title)
                settings = structs.replace(settings, forced=wish.forced)
            if wish.pace is not None:
                settings = structs.replace(settings, pace=check_pace(wish.pace))
            if wish.thinking is not None:
                settings = structs.replace(settings, thinking=check_effort(wish.thinking))
            if wish.hints is not None:
                settings = structs.replace(settings, hints=wish.hints)
            if wish.name is not None:
                name = clean_name(wish.name, "the name of the table") if wish.name else ""
                settings = structs.replace(settings, name=name)
            self.games.write(rights.head, settings)
        return self.info(game_id, who)

    def new_watch_link(self, game_id: str, who: Who) -> SecretOut:
        """A new secret for spectators; the old one is void."""
        secret, key = new_secret()
        with self.games.lock(game_id):
            rights = self.games.rights(game_id, who)
            rights.must_be_creator()
            self.games.write(rights.head, structs.replace(rights.settings, watch_key=key))
        return SecretOut(-1, secret, self.link("watch", game_id, secret))

    def mine(self, who: Who) -> list[TableOut]:
        """The tables somebody sits at, those changed last first."""
        found = {}
        for holder in who.holders:
            for head in self.store.list_games(holder=holder, limit=MOST_GAMES).games:
                found[head.id] = head
        heads = sorted(found.values(), key=lambda head: -head.changed)
        return [self.games.table(self.games.rights(head.id, who)) for head in heads]

    # -- chat

    def say(self, game_id: str, wish: Say, who: Who) -> int:
        """Speak at a table: as a seat, or as a spectator under a name."""
        rights = self.games.rights(game_id, who)
        seat = rights.eyes(wish.seat)
        text = clean(wish.text, "the message", LONGEST_CHAT)
        person = who.holder or (rights.head.seats[seat].holder if seat is not None else "")
        muted = self.store.sanctions([*who.holders, *([person] if person not in who.holders else [])], "mute")
        if muted:
            raise Forbidden(MUTED, why=next(iter(muted.values())))
        if seat is not None:
            return self.store.say(game_id, seat, rights.head.seats[seat].name, text, person)
        name = clean_name(wish.name, "the name") if wish.name else "Spectator"
        if any(looks(name) == looks(other.name) for other in rights.head.seats):
            raise BadRequest("the name {name!r} belongs to a player", name=name)
        return self.store.say(game_id, None, name, text, person)

    def chat(self, game_id: str, since: int, who: Who) -> list[ChatOut]:
        """Messages after a number."""
        self.games.rights(game_id, who).may_look()
        return [
            ChatOut(line.number, line.seat, line.name, line.text, line.at) for line in self.store.chat(game_id, since)
        ]


def all_marks(wished: Sequence[PlayerMark], names: Sequence[str]) -> dict[str, PlayerMark]:
    """What the players of a new table have chosen."""
    marks: dict[str, PlayerMark] = {}
    for seat, mark in enumerate(wished):
        marks = choose(len(names), marks, seat, mark, names)
    return marks


def new_seats(wishes: Sequence[SeatWish], who: Who, title: str, own: OwnBots) -> list[NewSeat]:
    """Seats with a name each: given, one of the title's names for bots, or `Player`, `Seat 3`."""
    taken = {looks(clean_name(wish.name)) for wish in wishes if wish.name}
    known = TITLES.get(title)
    spare = [name for name in (known.bot_names if known else ()) if looks(name) not in taken]
    seats = []
    for number, wish in enumerate(wishes, 1):
        bot = own.check(wish.bot or "random", title) if wish.kind == "bot" else ""
        if wish.name:
            name = clean_name(wish.name, "the name of a seat")
        else:
            plain = {"me": "Player", "hotseat": f"Player {number}", "open": f"Seat {number}", "bot": f"Bot {number}"}
            name = spare.pop(0) if wish.kind == "bot" and spare else plain[wish.kind]
            while looks(name) in taken:
                name += "+"
            taken.add(looks(name))
        seats.append(NewSeat(name, wish.kind, who.holder if wish.kind in ("me", "hotseat") else "", bot))
    if len({looks(seat.name) for seat in seats}) != len(seats):
        raise BadRequest("every player needs a name of his own")
    return seats


def without_hook(settings: TableSettings, number: int) -> TableSettings:
    """The settings without what a seat has said about its turns, and without who plays on for it."""
    kept = {
        name: {key: value for key, value in getattr(settings, name).items() if key != str(number)}
        for name in ("hooks", "hooked", "standins")
    }
    return structs.replace(settings, **kept)


def _may_play_itself(wished: bool, title: str) -> None:
    """What a hand leaves no choice about is nobody else's business."""
    if wished and hides(title):
        raise BadRequest("this title hides things: a move that plays itself would tell what is in a hand")
