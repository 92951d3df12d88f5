"""1854 2.3, 2.4, 6.8 to 6.26: homes and tiles."""

from __future__ import annotations

import pytest

from stellwerk.core import Game, Option
from stellwerk.eighteen.actions import ChooseCity, LayTile, Pass
from stellwerk.titles.t1854.state import State1854
from stellwerk.titles.t1854.tunnels import LayTunnel
from tests.rules_1854.building import Position, asked, lying, rules_of, texts, tokens, treasury, turn_of
from tests.support import accepted, offered, play, refused, rule


def linz(phase: str = "3", cash: int = 1000, players: int = 3) -> Position:
    """KR with its token in Linz C17 on tile 57, exits W and E."""
    return Position(players).phase(phase).major("KR", cash).tile("C17", "57", 1).token("KR", "C17")


def lays(game: Game[State1854], hex_: str) -> set[tuple[str, int]]:
    """Tiles and rotations offered on a hex."""
    return {(lay.tile, lay.rotation) for lay in offered(game, LayTile) if lay.hex == hex_}


# -- homes


@rule("1854 6.8", "1854 6.8b", "1854 6.13")
def test_a_company_without_a_tile_at_home_lays_one_there_first() -> None:
    game = Position().major("KR").turn("KR", "home").game()
    assert asked(game) == "track"
    assert {lay.hex for lay in offered(game, LayTile)} == {"C17"}
    assert {lay.tile for lay in offered(game, LayTile)} == {"5", "6", "57"}
    assert offered(game, Pass) == []
    refused(game, Pass(), "1854 6.8b")
    refused(game, LayTile("D18", "1", 0), "1854 6.8b")
    refused(game, LayTunnel("D16", 0, 3), "1854 6.8b")
    refused(game, LayTile("C17", "4", 1), "1854 6.13")
    after = accepted(game, LayTile("C17", "57", 1))
    assert tokens(after, "C17") == [["KR"]]
    assert treasury(after, "KR") == 1000  # free
    assert lays(after, "C19") == set()  # the tile of the turn is used up ...
    assert LayTunnel("C19", 1, 4) in offered(after, LayTunnel)  # ... a tunnel stays possible
    refused(after, LayTile("C19", "4", 1), "1854 6.10")


@rule("1854 6.8")
def test_a_home_with_a_circle_takes_the_token_before_the_track() -> None:
    game = Position().major("KR").tile("C17", "57", 1).turn("KR", "home").game()
    assert tokens(game, "C17") == [["KR"]]
    assert not turn_of(game).laid
    assert lays(game, "C19") >= {("4", 1), ("58", 1)}
    game = Position().local("5").turn("5", "home").game()  # Kirchdorf is printed grey
    assert tokens(game, "J28") == [["5"]]


@rule("1854 6.8b")
def test_without_a_tile_for_its_home_a_company_acts_without_a_token() -> None:
    game = Position().major("KR").supply(_5=0, _6=0, _57=0).turn("KR", "home").game()
    assert tokens(game, "C17") == [[]]
    assert "KR finds no place for its home token [1854 6.8b]" in "\n".join(map(str, game.last_events))
    again = Position().major("KR").supply(_5=0, _6=0, _57=1).turn("KR", "home").game()
    assert {lay.tile for lay in offered(again, LayTile)} == {"57"}


@rule("1854 6.8a")
def test_vienna_has_a_circle_for_each_of_its_companies() -> None:
    for name, city in (("SD", 0), ("KE", 1), ("FJ", 2)):
        game = Position().major(name).turn(name, "home").game()
        assert tokens(game, "C23")[city] == [name]
    # on later tiles the city with that edge: 433 turned by 4 has the edges 4, 5, 0, 1, 2
    game = Position().phase("3").tile("C23", "433", 4).major("KE").turn("KE", "home").game()
    assert tokens(game, "C23") == [[], [], [], ["KE"], []]
    # 451 as printed: edges 0 and 3, edges 1 and 2, edges 4 and 5
    position = Position().phase("5").tile("C23", "433", 4).tile("C23", "451", 0)
    game = position.major("FJ").token("SD", "C23", 0).turn("FJ", "home").game()
    assert tokens(game, "C23") == [["SD"], ["FJ"], []]


# -- what may be built where


@rule("1854 6.10")
def test_one_tile_and_one_tunnel_in_either_order() -> None:
    game = linz().turn("KR").game()
    first = play(game.branch(), LayTunnel("C19", 1, 5))
    assert asked(first) == "track"
    refused(first, LayTunnel("B18", 0, 3), "1854 6.30")
    both = play(first, LayTile("C15", "4", 1))
    assert lying(both, "C15") == "4/1"
    assert asked(both) != "track"
    other = play(game.branch(), LayTile("C15", "4", 1))
    refused(other, LayTile("C15", "3", 4), "1854 6.10")
    assert lying(play(other, LayTunnel("C19", 1, 5)), "C15") == "4/1"
    passed = play(game.branch(), LayTile("C15", "4", 1), Pass())
    assert asked(passed) != "track"


@rule("1854 6.11")
def test_each_kind_builds_on_its_board() -> None:
    game = linz().turn("KR").game()
    assert {rules_of(game).t.data.map.hex[lay.hex].board for lay in offered(game, LayTile)} == {"austria"}
    refused(game, LayTile("K35", "9", 0), "1854 6.11")
    refused(game, LayTunnel("K35", 0, 3), "1854 6.11")
    small = Position().local("5").token("5", "J28").turn("5").game()
    assert {rules_of(small).t.data.map.hex[lay.hex].board for lay in offered(small, LayTile)} == {"local"}
    refused(small, LayTile("C15", "4", 1), "1854 6.11")


@rule("1854 6.12", "1854 6.13", "1854 A32")
def test_kinds_of_hexes_and_yellow_tiles() -> None:
    position = linz()
    hexmap = position.t.hexmap
    wanted = {
        "G21": {"7", "8", "9"},
        "C15": {"3", "4", "58"},
        "D18": {"1", "2", "55", "56", "69"},
        "F22": {"5", "6", "57"},
    }
    for name, tiles in wanted.items():
        number = hexmap.index[name]
        assert {lay.name for lay in hexmap.lays(number, hexmap.printed[number])} == tiles
    for name in ("F12", "A21", "C13", "H12", "D12", "E1", "J28", "I31", "M31"):  # dark grey, grey and red
        number = hexmap.index[name]
        assert hexmap.lays(number, hexmap.printed[number]) == ()
    for name in ("C23", "J38"):
        assert hexmap.faces[hexmap.printed[hexmap.index[name]]].colour == "yellow"
    game = position.turn("KR").game()
    refused(game, LayTile("F12", "9", 0), "1854 6.12")
    refused(game, LayTile("A19", "4", 0), "1854 6.12")
    refused(game, LayTile("C15", "14", 0), "1854 6.12")  # green on an empty hex
    refused(game, LayTile("C15", "9", 1), "1854 6.13")
    refused(game, LayTile("D18", "4", 1), "1854 6.13")


@rule("1854 6.14", "1854 6.14a", "1854 6.37", "1854 A6")
def test_the_first_tile_pays_for_the_hex() -> None:
    game = linz(cash=130).turn("KR").game()  # C19: 50, B18: 50
    after = play(game.branch(), LayTile("C19", "4", 1))
    assert treasury(after, "KR") == 80
    # a tunnel pays 100 and nothing for the hex; the tile later pays for it as the first building
    tunnel = play(linz(cash=150).turn("KR").game(), LayTunnel("C19", 1, 5))
    assert treasury(tunnel, "KR") == 50
    assert lying(tunnel, "C19") == "printed"
    tile = linz(cash=50).tunnel("C19", 3, 5).turn("KR").game()
    assert treasury(play(tile, LayTile("C19", "4", 1)), "KR") == 0
    poor = linz(cash=49).turn("KR").game()
    refused(poor, LayTile("C19", "4", 1), "1854 6.14")
    accepted(poor, LayTile("C15", "4", 1))
    # upgrades are free
    upgrade = linz(cash=0).tile("C19", "4", 1).tile("C15", "4", 1).turn("KR").game()
    assert treasury(accepted(upgrade, LayTile("C17", "14", 0)), "KR") == 0


def tirol(cash: int, owner: int = 0, director: int = 0) -> Position:
    """NT in Innsbruck F8 with track to E7 and on to E5, the hex of the Außerfernbahn, whose owner is given."""
    position = Position().phase("3").major("NT", cash, director).tile("F8", "6", 0).token("NT", "F8")
    return position.tile("E7", "8", 5).private("AFB", owner)


@rule("1854 2.3", "1854 2.3a", "1854 2.7")
def test_companies_of_the_owner_build_free_on_the_hex_of_the_railway() -> None:
    game = tirol(0).turn("NT").game()
    after = accepted(game, LayTile("E5", "9", 1))
    assert treasury(after, "NT") == 0
    assert "[1854 2.3]" in texts(play(game.branch(), LayTile("E5", "9", 1)))
    refused(tirol(99, owner=1).turn("NT").game(), LayTile("E5", "9", 1), "1854 6.14")
    foreign = play(tirol(100, owner=1).turn("NT").game(), LayTile("E5", "9", 1))  # others build there, for its cost
    assert treasury(foreign, "NT") == 0
    closed = tirol(99).set(privates=Position().s.privates).turn("NT").game()
    refused(closed, LayTile("E5", "9", 1), "1854 6.14")
    # no extra lay, no lay without a connection, no cheaper tunnel
    refused(tirol(500).turn("NT", laid=True).game(), LayTile("E5", "9", 1), "1854 6.10")
    loose = Position().major("NT", 50).tile("F8", "57", 1).token("NT", "F8").private("AFB", 0).turn("NT").game()
    refused(loose, LayTile("E5", "9", 1), "1854 6.15")
    refused(tirol(99).turn("NT").game(), LayTunnel("E5", 1, 4), "1854 6.30")


@rule("1854 2.4", "1854 2.7", "1854 A2")
def test_the_ausserfernbahn_makes_one_mountain_hex_cheaper() -> None:
    # KR with the Außerfernbahn: B18 Freistadt is a mountain hex of 50, C19 a water hex of 50
    def build(cash: int, owner: int = 0) -> Position:
        position = Position().major("KR", cash).tile("C17", "5", 2).tile("C15", "58", 3).token("KR", "C17")
        return position.private("AFB", owner)

    game = build(50).turn("KR").game()
    cheap = [lay for lay in offered(game, LayTile) if lay.power == "AFB"]
    assert {lay.hex for lay in cheap} == {"B18", "B16"} & {lay.hex for lay in offered(game, LayTile)}
    lay = next(lay for lay in cheap if lay.hex == "B18")
    after = accepted(game, lay)
    assert treasury(after, "KR") == 20
    assert after.state.privates[0].used
    assert treasury(accepted(game, LayTile(lay.hex, lay.tile, lay.rotation)), "KR") == 0  # not compelled
    assert [lay.power for lay in offered(build(30).turn("KR").game(), LayTile) if lay.hex == "B18"] != []
    assert {lay.power for lay in offered(build(30).turn("KR").game(), LayTile) if lay.hex == "B18"} == {"AFB"}
    used = build(50).private("AFB", 0, used=True).turn("KR").game()
    refused(used, lay, "1854 2.4")
    refused(build(50, owner=1).turn("KR").game(), lay, "1854 2.4")
    water = Position().major("KR", 50).tile("C17", "57", 1).token("KR", "C17").private("AFB", 0).turn("KR").game()
    refused(water, LayTile("C19", "4", 1, "AFB"), "1854 2.4")
    # on the owner's own free hex there is nothing to take off
    refused(tirol(100).turn("NT").game(), LayTile("E5", "9", 1, "AFB"), "1854 2.4")
    # locals of the owner too: K29 is a mountain hex of 60 beside Kirchdorf J28
    local = Position().local("5", 45).token("5", "J28").private("AFB", 0).turn("5").game()
    assert {lay.hex for lay in offered(local, LayTile) if lay.power == "AFB"} == {"K29"}
    lay = next(lay for lay in offered(local, LayTile) if lay.power == "AFB")
    assert treasury(play(local, lay), "5") == 5


@rule("1854 6.15", "1854 6.26")
def test_a_yellow_tile_joins_track_the_company_reaches() -> None:
    game = linz().turn("KR").game()
    refused(game, LayTile("C15", "4", 0), "1854 6.15")  # no exit towards Linz
    refused(game, LayTile("E13", "57", 0), "1854 6.15")
    accepted(game, LayTile("C15", "4", 1))
    # of a double-town tile one of the two tracks suffices
    east = linz(phase="5").tile("C19", "4", 1).turn("KR").game()
    assert ("69", 4) in lays(east, "C21")
    # not through a city full of foreign tokens, but through one with a free circle
    through = Position().phase("3").major("SB", 500).tile("E13", "57", 1).token("SB", "E13").tile("E15", "9", 1)
    assert any(lay.hex == "E17" for lay in offered(through.turn("SB").game(), LayTile))
    # Linz with KR in one of two circles, NT east of it
    west = Position().phase("3").major("KE", 500).token("KE", "C23", 1).tile("C21", "55", 1).tile("C19", "4", 1)
    west.tile("C17", "57", 1).tile("C17", "14", 0).token("KR", "C17")
    assert any(lay.hex == "C15" for lay in offered(west.turn("KE").game(), LayTile))
    full = west.token("NT", "C17").turn("KE").game()
    assert not any(lay.hex == "C15" for lay in offered(full, LayTile))
    refused(full, LayTile("C15", "4", 1), "1854 6.15")


@rule("1854 6.16", "1854 A33")
def test_track_leads_nowhere_but_on_the_board() -> None:
    hexmap = Position().t.hexmap

    def exits(name: str) -> int:
        number = hexmap.index[name]
        mask = 0
        for lay in hexmap.lays(number, hexmap.printed[number]):
            mask |= lay.exits
        return mask

    assert not exits("B16") >> 2 & 1  # off the board
    assert not exits("H14") >> 5 & 1  # Venedig is entered from H16 only
    assert exits("H16") >> 0 & 1
    assert not exits("B22") >> 3 & 1  # A23 does not exist
    assert exits("C15") >> 1 & 1  # a grey side with track: Braunau
    assert hexmap.blocked_exit(hexmap.index["G13"], 0)  # a grey side without: Lienz
    assert exits("E13") >> 5 & 1  # into a tunnel hex: F14
    game = linz().turn("KR").game()
    refused(game, LayTile("B18", "4", 0), "1854 6.16")  # the closed side of Prag
    refused(game, LayTile("B16", "9", 2), "1854 6.16")
    # it may end at the trackless side of another tile
    accepted(linz().tile("D16", "4", 1).turn("KR").game(), LayTile("C15", "3", 4))


@rule("1854 6.17")
@pytest.mark.parametrize(("name", "edge"), [("B22", 5), ("C21", 4), ("D22", 3)])
def test_marked_hexes_keep_an_exit_towards_vienna(name: str, edge: int) -> None:
    position = Position()
    hexmap = position.t.hexmap
    number = hexmap.index[name]
    assert hexmap.entry[6 * number + edge] // 6 == hexmap.index["C23"]
    found = hexmap.lays(number, hexmap.printed[number])
    assert found
    assert all(lay.exits >> edge & 1 for lay in found)
    for lay in found:
        assert all(other.exits >> edge & 1 for other in hexmap.lays(number, lay.face))


@rule("1854 6.17", "1854 6.17a", "1854 A28")
def test_the_marks_are_about_tiles_not_tunnels() -> None:
    game = Position().major("KE", 300).token("KE", "C23", 1).turn("KE").game()
    refused(game, LayTile("C21", "55", 2), "1854 6.17")  # edges 2, 5, 3, 0
    tunnel = accepted(game, LayTunnel("C21", 1, 4))
    assert lying(tunnel, "C21") == "printed"
    later = Position().major("KE", 300).token("KE", "C23", 1).tunnel("C21", 1, 4)
    number = later.t.hex("C21")
    assert later.t.hexmap.lays(number, later.s.board.faces[number]) == ()


# -- upgrades


@rule("1854 6.20")
def test_colours_come_with_the_phases() -> None:
    refused(linz("2").turn("KR").game(), LayTile("C17", "14", 0), "1854 6.20")
    green = accepted(linz("3").turn("KR").game(), LayTile("C17", "14", 0))
    assert lying(green, "C17") == "14/0"
    supply = rules_of(green).t.hexmap.tile_index
    assert green.state.supply[supply["57"]] == 6  # the old tile is back
    assert green.state.supply[supply["14"]] == 3
    refused(linz("3").tile("C17", "14", 0).turn("KR").game(), LayTile("C17", "611", 0), "1854 6.20")
    refused(linz("5").turn("KR").game(), LayTile("C17", "611", 0), "1854 6.20")  # no colour is skipped
    brown = linz("5").tile("C17", "14", 0)
    lay = next(lay for lay in offered(brown.turn("KR").game(), LayTile) if lay.tile == "611")
    accepted(brown.turn("KR").game(), lay)
    grey = linz("6").tile("C17", "14", 0).tile("C17", lay.tile, lay.rotation)
    assert not any(one.tile == "915" for one in offered(grey.turn("KR").game(), LayTile))
    assert any(one.tile == "915" for one in offered(grey.phase("7").turn("KR").game(), LayTile))


@rule("1854 6.21")
def test_the_company_can_use_the_upgraded_tile_but_need_not_use_new_track() -> None:
    game = linz("3").tile("E15", "9", 1).turn("KR").game()
    refused(game, LayTile("E15", "20", 1), "1854 6.21")
    # the upgrade of a plain tile on the line may add track that leads elsewhere
    line = Position().phase("3").major("NT", 500).tile("F8", "57", 1).token("NT", "F8").tile("F10", "9", 1)
    added = accepted(line.turn("NT").game(), LayTile("F10", "20", 1))  # 1-4 stays, 2-5 is new and not reached
    assert lying(added, "F10") == "20/1"


@rule("1854 6.22", "1854 6.22a")
def test_what_becomes_of_a_tile() -> None:
    hexmap = Position().t.hexmap
    faces = hexmap.faces

    def ways(tile: str) -> set[str]:
        old = faces[hexmap.face_number(tile, 0)]
        found = set()
        for name in hexmap.tile_names:
            for rotation in range(6):
                new = faces[hexmap.face_number(name, rotation)]
                later = hexmap.next_colour(hexmap.face_number(tile, 0)) == new.colour
                if later and new.label == old.label and new.alike(old) and new.keeps(old) is not None:
                    found.add(name)
        return found

    assert ways("3") == ways("4") == ways("58") == set()
    assert ways("5") == ways("6") == ways("57") == {"14", "15", "619"}
    assert ways("14") == ways("15") == ways("619") == {"611"}
    assert ways("611") == {"915"}
    assert ways("7") == {"26", "27", "28", "29"}
    assert ways("8") == {"16", "19", "23", "24", "25", "28", "29"}
    assert ways("9") == {"19", "20", "23", "24", "26", "27"}
    assert ways("23") == {"41", "43", "45", "47"}
    assert ways("20") == {"44", "47"}
    line = Position().phase("3").major("NT", 500).tile("F8", "57", 1).token("NT", "F8").tile("F10", "9", 1)
    refused(line.turn("NT").game(), LayTile("F10", "20", 2), "1854 6.22")  # the track 1-4 would be lost
    refused(line.turn("NT").game(), LayTile("F10", "14", 1), "1854 6.22")
    refused(line.supply(_24=0).turn("NT").game(), LayTile("F10", "24", 1), "1854 6.22a")


@rule("1854 6.23")
@pytest.mark.parametrize(("yellow", "green"), [("1", "14"), ("55", "14"), ("2", "15"), ("56", "15"), ("69", "619")])
def test_double_towns_become_a_city_with_all_their_track(yellow: str, green: str) -> None:
    position = Position()
    hexmap = position.t.hexmap
    number = hexmap.index["D20"]
    for rotation in range(6):
        old = hexmap.face_number(yellow, rotation)
        found = hexmap.lays(number, old)
        assert {lay.name for lay in found} == {green}
        for lay in found:
            new = hexmap.faces[lay.face]
            assert new.exits == hexmap.faces[old].exits
            assert new.kinds == ("city",)
            assert lay.stops == (0, 0)
    local = hexmap.index["J30"]  # on both boards
    assert {lay.name for lay in hexmap.lays(local, hexmap.lays(local, hexmap.printed[local])[0].face)} <= {
        "14",
        "15",
        "619",
    }


@rule("1854 6.23")
def test_a_double_town_tile_and_a_city_that_does_not_fit() -> None:
    position = linz("3").tile("C19", "4", 1).tile("C21", "55", 1)  # exits 1, 4, 2, 5
    game = position.turn("KR").game()
    refused(game, LayTile("C21", "15", 1), "1854 6.23")
    refused(game, LayTile("C21", "14", 0), "1854 6.23")
    after = accepted(game, LayTile("C21", "14", 1))
    assert tokens(after, "C21") == [[]]
    assert len(after.state.board.tokens[rules_of(after).t.hex("C21")][0]) == 2  # two circles now
    later = position.tile("C21", "14", 1).phase("5").turn("KR").game()
    assert any(lay.hex == "C21" and lay.tile == "611" for lay in offered(later, LayTile))


@rule("1854 6.24")
def test_vienna_and_its_tiles() -> None:
    position = Position().phase("3").major("KE").token("KE", "C23", 1)
    game = position.turn("KE").game()
    assert lays(game, "C23") == {("433", 0), ("433", 4), ("433", 5)}  # every rotation with edges 0, 1 and 2
    refused(game, LayTile("C23", "433", 1), "1854 6.22")
    refused(game, LayTile("C23", "14", 0), "1854 6.24")
    after = accepted(game, LayTile("C23", "433", 5))  # edges 5, 0, 1, 2, 3
    assert tokens(after, "C23") == [[], [], ["KE"], [], []]
    tirol = Position().phase("3").major("NT").tile("F8", "57", 1).token("NT", "F8").turn("NT").game()
    refused(tirol, LayTile("F8", "433", 0), "1854 6.24")
    grey = Position().phase("7").major("KE").token("KE", "C23", 1).token("SD", "C23", 0).token("FJ", "C23", 2)
    grey.tile("C23", "433", 0).tile("C23", "451", 0)
    assert tokens(grey.turn("KE").game(), "C23") == [["SD"], ["KE", "FJ"], []]
    joined = play(grey.turn("KE").game(), LayTile("C23", "456", 0))
    assert [sorted(city) for city in tokens(joined, "C23")] == [["FJ", "KE", "SD"]]
    assert len(joined.state.board.tokens[rules_of(joined).t.hex("C23")][0]) == 5


@rule("1854 6.24a", "1854 6.42")
def test_the_brown_cities_of_vienna_must_hold_their_tokens() -> None:
    # 433/0 has the edges 0 to 4. 451/0 joins 0 and 3 in the city with one circle, 1 and 2, 4 and 5.
    base = Position().phase("5").tile("C23", "433", 0).major("KE").token("KE", "C23", 1)
    open_ = base.token("SD", "C23", 0).token("FJ", "C23", 2)
    assert lays(open_.turn("KE").game(), "C23") == {("451", rotation) for rotation in range(6)}
    # a token at edge 3 as well: SD at 0 and it would share the one circle of 451/0 and 451/3
    crowded = open_.token("NT", "C23", 3)
    game = crowded.turn("KE").game()
    assert lays(game, "C23") == {("451", rotation) for rotation in (1, 2, 4, 5)}
    refused(game, LayTile("C23", "451", 0), "1854 6.24a")
    # all five: the city with one circle must have the edge 433 left open (5), with 2
    five = crowded.token("KR", "C23", 4).turn("KE").game()
    assert lays(five, "C23") == {("451", 2), ("451", 5)}
    # a home token that is still to come counts
    coming = Position().phase("5").tile("C23", "433", 0).major("KE").token("KE", "C23", 1).token("NT", "C23", 3)
    assert ("451", 0) not in lays(coming.turn("KE").game(), "C23")


@rule("1854 6.25")
def test_st_poelten_on_the_local_board_becomes_tile_15_only() -> None:
    position = Position().phase("3").local("1").local("2", owner=1).token("1", "J38", 0).token("2", "J38", 1)
    game = position.turn("1").game()
    assert lays(game, "J38") == {("15", 5)}
    refused(game, LayTile("J38", "14", 5), "1854 6.25")
    after = accepted(game, LayTile("J38", "15", 5))
    assert tokens(after, "J38") == [["1", "2"]]
    hexmap = position.t.hexmap
    assert hexmap.faces[hexmap.face_number("15", 5)].exits == 0b100111
    assert hexmap.lays(hexmap.index["J38"], hexmap.face_number("15", 5)) == ()
    for tile in ("14", "15", "619"):  # and Amstetten J34 never becomes brown
        for rotation in range(6):
            assert hexmap.lays(hexmap.index["J34"], hexmap.face_number(tile, rotation)) == ()


# -- the home of an AG


@rule("1854 8.8", "1854 6.20", "1854 A12")
def test_an_ag_lays_its_green_home_tile() -> None:
    game = Position().phase("5").ag("A").turn("A", "home").game()
    assert asked(game) == "track"
    assert {lay.hex for lay in offered(game, LayTile)} == {"D18", "D20"}
    assert {lay.tile for lay in offered(game, LayTile)} == {"14", "15", "619"}
    assert len(lays(game, "D18")) == 18  # any orientation
    refused(game, Pass(), "1854 8.8")
    refused(game, LayTile("D18", "1", 0), "1854 8.8")
    refused(game, LayTile("C15", "4", 0), "1854 8.8")
    refused(game, LayTunnel("D16", 0, 3), "1854 8.8")
    after = accepted(game, LayTile("D20", "15", 2))
    assert tokens(after, "D20") == [["A"]]
    assert offered(after, LayTile) == []  # the tile of the turn
    extra = Position(ag_home_tile="extra").phase("5").ag("A").turn("A", "home").game()
    assert offered(play(extra, LayTile("D20", "15", 2)), LayTile) != []


@rule("1854 8.8", "1854 6.23")
def test_over_a_yellow_tile_the_home_of_an_ag_keeps_the_track() -> None:
    game = Position().phase("5").ag("A").tile("D18", "55", 0).turn("A", "home").game()
    assert {tile for tile, _ in lays(game, "D18")} == {"14"}
    refused(game, LayTile("D18", "15", 0), "1854 8.8")
    accepted(game, LayTile("D18", "14", 0))


@rule("1854 8.8a")
def test_an_ag_takes_a_free_circle_where_there_is_one() -> None:
    position = Position().phase("5").ag("A").tile("D18", "55", 0).tile("D18", "14", 0)
    game = position.turn("A", "home").game()
    assert ChooseCity("D18", 0) in offered(game, ChooseCity)
    assert {lay.hex for lay in offered(game, LayTile)} == {"D20"}
    refused(game, LayTile("D18", "611", 0), "1854 8.8a")
    after = accepted(game, ChooseCity("D18", 0))
    assert tokens(after, "D18") == [["A"]]
    assert offered(after, LayTile) != []  # the tile of the turn is free for other use
    full = position.token("B", "D18").token("C", "D18").turn("A", "home").game()
    assert offered(full, ChooseCity) == []
    refused(full, ChooseCity("D18", 0), "1854 8.8a")


@rule("1854 8.8b")
def test_an_ag_without_any_home_acts_without_a_token() -> None:
    game = Position().phase("5").ag("A").supply(_14=0, _15=0, _619=0).turn("A", "home").game()
    assert "A finds no place for its home token [1854 8.8b]" in "\n".join(map(str, game.last_events))
    # tunnels in the way of every tile on one hex leave the other one
    tunnels = Position().phase("5").ag("A").tunnel("D18", 0, 2).tunnel("D18", 3, 5).turn("A", "home").game()
    assert {lay.hex for lay in offered(tunnels, LayTile)} == {"D20"}
    refused(tunnels, LayTile("D18", "14", 0), "1854 6.36")
    refused(tunnels, LayTile("D18", "57", 0), "1854 8.8")


@rule("1854 8.10")
def test_the_local_board_is_cleared_into_the_supply() -> None:
    from stellwerk.eighteen.move import Move
    from stellwerk.titles.t1854.track import clear_local_board

    position = Position().phase("6").tile("J32", "57", 1).tile("K31", "9", 0).tunnel("K35", 0, 3)
    austria = position.tile("C17", "57", 1).tunnel("D14", 0, 3)
    before = austria.s
    move = Move(austria.t, before)
    clear_local_board(move)
    full = Position().s
    tiles = austria.t.hexmap.tile_index
    assert before.supply[tiles["57"]] == full.supply[tiles["57"]] - 1
    assert before.supply[tiles["9"]] == full.supply[tiles["9"]]
    assert before.tunnel_supply == (4, 5)
    for name in ("J32", "K31", "K35"):
        number = austria.t.hex(name)
        assert before.board.faces[number] == austria.t.hexmap.printed[number]
        assert before.tunnels[number] == ()
    assert before.board.faces[austria.t.hex("C17")] != austria.t.hexmap.printed[austria.t.hex("C17")]


def test_options_are_what_is_accepted() -> None:
    """Every lay and tunnel that is offered is accepted."""
    game = linz("5").tile("C19", "4", 1).tile("C15", "4", 1).private("AFB", 0).private("MTB", 0).turn("KR").game()
    options: list[Option] = [option for option in game.options() if isinstance(option.action, LayTile | LayTunnel)]
    assert len(options) > 20
    for option in options:
        game.branch().apply(option.action)


@pytest.mark.parametrize("phase", ["2", "5"])
def test_what_is_not_offered_is_refused(phase: str) -> None:
    """All tiles in all rotations on the hexes around and all tunnels anywhere: accepted exactly if offered."""
    position = linz(phase, cash=120).tile("C19", "4", 1).tile("C15", "4", 1).private("AFB", 0).private("MTB", 0)
    game = position.tunnel("D16", 1, 3).turn("KR").game()
    names = ("B16", "B18", "C13", "C15", "C17", "C19", "C21", "D14", "D16", "D18")
    tiles = [
        LayTile(name, tile, rotation, power)
        for name in names
        for tile in position.t.hexmap.tile_names
        for rotation in range(6)
        for power in ("", "AFB")
    ]
    tunnels = [
        LayTunnel(name, a, b, power)
        for name in position.t.hexmap.names
        for a in range(6)
        for b in range(a + 1, 6)
        for power in ("", "MTB")
    ]
    wanted = [*offered(game, LayTile), *offered(game, LayTunnel)]
    legal = {action for action in (*tiles, *tunnels) if game.why_not(action) is None}
    assert legal == {action for action in wanted if isinstance(action, LayTunnel) or action.hex in names}
    assert len(legal) > 20
