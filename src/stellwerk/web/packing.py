"""Compressed streams. Every message is deflated by itself and ends with a flush: it arrives at once, can be sent to
many readers as it is, and shares no window with what somebody else has written (BREACH).
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from msgspec import Struct

LEVEL = 3  # 5 would save an eighth of the bytes for twice the time
SHORT = 120  # bytes
UNCOMPRESSED = "uncompressed"
AS_IT_IS = {UNCOMPRESSED: True}  # handlers that the framework does not compress: streams, and whatever tells a secret
HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"  # gzip, no name, no time
END = b"\x03\x00"  # an empty last block
GZIP = {"content-encoding": "gzip", "vary": "accept-encoding"}


class Packed(Struct, frozen=True):
    """A message as it is, and deflated."""

    plain: bytes
    small: bytes


def pack(plain: bytes) -> Packed:
    """Deflate a message by itself; a short one is only wrapped, since a compressor costs more than it saves there."""
    if len(plain) < SHORT:
        length = len(plain).to_bytes(2, "little")
        return Packed(plain, b"\0" + length + bytes(255 - byte for byte in length) + plain)
    deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return Packed(plain, deflate.compress(plain) + deflate.flush(zlib.Z_SYNC_FLUSH))


def joined(parts: Sequence[Packed]) -> Packed:
    """Messages that are sent together."""
    if len(parts) == 1:
        return parts[0]
    return Packed(b"".join([part.plain for part in parts]), b"".join([part.small for part in parts]))


def zipped(plain: bytes) -> bytes:
    """A whole answer as a gzip file."""
    return gzip.compress(plain, LEVEL, mtime=0)


def takes_gzip(accepted: str) -> bool:
    """True if a reader who accepts these encodings can read gzip."""
    return any(part.strip() == "gzip" for part in accepted.lower().split(","))


async def gzipped(messages: AsyncGenerator[bytes | Packed, None]) -> AsyncGenerator[bytes, None]:
    """The messages as one gzip file, whose end comes when the stream ends."""
    yield HEAD
    check = size = 0
    async with aclosing(messages):
        async for message in messages:
            packed = message if isinstance(message, Packed) else pack(message)
            check, size = zlib.crc32(packed.plain, check), size + len(packed.plain)
            yield packed.small
    yield END + check.to_bytes(4, "little") + (size % 2**32).to_bytes(4, "little")


async def plain(messages: AsyncGenerator[bytes | Packed, None]) -> AsyncGenerator[bytes, None]:
    """The messages for a reader who cannot unpack them."""
    async with aclosing(messages):
        async for message in messages:
            yield message.plain if isinstance(message, Packed) else message
