"""Schemathesis over the OpenAPI document: whatever a client sends, the server does not fail, and answers as it says.

Every call gets requests that fit its description and such that do not, half of them about a game that exists and
belongs to the asker. The examples are the same in every run.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import CHECKS
from schemathesis.generation import GenerationMode
from schemathesis.python import asgi

from stellwerk.web.app import create_app
from stellwerk.web.settings import Settings
from tests.web_support import SECRET, wish

EXAMPLES = 12
# Not compressed: in a compressed stream Schemathesis sees no event, and waits for one until its patience ends.
KEY = {"authorization": "Bearer a long key that only this test knows", "Accept-Encoding": "identity"}
WANTED = ("not_a_server_error", "content_type_conformance", "response_schema_conformance")
TAGS = ("admin", "titles", "people", "tables", "play", "history")
GAMES: list[str] = []


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A server without limits of rate, with three games: at its start, in an auction that has begun, against a bot."""
    folder: Path = tmp_path_factory.mktemp("server")
    made: Any = create_app(
        Settings(folder, secret=SECRET, host=asgi.HOST, writes_per_minute=0, logins_per_minute=0, keep_alive=0.05)
    )
    GAMES.clear()
    with asgi.get_client(made) as client:
        for seats in (("me:Ada", "hotseat:Ben"), ("me:Ada", "open"), ("me:Ada", "bot")):
            answer = client.post(f"http://{asgi.HOST}/api/v1/games", json=wish(*seats), headers=KEY)
            assert answer.status_code == 201, answer.text
            GAMES.append(answer.json()["table"]["id"])
    yield made
    asgi.shutdown_lifespans()


@pytest.fixture(scope="module")
def calls(app: Any) -> dict[str, list[Any]]:
    """The calls by their tags, as the server describes them."""
    config = schemathesis.Config.from_dict({"max-stream-events": 1})  # of a stream the beginning is enough
    schema = schemathesis.openapi.from_asgi("/api/docs/openapi.json", app, config=config)
    found: dict[str, list[Any]] = {}
    for result in schema.get_all_operations():
        call: Any = result.ok()  # type: ignore[union-attr]  # an error of the schema ends the test here
        found.setdefault(call.tags[0], []).append(call)
    return found


def test_every_call_is_tried(calls: dict[str, list[Any]]) -> None:
    assert sorted(calls) == sorted(TAGS)
    assert sum(map(len, calls.values())) > 30


@pytest.mark.parametrize("tag", TAGS)
def test_no_request_makes_the_server_fail(calls: dict[str, list[Any]], tag: str) -> None:
    checks = [check for check in CHECKS.get_all() if check.__name__ in WANTED]
    assert len(checks) == len(WANTED)
    for call in calls[tag]:
        try_out(call.as_strategy(generation_mode=GenerationMode.POSITIVE), checks)
        with contextlib.suppress(Unsatisfiable):  # some calls have nothing that could be wrong
            try_out(call.as_strategy(generation_mode=GenerationMode.NEGATIVE), checks)


def try_out(cases: st.SearchStrategy[Any], checks: list[Any]) -> None:
    """Send so many requests of a kind, the same in every run."""

    @settings(
        max_examples=EXAMPLES, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
    )
    @given(case=cases, which=st.integers(0, 5))
    def send(case: schemathesis.Case[Any], which: int) -> None:
        if case.path_parameters and "game_id" in case.path_parameters and which < len(GAMES):
            case.path_parameters["game_id"] = GAMES[which]
        answer = case.call(headers=KEY)
        assert answer.status_code < 500, answer.text
        case.validate_response(answer, checks=checks)

    send()
