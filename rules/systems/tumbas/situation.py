"""Where people stand, as it was declared: who is next to whom, behind what, how far (TUMS-CMB-04, TUM-HOUSE-14)."""

from __future__ import annotations

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact
from rules.core.fight import Command
from rules.core.relations import RelationKind, relate, relate_action, related
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tumbas.state import Body, Round, TumbasFight

ENGAGED = RelationKind("engaged", ("apart", "adjacent"), "between", ("TUMS-CMB-04",))
"""Whether two stand next to each other; a move, a charge or disengaging changes it by itself."""

COVER = RelationKind("cover", ("open", "behind"), "towards", ("TUM-HOUSE-14",))
"""Whether somebody stands behind something, as whoever shoots finds it."""

DISTANCE = RelationKind("distance", ("short", "long"), "between", ("TUM-HOUSE-14",))
"""Whether two are at long range from each other, as the game master says."""

KINDS = (ENGAGED, COVER, DISTANCE)


def adjacent(fight: TumbasFight, one: Id, other: Id) -> bool:
    """Whether two stand next to each other (TUMS-CMB-04)."""
    return one != other and related(fight, ENGAGED, one, other) == "adjacent"


def neighbours(fight: TumbasFight, who: Id) -> tuple[Id, ...]:
    """Those with whom somebody is engaged and who are on their feet, in order (TUMS-CMB-04)."""
    return tuple(other for other in fight.order if adjacent(fight, who, other) and fight.combatants[other].body.able)


def seen_neighbours(fight: TumbasFight, who: Id, viewer: Viewer) -> tuple[Id, ...]:
    """The same as this viewer may know of: players are not told that somebody hidden stands beside them."""
    return tuple(other for other in neighbours(fight, who) if viewer.game_master or not fight.combatants[other].hidden)


def engage(fight: TumbasFight, one: Id, other: Id) -> TumbasFight:
    """Let two stand next to each other."""
    return fight if one == other else relate(fight, ENGAGED, one, other, "adjacent")


def disengage(fight: TumbasFight, who: Id) -> TumbasFight:
    """Let somebody stand next to nobody."""
    for other in fight.order:
        if adjacent(fight, who, other):
            fight = relate(fight, ENGAGED, who, other, "apart")
    return fight


def in_cover(fight: TumbasFight, target: Id, actor: Id) -> bool:
    """Whether a target stands in cover from somebody."""
    return related(fight, COVER, target, actor) == "behind"


def far(fight: TumbasFight, target: Id, actor: Id) -> bool:
    """Whether a target is at long range from somebody."""
    return related(fight, DISTANCE, target, actor) == "long"


def target_notes(fight: TumbasFight, target: Id, actor: Id) -> tuple[Fact, ...]:
    """What somebody who aims at a target should know of where it stands."""
    found = [(kind, related(fight, kind, target, actor)) for kind in KINDS]
    return tuple(Fact(f"{kind.name}.{value}") for kind, value in found if value != kind.values[0])


def _may_declare(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """Players declare where their own stand while rounds are counted; there is nowhere to stand outside."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")


RELATE: Action[Body, Round] = relate_action(KINDS, _may_declare)
