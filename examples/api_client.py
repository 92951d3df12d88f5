"""A program that sits down at a table and plays, with nothing but Python's standard library.

Get a link for an open seat (`http://127.0.0.1:1830/join/GAME#SECRET`) and run

    python api_client.py 'http://127.0.0.1:1830/join/GAME#SECRET' --name Robo

It asks what it may do, picks something, does it, and waits for the others by the stream of events. The whole API is
described at /api/docs of the server.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid
from typing import Any
from urllib.parse import urlsplit

TRIES = 5  # a request that gets lost is sent again; under its key the server does it only once


class Refusal(Exception):
    """The server said no: its status and its answer {error, rule, text, facts}."""

    def __init__(self, status: int, answer: dict[str, Any]) -> None:
        """Keep both."""
        super().__init__(f"{answer['text']} [{answer['rule'] or answer['error']}]")
        self.status, self.answer = status, answer


class Table:
    """One seat at one table."""

    def __init__(self, server: str, game: str) -> None:
        """`server` such as http://127.0.0.1:1830."""
        self.base, self.secret, self.seat = f"{server}/api/v1/games/{game}", "", -1

    def request(self, method: str, path: str, body: dict[str, Any] | None = None) -> urllib.request.Request:
        """A request with the secret of the seat."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        if self.secret:
            headers["Authorization"] = f"Bearer {self.secret}"
        return urllib.request.Request(self.base + path, data, headers, method=method)

    def call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Ask the server; it is asked again if the connection breaks or it is busy."""
        for attempt in range(TRIES):
            try:
                with urllib.request.urlopen(self.request(method, path, body), timeout=30) as answer:
                    return json.loads(answer.read() or b"null")
            except urllib.error.HTTPError as error:
                with error:
                    said = json.loads(error.read())
                if error.code != 429:
                    raise Refusal(error.code, said) from None
                time.sleep(float(error.headers.get("Retry-After", "1")))
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                if attempt == TRIES - 1:
                    raise
                time.sleep(0.2 * 2**attempt)
        raise SystemExit("the server is too busy")

    def join(self, secret: str, name: str) -> None:
        """Take the seat the secret opens; from now on the new secret is the key to it."""
        joined = self.call("POST", "/join", {"secret": secret, "name": name})
        self.secret, self.seat = joined["secret"], joined["seat"]

    def act(self, version: int, action: dict[str, Any]) -> dict[str, Any]:
        """Do something at a version of the game."""
        wish = {"seat": self.seat, "expected_version": version, "action": action, "key": uuid.uuid4().hex}
        done: dict[str, Any] = self.call("POST", "/actions", wish)
        return done

    def wait(self, version: int) -> None:
        """Until the table is further than the version; what has happened already is told at once."""
        with urllib.request.urlopen(self.request("GET", f"/events?since={version}"), timeout=120) as stream:
            for line in stream:
                if line.strip() in (b"event: moves", b"event: table", b"event: gone"):
                    return


def choose(table: Table, options: list[dict[str, Any]], decision: dict[str, Any], chance: random.Random) -> Any:
    """Any kind of action, then any of that kind. Here is where a better player would think."""
    kinds: dict[str, list[dict[str, Any]]] = {}
    for option in options:
        if option["free"] in ("", "routes"):
            kinds.setdefault(option["action"]["type"], []).append(option)
    option = chance.choice(kinds[chance.choice(sorted(kinds))])
    action = dict(option["action"])
    if option["amount"]:
        action[option["amount"]["field"]] = option["amount"]["low"]
    if option["free"] == "routes":  # the server knows the best run and proves it
        best = table.call("GET", f"/best-run?company={decision['actor']}")
        action["routes"] = [{"train": route["train"], "path": route["path"]} for route in best["routes"]]
    return action


def play(table: Table, moves: int, chance: random.Random) -> int:
    """Play until the game is over or so many moves are made; returns how many were made."""
    made = 0
    while made < moves:
        now = table.call("GET", f"/options?seat={table.seat}")
        if now["decision"] is None:
            break
        if not now["asked"] or not now["options"]:
            table.wait(now["version"])
            continue
        try:
            table.act(now["version"], choose(table, now["options"], now["decision"], chance))
            made += 1
        except Refusal as refusal:
            if refusal.status != 409:  # somebody was quicker: look again
                raise
    return made


def main() -> int:
    """Read the link, sit down, play."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("link", help="the link of an open seat")
    parser.add_argument("--name", default="Robo")
    parser.add_argument("--moves", type=int, default=100_000, help="leave after so many moves")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    link = urlsplit(args.link)
    table = Table(f"{link.scheme}://{link.netloc}", link.path.rsplit("/", 1)[-1])
    try:
        table.join(link.fragment, args.name)
        made = play(table, args.moves, random.Random(args.seed))
        view = table.call("GET", "/view")
    except Refusal as refusal:
        print(f"refused: {refusal}", file=sys.stderr)
        return 1
    except (urllib.error.URLError, OSError) as error:
        print(f"cannot reach the server: {error}", file=sys.stderr)
        return 2
    print(f"{made} moves made as seat {table.seat}; scores {view['scores']}{' at the end' if view['reason'] else ''}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
