"""Maps that a table keeps for a system which draws its fights: made by painting, stored, laid under a fight.

A system that has them gives a `Maps` as its member `maps`. The data of a map is the system's own JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.core.inputs import Input
from rules.core.types import Json


@dataclass(frozen=True, slots=True)
class Maps:
    """How maps are made and drawn.

    inputs: what a new one asks. new: its data. tools: what is painted with, by form. places: the name of the input that
    names places. painted: the data after one stroke. load: checks data from outside, raises RuleError. picture: what
    `templates/systems/<slug>/picture.html` draws. at: the place at a point, in parts of a thousand of width and
    height. verb: the internal action that lays a map under a fight, with `data` and `name`.
    """

    inputs: tuple[Input, ...]
    tools: tuple[Input, ...]
    places: str
    new: Callable[[Mapping[str, Json]], Json]
    painted: Callable[[Json, Mapping[str, Json]], Json]
    load: Callable[[Json], Json]
    picture: Callable[[Json], Any]
    at: Callable[[Json, int, int], str]
    verb: str
