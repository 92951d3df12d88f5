"""Cards as the pages show them: track cards and shares that can be picked, played, or say why not."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from msgspec import Struct

from stellwerk.core import Action
from stellwerk.web.pages.decisions.panel import to_json
from stellwerk.web.pages.table_page import TablePage

from .marks import CardMark, Share, lines, share, share_card

BACK = Markup(
    '<svg class="sw share" viewBox="0 0 62 88" aria-hidden="true">'
    '<rect class="backface" x="1" y="1" width="60" height="86" rx="7"/>'
    '<path class="backline" d="M8 80L54 8M8 58L40 8M22 80L54 30M8 34L24 8M38 80L54 54"/></svg>'
)


class CardButton(Struct, frozen=True):
    """A track card. `query` picks it, `action` plays it, `why` asks why it does not go."""

    id: str
    name: str
    lines: Markup
    count: int
    key: str
    note: str = ""
    chosen: bool = False
    query: str = ""
    action: str = ""
    why: str = ""


class ShareButton(Struct, frozen=True):
    """A share, or the deck; `notes` say what it means to take it, to give it up or to lay it open."""

    id: str
    abbr: str
    name: str
    card: Markup
    letters: str
    notes: list[str]
    chosen: bool = False
    query: str = ""
    action: str = ""
    why: str = ""
    key: str = ""
    last: bool = False  # the last move has brought it


def track_card(entry: CardMark, count: int, number: int, **more: Any) -> CardButton:
    """So many track cards of a type; `number` is the key that presses the button."""
    return CardButton(entry.id, entry.name, lines(entry), count, str(number), **more)


def share_face(entry: Share, notes: list[str] | None = None, **more: Any) -> ShareButton:
    """A share."""
    return ShareButton(entry.id, entry.abbr, entry.name, share_card(entry), entry.letters, notes or [], **more)


def share_button(page: TablePage, action: Action, name: str, number: int) -> ShareButton:
    """A share that is played with one click."""
    entry = share(page, name)
    return share_face(entry, place_notes(page, entry), action=to_json(action), key=str(number))


def own_hand(page: TablePage) -> dict[str, int]:
    """The shares in the hand of the asked player, if the reader may see them."""
    hand: dict[str, int] = page.view["players"][page.asked].get("hand", {})
    return hand


def own_tracks(page: TablePage) -> dict[str, int]:
    """His track cards."""
    found: dict[str, int] = page.view["players"][page.asked].get("tracks", {})
    return found


def place_notes(page: TablePage, entry: Share) -> list[str]:
    """What everybody can know of a company and the reader of his own shares: value, most, own."""
    view = page.view
    found = []
    if not entry.up:
        found.append(page.say("value {value:$}", value=view["companies"][entry.id]["value"]))
    counts = [player["shares"].get(entry.id, 0) for player in view["players"]]
    most = max(counts)
    if most:
        names = ", ".join(
            player["name"] for player, count in zip(view["players"], counts, strict=True) if count == most
        )
        found.append(page.say("most: {who} {count}", who=names, count=most))
    hand = own_hand(page).get(entry.id, 0)
    found.append(page.say("you: {held} open, {hand} in hand", held=counts[page.asked], hand=hand))
    return found
