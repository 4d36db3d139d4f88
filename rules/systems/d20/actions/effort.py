"""What an exhausting action costs whoever is barely on their feet (D20H-DIS-03, D20H-DIS-04, D20H-HOUSE-05)."""

from __future__ import annotations

from rules.core.facts import Fact, Notes, Ref
from rules.core.requests import Steps
from rules.core.types import Id
from rules.systems.d20.actions.harm import hurt
from rules.systems.d20.harm.disabled import EFFORT_DAMAGE
from rules.systems.d20.state import D20Fight


def strain(fight: D20Fight, who: Id, notes: Notes, *, strenuous: bool = True) -> Steps[D20Fight]:
    """Take the point that effort costs the disabled, when the action is over (D20H-DIS-03)."""
    body = fight.combatants[who].body
    if body.vital != "disabled" or not strenuous:
        return fight
    notes.add(Fact("effort.costs", params={"who": Ref(who)}, rules=("D20H-DIS-03",)))
    return (
        yield from hurt(
            fight, who, EFFORT_DAMAGE, notes, key=f"effort:{who}", single_blow=False, rules=("D20H-DIS-03",)
        )
    )
