"""Answering a blow with an action that was kept (TAC-ACT-06, TAC-MEL-06, TAC-HOUSE-12)."""

from __future__ import annotations

from rules.core.errors import NotAllowed
from rules.core.facts import Notes, fact
from rules.core.inputs import Choice, Option
from rules.core.people import rolls_seen
from rules.core.requests import StandingOrder, Steps, choose
from rules.core.types import Id
from rules.systems.tactico.budget import defences_left
from rules.systems.tactico.locations import AttackSkill, is_melee
from rules.systems.tactico.state import TacticoFight, in_combat
from rules.systems.tactico.testing import Try

DEFENCE_SKILLS: tuple[AttackSkill, ...] = ("brawl", "melee_weapons")
"""Skills with which a blow is answered (TAC-HOUSE-12)."""

NO_DEFENCE = "none"


def check_defence(skill: AttackSkill, *, at_range: bool = False) -> None:
    """Refuse a defence against anything but a blow, unless the table lets shots be answered (TAC-ACT-06)."""
    if not is_melee(skill) and not at_range:
        raise NotAllowed("tactico.defence.ranged", field="defence")


def can_defend(fight: TacticoFight, target: Id) -> bool:
    """Return whether a target may answer a blow: it kept an action; outside of turns, it is awake (TAC-ACT-06)."""
    body = fight.body(target)
    if body.machine is not None:
        return False
    if in_combat(fight):
        return defences_left(fight, target) > 0
    return body.able and "torso" not in body.disabled


def defence_asked(fight: TacticoFight, target: Id, notes: Notes) -> Steps[Try | None]:
    """Ask a target whether a kept action answers this blow, and with which skill (TAC-ACT-06, TAC-MEL-06)."""
    body = fight.body(target)
    best = max(DEFENCE_SKILLS, key=lambda one: body.competence(one).sum)
    ways = tuple(
        Option(one, fact(f"skill.{one}"), notes=(fact("modifier", body.competence(one).sum),)) for one in DEFENCE_SKILLS
    )
    options = (*ways, Option(NO_DEFENCE, fact("defence.none")))
    answer = yield from choose(
        "answer",
        target,
        Choice("defence", "input.defence", default=best, layout="column", options=options),
        so_far=notes.so_far,
        audience=rolls_seen(fight, target),
        default={"defence": NO_DEFENCE},
        label="ask.defence",
        standing=StandingOrder("order.defence", {"defence": best}, {"defence": NO_DEFENCE}),
    )
    if answer["defence"] == NO_DEFENCE:
        return None
    notes.tell("attack.defends", rules=("TAC-ACT-06", "TAC-MEL-06"), who=target)
    return Try(target, answer["defence"])
