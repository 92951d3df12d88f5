"""1854 2.6, 2.9, 2.13, 6.50 to 6.60: running trains, the Orient Express, and the compulsory best run."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from stellwerk.core import Game, Illegal
from stellwerk.eighteen.actions import Pass, Route, RunRoutes
from stellwerk.eighteen.routes import Walk
from stellwerk.eighteen.running import reach_of
from stellwerk.routing.contract import contract
from stellwerk.titles.t1854.orient import Route1854
from stellwerk.titles.t1854.runs import Run1854
from stellwerk.titles.t1854.state import State1854
from tests.rules_1854.building import Position, asked, rules_of, run, texts, turn_of
from tests.support import accepted, offered, play, refused, rule


def klagenfurt(*trains: str, phase: str = "3") -> Position:
    """KT in Klagenfurt on tile 14 (exits W, NW, E, SE), Spittal and Villach on tile 1: the board of TV-B6."""
    position = Position().phase(phase).major("KT").tile("H18", "6", 5).tile("H18", "14", 1).tile("H16", "1", 0)
    return position.token("KT", "H18").trains("KT", *trains)


LAIBACH = "H18.0 H18:5 I19.0"
VENEDIG = "H18.0 H18:1 H16.1 H16:0 I15.0"


def way(train: str, path: str) -> Route:
    """A route from its path in one text."""
    return Route(train, tuple(path.split()))


def checked(position: Position, company: str) -> Route1854:
    """The validator."""
    return position.own.route_check(position.s, position.t.company(company))


@rule("1854 6.50", "1854 6.59", "1854 6.60")
def test_the_example_of_the_rulebook() -> None:
    """TV-B6"""
    game = klagenfurt("2-0", "3-0").turn("KT", "run").game()
    assert asked(game) == "run"
    (offer,) = offered(game, RunRoutes)
    assert offer == run(("2-0", LAIBACH), ("3-0", VENEDIG))
    after = accepted(game, offer)
    assert turn_of(after).revenue == 130
    receipt = after.last_events[0].receipt
    assert receipt is not None
    assert [(line.text, line.amount, line.rule) for line in receipt.lines] == [
        ("2-0: H18 Klagenfurt", 30, "1854 6.59"),
        ("2-0: I19 Laibach", 30, "1854 6.59"),
        ("3-0: H18 Klagenfurt", 30, "1854 6.59"),
        ("3-0: H16 Spittal & Villach", 10, "1854 6.59"),
        ("3-0: I15 Venedig", 30, "1854 6.59"),
    ]


@rule("1854 6.50", "1854 6.53", "1854 6.57")
def test_what_is_a_route() -> None:
    game = klagenfurt("2-0", "3-0").turn("KT", "run").game()
    refused(game, run(("2-0", "H18.0")), "1854 6.50")
    refused(game, run(("2-0", "H16.1 H16:0 I15.0")), "1854 6.50")  # no own token
    refused(game, run(("4-0", LAIBACH)), "1854 6.50")
    refused(game, run(("2-0", LAIBACH), ("2-0", VENEDIG)), "1854 6.50")
    refused(game, run(("3-0", "H18.0 H18:1 H16:0 I15.0")), "1854 6.50")  # a stop on the way cannot be left out
    refused(game, run(("2-0", LAIBACH), ("3-0", LAIBACH)), "1854 6.57")
    refused(game, Pass(), "1854 6.50")
    # several trains may rely on the same token (the best run does)


@rule("1854 6.60")
def test_only_the_best_run_counts() -> None:
    game = klagenfurt("2-0", "3-0").turn("KT", "run").game()
    refused(game, run(), "1854 6.60")
    refused(game, run(("2-0", LAIBACH)), "1854 6.60")  # a train left idle
    why = refused(game, run(("3-0", LAIBACH), ("2-0", "H18.0 H18:1 H16.1")), "1854 6.60")
    assert "100 G" in str(why)
    assert "130 G" in str(why)
    # among equal totals the director is free: two 3-trains may change their routes
    equal = klagenfurt("3-0", "3-1").turn("KT", "run").game()
    accepted(equal, run(("3-0", LAIBACH), ("3-1", VENEDIG)))
    accepted(equal, run(("3-1", LAIBACH), ("3-0", VENEDIG)))
    # locals too
    local = Position().local("5").token("5", "J28").trains("5", "1+-0").tile("K29", "9", 2).tile("L30", "4", 2)
    refused(local.turn("5", "run").game(), run(), "1854 6.60")


@rule("1854 6.60")
def test_when_only_a_bound_is_known_the_best_found_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    position = klagenfurt("2-0", "3-0")
    game = position.turn("KT", "run").game()
    best = rules_of(game).run.best(game.state, position.t.company("KT"))
    guess = structs.replace(best, proven=False, upper_bound=150)
    monkeypatch.setattr(Run1854, "best", lambda *_: guess)
    after = play(game, best.action())
    assert "no run of KT better than 130 G was found; none earns more than 150 G [1854 6.60]" in texts(after)
    assert turn_of(after).revenue == 130


@rule("1854 6.51")
def test_a_full_city_is_an_end_only() -> None:
    def line(*others: str) -> Game[State1854]:
        """KE in Vienna - Krems - Ybbs - Linz - Ried."""
        position = Position().phase("3").major("KE").token("KE", "C23", 1).trains("KE", "8-0")
        position.tile("C21", "55", 1).tile("C19", "4", 1).tile("C17", "57", 1).tile("C17", "14", 0).tile("C15", "4", 1)
        for other in others:
            position.token(other, "C17")
        return position.turn("KE", "run").game()

    through = "C13.0 C13:4 C15.0 C15:4 C17.0 C17:4 C19.0 C19:4 C21.0 C21:4 C23.1"
    end = "C17.0 C17:4 C19.0 C19:4 C21.0 C21:4 C23.1"
    accepted(line("KR"), run(("8-0", through)))
    refused(line("KR", "NT"), run(("8-0", through)), "1854 6.51")
    accepted(line("KR", "NT"), run(("8-0", end)))


@rule("1854 6.52", "1854 6.53")
def test_how_far_trains_go() -> None:
    game = klagenfurt("2-0", "3-0").turn("KT", "run").game()
    refused(game, run(("2-0", VENEDIG)), "1854 6.52")

    # a plus train counts large cities (off-board locations among them), towns do not matter
    def local(train: str) -> Game[State1854]:
        """Kirchdorf J28 - tile K29 - town L30 - town M31 (grey) ... and Bad Ischl L28 - L30."""
        position = Position().phase("3").local("5").token("5", "J28").trains("5", train)
        return position.tile("K29", "9", 2).tile("L30", "4", 2).turn("5", "run").game()

    path = "J28.0 J28:5 K29:5 L30.0 L30:5 M31.0"
    accepted(local("1+-0"), run(("1+-0", path)))
    check = checked(Position(), "5")
    index = check.hexmap.index
    towns = tuple(index[name] * 8 for name in ("M31", "M37", "J30"))
    cities = tuple(index[name] * 8 for name in ("J28", "I29"))
    check.check_length(Walk("1+-0", (*towns, cities[0]), ()), reach_of(check.table, "1+"))
    check.check_length(Walk("2+-0", (*towns, *cities), ()), reach_of(check.table, "2+"))
    with pytest.raises(Illegal, match=r"1854 6\.52"):
        check.check_length(Walk("1+-0", cities, ()), reach_of(check.table, "1+"))


@rule("1854 2.9", "1854 2.12", "1854 2.13")
def test_who_runs_which_trains() -> None:
    game = klagenfurt("2-0", "1+-0").turn("KT", "run").game()
    refused(game, run(("1+-0", LAIBACH)), "1854 2.13")
    accepted(game, run(("2-0", LAIBACH)))
    position = Position().phase("3").local("5").token("5", "J28").tile("K29", "9", 2).tile("L30", "4", 2)
    local = position.trains("5", "1+-0", "2-0").turn("5", "run").game()
    refused(local, run(("2-0", "J28.0 J28:5 K29:5 L30.0 L30:5 M31.0")), "1854 2.9")
    # with nothing it can run a company is not asked
    assert asked(klagenfurt("1+-0").turn("KT", "run").game()) != "run"
    assert asked(position.trains("5", "2-0").turn("5", "run").game()) != "run"


@rule("1854 6.54", "1854 6.41")
def test_vienna_and_budapest_are_one_place() -> None:
    # the circles of KE and FJ, joined west of Vienna over C21 and B22
    position = Position().phase("3").major("KE").token("KE", "C23", 1).trains("KE", "3-0")
    position.tile("C21", "2", 2).tile("B22", "2", 4)
    check = checked(position, "KE")
    route = _loop(position)
    with pytest.raises(Illegal, match=r"1854 6\.54"):
        check.walk(Route("3-0", route))
    assert check.walk(Route("3-0", route[:-2])).stops
    budapest = Position().phase("7").tile("D26", "3", 4)
    with pytest.raises(Illegal, match=r"1854 6\.54"):
        checked(budapest, "KE").walk(way("8-0", "D28.0 D28:1 D26.0 D26:5 E27.0"))


def _loop(position: Position) -> tuple[str, ...]:
    """Vienna's circle 1 - C21 - B22 - Vienna's circle 2."""
    t = position.t
    c21 = t.hexmap.faces[position.s.board.faces[t.hex("C21")]]
    b22 = t.hexmap.faces[position.s.board.faces[t.hex("B22")]]
    first, second = c21.stop_at[4], b22.stop_at[5]
    assert 3 in c21.stops[first].exits
    assert 0 in b22.stops[second].exits
    assert t.hexmap.entry[6 * t.hex("C21") + 3] == 6 * t.hex("B22") + 0
    return ("C23.1", "C23:1", f"C21.{first}", "C21:3", f"B22.{second}", "B22:5", "C23.2")


@rule("1854 6.54")
def test_no_run_between_the_circles_of_vienna() -> None:
    position = Position().phase("3").major("KE").token("KE", "C23", 1).trains("KE", "3-0")
    position.tile("C21", "2", 2).tile("B22", "2", 4)
    best = position.best("KE")
    assert best.total == 60  # 40 + 10 + 10, not back into Vienna


@rule("1854 6.54", "1854 A30")
def test_st_poelten_of_the_local_board_is_one_place_too() -> None:
    position = Position().phase("3").local("1").token("1", "J38", 0).trains("1", "3+-0")
    position.tile("J36", "2", 3).tile("K37", "56", 2).tile("K39", "3", 1)
    path = "J38.0 J38:1 J36.1 J36:5 K37.0 K37:4 K39.0 K39:2 J38.1"
    check = checked(position, "1")
    with pytest.raises(Illegal, match=r"1854 6\.54"):
        check.walk(way("3+-0", path))
    assert len(check.walk(way("3+-0", path.removesuffix(" K39:2 J38.1"))).stops) == 4
    assert position.best("1").total == 50  # St. Pölten once, three towns


@rule("1854 6.55")
def test_off_board_locations_are_ends() -> None:
    # Salzburg - München - ... is no way: München has one exit; Zürich between Bregenz and Dornbirn has two
    game = west("8-0").turn("VB", "run").game()
    refused(game, run(("8-0", "E3.0 E3:1 E1.0 E1:5 F2.0")), "1854 6.55")
    accepted(game, RunRoutes(rules_of(game).run.best(game.state, rules_of(game).t.company("VB")).action().routes))


def west(*trains: str) -> Position:
    """VB in Bregenz E3, exits to Dornbirn and Zürich; F2: Bregenz - Dornbirn, Zürich - Feldkirch - Vaduz."""
    position = Position().phase("7").major("VB").tile("E3", "5", 0).token("VB", "E3")
    return position.tile("F2", "1", 2).trains("VB", *trains)


@rule("1854 6.56", "1854 A8")
def test_the_orient_express_runs_through_zurich_to_paris_only() -> None:
    game = west("8Ox-0").turn("VB", "run").game()
    refused(game, run(("8Ox-0", "E3.0 E3:1 E1.0 E1:5 F2.1")), "1854 6.56")  # Zürich from Bregenz to Feldkirch
    best = rules_of(game).run.best(game.state, rules_of(game).t.company("VB"))
    # Paris 90, Zürich 50, Bregenz 20, Dornbirn 10
    assert best.total == 170
    assert best.proven
    accepted(game, run(("8Ox-0", "D0.0 D0:5 E1.0 E1:4 E3.0 E3:0 F2.0")))
    other = west("8-0").turn("VB", "run").game()
    refused(other, run(("8-0", "D0.0 D0:5 E1.0 E1:4 E3.0")), "1854 6.56")
    assert rules_of(other).run.best(other.state, rules_of(other).t.company("VB")).total == 80


@rule("1854 6.56")
def test_the_router_does_not_turn_in_zurich() -> None:
    position = west("8Ox-0")
    hexmap = position.t.hexmap
    through = frozenset({hexmap.index["E1"]})
    net = contract(hexmap, position.s.board, position.t.company("VB"), position.t.groups, through=through).net
    nodes = [n for n, stop in enumerate(net.stops) if stop // 8 == hexmap.index["E1"]]
    for node in nodes:
        entrances = set()
        for link in net.links:
            if node in (link.a, link.b):
                arc = link.arcs[0] if link.a == node else hexmap.entry[link.arcs[-1]]
                entrances.add(arc % 6)
        assert not {4, 5} <= entrances
        assert all(net.twins[node] >> other & 1 for other in nodes)


@rule("1854 6.56", "1854 6.54")
@pytest.mark.parametrize(("tile", "rotation", "way"), [("4", 2, "E27"), ("58", 2, "D28")])
def test_the_orient_express_runs_through_budapest_to_konstantinopel(tile: str, rotation: int, way: str) -> None:
    position = Position().phase("7").major("SD").tile("C23", "433", 0).tile("C23", "451", 0).tile("C23", "456", 0)
    position.token("SD", "C23").tile("C25", "8", 5).tile("D26", tile, rotation).trains("SD", "8Ox-0", "8-0")
    best = position.trains("SD", "8Ox-0").best("SD")
    assert best.total == 70 + 10 + 60 + 90
    assert [stop.split(".")[0] for stop in best.routes[0].stops] in (
        ["C23", "D26", way, "F28"],
        ["F28", way, "D26", "C23"],
    )
    assert checked(position, "SD").value([checked(position, "SD").walk(best.routes[0].route)]) == 230
    assert position.trains("SD", "8-0").best("SD").total == 140


@rule("1854 6.56", "1854 6.56a")
def test_the_orient_express_counts_eight_stops_one_with_a_token() -> None:
    position = west("8Ox-0")
    position.tile("C17", "57", 1).tile("E13", "57", 1).tile("F8", "57", 1).tile("F22", "57", 1).tile("H18", "57", 1)
    check, index = checked(position, "VB"), position.t.hexmap.index
    names = ("D0", "E1", "C23", "C17", "E13", "F8", "F22", "H18", "I15", "E3")
    stops = tuple(index[name] * 8 for name in names)
    assert [check.worth(stop) for stop in stops] == [90, 50, 40, 20, 20, 20, 20, 20, 50, 20]
    walk, route, reach = Walk("8Ox-0", stops, ()), Route("8Ox-0", ()), reach_of(check.table, "8Ox")
    chosen = check.counted(walk, route, reach)
    assert len(chosen.paid) == 8
    assert stops[-1] in chosen.paid  # Bregenz, the only own token, although others pay as much
    assert check.value([chosen]) == 90 + 50 + 50 + 40 + 4 * 20
    short = Walk("8Ox-0", (*stops[:2], stops[-1]), ())
    assert check.counted(short, route, reach).paid == short.stops
    for name in ("C17", "E13", "F8", "F22", "H18"):
        position.tile(name, "14", 1)
    check = checked(position, "VB")
    assert [check.worth(stop) for stop in stops] == [90, 50, 40, 30, 30, 30, 30, 30, 50, 20]
    chosen = check.counted(walk, route, reach)
    assert len(chosen.paid) == 8
    assert stops[-1] in chosen.paid  # although eight others pay more
    assert check.value([chosen]) == 90 + 50 + 50 + 40 + 3 * 30 + 20
    # a stop that is left out is on the route all the same: full of foreign tokens it cannot be passed, nor met twice
    blocked = Position().phase("7").major("VB").tile("E3", "57", 1).token("KR", "E3").tile("E5", "9", 1)
    with pytest.raises(Illegal, match=r"1854 6\.51"):
        checked(blocked, "VB").walk(way("8Ox-0", "D0.0 D0:5 E1.0 E1:4 E3.0 E3:4 E5:4"))
    twice = Position().phase("7").tile("D26", "3", 4)
    with pytest.raises(Illegal, match=r"1854 6\.54"):
        checked(twice, "SD").walk(way("8Ox-0", "D28.0 D28:1 D26.0 D26:5 E27.0 E27:5 F28.0"))


@rule("1854 6.56", "1854 6.53", "1854 6.60")
def test_stated_stops_are_checked_and_paid() -> None:
    def stating(*counts: str) -> RunRoutes:
        return RunRoutes((structs.replace(way("8Ox-0", "D0.0 D0:5 E1.0 E1:4 E3.0 E3:0 F2.0"), counts=counts),))

    game = west("8Ox-0").turn("VB", "run").game()  # Paris 90, Zürich 50, Bregenz 20 with the token, Dornbirn 10
    refused(game, stating("D0.0", "E1.0", "F2.0"), "1854 6.56")  # no stop with an own token
    refused(game, stating("E3.0"), "1854 6.56")  # fewer than two
    refused(game, stating("D0.0", "E3.0", "E3.0"), "1854 6.56")
    refused(game, stating("D0.0", "E3.0", "C23.0"), "1854 6.56")  # not on the route
    refused(game, stating("D0.0", "E1.0", "E3.0"), "1854 6.60")  # 160 of 170
    after = accepted(game, stating("D0.0", "E1.0", "E3.0", "F2.0"))
    assert turn_of(after).revenue == 170
    other = west("8-0").turn("VB", "run").game()
    whole = structs.replace(way("8-0", "E1.0 E1:4 E3.0 E3:0 F2.0"), counts=("E1.0", "E3.0"))
    refused(other, RunRoutes((whole,)), "1854 6.53")  # every other train counts every stop


@rule("1854 6.56")
def test_the_orient_express_may_state_two_to_eight_stops() -> None:
    position = west("8Ox-0").tile("C17", "57", 1).tile("E13", "57", 1).tile("F8", "57", 1).tile("F22", "57", 1)
    check, index = checked(position, "VB"), position.t.hexmap.index
    names = ("E3", "D0", "E1", "C23", "C17", "E13", "F8", "F22", "I15")
    walk = Walk("8Ox-0", tuple(index[name] * 8 for name in names), ())
    reach = reach_of(check.table, "8Ox")

    def stated(count: int) -> Walk:
        return check.counted(walk, Route("8Ox-0", (), tuple(f"{name}.0" for name in names[:count])), reach)

    assert stated(2).paid == walk.stops[:2]
    assert check.value([stated(2)]) == 20 + 90  # what is stated, not the dearest
    assert stated(8).paid == walk.stops[:8]
    for count in (1, 9):
        with pytest.raises(Illegal, match=r"1854 6\.56"):
            stated(count)


@rule("1854 6.57")
def test_tracks_that_share_an_edge_exclude_each_other() -> None:
    # F10 with tile 24 turned by 1: 1-4 and 1-3; both tracks use edge 1
    position = Position().phase("3").major("NT").tile("F8", "57", 1).token("NT", "F8").trains("NT", "2-0", "2-1")
    position.tile("F10", "9", 1).tile("F10", "24", 1).tile("E11", "1", 0).tunnel("F12", 1, 3).tile("E13", "6", 0)
    game = position.turn("NT", "run").game()
    town = "F8.0 F8:4 F10:3 E11.1"
    city = "F8.0 F8:4 F10:4 F12:3 E13.0"
    refused(game, run(("2-0", town), ("2-1", city)), "1854 6.57")
    refused(game, run(("2-0", town)), "1854 6.60")
    accepted(game, run(("2-0", city)))
    # crossing tracks without a common edge do not: tile 20 turned by 1 has 1-4 and 2-5
    faces = position.t.hexmap.faces
    cross = faces[position.t.hexmap.face_number("20", 1)]
    assert cross.segments == {(1, 4), (2, 5)}


@rule("1854 6.58")
def test_a_route_leaves_a_stop_by_any_other_track() -> None:
    game = klagenfurt("3-0").turn("KT", "run").game()
    best = rules_of(game).run.best(game.state, rules_of(game).t.company("KT"))
    assert best.total == 70  # Laibach 30 + Klagenfurt 30 + Villach 10, or with Venedig instead of Laibach
    accepted(game, run(("3-0", "I19.0 I19:2 H18.0 H18:1 H16.1")))
    accepted(game, run(("3-0", VENEDIG)))
    refused(game, run(("3-0", "I19.0 I19:2 H18.0 H18:5 I19.0")), "1854 6.57")


@rule("1854 6.59")
def test_customs_near_munich() -> None:
    """TV-D17: stops worth 50 on a route from E11 over D12 to D14 pay 40."""
    position = Position().phase("5").major("SB").tile("E13", "6", 1).tile("E13", "15", 0)
    lay = next(
        lay
        for lay in position.t.hexmap.lays(position.t.hex("E13"), position.s.board.faces[position.t.hex("E13")])
        if lay.name == "611"
    )
    position.tile("E13", "611", lay.rotation).token("SB", "E13").tile("D14", "7", 0).tile("E11", "2", 3)
    path = "E13.0 E13:3 D14:1 D12:0 E11.0"
    check = checked(position, "SB")
    walk = check.walk(Route("2-0", tuple(path.split())))
    assert len(walk.stops) == 2  # the mark is no stop
    assert sum(check.worth(stop) for stop in walk.stops) == 50
    assert check.value([walk]) == 40
    assert [(line.amount, line.rule) for line in check.lines([walk])][-1] == (-10, "1854 6.59")
    # München itself is no matter of customs; the best run knows both
    best = position.trains("SB", "2-0").best("SB")
    assert best.total == 80  # Salzburg 40 + München 40
    both = position.trains("SB", "2-0", "2-1").best("SB")
    assert both.total == 80 + 50  # Salzburg - Kufstein by the direct track
    assert "customs" not in str(both.receipt)
    third = position.trains("SB", "2-0", "2-1", "2-2").best("SB")
    assert third.total == 80 + 50 + 40
    assert "customs in D12" in str(third.receipt)
    game = position.turn("SB", "run").game()
    after = accepted(game, third.action())
    assert turn_of(after).revenue == 170


@rule("1854 6.59a")
@pytest.mark.parametrize(
    ("phase", "value"), [("1", 20), ("2", 20), ("3", 30), ("4", 30), ("5", 30), ("6", 30), ("7", 40)]
)
def test_off_board_values_follow_the_phase(phase: str, value: int) -> None:
    check = checked(Position().phase(phase), "KT")
    assert check.worth(check.hexmap.index["I19"] * 8) == value  # Laibach: 20, 30, 30, 40
    local = {"1": 10, "2": 10, "3": 20, "4": 20}.get(phase, 30)  # the local board keeps its brown values
    assert check.worth(check.hexmap.index["J28"] * 8) == check.worth(check.hexmap.index["I29"] * 8) == local


def graz(owner: int, *trains: str, phase: str = "3", **options: Any) -> Position:
    """SD with a token in Graz F22, Oberwart F24 beside it."""
    position = Position(**options).phase(phase).major("SD").token("SD", "C23", 0)
    position.tile("F22", "57", 1).token("SD", "F22").tile("F24", "3", 1)
    return position.private("GKB", owner).trains("SD", *trains)


@rule("1854 2.6", "1854 6.59", "1854 A1")
def test_the_bonus_of_graz() -> None:
    game = graz(0, "2-0").turn("SD", "run").game()
    path = "F22.0 F22:4 F24.0"
    after = accepted(game, run(("2-0", path)))
    assert turn_of(after).revenue == 40
    receipt = after.last_events[0].receipt
    assert receipt is not None
    assert (receipt.lines[-1].amount, receipt.lines[-1].rule) == (10, "1854 2.6")
    assert graz(0, "2-0").best("SD").total == 40
    assert graz(1, "2-0").best("SD").total == 30  # another player's company
    assert graz(1, "2-0", graz_bonus="all").best("SD").total == 40
    closed = graz(0, "2-0")
    closed.s.privates = Position().s.privates
    assert closed.best("SD").total == 30
    refused(game, run(), "1854 6.60")
    # every train over Graz earns it: Oberwart to the east, Leoben to the north-west
    both = graz(0, "2-0", "2-1").tile("F22", "15", 1).tile("E21", "2", 4)
    assert both.best("SD").total == 2 * (30 + 10 + 10)
    assert sum(line.rule == "1854 2.6" for line in both.best("SD").receipt.lines) == 2
    through = graz(0, "3-0").tile("F22", "15", 1).tile("E21", "2", 4)
    assert through.best("SD").total == 10 + 30 + 10 + 10  # in passing, once for the route
