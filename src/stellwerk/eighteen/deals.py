"""Deals that a second player must agree to: offered in one action, answered in the next."""

from __future__ import annotations

from stellwerk.core import Decision, Illegal, Option
from stellwerk.eighteen.actions import Answer, BuyTrain, SellPrivate
from stellwerk.eighteen.checks import ActionKind
from stellwerk.eighteen.engine import FamilyRules, Step
from stellwerk.eighteen.frames import Consent, Offer
from stellwerk.eighteen.move import Move
from stellwerk.eighteen.state import NOBODY, S
from stellwerk.eighteen.table import Table


def needs_consent(t: Table, by: int, other: int) -> bool:
    """True if the other side belongs to a different player who has to be asked (1830 0.6)."""
    return other not in (NOBODY, by) and t.choices.consent_asked


def offer(m: Move, action: Offer, by: int, to: int) -> None:
    """Ask the other side."""
    m.push(Consent(to, by, action))
    facts = {"who": m.t.seats[to], "by": m.t.seats[by], "price": action.price, "sells": isinstance(action, SellPrivate)}
    item = {"train": action.train} if isinstance(action, BuyTrain) else {"private": action.private}
    m.tell("offer", "consent", "{who} is asked to agree to an offer of {by}", **facts, **item)


def trade_private(m: Move, private: int, buyer: int, price: int, key: str) -> None:
    """A private changes hands for money."""
    t = m.t
    seller = m.s.privates[private].owner
    name = t.privates[private].id
    m.pay(buyer, seller, price, key, "private {private}", private=name)
    m.private(private, owner=buyer)
    m.tell(
        "private",
        key,
        "{who} gets {private} from {seller} for {price:$}",
        who=t.name(buyer),
        private=name,
        seller=t.name(seller),
        price=price,
    )


class ConsentStep(Step[Consent, S]):
    """The other side says yes or no."""

    def __init__(self, rules: FamilyRules[S]) -> None:
        """Never refused."""
        super().__init__(rules)
        self.acts = {Answer: ActionKind(self.answer)}

    def decision(self, s: S, frame: Consent) -> Decision:
        """The player asked to agree."""
        return Decision(frame.seat, self.t.seats[frame.seat], "consent", self.t.cite("consent"))

    def options(self, s: S, frame: Consent) -> list[Option]:
        """Yes or no."""
        return [Option(Answer(True)), Option(Answer(False))]

    def answer(self, m: Move[S], frame: Consent, action: Answer) -> None:
        """On no the position is as before the offer; on yes the deal is made."""
        m.pop()
        who = self.t.seats[frame.seat]
        if not action.accept:
            m.tell("refused", "consent", "{who} refuses", who=who)
            return
        m.tell("agreed", "consent", "{who} agrees", who=who)
        self.rules.steps[type(m.s.frames[-1])].settle_deal(m, frame.offer)

    def advance(self, m: Move[S], frame: Consent) -> bool:
        """An offer lapses when something done in between (an exchange) leaves it without its object or its partner."""
        probe = Move(self.t, self.rules.twin.draft(m.s))
        probe.pop()
        below = probe.s.frames[-1]
        try:
            self.rules.steps[type(below)].apply(probe, below, frame.offer)
        except Illegal:
            stands = False
        else:
            stands = probe.s.frames[-1] == frame
        if not stands:
            m.pop()
            m.tell("lapsed", "consent", "the offer no longer stands")
        return stands
