"""Every address, asked for with values that make sense and with such that make none. The long form: scripts/fuzz.py."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from stellwerk.web.app import create_app
from stellwerk.web.settings import Settings
from tests.fuzzing import Answered, Fuzz, Request, addresses, put_up, run
from tests.web_support import SECRET, served

pytestmark = pytest.mark.slow
REQUESTS = 400
KEY = {"authorization": "Bearer a long key that only the fuzz knows"}


def test_no_address_makes_the_server_fail(tmp_path: Path) -> None:
    made: Any = create_app(Settings(tmp_path / "unused", secret=SECRET))
    with served(tmp_path, writes_per_minute=0, reads_per_minute=0, logins_per_minute=0) as client:
        games = ("1854-4p", "18te-2p", "union-pacific-4p")
        tables = put_up(lambda path, body: client.post(path, json=body, headers=KEY), games, (0.4, 1.0))

        def send(request: Request) -> Answered:
            began = time.perf_counter()
            headers = {**dict(request.headers), **KEY}
            answer = client.request(request.method, request.target, content=request.body or None, headers=headers)
            return answer.status_code, time.perf_counter() - began

        found = run(iter(Fuzz(addresses(made.app.app), tables, 3)), send, REQUESTS)
    assert found["faults"] == []
    assert found["requests"] == REQUESTS
    assert found["statuses"]["2xx"] > REQUESTS / 5, found["statuses"]
