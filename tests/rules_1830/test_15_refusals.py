"""The rule that is broken is named first, also when its step was skipped or is over; then that it is not asked now."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Game
from stellwerk.eighteen.actions import (
    BuyPrivate,
    BuyTrain,
    Exchange,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    RunRoutes,
    SellShares,
)
from stellwerk.eighteen.state import State
from stellwerk.i18n import tell
from tests.rules_1830.reading import asked
from tests.support import Position, play, refused, rule


def bm(step: str = "trains", cash: int = 500, phase: str = "3", owned: tuple[str, ...] = (), **turn: Any) -> Position:
    """Ada's B&M at home in Boston."""
    position = Position(3).phase(phase).company("B&M", par=100, held=[60, 20], cash=cash, trains=owned)
    return position.token("B&M", "E23").operating("B&M", step, **turn)


def cited(game: Game[State], kind: str) -> list[str]:
    """The paragraphs of events of a kind in the last ply."""
    return [event.rule for event in game.plies[-1].events if event.kind == kind]


@rule("1830 8.2.1", "1830 8.2.2", "1830 14.1")
def test_a_token_is_refused_with_its_rule_though_the_step_was_skipped() -> None:
    game = bm("token", cash=39, owned=("3-0",)).private("SV", 0).game()
    assert asked(game)[1] != "token"
    refusal = refused(game, PlaceToken("H10", 0), "1830 8.2.2", also="1830 14.1")
    assert refusal.also is not None
    assert refusal.text == f"H10 is not connected to a token of the company; {refusal.also.text}"
    placed = bm("token", owned=("3-0",), token_placed=True).private("SV", 0).game()
    refused(placed, PlaceToken("E19", 0), "1830 8.2.1", also="1830 14.1")


@rule("1830 9.1", "1830 8.1.1", "1830 14.1")
def test_steps_that_are_over_still_say_what_is_broken() -> None:
    full = bm("privates", owned=("2-0", "2-1", "2-2", "2-3")).private("SV", 0).game()
    assert asked(full)[1] == "privates"
    refused(full, BuyTrain("3-1", 180), "1830 9.1", also="1830 14.1")
    laid = bm("trains", laid=True).game()
    refused(laid, LayTile("E21", "8", 1), "1830 8.1.1", also="1830 14.1")


@rule("1830 14.1")
def test_what_breaks_nothing_is_only_not_asked_for() -> None:
    game = bm().game()
    assert refused(game, RunRoutes(()), "1830 14.1").facts == {"action": "run_routes", "part": "trains"}
    assert refused(game, Par("PRR", 67), "1830 14.1").text.startswith("start a company is not possible")


@rule("1830 9.10c")
def test_that_the_president_may_not_help_is_said() -> None:
    rich = bm(phase="6", owned=("5-0",)).cash(2000, 0, 0).company("PRR", par=67, trains=("5-1",)).game()
    alone = refused(rich, BuyTrain("D-0", 1100), "1830 9.10c")
    assert alone.text == "the president helps only with a train the company must buy"
    assert "never helps with a trade-in" in refused(rich, BuyTrain("D-0", 800, "5-0"), "1830 9.10c").text
    poor = bm(phase="6", owned=("5-0",)).cash(599, 0, 0)
    refused(poor.company("PRR", par=67, trains=("5-1",)).game(), BuyTrain("D-0", 1100), "1830 9.1")
    refused(rich, SellShares("B&M", 10), "1830 9.10c")


@rule("1830 4.4", "1830 4.15", "1830 8.1.2", "1830 8.2.1", "1830 8.3.8", "1830 8.4.1", "1830 9.1")
def test_a_refusal_says_what_is_lacking() -> None:
    run = bm("run", owned=("3-0",)).tile("E23", "53", 1).tile("F22", "57", 1).game()
    no_pass = refused(run, Pass(), "1830 8.3.8")
    assert no_pass.text == "the company must say which trains run, or that none does"
    assert tell(no_pass.message, "de").startswith("die Gesellschaft muss angeben, welche Loks fahren")
    assert tell(no_pass.message, "pl").startswith("spółka musi podać, które pociągi jadą")
    paid = refused(bm("dividend", owned=("3-0",), revenue=50).game(), Pass(), "1830 8.4.1")
    assert paid.text == "the company must pay out the income or withhold it"
    poor = bm(cash=179, owned=("2-0",)).private("SV", 0).cash(0, 0, 0).game()
    short = refused(poor, BuyTrain("3-1", 180), "1830 9.1", also="1830 14.1")
    assert short.text.startswith("3-1 costs $180; the treasury has $179")
    green = refused(bm("track").game(), LayTile("E21", "23", 1), "1830 8.1.2")
    assert green.text == "E21 is white: yellow comes next; 23 is green"
    assert (
        tell(green.message, "de") == "Farbe von E21: Weiß, als Nächstes kommt Gelb; Farbe von Gleisplättchen 23: Grün"
    )
    stock = bm().private("SV", 0).private("CS", "B&M").private("DH", 2).stock(seat=0).game()
    assert refused(stock, SellShares("PRR", 10), "1830 4.4").text == "Ada holds nothing of PRR"
    assert refused(stock, BuyPrivate("SV", 10), "1830 4.15").text == "SV is Ada's already"
    assert refused(stock, BuyPrivate("CS", 10), "1830 4.15").text == "CS belongs to no player"
    track = bm("track").private("DH", "B&M").private("CS", "B&M", used=True).tile("F16", "57", 0)
    lapsed = refused(track.game(), LayTile("F16", "57", 1, "DH"), "1830 10.3.3c")
    assert lapsed.text == "a tile lies on F16 already: the lay of DH has lapsed"
    made = refused(track.game(), LayTile("B20", "58", 2, "CS"), "1830 10.3.2")
    assert made.text == "the lay of CS has been made"
    other = refused(track.private("DH", 0).game(), LayTile("F16", "57", 1, "DH"), "1830 10.3.3")
    assert other.text == "DH does not belong to the company"
    refusal = refused(track.game(), LayTile("E21", "8", 1, "CA"), "1830 14.1")
    assert refusal.text == "CA has no power of that kind"
    brown = bm("track", phase="5").tile("E23", "53", 1).tile("E23", "61", 3).game()
    assert refused(brown, LayTile("E23", "53", 1), "1830 8.1.2").text == "E23 is brown and takes no further tile"


@rule("1830 7.4", "1830 10.3.2", "1830 10.3.3", "1830 10.3.3a", "1830 10.3.4")
def test_what_happens_cites_the_paragraph_that_allows_it() -> None:
    position = Position(3).phase("3").company("PRR", cash=500, trains=("3-0",), operated=False)
    game = position.operating("PRR", "home").game()
    assert [event.rule for event in game.last_events if event.kind == "token"] == ["1830 7.4"]
    powers = Position(3).phase("3").company("PRR", cash=500, trains=("3-0",)).token("PRR", "H12")
    game = powers.private("DH", "PRR").private("CS", "PRR").operating("PRR").game()
    play(game, LayTile("B20", "58", 2, "CS"))
    assert cited(game, "tile") == ["1830 10.3.2"]
    play(game, LayTile("F16", "57", 0, "DH"))
    assert cited(game, "tile") == ["1830 10.3.3"]
    play(game, PlaceToken("F16", 0, "DH"))
    assert cited(game, "token") == ["1830 10.3.3a"]
    mh = Position(3).company("NYC", par=67, held=[0, 60], president=1, pool=10).token("NYC", "E19").private("MH", 0)
    game = play(mh.stock(0).game(), Exchange("MH", "pool"))
    assert cited(game, "exchange") == cited(game, "closed") == ["1830 10.3.4"]
