"""The condition in which encounters left a character, in the only form that is written and accepted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.core.audience import Viewer
from rules.core.facts import visible
from rules.core.fight import Combatant, Fight, Head
from rules.core.gear import NO_GEAR, Gear
from rules.core.outfit import fresh_body
from rules.core.shapes import Misfit, misfits
from rules.core.system import AnySystem
from rules.core.types import Json

WHO = "0" * 32


class NoCondition(Exception):
    """The value is no condition; `misfits`: where, as far as that is known."""

    def __init__(self, found: tuple[Misfit, ...] = ()) -> None:
        super().__init__(str(found))
        self.misfits = found


def settled(
    system: AnySystem,
    kind: str,
    sheet: Mapping[str, Json],
    house: Mapping[str, Json],
    condition: Mapping[str, Json],
    gear: Gear = NO_GEAR,
) -> dict[str, Json]:
    """The condition as the system itself would write it for this sheet and gear; raises NoCondition."""
    if not condition:
        return {}
    try:
        body = system.with_lasting(fresh_body(system, kind, sheet, gear, house), condition)
        one = Combatant(WHO, "–", body, side="party", kind=kind, sheet=sheet, gear=gear)
        fight: Fight[Any, Any] = Fight(system.begin(house), {WHO: one}, (WHO,), house=house)
        _refuse(system, fight)
        lasting = system.lasting(fight, WHO)
        again = system.with_lasting(fresh_body(system, kind, sheet, gear, house), lasting)
        fight = replace(fight, combatants={WHO: replace(one, body=again)})
        visible(system.card(system.settle(fight), WHO).facts, Viewer(game_master=True))
    except NoCondition:
        raise
    except Exception:
        # A system may fail in any way on values that it never wrote.
        raise NoCondition from None
    return dict(lasting)


def _refuse(system: AnySystem, fight: Fight[Any, Any]) -> None:
    inside = ("fight", "combatants", WHO, "body")
    found = misfits(system.codec, system.codec.dump(Head(fight)))
    if found:
        raise NoCondition(tuple(replace(one, place=one.place[len(inside) :]) for one in found))
