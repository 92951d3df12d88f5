"""When the rules have been mended and a stored game does not agree with them: the table chooses how it goes on."""

from __future__ import annotations

from msgspec import structs

from stellwerk.store import Conflict, Live
from stellwerk.web.access import FREE, Access, RulesVotes
from stellwerk.web.errors import BadRequest, Waiting
from stellwerk.web.games import OpenGames, askable, stale
from stellwerk.web.people import Who
from stellwerk.web.requests import ChooseRules
from stellwerk.web.responses import RulesOut


class Mending:
    """Votes, and what they decide."""

    def __init__(self, games: OpenGames) -> None:
        """Works on the open games."""
        self.games = games

    def choose(self, game_id: str, wish: ChooseRules, who: Who) -> RulesOut:
        """One seat's choice. What all persons have chosen is done; at tables with free undo one is enough."""
        with self.games.lock(game_id):
            rights, live = self.games.open(game_id, who)
            rights.must_act_for(wish.seat)
            if live.parted is None:
                raise Waiting("this game and the rules agree; there is nothing to choose")
            if wish.choice == "stored" and not live.parted.stored:
                raise BadRequest("the stored position cannot be read; the game can go on from where both agree")
            try:
                if live.version != wish.expected_version:
                    raise Conflict(game_id, wish.expected_version, live.version)
                votes = {**cast(rights, live), str(wish.seat): wish.choice}
                waiting = [seat for seat in people(rights, wish.seat) if votes.get(str(seat)) != wish.choice]
                if waiting:
                    said = RulesVotes(live.version, votes)
                    self.games.write(rights.head, structs.replace(rights.settings, rules=said))
                    return RulesOut(False, live.version, waiting)
                self.games.write(rights.head, structs.replace(rights.settings, rules=None))
                return RulesOut(True, self.games.live.settle(game_id, live.version, wish.choice), [])
            except Conflict as conflict:
                raise stale(conflict) from None


def cast(rights: Access, live: Live) -> dict[str, str]:
    """What seats have chosen so far; void when the game has moved."""
    votes = rights.settings.rules
    return dict(votes.chosen) if votes is not None and votes.version == live.version else {}


def people(rights: Access, seat: int) -> list[int]:
    """The seats whose persons must agree, besides the one who chooses."""
    if rights.settings.analysis or rights.settings.undo == FREE:
        return []
    return askable(rights.head, seat)
