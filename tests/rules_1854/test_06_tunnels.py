"""1854 2.5, 6.30 to 6.37: tunnels."""

from __future__ import annotations

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import LayTile
from stellwerk.eighteen.hexmap import crosses
from stellwerk.titles.t1854.state import State1854
from stellwerk.titles.t1854.tunnels import LayTunnel
from tests.rules_1854.building import Position, asked, lying, rules_of, run, tracks, treasury
from tests.support import accepted, offered, play, refused, rule


def salzburg(cash: int = 1000, phase: str = "2") -> Position:
    """SB in Salzburg E13 on tile 6: exits SE (F14, a tunnel hex) and W (E11)."""
    return Position().phase(phase).major("SB", cash).tile("E13", "6", 5).token("SB", "E13")


def pairs(game: Game[State1854], hex_: str) -> set[tuple[int, int]]:
    """The tunnels offered below a hex."""
    return {(lay.a, lay.b) for lay in offered(game, LayTunnel) if lay.hex == hex_}


@rule("1854 6.30", "1854 6.31")
def test_one_tunnel_a_turn_for_100() -> None:
    game = salzburg(phase="1").turn("SB").game()  # from phase 1 on
    after = accepted(game, LayTunnel("F14", 2, 5))
    assert treasury(after, "SB") == 900
    state = after.state
    assert state.tunnels[rules_of(after).t.hex("F14")] == ((2, 5),)
    assert state.tunnel_supply == (4, 5)
    refused(after, LayTunnel("F14", 0, 2), "1854 6.30")
    assert offered(after, LayTunnel) == []
    refused(salzburg(99).turn("SB").game(), LayTunnel("F14", 2, 5), "1854 6.30")
    assert offered(salzburg(99).turn("SB").game(), LayTunnel) == []
    refused(game, LayTunnel("F14", 2, 3), "1854 6.31")  # no sharp pieces
    refused(game, LayTunnel("F14", 5, 2), "1854 15.1")
    local = Position().local("5").token("5", "J28").turn("5").game()  # locals too
    assert LayTunnel("K29", 2, 5) in offered(local, LayTunnel)


@rule("1854 6.30", "1854 6.31")
def test_the_supply_of_pieces_ends() -> None:
    position = salzburg()
    for name in ("G5", "G7", "G11", "G17", "F18"):
        position.tunnel(name, 1, 4)
    game = position.turn("SB").game()
    assert game.state.tunnel_supply == (0, 5)
    refused(game, LayTunnel("F14", 2, 5), "1854 6.30")  # straight
    assert pairs(game, "F14") == {(0, 2)}  # gentle; 2-4 would meet the town


@rule("1854 2.5", "1854 2.7")
def test_the_murthalbahn_makes_one_tunnel_cheaper() -> None:
    game = salzburg(60).private("MTB", 0).turn("SB").game()
    assert offered(game, LayTunnel)
    assert {lay.power for lay in offered(game, LayTunnel)} == {"MTB"}
    after = accepted(game, LayTunnel("F14", 2, 5, "MTB"))
    assert treasury(after, "SB") == 0
    assert after.state.privates[1].used
    rich = salzburg(100).private("MTB", 0).turn("SB").game()
    assert {lay.power for lay in offered(rich, LayTunnel)} == {"", "MTB"}  # not compelled
    refused(salzburg(60).private("MTB", 1).turn("SB").game(), LayTunnel("F14", 2, 5, "MTB"), "1854 2.5")
    refused(salzburg().private("MTB", 0, used=True).turn("SB").game(), LayTunnel("F14", 2, 5, "MTB"), "1854 2.5")
    refused(salzburg().private("AFB", 0).turn("SB").game(), LayTunnel("F14", 2, 5, "AFB"), "1854 2.5")
    local = Position().local("5", 60).token("5", "J28").private("MTB", 0).turn("5").game()
    assert treasury(play(local, LayTunnel("K29", 2, 5, "MTB")), "5") == 0


@rule("1854 6.32")
def test_where_tunnels_may_be() -> None:
    position = Position().phase("5")
    t = position.t
    tunnels = tracks(position).tunnels
    allowed = {name for name in t.hexmap.names if tunnels.open(t.hex(name), t.hex(name))}
    assert {"F12", "F14", "F18", "G5", "G7", "G11", "G13", "G17"} <= allowed  # dark grey
    assert {"E15", "D18", "C15", "C19", "F24", "K29", "J30"} <= allowed  # white, with small towns or none
    for name in ("C17", "C23", "F22", "J38", "J32", "J28", "L28", "M35"):  # large cities
        assert name not in allowed
    for name in ("A19", "D12", "E1", "D28", "I29", "A21", "C13", "H12", "I31", "M31", "D0", "F28"):  # red and grey
        assert name not in allowed
    # a double town that has become a city takes none, a plain tile or a town tile does
    city = position.tile("D18", "55", 0).tile("D18", "14", 0).tile("E15", "9", 1).tile("D16", "4", 1)
    faces = city.s.board.faces
    assert not tunnels.open(t.hex("D18"), faces[t.hex("D18")])
    assert tunnels.open(t.hex("E15"), faces[t.hex("E15")])
    assert tunnels.open(t.hex("D16"), faces[t.hex("D16")])


@rule("1854 6.32")
def test_no_tunnel_under_a_large_city() -> None:
    position = Position().phase("3").major("KR").tile("C17", "57", 1).token("KR", "C17").tile("C19", "4", 1)
    game = position.turn("KR").game()
    refused(game, LayTunnel("C17", 0, 3), "1854 6.32")
    refused(game, LayTunnel("C23", 3, 5), "1854 6.32")
    refused(game, LayTunnel("A21", 0, 3), "1854 6.32")
    assert pairs(game, "C17") == set()


@rule("1854 6.33")
def test_edges_of_a_tunnel() -> None:
    game = salzburg().turn("SB").game()
    refused(game, LayTunnel("F14", 2, 4), "1854 6.33")  # the stub of Mauterndorf
    assert pairs(game, "F14") == {(0, 2), (2, 5)}
    # off the board, and into closed sides
    t = Position().t
    tunnels = tracks(Position()).tunnels

    def edges(name: str) -> set[int]:
        number = t.hex(name)
        return {edge for bore in tunnels.ready(number, number) for edge in bore.pair}

    assert edges("B16") == {0, 4}  # 1, 2 and 3 lead off the board; no piece joins 5 with 0 or 4
    assert edges("G13") == {1, 2, 3, 4, 5}  # Lienz H12 has no track at edge 0
    assert edges("H14") == {1, 2, 3, 4}  # Venedig is entered from H16 only
    assert edges("H20") == {1, 3}  # Laibach from H18 only
    # track of a tile
    laid = salzburg().tile("E11", "55", 0).turn("SB").game()  # exits 0, 3, 1, 4
    refused(laid, LayTunnel("E11", 2, 4), "1854 6.33")
    accepted(Position().major("SB").tile("E13", "57", 1).token("SB", "E13").turn("SB").game(), LayTunnel("E11", 0, 4))


@rule("1854 6.34")
def test_a_tunnel_meets_track_the_company_reaches() -> None:
    game = salzburg().turn("SB").game()
    refused(game, LayTunnel("F14", 0, 3), "1854 6.34")
    refused(game, LayTunnel("E17", 1, 4), "1854 6.34")
    # a tunnel may meet a tunnel: from Salzburg below F14 to G15's side, G13
    chain = salzburg().tunnel("F14", 0, 2).turn("SB").game()
    assert (1, 3) in pairs(chain, "G13")
    assert (3, 5) in pairs(chain, "G13")
    refused(salzburg().tunnel("F14", 2, 5).turn("SB").game(), LayTunnel("G13", 1, 3), "1854 6.34")


@rule("1854 6.35", "1854 6.31")
def test_tunnels_of_a_hex_share_no_edge_and_do_not_cross() -> None:
    straight = [(0, 3), (1, 4), (2, 5)]
    gentle = [(0, 2), (1, 3), (2, 4), (3, 5), (0, 4), (1, 5)]
    fit = {
        frozenset((one, other))
        for one in straight + gentle
        for other in straight + gentle
        if one != other and not crosses(one, other)
    }
    assert fit == {
        frozenset(((0, 2), (3, 5))),
        frozenset(((1, 3), (0, 4))),
        frozenset(((2, 4), (1, 5))),
    }
    # TV-D14, with the company reaching F14 from Salzburg (edge 2) and G11's side
    position = salzburg()
    number = position.t.hex("F12")
    tunnels = tracks(position).tunnels
    face = position.tunnel("F12", 0, 2).s.board.faces[number]
    assert [bore.pair for bore in tunnels.ready(number, face)] == [(3, 5)]
    assert tunnels.misfit(number, face, (3, 5)) is None
    assert "[1854 6.35]" in str(tunnels.misfit(number, face, (1, 3)))
    assert "[1854 6.35]" in str(tunnels.misfit(number, face, (2, 5)))
    both = position.tunnel("F12", 3, 5).s.board.faces[number]
    assert tunnels.ready(number, both) == ()
    assert "[1854 6.35]" in str(tunnels.misfit(number, both, (1, 4)))


@rule("1854 6.36", "1854 6.37", "1854 6.32")
def test_tunnels_stay_and_tiles_go_round_them() -> None:
    # D20 with tile 69 turned by 0 (exits 0, 3, 2, 4) and a tunnel on its free edges 1 and 5: TV-D13
    position = Position().phase("5").tile("D20", "69", 0).tunnel("D20", 1, 5)
    hexmap, number = position.t.hexmap, position.t.hex("D20")
    green = hexmap.lays(number, position.s.board.faces[number])
    assert [(lay.name, lay.rotation) for lay in green] == [("619", 0)]
    position.tile("D20", "619", 0)
    assert hexmap.faces[position.s.board.faces[number]].tunnels == ((1, 5),)  # kept
    assert position.s.tunnels[number] == ((1, 5),)
    assert hexmap.lays(number, position.s.board.faces[number]) == ()  # 611 has a fifth exit
    position.ag("A").token("A", "D20")
    game = position.turn("A").game()
    refused(game, LayTile("D20", "611", 0), "1854 6.36")
    # crossing below surface track is fine
    below = Position().major("NT", 300).tile("F8", "57", 1).token("NT", "F8").tile("F10", "9", 1)
    assert tracks(below).tunnels.misfit(below.t.hex("F10"), below.s.board.faces[below.t.hex("F10")], (2, 5)) is None
    # an empty hex with a tunnel stays empty and takes a yellow tile for its cost
    empty = Position().major("NT", 300).tile("F8", "57", 1).token("NT", "F8").tunnel("F10", 2, 5).turn("NT").game()
    assert lying(empty, "F10") == "printed"
    refused(empty, LayTile("F10", "8", 5), "1854 6.36")
    after = accepted(empty, LayTile("F10", "9", 1))
    assert treasury(after, "NT") == 250
    assert rules_of(after).t.hexmap.faces[after.state.board.faces[rules_of(after).t.hex("F10")]].tunnels == ((2, 5),)


@rule("1854 6.31")
@pytest.mark.parametrize("digs", [False, True])
def test_connections_use_tunnels(digs: bool) -> None:
    position = salzburg()
    if digs:
        position.tunnel("F14", 2, 5)
    game = position.turn("SB").game()
    lays = [lay for lay in offered(game, LayTile) if lay.hex == "G15"]  # beyond the tunnel
    assert bool(lays) == digs
    if digs:
        accepted(game, LayTile("G15", "9", 2))


@rule("1854 6.31", "1854 6.57")
def test_a_route_through_tunnels() -> None:
    """Innsbruck F8 - below F10 - below F12 - Salzburg E13."""
    position = Position().phase("3").major("NT").tile("F8", "57", 1).token("NT", "F8").trains("NT", "2-0", "2-1")
    position.tunnel("F10", 1, 4).tunnel("F12", 1, 3).tile("E13", "6", 0)
    game = position.turn("NT", "run").game()
    best = rules_of(game).run.best(game.state, rules_of(game).t.company("NT"))
    assert (best.total, best.proven) == (40, True)
    path = "E13.0 E13:0 F12:1 F10:1 F8.0"
    assert best.routes[0].path == tuple(path.split())
    refused(game, run(("2-0", path), ("2-1", path)), "1854 6.57")  # a tunnel is track
    refused(game, run(("2-0", "E13.0 E13:0 F12:2 E11.0")), "1854 6.50")  # and joins nothing else
    accepted(game, run(("2-0", path)))


@rule("1854 6.10")
def test_nothing_to_build_is_no_question() -> None:
    position = Position().phase("1").major("NT", 0).tile("F8", "57", 1).token("NT", "F8")
    assert asked(position.turn("NT").game()) == "stock"  # F10 costs 50, a tunnel 100; the turn is over
    assert asked(position.change("NT", cash=50).turn("NT").game()) == "track"
