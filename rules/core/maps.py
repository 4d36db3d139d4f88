"""Maps that a table keeps: made by painting, stored, laid under a fight.

Every system has those of its boards (`rules.core.board.maps`); one that keeps boards by itself too gives a `Maps` of
its own as its member `maps`. The data of a map is its maker's own JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.core.inputs import Input
from rules.core.types import Json


@dataclass(frozen=True, slots=True)
class Maps:
    """How maps are made and drawn."""

    inputs: tuple[Input, ...]
    """What a new map asks for."""
    tools: tuple[Input, ...]
    """What is painted with, by form."""
    places: str
    """The name of the input that names places."""
    new: Callable[[Mapping[str, Json]], Json]
    """The data of a new map."""
    painted: Callable[[Json, Mapping[str, Json]], Json]
    """The data after one stroke."""
    load: Callable[[Json], Json]
    """Checks data from outside; raises RuleError."""
    picture: Callable[[Json], Any]
    """What is drawn of a map (`rules.core.board.picture.BoardPicture`)."""
    at: Callable[[Json, int, int], str]
    """The place at a point, in thousandths of width and height."""
    board: Callable[[Json], Any]
    """The board (`rules.core.boards.Board`) of a map; raises RuleError like `load`."""
    kept: Callable[[Any], Json]
    """The data of a board."""
    rules: Any
    """What the system says about these boards (`rules.core.board.rules.BoardRules`)."""
    verb: str
    """The internal action that lays a map under a fight, with `data` and `name`."""
    regions: bool = True
    """Whether parts of it may be covered."""
    label: str = ""
    """The code of what such a map is called, where a system has several kinds."""
