"""How a move gets to the pages: written out once for each way to look, shared, and sent as far as a page lacks it."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from stellwerk.core import Entry
from stellwerk.store import GameHead
from stellwerk.store.kept import Kept
from stellwerk.web.packing import Packed, gzipped
from stellwerk.web.pages.asked import TableRequest
from stellwerk.web.pages.reader import Reader
from stellwerk.web.pages.regions import regions as filled
from stellwerk.web.pages.stream import PageStream
from stellwerk.web.pages.table import act
from stellwerk.web.people import Who
from stellwerk.web.requests import Act, CreateGame, Join, SeatWish, Undo
from stellwerk.web.sessions import masked, unmasked
from stellwerk.web.settings import Settings
from stellwerk.web.site import Site
from tests.support import in_a_loop

SECRET = "a secret for tests only"
ADA, BEN, EVE = Who(("ada",)), Who(("ben",)), Who(("eve",))


class PlainReader(Reader):
    """A reader without a request."""

    def __init__(self, who: Who, language: str = "en") -> None:
        self.unpacks = False
        self.path, self.cookies, self.theme, self.language = "/", [], "light", language
        self.guide, self.narrow = "", False
        self.session = cast(Any, SimpleNamespace(who=who))


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    made = Site(Settings(data=tmp_path, secret=SECRET, bot_threads=1))
    yield made
    made.close()


class Table:
    """Ada and Ben at a table of their own, and whoever watches."""

    def __init__(self, site: Site, title: str = "1830", **more: Any) -> None:
        self.site = site
        seats = (SeatWish(kind="me", name="Ada"), SeatWish(kind="open"))
        made = site.tables.create(CreateGame(title=title, seats=seats, **more), ADA)
        self.id = made.table.id
        site.tables.join(self.id, Join(made.secrets[1].secret, "Ben"), BEN)
        self.mark = site.tables.watched_by(self.id, made.watch_secret)

    def asked(self, who: Who, have: str = "", window: str = "", language: str = "en", **more: Any) -> TableRequest:
        watching = Who(who.holders, "", frozenset((self.mark,))) if who is EVE else who
        return TableRequest(self.site, PlainReader(watching, language), self.id, have=have, window=window, **more)

    def page(self, who: Who, **more: Any) -> Follower:
        """An open page that follows."""
        return Follower(self, who, **more)

    def moves(self) -> None:
        """Whoever is asked passes, or does the first thing he may."""
        live = self.site.games.live.get(self.id)
        game = live.game
        decision = game.decision()
        assert decision is not None
        offered = [option.action for option in game.options_for(decision.seat) if option.amount is None]
        action = next((action for action in offered if type(action).__name__ == "Pass"), offered[0])
        self.site.games.live.act(self.id, live.version, [Entry(decision.seat, action)])


class Follower:
    """A page: it was opened, and its stream brings what it lacks."""

    def __init__(self, table: Table, who: Who, window: str = "", **more: Any) -> None:
        opened = table.asked(who, window=window, **more)
        self.html = str(opened.answer(opened.open_page()).content)
        self.state = state_of(self.html)
        self.stream = PageStream(table.asked(who, self.state, window, **more), 0, False)
        table.site.followers.add(opened.reader.who, window, self.stream.follower)
        assert self.read(first=True) == "", "it has everything"

    def read(self, *, first: bool = False) -> str:
        """The events that come, without the id after them."""
        *parts, place = [part.plain for part in told(self.stream, first=first)]
        assert place.startswith(b"id: ")
        return b"".join(parts).decode()

    def follow(self) -> str:
        """The regions that come, taken in."""
        text = self.read()
        assert text.startswith("event: regions\n"), text[:200]
        assert f'data-base="{self.state}"' in text
        self.state = state_of(text)
        return text


def told(stream: PageStream, *, first: bool = False) -> list[Packed]:
    """What a stream brings now."""
    parts = stream.read(first=first)
    assert parts is not None, "no answer is being made"
    return parts


def done(asked: TableRequest, body: Act) -> str:
    """The answer to a click."""
    answer: Any = act.fn(asked, body)
    return bytes(answer.content).decode()


def state_of(html: str) -> str:
    found = re.search(r'id="state" hidden data-has="([0-9a-f]+)"', html)
    assert found, html[-300:]
    return found[1]


def ids(html: str) -> set[str]:
    """The regions in an answer."""
    known = ("top", "tools", "whose", "banner", "side", "stage", "players", "decision", "log", "meta")
    return {name for name in known if re.search(rf'^(?:data: )?<\w+[^>]* id="{name}"', html, re.M)}


def test_a_move_brings_only_what_it_changes(site: Site) -> None:
    table = Table(site)
    eve = table.page(EVE)
    assert ids(eve.html) == {"top", "tools", "whose", "banner", "side", "stage", "players", "decision", "log", "meta"}
    table.moves()
    text = eve.follow()
    assert {"decision", "meta", "whose", "log"} <= ids(text)
    assert not ids(text) & {"top", "banner"}, "no phase, no round has changed"
    assert 'id="log" data-from="1"' in text, "only the new lines of the log"
    assert "Ada" in text
    table.moves()
    assert 'id="log" data-from="2"' in eve.follow()


def test_a_view_is_written_out_once_for_all_who_share_it(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(site)
    watchers = [table.page(EVE) for _ in range(5)]
    german = table.page(EVE, language="de")
    ben = table.page(BEN)
    written: list[tuple[frozenset[int], str]] = []

    def counted(page: Any, *more: Any) -> Any:
        written.append((page.rights.seats, page.language))
        return filled(page, *more)

    monkeypatch.setattr("stellwerk.web.pages.regions.regions", counted)
    table.moves()
    packed = [told(watcher.stream)[0] for watcher in watchers]
    assert all(part is packed[0] for part in packed), "packed once as well"
    assert "Warten" in german.follow() or "wartet" in german.follow().lower()
    ben.follow()
    assert written == [(frozenset(), "en"), (frozenset(), "de"), (frozenset({1}), "en")]


def test_a_page_of_which_nothing_is_known_is_told_to_ask(site: Site) -> None:
    table = Table(site)
    stream = PageStream(table.asked(EVE, "0123abcd"), 0, False)
    assert told(stream, first=True)[0].plain == b"event: moved\ndata: {}\n\n"
    past = PageStream(table.asked(EVE), 0, True)
    assert len(told(past, first=True)) == 1, "whoever looks back is told of moves only"
    table.moves()
    assert told(past)[0].plain == b"event: moved\ndata: {}\n\n"


def test_the_mover_gets_what_has_changed_once(site: Site) -> None:
    table = Table(site)
    ada = table.page(ADA, window="ada's page")
    asked = table.asked(ADA, ada.state, "ada's page")
    body = Act(seat=0, expected_version=0, action={"type": "pass"}, key="once")
    answer = done(asked, body)
    assert f'data-base="{ada.state}"' in answer
    assert "banner" not in ids(answer)
    assert ada.read() == "", "the stream does not bring it again"
    again = done(table.asked(ADA, ada.state, "ada's page"), body)
    assert again == answer, "an answer that got lost is given again"
    elsewhere = table.page(ADA)
    assert state_of(answer) == elsewhere.state


def test_one_act_reads_the_game_once(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(site)
    ada = table.page(ADA)
    reads: list[str] = []
    head = site.store.head

    def counted(game_id: str) -> GameHead:
        reads.append(game_id)
        return head(game_id)

    monkeypatch.setattr(site.store, "head", counted)
    site.bots.close()  # they and the webhooks look for themselves
    site.webhooks.close()
    done(table.asked(ADA, ada.state), Act(seat=0, expected_version=0, action={"type": "pass"}))
    assert reads == [table.id]


def test_an_undo_marks_the_lines_that_count_no_more(site: Site) -> None:
    table = Table(site)
    eve = table.page(EVE)
    table.moves()
    eve.follow()
    site.takeback.undo(table.id, Undo(seat=0, expected_version=1), ADA)
    text = eve.follow()
    assert 'id="log" data-from="1"' in text
    assert "l-undone" in text
    assert "data-toast" in text, "moves of others that are taken back are told"


@pytest.mark.parametrize("seed", range(3))
def test_what_a_seat_sees_reaches_no_other(site: Site, seed: int) -> None:
    """Every stream brings exactly what its own reader could ask for, though views are kept and shared."""
    table = Table(site, "union-pacific")
    pages = {who: table.page(who) for who in (ADA, BEN, EVE)}
    for _ in range(6 + seed):
        table.moves()
        for who, page in pages.items():
            text = page.read()
            fresh = table.asked(who)
            expected = str(fresh.answer(fresh.open_page()).content)
            if text:
                page.state = state_of(text)
                for line in text.splitlines():
                    html = line.removeprefix("data: ")
                    if html.startswith("<") and not re.search('id="state"|data-from|</ol></section>', html):
                        assert html in expected
            assert page.state == state_of(expected)
    states = {who: page.state for who, page in pages.items()}
    assert len(set(states.values())) == 3
    stolen = table.asked(EVE, states[ADA])  # whoever says that he has what another has learns nothing of it
    assert "data-base" not in str(stolen.answer(stolen.open_page()).content)


def test_nothing_is_kept_of_a_position_that_is_no_more(site: Site) -> None:
    table = Table(site)
    eve, ben = table.page(EVE), table.page(BEN)
    before = site.rendered.html_size
    assert before > 10_000
    table.moves()
    assert site.rendered.html_size == 0
    eve.follow()
    ben.follow()
    assert 0 < site.rendered.html_size < 2 * before < site.rendered.size * 2
    site.store.delete(table.id)
    assert site.rendered.size == 0


def test_what_is_kept_is_bounded_in_bytes() -> None:
    kept: Kept[str, str] = Kept(100)
    for number in range(50):
        kept.put(f"k{number}", "x", 30)
    assert kept.size == 90
    assert len(kept) == 3
    kept.get("k47")
    kept.put("more", "x", 60)
    assert kept.get("k47") == "x"
    assert kept.get("k48") is None
    kept.drop("more")
    assert kept.size == 30


def test_a_stream_is_a_gzip_file_whose_messages_arrive_one_by_one() -> None:
    async def messages() -> Any:
        for number in range(3):
            yield b"event: %d\n\n" % number

    async def all_of_it() -> list[bytes]:
        return [part async for part in gzipped(messages())]

    parts = in_a_loop(all_of_it())
    assert len(parts) == 5
    assert gzip.decompress(b"".join(parts)) == b"event: 0\n\nevent: 1\n\nevent: 2\n\n"


def test_a_token_in_a_page_is_masked_anew_each_time() -> None:
    token = "ab" * 32
    assert len({masked(token) for _ in range(5)}) == 5
    assert unmasked(masked(token)) == token
    assert unmasked(token) == token
    for nonsense in ("", "x", "ab", "ab" * 64 + "c", "é" * 128):
        assert unmasked(nonsense) != token
    assert masked("") == ""
