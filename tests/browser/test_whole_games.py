"""Whole games against bots, to their result: by keyboard alone with the guide on, and on a phone by taps."""

from __future__ import annotations

from collections import Counter

from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.test_18te import Clicker18TE
from tests.browser.visitor import PHONE, Json, Visitor

LED = 14  # decisions for which the hint is followed; then the quickest key is pressed
MOST = 250  # decisions in a game, far more than there are
TABS = 60  # that lead to anything in the decision
OPTIONS = {"title": "18te", "options": {"player_bankruptcy": "at once"}, "seed": 2}


def bots(visitor: Visitor) -> Json:
    """The visitor and two bots that play to win."""
    steady = {"kind": "bot", "bot": "steady"}
    made: Json = visitor.ask("POST", "/games", {"seats": [{"kind": "me", "name": "Ada"}, steady, steady], **OPTIONS})
    return made


class KeyPlayer:
    """Plays 18TE without a pointer."""

    def __init__(self, visitor: Visitor, game: str) -> None:
        self.visitor, self.page, self.game = visitor, visitor.page, game
        self.decision = visitor.decision
        self.done: Counter[str] = Counter()

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def there(self, selector: str) -> bool:
        return self.decision.locator(selector).count() > 0

    def tab_to(self, selector: str) -> None:
        """Press Tab until the first of these has the focus."""
        for _ in range(TABS):
            if self.page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    def play(self) -> None:
        """One decision: as the hint says, as long as it leads; then the quickest way."""
        version = self.visitor.version
        kind = self.kind()
        if sum(self.done.values()) < LED and self.follow():
            kind = f"{kind} as the hint says"
        else:
            getattr(self, f"_{kind}", self.quickly)()
        self.visitor.moved_on(version)
        self.done[kind] += 1

    def kind(self) -> str:
        """What is asked, where that is answered in its own way."""
        asked = {"run": "#run", "dividend": "[data-key=p][data-choose]", "consent": "[data-key=n][data-action]"}
        return next((kind for kind, sign in asked.items() if self.there(sign)), "any")

    def wait_for_turn(self) -> bool:
        """True when this player is asked, False when the game is over."""
        return self.visitor.is_asked()

    # -- decisions

    def follow(self) -> bool:
        """Do what the hint fills in; False if it fills in nothing."""
        hint = self.decision.locator("#hint")
        expect(hint).to_be_visible()
        expect(self.decision.locator("#hint.htmx-request, #hint .htmx-request")).to_have_count(0)
        if not hint.locator(".fill").count():
            return False
        self.press("d")
        self.tab_to("#hint .fill")
        self.press("Enter")
        self.confirm()
        return True

    def confirm(self) -> None:
        """Enter does what is chosen: a tile on the map, or the filled button."""
        chosen = self.page.locator("#chooser:visible button[data-lay], #decision #confirm").first
        expect(chosen).to_be_visible()
        if chosen.get_attribute("id") == "confirm":
            expect(self.page.locator("#amount:focus, #confirm:focus")).to_have_count(1)
        self.press("Enter")

    def quickly(self) -> None:
        """Pass; where that is not possible the filled button, or the first choice there is."""
        if self.there("[data-key=s], .btn.quiet[data-action]"):
            self.press("d")
            self.press("s")
        elif self.there(".btn.pri"):
            self.press("d")
            self.press("Enter")
        else:
            self.press("d")
            self.tab_to("#decision [data-choose]")
            self.press("Enter")
            self.confirm()

    def _run(self) -> None:
        """The best run, and pay out at once."""
        best = self.decision.locator("#run-shown [data-key=p]:visible, #run .norun:visible")
        expect(best.first).to_be_visible()  # it is searched for
        if self.there("#run-shown [data-key=p]"):
            self.press("p")
        else:
            self.tab_to("#decision .norun")
            self.press("Enter")

    def _consent(self) -> None:
        self.press("n")

    def _dividend(self) -> None:
        self.press("p")
        self.confirm()


def test_a_whole_game_by_keyboard_with_the_guide(visit: NewVisitor) -> None:
    ada = visit()
    game = bots(ada)["table"]["id"]
    ada.context.add_cookies([{"name": "guide", "value": f"{game}+", "url": ada.address}])
    page = ada.sit(game)
    player = KeyPlayer(ada, game)
    for _ in range(MOST):
        if not player.wait_for_turn():
            break
        player.play()
    assert player.done["any as the hint says"] >= 5, player.done
    assert player.done["run"] >= 2, player.done
    assert ada.view(game)["view"]["ended"]
    expect(page.locator("#decision h2")).to_contain_text("Winner")
    player.press("d")
    player.tab_to("#decision a[href$='/result']")
    player.press("Enter")
    page.wait_for_url(f"**/g/{game}/result")
    expect(page.locator("main")).to_contain_text("Ada")


class Tapper(Clicker18TE):
    """Plays 18TE on a small screen: what is tapped is scrolled to, as a thumb would."""

    def _track(self) -> None:
        """The first lays of the list, which is folded on a small screen; then none."""
        if self.done["track"] >= 2 or not self.there("[data-pick-hex]"):
            assert self.skip()
            return
        if not self.button("[data-pick-hex]").is_visible():
            self.button(".listbox summary").tap()
        self.button("[data-pick-hex]").tap()
        self.page.locator("#chooser button[data-tile]").first.tap()
        self.page.locator("#chooser button[data-lay]").tap()

    def _trains(self) -> None:
        """Where money is missing for a train that must be bought, the first way to raise it."""
        if self.there("[data-choose^='do=train']"):
            super()._trains()
        elif not self.skip():
            self.choose(self.button("[data-choose]"))

    def _run(self) -> None:
        self.button("#run-shown .btn.pri, .norun").tap()

    def _consent(self) -> None:
        self.button("[data-key=n]").tap()

    def _objection(self) -> None:
        assert self.skip()

    def _discard(self) -> None:
        self.choose(self.button("[data-choose]"))


def test_a_whole_game_on_a_phone(visit: NewVisitor) -> None:
    ada = visit(phone=True)
    game = bots(ada)["table"]["id"]
    page = ada.sit(game)
    player = Tapper(ada, game)
    for _ in range(MOST):
        if not player.wait_for_turn():
            break
        player.play()
    assert len(player.done) >= 5, player.done
    assert ada.view(game)["view"]["ended"]
    expect(page.locator("#decision h2")).to_contain_text("Winner")
    page.locator("#decision a[href$='/result']").tap()
    page.wait_for_url(f"**/g/{game}/result")
    expect(page.locator("main")).to_contain_text("Ada")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
