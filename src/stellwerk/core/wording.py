"""Sentences with facts put in. `{amount:$}` is money in the title's form; facts themselves stay plain data."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any


class _Wording(Formatter):
    def __init__(self, money: str) -> None:
        self._money = money

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "$":
            return self._money.replace("{}", str(value))
        return str(super().format_field(value, format_spec))


def sentence(template: str, facts: Mapping[str, Any], money: str = "{}") -> str:
    """The sentence; `money` is how the title writes amounts, such as `${}`."""
    return _Wording(money).vformat(template, (), facts)
