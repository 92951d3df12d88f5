"""Templates that are written out with less ado: the pages are filled hundreds of times a second, and Jinja spends much
of that on what these templates never use (functions that want its context, globals of a single template).

What is written is the same, escaped in the same places (`tests/test_pages_lean.py` compares).
"""

from __future__ import annotations

import re
from collections.abc import Callable, MutableMapping
from typing import Any

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup, escape

SORT = "lean-1"  # names compiled templates that are kept: another number when what is generated changes


_SPECIAL = re.compile("[&<>'\"]").search


def _text(text: str) -> str:
    return escape(text) if _SPECIAL(text) else text


_PLAIN: dict[type, Callable[[Any], str]] = {int: str, Markup: str.__str__, str: _text}


def shown(value: Any) -> str:
    """A value as it stands in HTML: escaped unless it is marked up."""
    known = _PLAIN.get(type(value))
    return escape(value) if known is None else known(value)


class LeanGenerator(CodeGenerator):
    """Calls functions as Python does, and escapes without making every piece an object of its own."""

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        """`f(x)` as `f(x)`: no function of ours asks for the context."""
        self.visit(node.node, frame)
        self.write("(*()")  # the signature begins with a comma
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        self.write(")")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.shown(")


class LeanEnvironment(Environment):
    """An environment whose templates share its globals."""

    code_generator_class: type[CodeGenerator] = LeanGenerator
    shown = staticmethod(shown)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Those of the environment, as they are: none of our templates has its own."""
        return self.globals if not d else super().make_globals(d)
