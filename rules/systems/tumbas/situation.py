"""Where combatants stand, declared or on a board: neighbours, cover, distance (TUMS-CMB-04, TUM-HOUSE-14)."""

from __future__ import annotations

from rules.core.audience import Viewer
from rules.core.board.places import both_placed
from rules.core.errors import NotAllowed
from rules.core.facts import Fact
from rules.core.fight import Command
from rules.core.people import others_than, standing_foes
from rules.core.relations import RelationKind, relate, relate_action, related, told_of
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tumbas.squares import cover_there, engaged_there
from rules.systems.tumbas.state import Body, Round, TumbasFight

ENGAGED = RelationKind(
    "engaged", ("apart", "adjacent"), "between", ("TUMS-CMB-04",), derived=engaged_there, on_card=True
)
"""Whether two stand next to each other; a move, a charge or disengaging changes it by itself."""

COVER = RelationKind("cover", ("open", "behind"), "towards", ("TUM-HOUSE-14",), True, cover_there)
"""Whether a target stands behind something, seen from an attacker."""

DISTANCE = RelationKind("distance", ("short", "long"), "between", ("TUM-HOUSE-14",), True)
"""Whether two are at long range from each other, as the game master says."""

DERIVED = (ENGAGED, COVER)
"""What follows from where combatants stand on a board."""

KINDS = (*DERIVED, DISTANCE)


def adjacent(fight: TumbasFight, one: Id, other: Id) -> bool:
    """Whether two stand next to each other (TUMS-CMB-04)."""
    return one != other and related(fight, ENGAGED, one, other) == "adjacent"


def out_of_reach(fight: TumbasFight, one: Id, other: Id) -> bool:
    """Whether a board says that an opponent is not beside a combatant; without one the game master judges it."""
    foes = fight.combatants[one].side != fight.combatants[other].side
    return foes and both_placed(fight, one, other) and not adjacent(fight, one, other)


def neighbours(fight: TumbasFight, who: Id) -> tuple[Id, ...]:
    """The combatants that are on their feet and engaged with this one, in order (TUMS-CMB-04)."""
    return tuple(other for other in fight.order if adjacent(fight, who, other) and fight.body(other).able)


def seen_neighbours(fight: TumbasFight, who: Id, viewer: Viewer) -> tuple[Id, ...]:
    """The neighbours that a viewer may know of: players are not told that a hidden combatant stands beside them."""
    return tuple(other for other in neighbours(fight, who) if viewer.game_master or not fight.combatants[other].hidden)


def engage(fight: TumbasFight, one: Id, other: Id) -> TumbasFight:
    """Let two stand next to each other; where a board tells, it is left to it."""
    return fight if one == other or both_placed(fight, one, other) else relate(fight, ENGAGED, one, other, "adjacent")


def disengage(fight: TumbasFight, who: Id) -> TumbasFight:
    """Let a combatant stand next to nobody, as far as no board tells."""
    for other in fight.order:
        if adjacent(fight, who, other) and not both_placed(fight, who, other):
            fight = relate(fight, ENGAGED, who, other, "apart")
    return fight


def in_cover(fight: TumbasFight, target: Id, attacker: Id) -> bool:
    """Whether a target stands in cover from an attacker (TUM-HOUSE-14)."""
    return related(fight, COVER, target, attacker) == "behind"


def far(fight: TumbasFight, target: Id, attacker: Id) -> bool:
    """Whether a target is at long range from an attacker (TUM-HOUSE-14)."""
    return related(fight, DISTANCE, target, attacker) == "long"


def target_notes(fight: TumbasFight, target: Id, attacker: Id) -> tuple[Fact, ...]:
    """What an attacker should know of where a target stands."""
    return told_of(fight, KINDS, target, attacker)


def nameable(fight: TumbasFight, actor: Id, viewer: Viewer, *, itself: bool = False) -> list[Id]:
    """The combatants that a viewer may name as targets: engaged foes first, then the other foes, the fallen last.

    itself: the actor may be named too.
    """
    return others_than(fight, actor, viewer, _stands, near=neighbours(fight, actor), itself=itself)


def worth_attacking(fight: TumbasFight, actor: Id, viewer: Viewer) -> tuple[Id, ...]:
    """The foes that a viewer may take for standing, the engaged ones first."""
    return standing_foes(fight, actor, viewer, _stands, nameable(fight, actor, viewer))


def _stands(body: Body) -> bool:
    return body.able


def _may_declare(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """Players declare where their own stand while rounds are counted; there is nowhere to stand outside."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")


RELATE: Action[Body, Round] = relate_action(KINDS, _may_declare)
