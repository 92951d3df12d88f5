"""A title's RULES.md as numbered paragraphs, and which of them the tests cite."""

from __future__ import annotations

import ast
import difflib
import re
import tomllib
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from stellwerk.core import BadInput
from stellwerk.titles import TITLES, Title

_PARAGRAPH = re.compile(r"(\d+(?:\.\d+)+(?:[a-z]\d*)?|A\d+|TV?\d+)\s+\S")
_HEADING = re.compile(r"(#+)\s+(.*)|\*\*[^*]+\*\*")
_SECTION = re.compile(r"(\d+(?:\.\d+)*)\.?\s")
_NEAR = 6


class Paragraph(Struct, frozen=True):
    """One numbered paragraph; `text` is as written, the number included."""

    id: str
    section: str
    text: str


class RuleSection(Struct, frozen=True):
    """A numbered heading with everything under it."""

    id: str
    heading: str
    text: str


class RulesText(Struct, frozen=True):
    """All paragraphs and numbered sections of a RULES.md, in its order."""

    title: str
    paragraphs: dict[str, Paragraph]
    sections: dict[str, RuleSection]

    def text(self, name: str) -> str:
        """The text of a paragraph or a whole section; an unknown number is an error that names near ones."""
        if name in self.paragraphs:
            return self.paragraphs[name].text
        if name in self.sections:
            return self.sections[name].text
        raise BadInput(f"{self.title} has no paragraph {name!r}; near it: {', '.join(near(name, self.paragraphs))}")


def near(name: str, known: Collection[str]) -> list[str]:
    """Paragraphs a wrong number may have meant: the same section first, then similar ones."""
    stem = name.strip().rstrip(".")
    found: list[str] = []
    while stem and len(found) < _NEAR:
        family = [other for other in known if re.match(rf"{re.escape(stem)}(?!\d)", other)]
        found += [other for other in difflib.get_close_matches(name, family, _NEAR, 0.0) if other not in found]
        stem = re.sub(r"\.?(\d+|[^.\d]+)$", "", stem)
    return found[:_NEAR] or difflib.get_close_matches(name, known, _NEAR, 0.0)


def parse_rules(title: str, text: str) -> RulesText:
    """Read a RULES.md. A paragraph begins with its number at the start of a line and ends at the next or a heading."""
    paragraphs: dict[str, Paragraph] = {}
    sections: dict[str, RuleSection] = {}
    open_sections: list[tuple[int, str, str, list[str]]] = []  # depth, number, heading, lines
    number, lines, place = "", list[str](), ""

    def close_paragraph() -> None:
        nonlocal number
        if number:
            paragraphs[number] = Paragraph(number, place, "\n".join(lines).strip())
        number = ""

    def close_sections(depth: int) -> None:
        while open_sections and open_sections[-1][0] >= depth:
            _, name, heading, body = open_sections.pop()
            if name:
                sections[name] = RuleSection(name, heading, "\n".join(body).strip())

    for line in text.splitlines():
        heading = _HEADING.fullmatch(line.strip())
        found = _PARAGRAPH.match(line)
        if heading:
            close_paragraph()
            if heading[1]:
                close_sections(len(heading[1]))
                place = heading[2].strip()
                named = _SECTION.match(place) if len(heading[1]) > 1 else None  # the first is the title of the book
                open_sections.append((len(heading[1]), named[1] if named else "", place, []))
        elif found:
            close_paragraph()
            if found[1] in paragraphs:
                raise BadInput(f"RULES.md of {title}: the paragraph {found[1]} stands twice")
            number, lines = found[1], []
        if number:
            lines.append(line)
        for entry in open_sections:
            entry[3].append(line)
    close_paragraph()
    close_sections(0)
    return RulesText(title, paragraphs, sections)


def rules_text(title: Title) -> RulesText:
    """The numbered paragraphs of a title."""
    return parse_rules(title.id, title.rules_text())


class Coverage(Struct, frozen=True):
    """How far tests cite the rules: `missing` is neither cited nor excused; `unknown` is cited but not there."""

    title: str
    covered: int
    total: int
    missing: list[str]
    untested: dict[str, str]
    unknown: list[str]


def coverage(title: Title, tests: Path | None = None) -> Coverage:
    """Compare a title's rules with the marks in the tests folder (that of the checkout unless one is given)."""
    return coverage_of([title], tests)[0]


def coverage_of(titles: Iterable[Title], tests: Path | None = None) -> list[Coverage]:
    """The same for several titles; the tests are read once."""
    marks = frozenset(citations(tests or find_tests()))
    return [_compared(title, marks) for title in titles]


def _compared(title: Title, marks: Iterable[str]) -> Coverage:
    known = rules_text(title).paragraphs
    cited = set[str]()
    unknown = set[str]()
    for citation in marks:
        name, _, number = citation.partition(" ")
        if name == title.id and number in known:
            cited.add(number)
        elif name == title.id or name not in TITLES:
            unknown.add(citation)
    excused = untested(title)
    unknown |= {f"{title.id} {number} (untested.toml)" for number in excused if number not in known}
    return Coverage(
        title=title.id,
        covered=len(cited),
        total=len(known),
        missing=[number for number in known if number not in cited and number not in excused],
        untested={number: excused[number] for number in known if number in excused and number not in cited},
        unknown=sorted(unknown),
    )


def find_tests() -> Path:
    """The tests folder of the checkout this program runs from."""
    for folder in Path(__file__).resolve().parents:
        if (folder / "tests").is_dir() and (folder / "pyproject.toml").is_file():
            return folder / "tests"
    raise BadInput("there is no tests folder: coverage can be read in a checkout of the project only")


def citations(tests: Path) -> Iterator[str]:
    """Every string argument of `rule(…)` and `pytest.mark.rule(…)` in the Python files of a folder."""
    for path in sorted(tests.rglob("*.py")):
        try:
            tree = ast.parse(path.read_bytes(), str(path))
        except (SyntaxError, ValueError) as error:
            raise BadInput(f"{path}: not Python: {error}") from None
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _called(node.func) == "rule":
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield argument.value


def _called(function: ast.expr) -> str:
    if isinstance(function, ast.Name):
        return function.id
    return function.attr if isinstance(function, ast.Attribute) else ""


def untested(title: Title) -> dict[str, str]:
    """The paragraphs a title excuses from tests, each with its reason."""
    path = title.folder / "untested.toml"
    if not path.is_file():
        return {}
    try:
        listed = tomllib.loads(path.read_text(encoding="utf-8")).get("paragraphs", {})
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path.name} of {title.id}: {error}") from None
    if not isinstance(listed, dict):
        raise BadInput(f"{path.name} of {title.id}: `paragraphs` must be a table")
    for number, reason in listed.items():
        if not isinstance(reason, str) or not reason.strip():
            raise BadInput(f"{path.name} of {title.id}: {number} needs a reason")
    return listed
