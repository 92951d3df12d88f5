"""The form for a new table: seats, presets and options of the title, how the table is run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta, Struct

from stellwerk.core import BadInput
from stellwerk.i18n import translate, value_text
from stellwerk.titles import TITLES
from stellwerk.web import library
from stellwerk.web.aside import aside
from stellwerk.web.errors import BadRequest, Unknown
from stellwerk.web.foreign import FOREIGN
from stellwerk.web.own_bots import choices
from stellwerk.web.pages import title_cards
from stellwerk.web.pages.reader import Reader, TheReader
from stellwerk.web.pages.title_ui import ui_of
from stellwerk.web.pages.visit import Ask, front_page
from stellwerk.web.people import LONGEST_NAME
from stellwerk.web.requests import Request as Body
from stellwerk.web.responses import OptionInfo
from stellwerk.web.sessions import Session
from stellwerk.web.site import Site

SEATS_AT_FIRST = 3


class OptionValue(Struct, frozen=True):
    """A value of an option; `value` is JSON."""

    value: str
    words: str


class OptionField(Struct, frozen=True):
    """An option for the form; `presets` gives the value in each preset, as JSON."""

    key: str
    text: str
    rule: str
    link: str
    choices: list[OptionValue]
    presets: str
    chosen: str


def plain(value: Any) -> str:
    """A value as it stands in a field."""
    return msgspec.json.encode(value).decode()


def option_of(reader: Reader, info: OptionInfo, preset: str) -> OptionField:
    """An option in the reader's language, set as the preset has it."""
    presets = {name: plain(value) for name, value in info.presets.items()}
    return OptionField(
        key=info.key,
        text=translate(info.text, reader.language),
        rule=info.rule,
        link=library.rule_link(info.rule),
        choices=[OptionValue(plain(value), value_text(value, reader.language)) for value in info.values],
        presets=plain(presets),
        chosen=presets.get(preset, plain(info.values[0])),
    )


def options_of(reader: Reader, name: str) -> list[OptionField]:
    """The options of a title that are choices among values."""
    title = library.title_out(name)
    preset = title.presets[0] if title.presets else ""
    return [option_of(reader, info, preset) for info in title.options if len(info.values) > 1]


@get("/new", include_in_schema=False, sync_to_thread=True)
def new_game(
    request: Ask,
    reader: TheReader,
    site: NamedDependency[Site],
    session: NamedDependency[Session],
    title: Annotated[str, QueryParameter(max_length=40)] = "",
) -> Response[str]:
    """The form."""
    shown = library.title_out(title or next(iter(TITLES)))
    low, high = shown.players
    seatable = [*choices(shown.id), *site.own_bots.names]
    return front_page(
        request,
        session,
        reader,
        "new.html",
        card=title_cards.card(reader, shown),
        titles=library.all_titles(),
        title=shown,
        low=low,
        high=high,
        count=min(max(low, SEATS_AT_FIRST), high),
        bots=[OptionValue(name, title_cards.bot_words(reader, shown, name)) for name in seatable],
        bot=title_cards.usual_bot(shown),
        bots_play=[title_cards.bot_about(reader, shown.id, name) for name in seatable],
        levels=[
            (title_cards.bot_words(reader, shown, name), title_cards.bot_about(reader, shown.id, name))
            for name in shown.bots
        ],
        presets=[OptionValue(name, title_cards.preset_words(reader, name)) for name in shown.presets],
        options=options_of(reader, shown.id),
        more=ui_of(shown.id).settings,
        longest=LONGEST_NAME,
        hides=library.hides(shown.id),
        local=not site.settings.public,
        paces=[OptionValue(name, words) for name, words in title_cards.pace_words(reader).items()],
        pace=site.settings.pace,
    )


class BoardFile(Body, frozen=True):
    """A board file as its owner has chosen it."""

    text: Annotated[str, Meta(max_length=1_000_000)]
    name: Annotated[str, Meta(max_length=200)] = ""


@post("/titles/{title:str}/board", status_code=200, include_in_schema=False)
@aside
def board(title: FromPath[str], data: JSONBody[BoardFile], site: NamedDependency[Site]) -> dict[str, Any]:
    """The option `board` for the content of a file; refused with line and rule if nobody could play on it."""
    name = library.known(title).id
    told = ui_of(name).board
    if told is None:
        raise Unknown("there is nothing at this address")
    shown = Path(data.name.replace("\\", "/")).name or "board.toml"
    try:
        return told(FOREIGN.do("board", name, data.text, seconds=site.settings.reading_seconds))
    except BadRequest:
        raise
    except BadInput as error:
        raise BadInput(f"{shown}: {str(error).removeprefix('board.toml: ')}") from None


HANDLERS = [new_game, board]
