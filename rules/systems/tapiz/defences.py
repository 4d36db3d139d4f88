"""The value that an attacker has to match: armour class, mental defence, resistance rolls (TAP-ROLL-06, -07, -09)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.core.errors import NotAllowed
from rules.systems.tapiz.rolls import Mode, RollTotal, known_mode, roll_total
from rules.systems.tapiz.stances import Stance, known_stance, resistance_modifier


@dataclass(frozen=True)
class Resistance:
    """A resistance and its terms; `roll` holds dice or 10, attribute, traits and the other modifiers."""

    roll: RollTotal
    armour_bonus: int
    cover_bonus: int
    stance_modifier: int
    value: int


def check_static(*, surprised: bool, static_allowed: bool) -> None:
    """Refuse static rolls while surprised unless a hero point allows them (TAP-HOUSE-10, TAP-HERO-08)."""
    if surprised and not static_allowed:
        raise NotAllowed("tapiz.resistance.surprised", field="mode")


def resistance(
    mode: Mode,
    attribute_modifier: int,
    *,
    faces: Sequence[int] = (),
    trait_bonus: int = 0,
    armour_bonus: int = 0,
    cover_bonus: int = 0,
    other_modifiers: Sequence[int] = (),
    stance: Stance = "normal",
    level: int | None = None,
    chosen_bonus: int | None = None,
    surprised: bool = False,
    static_allowed: bool = False,
) -> Resistance:
    """Work out a resistance, rolled or static (TAP-ROLL-06, TAP-ROLL-07, TAP-STANCE-06, -09, TAP-HOUSE-10)."""
    known_mode(mode)
    known_stance(stance)
    from_stance = resistance_modifier(stance, level=level, chosen_bonus=chosen_bonus)
    if mode == "static":
        check_static(surprised=surprised, static_allowed=static_allowed)
    roll = roll_total(
        attribute_modifier=attribute_modifier,
        trait_bonus=trait_bonus,
        other_modifiers=other_modifiers,
        mode=mode,
        faces=faces,
    )
    return Resistance(
        roll, armour_bonus, cover_bonus, from_stance, roll.total + armour_bonus + cover_bonus + from_stance
    )


def static_resistance(
    attribute_modifier: int,
    *,
    trait_bonus: int = 0,
    other_modifiers: Sequence[int] = (),
    stance: Stance = "normal",
    level: int | None = None,
    chosen_bonus: int | None = None,
) -> Resistance:
    """Work out a static resistance: 10 in place of the dice (TAP-ROLL-07)."""
    return resistance(
        "static",
        attribute_modifier,
        trait_bonus=trait_bonus,
        other_modifiers=other_modifiers,
        stance=stance,
        level=level,
        chosen_bonus=chosen_bonus,
    )


def armour_class(
    dexterity_modifier: int,
    *,
    armour_bonus: int = 0,
    trait_bonus: int = 0,
    cover_bonus: int = 0,
    other_modifiers: Sequence[int] = (),
    stance: Stance = "normal",
    level: int | None = None,
    chosen_bonus: int | None = None,
) -> Resistance:
    """Work out the armour class, a static roll on Dexterity (TAP-ROLL-09)."""
    return resistance(
        "static",
        dexterity_modifier,
        trait_bonus=trait_bonus,
        armour_bonus=armour_bonus,
        cover_bonus=cover_bonus,
        other_modifiers=other_modifiers,
        stance=stance,
        level=level,
        chosen_bonus=chosen_bonus,
    )


def mental_defence(
    intelligence_modifier: int,
    *,
    trait_bonus: int = 0,
    other_modifiers: Sequence[int] = (),
    stance: Stance = "normal",
    level: int | None = None,
    chosen_bonus: int | None = None,
) -> Resistance:
    """Work out the mental defence, a static roll on Intelligence (TAP-HOUSE-08)."""
    return static_resistance(
        intelligence_modifier,
        trait_bonus=trait_bonus,
        other_modifiers=other_modifiers,
        stance=stance,
        level=level,
        chosen_bonus=chosen_bonus,
    )
