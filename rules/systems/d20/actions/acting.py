"""Who acts, when, and whom they may name: what the actions of people share (D20C-SEQ-08, D20H-COND-01)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.core.audience import TABLE, Audience, Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Ref
from rules.core.fight import Command
from rules.core.inputs import Combatants, Option
from rules.core.types import Id, Json
from rules.systems.d20.bearing import can_act
from rules.systems.d20.rounds import overloaded
from rules.systems.d20.state import D20Fight, in_rounds


def seen_by(fight: D20Fight, viewer: Viewer) -> list[Id]:
    """The combatants that this viewer may name, in order."""
    return [who for who in fight.order if viewer.game_master or not fight.combatants[who].hidden]


def others_than(fight: D20Fight, actor: Id, viewer: Viewer, *, itself: bool = False) -> list[Id]:
    """The combatants that this viewer may name: those of other sides first, and of these the ones that stand."""
    side = fight.combatants[actor].side

    def fallen(who: Id) -> bool:
        one = fight.combatants[who]
        known = viewer.game_master or who in viewer.controls or one.shows != "nothing"
        return known and not (one.body.awake or one.body.being == "object")

    found = [who for who in seen_by(fight, viewer) if itself or who != actor]
    return sorted(found, key=lambda who: (fight.combatants[who].side == side, fallen(who)))


def people_input(
    who: Sequence[Id],
    *,
    name: str = "target",
    label: str = "input.target",
    default: Id | None = None,
    required: bool = True,
    several: bool = False,
    fresh: bool = False,
    notes: Mapping[Id, tuple[Fact, ...]] | None = None,
) -> Combatants:
    """The choice of combatants; one is proposed where one must be chosen."""
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
        fresh=several or fresh,
    )


def here(fight: D20Fight, command: Command) -> Id:
    """The actor of a command, who is in the fight; raises NotAllowed otherwise."""
    if command.actor is None or command.actor not in fight.combatants:
        raise NotAllowed("core.combatant.gone", field="actor")
    return command.actor


def check_able(fight: D20Fight, command: Command) -> Id:
    """Refuse whoever can do nothing at all, and objects (D20H-COND-01, D20H-LOAD-11)."""
    actor = here(fight, command)
    body = fight.combatants[actor].body
    if body.being == "object":
        raise NotAllowed("d20.object.acts")
    if overloaded(body):
        raise NotAllowed("d20.load.overloaded")
    if not can_act(fight, actor):
        raise NotAllowed("d20.turn.cannot_act")
    return actor


def check_turn(fight: D20Fight, command: Command, viewer: Viewer) -> Id:
    """Refuse whoever cannot act, and players who act outside their turn; returns who acts.

    The game master may let anybody act at any time; in the free scene everybody may.
    """
    actor = check_able(fight, command)
    if not fight.ordered:
        return actor
    if not in_rounds(fight):
        raise NotAllowed("d20.round.not_begun")
    if not viewer.game_master and fight.round.acting != actor:
        raise NotAllowed("d20.turn.not_yours")
    return actor


def rolls_seen(fight: D20Fight, who: Id | None) -> Audience:
    """Who may see the dice of somebody: everybody those of a played one, else the game master and controllers."""
    if who is None or who not in fight.combatants:
        return controllers_of()
    return TABLE if fight.combatants[who].controllers else controllers_of(who)
