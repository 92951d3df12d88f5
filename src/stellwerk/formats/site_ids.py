"""Ids that 18xx.games gives to certificates and tiles and our state does not need: where each of them lies."""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.core import Action
from stellwerk.eighteen.abilities import of_private
from stellwerk.eighteen.ability_schema import GrantAbility
from stellwerk.eighteen.actions import BuyShare, Exchange, LayTile, Par, SellShares
from stellwerk.eighteen.state import State, is_player
from stellwerk.formats.share_ids import IPO, ShareIds
from stellwerk.titles.t1830.rules import Rules1830

GIVEN = {BuyShare, Exchange, Par}  # actions in which somebody gets a certificate


class SiteIds:
    """The ids at one position of a game; `follow` takes them over an action."""

    def __init__(self, rules: Rules1830) -> None:
        """All certificates lie in the IPO, all tiles in the supply."""
        self.t = rules.t
        self.shares = ShareIds(rules.t.companies)
        self.on_hex: dict[str, str] = {}  # hex -> id of the tile there
        self.supply = {name: list(range(tile.count)) for name, tile in rules.t.data.tiles.items()}

    def hex_of(self, tile: str) -> str | None:
        """The hex a tile id lies on."""
        return next((name for name, laid in self.on_hex.items() if laid == tile), None)

    def next_tile(self, name: str) -> str:
        """The id that is laid next of a kind; the rules have made sure that there is one."""
        return f"{name}-{self.supply[name][0]}"

    def lay(self, hex_: str, tile: str) -> None:
        """A tile goes on a hex; the one that lay there is free again, behind the others of its kind."""
        old = self.on_hex.pop(hex_, "")
        name, _, copy = tile.rpartition("-")
        self.supply[name].remove(int(copy))
        if old:
            kind, _, number = old.rpartition("-")
            self.supply[kind].append(int(number))
        self.on_hex[hex_] = tile

    def follow(
        self, action: Action, seat: int, before: State, after: State, shares: Sequence[str] = (), tile: str = ""
    ) -> None:
        """What an action does to the ids; `shares` and `tile` are those the action is written with."""
        given = type(action) in GIVEN
        if isinstance(action, LayTile):
            self.lay(action.hex, tile)
        elif isinstance(action, SellShares):
            president = after.companies[self.t.company(action.company)].president
            self.shares.sell(action.company, seat, list(shares), action.percent, president)
        elif isinstance(action, Par):
            if self.shares.where(f"{action.company}_0") == IPO:
                self.shares.move(f"{action.company}_0", seat)
        elif given:
            self.shares.move(shares[0], seat)
        if after.privates is not before.privates:
            self.grant(before, after)
        if given:
            for entry, old, new in zip(self.t.companies, before.companies, after.companies, strict=True):
                if new is not old:
                    self.shares.presidency(entry.id, new.president)

    def grant(self, before: State, after: State) -> None:
        """Shares that come with a private (1830 2.9); a president's certificate comes with the par."""
        for number, private in enumerate(after.privates):
            if before.privates[number].owner < 0 and is_player(private.owner):
                for grant in of_private(self.t, number, GrantAbility):
                    if not grant.president:
                        self.shares.move(f"{grant.corporation}_1", private.owner)
