"""Who acts, when, and at which target: what the actions of people share (TAC-TURN-03, TAC-TURN-04, TAC-DMG-09)."""

from __future__ import annotations

from rules.core import people
from rules.core.audience import Viewer
from rules.core.board.walking import cells_between
from rules.core.errors import NotAllowed
from rules.core.fight import Command
from rules.core.types import Id
from rules.systems.tactico.initiative import planned, to_act
from rules.systems.tactico.melee import opponents
from rules.systems.tactico.settings import setting
from rules.systems.tactico.squares import SQUARES
from rules.systems.tactico.state import Body, TacticoFight


def person(fight: TacticoFight, actor: Id | None) -> Id | None:
    """The actor of a form, where it is one of the people in the fight."""
    if actor is None or actor not in fight.combatants:
        return None
    return actor if fight.body(actor).machine is None else None


def here(fight: TacticoFight, command: Command) -> Id:
    """The actor of a command, one of the people in the fight; raises NotAllowed otherwise."""
    actor = people.here(fight, command)
    if fight.body(actor).machine is not None:
        raise NotAllowed("tactico.not_for_machines")
    return actor


def others_than(fight: TacticoFight, actor: Id, viewer: Viewer) -> list[Id]:
    """The people that this viewer may name: foes locked in melee with the actor, other foes, friends, the fallen."""
    others = people.others_than(fight, actor, viewer, _stands, near=opponents(fight, actor))
    return [who for who in others if fight.body(who).machine is None]


def worth_attacking(fight: TacticoFight, actor: Id, viewer: Viewer) -> tuple[Id, ...]:
    """The foes that this viewer may take for standing: locked in melee with the actor, then by metres on a board."""
    foes = people.standing_foes(fight, actor, viewer, _stands, others_than(fight, actor, viewer))
    near = opponents(fight, actor)

    def away(who: Id) -> tuple[bool, bool, int]:
        metres = cells_between(fight, SQUARES, actor, who)
        return who not in near, metres is None, metres or 0

    return tuple(sorted(foes, key=away)) if fight.board is not None else foes


def _stands(body: Body) -> bool:
    return body.able


def check_able(body: Body) -> None:
    """Refuse a body that can do nothing, with the reason (TAC-DMG-03, TAC-DMG-10, TAC-FAT-03)."""
    if body.health == "dead":
        raise NotAllowed("tactico.dead")
    if body.health == "unconscious":
        raise NotAllowed("tactico.unconscious")
    if body.tiredness == "exhausted":
        raise NotAllowed("tactico.exhausted")


def check_turn(fight: TacticoFight, command: Command, viewer: Viewer, *whats: str) -> Id:
    """Refuse an actor who can do nothing, and a player who acts out of turn or not as declared; return the actor.

    The game master may let anybody act at any time; in the free scene everybody may. (TAC-TURN-03, -04, TAC-DMG-09)
    """
    actor = here(fight, command)
    body = fight.body(actor)
    check_able(body)
    # on the ground there is nothing but crawling and one's own wounds
    if "torso" in body.disabled and not {"crawl", "treat"}.intersection(whats):
        raise NotAllowed("tactico.plan.torso_disabled")
    if not fight.ordered:
        return actor
    if not fight.round.number:
        raise NotAllowed("core.not_begun")
    if viewer.game_master:
        return actor
    if fight.round.stage != "segments":
        raise NotAllowed("tactico.declare_first")
    if to_act(fight)[:1] != (actor,):
        raise NotAllowed("core.not_your_turn")
    if planned(fight, actor, fight.round.segment).what not in whats:
        raise NotAllowed("tactico.other_declared")
    return actor


def declared_target(fight: TacticoFight, who: Id) -> Id | None:
    """The target that a combatant has declared for the segment at hand."""
    return planned(fight, who, fight.round.segment).target if fight.round.stage == "segments" else None


def check_target(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Refuse a player who acts at another target than declared: that is a change of intention (TAC-INT-01)."""
    if not viewer.game_master and fight.ordered and aims_elsewhere(fight, command):
        raise NotAllowed("tactico.other_target", field="target")


def aims_elsewhere(fight: TacticoFight, command: Command) -> bool:
    """Whether an act has another target than declared, as far as players may know of it (TAC-INT-01)."""
    actor, target = command.actor, command.inputs.get("target")
    if actor is None or target is None or not setting(fight.house, "target_binds"):
        return False
    declared = declared_target(fight, actor)
    if declared is None or declared not in fight.combatants or fight.combatants[declared].hidden:
        return False
    return bool(target != declared)
