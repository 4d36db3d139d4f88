"""The two rolls that go with every declaration of a vehicle (TAC-VEH-08)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.systems.tactico.dice import Double
from rules.systems.tactico.rolls import Competence, check_competence, roll_total


@dataclass(frozen=True)
class DeclarationRolls:
    """Both totals, compared with their numbers later, and their doubles."""

    piloting_total: int
    gunnery_total: int
    piloting_flag: Double
    gunnery_flag: Double


def declaration_rolls(
    piloting: Competence, gunnery: Competence, piloting_faces: Sequence[int], gunnery_faces: Sequence[int]
) -> DeclarationRolls:
    """Make one Pilotar and one Artillería roll for the whole turn (TAC-VEH-08)."""
    check_competence(piloting)
    check_competence(gunnery)
    moved, fired = roll_total(piloting, piloting_faces), roll_total(gunnery, gunnery_faces)
    return DeclarationRolls(moved.total, fired.total, moved.double, fired.double)
