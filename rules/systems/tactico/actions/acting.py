"""Who acts, when, and whom they may name: what the actions of people share (TAC-TURN-03, TAC-TURN-04, TAC-DMG-09)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Ref
from rules.core.fight import Command
from rules.core.inputs import Combatants, Option
from rules.core.types import Id, Json
from rules.systems.tactico.state import Body, TacticoFight
from rules.systems.tactico.turns import planned, to_act


def others_than(fight: TacticoFight, actor: Id, viewer: Viewer, *, itself: bool = False) -> list[Id]:
    """The people that this viewer may name, those of other sides first and of these the ones that stand."""
    side = fight.combatants[actor].side

    def fallen(who: Id) -> bool:
        one = fight.combatants[who]
        known = viewer.game_master or who in viewer.controls or one.shows != "nothing"
        return known and not one.body.able

    found = [
        who
        for who in fight.order
        if (itself or who != actor)
        and (viewer.game_master or not fight.combatants[who].hidden)
        and fight.combatants[who].body.machine is None
    ]
    return sorted(found, key=lambda who: (fight.combatants[who].side == side, fallen(who)))


def people_input(
    who: Sequence[Id],
    *,
    name: str = "target",
    label: str = "input.target",
    default: Id | None = None,
    required: bool = True,
    several: bool = False,
    notes: Mapping[Id, tuple[Fact, ...]] | None = None,
) -> Combatants:
    """The choice of combatants; one is proposed where one must be chosen, whoever was declared before all others."""
    said = notes or {}
    options = tuple(
        Option(one, Fact("core.combatant", params={"who": Ref(one)}), notes=said.get(one, ())) for one in who
    )
    proposed: Json = default if default in who else who[0] if required and who and not several else None
    return Combatants(
        name,
        label,
        layout="five",
        options=options,
        default=proposed,
        required=required,
        several=several,
        fresh=several or default is not None,
    )


def here(fight: TacticoFight, command: Command) -> Id:
    """The actor of a command, a person in the fight; raises NotAllowed otherwise."""
    if command.actor is None or command.actor not in fight.combatants:
        raise NotAllowed("core.combatant.gone", field="actor")
    if fight.combatants[command.actor].body.machine is not None:
        raise NotAllowed("tactico.not_for_machines")
    return command.actor


def check_able(body: Body) -> None:
    """Refuse whoever can do nothing, with the reason (TAC-DMG-03, TAC-DMG-10, TAC-FAT-03)."""
    if body.health in ("dead", "unconscious"):
        raise NotAllowed(f"tactico.{body.health}")
    if body.tiredness == "exhausted":
        raise NotAllowed("tactico.exhausted")


def check_turn(fight: TacticoFight, command: Command, viewer: Viewer, *whats: str) -> Id:
    """Refuse whoever can do nothing, and players who act before their moment or otherwise than they declared.

    The game master may let anybody act at any time; in the free scene everybody may. (TAC-TURN-03, -04, TAC-DMG-09)
    """
    actor = here(fight, command)
    body = fight.combatants[actor].body
    check_able(body)
    # on the ground there is nothing but crawling and one's own wounds
    if "torso" in body.disabled and not {"crawl", "treat"}.intersection(whats):
        raise NotAllowed("tactico.plan.torso_disabled")
    if not fight.ordered:
        return actor
    if not fight.round.number:
        raise NotAllowed("tactico.not_begun")
    if viewer.game_master:
        return actor
    if fight.round.stage != "segments":
        raise NotAllowed("tactico.declare_first")
    if to_act(fight)[:1] != (actor,):
        raise NotAllowed("tactico.not_your_moment")
    if planned(fight, actor, fight.round.segment).what not in whats:
        raise NotAllowed("tactico.other_declared")
    return actor


def declared_target(fight: TacticoFight, who: Id) -> Id | None:
    """At or with whom somebody has declared to act in the segment at hand."""
    return planned(fight, who, fight.round.segment).target if fight.round.stage == "segments" else None


def check_target(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Refuse a player who acts at somebody else than was declared: that is a change of intention (TAC-INT-01)."""
    actor, target = command.actor, command.inputs.get("target")
    if viewer.game_master or not fight.ordered or actor is None or target is None:
        return
    declared = declared_target(fight, actor)
    if declared is not None and declared in fight.combatants and target != declared:
        raise NotAllowed("tactico.other_target", field="target")
