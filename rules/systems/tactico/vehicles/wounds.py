"""What of a machine can be put right when a scene ends: its armour, location by location (TAC-HOUSE-31)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from rules.core.facts import Notes, Word, fact
from rules.core.types import Id
from rules.core.wounds import LastingWound
from rules.systems.tactico.state import Body, Round, TacticoFight
from rules.systems.tactico.vehicles.keypad import repair_by_hand
from rules.systems.tactico.vehicles.situation import machine


def wounds_of_machine(fight: TacticoFight, who: Id) -> Sequence[LastingWound[Body, Round]]:
    """The locations whose armour is not whole."""
    return tuple(_damaged(fight, who))


def _damaged(fight: TacticoFight, who: Id) -> Iterator[LastingWound[Body, Round]]:
    one = machine(fight, who)
    for place, most in one.armour_max.items():
        points = most - max(0, one.armour[place])
        if points > 0:
            where = Word(f"vehicle_location.{place}")
            what = fact("wound.armour", points, where=where, points=points, rules=("TAC-HOUSE-31",))
            yield LastingWound(place, what, partial(_repaired, who=who, place=place, points=points))


def _repaired(fight: TacticoFight, notes: Notes, *, who: Id, place: str, points: int) -> TacticoFight:
    return repair_by_hand(fight, who, place, points, notes)
