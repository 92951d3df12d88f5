"""The table of the contact sheet: every kind of decision there is to look at is in it. Nothing is drawn here."""

from __future__ import annotations

import pytest

from scripts.positions import kinds_of_kept_games, places
from scripts.screenshots import arguments_of
from stellwerk.titles import TITLES


def test_the_contact_sheet_has_every_kind_of_decision_of_the_kept_games() -> None:
    table = {(place.title, place.name): place for place in places()}
    kinds = kinds_of_kept_games()
    assert {title for title, _ in kinds} == set(TITLES)
    assert kinds <= table.keys()
    for place in places():
        decision = place.game.at(place.ply).decision()
        assert (decision.kind if decision and place.me == "asked" else "") == place.kind, place.name
        mine = [number for number, seat in enumerate(place.seats()) if seat["kind"] == "me"]
        assert len(mine) == 1
        if decision is not None:
            assert (mine[0] == decision.seat) == (place.me == "asked")
        assert len(place.file()["actions"]) == place.ply


def test_what_is_wished_can_be_restricted(capsys: pytest.CaptureFixture[str]) -> None:
    wish = arguments_of(["--all", "out", "--title", "1830", "--size", "390x844", "--size", "844x390"])
    assert (wish.title, wish.size, wish.kind) == (["1830"], ["390x844", "844x390"], None)
    for wrong in (["--all", "--size", "1x1"], ["--all", "--language", "fr"], ["--title", "1830"]):
        with pytest.raises(SystemExit):
            arguments_of(wrong)
    assert "go with --all" in capsys.readouterr().err
