"""The result of a game that is over: standing, receipts, what decided it, charts, rematch, export (docs/pages.md)."""
