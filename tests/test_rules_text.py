"""RULES.md as paragraphs, and what the tests cite of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from stellwerk.core import BadInput
from stellwerk.titles import Title, find, rules_text

TEXT = """# Sample

## 1. Start

1.1 First line
 - an item
   and its second line

continued after a gap.

**Bold heading**

1.2a1 Short. 1.1 inside a line is no paragraph.

### 1.3 Part

1.3.1 Deep.

| a | table |

## 2. Rulings

Words before the first number.

A1 *Ruling.* Yes.
A12 Another.
"""


def sample_title(tmp_path: Path, excuses: str = "") -> Title:
    (tmp_path / "RULES.md").write_text(TEXT, encoding="utf-8")
    (tmp_path / "untested.toml").write_text(excuses, encoding="utf-8")
    return Title("1830", "Sample", "Nobody", (2, 6), tmp_path)


def folder_with(tmp_path: Path, source: str) -> Path:
    folder = tmp_path / "checks"
    (folder / "deeper").mkdir(parents=True)
    (folder / "deeper" / "test_it.py").write_text(source, encoding="utf-8")
    return folder


def test_paragraphs_end_at_the_next_number_and_at_headings() -> None:
    book = rules_text.parse_rules("x", TEXT)
    assert list(book.paragraphs) == ["1.1", "1.2a1", "1.3.1", "A1", "A12"]
    assert book.text("1.1") == "1.1 First line\n - an item\n   and its second line\n\ncontinued after a gap."
    assert book.text("1.2a1") == "1.2a1 Short. 1.1 inside a line is no paragraph."
    assert book.paragraphs["1.3.1"].section == "1.3 Part"
    assert book.paragraphs["A1"].text == "A1 *Ruling.* Yes."


def test_sections_hold_everything_below_their_heading() -> None:
    book = rules_text.parse_rules("x", TEXT)
    assert set(book.sections) == {"1", "1.3", "2"}
    assert "1.3.1 Deep." in book.text("1")
    assert book.text("1.3").startswith("### 1.3 Part")
    assert "A1" not in book.text("1")


def test_a_number_that_stands_twice_is_an_error() -> None:
    with pytest.raises(BadInput, match=r"1\.1 stands twice"):
        rules_text.parse_rules("x", "1.1 One.\n\n1.1 Two.\n")


def test_the_rules_of_1830() -> None:
    book = rules_text.rules_text(find("1830"))
    for number in ("0.1", "2.5a", "8.1.6a", "9.12b1", "14.10c", *(f"A{n}" for n in range(1, 28))):
        assert book.paragraphs[number].text.startswith(f"{number} ")
    assert book.text("2.4").count("\n - ") == 3
    assert "Forced purchase" not in book.text("9.8")


@pytest.mark.parametrize(("wrong", "near"), [("8.1.44", "8.1.4"), ("2.5z", "2.5a"), ("A99", "A9"), ("nonsense", "")])
def test_an_unknown_paragraph_names_near_ones(wrong: str, near: str) -> None:
    with pytest.raises(BadInput, match="1830 has no paragraph") as caught:
        rules_text.rules_text(find("1830")).text(wrong)
    assert near in str(caught.value).split("near it:")[1]


def test_every_paragraph_the_title_cites_exists() -> None:
    from stellwerk.eighteen.title_file import load

    title = find("1830")
    known = rules_text.rules_text(title).paragraphs
    assert set(load(title.folder / "title.toml").cite.values()) <= set(known)


def test_coverage_counts_citations_excuses_and_errors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    title = sample_title(tmp_path, '[paragraphs]\n"A1" = "a ruling"\n"1.1" = "stale"\n"9.9" = "wrong"\n')
    source = (
        "import pytest\nfrom x import rule\n"
        "@rule('1830 1.1', '1830 77')\ndef test_a(): pass\n"
        "@pytest.mark.rule('1830 1.3.1')\nclass T: pass\n"
        "CASES = [pytest.param(1, marks=rule('1830 A12'))]\n"
        "@rule('1999 4')\ndef test_b(): refused('1830 A1')\n"
    )
    found = rules_text.coverage(title, folder_with(tmp_path, source))
    assert (found.covered, found.total) == (3, 5)
    assert found.missing == ["1.2a1"]
    assert found.untested == {"A1": "a ruling"}
    assert found.unknown == ["1830 77", "1830 9.9 (untested.toml)", "1999 4"]


def test_a_test_file_that_is_not_python_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    title = sample_title(tmp_path)
    with pytest.raises(BadInput, match=r"test_it\.py: not Python"):
        rules_text.coverage(title, folder_with(tmp_path, "def :"))


@pytest.mark.parametrize(
    "excuses", ['[paragraphs]\n"1.1" = ""\n', '[paragraphs]\n"1.1" = 3\n', "paragraphs = 1\n", "["]
)
def test_a_broken_list_of_excuses_is_an_error(excuses: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    title = sample_title(tmp_path, excuses)
    with pytest.raises(BadInput, match=r"untested\.toml of 1830"):
        rules_text.untested(title)


def test_without_a_checkout_there_is_no_coverage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_text, "__file__", str(tmp_path / "site" / "rules_text.py"))
    with pytest.raises(BadInput, match="no tests folder"):
        rules_text.find_tests()


def test_the_tests_of_the_checkout_are_found() -> None:
    assert rules_text.find_tests() == Path(__file__).parent
