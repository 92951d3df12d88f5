"""Decisions about shares, money and trains: what the panels offer and say, and that the game does just that."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import stellwerk
from stellwerk.core import Game
from stellwerk.titles.t1830.rules import Rules1830
from stellwerk.web.pages.matrix import percent_text
from tests.web_support import Browser, Json, served

GAMES = Path(__file__).parent / "data" / "games"
RANDOM = Path(__file__).parent / "data" / "random"
TWO, THREE, FIVE = "1830-2p-games18xx", "1830-3p-seed", "1830-5p-games18xx"
R1106, R1243 = "1830-random-1106", "1830-random-1243"

# A position of every kind of decision: file, ply.
POSITIONS = {
    "auction": (R1106, 3),
    "bid_off": (R1106, 6),
    "par": (R1106, 13),
    "stock": (TWO, 161),
    "must_sell": (TWO, 914),
    "dividend": (R1243, 876),
    "trains": (TWO, 139),
    "privates": (THREE, 220),
    "discard": (TWO, 360),
    "consent": (THREE, 791),
}


@cache
def recorded(name: str) -> Game[Any]:
    folder = RANDOM if "random" in name else GAMES
    return stellwerk.load(folder / f"{name}.json.gz")


class Table:
    """A recorded position as an analysis table, seen by its pages."""

    def __init__(self, browser: Browser, name: str, ply: int) -> None:
        self.browser = browser
        self.game = recorded(name).at(ply)
        file = json.loads(self.game.transcript().encode())
        made = browser.post("/import", {"file": file})
        assert made.status_code == 201, made.text
        self.id = made.json()["table"]["id"]
        self.version = ply

    def page(self, query: str = "tab=companies") -> str:
        answer = self.browser.send("GET", f"/g/{self.id}/now?{query}")
        assert answer.status_code == 200, answer.text[:500]
        return answer.text

    def decision(self, query: str = "tab=map") -> str:
        return region(self.page(query), "decision")

    def choose(self, query: str, more: str = "") -> str:
        answer = self.browser.send("GET", f"/g/{self.id}/choose?tab=companies&{query}{more}")
        assert answer.status_code == 200, answer.text[:500]
        return answer.text

    def act(self, action: Json, seat: int) -> Any:
        body = {"seat": seat, "expected_version": self.view()["version"], "action": action, "key": ""}
        return self.browser.send("POST", f"/g/{self.id}/act?tab=companies", body)

    def view(self) -> Json:
        return self.browser.view(self.id)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with served(tmp_path_factory.mktemp("money")) as client:
        made = Browser(client)
        made.get("/session")
        yield made


def at(browser: Browser, name: str, ply: int) -> Table:
    """A table that is only looked at; the same for all tests that want this position."""
    tables: dict[tuple[str, int], Table] = browser.__dict__.setdefault("tables", {})
    if (name, ply) not in tables:
        tables[name, ply] = Table(browser, name, ply)
    return tables[name, ply]


def region(text: str, name: str) -> str:
    """The section with an id."""
    start = text.index(f'id="{name}"')
    return text[start : text.index("</section>", start)]


def words(text: str) -> str:
    """The text of a piece of a page, in one line."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


def choices(text: str) -> list[str]:
    return sorted({html.unescape(found) for found in re.findall(r'data-choose="([^"]*)"', text)})


def actions(text: str, mark: str = "data-action") -> list[Json]:
    return [json.loads(html.unescape(found)) for found in re.findall(rf'{mark}="([^"]*)"', text)]


def facts(text: str) -> dict[str, str]:
    """The lines of an effect: label and figures."""
    found = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", text, re.DOTALL)
    return {words(label): words(value) for label, value in found}


def pick(text: str) -> str:
    start = text.index('id="pick"')
    end = text.find('class="row ways"', start)
    return text[start : end if end > 0 else text.index("</section>", start)]


def confirmed(text: str) -> Json:
    """The action of the one filled button."""
    assert text.count("btn pri") == 1
    return actions(pick(text))[0]


# -- every panel


@pytest.mark.parametrize("kind", POSITIONS)
def test_nothing_is_filled_before_a_choice_and_one_button_after_it(browser: Browser, kind: str) -> None:
    table = at(browser, *POSITIONS[kind])
    asked = table.game.decision()
    assert asked is not None
    assert asked.kind == kind
    panel = table.decision()
    assert "btn pri" not in panel
    found = choices(panel)
    assert found or kind == "consent"
    for query in found:
        answer = table.choose(query)
        assert 'id="pick"' in answer, query
        assert answer.count("btn pri") <= 1
        if "btn pri" in answer:
            action = confirmed(answer)
            read = table.game.rules.action_types[action["type"]]
            assert any(type(option.action) is read for option in table.game.options())


@pytest.mark.parametrize("kind", ["auction", "stock", "trains", "privates", "dividend", "discard"])
def test_the_filled_button_is_accepted(browser: Browser, kind: str) -> None:
    for query in choices(at(browser, *POSITIONS[kind]).decision())[:3]:
        table = Table(browser, *POSITIONS[kind])
        chosen = table.choose(query)
        if "btn pri" not in chosen:
            continue
        asked = table.game.decision()
        assert asked is not None
        answer = table.act(confirmed(chosen), asked.seat)
        assert answer.status_code == 200, (query, answer.text[:300])


@pytest.mark.parametrize("kind", POSITIONS)
@pytest.mark.parametrize("language", ["de", "pl"])
def test_panels_speak_german_and_polish(browser: Browser, kind: str, language: str) -> None:
    table = at(browser, *POSITIONS[kind])
    english = words(table.decision("tab=map&lang=en"))
    other = words(table.decision(f"tab=map&lang={language}"))
    assert other != english
    for phrase in ("Your cash", "Sell", "Buy", "Cancel", "has to agree", "Withhold", "Treasury"):
        assert phrase not in other
    table.decision("tab=map&lang=en")


@pytest.mark.parametrize(
    "query",
    [
        "do=nothing",
        "do=sell&company=XX",
        "do=sell&company=NYC&percent=999",
        "do=sell&company=NYC&percent=-1",
        "do=buy&company=NYC&source=moon",
        "do=par&company=PRR&price=x",
        "do=private&private=SV&amount=1e9",
        "do=list&of.NYC=abc&of.PRR=-5",
        "do=train&train=%00",
        "do=dividend",
        "do=",
    ],
)
def test_odd_queries_show_the_panel(browser: Browser, query: str) -> None:
    text = at(browser, *POSITIONS["stock"]).choose(query)
    assert 'id="decision"' in text
    assert text.count("btn pri") <= 1


def test_a_choice_of_an_old_page_shows_the_new_position(browser: Browser) -> None:
    table = at(browser, *POSITIONS["stock"])
    text = table.choose("do=sell&company=NYC", "&version=3")
    assert 'id="top"' in text
    assert "btn pri" not in region(text, "decision")


def test_who_does_not_decide_gets_no_choice(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        owner, guest = Browser(client), Browser(client)
        owner.get("/session")
        table = Table(owner, *POSITIONS["stock"])
        answer = guest.send("GET", f"/g/{table.id}/choose?do=sell&company=NYC")
        assert 'id="pick"' not in answer.text
        assert "btn pri" not in answer.text


# -- figures are those of the game


def test_a_sale_does_what_the_panel_says(browser: Browser) -> None:
    table = at(browser, *POSITIONS["stock"])
    seat = table.game.decision().seat  # type: ignore[union-attr]
    for query in [found for found in choices(table.decision()) if found.startswith("do=sell")]:
        chosen = table.choose(query)
        action = confirmed(chosen)
        told = facts(pick(chosen))
        copy = table.game.branch()
        copy.apply(stellwerk.core.transcript.action_from_json(action, table.game.rules.action_types), seat)
        before, after = table.game.view(seat), copy.view(seat)
        me, then = before["players"][seat], after["players"][seat]
        assert told["Your cash"] == f"${me['cash']} → ${then['cash']:,}"
        company = action["company"]
        old, new = before["companies"][company], after["companies"][company]
        assert told["Pool"] == f"{old['pool']} → {new['pool']} % of 50"
        if old["price"] != new["price"]:
            assert told["Share price"] == f"${old['price']} → ${new['price']}"
        assert company in words(pick(chosen))


def test_selling_more_shows_the_price_after_each_share(browser: Browser) -> None:
    table = at(browser, THREE, 77)
    chosen = pick(table.choose("do=sell&company=CPR&percent=30"))
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", chosen, re.DOTALL)
    assert [words(row).split(" $")[0] for row in rows] == ["1 × 10 %", "2 × 10 %", "3 × 10 %"]
    assert confirmed_percent(chosen) == 30
    assert "becomes president of CPR" in words(chosen)
    assert "1830 4.17" in chosen
    assert "1830 4.9" in chosen  # not to be bought again
    fewer = table.choose(choices(chosen)[0])
    assert confirmed_percent(pick(fewer)) != 30


def confirmed_percent(text: str) -> int:
    return int(actions(text)[-1]["percent"])


def test_the_market_beside_it_shows_where_the_marker_goes(browser: Browser) -> None:
    table = at(browser, *POSITIONS["stock"])
    text = table.choose("do=sell&company=C%26O")
    market = text[text.index('id="market-preview"') :]
    assert market.count('class="cmark to"') == 1
    assert "tok ghost" in market
    plain = table.page()
    assert "cmark" not in plain[plain.index('id="market-preview"') :]


def test_grey_buttons_tell_the_rule(browser: Browser) -> None:
    table = at(browser, *POSITIONS["stock"])
    page = table.page()
    refused = actions(page, "data-why")
    assert refused
    for action in refused:
        answer = browser.send("POST", f"/g/{table.id}/why", {"action": action, "seat": None})
        assert answer.status_code == 200
        assert "Rule 1830" in answer.text


def test_a_purchase_carries_its_price(browser: Browser) -> None:
    table = at(browser, *POSITIONS["stock"])
    panel = region(table.page(), "decision")
    assert "IPO $90" in words(panel)
    assert "Pool $66" in words(panel)
    told = facts(pick(table.choose("do=buy&company=C%26O&source=pool")))
    assert told["Your cash"] == "$508 → $442"
    assert told["Your C&O"] == "10 → 20 %"


def test_a_forced_sale_names_its_limit(browser: Browser) -> None:
    table = at(browser, *POSITIONS["must_sell"])
    panel = words(table.decision())
    me = table.game.view(None)["players"][table.game.decision().seat]  # type: ignore[union-attr]
    limit = me["certificate_limit"]
    over = me["certificates"] > limit
    assert (f"{me['certificates']} certificates; the limit is {limit}" if over else "You hold more than 60 %") in panel
    assert not [query for query in choices(table.decision()) if not query.startswith(("do=sell", "do=list"))]


def test_several_companies_at_once(browser: Browser) -> None:
    table = at(browser, THREE, 230)
    assert "do=list" in choices(table.decision())
    open_ = table.choose("do=list")
    assert "btn pri" not in open_
    both = table.choose("do=list&of.NYC=10&of.CPR=10")
    assert confirmed(both) == {
        "type": "sell_list",
        "sales": [{"company": "NYC", "percent": 10}, {"company": "CPR", "percent": 10}],
    }


def test_par_shows_cost_and_what_is_missing_to_float(browser: Browser) -> None:
    table = at(browser, TWO, 9)
    queries = [query for query in choices(table.decision()) if query.startswith("do=par")]
    chosen = table.choose(queries[0])
    prices = [query for query in choices(pick_open(chosen)) if "price=" in query]
    options = [option.action for option in table.game.options() if option.action.kind == "par"]
    company = re.search(r"company=([^&]+)", queries[0])
    assert company
    assert len(prices) == sum(option.company == company[1].replace("%26", "&") for option in options)  # type: ignore[attr-defined]
    assert chosen.count('class="cmark legal"') == 2 * len(prices)  # in the panel and on the stage
    one = table.choose(next(query for query in prices if "price=67" in query))
    told = facts(pick(one))
    assert "4 shares until it floats" in told["Sold"]
    assert "$134" in words(pick(one))


def pick_open(text: str) -> str:
    return text[text.index('id="pick"') :]


# -- auction


def test_privates_that_are_sold_come_last(browser: Browser) -> None:
    table = at(browser, *POSITIONS["bid_off"])
    gone = [" gone" in marks for marks in re.findall(r'<li class="lot([^"]*)"', table.decision())]
    assert any(gone)
    assert gone == sorted(gone)


def test_the_auction_shows_bids_bound_and_free_money(browser: Browser) -> None:
    table = at(browser, *POSITIONS["bid_off"])
    panel = table.decision()
    auction = table.game.view(None)["auction"]
    for private, bids in auction["bids"].items():
        lot = panel[panel.index(f'data-private="{private}"') :].split("</li>")[0]
        for amount in bids.values():
            assert f"${amount}" in words(lot)
    seat = table.game.decision().seat  # type: ignore[union-attr]
    me = table.game.view(None)["players"][seat]
    free = me["cash"] - auction["committed"][me["name"]]
    assert f"${free}" in words(panel[panel.index("purses") :])


def test_a_bid_stays_in_its_range_and_the_server_has_the_last_word(browser: Browser) -> None:
    table = at(browser, *POSITIONS["bid_off"])
    seat = table.game.decision().seat  # type: ignore[union-attr]
    query = next(query for query in choices(table.decision()) if query.startswith("do=bid"))
    option = next(option for option in table.game.options() if option.amount)
    assert option.amount
    for wished, shown in ((0, option.amount.low), (10**6, option.amount.high), (option.amount.low + 1, None)):
        chosen = pick(table.choose(query, f"&amount={wished}"))
        value = int(re.search(r'name="amount" [^>]*value="(\d+)"', chosen)[1])  # type: ignore[index]
        assert value in option.amount
        assert shown is None or value == shown
    refused = table.act({"type": "bid", "private": option.action.private, "amount": 1}, seat)  # type: ignore[attr-defined]
    assert refused.status_code == 422
    assert "1830 2.2" in refused.text


# -- dividend


def test_pay_and_withhold_stand_side_by_side(browser: Browser) -> None:
    table = at(browser, *POSITIONS["dividend"])
    panel = table.decision()
    assert choices(panel) == ["do=dividend&choice=pay", "do=dividend&choice=withhold"]
    assert 'data-key="p"' in panel
    assert 'data-key="w"' in panel
    said = words(panel)
    assert "$410 Revenue" in said
    assert "Player 3 20 % +$82" in said
    assert "$82 → $90" in said
    assert "$82 → $76" in said
    assert "1830 5.2" in said
    assert "1830 5.3" in said
    assert "Total $410" in said
    chosen = table.choose("do=dividend&choice=pay")
    assert confirmed(chosen) == {"type": "dividend", "choice": "pay"}
    assert "Pay out $41 a share" in words(chosen)


# -- trains


def test_a_train_says_what_it_sets_off(browser: Browser) -> None:
    table = at(browser, THREE, 390)
    panel = words(table.decision())
    assert "phase 4" in panel
    assert "rusting: 2" in panel
    chosen = table.choose("do=train&train=4-0")
    told = words(pick(chosen))
    seat = table.game.decision().seat  # type: ignore[union-attr]
    copy = table.game.branch()
    copy.apply(stellwerk.core.transcript.action_from_json(confirmed(chosen), table.game.rules.action_types), seat)
    before, after = table.game.view(None)["companies"], copy.view(None)["companies"]
    for name, entry in before.items():
        lost = [train for train in entry["trains"] if train not in after[name]["trains"]]
        assert (f"{name} loses" in told) == bool(lost)
    assert "1830 9.6" in told
    assert "Train limit: 4 → 3" in told


def test_a_train_of_another_company_has_a_price_field(browser: Browser) -> None:
    table = at(browser, TWO, 139)
    query = next(found for found in choices(table.decision()) if found == "do=train&train=2-0")
    chosen = pick(table.choose(query, "&amount=200"))
    assert 'type="range"' in chosen
    told = facts(chosen)
    assert told["Treasury of NYC"] == "$760 → $560"
    assert told["Treasury of C&O"] == "$580 → $780"
    assert actions(chosen)[0]["price"] == 200


def test_an_emergency_says_what_is_missing_and_bankruptcy_what_it_means(browser: Browser) -> None:
    table = at(browser, FIVE, 855)
    panel = words(table.decision())
    assert "B&M has no train and must buy one." in panel
    assert "Treasury $494, your cash $391: still missing $215." in panel
    sale = pick(table.choose("do=sell&company=PRR"))
    assert facts(sale)["Your cash"] == "$391 → $411"
    end = table.choose("do=bankrupt")
    told = facts(pick(end))
    assert told["Your cash"] == "$391 → $0"
    assert "The game ends: a player is bankrupt" in words(end)
    assert told["Final score of Dan"].startswith("$")
    assert table.game.view(None)["ended"] == ""


def test_a_discard_shows_what_is_left(browser: Browser) -> None:
    table = at(browser, *POSITIONS["discard"])
    query = choices(table.decision())[0]
    told = facts(pick(table.choose(query)))
    assert any(label.startswith("Trains of") and "→" in value for label, value in told.items())


# -- consent and privates


def test_consent_has_two_equal_buttons_and_the_effect(browser: Browser) -> None:
    table = at(browser, *POSITIONS["consent"])
    panel = table.decision()
    assert actions(panel) == [{"type": "answer", "accept": True}, {"type": "answer", "accept": False}]
    assert 'data-key="y"' in panel
    assert 'data-key="n"' in panel
    assert "Cleo (B&M) offers $340 for train D of ERIE." in words(panel)
    assert facts(panel)["Treasury of ERIE"] == "$0 → $340"


def test_a_private_asks_for_a_price_and_names_who_must_agree(browser: Browser) -> None:
    table = at(browser, *POSITIONS["privates"])
    chosen = pick(table.choose("do=private&private=CS&amount=30"))
    told = facts(chosen)
    assert told["Treasury of NYC"] == "$150 → $120"
    assert told["Cash of Ada"] == "$355 → $385"
    assert "Ada has to agree." in words(chosen)
    assert "1830 0.6" in chosen


def test_an_exchange_is_offered_with_its_share(browser: Browser) -> None:
    table = at(browser, THREE, 19)
    query = next(query for query in choices(table.decision()) if query.startswith("do=exchange"))
    chosen = table.choose(query)
    assert confirmed(chosen)["type"] == "exchange"
    assert facts(pick(chosen))["Your NYC"] == "0 → 10 %"


def test_out_of_turn_an_exchange_opens_with_its_effect(tmp_path: Path) -> None:
    game = recorded(TWO).at(8)  # Ben is asked, Ada owns MH
    with served(tmp_path) as client:
        ada, ben = Browser(client), Browser(client)
        ada.get("/session")
        ben.get("/session")
        file = json.loads(game.transcript().encode())
        made = ada.post("/import", {"file": file, "seats": [{"kind": "me"}, {"kind": "open"}]}).json()
        ben.post(f"/games/{made['table']['id']}/join", {"secret": made["secrets"][1]["secret"], "name": "Ben"})
        panel = region(ada.send("GET", f"/g/{made['table']['id']}/now?tab=map").text, "decision")
        query = next(query for query in choices(panel) if query.startswith("do=exchange"))
        chosen = ada.send("GET", f"/g/{made['table']['id']}/choose?{query}").text
        action = confirmed(chosen)
        body = {"seat": 0, "expected_version": 8, "action": action, "key": ""}
        assert ada.send("POST", f"/g/{made['table']['id']}/act", body).status_code == 200
        assert "NYC" in ada.view(made["table"]["id"])["view"]["players"][0]["shares"]


# -- titles that hide something, other sizes


def test_a_title_that_hides_things_gives_no_effects(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    table = at(browser, *POSITIONS["stock"])
    assert 'id="pick"' in table.choose("do=buy&company=C%26O&source=pool")
    monkeypatch.setattr(Rules1830, "hides", True)
    assert 'id="pick"' not in table.choose("do=buy&company=C%26O&source=pool")


def test_certificates_of_other_sizes() -> None:
    assert percent_text(40, 20) == "2 × 20 %"
    assert percent_text(30, 20) == "30 %"
