"""Catching fire, burning, and putting it out (D20H-FIRE-01 to -04)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import NotAllowed, one_of
from rules.core.throws import Throws
from rules.systems.d20.dice import Amount
from rules.systems.d20.rolls import roll_against, roll_amount

FireEvent = Literal["exposure", "round", "smother", "water"]

FIRE_EVENTS: tuple[FireEvent, ...] = get_args(FireEvent)

FIRE_DC = 15
FIRE_DAMAGE = Amount(1, 6)


@dataclass(frozen=True)
class FireSave:
    """A save against fire: what it is made with, and whether failing it hurts."""

    bonus: int = 0
    hurts: bool = True


FIRE_SAVES: Mapping[FireEvent, FireSave] = {
    "exposure": FireSave(),
    "round": FireSave(),
    "smother": FireSave(bonus=4, hurts=False),
}
"""The events that ask for a save (D20H-FIRE-01, D20H-FIRE-02, D20H-FIRE-04, D20H-HOUSE-12)."""


@dataclass(frozen=True)
class Fire:
    """What fire did, and whether the character burns now."""

    save_success: bool | None
    damage: int
    hp: int
    burning: bool


def fire(event: FireEvent, burning: bool, reflex_bonus: int, hp: int) -> Throws[Fire]:
    """Meet fire: flames near, a round of burning, smothering, or water (D20H-FIRE-01 to -04, D20H-HOUSE-12).

    burning: before. Rolls the Reflex save (d20) and the damage (d6); water needs neither. Raises UnknownValue, and
    NotAllowed for exposing who burns already or putting out who does not.
    """
    one_of(event, FIRE_EVENTS, "d20.fire.event_unknown", field="event")
    if event == "exposure" and burning:
        raise NotAllowed("d20.fire.burning", field="burning")
    if event != "exposure" and not burning:
        raise NotAllowed("d20.fire.not_burning", field="burning")
    if event == "water":
        return Fire(None, 0, hp, burning=False)
    rule = FIRE_SAVES[event]
    success = (yield from roll_against("reflex", reflex_bonus + rule.bonus, FIRE_DC)).success
    damage = 0 if success or not rule.hurts else (yield from roll_amount("damage", FIRE_DAMAGE))
    return Fire(success, damage, hp - damage, burning=not success)
