"""An attack as the book tells it: its modifiers and difficulty, a defence that was kept, where it lands, what it takes.

(TAC-ATK-01 to -06, TAC-MEL-06, TAC-LOC-01, TAC-OPP-01, TAC-HOUSE-11 to -14)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from rules.core.errors import Missing, within
from rules.core.throws import TARGET, Throws, decide, known
from rules.core.types import Json
from rules.systems.tactico.clock import SEGMENTS
from rules.systems.tactico.defence import check_defence
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
    RollOutcome,
    check_competence,
    compared,
    skill_check,
)
from rules.systems.tactico.settings import setting
from rules.systems.tactico.weapons import Damage, Weapon, damage, damage_through

PER_SEGMENT_MOVED = -1
"""For each segment in which either side has moved (TAC-ATK-01, TAC-ATK-02)."""

AIMED = -5
"""For choosing the location (TAC-ATK-03)."""

BANDS = ("to_10", "to_50", "to_200", "beyond")
"""The bands of metres that set the difficulty of a shot, each up to its number inclusive (TAC-HOUSE-11)."""


@dataclass(frozen=True)
class Circumstances:
    """What changes an attack."""

    attacker_segments_moved: int
    defender_segments_moved: int
    aimed: bool
    accuracy: int
    """The precision of the weapon."""
    circumstances: int
    """What the game master gives."""


@dataclass(frozen=True)
class Reading:
    """How a table reads what the book leaves open about attacks that are answered."""

    at_range: bool = False
    """Shots can be answered too (TAC-ACT-06)."""
    ties_hit: bool = False
    """Equal totals hit (TAC-HOUSE-07)."""
    doubles: bool = False
    """Doubles decide (TAC-OPP-01)."""


READING = Reading()


def reading(house: Mapping[str, Json]) -> Reading:
    """How this table reads them."""
    names = ("defence_at_range", "ties_hit", "opposed_doubles")
    return Reading(*(bool(setting(house, name)) for name in names))


@dataclass(frozen=True)
class Attack:
    """An attack that was rolled."""

    modifier: int
    total: int
    number_to_reach: int | None
    """None where the attack was answered, as is the outcome."""
    defender_total: int | None
    outcome: RollOutcome | None
    hit: bool
    location: Location | None
    """Where it landed; a miss nowhere."""


@dataclass(frozen=True)
class Strike:
    """An attack with what it takes from the target."""

    attack: Attack
    thrown: Damage | None = None
    """The damage before protection; None on a miss."""
    stopped: int | None = None
    """Damage that protection took; None where nothing protects."""
    through: int = 0
    """Damage after protection."""


def attack_modifiers(given: Circumstances) -> Mapping[str, int]:
    """Return the modifiers of an attack roll by what brings them (TAC-ATK-01 to -06).

    The attacker can have moved in 0 to 2 segments, the defender in 0 to 3, else `OutOfRange`.
    """
    # the attack itself takes one of the three segments
    within(given.attacker_segments_moved, 0, SEGMENTS - 1, "tactico.attack.moved", field="attacker_segments_moved")
    within(given.defender_segments_moved, 0, SEGMENTS, "tactico.attack.moved", field="defender_segments_moved")
    return {
        "attacker_moved": given.attacker_segments_moved * PER_SEGMENT_MOVED,
        "defender_moved": given.defender_segments_moved * PER_SEGMENT_MOVED,
        "aimed": AIMED if given.aimed else 0,
        "accuracy": given.accuracy,
        "circumstances": given.circumstances,
    }


def attack_difficulty(house: Mapping[str, Json], skill: AttackSkill, distance: str) -> Difficulty:
    """Return the difficulty of an attack without defence, of a shot by its band of metres (TAC-HOUSE-11, TAC-DIFF-02).

    house: the settings of the table.
    """
    if not is_melee(skill) and distance not in BANDS:
        raise Missing("tactico.attack.no_distance", field="distance")
    return cast(Difficulty, setting(house, f"difficulty_{'melee' if is_melee(skill) else distance}"))


def attack(
    attacker: Competence,
    skill: AttackSkill,
    given: Circumstances,
    difficulty: Difficulty | None,
    aimed: Location | None,
    *,
    answerable: bool,
    read: Reading = READING,
) -> Throws[Attack]:
    """Roll an attack and where it lands.

    attacker: without the modifiers of the attack. difficulty: of an attack that is not answered. answerable: the target
    has kept an action; the choice `defence` is the Competence with which it answers, or None. An answered attack hits
    with the higher total; nothing but characteristic and skill count for the defender, and neither doubles nor skill 0
    mean anything. (TAC-ATK-03, TAC-ATK-06, TAC-MEL-06, TAC-LOC-01, TAC-OPP-01, TAC-HOUSE-07, TAC-HOUSE-12)
    """
    known_attack_skill(skill)
    check_competence(attacker)
    if aimed is not None:
        known_location(aimed, field="aimed_location")
    modifier = sum(attack_modifiers(given).values())
    modified = Competence(attacker.characteristic, attacker.skill, modifier)
    defender: Competence | None = None
    if answerable:
        check_defence(skill, at_range=read.at_range)
        defender = yield from decide("defence", TARGET)
    if defender is None:
        if difficulty is None:
            raise Missing("tactico.attack.no_difficulty", field="difficulty")
        roll = yield from skill_check(modified, difficulty, "attack")
        where = (yield from _landed(skill, aimed)) if roll.success else None
        return Attack(modifier, roll.total, roll.number_to_reach, None, roll.outcome, roll.success, where)
    answer = Competence(defender.characteristic, defender.skill)
    met = yield from compared(modified, answer, "attack", "defence", doubles=read.doubles)
    hit = met.winner == "a" or (read.ties_hit and met.winner == "none")
    where = (yield from _landed(skill, aimed)) if hit else None
    return Attack(modifier, met.a.total, None, met.b.total, None, hit, where)


def _landed(skill: AttackSkill, aimed: Location | None) -> Throws[Location]:
    """Where a hit lands: the chosen location or that of a d10 (TAC-ATK-03, TAC-LOC-01)."""
    if aimed is not None:
        return aimed
    found = yield from hit_location(skill)
    yield from known("landed", found)
    return found.location


def attack_with_weapon(
    attacker: Competence,
    weapon: Weapon,
    given: Circumstances,
    difficulty: Difficulty,
    aimed: Location | None,
    protection: Mapping[str, int],
    *,
    answerable: bool,
    read: Reading = READING,
) -> Throws[Strike]:
    """Attack and, where that hits, throw the damage; protection takes from it (TAC-HOUSE-13, TAC-HOUSE-14).

    protection: of the target, by location. The rest is as for `attack`.
    """
    found = yield from attack(attacker, weapon.skill, given, difficulty, aimed, answerable=answerable, read=read)
    if found.location is None:
        return Strike(found)
    yield from known("location", found.location)
    rolled = yield from damage(weapon)
    worn = protection.get(found.location, 0)
    through = damage_through(rolled.amount, worn)
    return Strike(found, rolled, rolled.amount - through if worn else None, through)


# in a fight
