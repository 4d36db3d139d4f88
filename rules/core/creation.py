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
    """One page of making a sheet; a step without inputs for what was said is passed over."""

    name: str
    """Its title is the word `creation.<name>`, with a sentence of help (`creation.<name>_help`) where there is one."""
    inputs: Callable[[Said], tuple[Input, ...]]
    dice: Callable[[Said], tuple[int, ...]] = no_dice
    """The sides of the dice that the app rolls, once, before the step is shown."""
    faults: Callable[[Said], Sequence[RuleError]] = no_faults
    """What is wrong with the step as a whole, of checked values; values at fault alone are absent."""
    notes: Callable[[Said], Explanation] = no_notes
    """Facts to show above it."""


@dataclass(frozen=True, slots=True)
class WholeCharacter:
    """A whole character made at once: its name and the values of its sheet."""

    name: str
    values: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Creation:
    """How sheets of a kind are made."""

    steps: tuple[CreationStep, ...]
    start: Callable[[Say], Mapping[str, Json]]
    """The values that a new sheet begins with."""
    sheet: Callable[[Said], Mapping[str, Json]]
    """From everything that was said, checked step by step, to the values of a sheet."""
    archetypes: tuple[Option, ...]
    """What one may ask for when making a character at once."""
    propose: Callable[[str, Pick, Say], WholeCharacter]
    """Makes a character of an archetype."""
