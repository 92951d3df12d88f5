"""The message catalogues are complete and well formed, and whole games read in every language."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import stellwerk
from scripts import messages as catalogues
from stellwerk.core import Action, Event, Game, Illegal, Line, Receipt
from stellwerk.core.wording import sentence
from stellwerk.eighteen.actions import Bid, BuyPrivate, BuyShare, Dividend, LayTile, Pass
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.operating import OperatingTurnStep
from stellwerk.eighteen.state import BANK, Frame
from stellwerk.eighteen.stock import SOURCES
from stellwerk.eighteen.tiles import COLOURS
from stellwerk.formats import load_file
from stellwerk.i18n import (
    LANGUAGES,
    best_language,
    event_text,
    interface,
    receipt_in,
    receipts,
    refusal_text,
    translate,
    value_text,
    word,
    words,
)
from stellwerk.i18n.catalogue import DOMAINS
from stellwerk.titles import TITLES
from stellwerk.titles.t1854.stock import SOURCES as SOURCES_1854
from stellwerk.titles.t_union_pacific import rules as union_pacific
from stellwerk.web.pages.places import FAMILY, OF_TITLE
from tests.support import DATA, NAMES, new, rules_of

FOREIGN = tuple(language for language in LANGUAGES if language != "en")
PAIRS = [(language, domain) for language in FOREIGN for domain in DOMAINS]
GAMES = sorted(DATA.glob("random/*.json.gz"))[:4] + sorted(DATA.glob("games/*.json.gz"))
ENGLISH_WORDS = {
    *("the", "of", "from", "for", "with", "not", "must", "may", "only", "pays", "passes", "lays", "buys", "gets"),
    *("places", "runs", "share", "shares", "company", "president", "treasury", "track", "token", "train", "trains"),
    *("ipo", "pool", "private", "privates", "income", "yellow", "green", "brown", "auction", "dividend", "cash"),
}


def placeholders(text: str) -> list[tuple[str, str, str]]:
    """Name, format and conversion of every placeholder, in alphabetical order."""
    parsed = Formatter().parse(text)
    return sorted((name, spec or "", conversion or "") for _, name, spec, conversion in parsed if name is not None)


def english_in(text: str, names: set[str]) -> set[str]:
    """English words in a text, those apart that are names at the table."""
    return {found for found in re.findall(r"\w+", text) if found not in names} & ENGLISH_WORDS


@lru_cache(maxsize=len(GAMES))
def recorded(path: Path) -> Game[Any]:
    return load_file(path).game


# -- the catalogues


@pytest.mark.parametrize(("language", "domain"), PAIRS)
def test_catalogue_has_exactly_the_texts_of_the_code(language: str, domain: str) -> None:
    assert catalogues.complaints(language, domain) == []
    assert set(catalogues.messages(catalogues.read(language, domain))) == set(catalogues.COLLECT[domain]())


@pytest.mark.parametrize(("language", "domain"), PAIRS)
def test_translations_have_the_placeholders_of_the_english_text(language: str, domain: str) -> None:
    for (_, text), translation in catalogues.messages(catalogues.read(language, domain)).items():
        assert placeholders(translation) == placeholders(text), f"{text!r} is {translation!r}"


@pytest.mark.parametrize(("language", "domain"), PAIRS)
def test_translations_are_clean(language: str, domain: str) -> None:
    for (_, text), translation in catalogues.messages(catalogues.read(language, domain)).items():
        assert translation == " ".join(translation.split()), f"blanks in {translation!r}"
        usual = translation[-1].isalnum() or translation[-1] in ".?)}%`"
        assert usual or translation[-1] == text[-1], translation  # "Choose…" ends as it does in English
        assert (translation[-1] == ".") == (text[-1] == "."), f"{text!r} is {translation!r}"
        if domain == "engine":
            assert translation != text


@pytest.mark.parametrize("domain", DOMAINS)
def test_german_addresses_nobody(domain: str) -> None:
    address = re.compile(r"\b(?:[Dd]u|[Dd]ein\w*|[Dd]ich|[Dd]ir|Sie|Ihr\w*|[Ee]uch|[Ee]uer\w*)\b")
    for text in catalogues.messages(catalogues.read("de", domain)).values():
        assert not address.search(text), text


def test_no_text_stands_in_two_domains() -> None:
    seen: dict[tuple[str, str], str] = {}
    for domain, collect in catalogues.COLLECT.items():
        for key in collect():
            assert key not in seen, f"{key} is in {seen.get(key)} and {domain}"
            seen[key] = domain


@pytest.mark.parametrize(("language", "domain"), PAIRS)
def test_update_would_change_nothing(language: str, domain: str) -> None:
    fresh = catalogues.po_bytes(catalogues.updated(language, domain))
    assert fresh == catalogues.po_file(language, domain).read_bytes()


def test_complaints_name_what_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(catalogues.LOCALE, tmp_path / "locale")
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path / "locale")
    path = catalogues.po_file("de", "engine")
    text = path.read_text(encoding="utf-8")
    text = text.replace('msgid "{who} passes"', 'msgid "{who} sleeps"').replace('msgstr "{who} lehnt ab"', 'msgstr ""')
    text = text.replace('#, python-brace-format\nmsgid "{who} agrees"', '#, fuzzy\nmsgid "{who} agrees"')
    path.write_text(text, encoding="utf-8")
    assert catalogues.complaints("de", "engine") == [
        "de/engine.po: missing: {who} passes",
        "de/engine.po: no longer in the code: {who} sleeps",
        "de/engine.po: not translated: {who} refuses",
        "de/engine.po: only guessed: {who} agrees",
        "de/engine.po: not compiled; run scripts/messages.py",
    ]
    assert catalogues.main(["--check"]) == 1
    assert path.read_text(encoding="utf-8") == text
    assert catalogues.main([]) == 1  # what is not translated stays a complaint
    assert catalogues.complaints("de", "engine") == [
        "de/engine.po: not translated: {who} passes",
        "de/engine.po: not translated: {who} refuses",
        "de/engine.po: only guessed: {who} agrees",
    ]


def test_collecting_finds_reasons_and_refuses_texts_that_are_not_written_out() -> None:
    assert set(catalogues.frames()) == {"pay", "move_marker"}
    texts = catalogues.engine_texts()
    assert ("", "{payer} pays {payee} {amount:$} (train {train})") in texts
    assert ("", "{company}: price {before:$} to {after:$} (sold out)") in texts
    with pytest.raises(catalogues.NotConstant, match="somewhere:1"):
        catalogues._constants(ast.parse("name + 'x'", mode="eval").body, "somewhere:1")


# -- the words in facts


def calls(name: str) -> Iterator[tuple[ast.Module, ast.Call]]:
    for _, tree in catalogues.modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and catalogues._called(node) == name:
                yield tree, node


def decision_kinds() -> set[str]:
    """The third argument of every decision: a text, or a name that texts are given to."""
    found = set()
    for tree, call in calls("Decision"):
        kind = call.args[2]
        if isinstance(kind, ast.Name):
            values = [node.value for node in ast.walk(tree) if isinstance(node, ast.Assign) and _gives(node, kind.id)]
            found |= {text for value in values for text in catalogues._constants(value, "a decision")}
        elif isinstance(kind, ast.Constant):
            found.add(str(kind.value))
    return found


def _gives(node: ast.Assign, name: str) -> bool:
    return any(isinstance(target, ast.Name) and target.id == name for target in node.targets)


def all_frames(base: type[Frame] = Frame) -> set[str]:
    found = set()
    for frame in base.__subclasses__():
        if frame.__module__.startswith("stellwerk."):
            found |= {frame.__name__} | all_frames(frame)
    return found


def test_words_are_those_the_engine_uses() -> None:
    rules = rules_of(new())
    made = [stellwerk.new(name, NAMES[: max(3, title.players[0])]).rules for name, title in TITLES.items()]
    family = [entry for entry in made if isinstance(entry, FamilyRules)]
    steps = [step for entry in family for step in entry.steps.values() if isinstance(step, OperatingTurnStep)]
    asked = {part for turn in steps for part in turn.parts}
    parts = asked | {ability.name for turn in steps for ability in turn.anytime}
    assert set(words.WORDS[words.STEP]) == decision_kinds() | parts | set(union_pacific.QUESTIONS)
    assert decision_kinds() | asked - {"home", "mail"} == set(interface.QUESTIONS)  # these parts never wait
    assert set(words.WORDS[words.QUESTION]) == all_frames()
    assert set(words.WORDS[words.ACTION]) == {kind for entry in made for kind in entry.action_types}
    assert set(words.WORDS[words.SOURCE]) == {*SOURCES, *SOURCES_1854, *(entry.unsold for entry in family)}
    assert set(words.WORDS[words.PARTY]) == {rules.t.name(BANK)}
    hexes = {entry.color for entry in rules.t.data.map.hex.values()}
    assert set(words.WORDS[words.COLOUR]) >= {*COLOURS, *hexes}
    rounds = {call.args[0].value for _, call in calls("RoundName") if isinstance(call.args[0], ast.Constant)}
    assert set(words.WORDS[words.ROUND]) == rounds
    ends = {
        node.value.value
        for _, tree in catalogues.modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        if any(isinstance(target, ast.Attribute) and target.attr == "ended" for target in node.targets)
    }
    handed_on = {
        "bank",
        "price",
        "standstill",
        "payout",
        "dead_end",
        "companies",
        "players",
    }  # these come as a reason from a function
    assert set(words.WORDS[words.END]) == ends | handed_on


def test_facts_with_words_occur_in_templates() -> None:
    templates = [text for _, text in catalogues.engine_texts()]
    used = {name for template in templates for name, _, _ in placeholders(template)}
    assert set(words.FACTS) <= used
    for template, facts in words.FACTS_OF.items():
        assert template in templates
        assert set(facts) <= {name for name, _, _ in placeholders(template)}


@pytest.mark.parametrize("language", FOREIGN)
def test_words_are_translated_and_unknown_ones_stay(language: str) -> None:
    for kind, codes in words.WORDS.items():
        for code, english in codes.items():
            assert word(kind, code, language) != english, f"{kind} {code}"
            assert word(kind, code, "en") == english
        assert word(kind, "{odd}", language) == "{odd}"


def test_a_number_is_no_word() -> None:
    event = Event("round", "1830 3.1", "operating round {number}.{part}", {"number": 3, "part": 2})
    assert event_text(event, "de") == "Betriebsrunde 3.2"
    assert event_text(event, "pl") == "runda operacyjna 3.2"


def test_colours_are_words_only_where_colours_are_meant() -> None:
    lay = Illegal("1830 8.1.2", "{tile} is {new}; {hex} is {old}", tile="57", hex="E19", new="yellow", old="green")
    assert refusal_text(lay, "de") == "Farbe von Gleisplättchen 57: Gelb; Farbe von E19: Grün"
    facts = {"new": "green", "old": "red", "company": "PRR"}
    event = Event("president", "1830 4.17", "{new} becomes president of {company} in place of {old}", facts)
    assert event_text(event, "de") == "green wird Präsident von PRR anstelle von red"


# -- sentences


@pytest.mark.parametrize("language", FOREIGN)
def test_every_template_makes_a_sentence(language: str) -> None:
    for _, template in catalogues.engine_texts():
        facts: dict[str, Any] = {name: f"<{name}>" for name, _, _ in placeholders(template)}
        text = sentence(translate(template, language), facts, "${}")
        for name, spec, _ in placeholders(template):
            assert (f"$<{name}>" if spec == "$" else f"<{name}>") in text
        assert not english_in(re.sub(r"<\w+>|\bipo \(|\bpool \(", "", text), set()), text


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_recorded_games_read_in_every_language(path: Path) -> None:
    game = recorded(path)
    names = set(re.findall(r"\w+", " ".join(game.rules.seats)))
    collected = catalogues.engine_texts()
    assert len(game.events) > 100
    for event in game.events:
        assert ("", event.template) in collected
        assert event_text(event, "en") == event.text
        for language in FOREIGN:
            text = event_text(event, language)
            assert text != event.text
            assert not english_in(text, names), text
            assert sorted(re.findall(r"\d+", text)) == sorted(re.findall(r"\d+", event.text)), text


def strange_actions(game: Game[Any], start: int) -> Iterator[Action]:
    """Actions of other moments of the game, which mostly do not fit here."""
    for ply in game.plies[start % 7 :: max(1, len(game) // 30)]:
        yield ply.action
    yield LayTile("E19", "57", 9)
    yield LayTile("A1", "57", 0)
    yield BuyShare("PRR", "moon")
    yield Dividend("maybe")
    yield Bid("XX", 5)


@pytest.mark.parametrize("path", GAMES[:3], ids=lambda path: path.name)
def test_refusals_read_in_every_language(path: Path) -> None:
    game = recorded(path)
    names = set(re.findall(r"\w+", " ".join(game.rules.seats)))
    collected = catalogues.engine_texts()
    seen = set()
    for ply in range(0, len(game), max(1, len(game) // 40)):
        then = game.at(ply)
        for action in strange_actions(game, ply):
            refusal = then.why_not(action)
            if refusal is None:
                continue
            seen.add(refusal.template)
            assert ("", refusal.template) in collected
            assert refusal_text(refusal, "en") == refusal.text
            for language in FOREIGN:
                text = refusal_text(refusal, language)
                assert text != refusal.text
                assert not english_in(re.sub(r"\bipo \(|\bpool \(", "", text), names), text
    assert len(seen) >= 20, f"only {len(seen)} kinds of refusals were met"


def test_sentences_word_for_word() -> None:
    facts = {"payer": "Ada", "payee": "the bank", "amount": 67, "company": "PRR", "source": "ipo"}
    event = Event(
        "paid", "1830 4.10", "{payer} pays {payee} {amount:$} ({company} from the {source})", facts, None, "${}"
    )
    assert event_text(event, "en") == "Ada pays the bank $67 (PRR from the ipo)"
    assert event_text(event, "de") == "Ada zahlt $67 an die Bank (Anteil von PRR; Herkunft: neue Aktien)"
    assert event_text(event, "pl") == "Ada płaci $67, odbiorca: bank (udział PRR; źródło: oferta pierwotna)"
    refusal = new().why_not(Dividend("pay"))
    assert refusal is not None
    assert refusal_text(refusal, "de") == "Dividende: jetzt nicht möglich; gefragt ist: Versteigerung"
    assert refusal_text(refusal, "pl") == "dywidenda: teraz niemożliwe; trwa: licytacja"


HOSTILE = ("{who.__class__}", "{0}{amount:$}", "}{ %s \\N{DIGIT ONE}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_with_braces_are_only_names(language: str) -> None:
    game = stellwerk.new("1830", HOSTILE)
    events = [*game.apply(Bid("CS", 45)), *game.apply(Pass()), *game.apply(BuyPrivate("SV", 20))]
    text = " ".join(event_text(event, language) for event in events)
    assert all(name in text for name in HOSTILE)
    for action in (Bid("{private}", 5), BuyShare("{name.__init__}", "ipo"), LayTile("{hex}", "{tile}", 0)):
        refusal = game.why_not(action)
        assert refusal is not None
        assert refusal_text(refusal, language)
    refusal = game.why_not(Pass(), 2)
    assert refusal is not None
    assert HOSTILE[2] in refusal_text(refusal, language)
    for title in game.receipts().values():
        assert any(name in receipt_in(title, language).title for name in HOSTILE)


# -- receipts


@pytest.mark.parametrize("path", GAMES[:3], ids=lambda path: path.name)
def test_receipts_are_made_of_known_words(path: Path) -> None:
    game = recorded(path)
    found = [event.receipt for event in game.events if event.receipt]
    for ply in range(0, len(game), 50):
        found += game.at(ply).receipts().values()
    assert len(found) > 20
    for receipt in found:
        assert receipts.known(receipt.title, title=True), receipt.title
        for line in receipt.lines:
            assert receipts.known(line.text, title=False), line.text
        assert receipt_in(receipt, "en") is receipt
        for language in FOREIGN:
            twin = receipt_in(receipt, language)
            assert twin.title != receipt.title
            assert twin.total == receipt.total
            assert [(line.amount, line.rule) for line in twin.lines] == [
                (line.amount, line.rule) for line in receipt.lines
            ]


def test_receipt_word_for_word() -> None:
    lines = (
        Line("cash", 20, "1830 11.3"),
        Line("PRR 30 % at $82", 246, "1830 11.3"),
        Line("B&O 20 %: 1 not counted at this price", 0, "1830 4.14"),
        Line("private SV", 20, "1830 11.3"),
        Line("private 10 %", 0, "1830 8.4.1"),  # a player of that name
        Line("3-1: E19 Albany", 0, "1830 8.3.7"),
    )
    twin = receipt_in(Receipt("score of Ada", lines, 286), "pl")
    assert twin.title == "majątek: Ada"
    assert [line.text for line in twin.lines] == [
        "gotówka",
        "PRR 30 % po $82",
        "B&O 20 %: 1 nie liczy się przy tej cenie",
        "spółka prywatna SV",
        "private 10 %",
        "3-1: E19 Albany",
    ]


# -- options, languages, gaps


def test_options_of_a_title_in_every_language() -> None:
    data = rules_of(new()).t.data
    for option in data.option.values():
        for language in FOREIGN:
            assert translate(option.text, language) != option.text
            for value in option.values:
                shown = value_text(value, language)
                assert shown == str(value) if type(value) is int else shown != str(value)
    assert (value_text(True, "de"), value_text(False, "pl"), value_text(True, "en")) == ("ja", "nie", "yes")
    assert value_text("multiple of 5", "en") == "multiple of 5"


def test_what_has_no_translation_stays_english() -> None:
    assert translate("no such {text}", "de") == "no such {text}"
    assert translate("", "pl") == ""
    assert translate("Undo", "en") == "Undo"
    assert translate("Undo", "fr") == "Undo"
    assert translate("Undo", "../de") == "Undo"
    event = Event("new", "1830 1", "{who} does something new", {"who": "Ada"})
    assert event_text(event, "de") == "Ada does something new"
    assert event_text(event, "fr") == event.text
    assert refusal_text(Illegal("1830 1", "no"), "xx") == "no"


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("de", "de"),
        ("pl-PL,pl;q=0.9,en;q=0.8", "pl"),
        ("fr-FR, de-AT;q=0.7, en;q=0.3", "de"),
        ("en;q=0.5, PL ; q=0.6", "pl"),
        ("de;q=0", "en"),
        ("de;q=0, pl;q=0.1", "pl"),
        ("*", "en"),
        ("fr", "en"),
        ("de;q=nan, pl;q=inf", "en"),
        ("de;q=2", "en"),
        ("de;q=0.5;x=1, pl;q=0.4", "pl"),
        (";;;,=,q=1,-", "en"),
        ("x," * 100_000 + "de", "en"),
    ],
)
def test_language_a_browser_asks_for(header: str | None, language: str) -> None:
    assert best_language(header) == language


def test_interface_has_the_words_of_the_pages() -> None:
    texts = [text for _, text in catalogues.interface_texts()]
    assert len(texts) > 1000
    assert set(interface.QUESTIONS.values()) <= set(texts)
    for place in (FAMILY, *OF_TITLE.values()):  # labels that templates translate by name
        assert {place.side_label, place.players_label} <= set(texts)
    assert translate("Undo", "de") == "Zurücknehmen"
    assert translate("Waiting for {who}", "pl").format(who="{x}") == "Decyduje: {x}"
