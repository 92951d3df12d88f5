"""The words for hexes and tiles, for tooltips and screen readers."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.eighteen.tiles import Face, Stop


class HexWords(Struct, frozen=True):
    """The words that describe a hex in its tooltip; pages put in those of the reader's language."""

    tile: str = "tile {tile}"
    label: str = "label {label}"
    city: str = "city"
    cities: str = "city with {slots} slots"
    town: str = "town"
    offboard: str = "off-board"
    either: str = " or "  # between the values of an off-board area
    white: str = "white"
    yellow: str = "yellow"
    green: str = "green"
    brown: str = "brown"
    gray: str = "gray"
    tokens: str = "tokens {names}"
    blocked: str = "a marker that only blocks"
    home: str = "home of {names}"
    destination: str = "destination of {names}"
    goal: str = "goal: {goal}"
    side: str = "side {side} {cost}"
    terrain: str = "terrain"
    mountain: str = "mountain"
    water: str = "water"
    tunnel: str = "tunnel {a}–{b}"
    only_tunnels: str = "only tunnels"
    towards: str = "tiles need track to the side {side}"
    customs: str = "customs {amount}"

    def colour(self, name: str) -> str:
        """A colour; one the words do not know is said as it is called."""
        return str(getattr(self, name, name)) if name in _COLOURS else name

    def ground(self, kind: str) -> str:
        """What lies in the way."""
        return str(getattr(self, kind)) if kind in ("mountain", "water") else kind or self.terrain

    def stop(self, stop: Stop) -> str:
        """A stop and what it pays."""
        kinds = {"city": self.city, "town": self.town, "offboard": self.offboard}
        kind = self.cities.format(slots=stop.slots) if stop.slots > 1 else kinds.get(stop.kind, stop.kind)
        if stop.by_phase:
            values = self.either.join(f"{value} ({self.colour(colour)})" for colour, value in stop.by_phase)
            return f"{kind} {values}"
        return f"{kind} {stop.value}" if stop.value else kind


ENGLISH = HexWords()
_COLOURS = frozenset({"white", "yellow", "green", "brown", "gray"})


def face_words(face: Face, words: HexWords = ENGLISH) -> str:
    """A tile in words."""
    parts = [words.tile.format(tile=face.tile) if face.tile else "printed", words.colour(face.colour)]
    if face.label:
        parts.append(words.label.format(label=face.label))
    parts += [words.stop(stop) for stop in face.stops]
    return ", ".join(parts)
