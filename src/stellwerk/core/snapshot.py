"""Positions as bytes and back: a state is plain frozen data, and its msgpack is what its fingerprint is made of."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct, structs

from stellwerk.core.errors import BadInput
from stellwerk.core.reading import meet


def encode_state(state: Any) -> bytes:
    """A position as bytes; equal positions give equal bytes on every machine."""
    return msgspec.msgpack.encode(state)


def fingerprint(data: bytes) -> bytes:
    """A fingerprint of an encoded position. Unlike `Rules.digest` it does not name title and version, so that two
    versions of a title can be compared.
    """
    return hashlib.blake2b(data, digest_size=16).digest()


def reader_of(state: object) -> StateReader:
    """The reader for states of the same kind, such as the first one of a game."""
    kind = type(state)
    if kind not in _readers:
        _readers[kind] = StateReader(kind)
    return _readers[kind]


_readers: dict[type, StateReader] = {}


class StateReader:
    """Reads positions of one kind: that of the states of a game."""

    def __init__(self, kind: type) -> None:
        """`kind` is the type of a state."""
        self._kind = kind
        hints = get_type_hints(self._kind)
        fields = [(field.name, _widened(hints[field.name], self._kind)) for field in structs.fields(self._kind)]
        stored = msgspec.defstruct("Stored", fields)
        meet(stored)
        self._decoder = msgspec.msgpack.Decoder(stored)

    def read(self, data: bytes) -> Any:
        """The position; `BadInput` if these bytes are none of this kind."""
        try:
            return self._kind(*structs.astuple(self._decoder.decode(data)))
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise BadInput(f"a stored position cannot be read: {error}") from None


def _widened(hint: Any, state: type) -> Any:
    """A type with each family of tagged structs in it (such as frames) spelled out: their base alone says too little.
    What belongs to another title does not belong to it.
    """
    if isinstance(hint, type) and issubclass(hint, Struct) and hint.__struct_config__.tag is not None:
        kinds = [kind for kind in _family(hint) if _shared(kind, state)]
        return _union(kinds)
    args = get_args(hint)
    if not args:
        return hint
    inner = tuple(arg if arg is Ellipsis else _widened(arg, state) for arg in args)
    return _union(inner) if get_origin(hint) in (Union, UnionType) else get_origin(hint)[inner]


def _union(kinds: Iterable[Any]) -> Any:
    return reduce(or_, kinds)


def _family(kind: type) -> Iterator[type]:
    yield kind
    below: list[type] = kind.__subclasses__()
    for lower in below:
        yield from _family(lower)


def _shared(kind: type, state: type) -> bool:
    """True if a kind is the state's own, or one that all titles have; not what a module defined before it was
    loaded anew.
    """
    homes = {base.__module__.rpartition(".")[0] for base in state.__mro__}
    return kind.__module__.rpartition(".")[0] in homes and (
        getattr(sys.modules.get(kind.__module__), kind.__qualname__, None) is kind
    )
