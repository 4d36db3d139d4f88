"""How a sheet gains what experience brings, such as a level: what is asked, what comes by itself, what it becomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from rules.core.facts import Explanation
from rules.core.inputs import Input
from rules.core.types import Json

Sheet: TypeAlias = Mapping[str, Json]
"""The values of a loaded sheet."""

Die: TypeAlias = tuple[str, int]
"""The name of a number among the inputs and the sides of the die whose face it is; the app may roll it."""


@dataclass(frozen=True, slots=True)
class Advancing:
    """One step up for sheets of a kind.

    experience: the name of the input that holds the experience. check: raises NotAllowed, with what is missing, when
    the sheet cannot take the step now. notes: what the step brings by itself. inputs: what is chosen and rolled for it.
    dice: which of them are faces. advanced: the values of the sheet after it, from checked inputs; raises a RuleError
    with the input at fault as its field.
    """

    experience: str
    check: Callable[[Sheet], None]
    notes: Callable[[Sheet], Explanation]
    inputs: Callable[[Sheet], tuple[Input, ...]]
    dice: Callable[[Sheet], tuple[Die, ...]]
    advanced: Callable[[Sheet, Mapping[str, Json]], Mapping[str, Json]]
