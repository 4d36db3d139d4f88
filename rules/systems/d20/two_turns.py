"""A full-round action begun at the end of one turn and completed at the beginning of the next.

Rules: D20C-MVA-07, D20C-MVA-08, D20C-AOT-01, D20C-AOT-03, D20C-HOUSE-13.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Notes, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, options_of
from rules.core.people import here
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id, Json
from rules.systems.d20.arms import Weapon
from rules.systems.d20.budget import COMPLETE, START
from rules.systems.d20.doing import check_spend, spend, turn_of, two_turns_cost
from rules.systems.d20.fire import BURNING, QUENCH
from rules.systems.d20.gear.carrying import check_carried_ammunition
from rules.systems.d20.gear.using import GEAR, named
from rules.systems.d20.helpless import FINISH
from rules.systems.d20.opportunity import distracted, go_on_after
from rules.systems.d20.state import Body, D20Fight, Round, Spent
from rules.systems.d20.testing import TEST
from rules.systems.d20.turns import check_turn

TWO_TURNS_RULES = ("D20C-MVA-07", "D20C-MVA-08", "D20C-HOUSE-13")

GIVE_UP = "gives_up"


@dataclass(frozen=True, slots=True)
class Halved:
    """A full-round action that may be spread over two turns."""

    verb: Action[Body, Round]
    """The action that completes it."""
    open: Callable[[D20Fight, Id], bool] = lambda fight, who: True
    inputs: Callable[[D20Fight, Id, Viewer], tuple[Input, ...]] | None = None
    """The inputs that are left, if not all of the action."""
    says: Mapping[str, Json] | None = None
    """The values that it sets itself."""


def _to_reload(body: Body) -> tuple[Weapon, ...]:
    """Return the weapons whose internal magazine lacks rounds, those in hand first (D20C-AOT-03)."""
    found = (one for one in body.carried() if one.reload == "internal" and one.capacity and body.arm(one.key).spent)
    return tuple(sorted(found, key=lambda one: one.key not in (body.main, body.off)))


def _reloading(fight: D20Fight, who: Id, viewer: Viewer) -> tuple[Input, ...]:
    empty = tuple(named(one) for one in _to_reload(fight.body(who)))
    default = empty[0].value if empty else None
    return (Choice("weapon", "input.weapon", required=False, layout="grid", default=default, options=empty),)


def _checking(fight: D20Fight, who: Id, viewer: Viewer) -> tuple[Input, ...]:
    return tuple(item for item in TEST.inputs(fight, who, viewer) if item.name != "part")


HALVED: Mapping[str, Halved] = {
    "use_skill_full_round": Halved(TEST, inputs=_checking, says={"part": "full_round"}),
    "coup_de_grace": Halved(FINISH),
    "reload_internal_magazine": Halved(
        GEAR, lambda fight, who: bool(_to_reload(fight.body(who))), _reloading, {"verb": "reload"}
    ),
    "extinguish_flames": Halved(QUENCH, lambda fight, who: BURNING in fight.body(who).timers),
}
"""Full attack, charge, run and withdraw are not spread over two turns, nor is what is part of a charge (HOUSE-13)."""


def two_turns_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The full-round action to begin; once begun, the inputs that complete it, or giving it up."""
    if actor is None or actor not in fight.combatants:
        return ()
    started = fight.body(actor).started
    if started in HALVED:
        half = HALVED[started]
        rest = half.verb.inputs(fight, actor, viewer) if half.inputs is None else half.inputs(fight, actor, viewer)
        # giving it up requires no other input
        return (*(replace(item, required=False) for item in rest), Flag(GIVE_UP, "input.gives_up", fresh=True))
    able = tuple(name for name, half in HALVED.items() if half.open(fight, actor))
    options = options_of("act", able)
    return (Choice("what", "input.act", layout="select", default=able[0], options=options),)


def two_turns_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """The actor must have the action that it costs left in both turns, and the completion must still be possible.

    (D20C-MVA-07, D20C-MVA-08)
    """
    actor = check_turn(fight, command, viewer)
    if not fight.ordered or turn_of(fight, actor) is None:
        raise NotAllowed("core.not_your_turn" if fight.ordered else "core.free_scene")
    started = fight.body(actor).started
    cost = two_turns_cost(fight)
    check_spend(fight, actor, Spent(cost, COMPLETE if started else START, which=started or next(iter(HALVED))))
    if started in HALVED and command.inputs and not command.inputs.get(GIVE_UP):
        half = HALVED[started]
        half.verb.check(fight, _handed_on(command, half), viewer)


def _handed_on(command: Command, half: Halved) -> Command:
    """Return the command of the completing action, with all its inputs."""
    values: dict[str, Any] = {name: value for name, value in command.inputs.items() if name != GIVE_UP}
    return replace(command, action=half.verb.name, inputs={**values, **(half.says or {})})


def two_turns_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Begin the action at the end of a turn, or complete it at the start of the next (D20C-MVA-07).

    A distracting action provokes when it begins.
    """
    actor = here(fight, command)
    started = fight.body(actor).started
    notes = Notes()
    if started in HALVED and not command.inputs.get(GIVE_UP):
        return (yield from HALVED[started].verb.resolve(fight, _handed_on(command, HALVED[started])))
    what = started or command.inputs["what"]
    fight = spend(fight, actor, Spent(two_turns_cost(fight), COMPLETE if started else START, which=what))
    if started:
        notes.tell("act.given_up", who=actor, what=Word(f"act.{what}"), rules=TWO_TURNS_RULES)
        return Outcome(fight, notes.so_far)
    if what == "reload_internal_magazine":
        check_carried_ammunition(fight.combatants[actor].gear, _to_reload(fight.body(actor))[0])
    fight = yield from distracted(fight, actor, notes, rules=("D20C-AOO-07", "D20C-AOT-01"), action=what)
    if not go_on_after(fight, actor, notes):
        return Outcome(fight, notes.so_far)
    notes.tell("act.started", who=actor, what=Word(f"act.{what}"), rules=TWO_TURNS_RULES)
    return Outcome(fight.with_body(actor, replace(fight.body(actor), started=what)), notes.so_far)


TWO_TURNS: Action[Body, Round] = Action(
    "two_turns",
    two_turns_resolve,
    two_turns_inputs,
    two_turns_check,
    icon="hourglass",
    of_the_turn=True,
    needs_actor=True,
)
