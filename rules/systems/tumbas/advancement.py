"""Sessions, levels and advances (TUM-LVL-01 to -05, TUM-ADV-01 to -03, TUM-HP10-01 to -03, TUM-HOUSE-04, -24)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import NotAllowed, at_least, needed, one_of
from rules.dice import check_faces
from rules.systems.tumbas.attributes import ATTRIBUTES, Attribute, known_attribute
from rules.systems.tumbas.hit_points import LEAST_MAXIMUM

AdvanceType = Literal["attribute", "talent"]
LastAdvance = Literal["strength", "agility", "resistance", "intelligence", "will", "talent"]

ADVANCE_TYPES: tuple[AdvanceType, ...] = get_args(AdvanceType)
LAST_ADVANCES: tuple[LastAdvance, ...] = get_args(LastAdvance)

DEFAULT_PACE = 2
"""Sessions to survive for a level (TUM-LVL-01)."""

LAST_ROLLED_LEVEL = 9
"""Up to this level hit points are rolled and Resistance counts (TUM-LVL-04, TUM-HP10-02, TUM-HP10-03)."""

APTITUDE_STEP = 3
"""Class aptitudes grow at levels divisible by this (TUM-LVL-05)."""

FIXED_GAINS: Mapping[int, int] = {4: 1, 6: 1, 8: 2, 10: 2, 12: 3, 20: 3}
"""Hit points per level from level 10, by the sides of the hit die (TUM-HP10-01)."""

HIT_DICE: tuple[int, ...] = tuple(FIXED_GAINS)


@dataclass(frozen=True)
class SessionCount:
    """The sessions survived since the last level, and whether one is gained now."""

    sessions: int
    level_up: bool


@dataclass(frozen=True)
class Advance:
    """What a level is spent on: an attribute raised by 1, or a new talent (TUM-ADV-01)."""

    type: AdvanceType
    attribute: Attribute | None = None
    talent: str | None = None


@dataclass(frozen=True)
class Growing:
    """A character as far as a level changes it; `last_advance`: that of the level before, None at level 1."""

    level: int
    hit_die: int
    hp_max: int
    hp_current: int
    attributes: Mapping[Attribute, int]
    talents: tuple[str, ...] = ()
    last_advance: LastAdvance | None = None


@dataclass(frozen=True)
class LevelUp:
    """The character after a level, and what brought the hit points."""

    after: Growing
    hp_gain: int
    resistance_bonus: int
    aptitudes_usual: bool


def known_hit_die(sides: int) -> int:
    """Return the sides of a hit die, or refuse them as unknown (TUM-HP10-01)."""
    return one_of(sides, HIT_DICE, "tumbas.hit_die.unknown", field="hit_die")


def fixed_gain(hit_die: int) -> int:
    """Return the hit points of each level from level 10 on (TUM-HP10-01)."""
    return FIXED_GAINS[known_hit_die(hit_die)]


def survive_session(pace: int, sessions: int, *, survived: bool) -> SessionCount:
    """Count one played session; whoever did not survive it counts nothing (TUM-LVL-01, TUM-LVL-02)."""
    at_least(pace, 1, "tumbas.pace", field="pace")
    at_least(sessions, 0, "tumbas.sessions.negative", field="sessions")
    if not survived:
        return SessionCount(sessions, level_up=False)
    gained = sessions + 1 >= pace
    return SessionCount(0 if gained else sessions + 1, gained)


def rolls_hit_points(level: int) -> bool:
    """Say whether reaching this level rolls the hit die (TUM-LVL-04, TUM-HP10-02)."""
    return level <= LAST_ROLLED_LEVEL


def hit_point_gain(level: int, hit_die: int, resistance: int, face: int | None) -> int:
    """Return the hit points of reaching a level: die and Resistance, or the fixed gain (TUM-LVL-04, TUM-HP10-*)."""
    if not rolls_hit_points(level):
        return fixed_gain(hit_die)
    (rolled,) = check_faces(() if face is None else (face,), (known_hit_die(hit_die),))
    return rolled + resistance


def aptitudes_grow(level: int) -> bool:
    """Say whether class aptitudes usually grow at this level (TUM-LVL-05)."""
    return level % APTITUDE_STEP == 0


def aptitude_uses(level: int) -> int:
    """Return the uses per session of the class aptitude (TUM-HOUSE-04)."""
    return 1 + at_least(level, 1, "tumbas.level", field="level") // APTITUDE_STEP


def check_advance(one: Growing, advance: Advance, attribute_max: int | None = None) -> None:
    """Refuse an advance that the rules forbid (TUM-ADV-01, TUM-ADV-02, TUMS-CHAR-02)."""
    if advance.type == "talent":
        if advance.talent in one.talents:
            raise NotAllowed("tumbas.advance.talent_owned", field="advance_talent")
        return
    raised = known_attribute(needed(advance.attribute, "tumbas.advance.attribute_missing", field="advance_attribute"))
    if raised == one.last_advance:
        raise NotAllowed("tumbas.advance.twice_running", field="advance_attribute")
    if attribute_max is not None and one.attributes[raised] + 1 > attribute_max:
        raise NotAllowed("tumbas.advance.too_high", field="advance_attribute", params={"most": attribute_max})


def level_up(one: Growing, advance: Advance, face: int | None = None, *, attribute_max: int | None = None) -> LevelUp:
    """Raise a character by one level: hit points, aptitudes, advance (TUM-LVL-02 to -05, TUM-ADV-*, TUM-HP10-*).

    `face`: the hit die, for new levels up to 9. Raises in the order missing, unknown, out of range, not allowed; a
    refused advance refuses the whole level.
    """
    _check_given(one, advance, face)
    level = one.level + 1
    gain = hit_point_gain(level, one.hit_die, one.attributes["resistance"], face)
    check_advance(one, advance, attribute_max)
    attributes, talents = dict(one.attributes), one.talents
    bonus = 0
    last: LastAdvance = "talent"
    if advance.type == "attribute" and advance.attribute is not None:
        last = advance.attribute
        attributes[last] += 1
        bonus = min(level, LAST_ROLLED_LEVEL) if last == "resistance" else 0
    else:
        talents = (*talents, advance.talent or "")
    hp_max = max(LEAST_MAXIMUM, one.hp_max + gain + bonus)
    after = Growing(level, one.hit_die, hp_max, one.hp_current + hp_max - one.hp_max, attributes, talents, last)
    return LevelUp(after, gain, bonus, aptitudes_grow(level))


def _check_given(one: Growing, advance: Advance, face: int | None) -> None:
    for name in ATTRIBUTES:
        needed(one.attributes.get(name), "tumbas.attribute.missing", field=name)
    if advance.type == "talent":
        needed(advance.talent, "tumbas.advance.talent_missing", field="advance_talent")
    elif advance.type == "attribute":
        needed(advance.attribute, "tumbas.advance.attribute_missing", field="advance_attribute")
    if rolls_hit_points(one.level + 1):
        needed(face, "tumbas.hit_die.missing", field="faces")
    known_hit_die(one.hit_die)
    one_of(advance.type, ADVANCE_TYPES, "tumbas.advance.type_unknown", field="advance_type")
    if advance.type == "attribute" and advance.attribute is not None:
        known_attribute(advance.attribute)
    if one.last_advance is not None:
        one_of(one.last_advance, LAST_ADVANCES, "tumbas.advance.last_unknown", field="last_advance")
    at_least(one.level, 1, "tumbas.level", field="level")
