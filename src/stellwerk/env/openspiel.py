"""The titles as games of OpenSpiel: sequential, with the slots of the other environments as actions.

The seed is a parameter of the game, so that a game has no moves of chance. Needs the extra `openspiel`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from stellwerk.env.table_game import MOST, SLOTS, TableGame
from stellwerk.titles import TITLES, find

PREFIX = "python_stellwerk_"


def register() -> list[str]:
    """Make the titles known to `pyspiel.load_game`; gives their names."""
    known = set(pyspiel.registered_names())
    names = []
    for title in TITLES:
        name = name_of(title)
        if name not in known:
            # A class for each: OpenSpiel lets go of what is registered when Python has already ended.
            pyspiel.register_game(game_type(title), type(name, (SlotGame,), {"title": title}))
        names.append(name)
    return names


def name_of(title: str) -> str:
    """What OpenSpiel calls a title."""
    return PREFIX + title.replace("-", "_")


def game_type(title: str) -> Any:
    """What kind of game it is."""
    low, high = find(title).players
    hides = TableGame(title, low).game.rules.hides
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=name_of(title),
        long_name=f"Stellwerk {find(title).name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if hides else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=True,
        parameter_specification={"players": low, "seed": 0},
    )


class SlotGame(pyspiel.Game):
    """A title with so many players and a seed."""

    title: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """`params` are `players` and `seed`."""
        params = params or {}
        self.players = int(params.get("players", find(self.title).players[0]))
        self.seed = int(params.get("seed", 0))
        info = pyspiel.GameInfo(
            num_distinct_actions=SLOTS,
            max_chance_outcomes=0,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST,
        )
        super().__init__(game_type(self.title), info, params)

    def new_initial_state(self, state: Any = None) -> SlotState:
        """The beginning of the game."""
        return SlotState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SlotObserver:
        """What a seat sees, as one long vector and by name."""
        return SlotObserver(self)


class SlotState(pyspiel.State):
    """A position."""

    def __init__(self, game: SlotGame) -> None:
        """The first one."""
        super().__init__(game)
        self.table = TableGame(game.title, game.players)
        self.table.begin(game.seed)

    def current_player(self) -> int:
        """Who is asked."""
        asked = self.table.asked
        return int(pyspiel.PlayerId.TERMINAL) if asked < 0 else asked

    def _legal_actions(self, player: int) -> list[int]:
        """The slots."""
        return list(range(len(self.table.slots()))) if player == self.table.asked else []

    def _apply_action(self, action: int) -> None:
        self.table.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.table.game.label(self.table.slots()[action]).text.text

    def is_terminal(self) -> bool:
        """True when the game is over, or has gone on for too long."""
        return self.table.over or self.table.cut

    def returns(self) -> list[float]:
        """The part of the win less an equal share."""
        return self.table.rewards()

    def __deepcopy__(self, memo: Any) -> SlotState:
        """OpenSpiel clones by this; positions are shared."""
        twin = self.get_game().new_initial_state()
        for action in self.history():
            twin.apply_action(action)
        return twin  # type: ignore[no-any-return]

    def __str__(self) -> str:
        rules, state = self.table.game.rules, self.table.game.state
        return rules.describe(state)


class SlotObserver:
    """What a seat sees: `dict` has the arrays by name, `tensor` all of them in a row."""

    def __init__(self, game: SlotGame) -> None:
        """For any state of the game."""
        code = TableGame(game.title, game.players).coding
        size = sum(int(np.prod(layout.shape)) for layout in code.layouts.values())
        self.tensor: NDArray[np.float32] = np.zeros(size, np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        start = 0
        for name, layout in code.layouts.items():
            count = int(np.prod(layout.shape))
            self.dict[name] = self.tensor[start : start + count].reshape(layout.shape)
            start += count

    def set_from(self, state: SlotState, player: int) -> None:
        """Look at a state."""
        table = state.table
        for name, figures in table.coding.observe(table.game.view(player), player).items():
            self.dict[name][:] = figures

    def string_from(self, state: SlotState, player: int) -> str:
        """A state as text, as everybody sees it."""
        return str(state)
