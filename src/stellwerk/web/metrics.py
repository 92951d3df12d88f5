"""Figures of a running server in Prometheus' text format: counts, times and sizes, never an id, a name or a secret."""

from __future__ import annotations

import os
import threading
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from typing import Any

from stellwerk.web.analysis import REMEMBERED
from stellwerk.web.games import VIEWS
from stellwerk.web.reports import MEMORY as REPORTS
from stellwerk.web.studies import MEMORY as STUDIES

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
MEDIA = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """What is counted while requests are answered."""

    def __init__(self) -> None:
        """Nothing yet."""
        self._lock = threading.Lock()
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._times: dict[str, list[int]] = {}
        self._seconds: Counter[str] = Counter()
        self.streams = self.slow = 0

    def answered(self, method: str, route: str, status: int, seconds: float | None) -> None:
        """Count a request; a stream has no time of its own."""
        with self._lock:
            self._requests[method if method in METHODS else "OTHER", route, status] += 1
            if seconds is not None:
                counts = self._times.setdefault(route, [0] * (len(BUCKETS) + 1))
                counts[bisect_left(BUCKETS, seconds)] += 1
                self._seconds[route] += seconds  # type: ignore[assignment]  # a Counter of floats

    def text(self, figures: Iterable[tuple[str, str, str, float]]) -> str:
        """All of it, with figures of the site: (name, kind, what it is, value)."""
        lines: list[str] = []
        with self._lock:
            requests, seconds = dict(self._requests), dict(self._seconds)
            times = {route: list(counts) for route, counts in self._times.items()}
        head(lines, "stellwerk_requests_total", "counter", "Requests by route and status.")
        for (method, route, status), count in sorted(requests.items()):
            labels = f'method="{method}",route="{escaped(route)}",status="{status}"'
            lines.append(f"stellwerk_requests_total{{{labels}}} {count}")
        head(lines, "stellwerk_request_seconds", "histogram", "Time until a request was answered, by route.")
        for route, counts in sorted(times.items()):
            name, total = escaped(route), 0
            for bound, count in zip((*map(str, BUCKETS), "+Inf"), counts, strict=True):
                total += count
                lines.append(f'stellwerk_request_seconds_bucket{{route="{name}",le="{bound}"}} {total}')
            lines.append(f'stellwerk_request_seconds_sum{{route="{name}"}} {seconds[route]:.6f}')
            lines.append(f'stellwerk_request_seconds_count{{route="{name}"}} {total}')
        own = [
            ("stellwerk_streams_open", "gauge", "Event streams that are open.", self.streams),
            ("stellwerk_slow_requests_total", "counter", "Requests that took too long.", self.slow),
            ("process_cpu_seconds_total", "counter", "Processor time.", time.process_time()),
            ("process_resident_memory_bytes", "gauge", "Memory in use.", resident()),
        ]
        for name, kind, text, value in (*figures, *own):
            family = name.partition("{")[0]  # of several with labels only the first is told of
            if not lines[-1].startswith(f"{family}{{"):
                head(lines, family, kind, text)
            lines.append(f"{name} {value}")
        return "\n".join(lines) + "\n"


def head(lines: list[str], name: str, kind: str, text: str) -> None:
    """What a figure is."""
    lines += [f"# HELP {name} {text}", f"# TYPE {name} {kind}"]


def escaped(text: str) -> str:
    """The value of a label."""
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def resident() -> int:
    """Bytes of memory in use; where the system does not say, the most there ever were."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        try:
            import resource
        except ImportError:  # Windows
            return 0
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def figures_of(site: Any) -> list[tuple[str, str, str, float]]:
    """What the table service has to tell."""
    store, live = site.store, site.games.live
    kept = {
        "games": live.size,
        "pages": site.rendered.size,
        "views": VIEWS.size,
        "records": site.logbook.size + site.analysis.size,
        "reports": site.reports.size,
        "studies": site.studies.size,
        **site.remembered.sizes(),
    }
    limit = site.settings.memory * 17 // 16 + VIEWS.most + REMEMBERED + REPORTS + STUDIES
    return [
        ("stellwerk_moves_total", "counter", "Actions and rewinds recorded by this process.", store.recorded),
        ("stellwerk_commits_total", "counter", "Transactions of the store's writer.", store.writer.commits),
        ("stellwerk_store_queue", "gauge", "Changes that wait to be written.", store.writer.waiting()),
        ("stellwerk_tables_live", "gauge", "Games in memory.", len(live)),
        ("stellwerk_tables_watched", "gauge", "Games that somebody watches.", len(store.hub.watched())),
        ("stellwerk_bots_queue", "gauge", "Games that wait for a bot or a programme.", site.bots.waiting),
        ("stellwerk_games_cache_bytes", "gauge", "Memory taken by games in use.", live.size),
        ("stellwerk_pages_cache_bytes", "gauge", "Memory taken by pages in use.", site.rendered.size),
        *(
            (f'stellwerk_cache_bytes{{cache="{name}"}}', "gauge", "Memory taken by what is kept, by kind.", size)
            for name, size in sorted(kept.items())
        ),
        ("stellwerk_cache_limit_bytes", "gauge", "What all of that may take.", limit),
    ]
