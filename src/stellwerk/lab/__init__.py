"""Instruments: node counts of the option tree, readable playthroughs, and measurements of speed."""

from __future__ import annotations

import sys
from collections.abc import Callable

from stellwerk.core import StellwerkError


def guarded(work: Callable[[], int]) -> int:
    """Run a command of the lab; an error is one line on stderr and exit code 2."""
    try:
        return work()
    except StellwerkError as error:
        print(error, file=sys.stderr)
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
    return 2
