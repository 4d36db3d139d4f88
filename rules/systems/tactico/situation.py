"""Where people stand, as it was declared: who is locked with whom in melee, how far two stand apart."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact
from rules.core.fight import Command
from rules.core.inputs import Input
from rules.core.relations import RelationKind, relate, relate_action, related
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tactico.rolls import Difficulty
from rules.systems.tactico.state import Body, Round, TacticoFight
from rules.systems.tactico.vehicles.situation import VEHICLE_RELATIONS

ENGAGED = RelationKind("engaged", ("apart", "melee"), "between", ("TAC-MEL-01",))
"""Whether two stand less than a metre apart and are locked in melee; moving away changes it by itself."""

DISTANCE = RelationKind("distance", ("to_10", "to_50", "to_200", "beyond"), "between", ("TAC-HOUSE-11", "TAC-DIFF-02"))
"""How many metres are between two, in the bands that set the difficulty of a shot."""

KINDS = (ENGAGED, DISTANCE)

DIFFICULTY_OF_DISTANCE: dict[str, Difficulty] = {
    "to_10": "routine",
    "to_50": "average",
    "to_200": "complicated",
    "beyond": "very_hard",
}


def engaged(fight: TacticoFight, one: Id, other: Id) -> bool:
    """Whether two are locked in melee (TAC-MEL-01)."""
    return one != other and related(fight, ENGAGED, one, other) == "melee"


def opponents(fight: TacticoFight, who: Id) -> tuple[Id, ...]:
    """Those with whom somebody is locked and who can still do something, in order (TAC-MEL-01)."""
    return tuple(other for other in fight.order if engaged(fight, who, other) and fight.combatants[other].body.able)


def seen_opponents(fight: TacticoFight, who: Id, viewer: Viewer) -> tuple[Id, ...]:
    """The same as this viewer may know of."""
    return tuple(other for other in opponents(fight, who) if viewer.game_master or not fight.combatants[other].hidden)


def engage(fight: TacticoFight, one: Id, other: Id) -> TacticoFight:
    """Lock two in melee; that is nearer than ten metres (TAC-MEL-01)."""
    if one == other:
        return fight
    return relate(relate(fight, DISTANCE, one, other, "to_10"), ENGAGED, one, other, "melee")


def part(fight: TacticoFight, who: Id) -> TacticoFight:
    """Let somebody be locked with nobody."""
    for other in fight.order:
        if engaged(fight, who, other):
            fight = relate(fight, ENGAGED, who, other, "apart")
    return fight


def band(fight: TacticoFight, one: Id, other: Id) -> str:
    """The band of metres in which two stand from each other."""
    return related(fight, DISTANCE, one, other)


def shot_difficulty(fight: TacticoFight, one: Id, other: Id) -> Difficulty:
    """The difficulty of a shot by the declared distance (TAC-HOUSE-11, TAC-DIFF-02)."""
    return DIFFICULTY_OF_DISTANCE[band(fight, one, other)]


def target_notes(fight: TacticoFight, target: Id, actor: Id) -> tuple[Fact, ...]:
    """What somebody who aims at a target should know of where it stands."""
    found = [(kind, related(fight, kind, target, actor)) for kind in KINDS]
    return tuple(Fact(f"{kind.name}.{value}") for kind, value in found if value != kind.values[0])


def nearest(fight: TacticoFight, who: Id) -> int | None:
    """Metres to the nearest opponent as the melee asks: 0 while somebody holds one there, else None (TAC-MEL-02).

    Whoever left the melee by the last turn holds nobody any more, who may therefore pursue (TAC-MEL-04, TAC-MEL-05).
    Somebody hidden holds nobody who does not know of them: a refusal would tell.
    """
    unseen = not fight.combatants[who].hidden
    holding = [
        other
        for other in opponents(fight, who)
        if other not in fight.round.left and not (unseen and fight.combatants[other].hidden)
    ]
    return 0 if holding else None


def _may_declare(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Players declare where their own stand while turns are counted; there is nowhere to stand outside.

    Nobody gets out of a melee by saying so: one leaves it by declaring it (TAC-MEL-02, TAC-MEL-03).
    """
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    of, to, what = (command.inputs.get(name) for name in ("of", "to", "what"))
    # a refusal on account of somebody hidden would tell of them
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
    """Who stands where to whom: melee and metres among people, cover among machines (TAC-MEL-01, TAC-SHOT-07)."""
    seen = (one for one in fight.combatants.values() if viewer.game_master or not one.hidden)
    kinds = {one.body.machine is not None for one in seen}
    declared = _ALL if kinds == {True, False} else _OF_MACHINES if kinds == {True} else _OF_PEOPLE
    return tuple(declared.inputs(fight, actor, viewer))


RELATE: Action[Body, Round] = replace(_ALL, inputs=_inputs)
