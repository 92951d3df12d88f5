"""No click is lost and none counts for another position, whatever comes late, out of order or not at all."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import NewVisitor
from tests.browser.test_together import pass_turn
from tests.browser.visitor import Visitor, first_ply, news, recorded

GAME = "1830-3p-seed"


class Kept:
    """Holds requests back until they are let go."""

    def __init__(self, page: Page, address: str, most: int = 1) -> None:
        self.page, self.routes = page, list[Route]()
        self.address = re.compile(address)
        self.most = most
        page.route(self.address, self._hold)

    def _hold(self, route: Route) -> None:
        if len(self.routes) < self.most:
            self.routes.append(route)
        else:
            route.continue_()

    def wait(self, count: int = 1) -> None:
        """Until so many requests are held."""
        until(self.page, lambda: len(self.routes) >= count)

    def go(self, number: int = 0) -> None:
        self.routes[number].continue_()


def until(page: Page, so: Callable[[], bool]) -> None:
    """Let the browser work until something is so."""
    for _ in range(2000):
        if so():
            return
        page.wait_for_timeout(10)
    raise AssertionError("it did not come to that")


def hotseat(visitor: Visitor) -> tuple[str, Page]:
    game = str(visitor.create("me:Ada", "hotseat:Ben")["table"]["id"])
    return game, visitor.sit(game)


def move_elsewhere(visitor: Visitor, game: str, version: int) -> None:
    """Whoever is asked passes, but not in this tab."""
    body = {"seat": visitor.view(game)["asked"], "expected_version": version, "action": {"type": "pass"}}
    visitor.ask("POST", f"/games/{game}/actions", body)


def test_a_click_before_the_scripts_have_come_is_done_when_they_have(visit: NewVisitor) -> None:
    ada = visit()
    game = str(ada.create("me:Ada", "hotseat:Ben")["table"]["id"])
    page = ada.page
    held = Kept(page, r"/static/.*/table\.js$")
    page.goto(f"{ada.address}/g/{game}", wait_until="commit")
    held.wait()
    pass_turn(page)
    ada.sees(0)
    held.go()
    ada.sees(1)
    expect(page.locator("#decision")).to_contain_text("Ben")


def test_a_form_before_the_scripts_have_come_is_sent_by_them(visit: NewVisitor) -> None:
    ada, ben = visit(), visit()
    made = ada.create("me:Ada", "open")
    ben.open("/")
    held = Kept(ben.page, r"/static/.*/front\.js$")
    ben.page.goto(ben.address + made["secrets"][1]["link"].removeprefix(ben.address), wait_until="commit")
    held.wait()
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Take the seat").click()
    assert "/join/" in ben.page.url
    held.go()
    ben.page.wait_for_url(re.compile(rf"/g/{made['table']['id']}"))
    expect(ben.page.locator("#players")).to_contain_text("Ben")


def test_a_choice_for_a_position_that_is_gone_is_not_shown(visit: NewVisitor) -> None:
    """The answer to a click was made before the table moved and comes after the page has shown the move."""
    ada = visit()
    game, page = hotseat(ada)
    late: list[tuple[Route, str]] = []

    def answer_late(route: Route) -> None:
        late.append((route, route.fetch().text()))

    page.route(re.compile("/choose"), answer_late)
    page.locator("#decision button[data-choose]").first.click()
    until(page, lambda: bool(late))
    move_elsewhere(ada, game, 0)
    ada.sees(1)
    expect(page.locator("#decision")).to_contain_text("Ben")
    assert 'id="pick"' in late[0][1]
    with page.expect_response(re.compile("/choose")):
        late[0][0].fulfill(body=late[0][1], content_type="text/html; charset=utf-8")
    page.evaluate("() => new Promise((done) => setTimeout(done, 0))")
    expect(page.locator("#pick")).to_have_count(0)
    page.unroute(re.compile("/choose"))
    page.locator("#decision button[data-choose]").first.click()
    expect(page.locator("#pick")).to_be_visible()


def test_a_pressed_button_stays_though_something_else_had_the_focus(visit: NewVisitor) -> None:
    ada = visit()
    game, page = hotseat(ada)
    page.locator("#menu").focus()
    button = page.locator("#decision").get_by_role("button", name="Pass").first
    button.hover()
    page.mouse.down()
    before = str(page.locator("#meta").get_attribute("data-table"))
    with news(page):
        ada.ask("PATCH", f"/games/{game}", {"undo": "off"})
    page.mouse.up()
    ada.sees(1)
    expect(page.locator("#meta")).not_to_have_attribute("data-table", before)


def test_a_click_counts_for_the_position_in_which_it_was_pressed(visit: NewVisitor) -> None:
    """The game moves between pressing and letting go: the click is refused as stale, not played for the next player."""
    ada = visit()
    ada.allow(409)
    game, page = hotseat(ada)
    button = page.locator("#decision").get_by_role("button", name="Pass").first
    button.hover()
    page.mouse.down()
    with news(page):
        move_elsewhere(ada, game, 0)
    page.mouse.up()
    ada.sees(1)
    expect(page.locator("#toasts")).to_contain_text("moved on")
    assert ada.view(game)["version"] == 1


def test_a_view_asked_for_during_a_move_is_shown_after_it(visit: NewVisitor) -> None:
    ada = visit()
    _, page = hotseat(ada)
    held = Kept(page, r"/g/\w+/act")
    pass_turn(page)
    held.wait()
    page.locator(".tabs a[data-tab=market]").click()
    expect(page.locator("#meta")).to_have_attribute("data-tab", "market")
    held.go()
    ada.sees(1)
    expect(page.locator("#meta")).to_have_attribute("data-tab", "market")
    expect(page.locator("[data-market]")).to_be_visible()


def test_news_do_not_undo_the_choice_of_a_view(visit: NewVisitor) -> None:
    """A view is asked for, news come before its answer: both are shown."""
    ada = visit()
    game, page = hotseat(ada)
    held = Kept(page, r"/now\?tab=market")
    page.locator(".tabs a[data-tab=market]").click()
    held.wait()
    move_elsewhere(ada, game, 0)
    ada.sees(1)
    expect(page.locator("#meta")).to_have_attribute("data-tab", "market")
    held.go()


def test_a_move_that_gets_no_answer_is_sent_again_and_made_once(visit: NewVisitor) -> None:
    ada = visit()
    ada.offline_allowed = True  # the first try is given up
    game = str(ada.create("me:Ada", "hotseat:Ben")["table"]["id"])
    page = ada.page
    page.clock.install()
    ada.sit(game)
    held = Kept(page, r"/g/\w+/act")
    pass_turn(page)
    held.wait()
    page.clock.fast_forward(16_000)  # longer than one waits for an answer
    expect(page.locator("#toasts")).to_contain_text("trying again")
    page.clock.fast_forward(1_000)
    ada.sees(1)
    expect(page.locator("#decision")).to_contain_text("Ben")
    assert ada.view(game)["version"] == 1


def test_of_two_hexes_the_one_clicked_last_is_chosen(visit: NewVisitor) -> None:
    ada = visit()
    page = ada.sit(ada.bring(recorded(GAME, first_ply(GAME, "track", after=300))))
    expect(page.locator("#decision [data-lays] th[aria-sort=descending]")).to_be_attached()  # the list is complete
    rows = page.locator("#decision button[data-pick-hex]")
    first, second = (str(rows.nth(number).get_attribute("data-pick-hex")) for number in (0, 1))
    held = Kept(page, rf"/lays/{first}\b")
    page.locator(f'#mapbox .hexes > [data-hex="{first}"]').click()
    held.wait()
    page.locator(f'#mapbox .hexes > [data-hex="{second}"]').click()
    chosen = page.locator("#lay-choice")
    expect(chosen).to_have_attribute("data-hex", second)
    with page.expect_response(re.compile(rf"/lays/{first}\b")):
        held.go()
    page.evaluate("() => new Promise((done) => setTimeout(done, 0))")
    expect(chosen).to_have_attribute("data-hex", second)


def test_a_key_held_down_plays_one_move(visit: NewVisitor) -> None:
    ada = visit()
    game, page = hotseat(ada)
    page.locator("#decision").focus()
    page.keyboard.down("s")
    ada.sees(1)
    for _ in range(5):
        page.keyboard.down("s")  # the browser repeats it
    page.keyboard.up("s")
    expect(page.locator("#decision")).to_contain_text("Ben")
    assert ada.view(game)["version"] == 1
    page.keyboard.press("s")
    ada.sees(2)


def test_the_second_half_of_a_double_click_plays_nothing(visit: NewVisitor) -> None:
    ada = visit()
    game, page = hotseat(ada)
    button = page.locator("#decision").get_by_role("button", name="Pass").first
    box = button.bounding_box()
    assert box
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(*at)
    ada.sees(1)
    page.mouse.move(*at)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    expect(page.locator("#decision")).to_contain_text("Ben")
    assert ada.view(game)["version"] == 1
    pass_turn(page)
    ada.sees(2)


def test_a_row_pressed_while_its_list_is_filled_in_counts(visit: NewVisitor) -> None:
    """What each lay would run comes later and replaces the list: not under the pointer."""
    ada = visit()
    page = ada.page
    held = Kept(page, r"/g/\w+/lays\?")
    ada.sit(ada.bring(recorded(GAME, first_ply(GAME, "track", after=300))))
    held.wait()
    row = page.locator("#decision button[data-pick-hex]").first
    name = str(row.get_attribute("data-pick-hex"))
    row.hover()
    page.mouse.down()
    with page.expect_response(re.compile(r"/lays\?")):
        held.go()
    page.evaluate("() => new Promise((done) => setTimeout(done, 50))")
    page.mouse.up()
    expect(page.locator("#lay-choice")).to_have_attribute("data-hex", name)
    expect(page.locator("#decision [data-lays] th[aria-sort=descending]")).to_be_attached()  # and the list is filled in


def test_the_time_bar_moved_before_the_scripts_have_come_is_followed(visit: NewVisitor) -> None:
    ada = visit()
    game = ada.bring(recorded(GAME, 40))
    page = ada.page
    held = Kept(page, r"/static/.*/table\.js$")
    page.goto(f"{ada.address}/g/{game}", wait_until="commit")
    held.wait()
    page.locator("#timebar #ply").fill("12")
    held.go()
    expect(page.locator("#meta")).to_have_attribute("data-ply", "12")
