"""Puntos de Vida and the resistance of the locations: damage, what it disables, death (TAC-DMG-01 to -10)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import Missing, NotAllowed, at_least, one_of
from rules.systems.tactico.locations import ARMS, LEGS, LOCATIONS, Location, check_locations, known_location

DamageKind = Literal["wound", "non_localized"]
DamageEvent = Literal["drops_held_items", "falls_down", "incapacitated", "unconscious", "dies"]

DAMAGE_KINDS: tuple[DamageKind, ...] = get_args(DamageKind)

EVENTS_OF_LOCATION: Mapping[Location, tuple[DamageEvent, ...]] = {
    **dict.fromkeys(ARMS, ("drops_held_items",)),
    **dict.fromkeys(LEGS, ("falls_down",)),
    "torso": ("falls_down", "incapacitated"),
    "head": ("falls_down", "unconscious"),
}
"""What happens when a location is disabled (TAC-DMG-07 to -10)."""


@dataclass(frozen=True)
class Damage:
    """What one harm left: points, the disabled locations in their order, and what it caused."""

    life_points: int
    resistance: Mapping[Location, int]
    dead: bool
    disabled: tuple[Location, ...]
    newly_disabled: bool
    events: tuple[DamageEvent, ...]


def is_dead(life_points: int) -> bool:
    """Say whether nothing is left to live on: 0 or less (TAC-DMG-03)."""
    return life_points <= 0


def is_disabled(resistance: int) -> bool:
    """Say whether a location is out of use: 0 or less, and in use again above (TAC-DMG-06, TAC-HOUSE-16)."""
    return resistance <= 0


def disabled_locations(resistance: Mapping[Location, int]) -> tuple[Location, ...]:
    """List the locations out of use in their order (TAC-DMG-06, TAC-HOUSE-16)."""
    return tuple(location for location in LOCATIONS if location in resistance and is_disabled(resistance[location]))


def is_conscious(resistance: Mapping[Location, int]) -> bool:
    """Say whether somebody alive is awake: the head is in use, or in use again (TAC-DMG-10, TAC-HOUSE-16)."""
    return not is_disabled(resistance["head"])


def apply_damage(
    life_points: int,
    resistance: Mapping[Location, int],
    kind: DamageKind,
    damage: int,
    location: Location | None = None,
) -> Damage:
    """Take damage from a living character, protection already subtracted (TAC-DMG-01 to -10).

    `resistance` names all six locations and may be negative, as may the results. A wound needs its location
    (`Missing`), other harm such as poison or cold must not have one (`NotAllowed`).
    """
    check_locations(resistance, LOCATIONS, field="resistance")
    if kind == "wound" and location is None:
        raise Missing("tactico.damage.no_location", field="location")
    one_of(kind, DAMAGE_KINDS, "tactico.damage.kind_unknown", field="kind")
    if location is not None:
        known_location(location)
    at_least(life_points, 1, "tactico.damage.not_alive", field="life_points")
    at_least(damage, 0, "tactico.damage.negative", field="damage")
    if kind == "non_localized" and location is not None:
        raise NotAllowed("tactico.damage.location_of_general_harm", field="location")
    after = dict(resistance)
    events: tuple[DamageEvent, ...] = ()
    newly_disabled = False
    if location is not None:
        after[location] -= damage
        newly_disabled = is_disabled(after[location]) and not is_disabled(resistance[location])
        events = EVENTS_OF_LOCATION[location] if newly_disabled else ()
    left = life_points - damage
    if is_dead(left):
        events = (*events, "dies")
    return Damage(left, after, is_dead(left), disabled_locations(after), newly_disabled, events)
