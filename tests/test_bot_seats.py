"""Bots at a table have names and say how they play, in every title and language."""

from __future__ import annotations

from pathlib import Path

import pytest

from stellwerk.bots import USUAL, levels
from stellwerk.i18n import translate
from stellwerk.titles import TITLES
from tests.web_support import Browser, refused, served


@pytest.mark.parametrize("name", TITLES)
def test_bots_have_names_of_their_own_and_say_how_they_play(name: str, tmp_path: Path) -> None:
    title = TITLES[name]
    assert len(set(title.bot_names)) == len(title.bot_names) >= title.players[1]
    best = USUAL
    with served(tmp_path) as client:
        browser = Browser(client)
        seats = [{"kind": "me", "name": title.bot_names[0].upper()}]
        seats += [{"kind": "bot", "bot": best} for _ in range(title.players[1] - 1)]
        made = browser.post("/games", {"title": name, "seats": seats, "seed": 1})
        assert made.status_code == 201, made.text
        table = made.json()["table"]
        assert [seat["name"] for seat in table["seats"][1:]] == list(title.bot_names[1 : title.players[1]])
        for language in ("en", "de", "pl"):
            said = translate(levels(name)[best].about, language)
            assert (said == levels(name)[best].about) == (language == "en")
            headers = {"accept-language": language}
            for page in (f"/g/{table['id']}/seats", f"/new?title={name}"):
                assert said in browser.send("GET", page, headers=headers).text, page
            text = browser.send("GET", f"/g/{table['id']}", headers=headers).text
            assert f'title="{title.bot_names[1]} · Bot: {said}"' in text


def test_named_bots_keep_their_names_and_no_name_comes_twice(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        browser = Browser(client)
        made = browser.create("me:Ada", "bot:josephine", "bot", "bot")
        assert [seat["name"] for seat in made["table"]["seats"]] == ["Ada", "josephine", "Cornelius", "Erastus"]
        seats = [{"kind": "bot", "name": "Bo"}, {"kind": "bot", "name": "bo"}]
        refused(browser.post("/games", {"title": "1830", "seats": seats}), 400, "bad_input")


def test_every_bot_says_how_it_plays() -> None:
    for name in TITLES:
        assert all(maker.about.endswith(".") for maker in levels(name).values())
