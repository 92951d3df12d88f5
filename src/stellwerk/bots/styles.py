"""Personalities: what a player of a level likes better than another of the same level does."""

from __future__ import annotations

from msgspec import Struct


class Taste(Struct, frozen=True):
    """Weights of what a player likes; 1 is what everybody does. What they mean is said by who plays a title."""

    name: str = ""
    about: str = ""  # a sentence, an English text of the catalogue
    track: float = 1.0  # what growth of the board counts
    trading: float = 1.0  # what prices and shares of others' companies count
    looting: float = 0.0  # how gladly it leaves a company that will need money


PLAIN = Taste()
STYLES = {
    style.name: style
    for style in (
        Taste("builder", "A builder: lays track and tokens for later and stays with his companies.", track=1.8),
        Taste("trader", "A trader: looks for prices that rise, in everybody's companies.", trading=1.8, track=0.8),
        Taste("looter", "A looter: takes what a company has and leaves it to others in time.", looting=1.0, track=0.7),
    )
}
