"""What the terminal prints: bids, costs and effects beside the choices, nothing twice, and in the reader's language."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from msgspec import structs

from stellwerk.cli.main import main
from stellwerk.cli.menu import MenuChoice, lines
from stellwerk.cli.runs import suggestions, visited
from stellwerk.cli.session import TerminalSession
from stellwerk.cli.voice import voice
from stellwerk.core import Game
from stellwerk.eighteen.actions import DiscardTrain, Dividend, LayTile, RunRoutes
from stellwerk.i18n import LANGUAGES
from tests.kept import kept_game
from tests.support import DATA


@cache
def kept(name: str) -> Game[Any]:
    return kept_game(name)


def found(name: str, kind: str, after: int = 0) -> Game[Any]:
    """The first position of a kept game that asks so."""
    game = kept(name)
    for ply in range(after, len(game)):
        decision = game.at(ply).decision()
        if decision is not None and decision.kind == kind:
            return game.at(ply)
    raise AssertionError((name, kind))


def leaves(menu: list[MenuChoice]) -> list[MenuChoice]:
    return [leaf for choice in menu for leaf in (leaves(choice.children) if choice.children else [choice])]


def listed(game: Game[Any]) -> list[str]:
    """Every choice of the position, groups opened."""
    session = TerminalSession(game, [None] * len(game.rules.seats), None)
    return [leaf.label for leaf in leaves(session.choices())]


def question(game: Game[Any], language: str = "en") -> str:
    decision = game.decision()
    assert decision is not None
    return voice(game, language).question(decision)


def typed(game: Game[Any], *texts: str) -> list[str]:
    """What is printed to each of these lines; the game goes on with them."""
    session = TerminalSession(game.branch(), [None] * len(game.rules.seats), None)
    told: list[str] = []
    rest = list(texts)

    def read(prompt: str) -> str:
        told.append(prompt)
        return rest.pop(0)

    session.read = read  # type: ignore[method-assign]
    session.menu = session.choices()
    while rest:
        session.turn()
        session.menu = session.choices()
    return told


# -- the auction


def test_standing_bids_and_bound_money_are_shown() -> None:
    text = question(found("1830-3p-seed", "bid_off"))
    assert "Ada has $800: $795 bound by bids, $5 free." in text
    assert "The bid-off is about CA." in text
    assert "Standing bids: CA: Cleo $800, Ada $795." in text
    assert "Bound by bids: Ada $795, Cleo $800." in text
    assert "Standing bids: PSC: Cleo $239, Dan $208, Ben $203; SOC: Ada $233." in question(found("1862-4p", "bid_off"))
    assert "bound" not in question(found("1830-3p-seed", "auction"))


def test_the_auction_of_a_company_names_the_bid_and_who_is_in() -> None:
    text = question(found("18te-2p", "company_auction"))
    assert "Raise the bid for KHS, or leave the auction." in text
    assert "Ada has bid 210M for KHS. Still in: Ada, Ben." in text


def test_a_company_is_named_where_a_player_is_asked_about_one() -> None:
    assert "Choose the par price of B&O." in question(found("1830-3p-seed", "par"))


# -- costs and effects


def test_every_tile_and_token_has_its_cost() -> None:
    for name in ("1830-3p-seed", "1854-4p-steady", "1862-4p", "18te-3p"):
        for kind in ("track", "token"):
            game = found(name, kind, 100)
            built = [text for text in listed(game) if text.startswith(("Tile", "Token", "Tunnel"))]
            assert built
            for text in built:
                assert " for " in text or text.endswith(", free of charge"), text
    assert any(text.startswith("Tunnel") and text.endswith("for 100 G") for text in listed(found("1854-3p", "track")))


def test_a_dividend_says_who_gets_what_and_where_the_price_goes() -> None:
    assert listed(found("18te-2p", "dividend")) == [
        "Pay out: Ben 15M, KHS 15M; the price stays",
        "Withhold: KHS 30M; price 90M to 80M",
    ]
    game = found("1862-4p", "dividend", 400)
    for option in game.options():
        if isinstance(option.action, Dividend):
            quote = game.quote(option)
            text = voice(game).option(option)[-1]
            for payment in quote.payments:
                assert f"${quote.gain(payment.payee)}" in text


def test_a_train_says_what_the_president_adds() -> None:
    assert "Buy 4 (4-2) for $300, of which Ben pays $73" in listed(kept("1830-3p-seed").at(401))


def test_an_objection_shows_both_runs() -> None:
    game = found("18te-3p", "objection", 100)
    assert "CME has declared: Run: 2+2: E11 Ladbergen" in question(game)
    accept, better = listed(game)
    assert accept == "Accept 140M"
    assert better.startswith("Run for 180M: 2+2: ")


# -- nothing twice


def test_equal_rotations_are_listed_once() -> None:
    game = kept("18te-2p").at(80)
    lays = [option.action for option in game.options() if isinstance(option.action, LayTile)]
    turned = [lay.rotation for lay in lays if (lay.hex, lay.tile) == ("D12", "9")]
    assert turned == [1, 4]  # straight track, either way round
    assert [text for text in listed(game) if text.startswith("Tile 9 on D12")] == [
        "Tile 9 on D12, turned 1: SW to NE for 30M"
    ]


def test_equal_trains_are_listed_once() -> None:
    game = found("18te-3p", "discard")
    assert len([option for option in game.options() if isinstance(option.action, DiscardTrain)]) == 3
    assert listed(game) == ["Discard 2+2", "Discard 3"]


@pytest.mark.parametrize("name", ["1830-2p-games18xx", "1854-4p-steady", "1862-4p", "18te-3p"])
def test_equal_runs_are_listed_once(name: str) -> None:
    game = kept(name)
    seen = 0
    for ply in range(len(game)):
        position = game.at(ply)
        decision = position.decision()
        if decision is None or decision.kind != "run" or ply % 3:
            continue
        runs = [(run.total, visited(run.action())) for run in suggestions(position)]
        assert len(set(runs)) == len(runs)
        texts = [text for text in listed(position) if text.startswith("Run for")]
        assert len(set(texts)) == len(texts) == len(runs) or not runs
        seen += 1
    assert seen > 3


def test_two_groups_in_one_are_the_outer_one() -> None:
    game = found("1854-3p", "track")
    session = TerminalSession(game, [None] * 3, None)
    assert lines(session.choices())[:2] == ["  1. Lay a tile (7 choices)", "  2. Lay a tile with AFB (7 choices)"]


# -- a number with its amount


def test_a_choice_and_its_amount_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    game = found("1830-3p-seed", "auction")
    prompts = typed(game, "6 9", "6 226", "6 $225 x", "1 20", "99 5", "6 225")
    out = capsys.readouterr().out
    assert prompts == ["> "] * 6
    assert "'9' is no amount from 225 to 800 in steps of 5." in out
    assert "'226' is no amount from 225 to 800 in steps of 5." in out
    assert "'$225 x' is no amount" in out
    assert "Buy SV Schuylkill Valley for $20: nothing is open there; type the number alone." in out
    assert "There is no choice 99; there are 1 to 7." in out
    assert out.count("Ada bids $225 for BO.") == 1


def test_the_amount_may_have_the_sign_of_the_title(capsys: pytest.CaptureFixture[str]) -> None:
    typed(found("18te-2p", "company_auction"), "1 230M")
    assert "Ben raises to 230M." in capsys.readouterr().out


# -- the reader's language


ENGLISH = ("phase", " has ", "Pass\n", " for ", "choices", "free of charge", "Run ", "Pay", "Buy", "Lay ", "Token")


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_kind_of_question_is_in_the_readers_language(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STELLWERK_LANGUAGE", language)
    for name in ("1830-3p-seed", "1854-3p", "1862-4p", "18te-3p", "union-pacific-4p"):
        game, kinds = kept(name), set()
        for ply in range(len(game)):
            position = game.at(ply)
            decision = position.decision()
            if decision is None or decision.kind in kinds:
                continue
            kinds.add(decision.kind)
            session = TerminalSession(position, [None] * len(game.rules.seats), None)
            session.ask()
            session.help("")
            out = capsys.readouterr().out.replace(voice(position).examples, "")
            assert not [word for word in ENGLISH if word in out], (name, decision.kind, out)
    with_error = TerminalSession(kept("1830-3p-seed").at(0), [None] * 3, None)
    with_error.menu = with_error.choices()
    texts = iter(["6 9", "bid CS 41", "fly", "6 225"])
    monkeypatch.setattr(with_error, "read", lambda prompt: next(texts))
    with_error.turn()
    out = capsys.readouterr().out
    assert {"de": "'9' ist kein Betrag von 225 bis 800", "pl": "'9' nie jest kwotą od 225 do 800"}[language] in out
    assert {"de": "Nicht erlaubt: Ein Gebot auf CS", "pl": "Niedozwolone: Oferta za CS"}[language] in out
    assert {"de": "'fly' ist weder", "pl": "'fly' to ani"}[language] in out


def test_sides_of_a_hex_are_named_in_the_readers_language() -> None:
    """East is `O` in German: what a tile joins can be read off the map."""
    game = kept_game("1830-3p-seed")
    words = {language: voice(game, language).words for language in ("en", "de", "pl")}  # type: ignore[attr-defined]
    sides = {language: [speech.side(edge) for edge in range(6)] for language, speech in words.items()}
    assert sides["en"] == ["SW", "W", "NW", "NE", "E", "SE"]
    assert sides["de"] == ["SW", "W", "NW", "NO", "O", "SO"]
    assert sides["pl"] == sides["en"]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "Gefragt: |Gesellschaften:|Direktor: |Papiere |Betriebskapital |Loks im Angebot: |Gruppe 1: |Zonen: "),
        ("pl", "Decyduje: |Spółki:|prezes: |certyfikaty |skarbiec |Pociągi w sprzedaży: |Grupa 1: |Strefy: "),
    ],
)
def test_a_position_is_told_in_the_readers_language(
    language: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game = str(DATA / "games" / "1862-4p.json.gz")
    assert main(["show", game, "--at", "700", "--language", language]) == 0
    told = capsys.readouterr().out
    assert not [word for word in words.split("|") if word not in told]
    english = re.findall(r"\b(price|treasury|president|worth|tokens|trains|priority|printed|Asked|Tiles|Zones)\b", told)
    assert not english


def test_the_run_that_is_offered_stands_before_those_that_earn_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules search longer than the terminal does for its suggestions."""
    game = kept("1830-3p-seed")
    for position in (game.at(ply) for ply in range(300, len(game))):
        options = [option for option in position.options() if isinstance(option.action, RunRoutes)]
        runs = suggestions(position) if options else []
        if len({run.total for run in runs}) == 3:
            break
    best, *others = runs
    offered = structs.replace(options[0], action=best.action())
    monkeypatch.setattr("stellwerk.cli.family_voice.suggestions", lambda game: others)
    words = [path[-1] for path, _ in voice(position).entries(offered)]
    assert len(words) == 3
    assert f"${best.total}:" in words[0]
    assert f"${others[0].total}:" in words[1]
