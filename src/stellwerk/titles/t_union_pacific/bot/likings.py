"""Personalities in Union Pacific."""

from stellwerk.bots.styles import Taste

LIKINGS = {
    style.name: style
    for style in (
        Taste("builder", "A builder: has his companies grow before he lays shares open.", track=1.8, trading=0.8),
        Taste("trader", "A trader: lays shares open early and often.", trading=1.8, track=0.8),
        Taste("looter", "A looter: takes from the others what he cannot get himself.", looting=1.0),
    )
}
