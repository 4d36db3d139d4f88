"""What a new character begins with: attributes by a method, people, initial talents, equipment points.

(TUMS-CHAR-01 to -03, TUM-EQP-01, TUM-HOUSE-01 to -03, TUM-HOUSE-06, TUM-HOUSE-07)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, get_args

from rules.core.errors import NotAllowed, needed, one_of
from rules.systems.tumbas.attributes import ATTRIBUTES, LEAST, MOST, Attribute, check_value
from rules.systems.tumbas.house import RACES, talent_bonus
from rules.systems.tumbas.sheet import STARTING_EQUIPMENT_POINTS

Method: TypeAlias = Literal["standard", "free"]

METHODS: tuple[Method, ...] = get_args(Method)

STANDARD_LEAST, STANDARD_MOST = -1, 3
"""The values of the standard method (TUMS-CHAR-03)."""

STANDARD_SUM = 5
"""The five attributes of the standard method add up to this at most (TUMS-CHAR-03)."""

INITIAL_TALENTS = 1
"""Talents of a new character before race (TUMS-CHAR-01)."""


def check_attributes(attributes: Mapping[Attribute, int], method: Method) -> int:
    """Check the attributes chosen before race and return their sum (TUMS-CHAR-02, TUMS-CHAR-03, TUM-HOUSE-01).

    Raises Missing, then OutOfRange, then UnknownValue, then NotAllowed.
    """
    for name in ATTRIBUTES:
        needed(attributes.get(name), "tumbas.attribute.missing", field=name)
    for name in ATTRIBUTES:
        check_value(attributes[name], field=name)
    one_of(method, METHODS, "tumbas.creation.method_unknown", field="method")
    total = sum(attributes[name] for name in ATTRIBUTES)
    if method == "standard":
        for name in ATTRIBUTES:
            if not STANDARD_LEAST <= attributes[name] <= STANDARD_MOST:
                raise NotAllowed("tumbas.creation.standard_range", field=name, params={"value": attributes[name]})
        if total > STANDARD_SUM:
            raise NotAllowed("tumbas.creation.standard_sum", params={"sum": total, "most": STANDARD_SUM})
    return total


def with_race(attributes: Mapping[Attribute, int], race: str) -> dict[Attribute, int]:
    """Return the attributes after race; raises NotAllowed unless each stays from -2 to 4 (TUM-HOUSE-02)."""
    modifiers = RACES[one_of(race, RACES, "tumbas.race.unknown", field="race")].modifiers
    after = {name: attributes[name] + modifiers.get(name, 0) for name in ATTRIBUTES}
    for name, value in after.items():
        if not LEAST <= value <= MOST:
            raise NotAllowed("tumbas.creation.race_range", field=name, params={"value": value})
    return after


def initial_talents(race: str) -> int:
    """Return how many talents a new character of this race has (TUMS-CHAR-01, TUM-HOUSE-02)."""
    return INITIAL_TALENTS + RACES[race].extra_talents


def check_talents(talents: Sequence[str], race: str) -> None:
    """Refuse another number of initial talents, or one twice (TUMS-CHAR-01, TUM-HOUSE-02)."""
    wanted = initial_talents(race)
    if len(talents) != wanted:
        raise NotAllowed("tumbas.creation.talents", field="talents", params={"given": len(talents), "wanted": wanted})
    if len(set(talents)) != len(talents):
        raise NotAllowed("tumbas.creation.talent_twice", field="talents")


def starting_points(talents: Sequence[str]) -> int:
    """Return the equipment points of a new character with these talents (TUM-EQP-01, TUM-HOUSE-06)."""
    return STARTING_EQUIPMENT_POINTS + talent_bonus(talents, "foresight")
