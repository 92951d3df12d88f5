"""1854 6.40 to 6.43, 8.9: tokens."""

from __future__ import annotations

from stellwerk.eighteen.actions import LayTile, Pass, PlaceToken
from stellwerk.titles.t1854.home import Homes
from stellwerk.titles.t1854.state import Turn
from stellwerk.titles.t1854.tokens import Token1854
from tests.rules_1854.building import Position, asked, tokens, treasury
from tests.support import accepted, offered, play, refused, rule


def east(cash: int = 1000, company: str = "KE") -> Position:
    """KE in Vienna - Krems and Tulln C21 (green city) - Ybbs - Linz (green city)."""
    position = Position().phase("3").major(company, cash).token(company, "C23", 1)
    position.tile("C21", "55", 1).tile("C21", "14", 1).tile("C19", "4", 1)
    return position.tile("C17", "57", 1).tile("C17", "14", 0)


def places(position: Position, company: str = "KE", **turn: bool) -> list[PlaceToken]:
    """Where a token may go."""
    return offered(position.turn(company, "token", **turn).game(), PlaceToken)


def why(position: Position, company: str, hex_: str, stop: int = 0) -> str:
    """The paragraph by which a token is refused."""
    number = position.t.company(company)
    token = Token1854(position.own, Homes(position.t))
    refusal = token.why_not(position.s, Turn(number, "token"), PlaceToken(hex_, stop))
    return refusal.rule if refusal else ""


@rule("1854 6.40", "1854 6.41")
def test_tokens_cost_40_and_then_100() -> None:
    """TV-D18"""
    position = east()
    assert position.t.companies[position.t.company("KE")].tokens == (0, 40, 100, 100)
    game = position.turn("KE", "token").game()
    after = accepted(game, PlaceToken("C21", 0))
    assert treasury(after, "KE") == 960
    assert tokens(after, "C21") == [["KE"]]
    assert asked(after) != "token"  # at most one in a turn
    third = east().token("KE", "C21").turn("KE", "token").game()
    assert treasury(play(third, PlaceToken("C17", 0)), "KE") == 900
    assert places(east(39)) == []
    poor = east(60).token("KE", "C21")
    assert places(poor) == []
    for name, prices in (("FJ", (0, 40, 100)), ("5", (0, 40)), ("A", (0, 40))):
        assert position.t.companies[position.t.company(name)].tokens == prices


@rule("1854 6.40")
def test_in_its_first_turn_a_company_places_two() -> None:
    position = Position().phase("3").major("KE").tile("C21", "55", 1).tile("C21", "14", 1)
    game = position.turn("KE", "home").game()
    assert tokens(game, "C23")[1] == ["KE"]
    while asked(game) == "track":
        play(game, Pass())
    after = play(game, PlaceToken("C21", 0))
    assert treasury(after, "KE") == 960


@rule("1854 6.41", "1854 6.26")
def test_where_a_token_goes() -> None:
    game = east().turn("KE", "token").game()
    assert offered(game, PlaceToken) == [PlaceToken("C17", 0), PlaceToken("C21", 0)]
    refused(game, PlaceToken("F22", 0), "1854 6.41")  # not connected
    refused(game, PlaceToken("C19", 0), "1854 6.41")  # a town
    refused(game, PlaceToken("C23", 0), "1854 6.41")  # all of Vienna is one city
    refused(east().token("KE", "C21").turn("KE", "token").game(), PlaceToken("C21", 0), "1854 6.41")
    full = east().token("SB", "C21").token("NT", "C21").turn("KE", "token")
    assert offered(full.game(), PlaceToken) == []  # nor beyond a city full of foreign tokens
    half = east().token("SB", "C21")
    assert PlaceToken("C17", 0) in places(half)
    assert PlaceToken("C21", 0) in places(half)


@rule("1854 6.42", "1854 A7")
def test_the_last_circle_is_kept_for_a_home() -> None:
    # Linz is the home of KR, which has not begun: one of its two circles stays free
    position = east().token("SB", "C17")
    game = position.turn("KE", "token").game()
    refused(game, PlaceToken("C17", 0), "1854 6.42")
    assert PlaceToken("C17", 0) not in offered(game, PlaceToken)
    begun = east().token("KR", "C17")
    assert PlaceToken("C17", 0) in places(begun)


@rule("1854 6.42")
def test_the_circles_of_vienna_are_kept_each_for_its_company() -> None:
    # KR comes to Vienna over C21, edge 1: the circle of KE
    def line(tile: bool) -> Position:
        position = Position().phase("3").major("KR").tile("C17", "57", 1).token("KR", "C17")
        position.tile("C19", "4", 1).tile("C21", "55", 1)
        return position.tile("C23", "433", 5) if tile else position

    for green in (False, True):
        stop = 2 if green else 1
        assert places(line(green), "KR") == []
        assert why(line(green), "KR", "C23", stop) == "1854 6.42"
        assert why(line(green).token("KE", "C23", stop), "KR", "C23", stop) == "1854 6.41"  # taken by then
    # on 451/0 the edges 1 and 2 share two circles, both kept while KE and FJ have not begun
    brown = line(True).phase("5").tile("C23", "451", 0)
    assert PlaceToken("C23", 1) not in places(brown, "KR")
    one = line(True).phase("5").tile("C23", "451", 0).token("FJ", "C23", 1)
    assert PlaceToken("C23", 1) not in places(one, "KR")
    # on 456 three of five are kept
    grey = line(True).phase("7").tile("C23", "451", 0).tile("C23", "456", 0)
    assert PlaceToken("C23", 0) in places(grey, "KR")
    crowded = line(True).phase("7").tile("C23", "451", 0).tile("C23", "456", 0)
    crowded.token("SB", "C23").token("NT", "C23")
    assert PlaceToken("C23", 0) not in places(crowded, "KR")
    crowded = line(True).phase("7").tile("C23", "451", 0).tile("C23", "456", 0)
    assert PlaceToken("C23", 0) in places(crowded.token("SB", "C23").token("SD", "C23"), "KR")


@rule("1854 6.43", "1854 8.9", "1854 A21")
def test_steyr_and_st_poelten_wait_for_the_ags() -> None:
    # KR in Linz beside Steyr D18 (edge 5), which has become a city
    def steyr(*acted: str, token: str = "") -> Position:
        position = Position().phase("5").major("KR").tile("C17", "6", 5).token("KR", "C17")
        position.tile("D18", "55", 1).tile("D18", "14", 1)
        if token:
            position.token(token, "D18")
        ags = tuple(entry.id in acted for entry in position.t.companies)
        return position.set(acted=ags)

    assert why(steyr("A", "B"), "KR", "D18") == "1854 6.43"
    assert places(steyr("A", "B"), "KR") == []
    skipped = steyr("A", "B").trains("KR", "5-0").turn("KR", "token").game()
    refused(skipped, PlaceToken("D18", 0), "1854 6.43", also="1854 15.1")
    assert places(steyr("A", "B", "C"), "KR") == [PlaceToken("D18", 0)]
    # the AGs' second tokens too; tiles are not restricted
    ag = steyr("A", token="A").tile("D20", "55", 1).tile("D20", "14", 1).ag("A", tokens=1)
    assert PlaceToken("D20", 0) not in places(ag, "A")
    assert why(ag, "A", "D20") == "1854 6.43"
    late = steyr("A", "B", "C", token="A").tile("D20", "55", 1).tile("D20", "14", 1).ag("A", tokens=1)
    second = accepted(late.turn("A", "token").game(), PlaceToken("D20", 0))
    assert treasury(second, "A") == 260  # 8.9: 40
    yellow = Position().phase("5").major("KR").tile("C17", "6", 5).token("KR", "C17").turn("KR").game()
    assert any(lay.hex == "D18" for lay in offered(yellow, LayTile))
