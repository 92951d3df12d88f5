"""Several threads may begin at once: whatever is worked out at first use is worked out safely."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import stellwerk

# As a server does that is started with games waiting for bots: every thread reads a title and a game, all at once.
CODE = """
import sys, threading
import stellwerk
from stellwerk.formats import load_bytes
sys.setswitchinterval(1e-6)
FILE = sys.stdin.buffer.read()
start = threading.Barrier(4)
digests = []

def begin():
    start.wait()
    digests.append(load_bytes(FILE, "game").game.digest())

threads = [threading.Thread(target=begin) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(len(digests), len(set(digests)))
"""
TIMES = {"1830": 8, "union-pacific": 8}  # a race is lost now and then only
SOURCE = Path(stellwerk.__file__).parent
# Only one thread reads there: programs of their own, and what a server reads before it has threads.
ALONE = {
    "bots/contest.py",
    "bots/program.py",
    "lab/perft.py",
    "store/backup.py",
    "store/postgres/news.py",
    "web/mail/settings.py",
}


@pytest.mark.parametrize("title", TIMES)
def test_titles_and_games_are_read_by_many_threads_at_once(title: str) -> None:
    game = stellwerk.new(title, players=["Ada", "Ben", "Cleo"], seed=1)
    for _ in range(3):
        decision = game.decision()
        assert decision is not None
        game.apply(game.options()[0].action, decision.seat)
    file = game.transcript().encode()
    for _ in range(TIMES[title]):
        done = subprocess.run([sys.executable, "-c", CODE], input=file, capture_output=True, check=False)
        assert (done.returncode, done.stdout.strip()) == (0, b"4 1"), done.stderr.decode()


def readings(tree: ast.AST) -> Iterator[tuple[str, bool]]:
    """Every function in which msgspec reads into a type of ours, and whether it meets one before."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        calls = [call for call in ast.walk(function) if isinstance(call, ast.Call)]
        names = [ast.unparse(call.func) for call in calls]
        for call, name in zip(calls, names, strict=True):
            into = (
                call.args[1:2]
                if name == "msgspec.convert"
                else [word.value for word in call.keywords if word.arg == "type"]
            )
            if (
                name in ("msgspec.convert", "msgspec.json.decode", "msgspec.msgpack.decode")
                and into
                and not PLAIN.fullmatch(ast.unparse(into[0]))
            ):
                yield f"{function.name}: {ast.unparse(into[0])}", "meet" in names


PLAIN = re.compile(
    r"(str|int|Any|Steps|dict\[str, (str|Any)\]|list\[dict\[str, Any\]\]|dict\[str, own\]|get_args\(form\)\[1\])"
)


def test_what_msgspec_reads_into_is_met_first() -> None:
    """A thread that uses what another one has half worked out ends the whole server (`core/reading.py`)."""
    found = {
        f"{path.relative_to(SOURCE).as_posix()} {where}": met
        for path in sorted(SOURCE.rglob("*.py"))
        if path.relative_to(SOURCE).as_posix() not in ALONE
        for where, met in readings(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert len(found) > 10
    assert [where for where, met in found.items() if not met] == []
