"""The style sheets: what would make every small change of a page dear is not in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import stellwerk

SHEETS = sorted(Path(stellwerk.__file__).parent.rglob("*.css"))


def pieces(text: str, at: str) -> list[str]:
    """Parts of a selector between separators that stand in no brackets."""
    found, depth = [""], 0
    for letter in text:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(letter, 0)
        if letter in at and not depth:
            found.append("")
        else:
            found[-1] += letter
    return [part for part in found if part]


def subjects(text: str) -> Iterator[str]:
    """What is looked for, by every :has() and by every selector that has one."""
    for selectors in re.findall(r"[^{}]*:has\([^{}]*(?={)", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)):
        for selector in pieces(selectors.strip(), ","):
            insides = re.findall(r":has\(((?:[^()]|\([^()]*\))*)\)", selector)
            for part in [selector, *(part for inside in insides for part in pieces(inside, ","))] if insides else []:
                yield pieces(part.strip(), " >+~")[-1]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: f"{path.parent.parent.name}-{path.name}")
def test_where_has_is_used_the_elements_are_named(sheet: Path) -> None:
    """Where anything may fit, the browser works out the styles of a whole table anew for any change anywhere in it."""
    for subject in subjects(sheet.read_text(encoding="utf-8")):
        assert not re.match(r"(\*|:not\b|:(first|last|nth)|$)", subject), subject
        assert not re.search(r":not\(", subject.partition(":has(")[0]), subject
