"""Advice at a table: what a bot would do in the asker's place, where the table allows it. Only he hears it."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from stellwerk.bots import levels
from stellwerk.bots.advice import Advice
from stellwerk.core import Action, Game
from stellwerk.i18n import tell
from stellwerk.store import Live
from stellwerk.web.access import Access
from stellwerk.web.brains import Brains, Failed, question
from stellwerk.web.effort import EFFORTS
from stellwerk.web.errors import BadRequest, Forbidden, Waiting
from stellwerk.web.games import OpenGames
from stellwerk.web.people import Who
from stellwerk.web.responses import AdviceOut, AlternativeOut

ADVISERS = ("hard", "normal", "easy")  # the first that a title has is asked unless another one is named
MOST = 3  # alternatives that are told


class GameAdvice:
    """Asks a bot for people."""

    def __init__(self, games: OpenGames, brains: Brains) -> None:
        """Works on the open games."""
        self.games, self.brains = games, brains

    def ask(self, game_id: str, seat: int, who: Who, language: str = "en", bot: str = "") -> AdviceOut:
        """What the bot would do, for the seat that is asked now and belongs to the asker."""
        rights, live = self.games.open(game_id, who)
        self.must_be_allowed(rights, live, seat)
        name = adviser(live.game.rules.title, bot)
        effort = EFFORTS.get(rights.settings.thinking, 100)
        # The same for everybody who asks in the position, and nothing that tells how a bot at the table will decide.
        seed = int.from_bytes(hashlib.sha256(f"advice/{game_id}/{seat}".encode()).digest()[:6], "big")
        try:
            found = self.brains.advise(
                lambda: question(live.game, seat, name, seed, key=f"{game_id}/advice", effort=effort)
            )
        except Failed:
            raise Waiting("the bot has no advice here; try again soon") from None
        return worded(live, name, found, language)

    def must_be_allowed(self, rights: Access, live: Live, seat: int) -> None:
        """The table allows it, and the seat is his and is asked."""
        rights.must_act_for(seat)
        if not allowed(rights):
            raise Forbidden("this table is played without advice from bots")
        decision = live.game.decision()
        if decision is None or decision.seat != seat or rights.head.status != "running":
            raise Waiting("advice is for the decision one is asked for; it is not your turn")


def allowed(rights: Access) -> bool:
    """True if the table has advice: by its setting, or for study, unless it was branched from a game."""
    settings = rights.settings
    return settings.hints or (settings.analysis and settings.origin is None)


def advisers(title: str) -> list[str]:
    """Who can be asked, the strongest first."""
    known = levels(title)
    return [name for name in ADVISERS if name in known] or list(known)[-1:]


def adviser(title: str, wished: str = "") -> str:
    """Who is asked: the one who is wished for, or the strongest."""
    known = advisers(title)
    if wished and wished not in known:
        raise BadRequest("there is no advice from {bot!r}; there is from {known}", bot=wished, known=", ".join(known))
    return wished or known[0]


def worded(live: Live, name: str, found: Advice, language: str) -> AdviceOut:
    """Advice in a language; the alternatives without what is advised."""
    game = live.game
    others = [one for one in found.alternatives if one.action != found.action][:MOST]
    return AdviceOut(
        version=live.version,
        bot=name,
        action=plain(found.action),
        label=called(game, found.action, language),
        why=tell(found.why, language),
        alternatives=[
            AlternativeOut(
                plain(one.action), called(game, one.action, language), round(one.value), tell(one.why, language)
            )
            for one in others
        ],
    )


def plain(action: Action) -> dict[str, Any]:
    """An action as JSON."""
    shown: dict[str, Any] = msgspec.to_builtins(action)
    return shown


def called(game: Game[Any], action: Action, language: str) -> str:
    """What an action is called here."""
    return tell(game.label(action).text, language)
