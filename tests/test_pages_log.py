"""The log as sentences: every decision of every kept game has one in every language, with its bookkeeping below it; the
whole of it can be searched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from stellwerk.i18n.catalogue import LANGUAGES
from stellwerk.web.pages.log import ALL, Wanted, entries_html, found
from stellwerk.web.pages.log_entries import AMBER, ROUNDS, LogEntry, record_entries
from stellwerk.web.pages.render import fragment
from stellwerk.web.pages.table_page import TablePage
from stellwerk.web.site import Site
from tests.kept import kept_game
from tests.page_support import PlainReader, bring, opened

GAMES = ("1830-3p-seed", "1854-4p-steady", "1862-4p", "18te-2p", "18te-3p", "union-pacific-4p", "union-pacific-2p")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with opened(tmp_path_factory.mktemp("log")) as made:
        yield made


@pytest.fixture(scope="module")
def tables(site: Site) -> dict[str, str]:
    return {name: bring(site, kept_game(name)) for name in GAMES}


def look(site: Site, game: str, language: str = "en") -> TablePage:
    return TablePage(site, PlainReader(language), game)


def entries(page: TablePage) -> list[list[LogEntry]]:
    book = page.site.logbook.book(page.live)
    return [record_entries(page, book, version, version) for version in range(1, book.version + 1)]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_is_a_sentence_and_every_event_has_a_place(
    site: Site, tables: dict[str, str], name: str, language: str
) -> None:
    page = look(site, tables[name], language)
    for ply, told in enumerate(entries(page), 1):
        assert told[0].first
        assert [entry.first for entry in told[1:]] == [False] * (len(told) - 1)
        lines = [line for entry in told for line in (entry.line, *entry.below)]
        assert all(re.search(r"\w", line.text) and "{" not in line.text for line in lines)
        events = page.live.game.events_of(ply, page.seat)
        assert {line.number for line in lines} >= set(range(len(events)))
        for entry in told:  # nobody has to open anything to read of these
            assert not {line.kind for line in entry.below} & (AMBER | ROUNDS)


@pytest.mark.parametrize("name", GAMES)
def test_sentences_are_marked_up_and_whole(site: Site, tables: dict[str, str], name: str) -> None:
    page = look(site, tables[name])
    for told in entries(page)[:300]:
        html = entries_html(page, ((entry, True) for entry in told)).decode()
        plain = re.sub(r"<[^>]*>", "", html).replace("&amp;", "&").replace("&#39;", "'")
        for entry in told:
            assert entry.line.text in plain
        assert html.count('data-ply="') == 1


def sentences(page: TablePage) -> list[str]:
    return [entry.line.text for told in entries(page) for entry in told]


@pytest.mark.parametrize(
    ("name", "language", "wanted"),
    [
        ("1830-3p-seed", "en", "NYC lays 57 on Albany E19"),
        ("1830-3p-seed", "en", "Ada buys 10 % of CPR for $10 (pool)"),
        ("1862-4p", "en", "NYC: price $35 to $40 (sold out)"),
        ("1830-3p-seed", "en", "Ben ends the turn"),
        ("1830-3p-seed", "de", "NYC legt Gleisplättchen 57 auf Albany E19"),
        ("1830-3p-seed", "pl", "NYC kładzie kafelek 57 na heks Albany E19"),
        ("1854-4p-steady", "en", "Dan takes an option on KR for 93 G"),
        ("1854-4p-steady", "de", "Lokalbahn 1 fährt 90 G ein"),
        ("1862-4p", "en", "NYH buys train 4 from NYC for $243"),
        ("1862-4p", "de", "NYC spart $120 ein"),
        ("18te-2p", "en", "Ben founds KHS for 300M"),
        ("18te-2p", "en", "Ada buys 10 % of KWE for 70M (treasury)"),
        ("union-pacific-4p", "en", "Ada builds MRR on Detroit–Marquette (timber)"),
        ("union-pacific-4p", "pl", "Ben bierze DM z wystawki"),
    ],
)
def test_places_have_names_and_prices_stand_in_the_sentence(
    site: Site, tables: dict[str, str], name: str, language: str, wanted: str
) -> None:
    assert wanted in sentences(look(site, tables[name], language))


@pytest.mark.parametrize("name", ["1830-3p-seed", "union-pacific-4p"])
def test_the_whole_log_is_searched(site: Site, tables: dict[str, str], name: str) -> None:
    page = look(site, tables[name])
    everything = [entry for told in entries(page) for entry in told]
    company, player = next(iter(page.company_marks)), page.game.rules.seats[1]

    def count(wanted: Wanted) -> int:
        before, number = 0, 0
        while True:
            shown = found(page, wanted, before)
            number += shown.html.count('<li class="ln') + shown.html.count('<li class="sep')
            if not shown.more:
                return number
            assert before == 0 or shown.more < before
            before = shown.more

    assert not Wanted()
    assert count(Wanted(player=player)) >= sum(player in entry.about for entry in everything) > 50
    assert count(Wanted(company=company)) >= sum(company in entry.about for entry in everything) > 10
    assert count(Wanted(kind="moves")) == sum(entry.first for entry in everything)
    assert 0 < count(Wanted(kind="money")) < len(everything)
    assert count(Wanted(company=company, player=player)) < count(Wanted(player=player))
    assert count(Wanted(q="no such words", kind=ALL)) == 0


def test_a_search_looks_at_so_much_at_a_time(
    site: Site, tables: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = look(site, tables["1830-3p-seed"])
    wanted = Wanted(q="no such words")
    monkeypatch.setattr("stellwerk.web.pages.log.LOOKED", 100)
    first = found(page, wanted)
    assert (first.html, first.more) == ("", page.live.version - 100 + 1)
    assert "Nothing found" not in fragment(page.reader, "table/log_more.html", log=first)
    rest, steps = first, 1
    while rest.more:
        rest, steps = found(page, wanted, rest.more), steps + 1
    assert steps == -(-page.live.version // 100)
    assert "Nothing found" in fragment(page.reader, "table/log_more.html", log=rest)


def test_what_is_found_below_a_sentence_is_shown_open(site: Site, tables: dict[str, str]) -> None:
    page = look(site, tables["1830-3p-seed"])
    html = found(page, Wanted(q="ten TIMES par")).html
    assert html.count('aria-expanded="true"') == html.count("capital of")
    assert 'class="below" hidden' not in html
    assert '<b class="sum">$670</b>' in html
