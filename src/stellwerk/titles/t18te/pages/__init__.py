"""What the pages show only at tables of 18TE: founding by auction, issues, sides of trains, exports, goals."""

from stellwerk.web.pages.title_ui import TitleUI

from .card import FIELDS, card_fields
from .deeds import DEEDS, REPORTS
from .founding import choose_found, company_auction
from .goals import goal_marks, goal_words
from .issue import choose_issue, choose_redeem, issue
from .moments import MOMENTS
from .objection import objection
from .trains import choose_train_18te, trains_18te

UI = TitleUI(
    deeds=DEEDS,
    reports=REPORTS,
    panels={"objection": objection},
    choosing={"company_auction": company_auction, "issue": issue, "trains": trains_18te},
    choosers={"found": choose_found, "issue": choose_issue, "redeem": choose_redeem, "train": choose_train_18te},
    card_lines=card_fields,
    fields=FIELDS,
    slot_words=goal_words,
    map_marks=goal_marks,
    moments=MOMENTS,
)
