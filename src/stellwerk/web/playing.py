"""At the table: the view, what may be done, why not, doing it. Everything is asked and done as somebody."""

from __future__ import annotations

from typing import Any

import msgspec

from stellwerk.core import Action, BadInput, Entry, Event, Game, Illegal, Option
from stellwerk.core.reading import meet
from stellwerk.core.transcript import action_from_json
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.formats.plain import check_sizes
from stellwerk.routing import BUDGET, answer_routes, parse_trains
from stellwerk.store import Conflict, Live
from stellwerk.web.access import Access
from stellwerk.web.errors import BadRequest, Forbidden, Waiting
from stellwerk.web.games import OpenGames, events_out, must_have_room, open_view, stale
from stellwerk.web.library import paragraph
from stellwerk.web.people import Who
from stellwerk.web.requests import Act, Why
from stellwerk.web.responses import Done, OptionOut, OptionsOut, PartedOut, RangeOut, ViewOut, WhyOut

MOST_RUNS = 5
MOST_TRAINS = 6  # that somebody may imagine: eight long ones keep a server busy for a minute


class Playing:
    """Views, options and actions."""

    def __init__(self, games: OpenGames) -> None:
        """Works on the open games."""
        self.games, self.live = games, games.live

    # -- looking

    def view(self, game_id: str, who: Who, seat: int | None = None, ply: int | None = None) -> ViewOut:
        """The position, or an earlier one, as a seat or a spectator sees it."""
        rights, live = self.games.open(game_id, who)
        return self.view_of(rights, live, rights.eyes(seat), ply)

    def view_of(self, rights: Access, live: Live, seat: int | None, ply: int | None = None) -> ViewOut:
        """The view of a seat, which has been found to be the asker's."""
        game = live.game if ply is None else live.game.at(ply)
        result, decision = game.result(), game.decision()
        meet(PartedOut)
        quiet = self.games.hiding(rights, live.game)
        eyes = None if self.games.undealt(rights, live.game) else seat
        return ViewOut(
            game=rights.head.id,
            version=live.version,
            ply=game.ply,
            plies=live.game.ply,
            seat=seat,
            asked=None if decision is None else decision.seat,
            decision=decision,
            status=rights.head.status,
            scores=list(result.scores) if result.finished or not quiet else [],
            winners=list(result.winners),
            reason=result.reason,
            view=open_view(live.game, game, eyes),
            last=events_out(live.game.events_of(game.ply, eyes)),
            parted=None if live.parted is None else msgspec.convert(live.parted, PartedOut, from_attributes=True),
        )

    def options(self, game_id: str, who: Who, seat: int | None = None) -> OptionsOut:
        """Everything a seat may do now, in its turn or out of it."""
        rights, live = self.games.open(game_id, who)
        number = rights.eyes(seat)
        if number is None:
            raise BadRequest("spectators have no options; name a seat")
        decision = live.game.decision()
        asked = -1 if decision is None else decision.seat
        return OptionsOut(
            version=live.version,
            seat=number,
            asked=asked == number,
            decision=decision,
            options=[]
            if self._waits(rights) or live.parted is not None or live.head.locked
            else [option_out(option, number) for option in live.game.options_for(number)],
        )

    def why(self, game_id: str, wish: Why, who: Who) -> WhyOut:
        """Whether an action would be legal, tried on a copy."""
        rights, live = self.games.open(game_id, who)
        try:
            events = self.tried(rights, live, wish)
        except Illegal as illegal:
            return WhyOut(False, [], illegal.rule, illegal.text, plain_facts(illegal), paragraph(illegal.rule, "en"))
        return WhyOut(True, events_out(events))

    def tried(self, rights: Access, live: Live, wish: Why) -> tuple[Event, ...]:
        """What an action would bring about as far as that can be known before, or the refusal of the rules. Where
        something is hidden one may ask only for oneself: a refusal tells what is in a hand.
        """
        game = live.game if wish.ply is None else live.game.at(wish.ply)
        rights.may_look()
        action = read_action(wish.action, game)
        if self.games.hiding(rights, live.game):
            seat = rights.eyes(wish.seat)
            if seat is None:
                raise Forbidden("this title hides things: only who sits at the table can ask that, for himself")
            if self.games.undealt(rights, live.game):
                raise not_begun(rights)
            return game.foresee(action, seat)
        decision = game.decision()
        asked = decision.seat if decision else rights.eyes(None)
        return game.branch().apply(action, asked if wish.seat is None else wish.seat)

    def receipts(self, game_id: str, who: Who, ply: int | None = None) -> dict[str, Any]:
        """Every figure of a position that the asker may know, itemised."""
        rights, live = self.games.open(game_id, who)
        seat = rights.eyes(None)
        game = live.game if ply is None else live.game.at(ply)
        slips = game.receipts_for(seat) if self.games.hiding(rights, live.game) else game.receipts()
        found: dict[str, Any] = msgspec.to_builtins({name: slip.worded() for name, slip in slips.items()})
        return found

    def best_run(
        self, game_id: str, who: Who, company: str | None, trains: str | None, top: int, ply: int | None
    ) -> dict[str, Any]:
        """The certified best run of a company, with its own trains or others."""
        game = self.open_position(game_id, who, ply)
        if not isinstance(game.rules, FamilyRules):
            raise BadRequest("{title} has no train runs", title=game.rules.title)
        if not 1 <= top <= MOST_RUNS:
            raise BadRequest("top must be from 1 to {most}, not {top}", most=MOST_RUNS, top=top)
        try:
            if trains is not None and len(parse_trains(trains, game.rules.t)) > MOST_TRAINS:
                raise BadRequest("at most {most} trains can be asked for here", most=MOST_TRAINS)
            budget = BUDGET if trains is None else BUDGET // 8
            return answer_routes(game.rules, game.state, company, trains, top, budget)
        except BadInput as error:
            raise BadInput(str(error).replace("--company", "`company`")) from None

    def open_position(self, game_id: str, who: Who, ply: int | None = None) -> Game[Any]:
        """A whole position, which is told only if nothing in it is hidden or the game is over."""
        rights, live = self.games.open(game_id, who)
        rights.eyes(None)
        if self.games.hiding(rights, live.game):
            raise Waiting("this title hides things: that can be told when the game is over")
        return live.game if ply is None else live.game.at(ply)

    # -- doing

    def act(self, game_id: str, wish: Act, who: Who) -> Done:
        """Do it, if the seat is the asker's, the game is where he thinks it is, and the rules allow it."""
        version, live = self.play(*self.games.open(game_id, who), wish)
        return done(version, live, wish.seat, 1 + len(wish.then))

    def play(self, rights: Access, live: Live, wish: Act) -> tuple[int, Live]:
        """The same with a game that has been opened for this; gives the version it has reached, and the game then. A
        request that is repeated gets its version, and the game as it is.
        """
        rights.must_act_for(wish.seat)
        if self._waits(rights):
            raise not_begun(rights)
        if live.version == wish.expected_version:
            must_have_room(live)
        entries = [Entry(wish.seat, read_action(action, live.game)) for action in (wish.action, *wish.then)]
        key = f"{wish.seat}:{wish.key}" if wish.key else ""
        try:
            return self.live.play(live, wish.expected_version, entries, key)
        except Conflict as conflict:
            raise stale(conflict) from None

    @staticmethod
    def _waits(rights: Access) -> bool:
        return rights.head.status == "open"


def done(version: int, live: Live, seat: int, actions: int = 1) -> Done:
    """The answer to actions of a seat; a repeated request is answered with where the game is now."""
    ply = live.game.ply
    made = range(ply - actions + 1, ply + 1) if live.version == version else ()
    return Done(
        version=version,
        ply=ply,
        asked=live.head.asked,
        status=live.head.status,
        events=[line for number in made for line in events_out(live.game.events_of(number, seat))],
    )


def not_begun(rights: Access) -> Waiting:
    """The refusal while seats are open."""
    open_ = [seat.number for seat in rights.head.seats if seat.kind == "open"]
    return Waiting("the game starts when every seat is taken", open_seats=open_)


def option_out(option: Option, seat: int) -> OptionOut:
    """An option as plain data."""
    amount = option.amount
    return OptionOut(
        seat=seat,
        action=msgspec.to_builtins(option.action),
        amount=None if amount is None else RangeOut(option.money, amount.low, amount.high, amount.step),
        free=option.free,
    )


def read_action(fields: dict[str, Any], game: Game[Any]) -> Action:
    """An action from its JSON object; errors say what is wrong with it."""
    try:
        check_sizes(fields)
        return action_from_json({key: value for key, value in fields.items() if key != "seat"}, game.rules.action_types)
    except BadInput as error:
        raise BadInput(f"action: {getattr(error, 'reason', error)}") from None


def plain_facts(illegal: Illegal) -> dict[str, Any]:
    """The facts of a refusal as JSON can hold them."""
    return {
        key: value if isinstance(value, str | int | float | bool | None) else str(value)
        for key, value in illegal.facts.items()
    }
