"""A new character: attributes, race, class, talents, what it starts with (TUMS-CHAR-01 to -03, TUM-HOUSE-01 to -07)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import NotAllowed, needed, one_of
from rules.systems.tumbas.attributes import ATTRIBUTES, LEAST, MOST, Attribute, check_value
from rules.systems.tumbas.equipment import STARTING_EQUIPMENT_POINTS
from rules.systems.tumbas.hit_points import starting_hit_points
from rules.systems.tumbas.house import (
    EXTRA_TALENTS,
    HIT_DICE_OF_CLASSES,
    RACE_MODIFIERS,
    STARTING_COINS,
    TALENT_VALUES,
    CharacterClass,
    Race,
    Talent,
    known_class,
    known_race,
    known_talent,
)
from rules.systems.tumbas.load import capacity

Method = Literal["standard", "free"]

METHODS: tuple[Method, ...] = get_args(Method)

STANDARD_LEAST, STANDARD_MOST = -1, 3
"""The values of the standard method (TUMS-CHAR-03)."""

STANDARD_SUM = 5
"""The five attributes of the standard method add up to this at most (TUMS-CHAR-03)."""

INITIAL_TALENTS = 1
"""Talents of a new character before race (TUMS-CHAR-01)."""

STARTING_LEVEL = 1


@dataclass(frozen=True)
class NewCharacter:
    """A character of level 1; attributes are those after race. A backpack goes without saying (TUM-EQP-01)."""

    attributes: Mapping[Attribute, int]
    hit_die: int
    hp_max: int
    equipment_points: int
    coins: int
    capacity: int
    level: int = STARTING_LEVEL
    backpack: bool = True


def known_method(method: Method) -> Method:
    """Return the way in which attributes are found, or refuse it as unknown (TUM-HOUSE-01)."""
    return one_of(method, METHODS, "tumbas.creation.method_unknown", field="method")


def check_attributes(attributes: Mapping[Attribute, int], method: Method = "standard") -> int:
    """Check the attributes chosen before race and return their sum (TUMS-CHAR-02, TUMS-CHAR-03, TUM-HOUSE-01).

    Raises Missing, then OutOfRange, then UnknownValue, then NotAllowed.
    """
    for name in ATTRIBUTES:
        needed(attributes.get(name), "tumbas.attribute.missing", field=name)
    for name in ATTRIBUTES:
        check_value(attributes[name], field=name)
    known_method(method)
    total = sum(attributes[name] for name in ATTRIBUTES)
    if method == "standard":
        for name in ATTRIBUTES:
            if not STANDARD_LEAST <= attributes[name] <= STANDARD_MOST:
                raise NotAllowed("tumbas.creation.standard_range", field=name, params={"value": attributes[name]})
        if total > STANDARD_SUM:
            raise NotAllowed("tumbas.creation.standard_sum", params={"sum": total, "most": STANDARD_SUM})
    return total


def with_race(attributes: Mapping[Attribute, int], race: Race) -> dict[Attribute, int]:
    """Return the attributes after race; every one must stay from -2 to 4 (TUM-HOUSE-02)."""
    modifiers = RACE_MODIFIERS[known_race(race)]
    after = {name: attributes[name] + modifiers.get(name, 0) for name in ATTRIBUTES}
    for name, value in after.items():
        if not LEAST <= value <= MOST:
            raise NotAllowed("tumbas.creation.race_range", field=name, params={"value": value})
    return after


def initial_talents(race: Race) -> int:
    """Return how many talents a new character of this race has (TUMS-CHAR-01, TUM-HOUSE-02)."""
    return INITIAL_TALENTS + EXTRA_TALENTS[known_race(race)]


def check_talents(talents: Sequence[str], race: Race) -> None:
    """Refuse another number of initial talents, or one twice (TUMS-CHAR-01, TUM-HOUSE-02)."""
    wanted = initial_talents(race)
    if len(talents) != wanted:
        raise NotAllowed("tumbas.creation.talents", field="talents", params={"given": len(talents), "wanted": wanted})
    if len(set(talents)) != len(talents):
        raise NotAllowed("tumbas.creation.talent_twice", field="talents")


def talent_bonus(talents: Sequence[str], talent: Talent) -> int:
    """Return what a talent gives to whoever has it, else 0 (TUM-HOUSE-06)."""
    return TALENT_VALUES[talent] if talent in talents else 0


def create_character(
    attributes: Mapping[Attribute, int],
    race: Race,
    character_class: CharacterClass,
    talents: Sequence[Talent],
    method: Method = "standard",
) -> NewCharacter:
    """Build a character of level 1 (TUMS-CHAR-01, TUM-EQP-01, TUM-LOAD-02, TUM-HOUSE-02, -03, -05 to -07)."""
    for name in ATTRIBUTES:
        needed(attributes.get(name), "tumbas.attribute.missing", field=name)
    known_race(race)
    known_class(character_class)
    for talent in talents:
        known_talent(talent)
    check_attributes(attributes, method)
    after = with_race(attributes, race)
    check_talents(talents, race)
    hit_die = HIT_DICE_OF_CLASSES[character_class]
    return NewCharacter(
        attributes=after,
        hit_die=hit_die,
        hp_max=starting_hit_points(hit_die, after["resistance"]),
        equipment_points=STARTING_EQUIPMENT_POINTS + talent_bonus(talents, "foresight"),
        coins=STARTING_COINS,
        capacity=capacity(after["strength"], after["resistance"], talent_bonus(talents, "pack_mule")),
    )
