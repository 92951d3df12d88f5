"""`stellwerk bench engine --all`: every figure of every title, perhaps beside those of an earlier release.

Each title is measured by `bench_probe.py` in processes of its own, this release and the other in turn, with the same
game, which the earlier one has played: later releases read what earlier ones wrote. Of several rounds the best counts.
Each figure is also given as it would be on a machine that calls a slotted method in 32 ns.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from stellwerk.core import BadInput
from stellwerk.lab.bench import machine
from stellwerk.titles import TITLES

PROBE = Path(__file__).with_name("bench_probe.py")
SOURCE = Path(__file__).parents[2]
YARDSTICK = 32.0  # nanoseconds of a slotted method call
ROUNDS, REPEATS = 3, 5
NOW, BEFORE = "now", "before"
FIXED = {"actions", "digest"}


def bench_all(
    against: str | None = None,
    titles: tuple[str, ...] = tuple(TITLES),
    rounds: int = ROUNDS,
    repeats: int = REPEATS,
) -> dict[str, Any]:
    """The figures by title; `against` is the folder of another checkout, or a git ref of this one."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        sides = {NOW: SOURCE}
        if against:
            sides[BEFORE] = source_of(against, folder)
        found = {title: title_figures(title, sides, folder, rounds, repeats) for title in titles}
        start = compared(sides, rounds, lambda side: probe(sides[side], folder, "start", repeats))
    return {"yardstick_ns": YARDSTICK, "against": against, "titles": found, "start": start, **machine()}


def source_of(against: str, scratch: Path) -> Path:
    """The folder that has the package of another release."""
    for folder in (Path(against) / "src", Path(against)):
        if (folder / "stellwerk" / "__init__.py").exists():
            return folder.resolve()
    packed = scratch / "before.tar"
    git = ["git", "-C", str(SOURCE.parent), "archive", f"--output={packed}", against, "src"]
    if subprocess.run(git, capture_output=True, check=False).returncode:
        raise BadInput(f"{against} is neither the folder of a checkout nor a git ref of {SOURCE.parent}")
    target = scratch / "before"
    target.mkdir()
    subprocess.run(["tar", "-xf", str(packed), "-C", str(target)], check=True)
    build_libraries(target / "src")
    return target / "src"


def build_libraries(source: Path) -> None:
    """Make the C libraries of a release that was never installed, where there is a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    for file in sorted(source.glob("stellwerk/*/_*.c")) if compiler else ():
        made = file.with_suffix(".so")
        subprocess.run([str(compiler), "-O2", "-shared", "-fPIC", "-o", str(made), str(file)], check=True)


def probe(source: Path, folder: Path, *arguments: object) -> str:
    """What `bench_probe.py` says of a release, with its own C libraries.

    It finds its bytecode in `folder`, as an installed package does, also where Python is told to write none.
    """
    environment = {**os.environ, "PYTHONPATH": str(source), "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-P", str(PROBE), *map(str, arguments)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BadInput(f"{source} cannot be measured: {(done.stderr.strip().splitlines() or ['it said nothing'])[-1]}")
    return done.stdout


def title_figures(title: str, sides: Mapping[str, Path], folder: Path, rounds: int, repeats: int) -> dict[str, Any]:
    """The figures of one title by side, raw and at the yardstick, and how many times better this release is."""
    probe(sides.get(BEFORE, sides[NOW]), folder, "make", title, folder)
    file = folder / f"{title}.json"
    return compared(sides, rounds, lambda side: probe(sides[side], folder, "measure", file, repeats))


def compared(sides: Iterable[str], rounds: int, ask: Callable[[str], str]) -> dict[str, Any]:
    """The best figures of each side, asked in turn, and how many times better this release is."""
    measured: dict[str, list[dict[str, Any]]] = {side: [] for side in sides}
    for number in range(rounds):
        for side in sorted(measured, reverse=bool(number % 2)):
            measured[side].append(json.loads(ask(side)))
    found: dict[str, Any] = {side: best_of(each) for side, each in measured.items()}
    call = min(found[side]["yardstick_ns"] for side in measured)  # the machine's, undisturbed
    found["at_yardstick"] = {side: at_yardstick(found[side], call) for side in measured}
    if BEFORE in measured:
        found["same_digest"] = found[NOW].get("digest") == found[BEFORE].get("digest")
        found["times_better"] = {
            name: round(times_better(name, value, found[BEFORE][name]), 3)
            for name, value in found[NOW].items()
            if name not in FIXED and value
        }
    return found


def is_rate(name: str) -> bool:
    """True for what is better if it is more."""
    return name.endswith("_per_s")


def best_of(each: list[dict[str, Any]]) -> dict[str, Any]:
    """The best of every figure: what disturbs a measurement only ever makes it worse."""
    return {
        name: value
        if name in FIXED or value is None
        else rounded((max if is_rate(name) else min)(one[name] for one in each))
        for name, value in each[0].items()
    }


def rounded(value: float) -> float:
    """Four digits or whole numbers."""
    return round(value) if value >= 1000 else float(f"{value:.4g}")


def at_yardstick(figures: Mapping[str, Any], call: float) -> dict[str, Any]:
    """The figures of a machine with a slotted method call of so many ns as they would be where it takes 32 ns."""
    slower = call / YARDSTICK
    return {
        name: value if name in FIXED or value is None else rounded(value * slower if is_rate(name) else value / slower)
        for name, value in figures.items()
        if name != "yardstick_ns"
    }


def times_better(name: str, now: float, before: float) -> float:
    """Above 1 if this release is faster."""
    return now / before if is_rate(name) else before / now


def lines_of(figures: Mapping[str, Any]) -> list[str]:
    """The figures as lines of text."""
    lines = []
    for title, found in {**figures["titles"], "server": figures["start"]}.items():
        for name, value in found[NOW].items():
            line = f"{title} {name}: {'-' if value is None else value}"
            scaled = found["at_yardstick"][NOW].get(name)
            if name not in FIXED and scaled is not None:
                line += f", at the yardstick {scaled}"
            if name in found.get("times_better", {}):
                line += f"; before {found[BEFORE][name]}, {found['times_better'][name]} times better"
            lines.append(line)
    return [*lines, f"load: {figures['load']}, cpus: {figures['cpus']}"]
