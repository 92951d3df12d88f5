"""1862: the title file, its citations and options, and what a broken file says."""

from __future__ import annotations

import ast
import re

import pytest

from stellwerk.eighteen.title_file import parse
from stellwerk.titles import TITLES
from stellwerk.titles.rules_text import rules_text
from stellwerk.titles.t1862.figures import Figures
from stellwerk.titles.t1862.rules import TITLE_FILE
from tests.support import assert_broken

TEXT = TITLE_FILE.read_text(encoding="utf-8")
FILE = parse(TEXT, "title.toml", Figures)
assert isinstance(FILE.own, Figures)
OWN = FILE.own
KNOWN = set(rules_text(TITLES["1862"]).paragraphs)


def keys_of_the_title() -> set[str]:
    """Keys the title's own modules name in refusals, events, payments and price moves."""
    found: set[str] = set()
    for path in TITLE_FILE.parent.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r'(?:t|table)\.no\(\s*"([a-z_.]+)"', text))
        found |= set(re.findall(r'cite\("([a-z_.]+)"\)', text))
        found |= set(re.findall(r'm\.tell\(\s*"\w+",\s*"([a-z_.]+)"', text))
        found |= set(re.findall(r'^    (?:\w+_)?cite = "([a-z_.]+)"', text, flags=re.MULTILINE))
        found |= set(re.findall(r'key: str = "([a-z_.]+)"', text))
    return found


def test_every_key_of_the_title_stands_in_its_file() -> None:
    keys = keys_of_the_title()
    assert {"track.home", "track.both", "bonus.formula", "blocker", "erie", "route.express", "buyback.loan"} <= keys
    assert keys - set(FILE.cite) == set()


def test_every_citation_and_option_is_a_paragraph() -> None:
    assert {key: paragraph for key, paragraph in FILE.cite.items() if paragraph not in KNOWN} == {}
    assert {name for name, entry in FILE.option.items() if entry.rule not in KNOWN} == set()


def test_the_options_are_those_of_the_table_in_the_rules() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `?(\w+)`?[^|]*\| `?(\w+)`?", TITLES["1862"].rules_text(), flags=re.MULTILINE)
    table = {name: (default, other) for name, default, other in rows}
    said = {
        name: tuple(str(value).lower() if isinstance(value, bool) else value for value in entry.values)
        for name, entry in FILE.option.items()
    }
    assert table == said
    assert all(entry.presets == {"rulebook": entry.values[0]} for entry in FILE.option.values())
    assert all(entry.text.endswith(".") and len(entry.text) < 160 for entry in FILE.option.values())


def test_every_option_is_read_by_the_code() -> None:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in TITLE_FILE.parent.glob("*.py")]
    words = {node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert set(FILE.option) <= words


def test_the_sizes_of_the_set() -> None:
    assert (len(FILE.private), len(FILE.corporation), len(FILE.map.hex)) == (8, 13, 186)
    assert [entry.id for entry in FILE.train] == ["2", "3", "4", "5", "5E", "6", "6E", "8", "8E", "10", "10E"]
    assert [entry.count for entry in FILE.train if not entry.express] == [7, 6, 5, 4, 3, 2, 1]
    assert [entry.id for entry in FILE.train if entry.unlimited] == ["10E"]
    assert [entry.color for entry in FILE.phase] == ["yellow", "green", "green", "brown", "brown", "gray", "gray"]
    assert [OWN.yellow_tiles[entry.id] for entry in FILE.phase] == [1, 2, 2, 2, 2, 2, 2]
    assert [len(entry.companies) for entry in OWN.group] == [3, 4, 3, 3]
    assert FILE.setup.cert_limit == {
        players: OWN.cert_limit_by_companies[players]["13"] for players in ("4", "5", "6", "7")
    }
    assert [tile for tile, entry in FILE.tiles.items() if entry.joins] == ["890", "891"]


@pytest.mark.parametrize(
    ("old", "new_text", "key", "reason"),
    [
        ('tile = "881", rotation = 1', 'tile = "999", rotation = 1', "map.hex.E28.extra", "no tile 999"),
        ('tile = "881", rotation = 1', 'tile = "881", rotation = 6', "map.hex.E28.extra", "no rotation 6"),
        ('label = "Mtl"\n', 'label = "Ott"\n', "map.hex.C30.label", "not in map.labels"),
        ('Chi = { brown = ["892"]', 'Chi = { brown = ["893", "14"]', "map.labels.Chi", "no brown tile 14"),
        ('Chi = { brown = ["892"]', 'Chi = { pink = ["892"]', "map.labels.Chi", "unknown colour"),
        ('kind = "frontier"', 'kind = "fence"', "map.hex.B31.borders", "unknown kind"),
        ("percent = 30\npresident", "percent = 20\npresident", "private.NHSC.ability.grant", "no certificate"),
        ('corporation = "WP"\npercent', 'corporation = "XX"\npercent', "private.PSC.ability.grant", "no company XX"),
        ('companies = ["NYH", ', "companies = [", "own.group", "every company"),
        ('companies = ["NYH", ', 'companies = ["XX", ', "own.group", "every company"),
        ("8 = 2, 10 = 2 }", "8 = 2 }", "own.yellow_tiles", "phase 10"),
        ("per_hex = 10", "per_hex = true", "own.bonus_rates.per_hex", "Expected `int`"),
        ("[own.loan]", "[own.loans]", "own", "unknown field `loans`"),
        ('stops = "unlimited", pays = 5', 'stops = "unlimited", pays = 1', "train.5E.reach", "at least 2"),
        ('name = "Winnipeg", hex = "C16"', 'name = "Winnipeg", hex = "C18"', "bonus[0].targets", "no stop 0 on C18"),
        ("distance = { yellow = 7, green = 7,", "distance = { green = 7,", "bonus[0]", "colours of the phases"),
        ('corporation = "CP"', 'corporation = "PC"', "bonus[0].corporation", "no PC"),
        ("rate = { yellow = 20,", "rate = { blue = 20,", "own.bonus_rates.rate", "colours of the phases"),
        ("paid_out = { green = 60,", "paid_out = { pink = 60,", "own.loan", "colours of phases"),
        ('corporations = ["CPR", "UP"]', 'corporations = ["CPR", "XX"]', "own.stop_bonus", "no such hex or company"),
        ('"7" = 60\n', '"7" = 160\n', "own.holding_limit.7", "percent"),
        ("10 = 21, 9 = 19", "10 = 0, 9 = 19", "own.cert_limit_by_companies.3", "10 is no number"),
    ],
)  # fmt: skip
def test_broken_files_are_named(old: str, new_text: str, key: str, reason: str) -> None:
    assert_broken(TEXT.replace(old, new_text, 1), TEXT, key, reason, Figures)
