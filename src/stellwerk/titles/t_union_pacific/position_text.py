"""The position as text for a terminal, as a seat or a spectator sees it (RULES.md section 13), in three languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from stellwerk.core import Message

from .flow import Flow
from .state import State
from .views import view
from .words import share_name

Tell = Callable[[Message], str]


def english(message: Message) -> str:
    """What a reader of English is told."""
    return message.text


def describe(flow: Flow, s: State, seat: int | None = None, tell: Tell = english) -> str:
    """The position, as a seat sees it."""
    shown = view(flow, s, seat, {})
    return "\n".join([*_stacks(flow, shown, tell), *_players(flow, s, shown, tell), *_companies(flow, s, tell)])


def _stacks(flow: Flow, shown: dict[str, Any], tell: Tell) -> Iterator[str]:
    t = flow.t
    payouts = shown["payouts"]
    yield tell(
        t.message(
            "Payouts {done} of {last}, turn {turn}. Deck {deck}, Union Pacific stack {up}, track stack {track}, "
            "track discards: {discards}.",
            done=payouts["done"], last=payouts["last"], turn=shown["turn"], deck=shown["deck"], up=shown["up_stack"],
            track=shown["track_stack"], discards=_cards(flow, shown["track_discards"], tell),
        )
    )  # fmt: skip
    names = [share_name(t, name) for name in shown["display"]]
    yield tell(t.message("Display: {shares}.", shares=_listed(flow, names, tell)))


def _players(flow: Flow, s: State, shown: dict[str, Any], tell: Tell) -> Iterator[str]:
    t = flow.t
    for number, player in enumerate(shown["players"]):
        parts = [] if player["money"] is None else [t.money(player["money"])]
        parts.append(tell(t.message("holds {shares}", shares=_shares(flow, player["shares"], tell))))
        counts = {"hand": player["hand_size"], "tracks": player["track_cards"]}
        parts.append(tell(t.message("hand {hand}, track cards {tracks}", **counts)))
        yield f"{'*' if number == s.active else ' '} {player['name']}: {'; '.join(parts)}"
        if "hand" in player:
            own = {
                "shares": _shares(flow, player["hand"], tell),
                "cards": _cards(flow, player["tracks"], tell),
            }
            yield f"    {tell(t.message('hand: {shares}; track cards: {cards}', **own))}"
        if "pick" in player:
            yield f"    {tell(t.message('picked: {company}', company=share_name(t, player['pick'])))}"
    third = shown["third_player"]
    if third:
        facts = {"money": third["money"], "shares": _shares(flow, third["shares"], tell)}
        yield f"  {tell(t.message('third player: {money:$}; holds {shares}', **facts))}"


def _companies(flow: Flow, s: State, tell: Tell) -> Iterator[str]:
    for number, entry in enumerate(flow.kit.companies):
        facts = {"value": flow.value(s, number), "count": s.supply[number]}
        yield f"  {entry.abbr:<6} {tell(flow.t.message('value {value}, locomotives left: {count}', **facts))}"


def board_text(flow: Flow, s: State, tell: Tell = english) -> str:
    """Every section with its type, its locomotives and its free spaces, a line each."""
    kit = flow.kit
    width = max(map(len, kit.section_names))
    words = [tell(flow.t.message("{card:track}", card=name)) for name in kit.cards]
    long = max(map(len, words))
    lines = []
    for number, name in enumerate(kit.section_names):
        spaces = ["-" if company is None else kit.abbr[company] for company in kit.slots(number, s.board[number])]
        lines.append(f"{name:<{width}}  {words[kit.type[number]]:<{long}}  {' '.join(spaces)}")
    return "\n".join(lines)


def _shares(flow: Flow, counts: dict[str, int], tell: Tell) -> str:
    return _listed(flow, [f"{share_name(flow.t, name)} {count}" for name, count in counts.items()], tell)


def _cards(flow: Flow, counts: dict[str, int], tell: Tell) -> str:
    found = [tell(flow.t.message("{card:track} {count}", card=name, count=count)) for name, count in counts.items()]
    return _listed(flow, found, tell)


def _listed(flow: Flow, items: list[str], tell: Tell) -> str:
    return ", ".join(items) or tell(flow.t.message("none"))
