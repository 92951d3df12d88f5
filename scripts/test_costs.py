"""The tests in the order of what they cost on the processor, by file and one by one.

    STELLWERK_TEST_COSTS=costs.jsonl ./stellwerk test
    .venv/bin/python scripts/test_costs.py costs.jsonl [--top N] [--tests]

A server, a browser or a database that serves many tests is started in the one that comes first: it has the cost.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from pathlib import Path

SHOWN = ("own", "ended", "chromium", "node", "python", "postgres")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--top", type=int, default=40, help="so many lines (0: all)")
    parser.add_argument("--tests", action="store_true", help="test by test, not by file")
    asked = parser.parse_args()
    sums: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for line in asked.file.read_text().splitlines():
        told = json.loads(line)
        test = told.pop("test")
        sums[test if asked.tests else test.partition("::")[0]].update({**told, "tests": 1})
    total: Counter[str] = Counter()
    for spent in sums.values():
        total.update(spent)
    print(f"{'cpu':>8} {'wall':>8} {'tests':>6} " + " ".join(f"{kind:>8}" for kind in SHOWN))
    for name, spent in [("all", total), *sorted(sums.items(), key=lambda entry: -cpu(entry[1]))[: asked.top or None]]:
        kinds = " ".join(f"{spent[kind]:8.1f}" for kind in SHOWN)
        print(f"{cpu(spent):8.1f} {spent['wall']:8.1f} {spent['tests']:6.0f} {kinds}  {name}")


def cpu(spent: Counter[str]) -> float:
    """All seconds on the processor."""
    return sum(seconds for kind, seconds in spent.items() if kind not in ("wall", "tests"))


if __name__ == "__main__":
    main()
