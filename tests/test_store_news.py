"""Watchers and listeners of a store, in threads and in asyncio."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from stellwerk.store import (
    GamesStore,
    LiveGames,
    News,
)
from stellwerk.store.writer import JobResult
from tests.store_support import pass_turn, passing
from tests.support import in_a_loop, new


@pytest.fixture
def games(store: GamesStore) -> LiveGames:
    return LiveGames(store)


def test_a_thread_waits_for_news(games: LiveGames, store: GamesStore) -> None:
    game_id = games.create(new(3))
    with store.subscribe(game_id) as watch, ThreadPoolExecutor(1) as pool:
        assert watch.wait(60) == News(0)
        waiting = pool.submit(watch.wait, 60)
        games.act(game_id, 0, passing(0))
        assert waiting.result() == News(1)
        store.say(game_id, 0, "Ada", "hello")
        assert watch.wait(60) == News(1, chat=1)
        store.arrange(game_id, settings={})
        assert watch.wait(60) == News(1, chat=1, arrangement=1)
        assert watch.wait(0.01) is None
    assert store.hub.watchers(game_id) == 0


def test_who_comes_back_catches_up_by_version(games: LiveGames, store: GamesStore) -> None:
    game_id = games.create(new(3))
    for version in range(5):
        pass_turn(games, game_id)
        assert store.head(game_id).version == version + 1
    with store.subscribe(game_id, since=News(2)) as watch:
        news = watch.wait(60)
        assert news == News(5)
        assert [record.version for record in store.load(game_id, since=2).records] == [3, 4, 5]
    with store.subscribe(game_id, since=News(5)) as watch:
        assert watch.wait(0.01) is None


def test_watchers_in_asyncio_follow_without_gap_or_double(games: LiveGames, store: GamesStore) -> None:
    game_id = games.create(new(3))
    last = 40

    async def follow() -> list[int]:
        seen: list[int] = []
        with store.subscribe(game_id) as watch:
            async for news in watch:
                seen += [record.version for record in store.load(game_id, since=len(seen)).records]
                assert len(seen) >= news.version
                if seen and seen[-1] == last:
                    return seen
        raise AssertionError("the watch ended early")

    async def everything() -> list[list[int]]:
        followers = [asyncio.create_task(follow()) for _ in range(20)]
        await asyncio.sleep(0)

        def play() -> None:
            for version in range(last):
                store.append(game_id, version, passing(0))

        await asyncio.to_thread(play)
        return await asyncio.wait_for(asyncio.gather(*followers), 60)

    assert in_a_loop(everything()) == [list(range(1, last + 1))] * 20


def test_a_slow_watcher_gets_the_last_news_only(games: LiveGames, store: GamesStore) -> None:
    game_id = games.create(new(3))
    with store.subscribe(game_id, since=News(0)) as watch:
        for version in range(10):
            store.append(game_id, version, passing(0))
        seen = [watch.wait(60)]
        while seen[-1] != News(10):
            seen.append(watch.wait(60))
        assert len(seen) <= 2  # the last news may be on their way when the first are taken
        assert watch.wait(0.01) is None


def test_a_watch_ends_with_its_game_and_with_the_store(games: LiveGames, store: GamesStore) -> None:
    first, second = games.create(new(3)), games.create(new(3))

    async def until_the_end(game_id: str, end: Callable[[], None]) -> list[News]:
        watch = store.subscribe(game_id)
        seen = [await anext(watch)]
        asyncio.get_running_loop().call_later(0.02, lambda: threading.Thread(target=end).start())
        return seen + [news async for news in watch]

    gone = in_a_loop(asyncio.wait_for(until_the_end(first, lambda: store.delete(first)), 60))
    assert [news.gone for news in gone] == [False, True]
    assert in_a_loop(asyncio.wait_for(until_the_end(second, store.close), 60)) == [News(0)]


def test_listeners_hear_of_all_games_and_cannot_stop_the_writer(
    games: LiveGames, store: GamesStore, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[tuple[str, News]] = []

    def faulty(game_id: str, news: News) -> None:
        store.say(game_id, 0, "Ada", "an echo")  # would wait for itself

    store.listen(faulty)
    stop = store.listen(lambda game_id, news: heard.append((game_id, news)))
    first, second = games.create(new(3)), games.create(new(3))
    games.act(first, 0, passing(0))
    store.say(second, 0, "Ada", "hello")
    stop()
    games.act(first, 1, passing(1))
    store.writer.do(lambda _: JobResult(None))  # news of what went before have been told
    assert heard == [(first, News(0)), (second, News(0)), (first, News(1)), (second, News(0, chat=1))]
    assert "a listener must not write" in caplog.text


def test_a_repeated_request_is_no_news(games: LiveGames, store: GamesStore) -> None:
    game_id = games.create(new(3))
    games.act(game_id, 0, passing(0), key="a")
    heard: list[News] = []
    store.writer.do(lambda _: JobResult(None))
    store.listen(lambda _, news: heard.append(news))
    store.append(game_id, 0, passing(0), key="a")
    store.writer.do(lambda _: JobResult(None))
    assert heard == []
