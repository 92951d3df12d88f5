"""The record of bots: every title has the levels, and a level has personalities."""

from __future__ import annotations

import pytest

from stellwerk.bots import USUAL, about_bot, known_bots, levels, make_bot, personalities, thinkers
from stellwerk.core import BadInput
from stellwerk.titles import TITLES

EIGHTEEN = [title for title in TITLES if title != "union-pacific"]


@pytest.mark.parametrize("title", TITLES)
def test_levels_stand_in_their_order_and_the_usual_one_is_among_them(title: str) -> None:
    found = list(levels(title))
    order = ["random", "easy", "normal", "hard", "master"]
    assert found == [name for name in order if name in found]
    assert {"random", "easy", USUAL} <= set(found)
    assert set(thinkers(title)) == {"hard", "master"} & set(found)


@pytest.mark.parametrize("title", TITLES)
def test_every_bot_has_its_name_and_says_how_it_plays(title: str) -> None:
    for name in known_bots(title):
        assert make_bot(name, 1, title).name == name
        assert all(sentence.endswith(".") for sentence in about_bot(title, name))
    for level in levels(title):
        for style in personalities(title, level):
            make_bot(f"{level}:{style}", 1, title)
            assert len(about_bot(title, f"{level}:{style}")) == 2
    assert personalities(title, "random") == ()


def test_older_players_are_known_but_are_no_levels() -> None:
    for title in EIGHTEEN:
        assert "steady" in known_bots(title)
        assert "steady" not in levels(title)
    assert "baron" in known_bots("union-pacific")


@pytest.mark.parametrize("name", ["normal:dancer", "random:trader", "steady:trader", "clever", "", "normal:trader:x"])
def test_what_there_is_not_is_said(name: str) -> None:
    with pytest.raises(BadInput):
        make_bot(name, 1, "1830")
