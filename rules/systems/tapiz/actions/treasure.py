"""Deciding what a treasure contains, for a hero point (TAP-HERO-06)."""

from __future__ import annotations

from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Input, Text
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tapiz.hero_points import pay
from rules.systems.tapiz.state import Body, Round, TapizFight


def inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What is in it."""
    return (Text("what", "input.treasure", length=200),)


def check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """A point to pay (TAP-HERO-02); treasure is found outside of conflicts."""
    actor = command.actor
    if actor is None or actor not in fight.combatants:
        raise NotAllowed("core.combatant.gone", field="actor")
    pay(fight.points_of(actor))


def resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Pay one point and say what is found."""
    yield from ()
    actor = cast(Id, command.actor)
    fight = fight.with_points_of(actor, pay(fight.points_of(actor)))
    notes = Notes()
    params: dict[str, Param] = {"who": Ref(actor), "what": command.inputs["what"]}
    notes.add(Fact("hero.treasure", params=params, rules=("TAP-HERO-06",)))
    return Outcome(fight, notes.so_far)


DECIDE_TREASURE: Action[Body, Round] = Action(
    "decide_treasure", resolve, inputs, check, icon="key-round", interrupts=True, needs_actor=True
)
