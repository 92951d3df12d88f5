"""Options as numbered choices: many of a kind are grouped, few stay side by side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from stellwerk.cli.speech import Speech
from stellwerk.core import Action, Option, Plural

FEW = 5  # so many choices need no group of their own


@dataclass
class MenuChoice:
    """A line of a menu: an option (with content for its free field), or a group of further choices."""

    label: str
    option: Option | None = None
    fields: dict[str, Any] = field(default_factory=dict)
    children: list[MenuChoice] = field(default_factory=list)

    @property
    def leaves(self) -> int:
        """How many options it stands for."""
        return sum(child.leaves for child in self.children) if self.children else 1

    def action(self) -> Action:
        """The action behind a single choice, with the lowest amount where money is free."""
        assert self.option is not None
        return self.option.take(**self.fields)


def build(entries: Iterable[tuple[list[str], MenuChoice]]) -> list[MenuChoice]:
    """A menu from choices and their paths of words, such as `Lay a tile`, `on E19`, `tile 57`, `rotation 2`."""
    root = MenuChoice("")
    for path, choice in entries:
        group = root
        for word in path[:-1]:
            found = next((child for child in group.children if child.label == word and child.option is None), None)
            if found is None:
                found = MenuChoice(word)
                group.children.append(found)
            group = found
        choice.label = path[-1]
        group.children.append(choice)
    menu = [line for child in root.children for line in _flat(child)]
    return menu[0].children or menu if len(menu) == 1 else menu  # a group alone is open


def _flat(choice: MenuChoice) -> list[MenuChoice]:
    """A group of few choices is spread out in its parent: each says all by itself. Two groups in one are the outer."""
    if not choice.children:
        return [choice]
    children = [line for child in choice.children for line in _flat(child)]
    if choice.leaves <= FEW:
        return children
    choice.children = children[0].children if len(children) == 1 else children
    return [choice]


def lines(menu: list[MenuChoice], speech: Speech | None = None) -> list[str]:
    """The menu as numbered lines."""
    say, shown = (speech or Speech()).say, []
    for number, choice in enumerate(menu, 1):
        text, count = choice.label, choice.leaves
        if choice.children:
            text = say(Plural("{what} ({count:n} choice)", "{what} ({count:n} choices)"), what=text, count=count)
        shown.append(f"{number:>3}. {text}")
    return shown
