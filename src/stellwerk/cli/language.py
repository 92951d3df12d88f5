"""The language the terminal speaks: as told, else as the system is set."""

from __future__ import annotations

import argparse
import os

from stellwerk.i18n import ENGLISH, LANGUAGES

SETTINGS = ("STELLWERK_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts


def add_language(parser: argparse.ArgumentParser) -> None:
    """`--language`"""
    text = "language of the texts (default: STELLWERK_LANGUAGE or the system's)"
    parser.add_argument("--language", choices=LANGUAGES, default=usual_language(), help=text)


def usual_language() -> str:
    """The language of the system, if we speak it."""
    name = next((value for key in SETTINGS if (value := os.environ.get(key))), "")
    language = name.lower()[:2]
    return language if language in LANGUAGES else ENGLISH
