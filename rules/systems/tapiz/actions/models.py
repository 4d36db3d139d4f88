"""Optional models of la carta while points are spent: defence reserve and consequence slots (TAP-OPT-02 to -05)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from rules.core.audience import controllers_of
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.inputs import Choice, Number, Option
from rules.core.requests import Steps, choose
from rules.core.types import Id, drop
from rules.systems.tapiz.actions.harm import hurt
from rules.systems.tapiz.actions.points import Points
from rules.systems.tapiz.effects import Tier
from rules.systems.tapiz.hit_points import PoolName
from rules.systems.tapiz.options import SlotAction, Slots, defence_reserve, fill_slot
from rules.systems.tapiz.settings import SlotRule, settings_of
from rules.systems.tapiz.state import Effect, TapizFight

APART: tuple[SlotRule, ...] = ("by_kind", "by_part")
"""The rules under which what a consequence is about decides which slot it takes (TAP-OPT-05)."""

PARTS = ("head", "torso", "right_arm", "left_arm", "right_leg", "left_leg")
"""Parts of the body with slots of their own; a table that means others by them loses nothing."""


def defended(fight: TapizFight, points: Points, notes: Notes) -> Steps[tuple[TapizFight, Points]]:
    """Let whoever suffers the points spend hit points against them; what is left buys consequences alone.

    Nobody has to wait for it: proposed is to cancel as much as can be cancelled. Raises NotAllowed for more than there
    is, than comes in or than the cap of a blow lets through (TAP-OPT-02, TAP-OPT-03, TAP-OPT-09, TAP-HOUSE-28).
    """
    victim, name = cast(Id, points.opponent), cast(PoolName, points.pool)
    held = max(0, fight.combatants[victim].body.pool(name).current)
    most = min(held, points.amount) if points.cap is None else min(held, points.amount, points.cap)
    own = controllers_of(victim)
    spent = 0
    if most:
        incoming: dict[str, Param] = {"who": Ref(victim), "points": points.amount, "most": most}
        notes.add(Fact("reserve.incoming", params=incoming, rules=("TAP-OPT-02", "TAP-HOUSE-28"), audience=own))
        answer = yield from choose(
            "reserve",
            victim,
            Number("spend", f"input.reserve.{name}", default=most, minimum=0, maximum=999, required=False),
            so_far=notes.so_far,
            audience=own,
            default={"spend": most},
            label="ask.reserve",
        )
        spent = most if answer.get("spend") is None else answer["spend"]
    left = defence_reserve(points.amount, held, spent, points.cap)
    if spent:
        told: dict[str, Param] = {"who": Ref(victim), "points": spent}
        rules = ("TAP-OPT-02", "TAP-HOUSE-28", *(("TAP-OPT-09",) if points.cap is not None else ()))
        notes.add(Fact("reserve.spent", params=told, rules=rules, audience=own))
        fight = hurt(fight, victim, name, spent, notes)
    if left.may_kill:
        seen = controllers_of(points.spender) if points.spender is not None else controllers_of()
        notes.add(Fact("reserve.may_kill", rules=("TAP-OPT-03",), audience=seen))
    return fight, replace(points, amount=left.remaining_points, pool=None, cap=None)


def slots_taken(fight: TapizFight, created: Sequence[tuple[Id, Effect]]) -> list[tuple[Id, Effect]]:
    """The consequences that new ones replace, where la carta has one slot for each tier (TAP-OPT-04, TAP-OPT-05).

    Raises NotAllowed when two new ones would need the same slot.
    """
    rule = settings_of(fight.house).slots
    if rule == "none":
        return []
    replaced: list[tuple[Id, Effect]] = []
    filled: dict[tuple[Id, str], Slots] = {}
    for whom, effect in created:
        if not _in_a_slot(effect):
            continue
        shelf = (whom, effect.about if rule in APART else "")
        old = [one for one in fight.combatants[whom].body.effects.values() if _same_slot(rule, one, effect)]
        # what lies there from before is replaced; what this very roll has put there is not
        tier, before = cast(Tier, effect.tier), filled.get(shelf, Slots())
        action: SlotAction = "replace" if old and before.of(tier) is None else "add"
        if action == "replace":
            before = fill_slot(before, tier, old[0].id, "add")
        filled[shelf] = fill_slot(before, tier, effect.id, action)
        if action == "replace":
            replaced.extend((whom, one) for one in old)
    return replaced


def without_slot(fight: TapizFight, whom: Id, old: Effect, notes: Notes) -> TapizFight:
    """The fight without a consequence whose slot another takes (TAP-OPT-04)."""
    body = fight.combatants[whom].body
    params: dict[str, Param] = {"whom": Ref(whom), "name": old.called()}
    notes.add(Fact("effect.replaced", params=params, rules=("TAP-OPT-04",)))
    return fight.with_body(whom, replace(body, effects=drop(body.effects, old.id)))


def _in_a_slot(effect: Effect) -> bool:
    """Whether it is a consequence that takes a slot: it harms its bearer and is more than momentary."""
    return effect.sign < 0 and effect.tier != "momentary"


def _same_slot(rule: SlotRule, one: Effect, other: Effect) -> bool:
    alike = _in_a_slot(one) and one.tier == other.tier
    return alike and (rule not in APART or one.about == other.about)


def part_input(fight: TapizFight) -> tuple[Choice, ...]:
    """Which part of the body consequences concern, where la carta has slots for each (TAP-OPT-05)."""
    if settings_of(fight.house).slots != "by_part":
        return ()
    options = tuple(Option(part, Fact(f"part.{part}")) for part in PARTS)
    return (Choice("part", "input.part", default=PARTS[1], required=False, layout="grid", options=options),)
