"""The scale of difficulties, and how the game master sets one (TAP-ROLL-01, TAP-HOUSE-11, TAP-LANG-08)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, cast

from rules.core.errors import at_least, one_of
from rules.core.facts import Notes, fact
from rules.core.fight import Command
from rules.core.inputs import Choice, Input, Number, Option
from rules.core.requests import Steps, choose
from rules.core.types import Json
from rules.systems.tapiz.settings import Scale, settings_of

Difficulty = Literal[
    "trivial",
    "very_easy",
    "easy",
    "average",
    "hard",
    "very_hard",
    "extremely_hard",
    "madness",
    "nearly_impossible",
    "impossible",
]

DIFFICULTIES: Mapping[Difficulty, int] = {
    "trivial": 3,
    "very_easy": 6,
    "easy": 9,
    "average": 12,
    "hard": 15,
    "very_hard": 18,
    "extremely_hard": 21,
    "madness": 24,
    "nearly_impossible": 30,
    "impossible": 40,
}
"""The scale of difficulties, easiest first (TAP-HOUSE-11)."""

SCALE_NUMBERS: Mapping[Scale, tuple[int, ...]] = {
    "threes_then_leaps": tuple(DIFFICULTIES.values()),
    "threes": tuple(range(3, 31, 3)),
    "fives": tuple(range(5, 51, 5)),
}
"""The numbers of the words of the scale, by the setting of the table (TAP-HOUSE-11)."""

STEPS_UP = ("harder.n0", "harder.n1", "harder.n2")
"""By how many steps the game master may raise a difficulty at once (TAP-LANG-08)."""


def scale_of(house: Mapping[str, Json]) -> Mapping[Difficulty, int]:
    """The scale of difficulties of a table (TAP-HOUSE-11)."""
    return dict(zip(DIFFICULTIES, SCALE_NUMBERS[settings_of(house).difficulty_scale], strict=True))


def raise_difficulty(value: int, steps: int, scale: Mapping[Difficulty, int] = DIFFICULTIES) -> int:
    """Raise a difficulty by steps of the scale, which stop at its last value (TAP-HOUSE-11, TAP-LANG-08)."""
    harder = [step for step in scale.values() if step > value]
    wanted = at_least(steps, 0, "tapiz.difficulty.steps_negative", field="steps_up")
    return ([value, *harder])[min(wanted, len(harder))]


def difficulty(name: Difficulty, steps_up: int, scale: Mapping[Difficulty, int] = DIFFICULTIES) -> int:
    """Return a named difficulty, raised by steps of the scale (TAP-HOUSE-11)."""
    known = one_of(name, DIFFICULTIES, "tapiz.difficulty.unknown", field="key")
    return raise_difficulty(scale[known], steps_up, scale)


def difficulty_input(house: Mapping[str, Json]) -> tuple[Input, ...]:
    """The difficulty by the scale or as a number, and steps on top (TAP-ROLL-01, TAP-HOUSE-11)."""
    options = tuple(
        Option(name, fact(f"difficulty.{name}"), notes=(fact("plain_number", value),))
        for name, value in scale_of(house).items()
    )
    steps = tuple(Option(str(step), fact(code, rules=("TAP-LANG-08",))) for step, code in enumerate(STEPS_UP))
    return (
        Choice("difficulty", "input.difficulty", default="average", required=False, layout="grid", options=options),
        Number("resistance", "input.resistance", required=False, minimum=0, maximum=99),
        Choice("harder", "input.harder", default="0", required=False, layout="segments", options=steps),
    )


def difficulty_of(values: Mapping[str, Json], house: Mapping[str, Json]) -> int:
    """The difficulty that was chosen: the number where one is given, else the word of the scale.

    `harder` are steps of the scale on top, such as for a language too poorly known (TAP-LANG-08, TAP-HOUSE-11).
    """
    steps, scale = int(values.get("harder") or 0), scale_of(house)
    if values.get("resistance") is not None:
        return raise_difficulty(int(values["resistance"]), steps, scale)
    return difficulty(cast(Difficulty, values.get("difficulty") or "average"), steps, scale)


def difficulty_set(command: Command, house: Mapping[str, Json]) -> int | None:
    """The difficulty that came with the command; None where none was named."""
    named = command.inputs.get("difficulty") or command.inputs.get("resistance") is not None
    return difficulty_of(command.inputs, house) if named else None


def ask_difficulty(command: Command, house: Mapping[str, Json], notes: Notes) -> Steps[int]:
    """The difficulty that came with the command, else the one that the game master is asked for (TAP-ROLL-01)."""
    found = difficulty_set(command, house)
    if found is not None:
        return found
    answer = yield from choose(
        "difficulty",
        None,
        *difficulty_input(house),
        so_far=notes.so_far,
        default={"difficulty": "average"},
        label="ask.difficulty",
    )
    return difficulty_of(answer, house)
