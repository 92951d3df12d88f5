"""Documents made to hurt whoever reads them, by the reader they are for."""

from __future__ import annotations

from typing import Any

KB64 = 60_000

TOML = {
    "dotted key": ".".join("a" * (KB64 // 2)) + "=1",
    "dotted key in an inline table": "x = {" + ".".join("a" * (KB64 // 2)) + "=1}",
    "dotted header": "[" + ".".join("a" * (KB64 // 2)) + "]",
    "many headers": "\n".join(f"[a{'.a' * 12}.b{number}]" for number in range(1500)),
    "many dotted keys": "\n".join(f"{'.'.join('abcdefghijkl')}.k{number}=1" for number in range(1800)),
    "nested lists": "a = " + "[" * (KB64 // 2) + "]" * (KB64 // 2),
    "nested tables": "a = " + "{a=" * 15_000 + "1" + "}" * 15_000,
    "many digits": "a = " + "9" * 50_000,
    "one long string": 'a = "' + "\\u0041" * 9000 + '"',
    "not closed": 'a = "' + "x" * KB64,
    "line ends": "\n" * KB64,
    "an array of tables": "[[a]]\n" * 9000,
    "no characters": "\x00\x01\ufffe" * 9000,
}

# Bodies of POST /api/v1/import and other calls, as they go over the wire.
JSON = {
    "deep lists": b'{"file": {"a": ' + b"[" * 30_000 + b"]" * 30_000 + b"}}",
    "deep objects": b'{"file": ' + b'{"a":' * 10_000 + b"1" + b"}" * 10_000 + b"}",
    "many lists": b'{"file": {"a": [' + b"[]," * 1_000_000 + b"[]]}}",
    "many digits": b'{"file": {"format": ' + b"9" * 60_000 + b"}}",
    "many digits behind a point": b'{"file": {"a": 0.' + b"9" * 60_000 + b"}}",
    "a large exponent": b'{"file": {"a": 1e999999999}}',
    "many keys": b'{"file": {' + b",".join(b'"k%d":1' % number for number in range(5000)) + b"}}",
    "the same key": b'{"file": {' + b",".join([b'"a":1'] * 9000) + b"}}",
    "half a character": b'{"file": {"format": "\\ud800"}}',
    "no characters": b'{"file": {"format": "\xff\xfe"}}',
    "not closed": b'{"file": {"a": [',
    "nothing": b"",
}


def own(**fields: Any) -> dict[str, Any]:
    """One of our transcripts."""
    head = {"format": "stellwerk", "version": 1, "title": "1830", "title_version": "1", "players": ["Ada", "Ben"]}
    return {**head, "options": {}, "seed": 0, "actions": [], **fields}


PASS = {"seat": 0, "type": "pass"}
OWN = {
    "too many actions": own(actions=[PASS] * 40_000),
    "a large seed": own(seed=10**400),
    "a negative seed": own(seed=-1),
    "many players": own(players=[f"P{number}" for number in range(20_000)]),
    "a long name": own(players=["A" * 50_000, "B"]),
    "odd options": own(options={str(number): [[[]]] for number in range(5000)}),
    "another title": own(title="../../etc/passwd"),
    "deep actions": own(actions=[{"seat": 0, "type": "pass", "x": [[[[[[[[[[[[1]]]]]]]]]]]]}]),
    "a large number": own(actions=[{"seat": 0, "type": "bid", "price": 10**200, "private": "SV"}]),
    "no seat": own(actions=[{"type": "pass"}]),
    "notes": own(notes={"a": "x" * 100_000}),
}


def site(**fields: Any) -> dict[str, Any]:
    """A file of 18xx.games."""
    players = [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Ben"}]
    return {"id": 1, "title": "1830", "players": players, "actions": [], **fields}


UNDO = {"type": "undo", "entity": 1, "entity_type": "player"}
SITE = {
    "too many actions": site(actions=[{"type": "pass", "entity": 1, "entity_type": "player"}] * 25_000),
    "only undo": site(actions=[{**UNDO, "id": number + 1} for number in range(15_000)]),
    "undo and redo": site(
        actions=[{"type": kind, "id": 2 * n + k} for n in range(7000) for k, kind in ((1, "undo"), (2, "redo"))]
    ),
    "many players": site(players=[{"id": number, "name": "A"} for number in range(4000)]),
    "odd ids": site(players=[{"id": [1], "name": "A"}, {"id": {}, "name": "B"}]),
    "a large id": site(actions=[{"type": "pass", "id": 10**300}]),
    "odd hexes": site(
        actions=[{"type": "lay_tile", "entity": "PRR", "hex": "Z" * 50_000, "tile": "57-0", "rotation": 0}]
    ),
    "deep routes": site(actions=[{"type": "run_routes", "entity": "PRR", "routes": [[[[[[[[[[[[[]]]]]]]]]]]]]}]),
    "odd settings": site(settings={"optional_rules": ["x" * 1000] * 2000, "seed": "9" * 5000}),
    "odd results": site(status="finished", result={str(10**300): 10**300}),
}
