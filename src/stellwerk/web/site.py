"""The table service as a whole: its parts, opened and closed together. Knows nothing of HTTP."""

from __future__ import annotations

from stellwerk.store import LiveGames, open_store
from stellwerk.web.accounts import Accounts
from stellwerk.web.administration import Administration
from stellwerk.web.advice import GameAdvice
from stellwerk.web.analysis import Analysis
from stellwerk.web.bots import BotSeats
from stellwerk.web.brains import Brains
from stellwerk.web.following import Followers
from stellwerk.web.games import OpenGames
from stellwerk.web.health import Health
from stellwerk.web.lane import Lane
from stellwerk.web.lines import PlanLines
from stellwerk.web.logbook import Logbook
from stellwerk.web.mail.office import MailOffice
from stellwerk.web.mending import Mending
from stellwerk.web.own_bots import OwnBots
from stellwerk.web.playing import Playing
from stellwerk.web.programmes import Programmes
from stellwerk.web.rematch import Rematches
from stellwerk.web.remembered import Remembered
from stellwerk.web.rendered import Renderings
from stellwerk.web.reports import ReportDesk
from stellwerk.web.retention import Retention
from stellwerk.web.settings import Settings
from stellwerk.web.studies import Studies
from stellwerk.web.tables import Tables
from stellwerk.web.takeback import Takeback
from stellwerk.web.webhooks import Webhooks


class Site:
    """Everything a server does, apart from how it is asked."""

    def __init__(self, settings: Settings) -> None:
        """Open the store."""
        if not settings.database:
            settings.games.parent.mkdir(parents=True, exist_ok=True)
        self.settings = settings
        self.store = open_store(settings.database or settings.games)
        self.games = OpenGames(
            self.store, LiveGames(self.store, settings.memory // 2), settings.secret, settings.base_url
        )
        self.own_bots = OwnBots(settings.bots)
        self.brains = Brains(settings.thinkers)
        self.tables = Tables(self.games, self.own_bots)
        self.rematches = Rematches(self.games, self.tables)
        self.playing = Playing(self.games)
        self.programmes = Programmes(self.games)
        self.lines = PlanLines(self.games)
        self.takeback = Takeback(self.games, self.programmes)
        self.studies = Studies(self.games, self.tables)
        self.analysis = Analysis(
            self.games, self.tables, self.playing, self.studies, settings.most_actions, settings.reading_seconds
        )
        self.mending = Mending(self.games)
        self.accounts = Accounts(self.store, settings.secret, counted=settings.logins_per_minute > 0)
        self.administration = Administration(self.store)
        self.health = Health(self.store)
        self.logbook = Logbook(self.store, settings.memory // 16)
        self.remembered = Remembered(settings.memory * 3 // 8)
        self.rendered = Renderings(self.store, settings.memory // 16, settings.memory // 32)
        self.followers = Followers()
        self.lane = Lane()
        self.retention = Retention(self.store, settings)
        self.bots = BotSeats(self.games, self.programmes, settings.bot_threads, brains=self.brains, own=self.own_bots)
        self.advice = GameAdvice(self.games, self.brains)
        self.reports = ReportDesk(self.games)
        self.webhooks = Webhooks(self.games, private=settings.private_webhooks)
        self.mail: MailOffice | None = None
        if settings.mail and settings.base_url:  # without the address links begin with there is nothing to write
            self.mail = MailOffice(self.games, settings.mail, settings.secret, settings.notice_after)

    def begin(self) -> None:
        """Do what is to be done by itself, in the games that are this process's business."""
        self.store.look_after(self.settings.mark, self._resume)
        self._resume()
        self.retention.begin()
        if self.mail:
            self.mail.begin()

    def _resume(self) -> None:
        """More games have become this process's business."""
        self.bots.resume()
        if self.mail:
            self.mail.notices.look_at_all()

    def close(self) -> None:
        """Let bots and store finish."""
        self.retention.close()
        self.bots.close()
        self.reports.close()
        self.webhooks.close()
        if self.mail:
            self.mail.close()
        self.lane.close()
        self.rendered.close()
        self.store.close()
