"""Where people stand, as declared or on a board: which two are locked in melee, how far two stand apart."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact
from rules.core.fight import Command
from rules.core.inputs import Input
from rules.core.people import may_name
from rules.core.relations import RelationKind, relate_action, related, told_of
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tactico.squares import BANDS, distance_there, engaged_there
from rules.systems.tactico.state import Body, Round, TacticoFight
from rules.systems.tactico.vehicles.situation import VEHICLE_RELATIONS

ENGAGED = RelationKind("engaged", ("apart", "melee"), "between", ("TAC-MEL-01",), derived=engaged_there, on_card=True)
"""Whether two stand less than a metre apart and are locked in melee; moving away changes it by itself."""

DISTANCE = RelationKind(
    "distance", (*BANDS, "beyond"), "between", ("TAC-HOUSE-11", "TAC-DIFF-02"), derived=distance_there
)
"""How many metres are between two, in the bands that set the difficulty of a shot."""

KINDS = (ENGAGED, DISTANCE)


def engaged(fight: TacticoFight, one: Id, other: Id) -> bool:
    """Return whether two are locked in melee (TAC-MEL-01)."""
    return one != other and related(fight, ENGAGED, one, other) == "melee"


def band(fight: TacticoFight, one: Id, other: Id) -> str:
    """The band of metres in which two stand from each other."""
    return related(fight, DISTANCE, one, other)


def target_notes(fight: TacticoFight, target: Id, actor: Id) -> tuple[Fact, ...]:
    """Where a target stands, beside it as an option of the attacker."""
    return told_of(fight, KINDS, target, actor)


def _may_declare(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Let players declare where their own stand while turns are counted; there is nowhere to stand outside.

    A declaration ends no melee: one leaves it by declaring so in a turn (TAC-MEL-02, TAC-MEL-03).
    """
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    of, to, what = (command.inputs.get(name) for name in ("of", "to", "what"))
    # a refusal on account of a hidden combatant would tell of it
    known = all(one in fight.combatants and not fight.combatants[cast(Id, one)].hidden for one in (of, to))
    locked = known and engaged(fight, cast(Id, of), cast(Id, to))
    kind, _, value = str(what).partition(":")
    if locked and ((kind == ENGAGED.name and value != "melee") or (kind == DISTANCE.name and value != "to_10")):
        raise NotAllowed("tactico.melee.untie", field="what")


_OF_PEOPLE, _OF_MACHINES, _ALL = (
    cast(Action[Body, Round], relate_action(kinds, _may_declare))
    for kinds in (KINDS, VEHICLE_RELATIONS, (*KINDS, *VEHICLE_RELATIONS))
)


def _inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Where one stands to another: melee and metres among people, cover among machines (TAC-MEL-01, TAC-SHOT-07)."""
    kinds = {fight.body(who).machine is not None for who in may_name(fight, viewer)}
    declared = _ALL if kinds == {True, False} else _OF_MACHINES if kinds == {True} else _OF_PEOPLE
    return tuple(declared.inputs(fight, actor, viewer))


RELATE: Action[Body, Round] = replace(_ALL, inputs=_inputs)
