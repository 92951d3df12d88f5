"""The lane of streams: clicks come first, streams are not forgotten, faults reach whoever waits."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest

from stellwerk.web.following import Follower
from stellwerk.web.lane import Lane
from stellwerk.web.rendered import View
from tests.support import in_a_loop

VIEW = View("game", frozenset(), False, None, "en")


@pytest.fixture
def lane() -> Iterator[Lane]:
    made = Lane(longest=60.0)
    yield made
    made.close()


def test_errands_wait_while_a_click_is_answered(lane: Lane) -> None:
    order: list[str] = []

    async def both() -> list[str]:
        with lane.click():
            errand = asyncio.create_task(lane.do(order.append, "stream"))
            await asyncio.sleep(0)  # it is asked for
            while lane.waiting():  # until a thread has taken it
                await asyncio.sleep(0)
            order.append("click")
        await errand
        return order

    assert in_a_loop(both()) == ["click", "stream"]


def test_a_stream_that_has_waited_long_enough_is_served_all_the_same() -> None:
    lane = Lane(longest=0.0)

    async def served() -> str:
        with lane.click():
            return await lane.do(str.upper, "served")

    assert in_a_loop(served()) == "SERVED"
    lane.close()


def test_an_error_reaches_whoever_waits(lane: Lane) -> None:
    async def wrong() -> str:
        with pytest.raises(ValueError, match="'x'"):
            await lane.do(int, "x")
        return await lane.do(str, 7)

    assert in_a_loop(wrong()) == "7", "the thread goes on"


def test_a_stream_waits_for_the_answers_of_its_page() -> None:
    follower = Follower(VIEW, "old")
    begun, may_end = threading.Event(), threading.Event()

    def answers() -> None:
        with follower.answering(), follower.answering():
            begun.set()
            may_end.wait(30)
            follower.was_told(VIEW, "new")

    async def settled() -> tuple[bool, bool, str]:
        thread = threading.Thread(target=answers)
        thread.start()
        await asyncio.to_thread(begun.wait, 30)
        waiting = asyncio.create_task(follower.settle())
        await asyncio.sleep(0)
        before = waiting.done()
        may_end.set()
        await waiting
        return before, follower.settled, follower.have

    assert in_a_loop(settled()) == (False, True, "new")
