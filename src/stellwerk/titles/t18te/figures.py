"""What only 18TE has in its file: `[own]`."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.eighteen.schema import OwnFigures, TitleData
from stellwerk.eighteen.table import Table


class Figures(OwnFigures, frozen=True, forbid_unknown_fields=True):
    """`[own]`"""

    price_support: int  # what the bank adds for every round of passes before the first bid (4.2)
    export: tuple[str, ...]  # phases in which a round without a purchase costs the factory its first card (7.11)

    def faults(self, data: TitleData) -> Iterator[tuple[str, str]]:
        """Phases that are none."""
        for name in self.export:
            if name not in {phase.id for phase in data.phase}:
                yield "export", f"there is no phase {name}"


def figures(t: Table) -> Figures:
    """The table's own figures."""
    assert isinstance(t.data.own, Figures)
    return t.data.own
