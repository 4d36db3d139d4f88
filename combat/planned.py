"""What a form tells where a way is planned beside it: how targets stand from its end, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.core import engine
from rules.core.board.known import as_known
from rules.core.board.places import put_at
from rules.core.board.rules import rules_of
from rules.core.inputs import Combatants, Input
from rules.core.types import Id

from .desk import Desk


def from_the_end(
    desk: Desk, action: str, actor: Id, declared: Sequence[Input], looking: Mapping[str, str]
) -> Sequence[Input]:
    """The inputs of an action with their targets as an attack at the end of its way would have them.

    What the system takes from the way is told as it says (`BoardRules.with_way`).
    """
    fight, rules = desk.fight, rules_of(desk.system)
    if fight.board is None or not looking.get("to"):
        return declared
    known, looking = as_known(fight, desk.viewer, rules), {**looking, "action": action, "actor": actor}
    way = rules.overlay(known, actor, desk.viewer, looking).way
    if len(way) < 2:
        return declared
    declared = rules.with_way(known, actor, looking, declared)
    if not any(isinstance(one, Combatants) for one in declared):
        return declared
    there = put_at(fight, actor, way[-1], derives=rules.derives)
    moved = {one.name: one for one in engine.action(desk.system, action).inputs(there, actor, desk.viewer)}
    return tuple(_told(one, moved.get(one.name)) for one in declared)


def _told(here: Input, there: Input | None) -> Input:
    """A choice of targets with what is told of each from there, and who is likely; the choices stay."""
    if not isinstance(here, Combatants) or not isinstance(there, Combatants):
        return here
    notes = {one.value: one.notes for one in there.options}
    options = tuple(replace(one, notes=notes.get(one.value, one.notes)) for one in here.options)
    return replace(here, options=options, likely=there.likely)
