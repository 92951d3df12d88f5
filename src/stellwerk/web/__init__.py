"""The server: tables to play at, over a JSON API with live updates. The table service itself knows no HTTP."""
