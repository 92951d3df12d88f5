"""The message catalogues: collects every text of the code, updates the .po files and compiles the .mo files.

    .venv/bin/python scripts/messages.py            update and compile
    .venv/bin/python scripts/messages.py --check    change nothing; exit 1 if something is missing, stale or uncompiled

Needs Babel (a development dependency). docs/translations.md says how to translate.
"""

from __future__ import annotations

import argparse
import ast
import io
import sys
import tomllib
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel.messages import Catalog
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment
from jinja2.ext import extract_from_ast

from stellwerk.i18n import interface
from stellwerk.i18n.catalogue import DOMAINS, ENGLISH, LANGUAGES
from stellwerk.i18n.catalogue import LOCALE as LOCALE  # tests put another folder here
from stellwerk.i18n.receipts import LINES, TITLES
from stellwerk.i18n.texts import VALUE
from stellwerk.i18n.words import WORDS

SOURCE = Path(__file__).resolve().parents[1] / "src" / "stellwerk"
SPOKEN = ("core", "eighteen", "titles")  # packages whose code words events and refusals
MAKERS = {"Illegal": 1, "no": 1, "tell": 2, "whisper": 1}  # callables that take a template, and where
PAGES = SOURCE / "web" / "pages"
# What words a page or a refusal of the server in code; a name in place of a text stands for one collected elsewhere.
SAYERS = {"say": 0, "said": 0, "Tab": 1, "clean": 1, "clean_name": 1, "Refuse": 2}
SAYERS |= dict.fromkeys(("Refused", "BadRequest", "Forbidden", "Waiting", "Unknown"), 0)
_THEN = datetime(2026, 1, 1, tzinfo=UTC)  # a fixed date, so that the same texts give the same file

Key = tuple[str, str]  # context (empty for most) and English text
Texts = dict[Key, set[str]]  # with the files it stands in


class Frame(NamedTuple):
    """A callable such as `Move.pay` that puts a reason into a template of its own."""

    before: str
    after: str
    place: int


class NotConstant(Exception):
    """A template that cannot be collected because it is not written out."""


# -- the engine


@cache
def modules() -> tuple[tuple[str, ast.Module], ...]:
    """Every module that words events and refusals, by its path below the package."""
    return tuple(
        (path.relative_to(SOURCE).as_posix(), ast.parse(path.read_text(encoding="utf-8")))
        for package in SPOKEN
        for path in sorted((SOURCE / package).rglob("*.py"))
    )


def frames() -> dict[str, Frame]:
    """Functions that call `tell` with `"…" + reason + "…"`, where the reason is a parameter of theirs."""
    found = {}
    for _, tree in modules():
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef):
                continue
            names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
            for call in ast.walk(function):
                parts = _reason(call)
                if parts and parts[1] in names:
                    found[function.name] = Frame(parts[0], parts[2], names.index(parts[1]) - (names[0] == "self"))
    return found


def _reason(node: ast.AST) -> tuple[str, str, str] | None:
    """The three parts of a template `"…" + reason + "…"` in a call."""
    if not isinstance(node, ast.Call) or _called(node) not in MAKERS:
        return None
    for argument in node.args:
        match argument:
            case ast.BinOp(
                left=ast.BinOp(left=ast.Constant(value=str(before)), right=ast.Name(id=name)),
                right=ast.Constant(value=str(after)),
            ):
                return before, name, after
    return None


def _called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _constants(node: ast.expr, where: str) -> list[str]:
    """The texts an argument can be: one that is written out, or a choice between such."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=body, orelse=orelse):
            return _constants(body, where) + _constants(orelse, where)
    raise NotConstant(f"{where}: the template {ast.unparse(node)} is not written out")


@cache
def engine_texts() -> Texts:
    """Templates of events and refusals, the reasons put into their sentences, and the words of receipts."""
    found: Texts = {}
    reasons = frames()
    for file, tree in modules():
        makers = {node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name in MAKERS}
        inside = {call for maker in makers for call in ast.walk(maker)}  # `no` and `tell` themselves hand a template on
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call) or call in inside or _reason(call):
                continue
            name, where = _called(call), f"{file}:{call.lineno}"
            if name in MAKERS and len(call.args) > MAKERS[name]:
                for text in _constants(call.args[MAKERS[name]], where):
                    found.setdefault(("", text), set()).add(file)
            elif name in reasons and isinstance(call.func, ast.Attribute) and len(call.args) > reasons[name].place:
                before, after, place = reasons[name]
                for text in _constants(call.args[place], where):
                    found.setdefault(("", before + text + after), set()).add(file)
    for text in (*TITLES, *LINES):
        found.setdefault(("", text), set()).add("i18n/receipts.py")
    return found


# -- the other domains


def words_texts() -> Texts:
    """The words that stand in facts."""
    return {(kind, text): {"i18n/words.py"} for kind, words in WORDS.items() for text in words.values()}


def titles_texts() -> Texts:
    """Sentences and values of the titles' options, zones of their markets, and the powers of their privates."""
    found: Texts = {(VALUE, "yes"): {"i18n/texts.py"}, (VALUE, "no"): {"i18n/texts.py"}}
    for path in sorted((SOURCE / "titles").glob("t*/title.toml")):
        file = path.relative_to(SOURCE).as_posix()
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        for option in data.get("option", {}).values():
            found.setdefault(("", option["text"]), set()).add(file)
            for value in option["values"]:
                if isinstance(value, str):
                    found.setdefault((VALUE, value), set()).add(file)
        for text in data.get("market", {}).get("zones", {}).values():
            found.setdefault(("", text), set()).add(file)
        for private in data.get("private", []):
            for key in ("power", "closes_on"):
                text = private.get(key, "none")
                if text != "none":
                    found.setdefault(("", text), set()).add(file)
    return found


def interface_texts() -> Texts:
    """The words of the pages: questions, `_("…")` in templates, `say("…")` in code, labels of tabs, refusals."""
    found: Texts = {("", text): {"i18n/interface.py"} for text in interface.QUESTIONS.values()}
    parser = Environment()
    for path in sorted(PAGES.rglob("*.html")):
        file = path.relative_to(SOURCE).as_posix()
        for _, _, words in extract_from_ast(parser.parse(path.read_text(encoding="utf-8")), ("_", "say")):
            text = words[0] if isinstance(words, tuple) else words  # with facts: the text, then a None for each
            if isinstance(text, str):
                found.setdefault(("", text), set()).add(file)
    for path in [*sorted(PAGES.rglob("*.py")), *sorted(PAGES.parent.glob("*.py"))]:
        file = path.relative_to(SOURCE).as_posix()
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and call.args and _called(call) in SAYERS:
                place = SAYERS[_called(call)]
                if len(call.args) > place and not isinstance(call.args[place], ast.Name | ast.Attribute):
                    for text in _constants(call.args[place], f"{file}:{call.lineno}"):
                        found.setdefault(("", text), set()).add(file)
    return found


COLLECT: dict[str, Callable[[], Texts]] = {
    "engine": engine_texts,
    "words": words_texts,
    "titles": titles_texts,
    "interface": interface_texts,
}


# -- catalogues


def po_file(language: str, domain: str) -> Path:
    """Where the translations stand."""
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.po"


def read(language: str, domain: str) -> Catalog:
    """A .po file; an empty catalogue if there is none yet."""
    path = po_file(language, domain)
    data = path.read_bytes() if path.exists() else b""
    return read_po(io.BytesIO(data), locale=language, domain=domain)


def messages(catalog: Catalog) -> dict[Key, str]:
    """The translations of a catalogue by context and English text."""
    return {(message.context or "", str(message.id)): str(message.string or "") for message in catalog if message.id}


def fuzzy(catalog: Catalog) -> list[str]:
    """Texts whose translation is marked as a guess."""
    return [str(message.id) for message in catalog if message.id and message.fuzzy]


def updated(language: str, domain: str) -> Catalog:
    """The catalogue with exactly the texts of the code; old translations are kept, those of gone texts are dropped."""
    old = read(language, domain)
    known, guessed = messages(old), set(fuzzy(old))
    new = Catalog(
        locale=language, domain=domain, project="Stellwerk", version="1", creation_date=_THEN, revision_date=_THEN
    )
    new.fuzzy = False
    for (context, text), files in sorted(COLLECT[domain]().items(), key=lambda item: (min(item[1]), item[0])):
        new.add(
            text,
            known.get((context, text), ""),
            locations=[(file, 0) for file in sorted(files)],
            flags=["fuzzy"] if text in guessed else [],
            context=context or None,
        )
    return new


def po_bytes(catalog: Catalog) -> bytes:
    """A catalogue as a .po file, with a header that changes only when something has changed."""
    body = io.BytesIO()
    write_po(body, catalog, width=120, include_lineno=False, omit_header=True, ignore_obsolete=True)
    head = (
        f"# Stellwerk, {catalog.domain}: {catalog.locale_identifier}. docs/translations.md says how to change it.\n"
        'msgid ""\nmsgstr ""\n'
        f'"Language: {catalog.locale_identifier}\\n"\n'
        '"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n'
        f'"Plural-Forms: {catalog.plural_forms}\\n"\n\n'
    )
    text = head.encode() + body.getvalue()
    return text.rstrip() + b"\n"


def write(language: str, domain: str, catalog: Catalog) -> None:
    """Write .po and .mo."""
    path = po_file(language, domain)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(po_bytes(catalog))
    with path.with_suffix(".mo").open("wb") as stream:
        write_mo(stream, catalog)


def in_sync(language: str, domain: str, catalog: Catalog) -> bool:
    """True if the .mo file holds what the catalogue would be compiled to."""
    path = po_file(language, domain).with_suffix(".mo")
    if not path.exists():
        return False
    fresh = io.BytesIO()
    write_mo(fresh, catalog)
    fresh.seek(0)
    with path.open("rb") as stream:
        return messages(read_mo(stream)) == messages(read_mo(fresh))


def complaints(language: str, domain: str) -> list[str]:
    """What is wrong with a catalogue as it is on disk, one line each."""
    where = f"{language}/{domain}.po"
    catalog = read(language, domain)
    have, want = messages(catalog), set(COLLECT[domain]())
    found = [f"{where}: missing: {text}" for _, text in sorted(want - set(have))]
    found += [f"{where}: no longer in the code: {text}" for _, text in sorted(set(have) - want)]
    found += [f"{where}: not translated: {text}" for (_, text), translation in have.items() if not translation]
    found += [f"{where}: only guessed: {text}" for text in fuzzy(catalog)]
    if not in_sync(language, domain, catalog):
        found.append(f"{where}: not compiled; run scripts/messages.py")
    return found


def main(arguments: list[str] | None = None) -> int:
    """Update, or check."""
    parser = argparse.ArgumentParser(description="Update and compile the message catalogues.")
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 if something is to be done")
    check = parser.parse_args(arguments).check
    pairs = [(language, domain) for language in LANGUAGES if language != ENGLISH for domain in DOMAINS]
    try:
        if not check:
            for language, domain in pairs:
                write(language, domain, updated(language, domain))
        found = [line for language, domain in pairs for line in complaints(language, domain)]
    except NotConstant as error:
        print(error, file=sys.stderr)
        return 1
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
