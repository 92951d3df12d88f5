"""Games of bots on a cluster of machines, by Ray."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from stellwerk.bots.jobs import GameJob, GameReport, Played, Violation, play_job
from stellwerk.core import BadInput

AHEAD = 2  # games handed out for each processor: enough that none waits


class Cluster:
    """A Ray cluster: an address, `auto` for the one this machine belongs to, `local` for one of its own."""

    def __init__(self, address: str) -> None:
        """Connects; says so if there is no Ray, or nobody answers."""
        try:
            import ray
        except ImportError:
            raise BadInput("--ray needs the extra `ray` (pip install 'stellwerk[ray]')") from None
        self.ray: Any = ray
        try:
            if address == "local":
                ray.init(logging_level="ERROR", include_dashboard=False)
            else:
                ray.init(address=address, logging_level="ERROR", log_to_driver=False)
        except (ConnectionError, OSError, RuntimeError, ValueError, TimeoutError) as error:
            said = str(error).splitlines() or [""]
            raise BadInput(f"--ray {address}: no cluster answers: {said[0]}") from None

    def __call__(self, jobs: Sequence[GameJob]) -> Iterator[Played]:
        """Play the games; they come as they are done. A machine that is lost costs nothing: its games are repeated."""
        remote = self.ray.remote(play_job)
        most = max(1, int(AHEAD * self.ray.cluster_resources().get("CPU", 1)))
        waiting, running = iter(jobs), dict[Any, GameJob]()
        try:
            while True:
                while len(running) < most and (job := next(waiting, None)) is not None:
                    running[remote.remote(job)] = job
                if not running:
                    return
                done, _ = self.ray.wait(list(running), num_returns=1)
                job = running.pop(done[0])
                try:
                    yield self.ray.get(done[0])
                except self.ray.exceptions.RayError as error:
                    nothing = GameReport(job.number, job.seed, 0, "", (0,) * len(job.names), (), "")
                    yield Played(nothing, (Violation(job.number, 0, str(error).splitlines()[0]),))
        finally:
            self.ray.shutdown()
