"""What a browser says it is, in the two words by which its owner knows it again; nothing more of it is kept."""

from __future__ import annotations

# In this order: those that come later pretend to be those before them, or the other way round.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Vivaldi/", "Vivaldi"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def device_of(agent: str) -> str:
    """Browser and system, such as `Firefox, Linux`; empty if neither is known."""
    known = (next((name for sign, name in signs if sign in agent), "") for signs in (_BROWSERS, _SYSTEMS))
    return ", ".join(part for part in known if part)
