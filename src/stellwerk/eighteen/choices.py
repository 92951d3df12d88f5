"""Where the family's steps leave a choice: each title says what holds at a table, from its figures and its options."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field


class Choices(Struct, frozen=True, forbid_unknown_fields=True):
    """`[choices]`: what the steps of the family ask about. The defaults are what most titles play."""

    # the auction of privates
    bids_in_steps: bool = True  # bids go in steps of the least raise
    resume_left_of_buyer: bool = True  # after a purchase the turn goes to the left of the buyer, not of who was on turn
    priority_left_of_buyer: bool = True  # the same for the first stock round
    # privates in stock rounds
    private_trades: bool = False
    private_trades_from: int = 1  # the first stock round with such trades
    private_trade_is_purchase: bool = False
    # shares
    sell_before_operating: bool = True
    sales_in_lists: bool = False  # several companies may be sold in one action
    many_from_ipo: bool = False  # where several certificates may be bought in a turn: from the IPO too
    # operating rounds
    extra_lays_anytime: bool = False  # the extra lay of a private at any moment of the turn, not only in its track step
    order_each_turn: bool = False  # who operates next is looked up after every turn
    printed_yellow_cost: bool = True  # the cost printed on a coloured hex is charged for its first tile
    border_cost_on_upgrade: bool = False  # an upgrade that joins track over a dear side pays for it
    must_buy_always: bool = False  # a company without a train must buy one also if it has no route
    trains_of_other_presidents: bool = True
    one_of_a_kind_in_pool: bool = False  # of equal trains in the pool only the one that came first is on sale
    discards_in_operating_order: bool = False  # who gives up trains first: as listed, or in the order of operating
    express_ends_count: bool = True  # both ends of a route of a train that is paid for some stops are among them
    express_token_counts: bool = False  # one of the stops such a train is paid for holds an own token
    # trains whose end, or limits whose figure, depends on an option: by kind of train, by kind of company
    fates: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    train_limits: Mapping[str, int] = field(default_factory=dict)
    # emergency money
    help_capped: bool = True  # help with another company's train goes up to the train's price
    help_cheapest_only: bool = True
    help_only_if_short: bool = False  # none with another company's train while the treasury pays the bank's cheapest
    president_certificate_whole: bool = False  # a president's certificate sold alone counts as one piece
    emergency_private_sales: bool = False
    # deals and the bank
    consent_asked: bool = True
    bank_breaks_at_zero: bool = False
