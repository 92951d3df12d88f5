"""The keeper of several servers, with children that only wait: who dies is started anew, all end together."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there one process listens at a port")

CHILD = """
import os, pathlib, sys, time
from stellwerk.cli.serve_processes import kept
port = kept()
written = pathlib.Path(sys.argv[1], f"{os.getpid()}.part")
written.write_text(str(port))
written.rename(written.with_suffix(""))  # who is counted has said all
if len(sys.argv) == 2:
    time.sleep(600)
"""
KEEPER = """
import logging, os, sys
from stellwerk.cli import serve_processes
serve_processes.PAUSE = 0.01
logging.basicConfig()
command = [sys.executable, "-c", sys.argv[1], *sys.argv[2:]]
sys.exit(serve_processes.Keeper(command, 1830, 2, os.environ).run())
"""


def until(check: object, seconds: float = 60) -> None:
    assert callable(check)
    end = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.02)


@contextmanager
def keeper(folder: Path, *more: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", KEEPER, CHILD, str(folder), *more]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def alive(folder: Path) -> set[int]:
    found = set()
    for entry in folder.iterdir():
        if entry.suffix:
            continue
        try:
            os.kill(int(entry.name), 0)
        except ProcessLookupError:
            continue
        found.add(int(entry.name))
    return found


def test_one_that_dies_is_started_anew_and_all_end_together(tmp_path: Path) -> None:
    with keeper(tmp_path) as process:
        until(lambda: len(alive(tmp_path)) == 2)
        first = min(alive(tmp_path))
        os.kill(first, signal.SIGKILL)
        until(lambda: len(alive(tmp_path) - {first}) == 2)
        process.terminate()
        _, told = process.communicate(timeout=60)
        assert process.returncode == 0
        assert f"server {first} has died with code -9" in told
        until(lambda: not alive(tmp_path))
    assert {entry.read_text() for entry in tmp_path.iterdir() if not entry.suffix} == {"1830"}


def test_they_end_when_their_keeper_is_killed(tmp_path: Path) -> None:
    with keeper(tmp_path) as process:
        until(lambda: len(alive(tmp_path)) == 2)
        process.kill()
        until(lambda: not alive(tmp_path))


def test_a_server_that_cannot_run_is_not_started_for_ever(tmp_path: Path) -> None:
    with keeper(tmp_path, "ends at once") as process:
        _, told = process.communicate(timeout=120)
        assert process.returncode == 1
        assert told.count("another one is started") == 4
        assert told.count("servers die as soon as they are started; ending") == 1
