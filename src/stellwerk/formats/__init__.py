"""Transcripts in and out: our own JSON, 18xx.games JSON, CSV for analysis."""

from __future__ import annotations

import gzip
import io
import zlib
from pathlib import Path

import msgspec

from stellwerk.core import TranscriptError
from stellwerk.formats.loaded import Loaded
from stellwerk.formats.plain import one_line

MOST_BYTES = 64 * 1024 * 1024
GZIP = b"\x1f\x8b"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def load_file(path: str | Path, preset: str | None = None) -> Loaded:
    """Read and replay a transcript file, ours or 18xx.games', plain or gzipped."""
    try:
        with Path(path).open("rb") as stream:
            data = _within_limit(stream.read(MOST_BYTES + 1), str(path))
        if data.startswith(GZIP):
            with gzip.GzipFile(fileobj=io.BytesIO(data)) as unpacked:
                data = _within_limit(unpacked.read(MOST_BYTES + 1), str(path))
    except (OSError, EOFError, zlib.error, ValueError) as error:
        raise TranscriptError(getattr(error, "strerror", None) or str(error), file=str(path)) from None
    return load_bytes(data, str(path), preset)


def _within_limit(data: bytes, file: str) -> bytes:
    if len(data) > MOST_BYTES:
        raise TranscriptError(f"larger than {MOST_BYTES} bytes", file=file)
    return data


def load_bytes(data: bytes, file: str = "", preset: str | None = None, most: int | None = None) -> Loaded:
    """Replay a transcript from its bytes; `most` actions, if that is to be fewer than any file may have."""
    from stellwerk.formats import games18xx, own

    data = data.removeprefix(BYTE_ORDER_MARK)
    try:
        raw = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError, ValueError) as error:  # a number of 5,000 digits is a ValueError
        raise TranscriptError(f"not JSON: {error}", file=file) from None
    if not isinstance(raw, dict):
        raise TranscriptError("not a transcript: the file holds no JSON object", file=file)
    try:
        if "format" in raw:
            return own.load(data, preset, most)
        if "actions" in raw and "players" in raw:
            return games18xx.load(raw, preset, most)
    except TranscriptError as error:
        reason = one_line(error.reason)
        raise TranscriptError(reason, file=file, action=error.action, cause=error.cause) from error.cause
    raise TranscriptError("not a transcript: neither our format nor 18xx.games' (no players and actions)", file=file)
