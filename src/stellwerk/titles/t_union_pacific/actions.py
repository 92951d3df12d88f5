"""Everything a player can do. Cards are named by what they show; equal cards are the same card to everybody."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from stellwerk.core import Action


class PickShare(Action, frozen=True, tag="pick_share"):
    """The first share, chosen secretly (2.5)."""

    share: str


class Build(Action, frozen=True, tag="build"):
    """Play a track card and put a locomotive of a company on a section (4.1, 4.2)."""

    card: str
    company: str
    section: str


class Invest(Action, frozen=True, tag="invest"):
    """Lay shares open and discard a track card (6.1, 6.2). The order of the shares means nothing."""

    shares: tuple[str, ...]
    card: str

    def __post_init__(self) -> None:
        """One form for the same shares."""
        shares: Any = self.shares  # made in Python it might be anything; `misfit` and the rules refuse that
        if type(shares) is tuple and len(shares) > 1 and all(type(share) is str for share in shares):
            structs.force_setattr(self, "shares", tuple(sorted(shares)))


class PassTurn(Action, frozen=True, tag="pass"):
    """Discard a track card because nothing else is possible (3.4a)."""

    quiet = True

    card: str


class TakeShare(Action, frozen=True, tag="take_share"):
    """Take a share after a build: a company of the display, `deck`, or `UP` (5.1)."""

    source: str


class ExchangeShare(Action, frozen=True, tag="exchange_share"):
    """Give a company share from the hand for a share of Union Pacific (5.4)."""

    share: str


class Decline(Action, frozen=True, tag="decline"):
    """No exchange (5.4)."""

    quiet = True


class ReplaceCard(Action, frozen=True, tag="replace_card"):
    """Put a track card of a full type out of the game and draw another (14.4)."""

    card: str


class DrawCard(Action, frozen=True, tag="draw_card"):
    """Go on to the draw of a track card, where replacing was possible (14.4)."""

    quiet = True


DECK = "deck"
KINDS: dict[str, type[Action]] = {
    "pick_share": PickShare,
    "build": Build,
    "invest": Invest,
    "pass": PassTurn,
    "take_share": TakeShare,
    "exchange_share": ExchangeShare,
    "decline": Decline,
    "replace_card": ReplaceCard,
    "draw_card": DrawCard,
}
