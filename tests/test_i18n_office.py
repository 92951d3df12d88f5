"""The word for whoever leads a company is the title's, and amounts in sentences have their thousands apart."""

from __future__ import annotations

import re
from pathlib import Path

from babel.messages.pofile import read_po

import stellwerk
from stellwerk.core.wording import sentence
from stellwerk.i18n import translate
from stellwerk.i18n.office import in_office

BECOMES = "{new} becomes president of {company} in place of {old}"


def test_a_director_is_told_as_one_in_each_language() -> None:
    assert in_office(BECOMES, "director", "en") == "{new} becomes director of {company} in place of {old}"
    assert in_office("President", "director", "en") == "Director"
    assert in_office("president's certificate of {company}", "director", "en").startswith("director's")
    for german, told in (
        ("{new} wird Präsident von {company}", "{new} wird Direktor von {company}"),
        ("das Präsidentenzertifikat kostet {cost:$}", "die Direktoraktie kostet {cost:$}"),
        ("Bargeld des Präsidenten", "Bargeld des Direktors"),
        ("mit dem Geld ihres Präsidenten", "mit dem Geld ihres Direktors"),
        ("mit demselben Präsidenten", "mit demselben Direktor"),
        ("Gesellschaften anderer Präsidenten", "Gesellschaften anderer Direktoren"),
        ("würde das Präsidentenamt kosten", "würde das Direktorenamt kosten"),
    ):
        assert in_office(german, "director", "de") == told
    polish = translate(BECOMES, "pl")
    assert in_office(polish, "director", "pl") == polish


def test_every_german_text_can_be_told_of_a_director() -> None:
    for name in ("engine", "interface"):
        path = Path(stellwerk.__file__).parent / "i18n" / "locale" / "de" / "LC_MESSAGES" / f"{name}.po"
        with path.open("rb") as file:
            texts = [str(entry.string) for entry in read_po(file)]
        told = [in_office(text, "director", "de") for text in texts]
        assert told != texts
        wrong = re.compile(r"Präsident|\b(das|des|dem|ein|eines|einem) Direktoraktie")
        assert [text for text in told if wrong.search(text)] == []


def test_a_president_stays_one() -> None:
    assert in_office(BECOMES, "president", "en") == BECOMES


def test_thousands_are_apart_where_that_is_wanted() -> None:
    assert sentence("{x:$} of {y}", {"x": 11280, "y": 2000}, "${}", ",") == "$11,280 of 2000"
    assert sentence("{x:$}", {"x": 11280}, "{} G", "\u00a0") == "11\u00a0280 G"
    assert sentence("{x:$}", {"x": 11280}, "${}") == "$11280"
    assert sentence("{x:$}", {"x": "110"}, "${}", ",") == "$110"
