"""Initiative and the order of a round (TAP-STANCE-03, TAP-HOUSE-09, TAP-HOUSE-10)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rules.core.errors import at_least
from rules.dice import check_faces
from rules.systems.tapiz.dice import ACTION_DICE
from rules.systems.tapiz.stances import Stance, acts_last

Factor = Literal["stance", "initiative", "dexterity", "entry"]

DEFAULT_DEXTERITY = 10


@dataclass(frozen=True)
class Participant:
    """Who takes part in a conflict, as far as the order is concerned."""

    id: str
    initiative: int
    stance: Stance = "normal"
    dexterity: int = DEFAULT_DEXTERITY
    surprised: bool = False


@dataclass(frozen=True)
class Place:
    """A place in the order and what put it after the place before (nothing for the first)."""

    id: str
    decided_by: Factor | None


def initiative(
    dexterity_modifier: int,
    wisdom_modifier: int,
    faces: Sequence[int],
    other_modifiers: Sequence[int] = (),
) -> int:
    """Roll initiative at the start of a conflict (TAP-HOUSE-09)."""
    dice = sum(check_faces(faces, ACTION_DICE))
    return dice + dexterity_modifier + wisdom_modifier + sum(other_modifiers)


def has_turn(round_number: int, *, surprised: bool) -> bool:
    """Say whether a participant acts in a round: the surprised have none in the first (TAP-HOUSE-10)."""
    at_least(round_number, 1, "tapiz.round", field="round")
    return not (surprised and round_number == 1)


def initiative_order(participants: Sequence[Participant], round_number: int = 1) -> tuple[Place, ...]:
    """Order a round, with the factor that decided each place (TAP-STANCE-03, TAP-HOUSE-09, TAP-HOUSE-10)."""
    # every stance is looked at before the round, so that an unknown word is told first
    last = [acts_last(participant.stance) for participant in participants]
    at_least(round_number, 1, "tapiz.round", field="round")
    keyed = [
        ((waits, -participant.initiative, -participant.dexterity), participant)
        for waits, participant in zip(last, participants, strict=True)
        if has_turn(round_number, surprised=participant.surprised)
    ]
    keyed.sort(key=lambda pair: pair[0])
    places: list[Place] = []
    before: tuple[bool, int, int] | None = None
    for key, participant in keyed:
        places.append(Place(participant.id, None if before is None else _deciding(before, key)))
        before = key
    return tuple(places)


def _deciding(before: tuple[bool, int, int], after: tuple[bool, int, int]) -> Factor:
    factors: tuple[Factor, ...] = ("stance", "initiative", "dexterity")
    for factor, first, second in zip(factors, before, after, strict=True):
        if first != second:
            return factor
    return "entry"
