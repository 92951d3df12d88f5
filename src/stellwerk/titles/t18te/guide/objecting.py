"""The hint for a run that is not the best (18TE)."""

from __future__ import annotations

from stellwerk.web.pages.guide.hint import Hint, rules_of, way
from stellwerk.web.pages.table_page import TablePage


def objection_hint(page: TablePage) -> Hint | None:
    """Point out a better run, or not."""
    said = page.view["objection"]
    held = page.view["players"][page.asked]["shares"].get(said["company"], 0)
    text = [page.say("{who} has declared less than the best run.", who=said["author"])]
    if held:
        text.append(page.say("You hold {percent} %: a better run pays you more. Point it out.", percent=held))
    else:
        text.append(page.say("You hold no share: a better run pays others. You need not point it out."))
    return Hint(
        text,
        rules_of(page, "run.objection", "run.accepted"),
        None,
        [
            way(page, page.say("Point out a better run"), page.say("It must be used instead."), "run.objection"),
            way(
                page,
                page.say("Accept"),
                page.say("The declared run stands if all others accept it, too."),
                "run.accepted",
            ),
        ],
    )
