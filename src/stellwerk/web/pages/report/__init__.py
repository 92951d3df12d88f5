"""The report of a game as a page."""
