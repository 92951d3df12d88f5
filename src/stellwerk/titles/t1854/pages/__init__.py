"""What the pages show only in 1854: tunnels, options, splits, mail, mergers, repaired trains (docs/pages.md)."""

from stellwerk.web.pages.title_ui import TitleUI, Tool

from . import cards, tunnels
from .auction import auction_1854, choose_withdraw
from .deeds import DEEDS, REPORTS
from .depot import depot_block
from .mail import choose_contract, contract
from .mergers import charter, choose_charter, choose_merge, merger, merger_offer
from .moments import MOMENTS
from .phases import phase_words
from .run import run_1854
from .stock import choose_complete, choose_option, is_traded, option_choices, stock_1854
from .track import track_1854
from .trains import choose_train_1854, discard_1854, trains_1854

UI = TitleUI(
    deeds=DEEDS,
    reports=REPORTS,
    panels={"track": track_1854, "run": run_1854, "merger_offer": merger_offer},
    choosing={
        "auction": auction_1854,
        "bid_off": auction_1854,
        "stock": stock_1854,
        "must_sell": stock_1854,
        "trains": trains_1854,
        "discard": discard_1854,
        "contract": contract,
        "merger": merger,
        "charter": charter,
    },
    choosers={
        "train": choose_train_1854,
        "withdraw": choose_withdraw,
        "option": choose_option,
        "complete": choose_complete,
        "contract": choose_contract,
        "merge": choose_merge,
        "charter": choose_charter,
    },
    tools={tunnels.TOOL: Tool(tunnels.hex_context, tunnels.why_no_tunnel)},
    card_lines=cards.card_fields,
    fields=cards.FIELDS,
    in_column=cards.is_in_column,
    group=cards.group_of,
    traded=is_traded,
    trades=option_choices,
    player_facts=cards.player_facts,
    blocks={"trains": depot_block},
    phase_words=phase_words,
    moments=MOMENTS,
)
