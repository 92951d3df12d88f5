"""Playing by clicking, for any decision of an 18xx title: a careful player who founds a company and runs it.

What is asked is read from the position, as a person reads the panel; everything is done by real clicks on the page.
"""

from __future__ import annotations

from collections import Counter

from playwright.sync_api import Locator, expect

from tests.browser.visitor import Visitor

ENOUGH = 420  # six shares at the lowest par


class Clicker:
    """Plays one seat of a table by clicks; `done` counts the decisions made, by kind."""

    def __init__(self, visitor: Visitor, game_id: str) -> None:
        self.visitor, self.page, self.game = visitor, visitor.page, game_id
        self.decision = visitor.decision
        self.done: Counter[str] = Counter()
        self.company = ""  # the one that is being founded

    @property
    def round(self) -> str:
        """`SR 1`, `OR 1.1` …, as the top bar says."""
        return self.page.locator("#top .rounds .now").inner_text()

    def wait_for_turn(self) -> bool:
        """True when this player is asked, False when the game is over."""
        return self.visitor.is_asked()

    def play(self) -> str:
        """Make one decision; returns its kind."""
        view = self.visitor.view(self.game)
        kind = str(view["decision"]["kind"])
        version = self.visitor.version
        getattr(self, f"_{kind}", self._any)()
        self.visitor.moved_on(version)
        self.done[kind] += 1
        return kind

    # -- small steps

    def button(self, selector: str) -> Locator:
        return self.decision.locator(selector).first

    def there(self, selector: str) -> bool:
        return self.decision.locator(selector).count() > 0

    def choose(self, opener: Locator) -> None:
        """Open a choice and confirm it with the filled button."""
        opener.click()
        expect(self.decision.locator("#pick")).to_be_visible()
        self.confirm()

    def confirm(self) -> None:
        self.decision.locator("#confirm").click()

    def skip(self) -> bool:
        """Pass, if that is possible."""
        button = self.decision.locator("button[data-action]").filter(has=self.page.locator("kbd", has_text="S"))
        if button.count() == 0:
            button = self.decision.locator('button[data-action=\'{"type":"pass"}\']')
        if button.count() == 0:
            return False
        button.first.click()
        return True

    def _any(self) -> None:
        if self.there("#confirm"):
            self.confirm()
        elif not self.skip():
            if self.there("button[data-choose]"):
                self.choose(self.button("button[data-choose]"))
            else:
                self.button("button[data-action]").click()

    # -- the kinds of decisions

    def _auction(self) -> None:
        """Buy the cheapest private if there is enough money left to found a company; else pass."""
        view = self.visitor.view(self.game)
        cash = int(view["view"]["players"][view["seat"]]["cash"])
        for lot in self.decision.locator(".lot").filter(has=self.page.locator("button[data-choose]")).all():
            offer = lot.locator("button[data-choose]")
            price = int("".join(letter for letter in lot.locator(".pr b").inner_text() if letter.isdecimal()))
            if "Buy" in offer.inner_text() and cash - price >= ENOUGH:
                self.choose(offer)
                return
        if not self.skip():
            self._any()

    def _par(self) -> None:
        if not self.there("#confirm"):
            self.button("button[data-par]").click()
        self.confirm()

    def _stock(self) -> None:
        view = self.visitor.view(self.game)["view"]
        wanted = self._wanted(view)
        row = self.decision.locator(f'.deal[data-company="{wanted}"]') if wanted else None
        if row is None or row.locator("button[data-choose]").count() == 0:
            assert self.skip(), self.decision.inner_text()
            return
        row.locator("button[data-choose]").first.click()
        expect(self.decision.locator("#pick")).to_be_visible()
        if not self.there("#confirm"):  # a company that is founded: the lowest par that is offered
            self.button("#pick button[data-par]").click()
        self.confirm()
        self.done["bought"] += 1
        self.company = wanted

    def _wanted(self, view: dict[str, object]) -> str:
        """The company to buy of: until it has floated, the same one again."""
        if self.company:
            card = self.page.locator(f'#side [data-company="{self.company}"]').first
            floated = "floats" not in card.inner_text()
            return "" if floated else self.company
        rows = self.decision.locator(".deal").filter(has_text="not started")
        return str(rows.first.get_attribute("data-company")) if rows.count() else ""

    def _track(self) -> None:
        hexes = self.decision.locator("button[data-pick-hex]")
        if not hexes.count():
            assert self.skip()
            return
        name = hexes.first.get_attribute("data-pick-hex")
        chooser = self.page.locator("#chooser")
        if self.done["track"] % 2:
            hexes.first.click()  # from the list
        else:
            self.page.locator(f'#mapbox .hexes > [data-hex="{name}"]').click()  # on the map
        expect(chooser).to_be_visible()
        tiles = chooser.locator("button[data-tile]")
        tiles.nth(tiles.count() - 1).click()
        chooser.locator("button[data-lay]").click()

    def _token(self) -> None:
        assert self.skip()

    def _run(self) -> None:
        self.button("#run-shown .btn.pri").click()

    def _dividend(self) -> None:
        self.decision.locator("button[data-key=p]").click()
        self.confirm()

    def _trains(self) -> None:
        if (self.done["trains bought"] or not self.there("button[data-choose]")) and self.skip():
            return
        self.choose(self.button("button[data-choose]"))
        self.done["trains bought"] += 1
