"""The views of the table page: companies column, player cards, tabs; what they say agrees with the game."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import stellwerk
from stellwerk.core import Game, Message
from stellwerk.draw.history import KEPT, OPEN, PAID, RoundsPast
from stellwerk.eighteen.running import kind_of
from stellwerk.i18n import translate
from stellwerk.web.pages.initials import initials
from stellwerk.web.pages.players_strip import player_cards
from stellwerk.web.pages.tabs import FAMILY
from stellwerk.web.pages.tabs.rules import search
from stellwerk.web.pages.tabs.trains import dry_run, next_kind
from stellwerk.web.remembered import Remembered
from tests.web_support import Browser, served

FILE = Path(__file__).parent / "data" / "games" / "1830-3p-seed.json.gz"
PLIES = 700


@pytest.fixture(scope="module")
def game() -> Game[Any]:
    loaded: Game[Any] = stellwerk.load(FILE)
    return loaded.at(PLIES)


@pytest.fixture(scope="module")
def table(game: Game[Any], tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Browser, str]]:
    """The game as an analysis table on a server."""
    with served(tmp_path_factory.mktemp("views")) as client:
        browser = Browser(client)
        made = browser.post("/import", {"file": json.loads(game.transcript().encode())})
        assert made.status_code == 201, made.text
        yield browser, made.json()["table"]["id"]


def shown(table: tuple[Browser, str], tab: str = "map", ply: int | None = None, language: str = "en") -> str:
    browser, name = table
    where = "" if ply is None else f"&ply={ply}"
    answer = browser.send("GET", f"/g/{name}/now?tab={tab}{where}", headers={"accept-language": language})
    assert answer.status_code == 200, answer.text[:400]
    return answer.text


def region(text: str, name: str) -> str:
    """The part of an answer from the element with that id to the next region."""
    begin = text.index(f'id="{name}"')
    ends = [found.start() for found in re.finditer(r'id="(top|side|stage|players|decision|log|meta)"', text)]
    return text[begin : min((end for end in ends if end > begin), default=len(text))]


# -- what happened


def told(game: Game[Any], company: str) -> tuple[int, str] | None:
    """The last income of a company, read off the log from its end."""
    outcome = OPEN
    for ply in reversed(game.plies):
        for event in reversed(ply.events):
            if event.facts.get("company") != company:
                continue
            if event.kind in ("dividend", "withhold") and outcome == OPEN:
                outcome = PAID if event.kind == "dividend" else KEPT
            elif event.kind == "run":
                return int(event.facts["revenue"]), outcome
            elif event.kind == "turn" and outcome:
                return 0, outcome
    return None


def test_last_incomes_are_those_of_the_log(game: Game[Any]) -> None:
    past = RoundsPast(game)
    seen = set()
    for ply in range(0, PLIES + 1, 7):
        position = game.at(ply)
        for entry in past.rules.t.companies:
            income = past.income(entry.id, ply)
            assert (None if income is None else (income.revenue, income.outcome)) == told(position, entry.id)
            seen.add(income.outcome if income else None)
    assert seen == {None, OPEN, PAID, KEPT}


def test_the_past_grows_with_the_game_and_begins_anew_after_an_undo(game: Game[Any]) -> None:
    remembered, line = Remembered(2**24), tuple(range(1, PLIES + 1))
    whole = RoundsPast(game)
    first = remembered.past_of("growing", game.at(200), line[:200])
    for ply in (201, 260, 240, 480, PLIES):
        assert remembered.past_of("growing", game.at(ply), line[:ply]) is first
    assert first.rounds == whole.rounds
    assert first.incomes == whole.incomes
    assert first.history() == whole.history()
    again = (*line[:250], *range(PLIES + 2, PLIES + 52))  # from action 251 on everything was taken back and made anew
    back = remembered.past_of("growing", game.at(300), again)
    assert back is not first
    assert back.rounds == RoundsPast(game.at(300)).rounds


def test_what_pages_remember_is_bounded_in_bytes(game: Game[Any]) -> None:
    remembered, line = Remembered(4 * 600_000), tuple(range(1, PLIES + 1))
    for number in range(40):
        remembered.past_of(f"game {number}", game, line)
    kept = remembered.pasts
    assert 2 <= len(kept) < 40
    assert kept.size <= kept.most == 600_000
    for number in range(10_000):
        remembered.logs.put(("page", number), b"x" * 1000, 1000)
        remembered.moments.take(number, lambda: "made", lambda _: 500)
        remembered.runs.take(number, lambda: "made", lambda _: 6000)
    for shared in (remembered.logs, remembered.moments, remembered.runs):
        assert 0 < shared.size <= shared.most <= 600_000


def test_rounds_meet_each_other_and_their_scores_are_the_games(game: Game[Any]) -> None:
    past = RoundsPast(game)
    assert past.rounds[0].first == 0
    for entry, following in zip(past.rounds, past.rounds[1:], strict=False):
        assert entry.last == following.first
        assert entry.scores == game.at(entry.last).result().scores
        assert past.at(entry.last) == past.rounds.index(following)
    assert past.at(PLIES) == len(past.rounds) - 1


def test_dividends_are_what_the_bank_paid_the_players(game: Game[Any]) -> None:
    past = RoundsPast(game)
    paid = [0, 0, 0]
    for event in game.events:
        if event.kind == "dividend" and event.receipt is not None:
            for line in event.receipt.lines:
                for seat, name in enumerate(past.rules.seats):
                    if re.fullmatch(re.escape(name) + r" \d+ %", line.text):
                        paid[seat] += line.amount
    assert [sum(entry.dividends[seat] for entry in past.rounds) for seat in range(3)] == paid
    assert min(paid) > 0


# -- the column


def test_every_company_has_a_card_with_a_look_ahead_button(table: tuple[Browser, str], game: Game[Any]) -> None:
    side = region(shown(table), "side")
    looks = [html.unescape(name) for name in re.findall(r'data-look="([^"]+)"', side)]
    assert sorted(looks) == sorted(game.view(None)["companies"])


def test_the_operating_company_is_marked_and_those_before_it_are_done(
    table: tuple[Browser, str], game: Game[Any]
) -> None:
    checked = 0
    for ply in range(200, PLIES, 41):
        decision = game.at(ply).decision()
        if decision is None or decision.kind not in ("track", "token", "run", "dividend", "trains"):
            continue
        side = region(shown(table, ply=ply), "side")
        cards = re.findall(r'class="co ([a-z -]+)" data-company="([^"]+)"', side)
        states = {html.unescape(name): css.split()[0] for css, name in cards}
        order = [html.unescape(name) for _, name in cards]
        assert states[decision.actor] == "now"
        place = order.index(decision.actor)
        assert {states[name] for name in order[:place]} <= {"done"}
        assert "done" not in {states[name] for name in order[place:]}
        checked += 1
    assert checked > 3


def test_cards_are_violet_only_for_who_decides(table: tuple[Browser, str], game: Game[Any]) -> None:
    past = next(ply for ply in range(300, PLIES) if (d := game.at(ply).decision()) and d.kind == "run")
    assert " mine" not in region(shown(table, ply=past), "side")  # nobody acts in the past
    assert " mine" not in region(shown(table, ply=past), "players")
    assert " mine" in region(shown(table), "players")  # at an analysis table every seat is the reader's


# -- player cards


def test_holdings_stand_in_the_same_columns_for_everybody(table: tuple[Browser, str], game: Game[Any]) -> None:
    players = region(shown(table), "players")
    cards = players.split("<article")[1:]
    companies = list(game.view(None)["companies"])
    for card, player in zip(cards, game.view(None)["players"], strict=True):
        columns = [html.unescape(name) for name in re.findall(r'<li[^>]*title="([^"]+?): \d+ %', card)]
        assert columns == companies
        stars = [html.unescape(name) for name in re.findall(r'title="([^"]+?): \d+ %, president"', card)]
        assert sorted(stars) == sorted(player["president_of"])
        assert f'class="{"full" if player["certificates"] >= player["certificate_limit"] else ""}"' in card


def test_titles_outside_the_family_get_plain_cards() -> None:
    at: Any = SimpleNamespace(
        family=False,
        seat=0,
        asked=1,
        view={
            "players": [
                {"name": "Ada", "money": 12, "hand_size": 4, "shares": {"UP": 2, "SP": 0}, "hand": {"UP": 1}},
                {"name": "Ben", "money": None, "hand_size": 3, "shares": {}},
            ]
        },
        rights=SimpleNamespace(seats=frozenset({0})),
        table=SimpleNamespace(seats=[SimpleNamespace(kind=kind, bot="", taken=True) for kind in ("me", "bot")]),
        game=SimpleNamespace(rules=SimpleNamespace(seats=("Ada", "Ben"))),
        say=lambda text, **facts: Message(text, facts).text,
        money=lambda amount: f"${amount}",
    )
    strip = player_cards(at)
    ada, ben = strip.cards
    assert strip.plain
    assert (ada.cash, ada.facts) == ("$12", [("Cards in hand", "4"), ("Shares", "UP 2")])
    assert (ben.cash, ben.facts, ben.asked) == ("", [("Cards in hand", "3"), ("Shares", "–")], True)
    assert ben.badges == [("bot", "Bot")]


def test_initials_tell_players_apart() -> None:
    assert initials(("Mira", "Kasia", "Jonas")) == ("M", "K", "J")
    assert initials(("Player 1", "Player 2")) == ("P1", "P2")
    assert initials(("Anna", "Alma")) == ("An", "Al")
    assert initials(("Anna", "Anne")) == ("Aa", "Ae")
    assert initials(("Ada", "Ada")) == ("1", "2")


# -- tabs


@pytest.mark.parametrize("tab", [tab.id for tab in FAMILY])
@pytest.mark.parametrize("ply", [0, 30, 333, None])
def test_every_view_of_every_position_is_shown_without_inline_style(
    table: tuple[Browser, str], tab: str, ply: int | None
) -> None:
    stage = region(shown(table, tab, ply), "stage")
    assert f'data-tab="{tab}"' in stage
    assert " style=" not in stage
    assert "<script" not in stage
    assert "None" not in re.sub(r"<[^>]+>", " ", stage)


@pytest.mark.parametrize("language", ["de", "pl"])
def test_headings_are_translated(table: tuple[Browser, str], language: str) -> None:
    seen = shown(table, "trains", language=language)
    for text in ("Operating order", "Held by", "Phases", "What happens"):
        assert translate(text, language) != text
        assert translate(text, language) in seen
        assert f">{text}<" not in seen


def test_figures_with_a_receipt_are_the_totals_of_their_receipts(table: tuple[Browser, str]) -> None:
    browser, _ = table
    found = re.findall(
        r'data-pop="(/g/[^"]+)" data-receipt="[^"]*">([^<]+)<', shown(table, "players") + shown(table, "companies")
    )
    addresses = {html.unescape(address): figure for address, figure in found}
    assert len(addresses) > 8
    for address, figure in addresses.items():
        answer = browser.send("GET", address)
        assert answer.status_code == 200, address
        total = re.search(r"<tfoot>.*?</th><th>([^<]+)</th>", answer.text, re.S)
        assert total is not None
        assert total[1] == figure


def test_worth_by_part_adds_up(table: tuple[Browser, str], game: Game[Any]) -> None:
    stage = region(shown(table, "players"), "stage")
    body, foot = stage.split("<tfoot>")[0], stage.split("<tfoot>")[1]
    sums = [0, 0, 0]
    for row in re.findall(r"<tr>(.*?)</tr>", body.split("<tbody>")[1], re.S):
        for seat, cell in enumerate(re.findall(r"<td[^>]*>(.*?)</td>", row, re.S)[1:]):
            amount = re.search(r"\$([\d,]+)", cell)
            sums[seat] += int(amount[1].replace(",", "")) if amount else 0
    assert tuple(sums) == game.result().scores
    assert foot.count("data-receipt") == 6


def test_the_dry_run_is_what_happens_when_the_train_is_bought(game: Game[Any]) -> None:
    """Wherever the game changes its phase: what was told before, and what the companies had after."""
    checked = []
    for ply in range(1, PLIES):
        before, after = game.at(ply - 1), game.at(ply)
        if before.state.phase == after.state.phase:
            continue
        at = look(before)
        trigger = next_kind(at)
        assert trigger is not None
        assert after.rules.t.phases[after.state.phase].starts == trigger.id  # type: ignore[attr-defined]
        buyer = next(event.facts["company"] for event in game.plies[ply - 1].events if event.kind == "train")
        for row in dry_run(at, trigger):
            have = [kind_of(train) for train in after.view(None)["companies"][row.company]["trains"]]
            if row.company == buyer:
                have.remove(trigger.id)
            assert [chip.kind for chip in row.after] == have
        checked.append(trigger.id)
    assert len(checked) >= 2


def look(game: Game[Any]) -> Any:
    """What a view needs of a look at a table."""
    return SimpleNamespace(
        id=f"look-{game.ply}",
        game=game,
        live=SimpleNamespace(game=game),
        past=RoundsPast(game),
        t=game.rules.t,  # type: ignore[attr-defined]
        s=game.state,
        view=game.view(None),
        seat=None,
        rights=SimpleNamespace(seats=frozenset()),
        language="en",
        say=lambda text, **facts: Message(text, facts).text,
        money=lambda amount: f"${amount}",
    )


def test_the_ledger_has_a_line_for_every_round_and_marks_the_one_looked_at(
    table: tuple[Browser, str], game: Game[Any]
) -> None:
    past = RoundsPast(game)
    stage = region(shown(table, "ledger", 333), "stage")
    assert [int(ply) for ply in re.findall(r'data-ply="(\d+)"', stage)] == [entry.last for entry in past.rounds]
    rows = stage.split("<tbody>")[1].split("<tr ")[1:]
    here = [number for number, row in enumerate(rows) if 'aria-current="true"' in row]
    assert here == [past.at(333)]
    browser, name = table
    link = re.search(r'href="(/api/v1/[^"]+csv)"', stage)
    assert link is not None
    answer = browser.send("GET", link[1])
    assert answer.status_code == 200
    assert len(answer.text.splitlines()) == PLIES + 1
    assert name in answer.headers["content-disposition"]


def test_charts_lead_to_the_end_of_each_round(table: tuple[Browser, str], game: Game[Any]) -> None:
    past = RoundsPast(game)
    now, then = region(shown(table, "charts"), "stage"), region(shown(table, "charts", 333), "stage")
    worth = now.split('id="chart-prices"')[0]
    assert [int(goal) for goal in re.findall(r'data-goal="(\d+)"', worth)] == [entry.last for entry in past.rounds]
    assert "arrow here" not in now
    assert "arrow here" in then
    assert now.count("<figure") == 4


def test_the_market_says_where_markers_would_go(table: tuple[Browser, str], game: Game[Any]) -> None:
    stage = region(shown(table, "market"), "stage")
    t, s = game.rules.t, game.state  # type: ignore[attr-defined]
    rows = re.findall(r'<tr data-cell-of="(\d+)">(.*?)</tr>', stage, re.S)
    assert len(rows) == sum(company.cell >= 0 for company in s.companies)
    for cell, row in rows:
        number = int(cell)
        told = re.findall(r"<td[^>]*>(?:<b>)?([^<]*)", row)
        for place, way in zip(told[2:], (t.market.right, t.market.left, t.market.down, t.market.up), strict=True):
            goal = way[number]
            assert place == ("stays" if goal == number else f"${t.market.price[goal]}")


def test_tiles_can_be_picked_and_show_the_supply(table: tuple[Browser, str], game: Game[Any]) -> None:
    stage = region(shown(table, "tiles"), "stage")
    supply = game.view(None)["tile_supply"]
    for tile, left in supply.items():
        card = re.search(rf'data-pick-tile="{tile}".*?</button>', stage, re.S)
        assert card is not None
        assert f"<span>{left}/" in card[0]


def test_rules_are_searched_by_word_and_by_number(table: tuple[Browser, str]) -> None:
    found, count = search("1830", "8.1.4", "en")
    assert found[0].rule == "1830 8.1.4"
    assert count >= 1
    assert search("1830", "zzzqqq", "de") == ([], 0)
    assert search("1830", "  ", "en") == ([], 0)
    browser, name = table
    answer = browser.send("GET", f"/g/{name}/rules?q=%3Cb%3E")
    assert answer.status_code == 200
    assert "<b>" not in answer.text
    assert "president" in browser.send("GET", f"/g/{name}/rules?q=president").text


def test_the_rules_view_lists_the_options_of_the_table(table: tuple[Browser, str], game: Game[Any]) -> None:
    stage = region(shown(table, "rules"), "stage")
    assert re.findall(r'data-option="([^"]+)"', stage) == list(game.rules.options)
    decision = game.decision()
    assert decision is not None
    assert decision.rule in stage


# -- room, rows, the auction, charts as tables


def test_views_say_what_they_cover(table: tuple[Browser, str]) -> None:
    rooms = {}
    for tab in FAMILY:
        match = re.search(r'id="stage"[^>]*data-room="(\w*)"', shown(table, tab.id))
        assert match, tab.id
        rooms[tab.id] = match[1]
    assert {name for name, room in rooms.items() if room == "full"} == {"ledger", "charts"}
    assert {name for name, room in rooms.items() if room == "wide"} == {"companies"}


def test_a_view_alone_is_what_the_stage_shows(table: tuple[Browser, str]) -> None:
    browser, name = table
    for tab in ("market", "trains", "ledger"):
        alone = browser.send("GET", f"/g/{name}/view?tab={tab}").text.strip()
        assert f'id="view-{tab}"' in alone
        assert alone in shown(table, tab)


def test_closed_rows_say_one_figure(table: tuple[Browser, str], game: Game[Any]) -> None:
    text = shown(table)
    figures = dict(re.findall(r'id="figure-view-(\w+)">([^<]*)<', text))
    assert set(figures) == {tab.id for tab in FAMILY}
    best = max(game.result().scores)
    assert figures["charts"].startswith(game.rules.seats[game.result().scores.index(best)])
    actor = game.decision()
    assert actor is not None
    price = game.view()["companies"].get(actor.actor, {}).get("price")
    assert not price or html.unescape(figures["market"]) == f"{actor.actor} ${price}"


def test_charts_are_tables_too(table: tuple[Browser, str], game: Game[Any]) -> None:
    worth = region(shown(table, "charts"), "stage").split('id="chart-prices"')[0]
    last = re.findall(r"<tr><th.*?</tr>", worth.split("<tbody>")[1])[-1]
    assert re.findall(r"<td>\$([\d,]+)</td>", last) == [f"{score:,}" for score in game.result().scores]
    assert worth.count("data-goal=") == worth.split("<tbody>")[1].count("<tr>")


def test_the_auction_has_a_view_with_every_bid_and_what_is_free(table: tuple[Browser, str]) -> None:
    browser, _ = table
    loaded: Game[Any] = stellwerk.load(FILE)
    ply = next(n for n in range(1, 60) if (loaded.at(n).view()["auction"] or {"bids": {}})["bids"])
    at = loaded.at(ply)
    made = browser.post("/import", {"file": json.loads(at.transcript().encode())}).json()["table"]["id"]
    stage = region(browser.send("GET", f"/g/{made}/now").text, "stage")
    assert 'data-tab="auction"' in stage.split(">")[0]  # first while it lasts
    auction = at.view()["auction"]
    for private, bids in auction["bids"].items():
        row = stage[stage.index(f'data-private="{private}"') :].split("</tr>")[0]
        for amount in bids.values():
            assert f"${amount}" in row
    free = re.findall(r"<b>\$([\d,]+)</b>", stage[stage.rindex("Free") :])
    players = at.view()["players"]
    assert [int(each.replace(",", "")) for each in free] == [
        player["cash"] - auction["committed"].get(player["name"], 0) for player in players
    ]
    assert 'data-tab="auction"' not in region(shown(table), "stage")
