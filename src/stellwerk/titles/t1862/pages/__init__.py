"""What the pages show only at tables of 1862: groups, powers at any time, bonus runs, buybacks with notes, limits."""

from stellwerk.web.pages.title_ui import Claims, TitleUI

from . import card, claims, powers, stock
from .anytime import anytime
from .auction import auction_1862
from .buyback import buyback, choose_buyback
from .deeds import DEEDS, REPORTS
from .goals import bonus_marks
from .lines import line_keys
from .moments import MOMENTS
from .phases import phase_words
from .raising import raising
from .track import allowed_1862

UI = TitleUI(
    deeds=DEEDS,
    reports=REPORTS,
    choosing={"auction": auction_1862, "bid_off": auction_1862, "buyback": buyback, "raise": raising},
    choosers={"buyback": choose_buyback},
    allowed=allowed_1862,
    claims=Claims(claims.claims, claims.bonus_of),
    anytime=anytime,
    card_lines=card.card_fields,
    fields=card.FIELDS,
    columns=card.IN_TABLE,
    blocks={
        "decision": powers.block,
        "stock": stock.stock_block,
        "companies": stock.companies_block,
        "players": stock.limits_block,
    },
    map_marks=bonus_marks,
    line_keys=line_keys,
    phase_words=phase_words,
    moments=MOMENTS,
)
