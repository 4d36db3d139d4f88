"""Load: limits by Strength and size, and what a load costs (D20H-LOAD-01 to -11, D20H-LIFT-01, -03, -04)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from rules.core.errors import at_least, one_of
from rules.systems.d20.sizes import DEFAULT_SIZE, Size, known_size

Legs = Literal["biped", "quadruped"]
Surface = Literal["normal", "favorable", "adverse"]
LoadClass = Literal["light", "medium", "heavy", "overloaded"]

LEGS: tuple[Legs, ...] = get_args(Legs)
SURFACES: tuple[Surface, ...] = get_args(Surface)
LOAD_CLASSES: tuple[LoadClass, ...] = get_args(LoadClass)

MAX_LOADS: tuple[int, ...] = (
    *(10, 20, 30, 40, 50, 60, 70, 80, 90, 100),
    *(115, 130, 150, 175, 200, 230, 260, 300, 350, 400),
    *(460, 520, 600, 700),
)
"""The maximum load in pounds for Strength 1 to 24 (D20H-LOAD-01)."""

STRENGTH_STEP, STEP_FACTOR = 10, 4
"""Beyond the table ten points of Strength quadruple the maximum load (D20H-HOUSE-14)."""

SIZE_FACTORS: Mapping[Legs, Mapping[Size, Fraction]] = {
    "biped": {
        "fine": Fraction(1, 8),
        "diminutive": Fraction(1, 4),
        "tiny": Fraction(1, 2),
        "small": Fraction(3, 4),
        "medium": Fraction(1),
        "large": Fraction(2),
        "huge": Fraction(4),
        "gargantuan": Fraction(8),
        "colossal": Fraction(16),
    },
    "quadruped": {
        "fine": Fraction(1, 4),
        "diminutive": Fraction(1, 2),
        "tiny": Fraction(3, 4),
        "small": Fraction(1),
        "medium": Fraction(2),
        "large": Fraction(3),
        "huge": Fraction(6),
        "gargantuan": Fraction(12),
        "colossal": Fraction(24),
    },
}
"""What the table is multiplied by (D20H-SIZE-01, D20H-SIZE-02)."""

OFF_GROUND_FACTOR = 2
DRAG_FACTOR = 5
SURFACE_FACTORS: Mapping[Surface, Fraction] = {
    "normal": Fraction(1),
    "favorable": Fraction(2),
    "adverse": Fraction(1, 2),
}
"""What the ground does to pushing and dragging (D20H-LIFT-04)."""

LOAD_SKILLS: tuple[str, ...] = ("balance", "escape_artist", "hide", "move_silently", "tumble", "jump", "climb")
"""Skills that load and armour hinder (D20H-LOAD-05)."""

KILOS_PER_POUND = Fraction(45359237, 100_000_000)
"""Kilograms in a pound, for tables that read weights so."""


@dataclass(frozen=True)
class LoadCosts:
    """What a class of load costs besides speed."""

    max_dexterity_modifier: int | None
    penalty: int
    run_multiplier: int | None


LOAD_COSTS: Mapping[LoadClass, LoadCosts] = {
    "light": LoadCosts(None, 0, 4),
    "medium": LoadCosts(3, -3, 4),
    "heavy": LoadCosts(1, -6, 3),
    "overloaded": LoadCosts(1, -6, None),
}
"""Costs by class (D20H-LOAD-02, D20H-LOAD-04, D20H-LOAD-05, D20H-LOAD-08 to -11)."""

LOAD_SPEEDS: Mapping[LoadClass, Mapping[int, int]] = {
    "medium": {20: 15, 30: 20, 40: 30, 50: 40, 60: 50},
    "heavy": {20: 10, 30: 15, 40: 20, 50: 30, 60: 40},
}
"""Speed in feet by the speed before any reduction (D20H-LOAD-03, D20H-LOAD-07)."""

SPEED_STEP = 5


@dataclass(frozen=True)
class LoadLimits:
    """Upper limits in pounds, exact."""

    light_max: Fraction
    medium_max: Fraction
    heavy_max: Fraction
    lift_overhead: Fraction
    lift_off_ground: Fraction
    drag: Fraction


def max_load(strength: int) -> int:
    """Return the maximum load of a medium biped in pounds (D20H-LOAD-01, D20H-HOUSE-14).

    strength: 1 or more. Raises OutOfRange.
    """
    at_least(strength, 1, "d20.ability.score", field="strength")
    above = max(0, -((len(MAX_LOADS) - strength) // STRENGTH_STEP))
    return MAX_LOADS[strength - STRENGTH_STEP * above - 1] * int(STEP_FACTOR**above)


PRINTED_19 = 223
"""Pounds of a medium load at Strength 19 as printed; the other rows of the table make it 233 (D20H-LOAD-01)."""


def load_limits(
    strength: int,
    size: Size = DEFAULT_SIZE,
    legs: Legs = "biped",
    surface: Surface = "normal",
    *,
    as_printed: bool = False,
) -> LoadLimits:
    """Work out what a creature can carry, lift and drag (D20H-LOAD-01, D20H-LIFT-01 to -04, D20H-SIZE-01, -02).

    strength: 1 or more. The products stay exact (D20H-HOUSE-16). as_printed: the row of Strength 19 as it is printed.
    Raises UnknownValue, OutOfRange.
    """
    known_size(size)
    one_of(legs, LEGS, "d20.load.legs_unknown", field="legs")
    one_of(surface, SURFACES, "d20.load.surface_unknown", field="surface")
    top = max_load(strength)
    factor = SIZE_FACTORS[legs][size]
    most = top * factor
    return LoadLimits(
        light_max=top // 3 * factor,
        medium_max=(PRINTED_19 if as_printed and strength == 19 else top * 2 // 3) * factor,
        heavy_max=most,
        lift_overhead=most,
        lift_off_ground=most * OFF_GROUND_FACTOR,
        drag=most * DRAG_FACTOR * SURFACE_FACTORS[surface],
    )


def shown_pounds(pounds: int | Fraction) -> Fraction:
    """Return a weight as it is shown: two decimals, rounded down; the exact one is what counts (D20H-HOUSE-16)."""
    return Fraction(pounds * 100 // 1, 100)


def shown_weight(pounds: int | Fraction, *, kilos: bool) -> str:
    """Return a weight as the table reads it: pounds, or kilograms to a tenth; what counts are the pounds."""
    if not kilos:
        return str(shown_pounds(pounds))
    tenths = round(Fraction(pounds) * KILOS_PER_POUND * 10)
    return f"{tenths // 10}" if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}"


def load_class(limits: LoadLimits, weight_lb: int | Fraction) -> LoadClass:
    """Say in which class a weight falls; limits are upper ends (D20H-LOAD-02, -03, -07, -11, D20H-HOUSE-16).

    weight_lb: everything worn and carried. Raises OutOfRange for a negative weight.
    """
    at_least(weight_lb, 0, "d20.load.weight_negative", field="weight_lb")
    if weight_lb <= limits.light_max:
        return "light"
    if weight_lb <= limits.medium_max:
        return "medium"
    return "heavy" if weight_lb <= limits.heavy_max else "overloaded"


def loaded_speed(load: LoadClass, base_speed_ft: int, current_speed_ft: int) -> int:
    """Return the speed in feet: the lower of what it is and what the load leaves (D20H-LOAD-03, -07, D20H-HOUSE-15).

    base_speed_ft: before any reduction. current_speed_ft: after other reductions, which do not add up with this one.
    Raises OutOfRange for a negative speed.
    """
    at_least(base_speed_ft, 0, "d20.speed.negative", field="base_speed_ft")
    at_least(current_speed_ft, 0, "d20.speed.negative", field="current_speed_ft")
    if load == "light":
        return current_speed_ft
    if load == "overloaded":
        return 0
    listed = LOAD_SPEEDS[load].get(base_speed_ft)
    return min(current_speed_ft, _unlisted_speed(load, base_speed_ft) if listed is None else listed)


def _unlisted_speed(load: LoadClass, base_speed_ft: int) -> int:
    if load == "medium":
        speed = base_speed_ft - (5 if base_speed_ft <= 20 else 10)
    elif base_speed_ft <= 40:
        speed = base_speed_ft // 2 // SPEED_STEP * SPEED_STEP
    else:
        speed = base_speed_ft - 20
    return max(SPEED_STEP, speed)


def capped_dexterity(load: LoadClass, modifier: int) -> int:
    """Return what a load leaves of a Dexterity modifier (D20H-LOAD-04, D20H-LOAD-08)."""
    most = LOAD_COSTS[load].max_dexterity_modifier
    return modifier if most is None else min(modifier, most)


def leaves_action(load: LoadClass) -> bool:
    """Say whether a character can move and act with a load (D20H-LOAD-11)."""
    return load != "overloaded"


def load_skill_modifier(load: LoadClass, skill: str, armor_check_penalty: int = 0) -> int:
    """Return what load and armour take from a skill; 0 outside the seven (D20H-LOAD-05, D20H-LOAD-06, D20H-LOAD-09).

    armor_check_penalty: 0 or less. Raises OutOfRange.
    """
    at_least(-armor_check_penalty, 0, "d20.load.armor_penalty_positive", field="armor_check_penalty")
    return LOAD_COSTS[load].penalty + armor_check_penalty if skill in LOAD_SKILLS else 0
