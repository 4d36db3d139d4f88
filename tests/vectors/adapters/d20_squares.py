"""Operations of d20 that need squares: no board exists yet, so nothing in play executes these rows.

Their rows are open in docs/coverage; the cases are answered here until a board plays them.
"""

from typing import cast

from rules.core.errors import Missing, at_least
from rules.systems.d20.attack_bonus import circumstance
from rules.systems.d20.attack_roll import known_attack_mode
from rules.systems.d20.movement import SQUARE_FT
from tests.vectors.adapters.d20 import adapter
from tests.vectors.registry import Dice, Inputs, Result

Square = tuple[int, int]


def square(inputs: Inputs, name: str) -> Square:
    """Return the two coordinates of a square."""
    given = inputs[name]
    if len(given) < 2:
        raise Missing("input.missing", field=name)
    x, y = given
    return x, y


def feet_apart(one: Square, other: Square) -> int:
    """Measure two squares; diagonals count as one square (D20C-GRD-01, D20C-HOUSE-21)."""
    return SQUARE_FT * max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def directly_opposite(attacker: Square, defender: Square, ally: Square) -> bool:
    """Say whether the defender stands exactly between the two (D20C-FLK-02, D20C-HOUSE-21)."""
    return attacker != defender and all(
        one + other == 2 * middle for one, middle, other in zip(attacker, defender, ally, strict=True)
    )


@adapter("grid")
def squares_apart(inputs: Inputs, faces: Dice) -> Result:
    feet = feet_apart(square(inputs, "from"), square(inputs, "to"))
    return {"feet": feet, "adjacent": feet <= SQUARE_FT, "in_melee_reach": feet <= SQUARE_FT}


@adapter("flanking")
def flanking(inputs: Inputs, faces: Dice) -> Result:
    squares = [square(inputs, name) for name in ("attacker", "defender", "ally")]
    threatens, attack = inputs["ally_threatens"], known_attack_mode(inputs["attack"])
    flanks = attack == "melee" and threatens and directly_opposite(*cast(tuple[Square, Square, Square], squares))
    return {"flanking": flanks, "bonus": circumstance("attacker", "flanking", "melee").modifier if flanks else 0}


def feet_from_corner(further_squares: int) -> int:
    """Measure from a corner where something came down: the squares that share it are 5 ft away (D20S-HOUSE-06).

    further_squares: steps beyond those four, of the nearest square of a large creature. Raises OutOfRange.
    """
    at_least(further_squares, 0, "d20.scatter.squares_negative", field="further_squares")
    return SQUARE_FT * (1 + further_squares)


@adapter("feet_from_corner")
def corner_apart(inputs: Inputs, faces: Dice) -> Result:
    return {"feet": feet_from_corner(inputs["further_squares"])}
