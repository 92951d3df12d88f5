"""Nobody's many tables of bots keep another's from moving; what is kept in memory is bounded in bytes."""

from __future__ import annotations

import threading
from pathlib import Path

from stellwerk.core import Entry
from stellwerk.web.analysis import REMEMBERED
from stellwerk.web.fair_queue import FairQueue, Rank
from stellwerk.web.people import Who
from stellwerk.web.requests import CreateGame, SeatWish
from stellwerk.web.settings import Settings
from stellwerk.web.site import Site
from tests.web_support import SECRET, until


class Worked:
    """Remembers in which order games were worked for; the first waits until it is let go."""

    def __init__(self, threads: int = 1, most: int = 10_000) -> None:
        self.order: list[str] = []
        self.go = threading.Event()
        self.begun = threading.Event()
        self.queue = FairQueue(threads, self.work, most)

    def work(self, game: str) -> None:
        if game == "first":
            self.begun.set()
            self.go.wait(60)
        self.order.append(game)

    def fill(self, *games: tuple[str, Rank]) -> list[str]:
        self.queue.put("first", Rank("x"))
        assert self.begun.wait(60)
        for game, rank in games:
            self.queue.put(game, rank)
        self.go.set()
        until(lambda: len(self.order) == len(games) + 1)
        self.queue.close()
        return self.order[1:]


def test_tables_with_people_come_first() -> None:
    bots = [(f"bots {number}", Rank("eve", people=False)) for number in range(150)]
    order = Worked().fill(*bots, ("ada's", Rank("ada")), ("ben's", Rank("ben")))
    assert {"ada's", "ben's"} <= set(order[:4])
    assert set(order) == {game for game, _ in bots} | {"ada's", "ben's"}


def test_persons_take_turns() -> None:
    many = [(f"eve {number}", Rank("eve", people=False)) for number in range(50)]
    order = Worked().fill(*many, ("ada's bots", Rank("ada", people=False)))
    assert order.index("ada's bots") <= 2


def test_tables_of_bots_are_not_forgotten() -> None:
    people = [(f"ada {number}", Rank("ada")) for number in range(50)]
    order = Worked().fill(("bots", Rank("eve", people=False)), *people)
    assert order.index("bots") <= 10


def test_tables_of_bots_never_have_every_thread() -> None:
    hold, done = threading.Event(), threading.Event()

    def work(game: str) -> None:
        if game == "people":
            done.set()
        else:
            hold.wait(60)

    queue = FairQueue(2, work)
    for number in range(20):
        queue.put(f"bots {number}", Rank("eve", people=False))
    queue.put("people", Rank("ada"))
    assert done.wait(60)
    hold.set()
    queue.close()


def test_the_queue_is_bounded() -> None:
    worked = Worked(most=3)
    worked.queue.put("first", Rank())
    assert worked.begun.wait(60)
    assert [worked.queue.put(str(number), Rank()) for number in range(5)] == [True] * 3 + [False] * 2
    assert worked.queue.dropped
    worked.go.set()
    worked.queue.close()


def test_a_person_against_a_bot_is_answered_while_hundreds_of_bots_play(tmp_path: Path) -> None:
    site = Site(Settings(data=tmp_path, secret=SECRET))
    try:
        eve, ada = Who(("eve",)), Who(("ada",))
        for _ in range(40):
            site.tables.create(CreateGame("1830", (SeatWish("bot"), SeatWish("bot"), SeatWish("bot"))), eve)
        mine = site.tables.create(CreateGame("1830", (SeatWish("me"), SeatWish("bot"))), ada).table.id
        for _ in range(3):
            until(lambda: site.store.head(mine).asked == 0)
            live = site.games.live.get(mine)
            action, seat = live.game.rules.actor(live.game.state, live.game.options()[0])
            site.games.live.play(live, live.version, [Entry(seat, action)])
        until(lambda: site.store.head(mine).asked == 0)
    finally:
        site.close()


def test_long_answers_are_not_kept(tmp_path: Path) -> None:
    site = Site(Settings(data=tmp_path, secret=SECRET))
    try:
        ada = Who(("ada",))
        game = site.tables.create(CreateGame("1830", (SeatWish("me"), SeatWish("hotseat"))), ada).table.id
        for _ in range(300):
            live = site.games.live.get(game)
            action, seat = live.game.rules.actor(live.game.state, live.game.options()[-1])
            site.games.live.play(live, live.version, [Entry(seat, action)])
        for since in range(300):
            assert site.analysis.log(game, since, ada).version == 300
        assert site.analysis._logs.size <= REMEMBERED
        assert site.analysis.log(game, 299, ada) is site.analysis.log(game, 299, ada)
    finally:
        site.close()
