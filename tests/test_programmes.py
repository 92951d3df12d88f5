"""Programmed actions: what they do, when they end, what may not be programmed."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

import stellwerk
from stellwerk.core import Action, BadInput, Game
from stellwerk.eighteen.actions import Bid, BidCompany, BuyPrivate, BuyShare, Dividend, Par, Pass, RunRoutes, SellShares
from stellwerk.i18n import tell
from stellwerk.programmes import (
    AgreeToUndo,
    AnswerOffers,
    BidUpTo,
    BuyShares,
    Ended,
    PassUntil,
    PayOut,
    PriceMark,
    Programme,
    RunBest,
    SellBelow,
    Skip,
    act,
    biddable,
    check,
    describe,
    from_json,
    to_json,
)
from stellwerk.programmes.forced import forced
from tests.kept import kept_game

EVERY: list[Programme] = [
    PassUntil(),
    PassUntil((), (PriceMark("PRR", at_least=90), PriceMark("NYC", at_most=50))),
    PassUntil(()),
    BuyShares("PRR", 50, 80, "pool"),
    BuyShares("PRR", 50),
    BuyShares("PRR", 50, 80, "", ("sold", "bought", "opened")),
    SellBelow("PRR", 60, 20),
    Skip("track", "PRR"),
    Skip("token"),
    PayOut("pay"),
    PayOut("withhold", "PRR"),
    RunBest("PRR", False),
    RunBest(),
    AnswerOffers(40, True),
    AnswerOffers(),
    AgreeToUndo(),
    BidUpTo("CA", 200),
]


@lru_cache(maxsize=8)
def whole(name: str) -> Game[Any]:
    return kept_game(name)


def asked(game: Game[Any], kind: str, start: int = 0) -> Game[Any]:
    """The first position of a game in which that is asked."""
    for ply in range(start, len(game)):
        there = game.at(ply)
        decision = there.decision()
        if decision is not None and decision.kind == kind:
            return there
    raise AssertionError(f"nobody is asked about {kind}")


def seat_of(game: Game[Any]) -> int:
    decision = game.decision()
    assert decision is not None
    return decision.seat


@pytest.fixture
def opened() -> Game[Any]:
    """A stock round of 1830 in which Ada leads PRR, Ben leads NYC, Cleo has passed, and Ada is asked."""
    game = stellwerk.new("1830", ["Ada", "Ben", "Cleo"], seed=1)
    while (decision := game.decision()) and decision.kind != "stock":
        game.apply(next(option.action for option in game.options() if isinstance(option.action, BuyPrivate | Par)))
    turn(game, Pass())
    while seat_of(game) != 0:
        turn(game, Pass())
    turn(game, Par("PRR", 67))
    turn(game, Par("NYC", 67))
    turn(game, Pass())
    return game


def turn(game: Game[Any], action: Action) -> None:
    """A whole turn: after a purchase one could still sell."""
    seat = seat_of(game)
    game.apply(action)
    if seat_of(game) == seat:
        game.apply(Pass())


@pytest.mark.parametrize("programme", EVERY)
def test_json_and_sentences(programme: Programme) -> None:
    import msgspec

    assert from_json(msgspec.json.encode(to_json(programme))) == programme
    sentences = {tell(describe(programme), language) for language in ("en", "de", "pl")}
    assert len(sentences) == 3, sentences
    assert not any("{" in sentence for sentence in sentences)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("{", "this is no programme"),
        ('{"do": "dance"}', "dance"),
        ('{"do": "bid", "what": "CA"}', "most"),
        ('{"do": "bid", "what": "CA", "most": 1, "secret": 2}', "secret"),
        ('"' + "x" * 5000 + '"', "too long"),
        ("[" * 3000, "this is no programme"),
    ],
)
def test_what_is_no_programme(text: str, wrong: str) -> None:
    with pytest.raises(BadInput) as caught:
        from_json(text)
    assert wrong in str(caught.value)


@pytest.mark.parametrize(
    ("programme", "wrong"),
    [
        (BuyShares("XYZ", 50), "there is no company 'XYZ'"),
        (BuyShares("PRR", 20), "the aim must be above it"),
        (BuyShares("PRR", 101), "up to 100"),
        (BuyShares("PRR", 50, -1), "between 0 and"),
        (BuyShares("PRR", 50, 0, "moon"), "ipo or pool"),
        (SellBelow("NYC", 60), "you hold 0 % of NYC"),
        (SellBelow("PRR", 0), "between 1 and"),
        (SellBelow("PRR", 50, 20), "what is kept must be less"),
        (Skip("lunch"), "track or token"),
        (PayOut("half"), "pay or withhold"),
        (PayOut("pay", "XYZ"), "there is no company"),
        (RunBest("XYZ"), "there is no company"),
        (AnswerOffers(-5), "between 0 and"),
        (BidUpTo("XYZ", 50), "nothing called 'XYZ'"),
        (BidUpTo("CA", 200), "not for sale any more"),
        (BidUpTo("CA", 0), "between 1 and"),
        (PassUntil(("rain",)), "'rain'"),
        (PassUntil((), (PriceMark("PRR"),)), "at which price of PRR to stop"),
        (PassUntil((), (PriceMark("PRR", at_least=60),)), "is there already"),
        (PassUntil((), (PriceMark("XYZ", at_least=60),)), "there is no company"),
    ],
)
def test_what_cannot_be_programmed_is_refused(opened: Game[Any], programme: Programme, wrong: str) -> None:
    holder = opened.view(0)["companies"]["PRR"]["president"]
    seat = [entry["name"] for entry in opened.view(0)["players"]].index(holder)
    with pytest.raises(BadInput) as caught:
        check(programme, opened, seat)
    assert wrong in str(caught.value)


def test_a_finished_game_and_union_pacific_have_nothing_to_programme() -> None:
    with pytest.raises(BadInput, match="the game is over"):
        check(PassUntil(), whole("1862-4p"), 0)
    with pytest.raises(BadInput, match="knows no programmes"):
        check(PassUntil(), stellwerk.new("union-pacific", ["Ada", "Ben"], seed=1), 0)


def test_passing_ends_by_what_others_do(opened: Game[Any]) -> None:
    ada, ben, since = 0, 1, opened.ply
    assert seat_of(opened) == ada
    assert opened.view(ada)["players"][ada]["shares"]["PRR"] == 20
    check(PassUntil(), opened, ada)
    assert act(PassUntil(), opened, ada, since) == Pass()
    turn(opened, Pass())
    turn(opened, BuyShare("NYC", "ipo"))
    assert act(PassUntil(), opened, ada, since) is None, "nothing of hers"
    turn(opened, BuyShare("PRR", "ipo"))
    bought = act(PassUntil(("sold", "bought")), opened, ada, since)
    assert isinstance(bought, Ended)
    assert bought.reason.text == "a share of PRR was bought"
    assert act(PassUntil(("sold", "opened")), opened, ada, since) == Pass()
    turn(opened, Pass())
    assert seat_of(opened) == ben
    ended = act(PassUntil(("opened",)), opened, ada, 0)
    assert isinstance(ended, Ended), "counted from the beginning, companies have opened"


def test_passing_ends_with_the_round_and_at_a_price() -> None:
    game = whole("1830-3p-seed")
    there = asked(game, "stock", 60)
    later = asked(game, "track", there.ply)
    gone = act(PassUntil(()), later, seat_of(there), there.ply)
    assert isinstance(gone, Ended)
    assert gone.reason.text == "the round is over"
    price = there.view(0)["companies"]["PRR"]["price"]
    if price is not None:
        reached = act(PassUntil((), (PriceMark("PRR", at_most=price),)), there, seat_of(there), there.ply)
        assert isinstance(reached, Ended)


def test_what_it_was_made_for_is_taken_back(opened: Game[Any]) -> None:
    found = act(PassUntil(), opened, 0, opened.ply + 1)
    assert isinstance(found, Ended)


def test_it_says_nothing_while_others_are_asked(opened: Game[Any]) -> None:
    other = (seat_of(opened) + 1) % 3
    for programme in (PassUntil(()), BuyShares("PRR", 90), Skip("track"), PayOut("pay"), RunBest(), AnswerOffers()):
        assert act(programme, opened, other, opened.ply) is None


def test_buying_goes_on_to_the_aim_and_stops_at_the_price(opened: Game[Any]) -> None:
    seat, since = seat_of(opened), opened.ply
    held = opened.view(seat)["players"][seat]["shares"].get("PRR", 0)
    wish = BuyShares("PRR", held + 10, 67)
    check(wish, opened, seat)
    action = act(wish, opened, seat, since)
    assert action == BuyShare("PRR", "ipo")
    dear = act(BuyShares("PRR", held + 10, 66), opened, seat, since)
    assert isinstance(dear, Ended)
    assert dear.reason.text == "a certificate of PRR costs 67"
    assert act(BuyShares("PRR", held + 10, 0, "pool"), opened, seat, since) is None
    opened.apply(action)
    done = act(wish, opened, seat, since)
    assert isinstance(done, Ended)
    assert done.reason.text == f"{held + 10} % of PRR are held"


@pytest.mark.parametrize(
    ("unless", "reason"),
    [(("sold",), ""), (("bought",), "a share of PRR was bought"), (("opened",), "C&O opens"), ((), "")],
)
def test_buying_stops_by_what_others_do(opened: Game[Any], unless: tuple[str, ...], reason: str) -> None:
    wish, since = BuyShares("PRR", 60, unless=unless), opened.ply
    check(wish, opened, 0)
    turn(opened, Pass())
    turn(opened, BuyShare("PRR", "ipo"))
    turn(opened, Par("C&O", 67))
    turn(opened, Pass()) if seat_of(opened) != 0 else None
    answer = act(wish, opened, 0, since)
    if reason:
        assert isinstance(answer, Ended)
        assert answer.reason.text == reason
    else:
        assert answer == BuyShare("PRR", "ipo")
    assert tell(describe(BuyShares("PRR", 60, unless=("sold",))), "en") == (
        "Buy PRR up to 60 %, unless somebody sells PRR"
    )


def test_companies_are_bid_for_only_where_they_are_put_up_for_auction(opened: Game[Any]) -> None:
    with pytest.raises(BadInput, match="nothing called 'C&O' can be bid for"):
        check(BidUpTo("C&O", 100), opened, 0)
    assert biddable(opened, 0) == []
    game = stellwerk.new("18te", ["Ada", "Ben"], seed=1)
    while (decision := game.decision()) and not any(isinstance(o.action, BidCompany) for o in game.options()):
        game.apply(game.options()[-1].action)
    assert decision is not None
    seat, name = decision.seat, biddable(game, decision.seat)[0]
    wish = BidUpTo(name, 1_000)
    check(wish, game, seat)
    action = act(wish, game, seat, game.ply)
    while isinstance(action, BidCompany):  # nobody else bids: the company is his
        game.apply(action, seat)
        while (now := game.decision()) and now.seat != seat:
            game.apply(Pass())
        action = act(wish, game, seat, 0)
    assert isinstance(action, Ended)
    assert action.reason.text == f"{name} is sold"
    with pytest.raises(BadInput, match="is not for sale any more"):
        check(wish, game, seat)


def test_selling_waits_for_the_price() -> None:
    game = whole("1830-3p-seed")
    for ply in range(100, len(game)):
        there = game.at(ply)
        decision = there.decision()
        if decision is None or decision.kind != "stock":
            continue
        sales = [option.action for option in there.options() if isinstance(option.action, SellShares)]
        if sales:
            break
    seat, company = seat_of(there), sales[0].company
    price = there.view(seat)["companies"][company]["price"]
    assert act(SellBelow(company, price), there, seat, ply) is None, "not below yet"
    sold = act(SellBelow(company, price + 1), there, seat, ply)
    assert isinstance(sold, SellShares)
    assert sold.percent == max(sale.percent for sale in sales if sale.company == company)


def test_a_companys_turn() -> None:
    game = whole("1830-3p-seed")
    track = asked(game, "track")
    seat = seat_of(track)
    assert act(Skip("track"), track, seat, 0) == Pass()
    assert act(Skip("token"), track, seat, 0) is None
    assert act(Skip("track", "XYZ"), track, seat, 0) is None
    run = asked(game, "run")
    best = act(RunBest(), run, seat_of(run), 0)
    assert isinstance(best, RunRoutes)
    assert best == next(option.action for option in run.options() if isinstance(option.action, RunRoutes))
    dividend = asked(game, "dividend")
    assert act(RunBest(), dividend, seat_of(dividend), 0) == Dividend("pay")
    assert act(RunBest("", False), dividend, seat_of(dividend), 0) is None
    assert act(PayOut("withhold"), dividend, seat_of(dividend), 0) == Dividend("withhold")


def test_offers_are_answered_by_what_they_bring() -> None:
    game = whole("1830-3p-seed")
    there = asked(game, "consent")
    while act(AnswerOffers(0), there, seat_of(there), 0) is None:
        there = asked(game, "consent", there.ply + 1)
    seat = seat_of(there)
    generous, never = act(AnswerOffers(0), there, seat, 0), act(AnswerOffers(50_000, True), there, seat, 0)
    assert generous is not None
    assert never is not None
    assert generous != never
    assert act(AnswerOffers(50_000), there, seat, 0) is None


def test_bidding_up_to_a_most_and_not_against_oneself() -> None:
    game = stellwerk.new("1830", ["Ada", "Ben", "Cleo"], seed=1)
    wish = BidUpTo("DH", 85)
    check(wish, game, 0)
    assert act(wish, game, 0, 0) == Bid("DH", 75)
    game.apply(Bid("DH", 75))
    game.apply(Pass())
    game.apply(Pass())
    assert act(wish, game, 0, 0) is None, "the bid is the highest already"
    game.apply(Pass())
    game.apply(Bid("DH", 80))
    game.apply(Pass())
    assert act(wish, game, 0, 0) == Bid("DH", 85)
    assert act(BidUpTo("SV", 20), game, 0, 0) == BuyPrivate("SV", game.view(0)["auction"]["first_price"])
    game.apply(Pass())
    game.apply(Bid("DH", 90))
    game.apply(Pass())
    over = act(wish, game, 0, 0)
    assert isinstance(over, Ended)
    assert over.reason.text == "the next bid for DH would be 95"


@pytest.mark.parametrize("name", ["1830-3p-seed", "1854-3p", "1862-4p", "18te-3p"])
def test_whatever_it_does_is_legal(name: str) -> None:
    game = whole(name)
    wishes: list[Programme] = [PassUntil(()), Skip("track"), Skip("token"), PayOut("pay"), RunBest(), AnswerOffers()]
    for ply in range(0, len(game), 7):
        there = game.at(ply)
        decision = there.decision()
        assert decision is not None
        for wish in wishes:
            action = act(wish, there, decision.seat, ply)
            if action is not None:
                assert not isinstance(action, Ended)
                assert there.why_not(action, decision.seat) is None


@pytest.mark.parametrize("name", ["1830-3p-seed", "1854-3p", "1862-4p", "18te-3p", "union-pacific-4p"])
def test_nothing_plays_itself_while_anybody_has_a_choice(name: str) -> None:
    game = whole(name)
    found = 0
    for ply in range(0, len(game), 3):
        there = game.at(ply)
        action = forced(there)
        if action is None:
            continue
        found += 1
        assert not there.rules.hides, "it would tell what is in a hand"
        (only,) = there.options()
        assert only.action == action
        assert only.seat in (None, seat_of(there))
        assert not only.free
        assert only.amount is None or len(only.amount) == 1
    assert found or name in ("18te-3p", "union-pacific-4p", "1862-4p")


def test_a_chance_out_of_turn_is_a_choice_too() -> None:
    game = whole("1862-4p")
    for ply in range(len(game)):
        there = game.at(ply)
        mine = there.options_for(seat_of(there))
        if len(mine) == 1 and not mine[0].free and mine[0].amount is None and len(there.options()) > 1:
            assert forced(there) is None
            return
    raise AssertionError("nobody ever waits while another could act")
