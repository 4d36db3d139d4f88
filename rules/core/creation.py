"""How a new sheet comes about: step by step, where a step may depend on what was said before, or at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rules.core.errors import RuleError
from rules.core.facts import Explanation
from rules.core.inputs import Input, Option
from rules.core.types import Json

Said: TypeAlias = Mapping[str, Json]
"""What was entered so far, by the names of the inputs of all steps, not judged yet.

The app's dice are under `rolled`, the settings of the table under `house`.
"""

Say: TypeAlias = Callable[[str], str]
"""Puts a code into the reader's language."""

Pick: TypeAlias = Callable[[int], int]
"""Draws a whole number from 0 up to, but without, the one given."""

ROLLED = "rolled"
HOUSE = "house"


def no_dice(said: Said) -> tuple[int, ...]:
    """For a step that needs no dice."""
    return ()


def no_faults(said: Said) -> Sequence[RuleError]:
    """For a step whose inputs say all that can be wrong with it."""
    return ()


def no_notes(said: Said) -> Explanation:
    """For a step that has nothing to tell."""
    return ()


@dataclass(frozen=True, slots=True)
class CreationStep:
    """One page of making a sheet; without inputs for what was said it is passed over.

    name: its title is the word `creation.<name>`, with a sentence of help where there is one. dice: sides of the dice
    that the app rolls, once, before the step is shown. faults: what is wrong with the step as a whole, of checked
    values; those at fault by themselves are absent. notes: facts to show above it.
    """

    name: str
    inputs: Callable[[Said], tuple[Input, ...]]
    dice: Callable[[Said], tuple[int, ...]] = no_dice
    faults: Callable[[Said], Sequence[RuleError]] = no_faults
    notes: Callable[[Said], Explanation] = no_notes


@dataclass(frozen=True, slots=True)
class Proposal:
    """A whole character made at once: its name and the values of its sheet."""

    name: str
    values: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Creation:
    """How sheets of a kind are made.

    start: values that a new sheet begins with. sheet: from everything that was said, checked step by step, to the
    values of a sheet. archetypes: what one may ask for when making one at once. propose: makes it.
    """

    steps: tuple[CreationStep, ...]
    start: Callable[[Say], Mapping[str, Json]]
    sheet: Callable[[Said], Mapping[str, Json]]
    archetypes: tuple[Option, ...]
    propose: Callable[[str, Pick, Say], Proposal]
