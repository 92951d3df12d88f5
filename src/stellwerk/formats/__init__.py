"""Transcripts in and out: our own JSON, 18xx.games JSON, CSV for analysis."""

from __future__ import annotations

import gzip
import io
import zlib
from pathlib import Path

import msgspec

from stellwerk.core import TranscriptError
from stellwerk.formats.loaded import Loaded

MOST_BYTES = 64 * 1024 * 1024


def load_file(path: str | Path, preset: str | None = None) -> Loaded:
    """Read and replay a transcript file, ours or 18xx.games'."""
    place = Path(path)
    try:
        if place.stat().st_size > MOST_BYTES:
            raise TranscriptError(f"larger than {MOST_BYTES} bytes", file=str(path))
        data = place.read_bytes()
        if place.suffix == ".gz":
            data = _unzip(data)
    except (OSError, EOFError, zlib.error) as error:
        raise TranscriptError(getattr(error, "strerror", None) or str(error), file=str(path)) from None
    return load_bytes(data, str(path), preset)


def _unzip(data: bytes) -> bytes:
    """The content of a gzip file, refused beyond the size a transcript may have."""
    with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
        content = stream.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise TranscriptError(f"larger than {MOST_BYTES} bytes")
    return content


def load_bytes(data: bytes, file: str = "", preset: str | None = None) -> Loaded:
    """Replay a transcript from its bytes."""
    from stellwerk.formats import games18xx, own

    try:
        raw = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise TranscriptError(f"not JSON: {error}", file=file) from None
    if not isinstance(raw, dict):
        raise TranscriptError("not a transcript: the file holds no JSON object", file=file)
    try:
        if "format" in raw:
            return own.load(data, preset)
        if "actions" in raw and "players" in raw:
            return games18xx.load(raw, preset)
    except TranscriptError as error:
        raise error.within(file) from error.cause
    raise TranscriptError("not a transcript: neither our format nor 18xx.games' (no players and actions)", file=file)
