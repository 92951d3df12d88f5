"""The message catalogues: collects every text of the code, updates the .po files and compiles the .mo files.

    .venv/bin/python scripts/messages.py            update and compile
    .venv/bin/python scripts/messages.py --check    change nothing; exit 1 if something is missing, stale or uncompiled

Needs Babel (a development dependency). docs/translations.md says how to translate.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import io
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from types import ModuleType

from babel.messages import Catalog
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment
from jinja2.ext import extract_from_ast

from stellwerk.bots import known_bots
from stellwerk.bots.lineup import styles
from stellwerk.bots.styles import STYLES
from stellwerk.core.message import MONEY, NUMBER, QUOTED, fields
from stellwerk.eighteen.table import OFFICES
from stellwerk.i18n.catalogue import DOMAINS, ENGLISH, LANGUAGES
from stellwerk.i18n.catalogue import LOCALE as LOCALE  # tests put another folder here
from stellwerk.i18n.texts import VALUE
from stellwerk.titles import TITLES

SOURCE = Path(__file__).resolve().parents[1] / "src" / "stellwerk"
SPOKEN = ("eighteen", "routing", "titles", "programmes", "bots")  # packages whose code words events and refusals
# Callables that take a template, and where.
MAKERS = {"Message": 0, "message": 0, "Illegal": 1, "no": 1, "tell": 2, "whisper": 1, "pay": 4, "move_marker": 3}
METHODS = {"message", "tell", "whisper", "pay", "move_marker"}  # a function of that name is another thing
PAGES = SOURCE / "web" / "pages"
# Parts of a title that are not its rules.
WINGS = {"pages", "guide", "templates", "voice.py", "drawing.py", "rulebook_parts.py", "check.py", "report.py"}
# What words a page or a refusal of the server in code; a name in place of a text stands for one collected elsewhere.
SAYERS = {"Message": 0, "say": 0, "marked": 0, "Tab": 1, "clean": 1, "clean_name": 1, "Refuse": 2, "Unclear": 0}
SAYERS |= dict.fromkeys(("Refused", "BadRequest", "Forbidden", "Waiting", "Doubtful", "Unknown", "Busy", "TooMany"), 0)
_THEN = datetime(2026, 1, 1, tzinfo=UTC)  # a fixed date, so that the same texts give the same file

Id = str | tuple[str, str]  # an English text, or its singular and plural
Key = tuple[str, Id]  # context (empty for most) and text
Texts = dict[Key, set[str]]  # with the files it stands in


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
        if not WINGS & set(path.relative_to(SOURCE).parts)
    )


def shown(ending: str) -> list[Path]:
    """The files with what the pages say: those of the pages themselves, and those of each title."""
    wings = [path for wing in ("pages", "guide", "templates") for path in (SOURCE / "titles").glob(f"t*/{wing}")]
    return [path for folder in (PAGES, *sorted(wings)) for path in sorted(folder.rglob(f"*.{ending}"))]


def _called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _handed_on(call: ast.Call) -> bool:
    """True for `super().pay(…)`: the template was written where the overriding function was called."""
    return isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) == "super()"


def _constants(node: ast.expr, where: str) -> list[Id]:
    """The texts an argument can be: one that is written out, a plural, or a choice between such."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.Call(func=ast.Name(id="Plural"), args=[ast.Constant(value=str(one)), ast.Constant(value=str(many))]):
            return [(one, many)]
        case ast.IfExp(body=body, orelse=orelse):
            return _constants(body, where) + _constants(orelse, where)
    raise NotConstant(f"{where}: the template {ast.unparse(node)} is not written out")


def _worded(text: Id) -> bool:
    """True if there is something to translate: letters besides the fields."""
    return any(part.isalpha() for before, _, _ in fields(forms(text)[0]) for part in before)


@cache
def engine_texts() -> Texts:
    """Templates of events, refusals, reasons, receipts, labels of actions, and questions."""
    found: Texts = {}
    for file, module in word_modules(("eighteen/wording.py", "titles/*/words.py")):
        for text in module.QUESTIONS.values():
            found.setdefault(("", text), set()).add(file)
    for file, tree in modules():
        makers = {node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name in MAKERS}
        inside = {call for maker in makers for call in ast.walk(maker)}  # `no` and `tell` themselves hand a template on
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call) or _handed_on(call):
                continue
            place = MAKERS.get(_called(call))
            if place is None or len(call.args) <= place:
                continue
            if _called(call) in METHODS and not isinstance(call.func, ast.Attribute):
                continue
            template = call.args[place]
            if isinstance(template, ast.Call) and _called(template) == "Message":
                continue  # collected itself
            if call in inside and isinstance(template, ast.Name):
                continue
            if isinstance(template, ast.Subscript):
                continue  # of a table, collected as a whole
            for text in _constants(template, f"{file}:{call.lineno}"):
                if _worded(text):
                    found.setdefault(("", text), set()).add(file)
    return _with_dialects(found)


# -- the other domains


@cache
def words_texts() -> Texts:
    """The words that stand in facts, of the family and of each title."""
    found: Texts = {}
    for file, module in word_modules(("eighteen/words.py", "programmes/words.py", "titles/*/words.py")):
        for kind, words in module.WORDS.items():
            for text in words.values():
                found.setdefault((kind, text), set()).add(file)
    return found


def word_modules(patterns: Sequence[str]) -> Iterator[tuple[str, ModuleType]]:
    """Modules that hold tables of words, with their paths."""
    for path in (path for pattern in patterns for path in sorted(SOURCE.glob(pattern))):
        file = path.relative_to(SOURCE)
        yield file.as_posix(), importlib.import_module(".".join(("stellwerk", *file.with_suffix("").parts)))


@cache
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
        for key in ("about", "length", "tag"):
            if key in data["title"]:
                found.setdefault(("", data["title"][key]), set()).add(file)
        for maker in known_bots(data["title"]["id"]).values():
            found.setdefault(("", maker.about), set()).add(file)
            for style in styles(maker).values():
                where = "bots/styles.py" if style.name in STYLES and style is STYLES[style.name] else file
                found.setdefault(("", style.about), set()).add(where)
        for text in data.get("market", {}).get("zones", {}).values():
            found.setdefault(("", text), set()).add(file)
        for private in data.get("private", []):
            if private["power"] != "none":
                found.setdefault(("", private["power"]), set()).add(file)
    return found


@cache
def interface_texts() -> Texts:
    """The words of the pages: `_("…")` in templates, `say("…")` in code, labels of tabs, refusals."""
    found: Texts = {}
    parser = Environment()
    for path in shown("html"):
        file = path.relative_to(SOURCE).as_posix()
        for _, name, words in extract_from_ast(parser.parse(path.read_text(encoding="utf-8")), ("_", "say", "plural")):
            text: Id | None = words[0] if isinstance(words, tuple) else words  # with facts: then a None for each
            if name == "plural" and isinstance(words, tuple):
                text = (str(words[0]), str(words[1]))
            if text is not None:
                found.setdefault(("", text), set()).add(file)
    more = [
        path
        for pattern in (
            "web/*.py",
            "web/mail/*.py",
            "draw/*.py",
            "cli/*.py",
            "report/*.py",
            "training/*.py",
            "titles/*/report.py",
            "titles/*/rulebook_parts.py",
            "titles/*/voice.py",
        )
        for path in sorted(SOURCE.glob(pattern))
    ]
    for path in [*shown("py"), *more]:
        file = path.relative_to(SOURCE).as_posix()
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and _called(call) == "Plural":  # wherever it stands
                found |= {("", said): found.get(("", said), set()) | {file} for said in _constants(call, file)}
            if isinstance(call, ast.Call) and call.args and _called(call) in SAYERS:
                place = SAYERS[_called(call)]
                if len(call.args) > place and not isinstance(call.args[place], ast.Name | ast.Attribute):
                    for said in _constants(call.args[place], f"{file}:{call.lineno}"):
                        found.setdefault(("", said), set()).add(file)
    return _with_dialects(found)


def _with_dialects(found: Texts) -> Texts:
    """Texts with a word some titles have another one for stand there once more, with the dialect as their context."""
    more = {
        (dialect, text): files
        for dialect, own in OFFICES.values()
        for (context, text), files in found.items()
        if not context and any(usual in text for usual, _ in own)
    }
    return found | more


def _besides_engine(collect: Callable[[], Texts]) -> Callable[[], Texts]:
    """What the engine says too stands in its catalogue only."""
    return lambda: {key: files for key, files in collect().items() if key not in engine_texts()}


COLLECT: dict[str, Callable[[], Texts]] = {
    "engine": engine_texts,
    "words": words_texts,
    "titles": _besides_engine(titles_texts),
    "interface": _besides_engine(interface_texts),
}


def wanted(domain: str, have: Iterable[Key]) -> Texts:
    """The texts of the code; of those a catalogue has, also what stands there once more in a title's own words.

    Their context is the title (`18te`), before that of the word if it has one (`18te source`).
    """
    texts = COLLECT[domain]()
    usual = {key: (key[0].partition(" ")[2], key[1]) for key in have if key[0].partition(" ")[0] in TITLES}
    return texts | {own: texts[key] for own, key in usual.items() if key in texts}


# -- catalogues


def po_file(language: str, domain: str) -> Path:
    """Where the translations stand."""
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.po"


def read(language: str, domain: str) -> Catalog:
    """A .po file; an empty catalogue if there is none yet."""
    path = po_file(language, domain)
    data = path.read_bytes() if path.exists() else b""
    return read_po(io.BytesIO(data), locale=language, domain=domain)


def forms(text: str | Sequence[str]) -> tuple[str, ...]:
    """One text, or singular and plural."""
    return (text,) if isinstance(text, str) else tuple(text)


def named(keys: set[Key]) -> list[str]:
    """Texts for a list: their singular."""
    return sorted(forms(text)[0] for _, text in keys)


def misfits() -> list[str]:
    """Templates with a field whose kind there is not, and plurals without the number that decides."""
    kinds = {kind for kind, _ in words_texts()} | {"", MONEY, NUMBER, QUOTED}
    found = []
    for domain in ("engine", "interface"):
        for _, text in COLLECT[domain]():
            specs = [[spec for _, name, spec in fields(form) if name is not None] for form in forms(text)]
            if any(set(has) - kinds for has in specs):
                found.append(f"{domain}: no such kind of fact: {forms(text)[0]}")
            if {has.count(NUMBER) for has in specs} != {0 if isinstance(text, str) else 1}:
                found.append(f"{domain}: a plural has one {{…:n}} in both forms: {forms(text)[0]}")
    return found


def messages(catalog: Catalog) -> dict[Key, tuple[str, ...]]:
    """The translations of a catalogue by context and English text: one, or as many as the language has plural forms."""
    return {
        (message.context or "", message.id if isinstance(message.id, str) else (message.id[0], message.id[1])): forms(
            message.string or ""
        )
        for message in catalog
        if message.id
    }


def fuzzy(catalog: Catalog) -> list[str]:
    """Texts whose translation is marked as a guess."""
    return [forms(message.id)[0] for message in catalog if message.id and message.fuzzy]


def updated(language: str, domain: str) -> Catalog:
    """The catalogue with exactly the texts of the code; old translations are kept, those of gone texts are dropped."""
    old = read(language, domain)
    known, guessed = messages(old), set(fuzzy(old))
    new = Catalog(
        locale=language, domain=domain, project="Stellwerk", version="1", creation_date=_THEN, revision_date=_THEN
    )
    new.fuzzy = False
    entries = sorted(wanted(domain, known).items(), key=lambda item: (min(item[1]), item[0][0], forms(item[0][1])))
    for (context, text), files in entries:
        translations = known.get((context, text), ("",))
        new.add(
            text,
            translations[0] if isinstance(text, str) else translations,
            locations=[(file, 0) for file in sorted(files)],
            flags=["fuzzy"] if forms(text)[0] in guessed else [],
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
    have = messages(catalog)
    want = set(wanted(domain, have))
    found = [f"{where}: missing: {text}" for text in named(want - set(have))]
    found += [f"{where}: no longer in the code: {text}" for text in named(set(have) - want)]
    found += [f"{where}: not translated: {forms(text)[0]}" for (_, text), told in have.items() if not all(told)]
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
        found = misfits() + [line for language, domain in pairs for line in complaints(language, domain)]
    except NotConstant as error:
        print(error, file=sys.stderr)
        return 1
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
