"""Attacks of people: modifiers, with and without defence, where they land (TAC-ATK, TAC-MEL-06, TAC-HOUSE-11, -12)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.core.errors import Missing, NotAllowed, within
from rules.systems.tactico.locations import (
    AttackSkill,
    Location,
    hit_location,
    is_melee,
    known_attack_skill,
    known_location,
)
from rules.systems.tactico.rolls import (
    Competence,
    Difficulty,
    Outcome,
    against,
    check_competence,
    known_difficulty,
    number_to_reach,
    roll_total,
    winner_of,
)
from rules.systems.tactico.time import SEGMENTS

PER_SEGMENT_MOVED = -1
"""For each segment in which either side has moved (TAC-ATK-01, TAC-ATK-02)."""

AIMED = -5
"""For choosing the location (TAC-ATK-03)."""

DEFENCE_SKILLS: tuple[AttackSkill, ...] = ("brawl", "melee_weapons")
"""Skills with which a blow is answered (TAC-HOUSE-12)."""


@dataclass(frozen=True)
class Circumstances:
    """What changes an attack: segments moved so far, aiming, precision of the weapon, and what the DJ says."""

    attacker_segments_moved: int = 0
    defender_segments_moved: int = 0
    aimed: bool = False
    accuracy: int = 0
    circumstances: int = 0


@dataclass(frozen=True)
class Attack:
    """An attack that was rolled; `number_to_reach` and `outcome` without defence, `defender_total` with one."""

    modifier: int
    total: int
    number_to_reach: int | None
    defender_total: int | None
    outcome: Outcome | None
    hit: bool


def attack_modifier(given: Circumstances) -> int:
    """Add up all modifiers of an attack roll (TAC-ATK-01 to -06).

    The attacker can have moved in 0 to 2 segments, the defender in 0 to 3, else `OutOfRange`.
    """
    # the attack itself takes one of the three segments
    within(given.attacker_segments_moved, 0, SEGMENTS - 1, "tactico.attack.moved", field="attacker_segments_moved")
    within(given.defender_segments_moved, 0, SEGMENTS, "tactico.attack.moved", field="defender_segments_moved")
    moved = given.attacker_segments_moved + given.defender_segments_moved
    return moved * PER_SEGMENT_MOVED + (AIMED if given.aimed else 0) + given.accuracy + given.circumstances


def check_defence(skill: AttackSkill) -> None:
    """Refuse a defence against anything but a blow (TAC-ACT-06, TAC-HOUSE-12)."""
    if not is_melee(skill):
        raise NotAllowed("tactico.defence.ranged", field="defence")


def attack(
    attacker: Competence, skill: AttackSkill, given: Circumstances, difficulty: Difficulty | None, faces: Sequence[int]
) -> Attack:
    """Attack somebody who does not defend, as a skill roll (TAC-ATK-06, TAC-ROLL-05 to -07, TAC-DIFF-03)."""
    if difficulty is None:
        raise Missing("tactico.attack.no_difficulty", field="difficulty")
    known_attack_skill(skill)
    known_difficulty(difficulty)
    check_competence(attacker)
    modifier = attack_modifier(given)
    number = number_to_reach(difficulty, attacker.skill)
    roll = against(roll_total(_modified(attacker, modifier), faces), number)
    return Attack(modifier, roll.total, number, None, roll.outcome, roll.success)


def defended_attack(
    attacker: Competence,
    skill: AttackSkill,
    given: Circumstances,
    defender: Competence,
    faces: Sequence[int],
    defence_faces: Sequence[int],
) -> Attack:
    """Attack somebody who defends: only the higher total hits (TAC-OPP-01, TAC-MEL-06, TAC-HOUSE-07, TAC-HOUSE-12).

    No modifier of the attack counts for the defender, and neither doubles nor skill 0 mean anything.
    """
    known_attack_skill(skill)
    check_competence(attacker)
    check_competence(defender)
    modifier = attack_modifier(given)
    check_defence(skill)
    total = roll_total(_modified(attacker, modifier), faces).total
    defended = roll_total(Competence(defender.characteristic, defender.skill), defence_faces).total
    return Attack(modifier, total, None, defended, None, winner_of(total, defended) == "a")


def location_dice_due(result: Attack, aimed_location: Location | None) -> bool:
    """Say whether the die of the location is thrown: the attack hits and was not aimed (TAC-ATK-03, TAC-LOC-01)."""
    return result.hit and aimed_location is None


def struck_location(
    result: Attack, skill: AttackSkill, aimed_location: Location | None, faces: Sequence[int] = ()
) -> Location | None:
    """Return where an attack landed, the chosen location or that of a d10; a miss nowhere (TAC-ATK-03, TAC-LOC-01)."""
    if aimed_location is not None:
        known_location(aimed_location, field="aimed_location")
    if not result.hit:
        return None
    return aimed_location or hit_location(skill, faces).location


def _modified(attacker: Competence, modifier: int) -> Competence:
    return Competence(attacker.characteristic, attacker.skill, attacker.modifier + modifier)
