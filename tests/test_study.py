"""Studies: trees over games, in files, links and text."""

from __future__ import annotations

import base64
import contextlib
import gzip
import random
import re
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import stellwerk
from stellwerk.core import BadInput, Game, Illegal
from stellwerk.core.snapshot import encode_state
from stellwerk.eighteen.actions import Bid, BuyPrivate, Pass, Route, Sale
from stellwerk.formats.own import load
from stellwerk.study import Chapter, Mark, Study, file, from_link, read, to_link, write, write_game
from stellwerk.study.forms import Forms
from stellwerk.study.text import forms_of
from stellwerk.titles import TITLES

GAMES = sorted((Path(__file__).parent / "data" / "games").glob("*.json.gz"))
ONE_EACH = ["1830-3p-seed", "1854-4p", "1862-4p", "18te-3p", "union-pacific-4p"]


@cache
def kept(name: str) -> Game[Any]:
    path = Path(__file__).parent / "data" / "games" / f"{name}.json.gz"
    return load(gzip.decompress(path.read_bytes())).game


@pytest.mark.parametrize("name", [path.name.removesuffix(".json.gz") for path in GAMES])
def test_every_kept_game_is_written_and_read_without_loss(name: str) -> None:
    game = kept(name)
    text = write_game(game)
    study = read(text)
    assert study.faults == ()
    [chapter] = study.chapters
    assert list(chapter.entries) == list(game.entries)
    assert chapter.game(chapter.last()).digest() == game.digest()
    assert "=" not in text.replace(" = ", "").split("\n\n", 1)[1]  # every kind of action has a form of its own


@pytest.mark.parametrize("name", ONE_EACH)
def test_files_and_links_lose_nothing(name: str) -> None:
    study = tangled(kept(name), 20)
    data = file.encode(study)
    for again in (file.decode(data), from_link(to_link(study)), read(write(study)), read(write(study, ways=True))):
        assert again.faults == ()
        assert file.encode(again) == data


def tangled(game: Game[Any], lines: int) -> Study:
    """A study of a game with random lines, names, comments, glyphs and marks anywhere."""
    dice = random.Random(7)
    chapter = Chapter(game.at(min(len(game), 300)), 'A "chapter"')
    nodes = [chapter.root, *chapter.root.below()]
    for _ in range(lines):
        node = dice.choice(nodes)
        for _ in range(dice.randrange(1, 4)):
            here = chapter.game(node)
            options = here.options()
            if not options:
                break
            option = dice.choice(options)
            node = chapter.add(node, option.action, option.seat)
            nodes.append(node)
        node.call("try: this (once)")
        node.say("so {or} so \\ \n<b>100 %</b> }")
        node.judge("!?", "□")
        node.mark(Mark("hex", ("H16",)), Mark("arrow", ("A 1", 'B"2'), "red"))
    chapter.root.say("from the start")
    return Study("Lines", (chapter,))


def test_the_notation_reads_well() -> None:
    game = stellwerk.new("1830", ["Ada", "Ben B.", "Cleo"], seed=1)
    for action in (BuyPrivate("SV", 20), Bid("DH", 75), Bid("MH", 115)):
        game.apply(action)
    study = Study.of(game)
    node = study.chapters[0].find((0, 0))
    assert node.parent is not None
    study.chapters[0].add(node.parent, Pass())
    node.judge("?")
    node.say("too early")
    assert write(study).splitlines()[-7:] == [
        "",
        "Auction Ada: private SV for 20",
        'Auction "Ben B.": bid DH 75 ? {too early}',
        "(",
        '  Auction "Ben B.": pass',
        ")",
        "Auction Cleo: bid MH 115",
    ]


SIGNS = 'aZ9ä. +-=|"\\{}[]()<>,;:!?@/\n\t∞\x00'
WORDS = st.text(SIGNS, min_size=1, max_size=12)
NUMBERS = st.integers(-(10**9), 10**9)
ROUTES = st.builds(
    Route,
    WORDS,
    st.lists(WORDS, min_size=1, max_size=4).map(tuple),
    st.lists(WORDS, max_size=2).map(tuple),
    WORDS | st.just(""),
)
BY_TYPE: dict[Any, st.SearchStrategy[Any]] = {
    str: WORDS | st.just("") | st.sampled_from(["pass", "nothing", "a b", "+", "counting", "=x", "2+2-0", "B&O"]),
    int: NUMBERS,
    bool: st.booleans(),
    tuple[str, ...]: st.lists(WORDS, max_size=3).map(tuple),
    tuple[Sale, ...]: st.lists(st.builds(Sale, WORDS, NUMBERS), max_size=3).map(tuple),
    tuple[Route, ...]: st.lists(ROUTES, max_size=3).map(tuple),
}


@cache
def forms(name: str) -> Forms:
    title = next(title for title in sorted(TITLES, key=len, reverse=True) if name.startswith(title))
    return forms_of(stellwerk.new(title, ["Ada", "Ben", "Cleo", "Dan"][: TITLES[title].players[1]], seed=1).rules)


@pytest.mark.parametrize("name", ONE_EACH)
@given(data=st.data())
def test_any_action_reads_back(name: str, data: st.DataObject) -> None:
    """Legal or not: whatever names, numbers and signs are in it."""
    kind = data.draw(st.sampled_from(sorted(forms(name).kinds.values(), key=str)))
    fields = {field.name: data.draw(BY_TYPE[field.type]) for field in msgspec.structs.fields(kind)}
    action = kind(**fields)
    text = forms(name).write(action)
    assert "\n" not in text
    assert forms(name).read(text) == action


@given(
    st.text(SIGNS, max_size=200)
    | st.lists(
        st.sampled_from(
            ['[Title "18te"]', '[Players "a" "b"]', "(", ")", "{", "}", "pass", ",", "!", "<", ">", '"', "a:", "\n"]
        )
    ).map(" ".join)
)
def test_any_text_is_a_study_or_refused(text: str) -> None:
    with contextlib.suppress(BadInput):
        read(text)


def auction() -> Chapter:
    return Chapter(stellwerk.new("1830", ["Ada", "Ben", "Cleo"], seed=1), "One")


def test_a_move_that_is_there_is_not_made_twice_and_a_refused_one_changes_nothing() -> None:
    chapter = auction()
    first = chapter.add(chapter.root, Pass())
    assert chapter.add(chapter.root, Pass()) is first
    with pytest.raises(Illegal):
        chapter.add(first, BuyPrivate("BO", 1))
    assert len(chapter) == 1


def test_lines_are_promoted_and_removed() -> None:
    chapter = auction()
    one, two = chapter.add(chapter.root, Pass()), chapter.add(chapter.root, BuyPrivate("SV", 20))
    chapter.add(two, Pass())
    two.promote()
    assert chapter.root.main is two
    assert [entry.action for entry in chapter.entries] == [BuyPrivate("SV", 20), Pass()]
    two.remove()
    assert chapter.root.lines == [one]
    with pytest.raises(BadInput, match="stays where it is"):
        chapter.root.promote()


def test_a_study_never_touches_the_game_it_is_of() -> None:
    game = stellwerk.new("1830", ["Ada", "Ben", "Cleo"], seed=1)
    chapter = Study.of(game).chapters[0]
    node = chapter.add(chapter.root, Pass())
    chapter.game(node).apply(Pass())
    assert (game.ply, len(chapter)) == (0, 1)


def test_a_chapter_may_begin_at_a_position() -> None:
    game = kept("18te-3p").at(100)
    chapter = Chapter(Game.from_state(game.rules, game.state), "From here")
    option = game.options()[0]
    chapter.add(chapter.root, option.action, option.seat)
    study = Study("", (chapter,))
    for again in (file.decode(file.encode(study)), read(write(study))):
        assert again.faults == ()
        assert again.chapters[0].game().digest() == game.digest()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: text[: len(text) // 2], "truncated"),
        (lambda text: text.replace("stellwerk-study", "pgn"), "format is 'pgn'"),
        (lambda text: text.replace('"version":1', '"version":7'), "version 7 is not known"),
        (lambda text: "[]", "Expected `object`"),
        (lambda text: text.replace('"chapters"', '"chapter"'), "unknown field `chapter`"),
    ],
)
def test_a_broken_file_is_refused_in_one_line(change: Any, told: str) -> None:
    text = file.encode(Study("x", (auction(),))).decode()
    with pytest.raises(BadInput, match=told) as refused:
        file.decode(change(text).encode(), "a.json")
    assert str(refused.value).startswith("a.json: ")
    assert "\n" not in str(refused.value)


def test_an_illegal_move_is_named_and_the_rest_loads() -> None:
    chapter = auction()
    good = chapter.add(chapter.root, BuyPrivate("SV", 20))
    chapter.add(chapter.add(good, Bid("MH", 115)), Pass())
    chapter.add(good, Bid("DH", 75))
    data = file.encode(Study("", (chapter,))).replace(b'"amount":115', b'"amount":111')
    study = file.decode(data)
    assert [str(fault) for fault in study.faults] == [
        "One: move 2: refused: a bid on MH must be at least $115 [1830 2.2] (2 moves are left out)"
    ]
    assert [node.ply and node.ply.action for node in study.chapters[0].root.below()] == [
        BuyPrivate("SV", 20),
        Bid("DH", 75),
    ]


def test_an_illegal_move_in_the_text_costs_its_line_only() -> None:
    text = (
        write(Study("", (auction(),))) + "Ada: private SV for 20, Ben: bid MH 111 ( bid DH 75, bid MH 115 ), pass\npass"
    )
    study = read(text)
    assert [str(fault) for fault in study.faults] == [
        "One: line 7: Ben: bid MH 111: refused: a bid on MH must be at least $115 [1830 2.2] (3 moves are left out)"
    ]
    assert len(study.chapters[0]) == 3


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("SR1 Ada: private SV for 20", "here it is Auction, not SR1"),
        ("Ben: private SV for 20", "here Ada is asked, not Ben"),
        ("@Zoe pass", "nobody is called Zoe"),
        ("run 100", "no run is asked for"),
        ("fly", "'fly' is no move of this title"),
        ("=bid private=x", "is no move|fields are written"),
        ('=bid private="[["', "is not JSON"),
    ],
)
def test_what_cannot_be_played_is_named(line: str, told: str) -> None:
    [fault] = read(write(Study("", (auction(),))) + line).faults
    assert re.search(told, fault.reason)


@pytest.mark.parametrize(
    ("tail", "told"),
    [
        ("pass ( pass", "does not end"),
        (")", "has not begun"),
        ("( pass )", "behind the move"),
        ("pass {no end", "line 7: '{no end'"),
        ("pass " + "( pass " * 101, "nested more than 100 deep"),
        ('[Year "1830"]', "no header Year"),
    ],
)
def test_text_that_is_no_study_is_refused(tail: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        read(write(Study("", (auction(),))) + tail)


def test_too_long_comments_and_unknown_glyphs_are_refused_and_cost_no_move() -> None:
    chapter = auction()
    node = chapter.add(chapter.root, Pass())
    wrongs: tuple[Callable[[], None], ...] = (
        lambda: node.say("x" * 1_000_000),
        lambda: node.call("two\nlines"),
        lambda: node.judge("!", "#"),
        lambda: node.mark(Mark("planet", ("x",))),
        lambda: node.mark(Mark("hex", ("A1",), "plaid")),
        lambda: node.mark(*[Mark("hex", (str(number),)) for number in range(65)]),
    )
    for wrong in wrongs:
        with pytest.raises(BadInput):
            wrong()
    assert (node.comment, node.name, node.glyphs, node.marks) == ("", "", (), ())
    node.say("brief comment")
    data = file.encode(Study("", (chapter,))).replace(b"brief comment", b"x" * 1_000_000)
    study = file.decode(data)
    assert [fault.reason for fault in study.faults] == ["a comment may have 20000 characters, this one has 1000000"]
    assert len(study.chapters[0]) == 1


def test_a_chapter_of_an_unknown_title_or_version_is_left_out_and_named() -> None:
    data = file.encode(Study("", (auction(), auction())))
    first = data.replace(b'"1830"', b'"1999"', 1)
    study = file.decode(first)
    assert len(study.chapters) == 1
    assert "1999" in study.faults[0].reason
    study = file.decode(data.replace(b'"title_version":"', b'"title_version":"0', 1))
    assert "written for version" in study.faults[0].reason


@pytest.mark.parametrize("link", ["", "%%%", "AAAA", "eJw", "x" * 1000])
def test_a_damaged_link_is_refused(link: str) -> None:
    with pytest.raises(BadInput, match="the link is damaged"):
        from_link(link)
    whole = to_link(Study.of(stellwerk.new("1830", ["Ada", "Ben"], seed=1)))
    with pytest.raises(BadInput, match="the link is damaged"):
        from_link(whole[:-6])


def test_a_link_that_unpacks_to_more_than_any_study_is_refused() -> None:
    bomb = base64.urlsafe_b64encode(zlib.compress(b" " * (file.MOST_BYTES + 10))).decode().rstrip("=")
    with pytest.raises(BadInput, match="larger than"):
        from_link(bomb)


def test_a_position_that_makes_no_sense_is_refused() -> None:
    game = kept("18te-3p").at(100)
    study = Study("", (Chapter(Game.from_state(game.rules, game.state), "Odd"),))
    data = msgspec.json.decode(file.encode(study))
    broken = msgspec.structs.replace(game.state, bank=-7)
    for position, told in ((encode_state(broken), "does not add up"), (b"\x00", "cannot be read")):
        data["chapters"][0]["position"] = base64.b64encode(position).decode()
        [fault] = file.decode(msgspec.json.encode(data)).faults
        assert told in fault.reason


def test_the_example_of_the_documentation_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = (Path(__file__).parents[1] / "docs" / "study.md").read_text(encoding="utf-8")
    exec(page.split("```python\n")[1].split("```")[0], {})
    assert (tmp_path / "auction.study.json").exists()
