"""Taking hold of somebody, and joining those who wrestle already (D20S-GRAP-01 to -15, D20S-GRAP-36 to -38)."""

from __future__ import annotations

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Flag, Input
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.d20.actions.acting import here
from rules.systems.d20.actions.blows import others_input
from rules.systems.d20.actions.effort import strain
from rules.systems.d20.actions.harm import hurt
from rules.systems.d20.actions.opportunity import go_on_after
from rules.systems.d20.actions.shelter import told_concealment
from rules.systems.d20.actions.special.common import (
    against,
    attack_spent,
    check_attack,
    contest,
    draws,
    in_reach,
    target_input,
    tell_contest,
    tries,
)
from rules.systems.d20.actions.special.holds import bonds_of, unarmed_blow, with_bonds, wrestler
from rules.systems.d20.phases import Round
from rules.systems.d20.situation import beside
from rules.systems.d20.special.grapple import grapple_load
from rules.systems.d20.special.grapple_bonds import begun
from rules.systems.d20.special.grapple_start import grapple_start
from rules.systems.d20.state import Body, D20Fight, grapple_of

STARTING = ("D20S-GRAP-02", "D20S-GRAP-05", "D20S-GRAP-08", "D20S-GRAP-11", "D20S-GRAP-12", "D20S-GRAP-13")
MOVING_IN = ("D20S-GRAP-14", "D20S-GRAP-15")
JOINING = ("D20S-GRAP-36", "D20S-GRAP-37", "D20S-GRAP-38")


def lethal_input() -> Flag:
    """Whether the damage is meant to be lethal (D20S-HOUSE-16)."""
    return Flag("lethal", "input.grapple_lethal", note=Fact("note.grapple_lethal", rules=("D20S-HOUSE-16",)))


def inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whom, only with the hands or to hold, and whether there is room to move in."""
    if actor is None or actor not in fight.combatants:
        return ()
    return (
        target_input(fight, actor, viewer),
        Flag("grab_only", "input.grab_only", note=Fact("note.grab_only", rules=("D20S-GRAP-03",)), fresh=True),
        Flag("enters", "input.enters", default=True, note=Fact("note.enters", rules=MOVING_IN), fresh=True),
        lethal_input(),
        others_input(),
    )


def check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """An attack must be left, and whoever wrestles already does other things."""
    actor = here(fight, command)
    if grapple_of(fight, actor) is not None:
        raise NotAllowed("d20.grapple.in_one")
    check_attack(fight, command, viewer)


def resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """The target strikes first; grab, hold, move in (D20S-GRAP-08 to -15); into a grapple nobody resists the grab."""
    actor, values, notes = here(fight, command), command.inputs, Notes()
    target = in_reach(fight, actor, command)
    joining = grapple_of(fight, target) is not None
    check_room(fight, actor, target)
    fight, base = attack_spent(fight, actor, "grapple")
    tries(actor, target, "join_grapple" if joining else "grapple", notes, JOINING if joining else STARTING[:1])
    hurt_first = False
    if not joining:
        fight, hurt_first = yield from draws(fight, actor, target, "grapple_start", notes)
        if not go_on_after(fight, actor, notes):
            return Outcome(fight, notes.so_far)
    lethal = bool(values["lethal"])
    sides = against(fight, actor, target, base, values["others"], touch=True)
    hidden = None if joining or hurt_first else told_concealment(fight, actor, target, notes)
    rule = grapple_start(
        wrestler(fight, actor, base, lethal=lethal),
        wrestler(fight, target),
        unarmed_blow(fight, actor),
        touch_attack_bonus=sides.bonus,
        touch_defense=sides.defense,
        opportunity_damage=int(hurt_first),
        joining=joining,
        grab_only=bool(values["grab_only"]),
        can_enter_square=bool(values["enters"]),
        hidden=hidden,
    )
    found = yield from contest(fight, rule, actor, target, notes, "hold")
    if found.concealed:
        notes.add(Fact("concealment.missed", params={"who": Ref(actor)}, rules=("D20C-CON-04",)))
    if found.check is not None:
        tell_contest(fight, actor, target, found.check, notes, STARTING)
    params: dict[str, Param] = {"who": Ref(actor), "target": Ref(target)}
    notes.add(Fact(f"grapple.{found.result}", params=params, rules=(*STARTING, *MOVING_IN)))
    if found.damage:
        fight = yield from squeezed(fight, actor, target, found.damage, notes, "hold:", lethal=lethal)
    if found.result == "grappling":
        fight = yield from _moved_in(fight, actor, target, notes)
    fight = yield from strain(fight, actor, notes)
    return Outcome(fight, notes.so_far)


def check_room(fight: D20Fight, actor: Id, target: Id) -> None:
    """Refuse more than four around one (D20S-GRAP-38, D20S-HOUSE-11)."""
    held = grapple_of(fight, target)
    already = () if held is None else held.opponents(target)
    sizes = [fight.combatants[who].body.size for who in (*already, actor)]
    if already and not grapple_load(fight.combatants[target].body.size, sizes).allowed:
        raise NotAllowed("d20.grapple.no_room", field="target")


def squeezed(
    fight: D20Fight, actor: Id, target: Id, damage: int, notes: Notes, key: str, *, lethal: bool
) -> Steps[D20Fight]:
    """Damage of bare hands in a grapple (D20S-GRAP-12, D20S-GRAP-21, D20S-HOUSE-16)."""
    rules = ("D20S-GRAP-12", "D20S-GRAP-21")
    params: dict[str, Param] = {"who": Ref(actor), "target": Ref(target)}
    notes.add(Fact("attack.damage", damage, params, rules, controllers_of(actor)))
    return (
        yield from hurt(
            fight, target, damage, notes, by=actor, key=f"{key}{target}", nonlethal=not lethal, rules=rules
        )
    )  # fmt: skip


def _moved_in(fight: D20Fight, actor: Id, target: Id, notes: Notes) -> Steps[D20Fight]:
    """Into the other's square, past those who threaten it; who falls on the way holds nobody (D20S-GRAP-14)."""
    if not fight.combatants[target].body.alive:
        return fight
    fight, _ = yield from draws(fight, actor, target, "grapple_enter_space", notes, key="enter:")
    if not go_on_after(fight, actor, notes):
        return fight
    return beside(with_bonds(fight, begun(bonds_of(fight), actor, target)), actor, target)


GRAPPLE: Action[Body, Round] = Action(
    "grapple", resolve, inputs, check, icon="link", of_the_turn=True, needs_actor=True
)
