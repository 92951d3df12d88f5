"""The word for whoever leads a company is the title's, and amounts in sentences have their thousands apart."""

from __future__ import annotations

import re

import pytest

import stellwerk
from scripts import messages as catalogues
from stellwerk.core import Message, Plural, Style
from stellwerk.eighteen.engine import FamilyRules
from stellwerk.eighteen.table import OFFICES
from stellwerk.i18n import LANGUAGES, tell

BECOMES = "{new} becomes president of {company} in place of {old}"
NAMES = {"new": "president", "old": "Präsident", "company": "A"}
DIRECTOR = Style("{}", *OFFICES["director"])


def test_a_director_is_told_as_one_in_each_language() -> None:
    becomes = Message(BECOMES, NAMES, DIRECTOR)
    assert becomes.text == "president becomes director of A in place of Präsident"
    assert tell(becomes, "de") == "president wird Direktor von A anstelle von Präsident"
    assert tell(becomes, "pl") == tell(Message(BECOMES, NAMES), "pl")  # prezes for both
    for english, told, german in (
        ("President", "Director", "Direktor"),
        ("president's certificate of {company}", "director's certificate of A", "Direktoraktie von A"),
    ):
        message = Message(english, NAMES, DIRECTOR)
        assert (message.text, tell(message, "de")) == (told, german)
    lost = Message("the sale would cost the presidency of the company that needs the train", {}, DIRECTOR)
    assert lost.text == "the sale would cost the directorship of the company that needs the train"


def test_a_reason_has_the_words_of_its_sentence() -> None:
    why = Message("president's certificate of {company}", NAMES)
    paid = Message("{payer} pays {payee} {amount:$} ({why})", {"payer": "A", "payee": "B", "amount": 5, "why": why})
    assert paid.text == "A pays B 5 (president's certificate of A)"
    assert Message(paid.template, paid.facts, DIRECTOR).text == "A pays B 5 (director's certificate of A)"
    assert tell(Message(paid.template, paid.facts, DIRECTOR), "de") == "A zahlt 5 an B (Direktoraktie von A)"


@pytest.mark.parametrize("domain", ["engine", "interface"])
def test_no_text_tells_a_director_of_presidents(domain: str) -> None:
    texts = catalogues.messages(catalogues.read("de", domain))
    own = {text for context, text in texts if context == "director"}
    assert own
    for (context, text), told in texts.items():
        if context == "director" or (context == "" and text not in own):
            assert not re.search(r"Präsident|\b(das|des|dem|ein|eines|einem) Direktoraktie", told[0]), told


def test_a_president_stays_one() -> None:
    assert Message(BECOMES, NAMES).text == "president becomes president of A in place of Präsident"
    assert tell(Message(BECOMES, NAMES), "de") == "president wird Präsident von A anstelle von Präsident"


OWN = {  # what German calls the same thing in each title
    "1830": (
        "Priority-Deal",
        "Loks der Klasse 2 werden verschrottet",
        "A hat 2 Zertifikate; das Limit ist 1",
        "Bankpool",
    ),
    "1854": ("Erstkaufrecht", "Loks der Klasse 2 werden verschrottet", "A hat 2 Aktien; das Limit ist 1", "Bankpool"),
    "1862": ("Priority-Deal", "Loks der Klasse 2 werden verschrottet", "A hat 2 Papiere; das Limit ist 1", "Bankpool"),
    "18te": ("Erster Handel", "Loks der Klasse 2 rosten", "A hat 2 Zertifikate; das Limit ist 1", "Bankvermögen"),
}


@pytest.mark.parametrize("title", OWN)
def test_a_title_has_the_words_of_its_rulebook(title: str) -> None:
    players = ["Ada", "Ben", "Cleo"] + ["Dan"] * (title == "1862")
    t = stellwerk.new(title, players).rules
    assert isinstance(t, FamilyRules)
    counted = Plural(
        "{who} has {count:n} certificate; the limit is {limit}",
        "{who} has {count:n} certificates; the limit is {limit}",
    )
    said = (
        t.t.message("priority"),
        t.t.message("trains {kind} rust", kind="2"),
        t.t.message(counted, who="A", count=2, limit=1),
        t.t.message("{place:source}", place="pool"),
    )
    assert tuple(tell(message, "de") for message in said) == OWN[title]
    assert [tell(message, "en") for message in said] == [message.text for message in said]
    assert tell(said[0], "pl") == "priorytet"  # Polish has one word for all


@pytest.mark.parametrize(("title", "office"), [("1830", "president"), ("1854", "director"), ("1862", "director")])
def test_titles_have_their_own_word_in_log_and_refusals(title: str, office: str) -> None:
    rules = stellwerk.new(title, ["Ada", "Ben", "Cleo", "Dan"]).rules
    assert isinstance(rules, FamilyRules)
    assert rules.t.message("president").text == office
    assert rules.t.no("over", "the president can raise the money").text == f"the {office} can raise the money"
    for language in LANGUAGES:
        assert tell(rules.t.message(BECOMES, **NAMES), language)


def test_thousands_are_apart_where_that_is_wanted() -> None:
    message = Message("{x:$} of {y}", {"x": 11280, "y": 2000}, Style("${}"))
    assert (message.text, tell(message, "en", ",")) == ("$11280 of 2000", "$11,280 of 2000")
    assert tell(Message("{x:$}", {"x": 11280}, Style("{} G")), "pl", "\u00a0") == "11\u00a0280 G"
    assert tell(Message("{x:$}", {"x": "110"}, Style("${}")), "en", ",") == "$110"
