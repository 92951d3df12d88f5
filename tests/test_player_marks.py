"""Every player has a mark of his own, a shape and a colour, wherever he is shown."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

import stellwerk
from stellwerk.web.pages.player_shapes import OUTLINES
from stellwerk.web.player_marks import COLOURS, SHAPES, PlayerMark, marks_of
from tests.support import DATA
from tests.web_support import Browser, Json, refused, served

CSS = Path(stellwerk.__file__).parent / "web" / "pages" / "static"
Client = TestClient[Any]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(tmp_path_factory.mktemp("marks")) as made:
        yield made


def put(browser: Browser, game: str, seat: int, **wish: str) -> Any:
    return browser.send("PUT", f"/api/v1/games/{game}/seats/{seat}/mark", wish)


def seen(table: Json) -> list[tuple[str, str]]:
    return [(seat["shape"], seat["colour"]) for seat in table["seats"]]


# -- who gets which


@pytest.mark.parametrize("count", range(1, len(SHAPES) + 1))
def test_no_two_players_have_a_shape_or_a_colour_in_common(count: int) -> None:
    for chosen in ({}, {"0": PlayerMark("square", "green")}, {"0": PlayerMark(SHAPES[count - 1], COLOURS[-1])}):
        marks = marks_of(count, chosen)
        assert len({mark.shape for mark in marks}) == len({mark.colour for mark in marks}) == count
        assert all(marks[int(seat)] == mark for seat, mark in chosen.items())


def test_a_choice_moves_only_whoever_had_that_mark() -> None:
    plain, chosen = marks_of(4, {}), marks_of(4, {"3": PlayerMark("circle", "orange")})
    assert chosen[3] == PlayerMark("circle", "orange")
    assert (chosen[0].shape, chosen[1].colour) == (plain[3].shape, plain[3].colour)
    assert (chosen[0].colour, chosen[1].shape, chosen[2]) == (plain[0].colour, plain[1].shape, plain[2])


def test_a_player_chooses_his_own_mark_and_everybody_sees_it(client: Client) -> None:
    ada, ben = Browser(client), Browser(client)
    made = ada.create("me:Ada", "open:Ben", "bot")
    game = made["table"]["id"]
    assert seen(made["table"]) == [("circle", "blue"), ("square", "orange"), ("triangle", "green")]
    joined = ben.post(f"/games/{game}/join", {"secret": made["secrets"][1]["secret"], "shape": "star"}).json()
    assert seen(joined["table"])[1] == ("star", "orange")
    answer = put(ben, game, 1, shape="circle", colour="teal")
    assert answer.status_code == 200, answer.text
    assert seen(answer.json()) == seen(ada.get(f"/games/{game}").json())
    assert seen(answer.json()) == [("square", "blue"), ("circle", "teal"), ("triangle", "green")]
    assert put(ben, game, 1).status_code == 200  # back to what the table gives
    assert seen(ada.get(f"/games/{game}").json()) == seen(made["table"])


def test_what_cannot_be_is_refused_and_changes_nothing(client: Client) -> None:
    ada, ben = Browser(client), Browser(client)
    made = ada.create("me:Ada", "open:Ben")
    game = made["table"]["id"]
    ben.post(f"/games/{game}/join", {"secret": made["secrets"][1]["secret"]})
    put(ada, game, 0, shape="star", colour="red")
    before = ada.get(f"/games/{game}").json()
    assert (
        "there is no shape 'blob'; there are circle, square"
        in refused(put(ada, game, 0, shape="blob"), 400, "bad_input")["text"]
    )
    assert (
        "there is no colour '<b>'; there are blue" in refused(put(ada, game, 0, colour="<b>"), 400, "bad_input")["text"]
    )
    assert refused(put(ben, game, 1, shape="star"), 400, "bad_input")["text"] == "the shape star is taken by Ada"
    assert refused(put(ben, game, 1, colour="red"), 400, "bad_input")["text"] == "the colour red is taken by Ada"
    refused(put(ben, game, 0, shape="cross"), 403, "forbidden")
    refused(put(ben, game, 7, shape="cross"), 400, "bad_input")
    refused(put(ben, game, 1, shape="x" * 21), 400, "bad_input")
    after = ada.get(f"/games/{game}").json()
    assert seen(after) == seen(before)
    two = [{"kind": "me", "name": "A", "shape": "star"}, {"kind": "hotseat", "name": "B", "shape": "star"}]
    refused(ada.post("/games", {"title": "1830", "seats": two}), 400, "bad_input")
    assert put(ben, game, 1, shape="cross").status_code == 200


def test_who_likes_a_mark_that_is_taken_sits_down_without_it(client: Client) -> None:
    ada, ben = Browser(client), Browser(client)
    made = ada.create("me:Ada", "open:Ben")
    game = made["table"]["id"]
    put(ada, game, 0, shape="star", colour="red")
    body = {"secret": made["secrets"][1]["secret"], "shape": "star", "colour": "sky"}
    assert seen(ben.post(f"/games/{game}/join", body).json()["table"])[1] == ("square", "sky")


# -- where they are seen

GAMES = ["1830-3p-seed", "1854-4p-steady", "1862-4p-pages", "18te-3p", "union-pacific-4p"]


@pytest.fixture(scope="module", params=GAMES)
def table(request: pytest.FixtureRequest, client: Client) -> tuple[Browser, str, Any]:
    """A kept game in its middle, where shares are held."""
    game: Any = stellwerk.load(DATA / "games" / f"{request.param}.json.gz")
    game = game.at(game.ply * 2 // 3)
    browser = Browser(client)
    made = browser.post("/import", {"file": json.loads(game.transcript().encode())})
    return browser, made.json()["table"]["id"], game


def test_every_view_shows_the_marks(table: tuple[Browser, str, Any]) -> None:
    browser, name, game = table
    page = browser.send("GET", f"/g/{name}").text
    seats = range(len(game.rules.seats))
    for seat in seats:
        assert f'<symbol id="player-{seat}"' in page
    used = 'href="#player-{}"'
    where = (
        ("side", "players") if "players" in game.view(None) and game.rules.title == "union-pacific" else ("players",)
    )
    for part in where[:1]:
        assert all(used.format(seat) in region(page, part) for seat in seats), part
    assert "#player-" in region(page, "log")
    for tab in ("companies", "players", "charts"):
        text = browser.send("GET", f"/g/{name}/now?tab={tab}").text
        stage = region(text, "stage")
        if tab == "charts":
            assert all(f"own c-{colour}" in stage for colour in COLOURS[: len(seats)])
        else:
            assert all(used.format(seat) in stage for seat in seats), tab
    dialog = browser.send("GET", f"/g/{name}/seats").text
    assert all(used.format(seat) in dialog for seat in seats)
    assert dialog.count('name="shape"') == len(SHAPES) * len(seats)  # all seats of an analysis table are his


def region(text: str, name: str) -> str:
    begin = text.index(f'id="{name}"')
    ends = [found.start() for found in re.finditer(r'id="(top|side|stage|players|decision|log|meta)"', text)]
    return text[begin : min((end for end in ends if end > begin), default=len(text))]


# -- that they can be seen


def colours(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block))


def light(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1, 2])
def test_letters_and_marks_stand_out_in_every_theme(theme: int) -> None:
    """Light, dark, and dark because the system is."""
    players = colours(re.findall(r"\{[^{}]*--p-on[^{}]*\}", (CSS / "players.css").read_text())[theme])
    surfaces = colours(re.findall(r"\{[^{}]*--paper[^{}]*\}", (CSS / "tokens.css").read_text())[theme])
    assert len(players) == len(COLOURS) + 1
    for colour in COLOURS:
        assert contrast(players[f"p-{colour}"], players["p-on"]) >= 4.5, colour
        for ground in ("paper", "surface", "surface-2", "surface-3", "act-bg"):
            assert contrast(players[f"p-{colour}"], surfaces[ground]) >= 3, (colour, ground)


def test_every_shape_is_drawn_and_every_colour_is_known() -> None:
    assert set(OUTLINES) == set(SHAPES)
    assert len({outline.path for outline in OUTLINES.values()}) == len(SHAPES) == len(COLOURS) == 12
    css = (CSS / "players.css").read_text()
    assert all(f".c-{colour} {{ --pl: var(--p-{colour}); }}" in css for colour in COLOURS)
