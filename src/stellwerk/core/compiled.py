"""Small C libraries for what Python does too, in more time. Each may be missing; `STELLWERK_KERNEL=off` forbids all."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

OFF = "off"


def chosen() -> str:
    """The setting: empty, `off`, or the path of another library for the router."""
    return os.environ.get("STELLWERK_KERNEL", "")


def load(folder: Path, name: str, version_call: str, version: int, instead: str = "") -> ctypes.CDLL | None:
    """The library of that name in a folder, or the one at the path `instead`; None if there is none of the version."""
    if chosen() == OFF:
        return None
    beside = sorted(path for suffix in ("so", "pyd", "dylib") for path in folder.glob(f"{name}*.{suffix}"))
    for path in [Path(instead)] if instead else beside:
        try:
            found = ctypes.CDLL(str(path))
            if getattr(found, version_call)() != version:
                continue
        except (OSError, AttributeError):
            continue
        return found
    return None
