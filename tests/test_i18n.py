"""The message catalogues are complete and well formed, and whole games read in every language."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any

import pytest

import stellwerk
from scripts import messages as catalogues
from stellwerk.core import Action, Game, Illegal, Line, Message, Plural, Receipt, Style
from stellwerk.core.words import ACTION, END, ROUND, STEP, WORDS, add_words
from stellwerk.eighteen.actions import Bid, BuyPrivate, BuyShare, Dividend, LayTile, Pass
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.operating import OperatingTurnStep
from stellwerk.eighteen.stock import SOURCES
from stellwerk.eighteen.table import THE_BANK
from stellwerk.eighteen.tiles import COLOURS
from stellwerk.eighteen.words import COLOUR, SOURCE
from stellwerk.i18n import LANGUAGES, best_language, receipt_in, tell, translate, value_text, word
from stellwerk.i18n.catalogue import DOMAINS
from stellwerk.titles import TITLES
from stellwerk.titles.t1854.stock import SOURCES as SOURCES_1854
from stellwerk.titles.t_union_pacific import words as union_pacific
from stellwerk.web.pages.places import FAMILY
from stellwerk.web.pages.title_ui import ui_of
from tests.kept import kept_game
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


def translations(language: str, domain: str) -> Iterator[tuple[str, str]]:
    """Each text with its translation; each form of a plural with the English plural."""
    for (_, text), told in catalogues.messages(catalogues.read(language, domain)).items():
        yield from ((catalogues.forms(text)[-1], form) for form in told)


def english_in(text: str, names: set[str]) -> set[str]:
    """English words in a text, those apart that are names at the table."""
    return {found for found in re.findall(r"\w+", text) if found not in names} & ENGLISH_WORDS


@lru_cache(maxsize=len(GAMES))
def recorded(path: Path) -> Game[Any]:
    return kept_game(path)


# -- the catalogues


@pytest.fixture(autouse=True, scope="module")
def texts_are_collected_once() -> Iterator[None]:
    """What the code says does not change while it is tested."""
    with pytest.MonkeyPatch.context() as patch:
        for domain, collect in catalogues.COLLECT.items():
            patch.setitem(catalogues.COLLECT, domain, lru_cache(maxsize=1)(collect))
        yield


@pytest.mark.parametrize(("language", "domain"), PAIRS)
def test_catalogue_has_exactly_the_texts_of_the_code(language: str, domain: str) -> None:
    assert catalogues.complaints(language, domain) == []
    have = set(catalogues.messages(catalogues.read(language, domain)))
    assert have == set(catalogues.wanted(domain, have))
    assert have >= set(catalogues.COLLECT[domain]())


@pytest.mark.parametrize(("language", "domain"), PAIRS)
def test_translations_have_the_placeholders_of_the_english_text(language: str, domain: str) -> None:
    for text, translation in translations(language, domain):
        assert placeholders(translation) == placeholders(text), f"{text!r} is {translation!r}"


@pytest.mark.parametrize(("language", "domain"), PAIRS)
def test_translations_are_clean(language: str, domain: str) -> None:
    for text, translation in translations(language, domain):
        assert translation == " ".join(translation.split()), f"blanks in {translation!r}"
        usual = translation[-1].isalnum() or translation[-1] in ".?)}%`"
        assert usual or translation[-1] == text[-1], translation  # "Choose…" ends as it does in English
        assert (translation[-1] == ".") == (text[-1] == "."), f"{text!r} is {translation!r}"
        if domain == "engine":
            assert translation != text


@pytest.mark.parametrize("domain", DOMAINS)
def test_german_addresses_nobody(domain: str) -> None:
    address = re.compile(r"\b(?:[Dd]u|[Dd]ein\w*|[Dd]ich|[Dd]ir|Sie|Ihr\w*|[Ee]uch|[Ee]uer\w*)\b")
    for _, text in translations("de", domain):
        assert not address.search(text), text


def test_no_text_stands_in_two_domains() -> None:
    seen: dict[catalogues.Key, str] = {}
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
    texts = catalogues.engine_texts()
    assert ("", "{payer} pays {payee} {amount:$} ({why})") in texts
    assert {("", "train {train}"), ("", "sold out"), ("", "income of {name}")} <= set(texts)
    assert ("", "{train}: {stop}") not in texts  # names only
    with pytest.raises(catalogues.NotConstant, match="somewhere:1"):
        catalogues._constants(ast.parse("name + 'x'", mode="eval").body, "somewhere:1")


def test_every_field_says_what_its_fact_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert catalogues.misfits() == []
    odd: list[catalogues.Id] = ["{x:colr}", ("{x:n} note", "{x} notes"), "{x:n} notes"]
    monkeypatch.setitem(catalogues.COLLECT, "engine", lambda: {("", text): {"here"} for text in odd})
    assert len(catalogues.misfits()) == len(odd)


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
            found |= {str(text) for value in values for text in catalogues._constants(value, "a decision")}
        elif isinstance(kind, ast.Constant):
            found.add(str(kind.value))
    return found


def _gives(node: ast.Assign, name: str) -> bool:
    return any(isinstance(target, ast.Name) and target.id == name for target in node.targets)


def test_words_are_those_the_engine_uses() -> None:
    rules = rules_of(new())
    made = [stellwerk.new(name, NAMES[: max(3, title.players[0])]).rules for name, title in TITLES.items()]
    family = [entry for entry in made if isinstance(entry, FamilyRules)]
    steps = [step for entry in family for step in entry.steps.values() if isinstance(step, OperatingTurnStep)]
    asked = {part for turn in steps for part in turn.parts}
    parts = asked | {ability.name for turn in steps for ability in turn.anytime}
    assert set(WORDS[STEP]) == decision_kinds() | parts | set(union_pacific.QUESTIONS)
    questions = {kind for entry in family for kind in entry.questions}
    assert decision_kinds() | asked - {"home", "mail"} == questions  # these parts never wait
    for entry in family:
        assert set(entry.labels) >= set(entry.action_types.values())
    assert set(union_pacific.LABELS) == set(made[-1].action_types.values())
    assert set(WORDS[ACTION]) == {kind for entry in made for kind in entry.action_types}
    assert set(WORDS[SOURCE]) == {*SOURCES, *SOURCES_1854, *(entry.unsold for entry in family)}
    hexes = {entry.color for entry in rules.t.data.map.hex.values()}
    assert set(WORDS[COLOUR]) >= {*COLOURS, *hexes}
    rounds = {call.args[0].value for _, call in calls("RoundName") if isinstance(call.args[0], ast.Constant)}
    assert set(WORDS[ROUND]) == rounds
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
    assert set(WORDS[END]) == ends | handed_on


@pytest.mark.parametrize("language", FOREIGN)
def test_words_are_translated_and_unknown_ones_stay(language: str) -> None:
    for kind, codes in WORDS.items():
        for code, english in codes.items():
            assert word(kind, code, language) != english, f"{kind} {code}"
            assert word(kind, code, "en") == english
        assert word(kind, "{odd}", language) == "{odd}"


def test_a_code_means_one_thing() -> None:
    add_words({COLOUR: {"gray": "grey"}})
    with pytest.raises(ValueError, match="colour gray is 'grey' already"):
        add_words({COLOUR: {"gray": "silver"}})
    assert WORDS[COLOUR]["gray"] == "grey"


def test_only_a_fact_of_that_kind_is_a_word() -> None:
    facts = {"tile": "57", "hex": "E19", "new": "yellow", "old": "green", "next": "brown"}
    lay = Message("{hex} is {old:colour}: {next:colour} comes next; {tile} is {new:colour}", facts)
    assert tell(lay, "de") == "Farbe von E19: Grün, als Nächstes kommt Braun; Farbe von Gleisplättchen 57: Gelb"
    facts = {"new": "green", "old": "red", "company": "PRR"}
    message = Message("{new} becomes president of {company} in place of {old}", facts)
    assert tell(message, "de") == "green wird Präsident von PRR anstelle von red"


# -- sentences


@pytest.mark.parametrize("language", FOREIGN)
def test_every_template_makes_a_sentence(language: str) -> None:
    for title in TITLES.values():
        title.wing("rules")  # its words are known once its rules are
    for _, template in catalogues.engine_texts():
        fields = placeholders(catalogues.forms(template)[0])
        facts: dict[str, Any] = {name: 7 if spec == "n" else f"<{name}>" for name, spec, _ in fields}
        made = Message(template if isinstance(template, str) else Plural(*template), facts, Style("${}"))
        text = tell(made, language)
        for name, spec, _ in fields:
            assert (f"$<{name}>" if spec == "$" else str(facts[name])) in text
        assert not english_in(re.sub(r"<\w+>|\bipo \(|\bpool \(", "", text), set()), text


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_recorded_games_read_in_every_language(path: Path) -> None:
    game = recorded(path)
    names = set(re.findall(r"\w+", " ".join(game.rules.seats)))
    assert len(game.events) > 100
    for event in game.events:
        assert collected(event.message)
        assert tell(event.message, "en") == event.text
        for language in FOREIGN:
            text = tell(event.message, language)
            assert text != event.text
            assert not english_in(text, names), text
            assert sorted(re.findall(r"\d+", text)) == sorted(re.findall(r"\d+", event.text)), text


def collected(message: Message) -> bool:
    """True if a message and those inside it are in the catalogues, or have no words."""
    known = ("", message.template) in catalogues.engine_texts() or not catalogues._worded(message.template)
    return known and all(collected(fact) for fact in message.facts.values() if isinstance(fact, Message))


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
    seen = set()
    for ply in range(0, len(game), max(1, len(game) // 40)):
        then = game.at(ply)
        for action in strange_actions(game, ply):
            refusal = then.why_not(action)
            if refusal is None:
                continue
            seen.add(refusal.message.template)
            assert collected(refusal.message)
            assert tell(refusal.message, "en") == refusal.text
            for language in FOREIGN:
                text = tell(refusal.message, language)
                assert text != refusal.text
                assert not english_in(re.sub(r"\bipo \(|\bpool \(", "", text), names), text
    assert len(seen) >= 20, f"only {len(seen)} kinds of refusals were met"


def test_sentences_word_for_word() -> None:
    game = new()
    refusal = game.why_not(Dividend("pay"))
    assert refusal is not None
    assert refusal.text == "dividend is not possible now: the question is auction"
    assert tell(refusal.message, "de") == "Dividende: jetzt nicht möglich; gefragt ist: Versteigerung"
    assert tell(refusal.message, "pl") == "dywidenda: teraz niemożliwe; trwa: licytacja"
    why = Message("{company} from the {source:source}", {"company": "PRR", "source": "ipo"})
    facts = {"payer": "Ada", "payee": THE_BANK, "amount": 67, "why": why}
    paid = Message("{payer} pays {payee} {amount:$} ({why})", facts, Style("${}"))
    assert tell(paid, "en") == paid.text == "Ada pays the bank $67 (PRR from the IPO)"
    assert tell(paid, "de") == "Ada zahlt $67 an die Bank (Anteil von PRR; Herkunft: Erstausgabe)"
    assert tell(paid, "pl") == "Ada → bank: $67 (udział PRR; źródło: oferta pierwotna)"


def test_counts_have_the_plural_forms_of_their_language() -> None:
    notes = Plural("{count:n} note of {price:$}", "{count:n} notes of {price:$}")

    def told(count: int, language: str) -> str:
        return tell(Message(notes, {"count": count, "price": 100}, Style("${}")), language)

    assert [told(count, "en") for count in (0, 1, 2)] == ["0 notes of $100", "1 note of $100", "2 notes of $100"]
    assert [told(count, "de") for count in (1, 5)] == ["1 Schuldschein über $100", "5 Schuldscheine über $100"]
    polish = {count: told(count, "pl") for count in (1, 3, 5, 12, 22)}
    assert polish[1] == "1 skrypt dłużny na $100"
    assert polish[3] == "3 skrypty dłużne na $100"
    assert polish[22] == "22 skrypty dłużne na $100"
    assert (polish[5], polish[12]) == ("5 skryptów dłużnych na $100", "12 skryptów dłużnych na $100")
    assert told(1, "fr") == "1 note of $100"


HOSTILE = ("{who.__class__}", "{0}{amount:$}", "}{ %s \\N{DIGIT ONE}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_with_braces_are_only_names(language: str) -> None:
    game = stellwerk.new("1830", HOSTILE)
    events = [*game.apply(Bid("CS", 45)), *game.apply(Pass()), *game.apply(BuyPrivate("SV", 20))]
    text = " ".join(tell(event.message, language) for event in events)
    assert all(name in text for name in HOSTILE)
    for action in (Bid("{private}", 5), BuyShare("{name.__init__}", "ipo"), LayTile("{hex}", "{tile}", 0)):
        refusal = game.why_not(action)
        assert refusal is not None
        assert tell(refusal.message, language)
    refusal = game.why_not(Pass(), 2)
    assert refusal is not None
    assert HOSTILE[2] in tell(refusal.message, language)
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
        assert all(collected(message) for message in (receipt.title, *(line.message for line in receipt.lines)))
        assert receipt_in(receipt, "en") == receipt.worded()
        for language in FOREIGN:
            twin = receipt_in(receipt, language)
            assert twin.title != receipt.title.text
            assert twin.total == receipt.total
            assert [(line.amount, line.rule) for line in twin.lines] == [
                (line.amount, line.rule) for line in receipt.lines
            ]


def test_receipt_word_for_word() -> None:
    game = new()
    shares = rules_of(game).shares
    held = Message("{company} {percent} %", {"company": "B&O", "percent": 20})
    lines = (
        Line(Message("cash"), 20, "1830 11.3"),
        Line(shares.worth_of(0, 30, 82), 246, "1830 11.3"),
        Line(shares.not_counted(held, 1), 0, "1830 4.14"),
        Line(Message("private {private}", {"private": "SV"}), 20, "1830 11.3"),
        Line(Message("{name} {percent} %", {"name": "private", "percent": 10}), 0, "1830 8.4.1"),
        Line(Message("{train}: {stop}", {"train": "3-1", "stop": "E19 Albany"}), 0, "1830 8.3.7"),
    )
    twin = receipt_in(Receipt(Message("score of {name}", {"name": "Ada"}), lines, 286), "pl")
    assert twin.title == "majątek: Ada"
    assert [line.text for line in twin.lines] == [
        "gotówka",
        "PRR 30 % po $82",
        "B&O 20 %: 1 certyfikat nie liczy się przy tym kursie",
        "spółka prywatna SV",
        "private 10 %",
        "3-1: E19 Albany",
    ]


# Names that look like the engine's own words, or like fields of a template.
SNARES = ("5 notes of", "the bank", "{who}", "100 %", "yellow", "private SV")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", ["1830", "1862", "1854", "union-pacific"])
def test_a_name_is_never_read_as_words(title: str, language: str) -> None:
    """The same moves by players of plain names: the texts differ in the names only."""
    plain = tuple(f"Qx{letter}" for letter in "abcdef")
    made = [play_random(title, names, 60) for names in (plain, SNARES)]
    texts = [list(everything_said(game, language)) for game in made]
    assert len(texts[0]) > 100
    for said, snared in zip(*texts, strict=True):
        for name, snare in zip(plain, SNARES, strict=True):
            said = said.replace(name, snare)
        assert said == snared


def play_random(title: str, names: tuple[str, ...], count: int) -> Game[Any]:
    """A few moves, the same ones for all names."""
    game, chance = stellwerk.new(title, names), Random(7)
    while game.ply < count and game.decision() is not None:
        decision = game.decision()
        assert decision is not None
        option = chance.choice([option for option in game.options() if option.seat is None and not option.free])
        game.apply(option.take(None if option.amount is None else option.amount.low), decision.seat)
    return game


def everything_said(game: Game[Any], language: str) -> Iterator[str]:
    """Log, receipts, and the refusals of moves that do not fit."""
    receipts = [event.receipt for event in game.events if event.receipt] + list(game.receipts().values())
    yield from (tell(event.message, language) for event in game.events)
    for receipt in receipts:
        told = receipt_in(receipt, language)
        yield " | ".join((told.title, *(line.text for line in told.lines)))
    for ply in game.plies[::3]:
        for seat in range(len(game.rules.seats)):
            refusal = game.why_not(ply.action, seat)
            yield tell(refusal.message, language) if refusal else ""


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
    message = Message("{who} does something new", {"who": "Ada"})
    assert tell(message, "de") == "Ada does something new"
    assert tell(message, "fr") == message.text
    assert tell(Illegal("1830 1", "no").message, "xx") == "no"


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
    places = [ui_of(name).place for name in TITLES]
    for place in (FAMILY, *filter(None, places)):  # labels that templates translate by name
        assert {place.side_label, place.players_label} <= set(texts)
    assert translate("Undo", "de") == "Zurücknehmen"
    assert translate("Waiting for {who}", "pl").format(who="{x}") == "Decyduje: {x}"


def test_a_plural_is_collected_wherever_it_stands() -> None:
    """One that is kept under a name before it is said was left in English."""
    left = ("unseen; {count:n} card left", "unseen; {count:n} cards left")
    assert ("", left) in catalogues.interface_texts()
    written = {path: path.read_text(encoding="utf-8") for path in catalogues.shown("py")}
    calls = [
        (path.name, one.value, many.value)
        for path, text in written.items()
        for call in ast.walk(ast.parse(text))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Plural"
        for one, many in [call.args]
        if isinstance(one, ast.Constant) and isinstance(many, ast.Constant)
    ]
    assert len(calls) > 3
    known = catalogues.interface_texts() | catalogues.engine_texts()
    assert [name for name, one, many in calls if ("", (one, many)) not in known] == []
