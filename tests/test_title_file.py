"""The title file: a broken one gives one line with file, key and reason; the real one has the figures it states."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import stellwerk.eighteen
from stellwerk.core import BadInput, TitleError
from stellwerk.eighteen import schema
from stellwerk.eighteen.schema import TitleData
from stellwerk.eighteen.title_file import load, parse
from stellwerk.titles import TITLES
from stellwerk.titles.t1830.rules import TITLE_FILE
from tests.support import new

TEXT = TITLE_FILE.read_text(encoding="utf-8")
RULES = TITLE_FILE.with_name("RULES.md").read_text(encoding="utf-8")
DATA = parse(TEXT, "title.toml")
FAMILY = Path(stellwerk.eighteen.__file__).parent


def broken(text: str, key: str, reason: str) -> None:
    """The text is refused in one line that names the file, that key and that reason."""
    with pytest.raises(TitleError) as caught:
        parse(text, "title.toml")
    error = caught.value
    assert error.key == key
    assert re.search(reason, error.reason), f"{error.reason!r} does not say {reason!r}"
    assert str(error) == f"title.toml: {error.key}: {error.reason}"
    assert "\n" not in str(error)
    assert isinstance(error, BadInput)


def edited(old: str, new_text: str) -> str:
    """The file with the first occurrence of `old` replaced."""
    assert old in TEXT, f"{old!r} is not in the title file"
    return TEXT.replace(old, new_text, 1)


def without(header: str, key: str, entry: str = "") -> str:
    """The file without a key of the first table with that header (after `entry`, the id of an array's table)."""
    start = TEXT.index(f'{header}\nid = "{entry}"' if entry else f"{header}\n")
    place = TEXT.index(f"\n{key} = ", start)
    assert "\n[" not in TEXT[start + 1 : place], f"{header} has no {key}"
    end = TEXT.index("\n", place + 1)
    if TEXT[place:end].rstrip().endswith("= ["):
        end = TEXT.index("\n]", place) + 2
    return TEXT[:place] + TEXT[end:]


# -- keys and types


def test_the_real_file_is_read() -> None:
    assert load(TITLE_FILE) == DATA
    assert isinstance(DATA, TitleData)


@pytest.mark.parametrize(
    ("header", "entry", "where", "keys"),
    [
        ("[title]", "", "title", "id name version designer players currency bank"),
        (
            "[limits]",
            "",
            "limits",
            "holding_percent pool_percent bid_raise private_price_factor",
        ),
        ("[[private]]", "DH", "private.DH", "name price income power"),
        ("[[corporation]]", "NYC", "corporation.NYC", "name color text_color home tokens shares float"),
        ("[[train]]", "4", "train.4", "count price reach"),
        (
            "[[phase]]",
            "3",
            "phase.3",
            "starts train_limit tiles operating_rounds buy_privates trade_privates_between_players offboard",
        ),
        ("[market]", "", "market", "kind rows"),
        ("[map]", "", "map", "layout edges hexes"),
        ("[map.hex.E19]", "", "map.hex.E19", "color"),
        ("[option.bid_step]", "", "option.bid_step", "values presets rule text"),
    ],
)
def test_a_missing_key_is_named(header: str, entry: str, where: str, keys: str) -> None:
    for key in keys.split():
        broken(without(header, key, entry), where, f"missing required field `{key}`")


@pytest.mark.parametrize("table", ["title", "limits", "market", "map", "setup.cash", "provenance", "tiles", "cite"])
def test_a_missing_table_is_named(table: str) -> None:
    name = table.split(".")[-1]
    text = TEXT.replace(f"[{table}]", f"[{table}x]", 1)
    if "." in table:
        broken(text, "setup", rf"unknown field `{name}x`|missing required field `{name}`")
    else:
        broken(text, "file", rf"unknown field `{name}x`|missing required field `{name}`")


@pytest.mark.parametrize(
    ("old", "new_text", "key", "reason"),
    [
        ("bank = 12000", 'bank = "12000"', "title.bank", "Expected `int`, got `str`"),
        ("bank = 12000", "bank = 12000.5", "title.bank", "Expected `int`, got `float`"),
        ("players = [2, 6]", "players = [2, 3, 6]", "title.players", "length 2"),
        ("players = [2, 6]", 'players = "2-6"', "title.players", "got `str`"),
        ("holding_percent = 60", "holding_percent = true", "limits.holding_percent", "got `bool`"),
        ("price = 70", 'price = "70"', "private.DH.price", "Expected `int`, got `str`"),
        ('hexes = ["F16"]', 'hexes = "F16"', "private.DH.ability[0].hexes", "Expected `array`"),
        ('kind = "free_token"', 'kind = "free_ride"', "private.DH.ability[2].kind", "Invalid value 'free_ride'"),
        ('when = "train"', 'when = "rain"', "private.BO.ability[2].when", "Invalid enum value 'rain'"),
        ("sellable = false", "sellable = 0", "private.BO.sellable", "Expected `bool`"),
        ("tokens = [0, 40, 100, 100]", "tokens = [0, 40, 100, true]", "corporation.PRR.tokens[3]", "Expected `int`"),
        ('home = { hex = "H12", city = 0 }', 'home = "H12"', "corporation.PRR.home", "Expected `object`"),
        ("reach = { stops = 3 }", "reach = { stops = 3.5 }", "train.3.reach.stops", "Expected `int | str`"),
        ("train_limit = 4", 'train_limit = "four"', "phase.2.train_limit", "Expected `int`"),
        ('["10b", "20b", "30b", "40o"', '["10b", 20, "30b", "40o"', "market.rows[7][1]", "Expected `str`"),
        ("hexes = 93", 'hexes = "93"', "map.hexes", "Expected `int`"),
        ("track = [[0, 5]]", "track = [[0]]", "map.hex.A17.track[0]", "length 2"),
        ('"7" = { count = 4,', '"7" = { count = "4",', "tiles.7.count", "Expected `int`"),
        ("values = [false, true]", "values = false", "option.sell_before_operating.values", "Expected `array`"),
        ('"unknown" = "0.5"', '"unknown" = 0.5', "cite.unknown", "Expected `str`"),
    ],
)
def test_a_wrong_type_is_named(old: str, new_text: str, key: str, reason: str) -> None:
    broken(edited(old, new_text), key, re.escape(reason))


@pytest.mark.parametrize(
    ("old", "key", "name"),
    [
        ("bank = 12000", "title", "banc"),
        ('name = "Albany"', "map.hex.E19", "town"),
        ('text = "When the bank', "option.bank_break", "hint"),
        ("holding_percent = 60", "limits", "holding"),
        ("price = 70", "private.DH", "prize"),
        ("float = 60", "corporation.PRR", "floats"),
        ("price = 180", "train.3", "cost"),
        ("train_limit = 4", "phase.2", "limit"),
        ('kind = "grid"', "market", "sort"),
        ('layout = "pointy"', "map", "shape"),
        ("hexes = 93", "map", "count"),
    ],
)
def test_an_unknown_key_is_named(old: str, key: str, name: str) -> None:
    broken(edited(old, f"{name} = 1\n{old}"), key, f"unknown field `{name}`")


def test_an_unknown_table_is_named() -> None:
    broken(TEXT + "\n[shares]\nPRR = 10\n", "file", "unknown field `shares`")


# -- references, ranges and sums


@pytest.mark.parametrize(
    ("old", "new_text", "key", "reason"),
    [
        # figures of the title
        ("players = [2, 6]", "players = [6, 2]", "title.players", "fewest, most"),
        ("players = [2, 6]", "players = [0, 6]", "title.players", "fewest, most"),
        ("players = [2, 6]", "players = [2, 7]", "setup.cash", "no amount for 7 players"),
        ('currency = "${}"', 'currency = "$"', "title.currency", "once"),
        ('currency = "${}"', 'currency = "{}{}"', "title.currency", "once"),
        ('"3" = 800', '"3" = 0', "setup.cash", "no amount for 3 players"),
        ('"3" = 800', '"33" = 800', "setup.cash", "no amount for 3 players"),
        ('"4" = 16', '"4" = -16', "setup.cert_limit", "no amount for 4 players"),
        # privates
        ('id = "CS"', 'id = "SV"', "private", "SV stands twice"),
        ("price = 70", "price = 0", "private.DH", "positive"),
        ("income = 15", "income = -15", "private.DH", "positive"),
        ('hex = "F16"', 'hex = "Z16"', "private.DH.ability.extra_lay", "no hex Z16"),
        ('hexes = ["I13", "I15"]', 'hexes = ["I13", "I99"]', "private.BO.ability.block", "no hex I99"),
        ('tiles = ["3", "4", "58"]', 'tiles = ["3", "4", "580"]', "private.CS.ability.extra_lay", "no tile 580"),
        ('corporation = "NYC"', 'corporation = "NYX"', "private.MH.ability.exchange", "no company NYX"),
        ('corporation = "PRR"', 'corporation = "PPR"', "private.CA.ability.grant", "no company PPR"),
        ("percent = 10\n", "percent = 20\n", "private.CA.ability.grant", "20 % of PRR is no certificate"),
        ("percent = 20\npresident", "percent = 10\npresident", "private.BO.ability.grant", "no certificate"),
        ('corporations = ["B&O"]', 'corporations = ["BO"]', "private.BO.ability.close", "no company BO"),
        # corporations
        ('id = "NYC"', 'id = "PRR"', "corporation", "PRR stands twice"),
        ("shares = [20, 10,", "shares = [30, 10,", "corporation.PRR.shares", "sum is 110, not 100"),
        ("shares = [20, 10,", "shares = [20,", "corporation.PRR.shares", "sum is 90, not 100"),
        ('hex = "H12", city = 0', 'hex = "H13", city = 0', "corporation.PRR.home", "no hex H13"),
        ('hex = "H12", city = 0', 'hex = "H12", city = 1', "corporation.PRR.home", "no city 1"),
        ('hex = "H12", city = 0', 'hex = "H12", city = -1', "corporation.PRR.home", "no city -1"),
        ('hex = "H12", city = 0', 'hex = "B20", city = 0', "corporation.PRR.home", "no city 0"),
        ('hex = "E11" }', 'hex = "B22" }', "corporation.ERIE.home", "no city 0"),
        ("tokens = [0, 40, 100, 100]", "tokens = []", "corporation.PRR.tokens", "empty"),
        # trains and phases
        ('id = "3"\ncount = 5', 'id = "2"\ncount = 5', "train", "2 stands twice"),
        ("count = 5\n", "count = 0\n", "train.3", "positive"),
        ("price = 180", "price = -180", "train.3", "positive"),
        ('rusts_on = "4"', 'rusts_on = "7"', "train.2", "no train 7"),
        ('available_on = "6"', 'available_on = "66"', "train.D", "no train 66"),
        ('discount = { "4" = 300', 'discount = { "8" = 300', "train.D", "no train 8"),
        ("reach = { stops = 3 }", "reach = { stops = 1 }", "train.3.reach", "not understood"),
        ("reach = { stops = 3 }", 'reach = { stops = "far" }', "train.3.reach", "not understood"),
        ('starts = "3"', 'starts = "third"', "phase.3.starts", "no train third"),
        ("train_limit = 3", "train_limit = 0", "phase.4.train_limit", "at least 1"),
        ('id = "3"\nstarts', 'id = "2"\nstarts', "phase", "2 stands twice"),
        ('events = ["close_privates"]', 'events = ["all privates close"]', "phase.5.events", "is no key"),
        ('tiles = ["yellow"]', 'tiles = ["yelow"]', "phase.2.tiles", "yelow"),
        ('offboard = "yellow"', 'offboard = "purple"', "phase.2.offboard", "purple"),
        # market
        ('"60y", "67", "71"', '"60y", "67$", "71"', "market.rows[0][1]", "'67\\$' is not understood"),
        ('"60y", "67", "71"', '"60y", "y67", "71"', "market.rows[0][1]", "not understood"),
        ('"60y", "67", "71"', '"60y", "67z", "71"', "market.rows[0][1]", "zone 'z' is not in market.zones"),
        ('y = "does not', 'x = "does not', "market.rows[0][0]", "zone 'y'"),
        # map
        ("hexes = 93", "hexes = 92", "map.hexes", "says 92, there are 93"),
        ("[map.hex.B12]\n", "[map.hex.B12x]\n", "map.hex.B12x", "letter and a number"),
        ("[map.hex.B12]\n", "[map.hex.12B]\n", "map.hex.12B", "letter and a number"),
        ('layout = "pointy"', 'layout = "square"', "map.layout", "pointy or flat"),
        ('[map.hex.B12]\ncolor = "white"', '[map.hex.B12]\ncolor = "pink"', "map.hex.B12.color", "unknown colour"),
        ("cost = 80", "cost = -80", "map.hex.B18.cost", "below zero"),
        ('{ kind = "town", value = 10, exits = [1, 3] }', '{ kind = "village", value = 10, exits = [1, 3] }',
         "map.hex.C15.stops", "unknown kind 'village'"),
        ("slots = 1, value = 40, exits = [0, 5]", "slots = 0, value = 40, exits = [0, 5]",
         "map.hex.A19.stops", "slots"),
        ("slots = 1, value = 40, exits = [0, 5]", "slots = 1, value = 40, exits = [0, 6]",
         "map.hex.A19", "no edge 6"),
        ("slots = 1, value = 40, exits = [0, 5]", "slots = 1, value = 40, exits = [0, -1]",
         "map.hex.A19", "no edge -1"),
        ("slots = 1, value = 40, exits = [3] }", "slots = 1, value = 40, exits = [0] }", "map.hex.G19.stops",
         "two stops share an exit"),
        ("track = [[0, 5]]", "track = [[5, 5]]", "map.hex.A17.track", "edge with itself"),
        ("track = [[0, 5]]", "track = [[0, 7]]", "map.hex.A17", "no edge 7"),
        ('borders = [{ edge = 5, kind', 'borders = [{ edge = 6, kind', "map.hex.B16.borders", "no edge 6"),
        ('edge = 5, kind = "impassable"', 'edge = 5, kind = "impasable"', "map.hex.B16.borders", "impasable"),
        ("value = { yellow = 30, brown = 50 }", "value = { yellow = 30, green = 50 }", "map.hex.A9.stops", "brown"),
        # tiles
        ('"7" = { count = 4', '"7" = { count = 0', "tiles.7.count", "at least 1"),
        ('"7" = { count = 4, color = "yellow"', '"7" = { count = 4, color = "mauve"', "tiles.7.color", "mauve"),
        ('color = "yellow", track = [[0, 1]] }', 'color = "yellow" }', "tiles.7", "neither stops nor track"),
        ('color = "yellow", track = [[0, 1]] }', 'color = "yellow", track = [[0, 0]] }', "tiles.7.track", "itself"),
        ('color = "yellow", track = [[0, 1]] }', 'color = "yellow", track = [[0, 9]] }', "tiles.7", "no edge 9"),
        ("exits = [0, 4] }] }", "exits = [3, 4] }] }", "tiles.1.stops", "two stops share an exit"),
        # options
        ("presets = { seed = false, games18xx = true }", "presets = { seed = false }",
         "option.bid_step.presets", "must give seed"),
        ("presets = { seed = 1, games18xx = 2 }", "presets = { seed = 1, games18xx = 3 }",
         "option.private_trade_from_sr.presets.games18xx", "3 is not among the values"),
        ("presets = { seed = 1, games18xx = 2 }", "presets = { seed = true, games18xx = 2 }",
         "option.private_trade_from_sr.presets.seed", "True is not among the values"),
        ("presets = { seed = 1, games18xx = 2 }", "presets = { seed = 1, site = 2 }",
         "option.private_trade_from_sr.presets", "must give seed, games18xx"),
        ("before = true", 'before = "yes"', "option.dh_hex_blocked.before", "'yes' is not among the values"),
    ],
)  # fmt: skip
def test_a_wrong_figure_or_name_is_named(old: str, new_text: str, key: str, reason: str) -> None:
    broken(edited(old, new_text), key, reason)


def test_a_hex_that_is_missing_shows_in_the_count() -> None:
    broken(edited('[map.hex.B12]\ncolor = "white"\n', ""), "map.hexes", "says 93, there are 92")


def test_a_market_without_par_cells_is_refused() -> None:
    broken(re.sub(r'"(\d+)p"', r'"\1"', TEXT), "market.rows", "no par cell")


def test_an_empty_list_is_refused() -> None:
    start, end = TEXT.index("[[train]]"), TEXT.index("[[phase]]")
    broken("train = []\n" + TEXT[:start] + TEXT[end:], "train", "is empty")
    start, end = TEXT.index("[option."), TEXT.index("[cite]")
    broken(TEXT[:start] + "[option]\n" + TEXT[end:], "option", "is empty")


# -- text and files


@pytest.mark.parametrize(
    ("old", "new_text"),
    [
        ('name = "1830"', 'name = "1830'),
        ("[limits]", "[limits"),
        ("bank = 12000", "bank = 12_"),
        ("bank = 12000", "bank = 12000\nbank = 13000"),
        ("[limits]", "[title]"),
        ("players = [2, 6]", "players = [2, 6"),
        ("bank = 12000", "bank 12000"),
    ],
)
def test_text_that_is_no_toml_is_refused_with_the_place(old: str, new_text: str) -> None:
    broken(edited(old, new_text), "TOML", r"line \d+")


def test_an_empty_file_is_refused() -> None:
    broken("", "file", "missing required field")


def test_a_file_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "title.toml"
    path.write_bytes(TEXT.encode().replace(b"Francis", b"Fran\xe7ois"))
    with pytest.raises(TitleError, match=r"title\.toml: file: not UTF-8 text: .* at byte \d+") as caught:
        load(path)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TitleError, match=r"nowhere\.toml: file: No such file") as caught:
        load(tmp_path / "nowhere.toml")
    assert "\n" not in str(caught.value)


def test_a_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TitleError, match="file: "):
        load(tmp_path)


# -- the figures of the real file


def test_the_size_of_map_tiles_and_market() -> None:
    assert len(DATA.map.hex) == DATA.map.hexes == 93
    assert len(DATA.tiles) == 46
    assert sum(tile.count for tile in DATA.tiles.values()) == 85
    assert sum(bool(cell) for row in DATA.market.rows for cell in row) == 120


def test_the_kinds_of_hexes_and_tiles() -> None:
    # by colour, counted by hand in the file
    assert Counter(tile.color for tile in DATA.tiles.values()) == {"yellow": 12, "green": 16, "brown": 18}
    colours = Counter(entry.color for entry in DATA.map.hex.values())
    assert colours["red"] == 7
    assert colours["yellow"] == 7
    assert sum(colours.values()) == 93
    assert {entry.group for entry in DATA.map.hex.values() if entry.group} == {"Canadian West", "Gulf"}


def test_companies_privates_trains_and_phases() -> None:
    assert [entry.id for entry in DATA.corporation] == ["PRR", "NYC", "CPR", "B&O", "C&O", "ERIE", "NYNH", "B&M"]
    assert [len(entry.tokens) for entry in DATA.corporation] == [4, 4, 4, 3, 3, 3, 2, 2]
    assert {entry.shares for entry in DATA.corporation} == {(20, *[10] * 8)}
    assert [(entry.id, entry.price) for entry in DATA.private] == [
        ("SV", 20), ("CS", 40), ("DH", 70), ("MH", 110), ("CA", 160), ("BO", 220),
    ]  # fmt: skip
    assert [(entry.id, entry.count, entry.price) for entry in DATA.train] == [
        ("2", 6, 80), ("3", 5, 180), ("4", 4, 300), ("5", 3, 450), ("6", 2, 630), ("D", 6, 1100),
    ]  # fmt: skip
    assert [entry.id for entry in DATA.phase] == ["2", "3", "4", "5", "6", "D"]


def test_the_market_has_six_par_cells() -> None:
    pars = sorted(int(cell[:-1]) for row in DATA.market.rows for cell in row if cell.endswith("p"))
    assert pars == [67, 71, 76, 82, 90, 100]


def test_impassable_edges_stand_on_both_hexes() -> None:
    steps = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))
    borders = {(name, border.edge) for name, entry in DATA.map.hex.items() for border in entry.borders}
    assert len(borders) == 8
    for name, edge in borders:
        down, right = steps[edge]
        other = f"{chr(ord(name[0]) + down)}{int(name[1:]) + right}"
        assert (other, (edge + 3) % 6) in borders


# -- paragraphs and citations


def paragraphs() -> set[str]:
    """The numbers of all paragraphs of RULES.md."""
    return set(re.findall(r"^(\d+(?:\.\d+)+[a-z]?\d*) ", RULES, flags=re.MULTILINE))


def test_the_paragraphs_are_found() -> None:
    found = paragraphs()
    assert {"0.1", "7.5a", "8.1.6a", "9.12b1", "10.3.4c", "14.10e"} <= found
    assert len(found) > 150


def test_every_citation_is_a_paragraph() -> None:
    assert {key: rule for key, rule in DATA.cite.items() if rule not in paragraphs()} == {}


def test_every_option_names_a_paragraph_that_speaks_of_it() -> None:
    assert {name: entry.rule for name, entry in DATA.option.items() if entry.rule not in paragraphs()} == {}


def test_every_option_of_the_table_in_the_rules_exists_with_its_presets() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \| ([^|]*) \|", RULES, flags=re.MULTILINE)
    assert {name for name, _, _ in rows} == set(DATA.option)
    for name, seed, games in rows:
        presets = DATA.option[name].presets
        for text, value in ((seed, presets["seed"]), (games, presets["games18xx"])):
            written = str(value).lower() if isinstance(value, bool) else str(value)
            assert text.startswith(written), name


def sources() -> list[Path]:
    """The family's and the titles' modules; the reader of title files has keys of another kind."""
    titles = FAMILY.parent / "titles"
    core = FAMILY.parent / "core" / "table.py"  # tables and moves of any title
    found = sorted([core, *FAMILY.glob("*.py"), *(titles / "t1830").glob("*.py")])
    return [path for path in found if path.name != "title_file.py"]


@cache
def nodes() -> tuple[ast.AST, ...]:
    """Every node of every module."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sources()]
    return tuple(node for tree in trees for node in ast.walk(tree))


@cache
def key_places() -> dict[str, set[int]]:
    """For every function with a parameter called `key`: at which place of a call it stands (`self` left out)."""
    found: dict[str, set[int]] = {}
    for node in nodes():
        if isinstance(node, ast.FunctionDef):
            names = [arg.arg for arg in (*node.args.posonlyargs, *node.args.args) if arg.arg != "self"]
            if "key" in names:
                found.setdefault(node.name, set()).add(names.index("key"))
    return found


def texts(node: ast.expr) -> set[str]:
    """The strings an expression can be: itself, or either side of a choice."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value} - {""}
    if isinstance(node, ast.BoolOp):
        return {text for value in node.values for text in texts(value)}
    if isinstance(node, ast.IfExp):
        return texts(node.body) | texts(node.orelse)
    return set()


def keys_in_use() -> set[str]:
    """Every key of `[cite]` the code names: in calls, and in `cite = "…"` and `key = "…"`."""
    found: set[str] = set()
    for node in nodes():
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            for place in key_places().get(name, ()):
                if place < len(node.args):
                    found |= texts(node.args[place])
            found |= {text for word in node.keywords if word.arg == "key" for text in texts(word.value)}
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id in ("cite", "key"):
                    found |= texts(node.value)
                elif isinstance(target, ast.Name) and target.id == "KEYS" and isinstance(node.value, ast.Dict):
                    found |= {text for value in node.value.values for text in texts(value)}
                elif isinstance(target, ast.Tuple):
                    names = [getattr(item, "id", "") for item in target.elts]
                    if "key" in names:
                        found |= second_texts(node.value, names.index("key"))
    return found


def second_texts(node: ast.expr, place: int) -> set[str]:
    """The strings at one place of a pair, or of either side of a choice of pairs."""
    if isinstance(node, ast.IfExp):
        return second_texts(node.body, place) | second_texts(node.orelse, place)
    return texts(node.elts[place]) if isinstance(node, ast.Tuple) else set()


def test_the_functions_that_take_a_key_are_found() -> None:
    assert {"no", "cite", "tell", "pay", "move_marker"} <= set(key_places())


def test_the_list_of_titles_agrees_with_the_file() -> None:
    title, head = TITLES["1830"], DATA.title
    assert (title.id, title.name, title.designer, title.players) == (head.id, head.name, head.designer, head.players)


def test_every_key_the_code_cites_stands_in_the_file() -> None:
    assert DATA.limits.frontier_token_percent == 100  # so that no token of 1830 is refused for being dearer abroad
    assert keys_in_use() - set(DATA.cite) == {"token.frontier", "help.named"}  # nor does a president name a train


def test_every_key_of_the_file_is_cited_somewhere() -> None:
    # some functions answer with a key: `return "stock.must_sell"`
    returned = {text for node in nodes() if isinstance(node, ast.Return) and node.value for text in texts(node.value)}
    assert set(DATA.cite) - keys_in_use() - returned == set()


def test_every_paragraph_written_in_the_code_exists() -> None:
    cited = {
        match for path in sources() for match in re.findall(r"\"1830 (\d[\w.]*)\"", path.read_text(encoding="utf-8"))
    }
    assert cited
    assert cited - paragraphs() == set()


# -- options of a game


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"no_such_option": True}, "1830 has no option 'no_such_option'"),
        ({"bank_break": "soon"}, "1830 option bank_break: 'soon' is not one of 'below zero', 'at zero'"),
        ({"printed_yellow_cost": 1}, "1830 option printed_yellow_cost: 1 is not one of True, False"),
        ({"private_trade_from_sr": True}, "1830 option private_trade_from_sr: True is not one of 1, 2"),
    ],
)
def test_an_option_or_a_value_that_does_not_exist_is_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadInput, match=re.escape(reason)) as caught:
        new(3, **options)
    assert "\n" not in str(caught.value)


def test_a_preset_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadInput, match="1830 has no preset 'site'; it has seed, games18xx"):
        new(3, "site")


def test_every_field_of_a_title_file_is_read_by_somebody() -> None:
    """A figure nobody reads is a promise nobody keeps: each name stands after a dot somewhere besides the checker."""
    source = Path(schema.__file__).parents[1]
    skipped = {"schema.py", "title_file.py"}
    code = "\n".join(
        path.read_text(encoding="utf-8")
        for path in sorted((*source.rglob("*.py"), *source.rglob("*.html")))
        if path.name not in skipped
    )
    read = set(re.findall(r"\.(\w+)", code))
    forms = [form for form in vars(schema).values() if isinstance(form, type) and issubclass(form, msgspec.Struct)]
    fields = {f"{form.__name__}.{field.name}" for form in forms for field in msgspec.structs.fields(form)}
    assert len(fields) > 100
    unread = {name for name in fields if name.partition(".")[2] not in read}
    assert unread == {"TitleData.provenance"}  # it says where figures come from, for whoever reads the file
