"""The pages of Union Pacific without a browser: panels, why not, taking back, the end, boards of one's own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient
from msgspec import structs

import stellwerk
from stellwerk.bots import make_bot
from stellwerk.bots.play import play_out
from stellwerk.core import Game, commitment
from tests.page_support import PlainReader, Shown, all_regions, bring, opened
from tests.web_support import Browser, Json, refused, served

TITLE = "union-pacific"
BOARD = Path(stellwerk.__file__).parent / "titles" / "t_union_pacific" / "title.toml"
Client = TestClient[Any]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(tmp_path_factory.mktemp("site")) as made:
        yield made


def played(kind: str, after: int, players: int = 2) -> Json:
    """A game of bots up to a decision of the first seat."""
    game: Any = stellwerk.new(TITLE, ["Ada", "Ben", "Cleo"][:players], {}, 3)
    bots = [make_bot("baron", seat, TITLE) for seat in range(players)]
    while (decision := game.decision()) is not None:
        if game.ply >= after and decision.kind == kind and decision.seat == 0:
            break
        game.apply(bots[decision.seat].choose(game, decision.seat), decision.seat)
    made: Json = json.loads(game.transcript().encode())
    return made


def table(ada: Browser, file: Json) -> str:
    """Ada plays the first seat, nobody but hers is hers; the others are bots, which wait for her."""
    seats = [{"kind": "me"}, *[{"kind": "bot"}] * (len(file["players"]) - 1)]
    made = ada.post("/import", {"file": file, "seats": seats})
    assert made.status_code == 201, made.text
    game: str = made.json()["table"]["id"]
    return game


def first(ada: Browser, game: str, kind: str) -> tuple[Json, int]:
    options = ada.get(f"/games/{game}/options").json()
    found = next(option["action"] for option in options["options"] if option["action"]["type"] == kind)
    return found, options["version"]


def undo(ada: Browser, game: str) -> Any:
    return ada.post(f"/games/{game}/undo", {"seat": 0, "expected_version": ada.view(game)["version"]})


def test_what_the_last_payout_would_bring_two_players_leaves_the_third_out_and_says_so(tmp_path: Path) -> None:
    """10.2, 10.3: nobody knows before what the third player will hold."""
    note = "a third player holds what is left"
    with opened(tmp_path) as site:
        for players, payouts, told in ((2, 0, False), (2, 1, False), (2, 2, True), (3, 2, False)):
            game: Any = stellwerk.new(TITLE, ["Ada", "Ben", "Cleo"][:players], {}, 3)
            bots = [make_bot("baron", seat, TITLE) for seat in range(players)]
            while game.state.payouts < payouts or game.state.step != "turn":
                decision = game.decision()
                game.apply(bots[decision.seat].choose(game, decision.seat), decision.seat)
            game_id = bring(site, game)
            for tab in ("map", "payout"):
                shown = all_regions(Shown(site, PlainReader(), game_id, game), tab)
                assert (note in shown) == told, (players, payouts, tab)


def at_state(game: Game[Any], **fields: Any) -> Game[Any]:
    """The game with another last position."""
    *plies, last = game.plies
    plies.append(structs.replace(last, state=structs.replace(last.state, **fields)))
    return Game.from_state(game.rules, game.at(0).state, game.at(0).last_events, plies)


def test_the_note_of_payouts_to_come_says_how_many_are_made(tmp_path: Path) -> None:
    """10.5: a fourth card in the turn of the third brings two players nothing; nothing follows after the end."""
    game: Any = stellwerk.new(TITLE, ["Ada", "Ben"], {}, 3)
    bots = [make_bot("baron", seat, TITLE) for seat in range(2)]
    while game.state.payouts < 2 or game.decision().kind != "exchange":
        decision = game.decision()
        game.apply(bots[decision.seat].choose(game, decision.seat), decision.seat)
    with opened(tmp_path) as site:
        game_id = bring(site, game)
        for fields, note, words in (
            ({"payouts": 2, "pending": 2}, "1 payout is made at the end of this turn", True),
            ({"payouts": 1, "pending": 2}, "2 payouts are made at the end of this turn", True),
            ({"payouts": 3, "pending": 1}, "", False),
        ):
            shown = all_regions(Shown(site, PlainReader(), game_id, at_state(game, **fields)), "payout")
            assert ("at the end of this turn</p>" in shown) == bool(note)
            assert note in shown
            assert ("A payout follows at the end of this turn" in shown) == words


def test_secret_money_is_not_added_up_by_the_pages(tmp_path: Path) -> None:
    """13.1a: each amount is announced when it is paid, but no page says what somebody else has got in a payout."""
    game: Any = stellwerk.new(TITLE, ["Ada", "Ben", "Cleo"], {"money": "secret"}, 3)
    bots = [make_bot("baron", seat, TITLE) for seat in range(3)]
    while not game.state.payouts or len(set(game.state.money)) < 3:
        decision = game.decision()
        game.apply(bots[decision.seat].choose(game, decision.seat), decision.seat)
    with opened(tmp_path) as site:
        game_id = bring(site, game)
        own = game.state.money[0]
        for tab in ("payout", "players", "charts"):
            shown = all_regions(Shown(site, PlainReader(), game_id, game, 0), tab)
            told = {int(sum) for sum in re.findall(r"\$(\d+)M", shown.split('id="log"')[0])}
            assert own in told or tab == "payout"
            past = shown.split('data-payout="1"')[-1].split("</table>")[0] if tab == "payout" else shown
            assert "secret" in past or tab == "charts"
            for seat in (1, 2):
                assert f'data-count="{game.state.money[seat]}"' not in past
                assert tab == "payout" or f">${game.state.money[seat]}M<" not in shown


def test_a_win_shared_with_the_third_player_is_called_so(tmp_path: Path) -> None:
    """A15: level with the best player means a shared win."""
    game: Any = stellwerk.new(TITLE, ["Ada", "Ben"], {}, 3)
    play_out(game, [make_bot("random", seat, TITLE) for seat in range(2)])
    with opened(tmp_path) as site:
        game_id = bring(site, game)
        best = max(game.state.money)
        names = ", ".join(game.rules.seats[seat] for seat in game.result().winners)
        for third, winners in ((best - 1, names), (best, f"{names}, third player")):
            changed = at_state(game, fiction_money=third)
            assert f"Winner: {winners}<" in all_regions(Shown(site, PlainReader(), game_id, changed))


def test_a_build_can_be_taken_back_but_no_card_that_was_seen(client: Client) -> None:
    ada = Browser(client)
    game = table(ada, played("turn", 30))
    action, version = first(ada, game, "build")
    assert ada.act(game, action, 0, version).status_code == 200
    assert undo(ada, game).json()["done"]
    assert ada.view(game)["decision"]["kind"] == "turn"
    assert ada.act(game, action, 0, version + 2).status_code == 200
    take, version = first(ada, game, "take_share")
    assert ada.act(game, take, 0, version).status_code == 200
    said = refused(undo(ada, game), 403, "forbidden")
    assert "hidden card" in said["text"]
    page = ada.send("GET", f"/g/{game}?lang=de").text
    assert "Das kann nicht zurückgenommen werden: seitdem ist eine verdeckte Karte aufgedeckt worden" in page


def test_a_first_share_stands(client: Client) -> None:
    ada = Browser(client)
    game = ada.create("me:Ada", "hotseat:Ben", title=TITLE)["table"]["id"]
    action, version = first(ada, game, "pick_share")
    ada.act(game, action, 0, version)
    assert "stands once it is picked" in refused(undo(ada, game), 403, "forbidden")["text"]


def test_the_panel_with_a_choice_shows_effect_map_and_action(client: Client) -> None:
    ada = Browser(client)
    game = table(ada, played("turn", 30, 3))
    action, version = first(ada, game, "build")
    query = "&".join(f"{key}={action[key]}" for key in ("card", "company", "section"))
    text = ada.send("GET", f"/g/{game}/choose?mode=build&{query}&version={version}").text
    assert 'id="confirm"' in text
    assert f'id="section-{action["section"]}"' in text
    assert "netmark on" in text
    assert "→" in text
    nothing = ada.send("GET", f"/g/{game}/choose?mode=build&card=nonsense&company=%3Cscript%3E&section=x").text
    assert 'id="confirm"' not in nothing
    assert "<script>" not in nothing
    stale = ada.send("GET", f"/g/{game}/choose?mode=build&version={version - 1}").text
    assert "moved on" in stale


def test_a_card_one_does_not_hold_is_refused_with_its_rule(client: Client) -> None:
    ada = Browser(client)
    game = table(ada, played("turn", 30))
    tracks = ada.view(game)["view"]["players"][0]["tracks"]
    missing = next(name for name in ("mountain", "prairie", "wild", "timber", "coast") if name not in tracks)
    action = {"type": "build", "card": missing, "company": "EPRG", "section": "el_paso-monterrey"}
    page = ada.send("POST", f"/g/{game}/why", {"action": action, "seat": 0})
    assert "Rule Union Pacific 4.1" in page.text
    refused(ada.send("POST", f"/g/{game}/why", {"action": action, "seat": 1}), 403, "forbidden")


def test_the_end_is_open_and_can_be_checked(client: Client) -> None:
    ada = Browser(client)
    file = played("never", 0)
    game = table(ada, file)
    view = ada.view(game)["view"]
    options = ada.get(f"/games/{game}").json()["options"]
    assert commitment(view["opened"]["seed"], TITLE, len(file["players"]), options) == view["commitment"]
    page = ada.send("GET", f"/g/{game}").text
    assert str(file["seed"]) in page
    assert view["commitment"] in page
    assert "Rule Union Pacific 9.1" in page  # by its name, not by what the program calls it
    assert all("hand" in player for player in ada.view(game, "?ply=20")["view"]["players"])
    assert "everything has been opened" in refused(undo(ada, game), 403, "forbidden")["text"]
    assert msgspec.json.decode(ada.get(f"/games/{game}/export").content)["seed"] == file["seed"]
    other = ada.post(f"/games/{game}/branch", {"ply": 20})
    assert other.status_code == 201
    assert other.json()["table"]["analysis"]


def test_a_hidden_game_from_a_file_is_for_its_owner_alone(client: Client) -> None:
    ada = Browser(client)
    body = {"file": played("turn", 30), "seats": [{"kind": "me"}, {"kind": "open"}]}
    assert "hides" in refused(ada.post("/import", body), 400, "bad_input")["text"]


def test_a_board_file_is_read_or_refused_with_line_and_rule(client: Client) -> None:
    ada = Browser(client)
    ada.csrf = ada.get("/session").json()["csrf"]
    text = BOARD.read_text(encoding="utf-8")
    board = text[text.index("\n[board]") :]
    said = ada.send("POST", "/titles/union-pacific/board", {"text": board, "name": "mine.toml"})
    assert said.status_code == 200, said.text
    assert (said.json()["cities"], said.json()["sections"]) == (40, 88)
    made = ada.create("me:Ada", "bot", title=TITLE, options={"board": said.json()["board"]})
    assert ada.send("GET", f"/g/{made['table']['id']}?tab=rules").status_code == 200
    for bad, words in (
        (board.replace('home = "billings"', 'home = "atlantis"', 1), ("line ", f"[{TITLE} ")),
        (board.replace("spaces = 1", "spaces = 9", 1), ("line ", f"[{TITLE} ")),
        ("not toml at all", ("not TOML",)),
    ):
        fault = refused(
            ada.send("POST", "/titles/union-pacific/board", {"text": bad, "name": "C:\\files\\bad.toml"}),
            400,
            "bad_input",
        )
        assert fault["text"].startswith("bad.toml: ")
        assert all(word in fault["text"] for word in words), fault["text"]
