"""The spaces of observations and actions, as Gymnasium describes them."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from stellwerk.env.coding import BOUND, FIELDS
from stellwerk.env.table_game import TableGame

MOST_FIELD = 2**20  # no number in an action is above this


def observation_space(table: TableGame) -> Any:
    """The space of what a seat sees."""
    arrays: dict[str, Any] = {
        name: spaces.Box(-BOUND, BOUND, layout.shape, np.float32) for name, layout in table.coding.layouts.items()
    }
    arrays["choices"] = spaces.Box(-1, MOST_FIELD, (table.size, FIELDS + 1), np.int32)
    arrays["action_mask"] = spaces.Box(0, 1, (table.size,), np.int8)
    return spaces.Dict(arrays)


def action_space(table: TableGame) -> Any:
    """The slots."""
    return spaces.Discrete(table.size)
