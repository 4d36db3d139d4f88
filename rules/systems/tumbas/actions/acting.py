"""Who acts, when, and whom they may name: what the actions of people share (TUMS-CMB-02 to -07, TUM-HOUSE-12, -20)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Ref
from rules.core.fight import Command
from rules.core.inputs import Combatants, Option
from rules.core.types import Id, Json
from rules.systems.tumbas.state import TumbasFight
from rules.systems.tumbas.turns import group_left


def others_than(fight: TumbasFight, actor: Id, viewer: Viewer, *, itself: bool = False) -> list[Id]:
    """The combatants that this viewer may name, those of other sides first and of these the ones that stand."""
    side = fight.combatants[actor].side

    def fallen(who: Id) -> bool:
        one = fight.combatants[who]
        known = viewer.game_master or who in viewer.controls or one.shows != "nothing"
        return known and not one.body.able

    found = [
        who
        for who in fight.order
        if (itself or who != actor) and (viewer.game_master or not fight.combatants[who].hidden)
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


def here(fight: TumbasFight, command: Command) -> Id:
    """The actor of a command, who is in the fight; raises NotAllowed otherwise."""
    if command.actor is None or command.actor not in fight.combatants:
        raise NotAllowed("core.combatant.gone", field="actor")
    return command.actor


def check_turn(fight: TumbasFight, command: Command, viewer: Viewer, *whats: str) -> None:
    """Refuse whoever is down, and players who act before their moment or otherwise than they declared.

    The game master may let anybody act at any time; in the free scene everybody may. (TUMS-CMB-02 to -07, TUM-HOUSE-20)
    """
    actor = here(fight, command)
    if not fight.combatants[actor].body.able:
        raise NotAllowed("tumbas.cannot_act")
    if not fight.ordered:
        return
    if not fight.round.number:
        raise NotAllowed("tumbas.not_begun")
    if viewer.game_master:
        return
    if fight.round.stage == "declaration":
        raise NotAllowed("tumbas.declare.first")
    if actor not in group_left(fight):
        raise NotAllowed("tumbas.not_your_moment")
    if what_now(fight, actor) not in whats:
        raise NotAllowed("tumbas.other_declared")


def what_now(fight: TumbasFight, who: Id) -> str:
    """What somebody does now by their declaration; whoever has charged attacks in the melee phase (TUM-HOUSE-12)."""
    declared = fight.round.declared.get(who)
    what = declared.what if declared else "test"
    return "attack" if what == "charge" and fight.round.stage == "melee" else what


def declared_target(fight: TumbasFight, who: Id) -> Id | None:
    """Against whom or for whom somebody has declared to act."""
    declared = fight.round.declared.get(who)
    return declared.target if declared else None


def person_of(fight: TumbasFight, command: Command) -> Id:
    """The actor of a command who carries things; creatures do not (TUM-HOUSE-27)."""
    actor = here(fight, command)
    if fight.combatants[actor].body.creature:
        raise NotAllowed("tumbas.gear.creature")
    return actor
