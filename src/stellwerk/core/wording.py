"""Sentences with facts put in. `{amount:$}` is money in the title's form; facts themselves stay plain data."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any


class _Wording(Formatter):
    def __init__(self, money: str, apart: str) -> None:
        self._money, self._apart = money, apart

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "$":
            digits = f"{value:,}".replace(",", self._apart) if self._apart and isinstance(value, int) else str(value)
            return self._money.replace("{}", digits)
        return str(super().format_field(value, format_spec))


def sentence(template: str, facts: Mapping[str, Any], money: str = "{}", apart: str = "") -> str:
    """The sentence; `money` is how the title writes amounts, such as `${}`, `apart` what stands between thousands."""
    return _Wording(money, apart).vformat(template, (), facts)
