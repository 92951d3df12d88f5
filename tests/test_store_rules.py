"""When the rules are mended: every stored game still opens, what differs is named, and nothing is lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from stellwerk.cli.main import main
from stellwerk.core import BadInput, Game, Illegal
from stellwerk.formats import load_file
from stellwerk.store import Conflict, GamesStore, LiveGames, Parted, SqliteStore, StoreError, live_actions, opening
from stellwerk.store.live import AGREED, STORED
from stellwerk.titles import content_hash
from stellwerk.titles.t1830.rules import Rules1830
from tests.store_support import RECORDED, pass_turn, passing, raw
from tests.support import new

CHANGED = 150  # the action from which on the mended rules play otherwise


@pytest.fixture(scope="module")
def recorded() -> Game[Any]:
    return load_file(RECORDED).game.at(200)


class Mended:
    """Other rules from now on: action `CHANGED` of the recorded game is refused, or leads elsewhere."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, recorded: Game[Any]) -> None:
        self.patch, self.before = monkeypatch, recorded.at(CHANGED - 1).state

    def __call__(self, *, refuse: bool) -> None:
        apply, before = Rules1830.apply, self.before

        def other(rules: Any, state: Any, action: Any, seat: int) -> Any:
            if state == before and refuse:
                raise Illegal("1830 2.2", "this is not allowed any more")
            after, events = apply(rules, state, action, seat)
            if state == before:
                after = type(after)(**{name: getattr(after, name) for name in after.__struct_fields__} | {"clock": 7})
            return after, events

        self.patch.setattr(Rules1830, "apply", other)
        self.hash("mended")

    def hash(self, name: str) -> None:
        for module in (opening, content_hash, LiveGames.__module__):
            self.patch.setattr(f"{module if isinstance(module, str) else module.__name__}.rules_hash", lambda _: name)


@pytest.fixture
def mend(monkeypatch: pytest.MonkeyPatch, recorded: Game[Any]) -> Mended:
    return Mended(monkeypatch, recorded)


def test_rules_have_a_hash_of_their_content(tmp_path: Path) -> None:
    hashes = {content_hash.rules_hash(title) for title in ("1830", "1854", "1862", "18te", "union-pacific")}
    assert len(hashes) == 5
    assert content_hash.rules_hash("1830") == content_hash.rules_hash.__wrapped__("1830")


def test_rules_with_another_hash_that_play_the_same_change_nothing(
    store: GamesStore, recorded: Game[Any], mend: Mended
) -> None:
    game_id = LiveGames(store).create(recorded)
    mend.hash("another")
    live = LiveGames(store).get(game_id)
    assert live.parted is None
    assert live.game.digest() == recorded.digest()
    assert store.head(game_id).rules == "another"
    assert pass_turn_or_any(LiveGames(store), game_id) == 201


def pass_turn_or_any(games: LiveGames, game_id: str) -> int:
    """Whoever is asked does the first thing he may do."""
    live = games.get(game_id)
    option = live.game.options()[0]
    action, seat = live.game.rules.actor(live.game.state, option)
    return games.play(live, live.version, [type(passing(0)[0])(seat, action)])[0]


@pytest.mark.parametrize("refuse", [True, False])
def test_a_game_that_differs_opens_for_reading(
    store: GamesStore, recorded: Game[Any], mend: Mended, refuse: bool
) -> None:
    game_id = LiveGames(store).create(recorded)
    mend(refuse=refuse)
    games = LiveGames(store)
    live = games.get(game_id)
    assert live.parted is not None
    assert live.parted.ply == CHANGED - 1
    assert live.parted.version == CHANGED
    assert ("not allowed" in live.parted.reason) == refuse
    assert live.parted.stored
    assert live.game.ply == 200
    assert live.game.digest() == recorded.digest(), "it is shown as it was left"
    assert live.game.at(100).digest() == recorded.at(100).digest()
    with pytest.raises(Parted):
        games.act(game_id, 200, passing(0))
    with pytest.raises(Parted):
        games.rewind(game_id, 200, 150)
    assert len(store.load(game_id).records) == 200


def test_the_table_stays_where_both_agree(store: GamesStore, recorded: Game[Any], mend: Mended) -> None:
    game_id = LiveGames(store).create(recorded)
    mend(refuse=True)
    games = LiveGames(store)
    with pytest.raises(Conflict):
        games.settle(game_id, 199, AGREED)
    assert games.settle(game_id, 200, AGREED) == 201
    for opened in (games, LiveGames(store)):
        live = opened.get(game_id)
        assert live.parted is None
        assert live.game.ply == CHANGED - 1
        assert live.game.digest() == recorded.at(CHANGED - 1).digest()
    assert len(store.load(game_id).records) == 201, "what was played is still recorded"
    with pytest.raises(BadInput, match="agree"):
        games.settle(game_id, 201, AGREED)


@pytest.mark.parametrize("refuse", [True, False])
def test_the_table_goes_on_from_the_stored_position(
    store: GamesStore, recorded: Game[Any], mend: Mended, refuse: bool
) -> None:
    game_id = LiveGames(store).create(recorded)
    mend(refuse=refuse)
    games = LiveGames(store)
    assert games.settle(game_id, 200, STORED) == 200
    version = 200
    for _ in range(40):
        version = pass_turn_or_any(games, game_id)
    for opened in (games, LiveGames(store)):
        live = opened.get(game_id)
        assert live.parted is None
        assert (live.version, live.game.ply) == (version, 240)
        assert live.game.at(200).digest() == recorded.digest()
        assert live.game.at(100).digest() == recorded.at(100).digest()
        assert live.game.digest() == games.get(game_id).game.digest()
    with pytest.raises(BadInput, match="mended"):
        games.rewind(game_id, version, 170)
    version = games.rewind(game_id, version, 210)
    assert LiveGames(store).get(game_id).game.ply == 210
    mend.hash("mended once more")
    assert LiveGames(store).get(game_id).game.at(200).digest() == recorded.digest()
    assert games.rewind(game_id, version, 100)
    assert LiveGames(store).get(game_id).game.digest() == recorded.at(100).digest()
    assert len([record for record in store.load(game_id).records if record.kind == "action"]) == 240


def test_without_a_stored_position_only_the_other_way_is_left(
    store: GamesStore, recorded: Game[Any], mend: Mended
) -> None:
    game_id = LiveGames(store).create(recorded)
    raw(store, "DELETE FROM position")
    mend(refuse=True)
    games = LiveGames(store)
    live = games.get(game_id)
    assert live.parted is not None
    assert not live.parted.stored
    with pytest.raises(BadInput, match="cannot be read"):
        games.settle(game_id, 200, STORED)
    assert games.settle(game_id, 200, AGREED) == 201


def test_a_game_with_an_action_that_no_rules_allow_opens_for_reading(store: GamesStore) -> None:
    games = LiveGames(store)
    game_id = games.create(new(3))
    pass_turn(games, game_id)
    store.append(game_id, 1, passing(2))  # past the rules: seat 1 is asked
    raw(store, 'UPDATE record SET body = \'{"type": "of another time"}\' WHERE seq = 2')
    live = LiveGames(store).get(game_id)
    assert live.parted is not None
    assert (live.parted.ply, live.parted.version) == (1, 2)
    assert len(live_actions(store.load(game_id).records)) == 2


def test_a_game_of_another_version_of_its_title_opens(store: GamesStore) -> None:
    games = LiveGames(store)
    game_id = games.create(new(3))
    pass_turn(games, game_id)
    raw(store, "UPDATE game SET title_version = '0', rules = ''")
    live = LiveGames(store).get(game_id)
    assert live.parted is None
    assert pass_turn(LiveGames(store), game_id) == 2


def test_a_game_of_a_title_that_is_gone_says_so(store: GamesStore) -> None:
    game_id = LiveGames(store).create(new(3))
    raw(store, "UPDATE game SET title = '1899'")
    with pytest.raises(StoreError, match=f"game {game_id} cannot be opened by this program: .*1899"):
        LiveGames(store).get(game_id)


def test_upgrade_check_names_what_differs_and_where(
    tmp_path: Path, recorded: Game[Any], mend: Mended, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "all.db"
    with SqliteStore(place) as store:
        games = LiveGames(store)
        differs, same = games.create(recorded), games.create(recorded.at(40))
    assert main(["upgrade", "--check", "--db", str(place)]) == 0
    assert "2 games agree" in capsys.readouterr().out
    mend(refuse=True)
    assert main(["upgrade", "--check", "--db", str(place)]) == 1
    said = capsys.readouterr().out
    assert f"{differs} (1830, running): agrees up to action {CHANGED - 1} of 200" in said
    assert "not allowed any more" in said
    assert same not in said
    assert "1 game agrees with the rules of this program, 1 differs" in said
    with SqliteStore(place) as store:
        assert store.head(same).rules != "mended", "a check changes nothing"
    assert main(["upgrade", "--db", str(place)]) == 1
    with SqliteStore(place) as store:
        assert store.head(same).rules == "mended"
        assert store.head(differs).rules != "mended"
    assert main(["upgrade", "--check", "--db", str(tmp_path / "none.db")]) == 2
