"""The battle grid: distance, reach, flanking, and squares that somebody stands in (D20C-GRD-01, D20C-FLK-01 to -03)."""

from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import at_least, one_of
from rules.systems.d20.attack_roll import AttackMode, known_attack_mode
from rules.systems.d20.circumstances import circumstance
from rules.systems.d20.sizes import Size, categories_apart, known_size

Relation = Literal["friendly", "hostile"]
WayThrough = Literal["overrun", "tumble"]
Square = tuple[int, int]

RELATIONS: tuple[Relation, ...] = get_args(Relation)

SQUARE_FT = 5
"""Feet of one square (D20C-GRD-01)."""

MELEE_REACH_FT = 5
"""How far a normal melee weapon reaches, and who is adjacent (D20C-MEL-01)."""

SIZES_APART_TO_PASS = 3
"""Size categories from which creatures pass through each other's space (D20C-PAS-04)."""


@dataclass(frozen=True)
class SquaresApart:
    """How two squares lie to each other; `in_melee_reach` is also: threatened by it."""

    feet: int
    adjacent: bool
    in_melee_reach: bool


@dataclass(frozen=True)
class Flanking:
    """Whether an attacker flanks, and what that adds to the attack roll."""

    flanking: bool
    bonus: int


@dataclass(frozen=True)
class PassThrough:
    """Whether a square may simply be passed, else what can be tried."""

    free: bool
    options: tuple[WayThrough, ...]


def squares_apart(one: Square, other: Square) -> SquaresApart:
    """Measure two squares; diagonals count as one square (D20C-GRD-01, D20C-MEL-01, D20C-AOO-03, D20C-HOUSE-21)."""
    feet = SQUARE_FT * max(abs(one[0] - other[0]), abs(one[1] - other[1]))
    return SquaresApart(feet, feet <= SQUARE_FT, feet <= MELEE_REACH_FT)


def directly_opposite(attacker: Square, defender: Square, ally: Square) -> bool:
    """Say whether the defender stands exactly between the two (D20C-FLK-02, D20C-HOUSE-21)."""
    return attacker != defender and all(
        one + other == 2 * middle for one, middle, other in zip(attacker, defender, ally, strict=True)
    )


def flanking(attacker: Square, defender: Square, ally: Square, *, ally_threatens: bool, attack: AttackMode) -> Flanking:
    """Say whether an attack flanks: in melee, with an ally opposite who threatens (D20C-FLK-01 to -03, D20C-CIR-09)."""
    known_attack_mode(attack)
    if attack == "melee" and ally_threatens and directly_opposite(attacker, defender, ally):
        return Flanking(True, circumstance("attacker", "flanking", "melee").modifier or 0)
    return Flanking(False, 0)


def pass_through(
    mover: Size, occupant: Size, relation: Relation, *, resists: bool = True, tumble_ranks: int = 0
) -> PassThrough:
    """Say how an occupied square is passed (D20C-PAS-01 to -04).

    Friends, enemies who do not resist, and creatures three size categories apart are passed freely; else there is an
    overrun, and tumbling with at least one rank.
    """
    known_size(mover, "mover_size")
    known_size(occupant, "occupant_size")
    one_of(relation, RELATIONS, "d20.relation.unknown", field="relation")
    at_least(tumble_ranks, 0, "d20.tumble.ranks_negative", field="tumble_ranks")
    if relation == "friendly" or not resists or categories_apart(mover, occupant) >= SIZES_APART_TO_PASS:
        return PassThrough(True, ())
    return PassThrough(False, ("overrun", "tumble") if tumble_ranks else ("overrun",))
