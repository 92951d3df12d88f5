"""A private PostgreSQL cluster for the tests: made in a scratch folder, reached by a socket there, gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

USER = "stellwerk"
SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",  # the tests kill processes, not the machine
    "max_connections": "200",
    "shared_buffers": "16MB",
    "log_min_messages": "fatal",
}


def programs() -> Path | None:
    """The folder with initdb and postgres: Debian's newest, or one on PATH."""
    named = os.environ.get("STELLWERK_POSTGRES", "")
    if named:
        return Path(named) if named != "none" and (Path(named) / "initdb").exists() else None
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if debian:
        return debian[-1].parent
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


def missing(reason: str) -> None:
    """Without PostgreSQL these tests are skipped, and say why; where they must run, that is a failure."""
    if os.environ.get("STELLWERK_NEEDS_POSTGRES"):
        pytest.fail(reason)
    pytest.skip(f"NO POSTGRESQL: {reason}")


def other_user() -> dict[str, Any]:
    """PostgreSQL does not run as root: as whom instead, for subprocess."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    missing("tests run as root, and there is no user postgres or nobody to run it as")
    raise AssertionError


class Cluster:
    """A running cluster."""

    def __init__(self, bin_: Path) -> None:
        self.bin, self.user = bin_, other_user()
        self.folder = Path(tempfile.mkdtemp(prefix="swpg-"))  # short: the path of a socket has at most 107 bytes
        self.data = self.folder / "data"
        if self.user:
            os.chown(self.folder, self.user["user"], self.user["group"])
        made = self.run(
            "initdb", "-D", str(self.data), "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"
        )
        if made.returncode:
            self.remove()
            missing(f"initdb failed: {made.stderr.strip()}")
        self.made = 0
        self.version = int((self.data / "PG_VERSION").read_text().split(".")[0])
        self.start()

    def run(self, program: str, *args: str) -> subprocess.CompletedProcess[str]:
        command = [str(self.bin / program), *args]
        return subprocess.run(command, capture_output=True, text=True, cwd=self.folder, **self.user)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = [f"-c{name}={value}" for name, value in SETTINGS.items()]
        command = [str(self.bin / "postgres"), "-D", str(self.data), "-k", str(self.folder), *settings]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, **self.user)
        end = time.monotonic() + 60
        while self.run("pg_isready", "-h", str(self.folder), "-U", USER).returncode:
            if self.process.poll() is not None or time.monotonic() > end:
                missing(f"PostgreSQL does not start: {(self.folder / 'log').read_text()}")
            time.sleep(0.02)

    def stop(self, how: int = signal.SIGINT) -> None:
        """Stop it: SIGINT ends all connections, SIGQUIT is as if it had crashed."""
        self.process.send_signal(how)
        self.process.wait(60)

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, name: str) -> str:
        return f"postgresql://{USER}@/{name}?host={self.folder}"

    def sql(self, text: str, name: str = "postgres") -> None:
        """Carry out a statement as an administrator."""
        import psycopg

        with psycopg.connect(self.url(name), autocommit=True) as connection:
            connection.execute(text)

    def database(self, template: str = "template0", **options: str) -> str:
        """A new database; its name."""
        self.made += 1
        name = f"games{self.made}"
        more = " ".join(f"{key} {value}" for key, value in options.items())
        if self.version >= 15:  # a third of what writing each page into the log costs
            more += " STRATEGY file_copy"
        self.sql(f"CREATE DATABASE {name} TEMPLATE {template} {more}")
        return name

    @contextmanager
    def fresh(self, template: str = "template0") -> Iterator[str]:
        """The address of a new database, which is removed afterwards."""
        name = self.database(template)
        try:
            yield self.url(name)
        finally:
            self.sql(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    """A cluster for as long as it is needed; the template `stellwerk` has the tables already."""
    folder = programs()
    if folder is None:
        missing("it is not installed (Debian: apt install postgresql): the store was not tried with it")
        raise AssertionError
    try:
        from stellwerk.store.postgres.driver import Database
        from stellwerk.store.postgres.schema import prepare
    except ImportError as error:
        missing(f"there is no driver: {error}")
    cluster = Cluster(folder)
    try:
        cluster.sql("CREATE DATABASE stellwerk TEMPLATE template0")
        prepare(Database(cluster.url("stellwerk")))
        yield cluster
    finally:
        cluster.stop()
        cluster.remove()
