"""The pages: server-rendered HTML over the same table service as the API."""

from stellwerk.web.pages.routes import HANDLERS

__all__ = ["HANDLERS"]
