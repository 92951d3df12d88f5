"""/api/v1/admin: what administrators do. Their account says that they are; a program's key never does."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, get, post
from litestar.params import JSONBody, QueryParameter
from msgspec import Struct

from stellwerk.web.administration import line
from stellwerk.web.api_parameters import REFUSALS, Asker, TheSite
from stellwerk.web.packing import AS_IT_IS

Wanted = Annotated[str, QueryParameter(max_length=80, description="a part of a name; for games an id or a person")]
Subject = Annotated[
    str, QueryParameter(max_length=80, description="the id of a game, the name of an account, or `a:3`")
]
Limit = Annotated[int, QueryParameter(ge=1, le=200)]
Before = Annotated[int, QueryParameter(ge=0, le=2**53, description="lines before this number of the log")]


class AdminAct(Struct, frozen=True, forbid_unknown_fields=True):
    """Do something to a game or a person: `ban`, `unban`, `mute`, `unmute`, `lock`, `unlock`, `delete`, `erase`."""

    act: Annotated[str, msgspec.Meta(max_length=20)]
    whom: Annotated[str, msgspec.Meta(max_length=80)]
    reason: Annotated[str, msgspec.Meta(max_length=500)] = ""


class Office(Controller):
    """For administrators."""

    path = "/admin"
    tags = ("admin",)

    @get("/people", sync_to_thread=True, responses=REFUSALS)
    def people(self, site: TheSite, who: Asker, like: Wanted = "", limit: Limit = 50) -> list[dict[str, Any]]:
        """Accounts, the newest first."""
        site.administration.actor(who)
        found = site.administration.people(like, limit)
        return [{**msgspec.to_builtins(one), "person": one.person} for one in found]

    @get("/games", sync_to_thread=True, responses=REFUSALS)
    def games(self, site: TheSite, who: Asker, like: Wanted = "", limit: Limit = 50) -> list[dict[str, Any]]:
        """Games, those changed last first."""
        site.administration.actor(who)
        return [line(head) for head in site.administration.games(like, limit)]

    @get("/show", sync_to_thread=True, responses=REFUSALS)
    def show(self, site: TheSite, who: Asker, whom: Subject) -> dict[str, Any]:
        """A game or a person, with what was done about it."""
        site.administration.actor(who)
        return site.administration.show(site.administration.subject(whom))

    @get("/audit", sync_to_thread=True, responses=REFUSALS)
    def audit(self, site: TheSite, who: Asker, limit: Limit = 100, before: Before = 0) -> list[dict[str, Any]]:
        """What administrators have done, the latest first."""
        site.administration.actor(who)
        found: list[dict[str, Any]] = msgspec.to_builtins(site.administration.log(limit, before))
        return found

    @post("/export", status_code=200, sync_to_thread=True, responses=REFUSALS, opt=AS_IT_IS)
    def export(self, data: JSONBody[AdminAct], site: TheSite, who: Asker) -> dict[str, Any]:
        """Everything that is kept of a person."""
        actor = site.administration.actor(who)
        return site.administration.export(site.administration.person(data.whom), actor)

    @post("/acts", status_code=200, sync_to_thread=True, responses=REFUSALS)
    def act(self, data: JSONBody[AdminAct], site: TheSite, who: Asker) -> dict[str, str]:
        """Do something to a game or a person."""
        office = site.administration
        actor = office.actor(who)
        subject = office.subject(data.whom)
        office.act(data.act, subject, actor, data.reason)
        return {"act": data.act, "whom": subject.id, "name": subject.name}
