"""Moments: what everybody at a table is to see without opening anything (docs/pages.md)."""
