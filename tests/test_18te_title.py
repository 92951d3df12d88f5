"""18TE: the title file, its citations and options, and its board against brute force."""

from __future__ import annotations

import re

import pytest
from msgspec import structs

import stellwerk
from stellwerk.bots import levels, make_bot
from stellwerk.bots.arena import simulate
from stellwerk.bots.play import play_out
from stellwerk.core import Action, BadInput, Chance, Game
from stellwerk.eighteen import board as boards
from stellwerk.eighteen.actions import IssueShares, Pass, RedeemShares
from stellwerk.eighteen.board import FREE, Board
from stellwerk.eighteen.lines import NewTrack, leads
from stellwerk.eighteen.network import Search, explore
from stellwerk.eighteen.routes import RouteCheck, TrainReach
from stellwerk.eighteen.tiles import EDGES
from stellwerk.eighteen.title_file import parse
from stellwerk.formats import load_file
from stellwerk.formats.own import replay
from stellwerk.routing import best_run, parse_trains
from stellwerk.routing.roof import roof
from stellwerk.titles import TITLES
from stellwerk.titles.rules_text import rules_text
from stellwerk.titles.t18te.figures import Figures
from stellwerk.titles.t18te.issue import IssuePart
from stellwerk.titles.t18te.rules import TITLE_FILE, Rules18TE
from stellwerk.titles.t18te.state import Turn
from tests.routing_brute import brute, validate
from tests.rules_18te.table import Position, new, rules_of
from tests.support import DATA, assert_broken, rule

TEXT = TITLE_FILE.read_text(encoding="utf-8")
FOLDER = TITLE_FILE.parent
FILE = parse(TEXT, "title.toml", Figures)


def keys_of_the_title() -> set[str]:
    """Keys the title's own modules name in refusals, events, payments and price moves."""
    found: set[str] = set()
    for path in FOLDER.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r'(?:t\.no|self\.t\.no)\(\s*"([a-z_.]+)"', text))
        found |= set(re.findall(r'(?:cite)\("([a-z_.]+)"', text))
        found |= set(re.findall(r'm\.tell\(\s*"\w+",\s*"([a-z_.]+)"', text))
        found |= set(re.findall(r'^    (?:best_)?cite = "([a-z_.]+)"', text, flags=re.MULTILINE))
        found |= set(re.findall(r'pay_bonus\(m, [^,]+, "([a-z_.]+)"', text))
    return found


def test_every_key_of_the_title_stands_in_its_file() -> None:
    keys = keys_of_the_title()
    assert {"bid.step", "issue.first", "export", "token.reserved"} <= keys
    assert keys - set(FILE.cite) == set()


def test_every_citation_and_option_is_a_paragraph() -> None:
    known = set(rules_text(TITLES["18te"]).paragraphs)
    assert {key: rule for key, rule in FILE.cite.items() if rule not in known} == {}
    assert {name for name, entry in FILE.option.items() if entry.rule not in known} == set()
    rows = re.findall(r"^\| `(\w+)` \| \"([^\"]+)\" \| \"([^\"]+)\"", TITLES["18te"].rules_text(), flags=re.MULTILINE)
    assert {name: [a, b] for name, a, b in rows} == {name: list(entry.values) for name, entry in FILE.option.items()}


@pytest.mark.parametrize(
    ("old", "new_text", "key", "reason"),
    [
        ('kind = "cost", cost = 30', 'kind = "cost"', "map.hex.A7.borders", "kind cost"),
        ('reserve = ["dest KHS"]', 'reserve = ["dest XXX"]', "map.hex.A7.stops", "no reservation"),
        ('apart = [["G3", "H6"]', 'apart = [["G3", "G5"]', "map.apart", "no off-board area"),
        ('goal = { hex = "H12" }', 'goal = { hex = "Z9" }', "corporation.TWE.goal", "no hex Z9"),
        ('destination = { hex = "G5", marker = 2 }', 'destination = { hex = "G5", marker = 3 }',
         "corporation.CME.destination", "no token 3"),
        ('{ id = "2", price = 100', '{ id = "2+2", price = 100', "train", "stands twice"),
        ("reach = { stops = 2, cities = 1 }", "reach = { stops = 1 }", "train.1+1/2.reach", "not understood"),
        ('[option_tokens.markers."one or three"]', '[option_tokens.marker."one or three"]', "option_tokens.marker",
         "no such option"),
        ('[option_tokens.markers."one or three"]', "[option_tokens.markers.two]", "option_tokens.markers.two",
         "not among the values"),
        ("TWE = [0]", "TWX = [0]", "option_tokens.markers.one or three.TWX", "no such company"),
        ("KPR = [0, 0, 50]", "KPR = [0]", "option_tokens.markers.one or three.KPR", "no destination token"),
        ('export = ["2", "3"]', 'export = ["2", "9"]', "own.export", "no phase 9"),
        ('before = "published"', 'before = "two"', "option.markers.before", "not among the values"),
    ],
)  # fmt: skip
def test_broken_files_are_named(old: str, new_text: str, key: str, reason: str) -> None:
    assert_broken(TEXT.replace(old, new_text, 1), TEXT, key, reason, Figures)


def test_a_game_stored_before_an_option_existed_is_played_as_then() -> None:
    game = new(markers="one or three")
    kept = game.transcript()
    assert replay(kept).rules.options["markers"] == "one or three"
    older = structs.replace(kept, options={key: value for key, value in kept.options.items() if key != "markers"})
    assert replay(older).rules.options["markers"] == "published"
    oldest = structs.replace(kept, options={key: value for key, value in kept.options.items() if key != "par_third"})
    with pytest.raises(BadInput, match="missing: par_third"):
        replay(oldest)


# -- routes against brute force


def random_board(rules: Rules18TE, chance: Chance) -> Board:
    """Tiles that meet, some upgraded, and some tokens."""
    hexmap = rules.t.hexmap
    board = boards.empty_board(hexmap)
    for _ in range(3):
        for hex_ in chance.shuffled(range(len(hexmap.names)))[:30]:
            lays = hexmap.lays(hex_, board.faces[hex_])
            if lays:
                tried = [chance.choice(lays) for _ in range(12)]
                best = max(tried, key=lambda lay: meetings(rules, board, hex_, lay.exits))
                board = boards.lay(hexmap, board, hex_, best)
    cities = [(hex_, stop) for hex_ in hexmap.cities for stop in range(len(board.tokens[hex_]))]
    for number, (hex_, stop) in enumerate(chance.shuffled(cities)[:6]):
        company = 0 if number < 3 else 1 + chance.below(4)
        if FREE in board.tokens[hex_][stop] and not boards.has_token(board, hex_, company):
            board = boards.place(board, hex_, stop, company)
    return board


def meetings(rules: Rules18TE, board: Board, hex_: int, exits: int) -> int:
    hexmap = rules.t.hexmap
    count = 0
    for edge in range(EDGES):
        other = hexmap.entry[EDGES * hex_ + edge]
        if exits >> edge & 1 and other >= 0:
            count += hexmap.faces[board.faces[other // EDGES]].exits >> other % EDGES & 1
    return count


TRAINS = ("1+1", "2", "2+2", "3", "1+1,2", "2+2,3", "3+3", "2,2", "D", "3,3+3", "2,2+2,3", "4,3+3")


@pytest.mark.parametrize("phase", range(4))
def test_the_best_run_equals_brute_force(phase: int) -> None:
    rules = rules_of(new(2))
    state = Position(2).phase(rules.t.phases[phase].id).s
    column = rules.t.phases[phase].offboard
    earned = tight = 0
    for seed in range(15):
        chance = Chance(seed, f"18te routes {phase}")
        board = random_board(rules, chance)
        trains = parse_trains(chance.choice(TRAINS), rules.t)
        check = RouteCheck(rules.t, board, 0, column)
        expected = brute(check, trains)
        assert expected is not None  # the boards are small enough to try everything
        run = best_run(rules, state, 0, trains, board=board)
        assert run.proven
        assert run.total == expected[0]
        validate(check, run, trains)
        above = roof(check, [TrainReach(spec.stops, spec.cities, spec.towns) for spec in trains])
        assert above >= run.total
        earned += run.total > 0
        tight += above == run.total
    assert earned >= 14
    assert 0 < tight < 15


def test_a_line_between_two_red_areas_reaches_the_roof() -> None:
    position = Position(2).phase("5").found("KPR", [30, 0]).tile("G5", "TE2", 0).home("KPR").tile("A7", "TE4", 0)
    for lay in (("F4", "58", 5), ("E5", "58", 2), ("D4", "58", 5), ("C5", "9", 1), ("B6", "9", 1)):
        position.tile(*lay)
    check = RouteCheck(position.t, position.s.board, 4, "brown")
    run = best_run(position.rules, position.s, 4, parse_trains("D", position.t))
    assert run.total == 190  # Löhne 50, Osnabrück 30, three towns, Rheine 30, Emden 50
    assert roof(check, [TrainReach()]) == 190
    assert roof(check, [TrainReach(3, 2), TrainReach(2)]) == (30 + 50 + 10) + (30 + 50)


def lines_over(rules: Rules18TE, board: Board, hex_: int, news: set[frozenset[int]]) -> bool | None:
    """Tries every line from the tokens of company 0 for one over a new piece of track; None if there are too many."""
    search = Search(rules.t.hexmap, board, 0)
    tries = 100_000

    def follow(arc: int, used: frozenset[int]) -> bool:
        nonlocal tries
        tries -= 1
        side = rules.t.hexmap.side[arc]
        if side in used or tries < 0:
            return False
        used = used | {side}
        for to, stop in search.onward(arc):
            if to < 0 or ~stop in used:
                continue
            out = rules.t.hexmap.entry[to]
            if arc // EDGES == hex_ and frozenset((arc % EDGES, out % EDGES)) in news:
                if rules.t.hexmap.side[to] not in used:
                    return True
            elif follow(to, used | {~stop} if stop >= 0 else used):
                return True
        return False

    found = any(
        follow(arc, frozenset([~(token * 8 + stop)]))
        for token, stop in search.tokens
        for edge in rules.t.hexmap.faces[board.faces[token]].stops[stop].exits
        if (arc := rules.t.hexmap.entry[EDGES * token + edge]) >= 0
    )
    return found or (None if tries < 0 else False)


@rule("18te 7.3.12", "18te 7.2.2")
def test_new_track_is_what_some_line_uses() -> None:
    rules = rules_of(new(2))
    hexmap = rules.t.hexmap
    answers = {True: 0, False: 0, None: 0}
    turned = 0
    for seed in (*range(5), 33, 50, 67, 77):  # on the last ones lines come back to a hex they have left
        board = random_board(rules, Chance(seed, "18te lines"))
        reach, track = explore(hexmap, board, 0), NewTrack(hexmap, board, 0)
        for hex_ in sorted(reach.edges):
            old = hexmap.faces[board.faces[hex_]]
            if old.stops or old.colour not in ("yellow", "green"):
                continue
            for lay in hexmap.lays(hex_, board.faces[hex_]):
                new_face = hexmap.faces[lay.face]
                news = {frozenset(piece) for piece in new_face.segments - old.segments}
                used = track.used(hex_, new_face)
                expected = lines_over(rules, boards.lay(hexmap, board, hex_, lay), hex_, news)
                answers[expected] += 1
                assert expected is None or used == expected, (seed, hexmap.names[hex_], lay.name, lay.rotation)
                turned += bool(lay.exits & reach.edges[hex_]) and not used
    assert answers[True] > 50
    assert answers[False] > 20
    assert answers[None] <= answers[True] // 10
    assert turned > 5  # a side of the tile is reached, and still no line goes over the new track


def test_what_is_offered_is_what_is_legal() -> None:
    """The quick lists of tiles and of certificates against the refusals, one by one, in a whole game."""
    game = load_file(DATA / "games" / "18te-3p.json.gz").game
    rules = rules_of(game)
    track, issue, lays, parts = rules.track, IssuePart(rules), 0, 0
    state = rules.start()[0]
    steps = range(10, 101, 10)
    for ply in game.plies:
        frame, faces = state.frames[-1], state.board.faces
        if isinstance(frame, Turn) and frame.step in ("track", "issue"):
            offered: set[Action] = {option.action for option in rules.legal(state)}
            legal: set[Action] = {Pass()}
            if frame.step == "track":
                every = [option for hex_ in range(len(faces)) for _, option in track.ready(hex_, faces[hex_])]
                legal |= {option.action for option in every if track.why_not(state, frame, option.action) is None}
                lays += len(legal)
            else:
                legal |= {IssueShares(n) for n in steps if issue.why_not(state, frame, IssueShares(n)) is None}
                legal |= {RedeemShares(n) for n in steps if issue.why_not(state, frame, RedeemShares(n)) is None}
                parts += 1
            assert offered == legal
        state, _ = rules.apply(state, ply.action, ply.seat)
    assert lays > 300
    assert parts > 20


def test_a_line_over_places_in_order() -> None:
    position = Position(2).phase("3").found("KHS").tile("G5", "TE2", 0).home("KHS").tile("F6", "4", 1)
    position.tile("E7", "9", 1).tile("D8", "3", 3).tile("D6", "57", 0)
    t = position.t
    stop = {name: 8 * t.hex(name) for name in ("G5", "F6", "D8", "D6", "H6")}
    board = position.s.board
    assert leads(t.hexmap, board, 0, stop["G5"], [stop["F6"], stop["D6"]])
    assert not leads(t.hexmap, board, 0, stop["G5"], [stop["D8"], stop["F6"]])
    assert not leads(t.hexmap, board, 0, stop["F6"], [stop["H6"], stop["D6"]])


# -- games


@pytest.mark.parametrize(("players", "options"), [(2, {}), (3, {"best_run": "enforced", "twe_home": "E9"})])
def test_random_games_keep_all_invariants(players: int, options: dict[str, str]) -> None:
    report = simulate("18te", players, "random", 2, 50, options=options, check=True)
    assert report.violations == ()
    assert report.finished == 2
    assert set(report.reasons) <= {"bank", "bankrupt", "price", "standstill"}


@pytest.mark.parametrize("title", ["18te", "1830"])
def test_the_steady_bot_plays_and_knows_its_levels(title: str) -> None:
    assert list(levels(title)) == ["random", "easy", "normal", "hard", "master"]
    game: Game[object] = stellwerk.new(title, ["Ada", "Ben"], seed=3)
    bots = [make_bot("steady", 3, title) for _ in range(2)]
    play_out(game, bots, 60)
    assert game.check() == []
    again: Game[object] = stellwerk.new(title, ["Ada", "Ben"], seed=3)
    play_out(again, bots, 60)
    assert again.digest() == game.digest()


def test_a_kept_game_of_steady_bots_ends_by_money() -> None:
    loaded = load_file(DATA / "games" / "18te-2p.json.gz")
    assert loaded.differences() == []
    assert loaded.game.result().reason in ("bank", "price")
    assert min(loaded.game.result().scores) > 2000
    assert not any(player.bankrupt for player in loaded.game.state.players)
    state = loaded.game.state
    total = state.bank + sum(p.cash for p in state.players) + sum(c.cash for c in state.companies)
    assert total == 4000
