"""1862, section 8: laying tiles."""

from __future__ import annotations

import pytest

from stellwerk.core import Game
from stellwerk.eighteen.actions import LayTile, Pass, PlaceToken
from stellwerk.titles.t1862.state import State1862
from tests.rules_1862.board import Position, asked, cities, rules_of, treasury
from tests.support import accepted, offered, play, refused, rule


def lays(game: Game[State1862], hex_: str | None = None, power: str | None = "") -> set[tuple[str, str, int]]:
    """What may be laid: hex, tile, rotation."""
    return {
        (action.hex, action.tile, action.rotation)
        for action in offered(game, LayTile)
        if (hex_ is None or action.hex == hex_) and (power is None or action.power == power)
    }


def cp(phase: str = "2", **fields: int) -> Position:
    """CP with its home marker in Montreal, whose track leads W and NW."""
    return Position().running("CP", cash=fields.pop("cash", 1000)).in_phase(phase)


def laid(game: Game[State1862], hex_: str) -> str:
    """The tile on a hex, as `57/1`."""
    t = rules_of(game).t
    return t.hexmap.faces[game.state.board.faces[t.hex(hex_)]].name


def supply(game: Game[State1862], tile: str) -> int:
    """Tiles of a kind that are left."""
    return game.state.supply[rules_of(game).t.hexmap.tile_index[tile]]


# -- 8.1 what a turn has


@rule("1862 8.1")
def test_in_phase_2_one_yellow_tile_and_no_upgrade() -> None:
    game = cp().turn("CP").game()
    assert {tile for _, tile, _ in lays(game)} <= {"3", "4", "7", "8", "9", "57", "58"}
    refused(game, LayTile("C30", "886", 1), "1862 8.9")
    play(game, LayTile("C28", "9", 1))
    assert asked(game)[2] != "track"


@rule("1862 8.1")
@pytest.mark.parametrize("phase", ["3", "4", "5", "6", "8", "10"])
def test_from_phase_3_on_two_yellow_tiles_or_one_upgrade(phase: str) -> None:
    game = cp(phase).turn("CP").game()
    two = play(accepted(game, LayTile("C28", "9", 1)))
    assert asked(two)[2] == "track"
    assert {rules_of(two).t.data.tiles[tile].color for _, tile, _ in lays(two)} == {"yellow"}
    refused(two, LayTile("C30", "886", 1), "1862 8.1")
    done = accepted(two, LayTile("B29", "8", 5))
    assert asked(done)[2] != "track"
    refused(done, LayTile("C30", "886", 1), "1862 8.1", also="1862 24.1")
    upgraded = accepted(game, LayTile("C30", "886", 1))
    assert asked(upgraded)[2] != "track"


@rule("1862 8.1")
def test_nothing_need_be_laid() -> None:
    game = cp("3").turn("CP").game()
    assert asked(accepted(game, Pass()))[2] != "track"
    one = accepted(game, LayTile("C28", "9", 1))
    assert asked(accepted(one, Pass()))[2] != "track"


@rule("1862 8.1", "1862 4.7")
def test_after_an_upgrade_only_the_extra_tile_of_private_4_is_left() -> None:
    game = cp("3").private("RMC", 0).turn("CP").game()
    play(game, LayTile("C30", "886", 1))
    assert asked(game) == (0, "CP", "track")
    assert lays(game) == set()
    assert lays(game, power="RMC")
    refused(game, LayTile("C28", "9", 1), "1862 8.1")
    refused(game, LayTile("C26", "24", 1), "1862 8.1")
    play(game, LayTile("C28", "9", 1, "RMC"))
    assert asked(game)[2] != "track"


# -- 4.7, TV15: private 4


@rule("1862 4.7", "1862 TV15", "1862 8.8")
@pytest.mark.parametrize(("hex_", "price"), [("I8", 160), ("F5", 120)])
def test_the_extra_tile_is_up_to_160_cheaper_and_nothing_comes_back(hex_: str, price: int) -> None:
    position = Position().found("NP", cash=0, president=1, held=[0, 60]).private("RMC", 1)
    west = {"I8": "I10", "F5": "F7"}[hex_]
    city = {"I8": "J11", "F5": "F11"}[hex_]  # a marker somewhere near, with track up to the hex
    if hex_ == "I8":
        position.tile(city, "57", 2).token("NP", city).tile(west, "8", 5)  # J11 NW to I10, which leads SE and W
    else:
        position.tile(city, "57", 1).token("NP", city).straight("F9", "F7")
    game = position.turn("NP").game()
    assert rules_of(game).t.data.map.hex[hex_].cost == price
    assert not lays(game, hex_)
    assert lays(game, hex_, "RMC")
    refused(game, LayTile(hex_, "9", 1), "1862 8.8")
    play(game, LayTile(hex_, "9", 1, "RMC"))
    assert treasury(game, "NP") == 0
    assert game.state.privates[rules_of(game).t.private("RMC")].closed


@rule("1862 4.7")
def test_the_extra_tile_comes_before_or_after_the_others() -> None:
    game = cp("3").private("RMC", 0).turn("CP").game()
    play(game, LayTile("C28", "9", 1, "RMC"), LayTile("B29", "8", 5))
    assert asked(game)[2] == "track"
    refused(game, LayTile("C20", "4", 1, "RMC"), "1862 4.7")
    play(game, LayTile("C20", "4", 1))
    assert asked(game)[2] != "track"


@rule("1862 4.7")
def test_the_extra_tile_is_for_companies_the_owner_directs_and_yellow() -> None:
    other = cp("3").private("RMC", 1).turn("CP").game()
    assert not lays(other, power="RMC")
    refused(other, LayTile("C28", "9", 1, "RMC"), "1862 4.7")
    own = cp("3").private("RMC", 0).turn("CP").game()
    refused(own, LayTile("C30", "886", 1, "RMC"), "1862 4.7")
    refused(own, LayTile("G24", "9", 1, "RMC"), "1862 8.4")
    refused(own, LayTile("C28", "9", 1, "B&O"), "1862 24.3")


@rule("1862 4.7", "1862 A9")
def test_the_extra_tile_belongs_to_the_track_step() -> None:
    game = cp("3").private("RMC", 0).running("NYC", "2-0", cash=100).straight("E32", rotation=0).turn("NYC", "token")
    late = game.game()
    assert asked(late)[2] != "track"
    refused(late, LayTile("D33", "4", 0, "RMC"), "1862 8.6", also="1862 24.1")


# -- 8.2 empty hexes


@rule("1862 8.2")
def test_yellow_tiles_go_on_empty_hexes_only() -> None:
    game = cp("3").turn("CP").game()
    refused(game, LayTile("C26", "9", 1), "1862 8.2")
    refused(game, LayTile("C30", "57", 1), "1862 8.2")


@rule("1862 8.2")
@pytest.mark.parametrize("hex_", ["D25", "E28", "D27", "F25", "A30", "M8"])
def test_grey_and_red_hexes_take_no_tile(hex_: str) -> None:
    game = cp("3").turn("CP").game()
    assert not lays(game, hex_)
    refused(game, LayTile(hex_, "9", 1), "1862 8.2")


@rule("1862 8.2", "1862 A10")
def test_only_the_owner_of_private_2_lays_the_erie_tile_in_gray_phases_too() -> None:
    game = cp("8").private("ERIE", 1).turn("CP").game()
    assert all(tile != "881" for _, tile, _ in lays(game))
    refused(game, LayTile("E28", "881", 1), "1862 4.5")
    refused(game, LayTile("C28", "881", 1), "1862 4.5")
    play_by_owner = game.branch()
    play_by_owner.apply(LayTile("E28", "881", 1, "ERIE"), 1)
    assert laid(play_by_owner, "E28") == "881/1"
    assert supply(play_by_owner, "881") == 0


# -- 8.3 the tile on the home hex


@rule("1862 8.3", "1862 8.8")
def test_a_company_without_money_owes_its_home_a_tile_that_costs_nothing() -> None:
    game = Position().found("CN", cash=0, operated=False).turn("CN", "home", first=True).game()
    refused(game, Pass(), "1862 8.3")
    accepted(game, LayTile("C16", "57", 1))


@rule("1862 8.3")
@pytest.mark.parametrize(("name", "hex_"), [("CN", "C16"), ("TP", "K18"), ("GMO", "K24")])
def test_the_first_tile_of_a_company_goes_on_its_home_hex(name: str, hex_: str) -> None:
    game = Position().found(name, cash=800, operated=False).in_phase("3").turn(name, "home", first=True).game()
    assert asked(game) == (0, name, "track")
    assert {entry[0] for entry in lays(game)} == {hex_}
    assert {entry[1] for entry in lays(game)} == {"57"}
    refused(game, Pass(), "1862 8.3")
    refused(game, LayTile("G24", "9", 1), "1862 8.3")
    play(game, LayTile(hex_, "57", 1))
    assert treasury(game, name) == 800
    assert asked(game)[2] == "track"  # it was one of two yellow tiles, so no upgrade is possible
    assert {rules_of(game).t.data.tiles[tile].color for _, tile, _ in lays(game)} == {"yellow"}
    refused(game, LayTile(hex_, "14", 1), "1862 8.1")
    accepted(game, Pass())


@rule("1862 8.3")
def test_the_duty_comes_before_the_extra_tile_and_is_for_the_first_turn_only() -> None:
    first = Position().found("TP", cash=800, operated=False).private("RMC", 0).turn("TP", "home", first=True).game()
    assert not lays(first, power="RMC")
    refused(first, LayTile("K18", "57", 1, "RMC"), "1862 8.3")
    later = Position().running("TP", cash=800).turn("TP").game()
    accepted(later, Pass())


@rule("1862 8.3")
def test_preprinted_and_built_homes_need_no_tile() -> None:
    omaha = Position().running("UP", cash=800).turn("UP", first=True).game()
    accepted(omaha, Pass())
    built = Position().running("CN", cash=800).tile("C16", "57", 1).turn("CN", first=True).game()
    accepted(built, Pass())


@rule("1862 8.3")
def test_the_duty_lapses_without_a_tile() -> None:
    game = Position().running("CN", cash=800).supply(_57=0).turn("CN", first=True).game()
    assert asked(game)[2] != "track"


@rule("1862 8.3", "1862 A2", "1862 5.1")
def test_orn_may_start_in_portland_and_then_owes_a_tile() -> None:
    position = Position(orn_home="E2").found("ORN", cash=800, operated=False).turn("ORN", "home", first=True)
    game = position.game()
    assert {entry[0] for entry in lays(game)} == {"E2"}
    play(game, LayTile("E2", "57", 0))
    assert treasury(game, "ORN") == 680
    seattle = Position().found("ORN", cash=800, operated=False).turn("ORN", "home", first=True).game()
    assert cities(seattle, "D3") == ((rules_of(seattle).t.company("ORN"),),)
    accepted(seattle, Pass())


# -- 8.4 connection of yellow tiles


@rule("1862 8.4")
def test_a_yellow_tile_prolongs_track_the_company_travels_on() -> None:
    game = cp().turn("CP").game()
    assert {entry[0] for entry in lays(game)} == {"C28", "B29"}
    refused(game, LayTile("C28", "9", 0), "1862 8.4")  # beside the track, not joined
    refused(game, LayTile("C20", "4", 1), "1862 8.4")
    accepted(game, LayTile("C28", "9", 1))


@rule("1862 8.4")
def test_the_second_tile_may_build_on_the_first() -> None:
    game = cp("3").turn("CP").game()
    refused(game, LayTile("C20", "4", 1), "1862 8.4")
    play(game, LayTile("C28", "9", 1))
    play(game, LayTile("C20", "4", 1))  # over C26, C24, C22, which are printed
    assert laid(game, "C20") == "4/1"


@rule("1862 8.4")
def test_any_tile_fits_on_a_hex_with_the_companys_own_marker() -> None:
    game = Position().running("TP", cash=800).turn("TP").game()
    assert {rotation for _, _, rotation in lays(game, "K18")} == {0, 1, 2, 3, 4, 5}


@rule("1862 8.4")
def test_track_beyond_a_blocked_city_does_not_count() -> None:
    position = Position().running("CN", cash=800).tile("C16", "57", 1).straight("C14", "C12")
    free = position.turn("CN").game()
    assert lays(free, "C10")
    position.block("C12")
    shut = position.turn("CN").game()
    assert not lays(shut, "C10")
    refused(shut, LayTile("C10", "4", 1), "1862 8.4")


# -- 8.5 kinds and labels


@rule("1862 8.5", "1862 A21")
def test_the_kind_of_the_tile_is_that_of_the_hex() -> None:
    position = cp("3").straight("C28")
    game = position.turn("CP").game()
    for tile in ("9", "57"):
        refused(game, LayTile("C20", tile, 1), "1862 8.5")  # Thunder Bay has a dot
    assert {tile for _, tile, _ in lays(game, "C20")} == {"3", "4", "58"}
    refused(game, LayTile("B29", "4", 2), "1862 8.5")  # plain
    west = Position().running("CN", cash=800).tile("C16", "57", 1).straight("C14").turn("CN").game()
    assert {tile for _, tile, _ in lays(west, "C12")} == {"57"}  # Regina is a city
    refused(west, LayTile("C12", "4", 1), "1862 8.5")


LABELLED = {
    "F31": ["885", "891", "897"],
    "C30": ["886", "891", "897"],
    "F23": ["892", "898"],
    "L23": ["893", "899"],
    "H1": ["890", "896"],
}


@rule("1862 8.5", "1862 A21")
@pytest.mark.parametrize("hex_", LABELLED)
def test_labelled_cities_take_their_own_tiles_only(hex_: str) -> None:
    hexmap = rules_of(cp().turn("CP").game()).t.hexmap
    number = hexmap.index[hex_]
    faces, found = {number}, []
    while faces:
        next_lays = [lay for face in sorted(faces) for lay in hexmap.lays(number, face)]
        found += sorted({lay.name for lay in next_lays})
        faces = {lay.face for lay in next_lays}
    assert found == LABELLED[hex_]


@rule("1862 8.5", "1862 A21")
@pytest.mark.parametrize("hex_", ["E2", "J3"])
def test_p_and_l_take_ordinary_tiles_until_brown(hex_: str) -> None:
    hexmap = rules_of(cp().turn("CP").game()).t.hexmap
    number = hexmap.index[hex_]
    colours: list[set[str]] = []
    faces = {number}
    while faces:
        next_lays = [lay for face in sorted(faces) for lay in hexmap.lays(number, face)]
        colours.append({lay.name for lay in next_lays})
        faces = {lay.face for lay in next_lays}
    assert colours == [{"57"}, {"14", "15"}, {"890"}, {"896"}, set()]


@rule("1862 8.5")
def test_no_other_hex_takes_a_labelled_tile() -> None:
    position = Position().running("NP", cash=800).in_phase("5").turn("NP")
    game = position.game()
    assert {tile for _, tile, _ in lays(game, "E18")} == {"125"}
    for tile in ("890", "891", "892", "893"):
        refused(game, LayTile("E18", tile, 0), "1862 8.5")
    chicago = Position().running("ATS", cash=800).in_phase("5").turn("ATS").game()
    refused(chicago, LayTile("F23", "125", 0), "1862 8.5")


# -- 8.6 exits


@rule("1862 8.6")
@pytest.mark.parametrize(
    ("hex_", "edge"),
    [
        ("B1", 2),  # off the board
        ("E22", 4),  # the lake E24
        ("D31", 1),  # the lake D29
        ("F27", 3),  # the Erie place has no track to the SW
        ("C28", 5),  # D29 is a lake
        ("M12", 0),  # off the board
        ("D21", 2),  # the black bar
        ("D21", 3),
        ("C20", 5),
        ("C22", 0),
    ],
)
def test_no_exit_leads_where_nothing_can_go(hex_: str, edge: int) -> None:
    hexmap = rules_of(cp().turn("CP").game()).t.hexmap
    number = hexmap.index[hex_]
    assert hexmap.lays(number, number)
    assert not any(lay.exits >> edge & 1 for lay in hexmap.lays(number, number))


@rule("1862 8.6")
@pytest.mark.parametrize(("hex_", "edge"), [("L31", 0), ("L29", 5), ("B31", 2), ("B31", 3), ("L9", 0), ("L9", 5)])
def test_exits_may_lead_to_arrows_of_red_areas(hex_: str, edge: int) -> None:
    hexmap = rules_of(cp().turn("CP").game()).t.hexmap
    number = hexmap.index[hex_]
    assert any(lay.exits >> edge & 1 for lay in hexmap.lays(number, number))


@rule("1862 8.6")
def test_a_tile_with_a_wrong_exit_is_refused() -> None:
    game = cp("3").straight("C28").turn("CP").game()
    refused(game, LayTile("C20", "58", 3), "1862 8.6")  # NE and SE, over the black bar
    refused(game, LayTile("C20", "3", 4), "1862 8.6")  # E and SE
    accepted(game, LayTile("C20", "58", 4))  # E and SW


@rule("1862 8.6", "1862 A10")
def test_track_may_lead_to_the_erie_place_before_its_tile_lies() -> None:
    hexmap = rules_of(cp().turn("CP").game()).t.hexmap
    number = hexmap.index["E30"]
    assert any(lay.exits >> 1 & 1 for lay in hexmap.lays(number, number))
    face = hexmap.faces[hexmap.extra[hexmap.index["E28"]]]
    assert sorted(face.segments) == [(1, 2), (1, 4)]


# -- 8.7 free exits, the border


@rule("1862 8.7")
def test_exits_need_not_meet_track_and_cross_the_border_freely() -> None:
    game = Position().running("CN", cash=0).in_phase("3").turn("CN", first=True).game()
    play(game, LayTile("C16", "57", 0))  # SW to D15 in the USA, NE to B17: nothing lies there
    assert treasury(game, "CN") == 0
    south = Position().running("CN", cash=0).tile("C16", "57", 2).in_phase("3").turn("CN").game()
    play(south, LayTile("D17", "9", 2))  # from Winnipeg SE over the border, free of charge
    assert laid(south, "D17") == "9/2"
    assert treasury(south, "CN") == 0


# -- 8.8 terrain


@rule("1862 8.8")
def test_the_first_tile_on_a_hex_pays_for_the_terrain() -> None:
    game = Position().running("NYC", cash=100).turn("NYC").game()
    play(game, LayTile("E32", "57", 0))
    assert treasury(game, "NYC") == 60


@rule("1862 8.8")
def test_without_the_money_in_the_treasury_nothing_is_laid() -> None:
    game = Position().running("NYC", cash=39).tile("F31", "885", 1).in_phase("3").turn("NYC").game()
    assert lays(game, "F29")  # Newark costs nothing, Boston 40
    assert not lays(game, "E32")
    refused(game, LayTile("E32", "57", 0), "1862 8.8")


@rule("1862 8.8")
def test_prices_are_40_80_120_and_160() -> None:
    hexes = rules_of(cp().turn("CP").game()).t.data.map.hex.values()
    prices = {entry.terrain: entry.cost for entry in hexes if entry.terrain}
    assert prices == {"coast": 40, "river": 80, "mountain": 120, "mountain+river": 160}
    assert all((entry.cost > 0) == bool(entry.terrain) for entry in hexes)


@rule("1862 8.8", "1862 TV15")
def test_later_tiles_on_the_hex_are_free() -> None:
    game = Position().running("UP", cash=80).tile("G16", "57", 1).in_phase("3").turn("UP").game()
    play(game, LayTile("G16", "14", 0))
    assert treasury(game, "UP") == 80


@rule("1862 8.8a", "1862 A14", "1862 TV15")
@pytest.mark.parametrize(
    ("company", "hex_", "tile", "rotation", "price"),
    [
        ("ORN", "D3", "14", 0, 120),
        ("CP", "C30", "886", 1, 80),
        ("NYC", "F31", "885", 1, 40),
        ("UP", "G16", "57", 1, 80),
    ],
)
def test_preprinted_hexes_pay_with_their_first_tile(
    company: str, hex_: str, tile: str, rotation: int, price: int
) -> None:
    position = Position().running(company, cash=500).in_phase("3").turn(company)
    game = position.game()
    play(game, LayTile(hex_, tile, rotation))
    assert treasury(game, company) == 500 - price
    free = Position(preprinted_terrain="free").running(company, cash=500).in_phase("3").turn(company).game()
    play(free, LayTile(hex_, tile, rotation))
    assert treasury(free, company) == 500


@rule("1862 8.8a", "1862 A14")
def test_which_preprinted_hexes_have_a_price() -> None:
    hexmap = rules_of(cp().turn("CP").game()).t.hexmap
    found = [name for n, name in enumerate(hexmap.names) if hexmap.costs[n] and hexmap.faces[n].exits]
    assert sorted(found) == sorted(["C22", "C30", "D3", "E18", "F23", "F31", "G14", "G16", "H1", "H3", "L23"])


# -- 8.9 to 8.12 upgrades


@rule("1862 8.9")
@pytest.mark.parametrize(
    ("phase", "tile", "allowed"), [("2", "14", False), ("3", "14", True), ("4", "14", True), ("5", "14", True)]
)
def test_green_tiles_come_with_the_first_3(phase: str, tile: str, allowed: bool) -> None:
    game = Position().running("TP", cash=0).tile("K18", "57", 0).in_phase(phase).turn("TP").game()
    assert (("K18", tile, 0) in lays(game)) is allowed
    if not allowed:
        refused(game, LayTile("K18", tile, 0), "1862 8.9")


@rule("1862 8.9")
def test_brown_comes_with_5_and_gray_with_8() -> None:
    brown = Position().running("TP", cash=0).tile("K18", "57", 0).tile("K18", "14", 0)
    early = brown.in_phase("4").turn("TP").game()
    refused(early, LayTile("K18", "125", 0), "1862 8.9")
    assert lays(brown.in_phase("5").turn("TP").game(), "K18")
    gray = brown.tile("K18", "125", 0)
    late = gray.in_phase("6").turn("TP").game()
    refused(late, LayTile("K18", "895", 0), "1862 8.9")
    assert lays(gray.in_phase("8").turn("TP").game(), "K18")


@rule("1862 8.9")
def test_old_track_is_kept_and_colours_follow_each_other() -> None:
    position = Position().running("TP", cash=0).tile("K18", "57", 0).in_phase("5")
    game = position.turn("TP").game()
    refused(game, LayTile("K18", "125", 0), "1862 8.9")  # yellow to brown
    refused(game, LayTile("K18", "15", 1), "1862 8.9")  # exits 1 to 4 lose the one to the SW
    assert {(tile, rotation) for _, tile, rotation in lays(game, "K18")} == {
        (tile, rotation)
        for tile, exits in (("14", (0, 1, 3, 4)), ("15", (0, 1, 2, 3)))
        for rotation in range(6)
        if {0, 3} <= {(edge + rotation) % 6 for edge in exits}
    }


@rule("1862 8.9")
def test_towns_stay_towns_and_plain_track_stays_plain() -> None:
    game = cp("3").straight("C28", "C20").turn("CP").game()
    towns = {tile for _, tile, _ in lays(game, "C20")}
    assert towns == {"887", "888"}
    refused(game, LayTile("C20", "14", 0), "1862 8.5")
    assert not {tile for _, tile, _ in lays(game, "C26")} & {"887", "888", "14", "15"}


@rule("1862 8.10")
def test_a_company_must_be_able_to_travel_on_the_new_tile() -> None:
    position = cp("3").straight("C28", "C20")
    game = position.turn("CP").game()
    assert lays(game, "C20")
    apart = cp("3").straight("C20").turn("CP").game()  # nothing on C28
    assert not lays(apart, "C20")
    refused(apart, LayTile("C20", "887", 4), "1862 8.10")
    refused(apart, LayTile("C24", "24", 1), "1862 8.10")


@rule("1862 8.10")
def test_the_new_track_itself_need_not_be_reached() -> None:
    game = cp("3").straight("C28").turn("CP").game()
    play(game, LayTile("C28", "20", 0))  # a second line crosses without a junction
    assert laid(game, "C28") == "20/0"


@rule("1862 8.11")
def test_replaced_tiles_return_and_missing_ones_cannot_be_laid() -> None:
    game = Position().running("TP", cash=0).tile("K18", "57", 0).in_phase("3").turn("TP").game()
    before = supply(game, "57"), supply(game, "14")
    play(game, LayTile("K18", "14", 0))
    assert (supply(game, "57"), supply(game, "14")) == (before[0] + 1, before[1] - 1)
    none = Position().running("TP", cash=0).tile("K18", "57", 0).supply(_14=0).in_phase("3").turn("TP").game()
    assert {tile for _, tile, _ in lays(none, "K18")} == {"15"}
    refused(none, LayTile("K18", "14", 0), "1862 8.11")


@rule("1862 8.11", "1862 8.12")
def test_preprinted_track_is_upgraded_and_leaves_no_tile() -> None:
    position = cp("3").straight("C28").turn("CP")
    game = position.game()
    before = supply(game, "9")
    play(game, LayTile("C26", "24", 1))
    assert supply(game, "9") == before
    assert asked(game)[2] != "track"  # it was the upgrade of the turn


@rule("1862 8.12")
@pytest.mark.parametrize(("hex_", "tile", "phase"), [("C30", "886", "3"), ("E18", "125", "5"), ("H29", "125", "5")])
def test_preprinted_cities_are_upgraded_by_their_colour(hex_: str, tile: str, phase: str) -> None:
    hexmap = rules_of(cp().turn("CP").game()).t.hexmap
    number = hexmap.index[hex_]
    assert {lay.name for lay in hexmap.lays(number, number)} == {tile}
    assert {lay.colour for lay in hexmap.lays(number, number)} <= set(
        next(entry.tiles for entry in hexmap.data.phase if entry.id == phase)
    )


# -- 8.13 to 8.15 special places


@rule("1862 8.13", "1862 A14", "1862 TV15")
def test_omaha_takes_a_yellow_city_first() -> None:
    game = Position().running("UP", cash=500).in_phase("3").turn("UP").game()
    assert lays(game, "G16") == {("G16", "57", 1), ("G16", "57", 4)}
    refused(game, LayTile("G16", "14", 0), "1862 8.9")
    refused(game, LayTile("G16", "57", 0), "1862 8.9")  # loses the stub to the W
    play(game, LayTile("G16", "57", 1))
    assert treasury(game, "UP") == 420
    assert asked(game)[2] == "track"  # one of two yellow tiles
    refused(game, LayTile("G16", "14", 0), "1862 8.1")


@rule("1862 8.14", "1862 TV16")
def test_the_stations_of_new_york_keep_their_markers_and_join_in_brown() -> None:
    position = Position().running("NYH", cash=500).running("NYC", cash=500).in_phase("5")
    t = position.t
    nyh, nyc = t.company("NYH"), t.company("NYC")
    game = position.turn("NYC").game()
    assert lays(game, "F31") == {("F31", "885", 1)}
    play(game, LayTile("F31", "885", 1))
    assert cities(game, "F31") == ((nyh,), (nyc,))
    face = t.hexmap.faces[game.state.board.faces[t.hex("F31")]]
    assert [set(stop.exits) for stop in face.stops] == [{0}, {1, 3}]
    brown = position.tile("F31", "885", 1).turn("NYC").game()
    assert lays(brown, "F31") == {("F31", "891", 3)}
    play(brown, LayTile("F31", "891", 3))
    assert cities(brown, "F31") == ((nyh, nyc),)
    assert brown.state.board.homes[nyh] == brown.state.board.homes[nyc] == 0


@rule("1862 8.14", "1862 TV16")
def test_sacramento_and_san_francisco_join_in_brown() -> None:
    position = Position().running("WP", cash=500).in_phase("5").turn("WP")
    t = position.t
    game = position.game()
    assert lays(game, "H1") == {("H1", "890", 5)}
    play(game, LayTile("H1", "890", 5))
    assert cities(game, "H1") == ((t.company("WP"), -1, -1),)
    assert game.state.board.homes[t.company("CPR")] == 0


@rule("1862 8.14")
def test_blockers_go_with_their_station_too() -> None:
    position = Position().running("NYC", cash=500).block("F31", 0).tile("F31", "885", 1).in_phase("5").turn("NYC")
    game = position.game()
    play(game, LayTile("F31", "891", 3))
    assert cities(game, "F31") == ((-3, position.t.company("NYC")),)


@rule("1862 8.15")
def test_one_brown_tile_for_new_york_and_montreal_two_for_the_west() -> None:
    tiles = rules_of(cp().turn("CP").game()).t.data.tiles
    assert [tiles[name].count for name in ("891", "897", "890", "896")] == [1, 1, 2, 1]
    position = cp("5").tile("C30", "886", 1).tile("F31", "885", 1).tile("F31", "891", 3)
    game = position.turn("CP").game()
    assert not lays(game, "C30")
    refused(game, LayTile("C30", "891", 4), "1862 8.11")


@rule("1862 TV16", "1862 8.6")
@pytest.mark.parametrize(
    ("hex_", "tile", "before", "rotations"),
    [
        ("F31", "885", (), {1}),
        ("C30", "886", (), {1}),
        ("F31", "891", (("885", 1),), {3}),
        ("C30", "891", (("886", 1),), {4}),
        ("F23", "892", (), {0, 1}),
        ("F23", "898", (("892", 1),), {1}),
        ("L23", "893", (), {1}),
        ("L23", "899", (("893", 1),), {1}),
        ("H1", "890", (), {5}),
        ("E2", "57", (), {0, 2, 3, 5}),
        ("J3", "57", (), {1, 2, 4, 5}),
        ("G16", "57", (), {1, 4}),
    ],
)
def test_legal_rotations(hex_: str, tile: str, before: tuple[tuple[str, int], ...], rotations: set[int]) -> None:
    position = Position()
    for name, rotation in before:
        position.tile(hex_, name, rotation)
    number = position.t.hex(hex_)
    found = position.t.hexmap.lays(number, position.s.board.faces[number])
    assert {lay.rotation for lay in found if lay.name == tile} == rotations
    assert position.t.hexmap.extra_lay(position.t.hex("E28")).rotation == 1


@rule("1862 8.4")
def test_no_marker_no_track() -> None:
    game = Position().found("CP", cash=100).turn("CP").game()
    assert asked(game)[2] != "track"
    refused(game, PlaceToken("C30", 0), "1862 9.4", also="1862 24.1")


@rule("1862 8.2", "1862 24.3")
def test_a_grey_hex_is_named_as_such_for_every_rotation_there_is() -> None:
    game = Position().running("CP", cash=500).turn("CP", "track").game()
    for rotation in (0, 5):
        refused(game, LayTile("D29", "9", rotation), "1862 8.2")
    for rotation in (-1, 6):
        refused(game, LayTile("D29", "9", rotation), "1862 24.3")
