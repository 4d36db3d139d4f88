"""Strangling in a grapple: for damage, or for the air (D20H-STRG-01 to -07, D20H-HOUSE-21)."""

from __future__ import annotations

from typing import cast

from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.inputs import Choice, Option
from rules.core.requests import Steps, choose
from rules.core.types import Id
from rules.systems.d20.actions.opportunity import go_on_after, may_strike, opportunities
from rules.systems.d20.actions.special.common import contest, tell_contest
from rules.systems.d20.actions.special.grappling import squeezed
from rules.systems.d20.actions.special.holds import (
    choked,
    pinner_of,
    unarmed_blow,
    wrestler,
)
from rules.systems.d20.bearing import constitution_of
from rules.systems.d20.hazards.strangling import STRANGLE_CHOICES, StrangleChoice, begin_strangling
from rules.systems.d20.passing.air import without_air
from rules.systems.d20.rolls import opposed_check
from rules.systems.d20.special.grapple import grapple_bonus, unarmed_damage
from rules.systems.d20.state import D20Fight, in_rounds

STRANGLING = ("D20H-STRG-01", "D20H-STRG-02", "D20H-STRG-03", "D20H-STRG-04", "D20H-STRG-07", "D20H-HOUSE-21")


def strangle(
    fight: D20Fight, actor: Id, target: Id, base: int | None, notes: Notes, *, lethal: bool
) -> Steps[D20Fight]:
    """Those around may strike; who wins chooses between damage and taking the air (D20H-STRG-02 to -05)."""
    size, theirs = fight.combatants[actor].body.size, fight.combatants[target].body.size
    constitution = constitution_of(fight.combatants[target].body) or 0
    # refuses what no die decides
    begin_strangling(size, theirs, 0, 0, "damage", constitution, attacker_is_pinned=pinner_of(fight, actor) is not None)
    if in_rounds(fight):
        found = tuple(foe for foe in fight.order if foe != actor and may_strike(fight, foe, actor))
        fight, _ = yield from opportunities(fight, actor, found, notes, rules=("D20H-STRG-02",))
        if not go_on_after(fight, actor, notes):
            return fight
    mine, other = grapple_bonus(wrestler(fight, actor, base, lethal=lethal)), grapple_bonus(wrestler(fight, target))
    check_made = yield from contest(fight, opposed_check("grapple", mine, other), actor, target, notes, "strangle")
    tell_contest(fight, actor, target, check_made, notes, STRANGLING)
    if not check_made.won:
        return fight
    options = tuple(Option(name, Fact(f"strangle.{name}")) for name in STRANGLE_CHOICES)
    answer = yield from choose(
        f"strangle:{actor}",
        actor,
        Choice("choice", "input.strangle", default="choke", layout="segments", options=options, fresh=True),
        so_far=notes.so_far,
        default={"choice": "choke"},
        label="ask.strangle",
    )
    choice = cast(StrangleChoice, answer["choice"])
    totals = check_made.acting_total, check_made.other_total
    begun = begin_strangling(
        size, theirs, *totals, choice, constitution, attacker_grapple_modifier=mine, target_grapple_modifier=other
    )  # fmt: skip
    if begun.effect == "unarmed_damage":
        damage = yield from contest(
            fight, unarmed_damage(unarmed_blow(fight, actor)), actor, target, notes, "strangle"
        )  # fmt: skip
        return (yield from squeezed(fight, actor, target, damage, notes, "strangle:", lethal=lethal))
    params: dict[str, Param] = {"who": Ref(actor), "target": Ref(target)}
    notes.add(Fact("strangle.chokes", params=params, rules=("D20H-STRG-04", "D20H-STRG-05")))
    return choked(without_air(fight, target, notes, rule="D20H-STRG-05", by=actor), target, actor)
