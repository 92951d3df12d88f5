"""The server: tables to play at, over a JSON API with live updates. The table service itself knows no HTTP."""

from stellwerk.web.app import create_app
from stellwerk.web.settings import Settings

__all__ = ["Settings", "create_app"]
