"""How a sheet gains what experience brings, such as a level: what is asked, what comes by itself, what it becomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from rules.core.creation import CreationStep, Said, Say
from rules.core.facts import Explanation, Fact
from rules.core.inputs import Input
from rules.core.types import Json

Sheet: TypeAlias = Mapping[str, Json]
"""The values of a loaded sheet."""

Die: TypeAlias = tuple[str, int]
"""The name of a number among the inputs and the sides of the die whose face it is; the app may roll it."""


@dataclass(frozen=True, slots=True)
class Advancing:
    """One step up for sheets of a kind."""

    experience: str
    """The name of the input that holds the experience."""
    check: Callable[[Sheet], None]
    """Raises NotAllowed, with what is missing, when the sheet cannot take the step now."""
    notes: Callable[[Sheet], Explanation]
    """What the step brings without a choice."""
    pages: Callable[[Sheet], tuple[CreationStep, ...]]
    """What is chosen and rolled for it, page by page; a page without inputs for what was said is passed over."""
    dice: Callable[[Sheet], tuple[Die, ...]]
    """Which of the inputs are faces of dice."""
    advanced: Callable[[Sheet, Said, Say], Mapping[str, Json]]
    """The values of the sheet after it, from checked inputs; raises RuleError with the input at fault as its field."""
    due: Callable[[Sheet], Fact | None] = lambda sheet: None
    """That the step is due, with what brings it; None where it is not, and where nothing but the game master says."""
    takes: tuple[str, ...] = ()
    """The kinds of entries of packs that the pages offer (`creation.offered`)."""

    def open_pages(self, sheet: Sheet, said: Said) -> tuple[CreationStep, ...]:
        """The pages that have something to ask, given the answers so far."""
        return tuple(page for page in self.pages(sheet) if page.inputs(said))

    def inputs(self, sheet: Sheet, said: Said) -> tuple[Input, ...]:
        """All that the pages ask, given these answers."""
        return tuple(item for page in self.pages(sheet) for item in page.inputs(said))
