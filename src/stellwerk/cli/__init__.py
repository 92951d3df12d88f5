"""The `stellwerk` command."""
