"""A report as bytes, and back: to be kept and to go from process to process. No language is in it."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec
from msgspec import Struct, structs

from stellwerk.core import BadInput, Message
from stellwerk.core.reading import meet
from stellwerk.report.model import Report

FORM = 1  # raise it when reports change: those that are kept are made again then
LARGEST = 16 * 1024 * 1024  # bytes of an unpacked report; the longest game has a hundredth
MESSAGE = {"template", "facts", "style"}


def pack(report: Report) -> bytes:
    """The bytes."""
    return zlib.compress(msgspec.msgpack.encode(report), 6)


def unpack(body: bytes) -> Report:
    """The report."""
    try:
        inflate = zlib.decompressobj()
        plain = inflate.decompress(body, LARGEST)
        if inflate.unconsumed_tail or not inflate.eof:
            raise BadInput("the report that is kept is cut off or too large")
        meet(Report)
        report = msgspec.msgpack.decode(plain, type=Report)
    except (zlib.error, msgspec.DecodeError) as error:
        raise BadInput(f"the report that is kept is damaged: {error}") from None
    revived: Report = _revived(report)
    return revived


def _revived(value: Any) -> Any:
    """Facts are of any kind: messages, lists and plurals among them come back as plain data and are made again."""
    if isinstance(value, Message):
        return structs.replace(value, facts={name: _fact(fact) for name, fact in value.facts.items()})
    if isinstance(value, Struct):
        return structs.replace(
            value, **{entry.name: _revived(getattr(value, entry.name)) for entry in structs.fields(value)}
        )
    if isinstance(value, tuple):
        return value if value and isinstance(value[0], int) else tuple([_revived(entry) for entry in value])
    return value


def _fact(value: Any) -> Any:
    if isinstance(value, dict) and "template" in value and value.keys() <= MESSAGE:
        meet(Message)
        return _revived(msgspec.convert(value, Message))
    if isinstance(value, list):
        return tuple([_fact(entry) for entry in value])
    return value
