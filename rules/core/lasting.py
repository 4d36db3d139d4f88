"""What of a fight outlives it."""

from __future__ import annotations

from dataclasses import replace

from rules.core.outfit import fresh_body
from rules.core.system import AnySystem
from rules.core.verbs import AnyFight


def as_it_stays(system: AnySystem, fight: AnyFight) -> AnyFight:
    """The fight without turns, relations, and what ends with it: each body as its condition makes it anew."""
    after = replace(fight, round=system.begin(fight.house), ordered=False, relations={})
    for one in fight.combatants.values():
        # a sheet that was frozen long ago may lack what sheets have by now
        sheet = system.sheet_kinds[one.kind].load(one.sheet)
        fresh = fresh_body(system, one.kind, sheet, one.gear, fight.house)
        after = after.with_body(one.id, system.with_lasting(fresh, system.lasting(fight, one.id)))
    return after
