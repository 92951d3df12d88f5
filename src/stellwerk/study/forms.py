"""Forms: how an action is written in the notation of studies, and read again (docs/study.md).

A form is a kind of action and a pattern such as `bid {private} {amount}`. What stands in square brackets is left out
where its field has its default. Whatever has no form, or would not read back as the same action by it, is written as
`=kind field="…"`, so that nothing is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import structs

from stellwerk.core import Action, BadInput
from stellwerk.core.transcript import action_from_json
from stellwerk.eighteen import actions
from stellwerk.study.codecs import CODECS, unquoted

_PIECE = re.compile(r"\{(\w+)\}|\[([^\]]*)\]|([^{\[]+)")
_SPELLED = re.compile(r"(\w+)=(\"(?:[^\"\\]|\\.)*\")")


class Form:
    """One kind of action in the notation."""

    def __init__(self, kind: type[Action], pattern: str) -> None:
        """`pattern` names every field of the action once."""
        self.kind, self.pattern = kind, pattern
        hints = {field.name: field for field in structs.fields(kind)}
        self.codecs = {name: CODECS[field.type] for name, field in hints.items()}
        self.defaults = {name: field.default for name, field in hints.items() if field.default is not msgspec.NODEFAULT}
        self.looks = re.compile(self._regex(pattern))
        named = set(re.findall(r"\{(\w+)\}", pattern))
        if named != set(hints):
            raise ValueError(f"{pattern!r} does not name the fields of {kind.__name__}: {sorted(hints)}")

    def _regex(self, pattern: str) -> str:
        parts = []
        for field, optional, text in _PIECE.findall(pattern):
            if field:
                parts.append(f"(?P<{field}>{self.codecs[field].looks})")
            elif optional:
                parts.append(f"(?:{self._regex(optional)})?")
            else:
                parts.append(re.escape(text))
        return "".join(parts)

    def write(self, action: Action) -> str:
        """The action in words."""
        return self._written(self.pattern, action)

    def _written(self, pattern: str, action: Action) -> str:
        parts = []
        for field, optional, text in _PIECE.findall(pattern):
            if field:
                parts.append(self.codecs[field].write(getattr(action, field)))
            elif optional:
                names = re.findall(r"\{(\w+)\}", optional)
                if any(getattr(action, name) != self.defaults[name] for name in names):
                    parts.append(self._written(optional, action))
            else:
                parts.append(text)
        return "".join(parts)

    def read(self, text: str) -> Action | None:
        """The action that was written; None if it is not of this form."""
        found = self.looks.fullmatch(text)
        if found is None:
            return None
        values = {name: self.codecs[name].read(value) for name, value in found.groupdict().items() if value is not None}
        return self.kind(**{**self.defaults, **values})


FAMILY = (
    Form(actions.Pass, "pass"),
    Form(actions.LayTile, "{hex} {tile}/{rotation}[ by {power}]"),
    Form(actions.PlaceToken, "token {hex}.{stop}[ by {power}]"),
    Form(actions.ChooseCity, "city {hex}.{stop}"),
    Form(actions.RunRoutes, "run {routes}"),
    Form(actions.BuyTrain, "train {train} for {price}[ handing in {trade_in}]"),
    Form(actions.DiscardTrain, "discard {train}"),
    Form(actions.BuyShare, "buy {company} from {source}"),
    Form(actions.SellShares, "sell {company} {percent}"),
    Form(actions.SellList, "sell all {sales}"),
    Form(actions.Par, "par {company} {price}"),
    Form(actions.Bid, "bid {private} {amount}"),
    Form(actions.BidCompany, "bid company {company} {amount}"),
    Form(actions.BuyPrivate, "private {private} for {price}"),
    Form(actions.SellPrivate, "offer {private} to {to} for {price}"),
    Form(actions.Answer, "agree {accept}"),
    Form(actions.Exchange, "exchange {private} from {source}"),
    Form(actions.Bankrupt, "bankrupt"),
    Form(actions.IssueShares, "issue {percent}"),
    Form(actions.RedeemShares, "redeem {percent}"),
)
PLAIN_DIVIDENDS = {"pay": "pay", "withhold": "withhold"}


class Forms:
    """The forms of a title: the family's and its own."""

    def __init__(self, kinds: Mapping[str, type[Action]], own: Iterable[Form] = ()) -> None:
        """`kinds` are the actions of the title by their names."""
        known = set(kinds.values())
        self.kinds = kinds
        self.forms = [form for form in (*own, *FAMILY) if form.kind in known]
        self.by_kind = {form.kind: form for form in reversed(self.forms)}

    def write(self, action: Action) -> str:
        """An action in words that `read` reads back to the same action."""
        if isinstance(action, actions.Dividend) and action.choice in PLAIN_DIVIDENDS:
            return action.choice
        form = self.by_kind.get(type(action))
        if form is not None:
            text = form.write(action)
            if "\n" not in text and self._formed(text) == action:
                return text
        fields: dict[str, Any] = msgspec.to_builtins(action)
        kind = fields.pop("type")
        values = [f"{name}={msgspec.json.encode(msgspec.json.encode(value).decode()).decode()}"
                  for name, value in fields.items()]  # fmt: skip
        return " ".join([f"={kind}", *values])

    def read(self, text: str) -> Action:
        """The action in words; `BadInput` says what cannot be understood."""
        words = " ".join(text.split(" ")) if "\n" in text else text
        found = self._formed(words)
        if found is not None:
            return found
        if words.startswith("="):
            return self._spelled(words)
        raise BadInput(f"{text[:60]!r} is no move of this title")

    def _formed(self, text: str) -> Action | None:
        if text in PLAIN_DIVIDENDS and "dividend" in self.kinds:
            return actions.Dividend(text)
        for form in self.forms:
            action = form.read(text)
            if action is not None:
                return action
        return None

    def _spelled(self, text: str) -> Action:
        head, _, rest = text.partition(" ")
        found = _SPELLED.findall(rest)
        if " ".join(f"{name}={value}" for name, value in found) != rest.strip():
            raise BadInput(f'{text[:60]!r}: fields are written as name="value"')
        fields: dict[str, Any] = {"type": head[1:]}
        for name, value in found:
            try:
                fields[name] = msgspec.json.decode(unquoted(value))
            except (msgspec.DecodeError, RecursionError, ValueError) as error:
                raise BadInput(f"{text[:60]!r}: {name} is not JSON: {error}") from None
        return action_from_json(fields, self.kinds)
