"""Actions about gear: drawing, putting away, dropping, picking up, reloading, using up.

Rules: D20C-ACT-06, D20C-MVA-04, D20C-AOT-02, D20C-AOT-04, D20C-DMG-06, D20H-HEAL-01, D20S-AUTO-01, D20S-GRAP-33,
D20S-GUN-01, D20S-GUN-07.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Fact, Notes, fact
from rules.core.fight import Command, Outcome
from rules.core.gear import Thing
from rules.core.inputs import Choice, Input, Option, options_of
from rules.core.people import here, used_on
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.d20.arms import UNARMED, Weapon
from rules.systems.d20.doing import check_spend, spend, whole_round
from rules.systems.d20.gear.carrying import (
    check_carried_ammunition,
    drawn_off,
    grasped,
    picked_up,
    reloaded,
    uses_left,
    with_drawn,
    with_gear,
)
from rules.systems.d20.healing import mend
from rules.systems.d20.opportunity import distracted, go_on_after
from rules.systems.d20.state import Body, D20Fight, Round, Spent, grapple_of
from rules.systems.d20.turns import check_turn

GEAR_VERBS = ("draw", "draw_off", "two_hands", "one_hand", "sheathe", "drop", "pick_up", "reload")

SWITCHES = ("set_automatic", "set_single")
"""Verbs of weapons that can fire by themselves; the owner switches it at will in its turn (D20S-AUTO-01)."""

DONE = {
    "draw": "gear.done_draw",
    "draw_off": "gear.done_draw_off",
    "two_hands": "gear.done_two_hands",
    "one_hand": "gear.done_one_hand",
    "sheathe": "gear.done_sheathe",
    "drop": "gear.done_drop",
    "pick_up": "gear.done_pick_up",
    "reload": "gear.done_reload",
    "set_automatic": "gear.done_set_automatic",
    "set_single": "gear.done_set_single",
}
"""How each verb is told."""

EMPTY = "empty"

COSTS: dict[str, Spent] = {
    "draw": Spent("move", "draw_weapon"),
    "draw_off": Spent("move", "draw_weapon"),
    "two_hands": Spent("free"),
    "one_hand": Spent("free"),
    "sheathe": Spent("move", "sheathe_weapon"),
    "drop": Spent("free", "drop_object"),
    "pick_up": Spent("move", "pick_up_object"),
    "set_automatic": Spent("free"),
    "set_single": Spent("free"),
}
"""What each takes of a turn; reloading goes by the weapon (D20C-AOT-02, D20C-AOT-03, D20C-AOT-04)."""


def named(weapon: Weapon) -> Option:
    """A weapon as an option."""
    return Option(weapon.key, fact("weapon.named", name=weapon.name))


def gear_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What to do with which weapon."""
    if actor is None or actor not in fight.combatants:
        return ()
    body = fight.body(actor)
    arms = (*body.weapons, *body.gained.values())
    options = tuple(named(one) for one in arms)
    open_verbs = (*GEAR_VERBS, *(SWITCHES if any(one.automatic for one in arms) else ()))
    verbs = options_of("gear", open_verbs)
    usual, key = _usual(body, arms)
    return (
        Choice(
            "verb",
            "input.gear",
            layout="grid",
            default=usual,
            options=verbs,
            fresh=True,
        ),
        Choice("weapon", "input.weapon", required=False, layout="grid", default=key, options=options, fresh=True),
    )


def _usual(body: Body, arms: Sequence[Weapon]) -> tuple[str, str | None]:
    """What is usually done with which weapon: an empty one is reloaded, else one is drawn, picked up, or put away."""
    if out_of_shots(body):
        return "reload", body.main
    usual = (
        (verb, one.key) for verb in ("draw", "draw_off", "pick_up", "sheathe") for one in arms if _fits(body, one, verb)
    )
    return next(usual, ("draw", None))


def _fits(body: Body, weapon: Weapon, verb: str) -> bool:
    try:
        _done(body, weapon, verb)
    except NotAllowed:
        return False
    return True


def out_of_shots(body: Body) -> bool:
    """Whether the weapon in hand is one that is loaded, and is empty."""
    return body.loaded(body.main) == 0


def gear_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """The actor must be able to act, and own a weapon."""
    actor = check_turn(fight, command, viewer)
    body = fight.body(actor)
    if not (body.weapons or body.gained):
        raise NotAllowed("d20.gear.nothing")


def cost(weapon: Weapon, verb: str) -> Spent:
    """What something takes of a turn; a magazine is a move action, round by round a whole round (D20C-AOT-02, -03)."""
    if verb != "reload":
        return COSTS[verb]
    if weapon.reload == "box":
        return Spent("move", "reload_box_magazine_or_speed_loader")
    if weapon.reload == "internal":
        return Spent("full_round", "reload_internal_magazine")
    raise NotAllowed("d20.gear.no_magazine", field="weapon")


def gear_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Do it: what takes attention in the reach of a foe provokes (D20C-AOO-07)."""
    actor, verb, notes = here(fight, command), command.inputs["verb"], Notes()
    body = fight.body(actor)
    key = command.inputs["weapon"] or body.main
    if not any(one.key == key for one in (*body.weapons, *body.gained.values())):
        raise UnknownValue("d20.weapon.gone", field="weapon")
    weapon = body.weapon(key)
    _done(body, weapon, verb)
    if verb == "reload":
        check_carried_ammunition(fight.combatants[actor].gear, weapon)
    if grapple_of(fight, actor) is not None and verb.startswith("draw") and not weapon.light:
        raise NotAllowed("d20.gear.light_only", field="weapon")
    spent = cost(weapon, verb)
    wrestling = grapple_of(fight, actor) is not None
    fight = spend(fight, actor, whole_round(fight, actor, spent.action) if spent.part == "full_round" else spent)
    if spent.action:
        fight = yield from distracted(fight, actor, notes, rules=("D20C-AOO-07", "D20C-AOT-02"), action=spent.action)
        if not go_on_after(fight, actor, notes, wrestling=wrestling):
            return Outcome(fight, notes.so_far)
    try:
        after = _done(fight.body(actor), weapon, verb)
    except NotAllowed:
        # it was knocked out of the hand meanwhile (D20S-DIS-05)
        notes.tell("act.interrupted", who=actor, rules=("D20C-AOO-08", "D20S-DIS-05"))
        return Outcome(fight, notes.so_far)
    rules = ("D20S-AUTO-01", "D20S-GUN-07") if verb in SWITCHES else ("D20C-MVA-04", "D20C-ACT-06")
    notes.tell(DONE[verb], who=actor, weapon=weapon.name, rules=rules)
    if verb == "reload":
        return Outcome(reloaded(fight, actor, weapon, notes), notes.so_far)
    lies = verb == "pick_up" and fight.body(actor).arm(key).place != "ground"
    fight = fight.with_body(actor, after)
    return Outcome(picked_up(fight, actor, weapon) if lies else fight, notes.so_far)


def _done(body: Body, weapon: Weapon, verb: str) -> Body:
    key, state = weapon.key, body.arm(weapon.key)
    held = key in (body.main, body.off)
    if verb == "pick_up":
        if state.place != "ground" and state.lying <= 0:
            raise NotAllowed("d20.gear.not_on_ground", field="weapon")
        if held:
            # another piece of the same is in hand: it goes with that
            return body
        return grasped(body.with_arm(key, replace(state, place="worn")), weapon)
    if not body.has(key):
        raise NotAllowed("d20.gear.not_there", field="weapon")
    if verb == "reload":
        if not weapon.capacity or not state.spent:
            raise NotAllowed("d20.gear.full", field="weapon")
        return body
    if verb in ("draw", "draw_off"):
        if held:
            raise NotAllowed("d20.gear.in_hand", field="weapon")
        return with_drawn(body, weapon) if verb == "draw" else drawn_off(body, weapon)
    if not held:
        raise NotAllowed("d20.gear.not_in_hand", field="weapon")
    if verb in SWITCHES:
        return _switched(body, weapon, automatic=verb == "set_automatic")
    if verb == "two_hands":
        if body.off and body.off != key:
            raise NotAllowed("d20.gear.hands_full", field="weapon")
        return replace(body, main=key, off="", both=True)
    if verb == "one_hand":
        if weapon.two_handed:
            raise NotAllowed("d20.gear.hands_full", field="weapon")
        return replace(body, both=False)
    freed = replace(body, main=UNARMED, both=False) if body.main == key else replace(body, off="")
    if verb == "drop":
        return freed.with_arm(key, replace(state, place="ground"))
    return freed


def _switched(body: Body, weapon: Weapon, *, automatic: bool) -> Body:
    """A weapon set to fire by itself or shot by shot; raises NotAllowed for a setting that it lacks or has already."""
    if not weapon.automatic:
        raise NotAllowed("d20.firearm.not_automatic", field="weapon")
    if not automatic and not weapon.single_shots:
        raise NotAllowed("d20.firearm.only_automatic", field="weapon")
    if body.automatic(weapon.key) == automatic:
        raise NotAllowed("d20.gear.set_already", field="weapon")
    return body.with_arm(weapon.key, replace(body.arm(weapon.key), autofire=automatic))


def gear_says(fight: D20Fight, command: Command) -> Fact | None:
    """What is done with which weapon."""
    body = fight.body(here(fight, command))
    key = command.inputs["weapon"] or body.main
    arms = {one.key: one for one in (*body.weapons, *body.gained.values())}
    return fact(f"gear_says.{command.inputs['verb']}", name=arms[key].name) if key in arms else None


GEAR: Action[Body, Round] = Action(
    "gear", gear_resolve, gear_inputs, gear_check, says=gear_says, icon="key-round", of_the_turn=True, needs_actor=True
)

USE = Spent("move", "use_equipment")


def consumables(fight: D20Fight, who: Id | None) -> tuple[Thing, ...]:
    """The consumable things of a combatant."""
    return () if who is None or who not in fight.combatants else fight.combatants[who].gear.of("consumable")


def consume_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What is used, with the uses left, and its target."""
    found = consumables(fight, actor)
    if actor is None or not found:
        return ()
    options = tuple(map(_option, found))
    return (
        Choice("thing", "input.consumable", layout="grid", default=found[0].id, options=options),
        used_on(fight, actor, viewer, lambda body: body.alive),
    )


def consume_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """The actor must have something to use, and time for it."""
    actor = check_turn(fight, command, viewer)
    if not consumables(fight, actor):
        raise NotAllowed("core.nothing_to_use")
    check_spend(fight, actor, USE)


def consume_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Spend a charge; what it gives back comes at once."""
    yield from ()
    actor, notes = here(fight, command), Notes()
    wanted = command.inputs["thing"]
    thing = next((one for one in consumables(fight, actor) if one.id == wanted), None)
    if thing is None:
        raise NotAllowed("core.nothing_to_use", field="thing")
    target: Id = command.inputs["target"]
    fight = spend(fight, actor, USE)
    gear = fight.combatants[actor].gear.use_charge(thing.id, int(thing.values["charges"]))
    fight = with_gear(fight, actor, gear)
    if target == actor:
        notes.tell("gear.used", who=actor, target=target, thing=thing.name, rules=("D20C-MVA-04",))
    else:
        notes.tell("gear.used_on", who=actor, target=target, thing=thing.name, rules=("D20C-MVA-04",))
    restores = int(thing.values["restores"])
    if restores:
        fight = mend(fight, target, restores, notes)
    return Outcome(fight, notes.so_far)


def _option(thing: Thing) -> Option:
    uses = Fact("note.uses", value=uses_left(thing))
    return Option(thing.id, fact("weapon.named", name=thing.name), notes=(uses,))


CONSUME: Action[Body, Round] = Action(
    "consume", consume_resolve, consume_inputs, consume_check, icon="heart-pulse", of_the_turn=True, needs_actor=True
)
