"""1854: the title file with its citations and options, both boards, and the board's rules put together in bot games."""

from __future__ import annotations

import re

import pytest

import stellwerk
from stellwerk.bots.random_bot import RandomBot
from stellwerk.core import TitleError
from stellwerk.draw.board import map_art
from stellwerk.eighteen.tiles import EDGES
from stellwerk.eighteen.title_file import parse
from stellwerk.routing import best_run
from stellwerk.titles import TITLES
from stellwerk.titles.rules_text import rules_text
from stellwerk.titles.t1854.figures import Figures
from stellwerk.titles.t1854.rules import TITLE_FILE
from tests.rules_1854.building import NAMES, Position, rules_of
from tests.support import rule
from tests.test_draw import collisions

TEXT = TITLE_FILE.read_text(encoding="utf-8")
FOLDER = TITLE_FILE.parent
FILE = parse(TEXT, "title.toml", Figures)


def keys_of_the_title() -> set[str]:
    """Keys the title's own modules name in refusals, events, payments and price moves."""
    found: set[str] = set()
    for path in FOLDER.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r'(?:\bt\.no|self\.t\.no|table\.no)\(\s*"([a-z_.0-9]+)"', text))
        found |= set(re.findall(r'(?:cite)\("([a-z_.0-9]+)"', text))
        found |= set(re.findall(r'm\.tell\(\s*"\w+",\s*"([a-z_.0-9]+)"', text))
        found |= set(re.findall(r'^    (?:best_)?cite = "([a-z_.0-9]+)"', text, flags=re.MULTILINE))
    return found


def test_every_key_of_the_title_stands_in_its_file() -> None:
    keys = keys_of_the_title()
    assert {"tunnel.cross", "route.through", "home.green", "token.blocked"} <= keys
    assert keys - set(FILE.cite) == set()


def test_every_citation_and_option_is_a_paragraph() -> None:
    known = set(rules_text(TITLES["1854"]).paragraphs)
    assert {key: rule for key, rule in FILE.cite.items() if rule not in known} == {}
    assert {name for name, entry in FILE.option.items() if entry.rule not in known} == set()
    rows = re.findall(r"^\| `(\w+)` \|", TITLES["1854"].rules_text(), flags=re.MULTILINE)
    assert set(rows) == set(FILE.option)


@pytest.mark.parametrize(
    ("old", "new_text", "key", "reason"),
    [
        ("required_exit = 5", "required_exit = 6", "map.hex.B22.required_exit", "no edge 6"),
        ('only_trains = ["8Ox"]', 'only_trains = ["9Ox"]', "map.hex.D0.only_trains", "no train 9Ox"),
        ("through = [[2, 4], [2, 5]]", "through = [[2, 4], [2, 3]]", "map.hex.E1.through", "two exits"),
        ('through_for = ["8Ox"]\nthrough = [[0, 1]]', 'through_for = ["8Ox"]', "map.hex.D28.through", "goes with"),
        ("customs = { track = [0, 4]", "customs = { track = [0, 3]", "map.hex.D12.customs", "no such track"),
        ('token_blocked = ["D18"', 'token_blocked = ["Z18"', "own.token_blocked", "no hex Z18"),
        ('home_choice = ["D18", "D20"]', 'home_choice = ["D18", "Z20"]', "corporation.A.home_choice", "no hex Z20"),
        ('over = ["town town"]', 'over = ["town village"]', "tiles.14.over", "no stops"),
        ('hex = "F22"', 'hex = "Z22"', "private.GKB.ability.stop_bonus", "no hex Z22"),
        ('free = ["F20"]', 'free = ["Z20"]', "private.GKB.ability.discount", "no hex Z20"),
        ('"2" = { price = 130, phase = "5"', '"2" = { price = 130, phase = "9"', "own.repair.2", "no phase 9"),
        ('"2" = { price = 130, phase', '"22" = { price = 130, phase', "own.repair.22", "no such train"),
        ('"3" = { price = 230', '"3" = { price = "dear"', "own.repair.3.price", "Expected `int`"),
        ("local_capital = 150", "local_capitals = 150", "own", "unknown field `local_capitals`"),
        ("count = 6\nprice = 100\nincome", "count = 6\nprice = 0\nincome", "own.mail.small", "must be positive"),
        ("train_limits = { major = 4", "train_limits = { major = 0", "phase.1.train_limits.major", "at least 1"),
        ('starts_also = ["1+"]', 'starts_also = ["9+"]', "phase.2.starts_also", "no train 9+"),
        ("ag_start = [5, 2]", "ag_start = [7, 0]", "own.ag_start", "no such cell"),
        ('kind = "hex"', 'kind = "round"', "market.kind", "grid or hex"),
        ('"467" = { count = 5, track = [0, 3] }', '"467" = { count = 5, track = [0, 0] }',
         "tunnels.pieces.467.track", "two edges"),
        ('"467" = { count = 5', '"467" = { count = 0', "tunnels.pieces.467.count", "at least 1"),
        ("income = { yellow = 10, green = 20, brown = 30, gray = 40 }", "income = { yellow = 10 }",
         "own.mail.small.income", "'green'"),
        ("[option_counts.eights.box]", "[option_counts.eights.bag]", "option_counts.eights.bag", "not among"),
        ('"3" = [10, 12', '"3" = [11, 12', "own.cert_limits.3", "must begin"),
    ],
)  # fmt: skip
def test_broken_files_are_named(old: str, new_text: str, key: str, reason: str) -> None:
    assert old in TEXT
    with pytest.raises(TitleError) as caught:
        parse(TEXT.replace(old, new_text, 1), "title.toml", Figures)
    assert caught.value.key == key
    assert reason in caught.value.reason


# -- figures


@rule("1854 1.7", "1854 A24", "1854 A25")
def test_tiles_and_tunnels() -> None:
    counts = {name: tile.count for name, tile in FILE.tiles.items()}
    by_colour: dict[str, int] = {}
    for tile in FILE.tiles.values():
        by_colour[tile.color] = by_colour.get(tile.color, 0) + tile.count
    assert by_colour == {"yellow": 68, "green": 44, "brown": 17, "gray": 3}
    assert (counts["9"], counts["15"], counts["611"], counts["915"]) == (11, 7, 6, 2)
    assert not {"87", "88", "204"} & set(counts)  # A25: single small towns are never upgraded
    assert FILE.tunnels is not None
    assert {name: (piece.count, piece.track) for name, piece in FILE.tunnels.pieces.items()} == {
        "467": (5, (0, 3)),
        "468": (5, (0, 2)),
    }


@rule("1854 A20")
def test_tokens_of_all_companies() -> None:
    tokens = dict.fromkeys(("local", "major", "ag"), 0)
    for entry in FILE.corporation:
        tokens[entry.kind] += len(entry.tokens)
    assert tokens == {"local": 12, "major": 28, "ag": 6}


def test_printed_track_of_neighbours_meets() -> None:
    """Off-board entries lead to hexes of the same board, and never into a closed side of another printed hex."""
    hexmap = Position().t.hexmap
    for number, entry in enumerate(hexmap.hexes):
        for edge in range(EDGES):
            if hexmap.faces[number].exits >> edge & 1:
                other = hexmap.entry[EDGES * number + edge]
                assert other >= 0, hexmap.names[number]
                assert hexmap.hexes[other // EDGES].board == entry.board
                assert not hexmap.blocked_exit(number, edge), hexmap.names[number]


def test_the_boards_do_not_touch() -> None:
    hexmap = Position().t.hexmap
    for number, entry in enumerate(hexmap.hexes):
        for edge in range(EDGES):
            other = hexmap.entry[EDGES * number + edge]
            assert other < 0 or hexmap.hexes[other // EDGES].board == entry.board


@rule("1854 6.8a", "1854 6.56", "1854 6.59")
def test_special_places() -> None:
    hexes = FILE.map.hex
    assert {name for name, entry in hexes.items() if entry.terrain == "tunnel"} == {
        "F12", "F14", "F18", "G5", "G7", "G11", "G13", "G17",
    }  # fmt: skip
    assert {entry.id: entry.home.hex for entry in FILE.corporation if entry.kind != "ag"} == {
        "1": "J38", "2": "J38", "3": "M35", "4": "J32", "5": "J28", "6": "L28",
        "KE": "C23", "FJ": "C23", "SD": "C23", "KR": "C17", "KT": "H18", "SB": "E13", "NT": "F8", "VB": "E3",
    }  # fmt: skip
    assert {name for name, entry in hexes.items() if entry.only_trains} == {"D0", "F28"}
    assert {name for name, entry in hexes.items() if entry.through_for} == {"E1", "D28", "E27"}
    assert {name for name, entry in hexes.items() if entry.customs} == {"D12"}


# -- games


@pytest.mark.parametrize("seed", range(1, 5))
def test_the_best_run_is_proven_and_legal_in_games(seed: int) -> None:
    """In every position of a bot game with a run to make: proven, legal, nothing above it is accepted."""
    game = stellwerk.new("1854", ("Ada", "Ben", "Cleo", "Dan")[: 3 + seed % 2], seed=seed)
    rules = rules_of(game)
    bot = RandomBot(seed)
    runs = 0
    while (decision := game.decision()) is not None and len(game.plies) < 700:
        if decision.kind == "run":
            company = rules.t.company(decision.actor)
            best = best_run(rules, game.state, company)
            assert best.proven
            check, walks = rules.run.walks(game.state, company, best.action())
            assert check.value(walks) == best.total
            assert sum(line.amount for line in check.lines(walks)) == best.total
            runs += 1
        game.apply(bot.choose(game, decision.seat))
    assert runs > 20
    assert rules.check(game.state) == []


@pytest.mark.parametrize("column", ["yellow", "green", "brown", "gray"])
def test_lettering_of_every_printed_hex_keeps_clear(column: str) -> None:
    """Also where track runs through the middle of an off-board area (Budapest); the customs sign lies on its track."""
    hexmap = rules_of(stellwerk.new("1854", NAMES[:3])).t.hexmap
    art = map_art(hexmap)
    for number, name in enumerate(hexmap.names):
        drawn = art.art(number, number, column)
        assert not drawn.unnamed, f"{name}: no room for its name"
        found = collisions("pointy", drawn.body())
        assert found == (["tollt '−10 G' on track"] if name == "D12" else []), name
