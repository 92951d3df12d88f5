"""Every address of a real server, asked for with values that make sense and with such that make none: 0 × 5xx.

`.venv/bin/python -m scripts.fuzz [--requests N] [--seed N] [--callers N] [--database URL] [--json]` starts a server on
this machine with tables of every title (at the start, in the middle, over, with open seats, with bots), sends requests
from several callers at the same time and prints what was answered, the slowest addresses, and every fault. The exit
code is 1 if there was one. `tests/test_web_fuzz.py` is the short form.
"""

from __future__ import annotations

import argparse
import http.client
import json
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx

from tests.fuzzing import Answered, Fuzz, Request, Table, addresses, put_up, run
from tests.web_support import SECRET, Server

KEY = "a long key that only the fuzz knows"
SLOW = 120.0


class Caller:
    """Sends requests as they are, over one connection."""

    def __init__(self, server: str, key: str) -> None:
        self.place, self.key = urlsplit(server), key
        self.line = self._line()

    def _line(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self.place.hostname or "", self.place.port, timeout=SLOW)

    def __call__(self, request: Request) -> Answered:
        began = time.perf_counter()
        try:
            self.line.putrequest(request.method, request.target, skip_accept_encoding=True)
            for name, value in request.headers:
                self.line.putheader(name, value)
            if self.key:
                self.line.putheader("authorization", f"Bearer {self.key}")
            self.line.putheader("content-length", str(len(request.body)))
            self.line.endheaders(request.body)
            answer = self.line.getresponse()
            answer.read()
            status = answer.status
        except (http.client.HTTPException, OSError, ValueError) as error:
            self.line.close()
            self.line = self._line()
            status = 599 if isinstance(error, TimeoutError) else 0
        return status, time.perf_counter() - began


def tables_of(server: str) -> list[Table]:
    """Tables of every title at a server."""
    with httpx.Client(base_url=server, headers={"authorization": f"Bearer {KEY}"}, timeout=600) as client:
        return put_up(lambda path, body: client.post(path, json=body))


def fuzzed(server: str, tables: list[Table], seed: int, callers: int, requests: int) -> dict[str, Any]:
    """What came of it."""
    from stellwerk.web.app import create_app
    from stellwerk.web.settings import Settings

    with tempfile.TemporaryDirectory() as folder:
        app: Any = create_app(Settings(Path(folder), secret=SECRET))
        found = addresses(app.app.app)  # behind what watches and guards it

    def one(number: int) -> dict[str, Any]:
        key = KEY if number % 3 else ""  # every third knows no table
        return run(iter(Fuzz(found, tables, seed + number)), Caller(server, key), requests // callers)

    with ThreadPoolExecutor(callers) as pool:
        parts = list(pool.map(one, range(callers)))
    statuses: Counter[str] = Counter()
    for part in parts:
        statuses.update(part["statuses"])
    slowest = sorted((entry for part in parts for entry in part["slowest"]), reverse=True)[:12]
    faults = [fault for part in parts for fault in part["faults"]]
    return {"addresses": len(found), "statuses": dict(statuses), "slowest": slowest, "faults": faults}


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--callers", type=int, default=3)
    parser.add_argument("--database", default="", help="an empty PostgreSQL database instead of a file")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    more = ["--database", args.database, "--secret", SECRET] if args.database else []
    with tempfile.TemporaryDirectory() as folder, open(Path(folder) / "log", "w+", encoding="utf-8") as log:
        server = Server(Path(folder) / "data", "--slow", "1000", *more, log=log)
        try:
            tables = tables_of(server.address)
            print(f"{len(tables)} tables", file=sys.stderr, flush=True)
            found = fuzzed(server.address, tables, args.seed, args.callers, args.requests)
            alive = httpx.get(f"{server.address}/ready", timeout=60).status_code == 200
        finally:
            server.stop()
        log.seek(0)
        found |= {"alive": alive, "log": log.read()[-4000:]}
    print(json.dumps(found, indent=2, ensure_ascii=False))
    return 1 if found["faults"] or not alive else 0


if __name__ == "__main__":
    sys.exit(main())
