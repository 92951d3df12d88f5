"""How 18TE speaks in the terminal."""

from __future__ import annotations

from typing import Any, ClassVar

from stellwerk.cli.family_voice import FamilyVoice
from stellwerk.eighteen.actions import RunRoutes

from .state import Objection


class Voice18TE(FamilyVoice):
    """The family's voice with what is bid for a company, and the run that may be objected to."""

    examples: ClassVar[
        str
    ] = """pass, bid_company KHS 180, buy KHS treasury, sell KHS 20, lay F6 58 2, token C13 0, train 2-0 100,
issue_shares 10, redeem_shares 10, run 2-0 F6.0 F6:4 G5.0"""

    def bids(self, view: dict[str, Any]) -> list[str]:
        """The present bid and who may still raise it; or the declared run."""
        auction, frame = view["company_auction"], self.game.state.frames[-1]
        if auction:
            bid = self.say(
                "{who} has bid {amount:$} for {company}.",
                who=auction["bidder"], amount=auction["bid"], company=auction["company"],
            )  # fmt: skip
            return [f"{bid} {self.say('Still in: {names}.', names=', '.join(auction['left']))}"]
        if isinstance(frame, Objection):
            company = self.rules.t.companies[frame.company].id
            run = self.words.tell(self.rules.label(self.words.s, RunRoutes(frame.routes)).text)
            return [self.say("{company} has declared: {run}.", company=company, run=run)]
        return []


VOICE = Voice18TE
