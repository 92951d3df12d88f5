"""What the decisions do: pick, build, take, exchange, invest, pass, replace (RULES.md sections 2 to 6 and 14).

Each function checks an action of the seat that is asked and carries it out on the draft, or raises `Illegal`. They
return nothing; `flow` says what comes next.
"""

from __future__ import annotations

from stellwerk.core import Action, Illegal

from .actions import (
    DECK,
    Build,
    Decline,
    DrawCard,
    ExchangeShare,
    Invest,
    PassTurn,
    PickShare,
    ReplaceCard,
    TakeShare,
)
from .flow import Flow
from .move import Move
from .state import EXCHANGE, PICK, REPLACE, TAKE, TURN, State, change, put

# Which actions answer which question (3.9a to 3.9e).
ANSWERS: dict[str, tuple[type[Action], ...]] = {
    PICK: (PickShare,),
    REPLACE: (ReplaceCard, DrawCard),
    TURN: (Build, Invest, PassTurn),
    TAKE: (TakeShare,),
    EXCHANGE: (ExchangeShare, Decline),
}


class Turns:
    """The actions of one game's rules."""

    def __init__(self, flow: Flow) -> None:
        """`flow` knows the network and what follows an action."""
        self.flow, self.t, self.kit = flow, flow.t, flow.t.kit

    # -- what is in whose hand

    def share(self, name: str) -> int:
        number = self.kit.share_index.get(name)
        if number is None:
            raise self.t.no("1.2", "there is no share {name}", name=name)
        return number

    def card(self, s: State, seat: int, name: str, rule: str) -> int:
        """A track card the seat has."""
        number = self.kit.card_index.get(name)
        if number is None:
            raise self.t.no("1.3", "there is no track card {name}", name=name)
        if not s.tracks[seat][number]:
            raise self.t.no(rule, "{who} has no track card {card:track}", who=self.t.seats[seat], card=name)
        return number

    def name(self, seat: int) -> str:
        return self.t.seats[seat]

    # -- the first share

    def pick(self, m: Move, seat: int, action: PickShare) -> None:
        """2.5"""
        s = m.s
        if s.picks[seat] >= 0:
            raise self.t.no("2.5a", "{who} has picked already; a pick stands", who=self.name(seat))
        share = self.share(action.share)
        if not s.hands[seat][share]:
            raise self.t.no("2.5", "{who} has no share of {company} in hand", who=self.name(seat), company=action.share)
        s.picks = change(s.picks, seat, share + 1)  # from -1
        m.tell("pick", "2.5", "{who} has picked a first share", who=self.name(seat))
        m.whisper(seat, "{who} picks {company} as first share", who=self.name(seat), company=self.kit.abbr[share])
        if all(pick >= 0 for pick in s.picks):
            self.flow.reveal(m)

    # -- build

    def why_not_build(self, s: State, seat: int, action: Build) -> Illegal | None:
        """The first condition a build breaks, in the order of 4.8."""
        kit = self.kit
        card = self.card(s, seat, action.card, "4.1")
        company = kit.share_index.get(action.company)
        if company is None or company == kit.up:
            return self.t.no("4.2", "there is no company {name} with locomotives", name=action.company)
        section = kit.section_index.get(action.section)
        if section is None:
            return self.t.no("1.4", "there is no section {name}", name=action.section)
        kind = kit.type[section]
        net = self.flow.net(s.board)
        where, abbr = kit.section_names[section], kit.abbr[company]
        if not s.supply[company]:
            return self.t.no("4.3f", "no locomotive of {company} is left", company=abbr)
        if not kit.allowed[company] >> section & 1:
            return self.t.no(
                "4.3b", "{company} may not use {card:track}, the type of {section}",
                company=abbr, card=kit.cards[kind], section=where,
            )  # fmt: skip
        if card not in (kind, kit.wild):
            return self.t.no("4.3a", "{section} needs a card {card:track}", section=where, card=kit.cards[kind])
        if net.mine[company] >> section & 1:
            return self.t.no("4.3d", "{company} stands on {section} already", company=abbr, section=where)
        if net.full >> section & 1:
            return self.t.no("4.3c", "{section} has no free space", section=where)
        if not net.open[company] >> section & 1:
            home = kit.cities[kit.homes[company]].name
            return self.t.no(
                "4.3e", "{section} is not connected to {home}, the home of {company}",
                section=where, home=home, company=abbr,
            )  # fmt: skip
        return None

    def build(self, m: Move, seat: int, action: Build) -> None:
        """4.1, 4.2"""
        s, kit = m.s, self.kit
        refusal = self.why_not_build(s, seat, action)
        if refusal is not None:
            raise refusal
        company, section = kit.share_index[action.company], kit.section_index[action.section]
        m.discard(seat, kit.card_index[action.card])
        s.supply = change(s.supply, company, -1)
        s.board = self.flow.placed(s.board, company, section)
        m.tell(
            "build", "4.2", "{who} plays {card:track} and puts {company} on {section}",
            who=self.name(seat), card=action.card, company=kit.abbr[company], section=kit.section_names[section],
        )  # fmt: skip
        s.step = TAKE

    # -- the share after a build

    def take(self, m: Move, seat: int, action: TakeShare) -> None:
        """5.1"""
        s, kit, who = m.s, self.kit, self.name(seat)
        if action.source == DECK:
            if s.drawn == len(s.deck):
                raise self.t.no("5.9", "the deck is empty")
            share = m.draw_share(seat)
            if share >= 0:
                m.hand(seat, share, 1)
                m.tell("take", "5.3", "{who} draws a share from the deck", who=who, source=DECK)
                m.whisper(seat, "{who} draws {company} from the deck", who=who, company=kit.abbr[share], source=DECK)
            else:
                m.tell("take", "5.9", "the deck is empty: {who} gets no share", who=who, source="nowhere")
            self.flow.after_take(m, seat, share >= 0)
            return
        share = self.share(action.source)
        if share == kit.up:
            if self.t.options["up_by"] == "exchange":
                raise self.t.no("14.3", "shares of Union Pacific come by exchange only")
            if not s.up_left:
                raise self.t.no("5.1c", "no share of Union Pacific is left")
            s.up_left -= 1
            m.hand(seat, share, 1)
            m.tell("take", "5.1c", "{who} takes a share of Union Pacific", who=who, source="stack")
        else:
            if share not in s.display:
                raise self.t.no("5.1a", "{company} is not in the display", company=kit.abbr[share])
            at = s.display.index(share)
            s.display = (*s.display[:at], *s.display[at + 1 :])
            m.hand(seat, share, 1)
            facts = {"who": who, "company": kit.abbr[share], "source": "display"}
            m.tell("take", "5.1a", "{who} takes {company} from the display", **facts)
            m.fill_display(seat, "5.2")
        self.flow.after_take(m, seat, True)

    def exchange(self, m: Move, seat: int, action: ExchangeShare) -> None:
        """5.4"""
        s, who = m.s, self.name(seat)
        share = self.share(action.share)
        if share == self.kit.up:
            raise self.t.no("5.4d", "a share of Union Pacific cannot be given up")
        if not s.hands[seat][share]:
            raise self.t.no("5.4", "{who} has no share of {company} in hand", who=who, company=action.share)
        m.hand(seat, share, -1)
        m.hand(seat, self.kit.up, 1)
        s.box = change(s.box, share, 1)
        s.up_left -= 1
        m.tell("exchange", "5.4", "{who} exchanges a share for one of Union Pacific", who=who)
        m.whisper(seat, "{who} gives up {company} for a share of Union Pacific", who=who, company=self.kit.abbr[share])
        self.flow.end_turn(m)

    def decline(self, m: Move, seat: int, action: Decline) -> None:
        """5.4"""
        m.tell("decline", "5.4", "{who} exchanges nothing", who=self.name(seat))
        self.flow.end_turn(m)

    # -- invest, pass

    def invest(self, m: Move, seat: int, action: Invest) -> None:
        """6.1, 6.2"""
        s, kit, who = m.s, self.kit, self.name(seat)
        if not action.shares:
            raise self.t.no("6.1", "investing needs at least one share")
        for name in action.shares:
            if not isinstance(name, str):
                raise self.t.no("1.2", "there is no share {name}", name=name)
        names = sorted({self.share(name) for name in action.shares})
        if len(names) > 2 or (len(names) == 2 and len(action.shares) != 2):
            raise self.t.no("6.1", "either shares of one company, or exactly one each of two companies")
        card = self.card(s, seat, action.card, "6.2")
        wanted = len(action.shares) // len(names)
        for share in names:
            if s.hands[seat][share] < wanted:
                raise self.t.no(
                    "6.1", "{who} does not have {count} of {company} in hand",
                    who=who, count=wanted, company=kit.abbr[share],
                )  # fmt: skip
        for share in names:
            m.hand(seat, share, -wanted)
            s.held = put(s.held, seat, change(s.held[seat], share, wanted))
        laid = ", ".join(f"{wanted} {kit.abbr[share]}" for share in names)
        companies = tuple(kit.abbr[share] for share in names)
        m.tell("invest", "6.1", "{who} invests {shares}", who=who, shares=laid, companies=companies)
        m.discard(seat, card)
        m.tell("discard", "6.2", "{who} discards {card:track}", who=who, card=kit.cards[card])
        self.flow.end_turn(m)

    def pass_(self, m: Move, seat: int, action: PassTurn) -> None:
        """3.4a"""
        s, who = m.s, self.name(seat)
        if any(s.hands[seat]):
            raise self.t.no("3.4", "{who} has a share in hand and can invest", who=who)
        if self.flow.can_build(s, seat):
            raise self.t.no("3.4", "{who} can build", who=who)
        card = self.card(s, seat, action.card, "3.4a")
        m.discard(seat, card)
        m.tell("pass", "3.4a", "{who} can do nothing and discards {card:track}", who=who, card=action.card)
        self.flow.end_turn(m)

    # -- cards of full types

    def replace(self, m: Move, seat: int, action: ReplaceCard) -> None:
        """14.4"""
        s, kit = m.s, self.kit
        card = self.card(s, seat, action.card, "14.4")
        if card == kit.wild:
            raise self.t.no("14.4", "a wild card is not replaced")
        if not self.flow.full_type(s, card):
            raise self.t.no("14.4", "{card:track} still has a free space", card=action.card)
        if not self.flow.enough_cards(s):
            raise self.t.no("14.4a", "no track card would be left to draw")
        m.track(seat, card, -1)
        s.removed = change(s.removed, card, 1)
        m.tell("replace", "14.4", "{who} puts {card:track} out of the game", who=self.name(seat), card=action.card)
        m.draw_track(seat)
        self.flow.ask_replacement(m)

    def draw(self, m: Move, seat: int, action: DrawCard) -> None:
        """14.4, 3.1"""
        m.draw_track(seat)
        m.s.step = TURN
