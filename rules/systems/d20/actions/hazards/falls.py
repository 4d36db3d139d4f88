"""Falling, and what falls on people (D20H-FALL-01 to -03, D20H-FOBJ-01 to -07)."""

from __future__ import annotations

from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Number
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.d20.actions.acting import check_turn, here
from rules.systems.d20.actions.harm import hurt
from rules.systems.d20.actions.hazards.common import check_somebody, chosen, creatures_input, one_of_these, options_of
from rules.systems.d20.bearing import effects_of, modifier, save_bonus, skill_bonus
from rules.systems.d20.doing import spend
from rules.systems.d20.hazards.fall import fall
from rules.systems.d20.hazards.falling_object import FREEING_METHODS, FreeingMethod, escape, impact
from rules.systems.d20.marks import Effect
from rules.systems.d20.passing.common import each, one, saved
from rules.systems.d20.phases import Round, Spent
from rules.systems.d20.sizes import SIZES, Size
from rules.systems.d20.state import Body, D20Fight, effects_named, with_effect, without_effects

UNDER = "pinned_under"
FALLS, OBJECTS = ("D20H-FALL-01", "D20H-FALL-02", "D20H-FALL-03"), ("D20H-FOBJ-01", "D20H-FOBJ-02", "D20H-FOBJ-04")
FREEING = ("D20H-FOBJ-06", "D20H-FOBJ-07")
BIG_FIRST = ("large", *(size for size in SIZES if size != "large"))
SHORTEST_FT, FARTHEST_FT = 5, 1000


def fall_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Who falls, how deep, and whether they try to tumble."""
    return (
        creatures_input(fight, viewer),
        Number("feet", "input.fall_feet", default=10, minimum=SHORTEST_FT, maximum=FARTHEST_FT, required=False),
        Flag("tumble", "input.tumble", note=Fact("note.tumble", rules=("D20H-FALL-03",))),
    )


def fall_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """A save halves what each falls for (D20H-FALL-01 to -03)."""
    notes, people = Notes(), chosen(fight, command)
    feet = command.inputs["feet"] or 10
    for who in people:
        notes.add(Fact("fall.falls", feet, {"who": Ref(who), "feet": feet}, FALLS))
        climbs = effects_named(fight.combatants[who].body, "climbing")
        fight = without_effects(fight, who, *(effect.id for effect in climbs))
    found = yield from each(
        fight,
        people,
        lambda who: fall(
            feet,
            save_bonus(fight, who, "reflex"),
            skill_bonus(fight, who, "tumble") if command.inputs["tumble"] else None,
        ),
        notes,
        "fall",
    )
    for who, result in found.items():
        if result.tumble_success is not None:
            saved(who, "tumble", notes, success=result.tumble_success, rules=("D20H-FALL-03",))
        if result.save_success is not None:
            saved(who, "fall", notes, success=result.save_success, rules=("D20H-FALL-02",))
        fight = yield from hurt(fight, who, result.damage, notes, key=f"fall:{who}:blow", rules=("D20H-FALL-01",))
    return Outcome(fight, notes.so_far)


def object_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """On whom it falls, how big it is, from how high."""
    return (
        creatures_input(fight, viewer),
        one_of_these(
            "size", "input.object_size", "size", ("large", *(s for s in SIZES if s != "large")), layout="select"
        ),
        Number("feet", "input.fall_feet", default=10, minimum=0, maximum=FARTHEST_FT, required=False),
    )


def object_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """A save halves the damage; a bad one leaves people under what is much bigger (D20H-FOBJ-01 to -05)."""
    notes, people = Notes(), chosen(fight, command)
    size = cast(Size, command.inputs["size"] or "large")
    feet = command.inputs["feet"] or 0
    for who in people:
        notes.add(Fact("object.falls", params={"who": Ref(who), "size": Word(f"size.{size}")}, rules=OBJECTS))
    found = yield from each(
        fight,
        people,
        lambda who: impact(size, feet, fight.combatants[who].body.size, save_bonus(fight, who, "reflex")),
        notes,
        "object",
    )
    for who, result in found.items():
        if result.save_success is not None:
            saved(who, "impact", notes, success=result.save_success, rules=("D20H-FOBJ-04",))
        fight = yield from hurt(fight, who, result.damage, notes, key=f"object:{who}:blow", rules=OBJECTS)
        if result.pinned and fight.combatants[who].body.alive:
            fight = with_effect(fight, who, Effect(UNDER, "own", UNDER, variant=size))
            params: dict[str, Param] = {"who": Ref(who), "dc": result.strength_dc or 0}
            notes.add(Fact("object.pins", params=params, rules=("D20H-FOBJ-05",)))
    return Outcome(fight, notes.so_far)


def free_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """How somebody gets out from under an object, and what the game master makes of it."""
    methods = Choice(
        "method",
        "input.method",
        required=False,
        default=FREEING_METHODS[0],
        layout="segments",
        options=options_of("freeing", FREEING_METHODS),
    )
    shift = Number("dc_modifier", "input.dc_modifier", default=0, minimum=-20, maximum=20, required=False, fresh=True)
    return (methods, shift) if viewer.game_master else (methods,)


def free_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Somebody who lies under something, in their turn."""
    if not effects_named(fight.combatants[here(fight, command)].body, UNDER):
        raise NotAllowed("d20.hazard.not_under")
    check_turn(fight, command, viewer)


def free_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Push it off or wriggle out (D20H-FOBJ-06, D20H-FOBJ-07)."""
    actor, notes = here(fight, command), Notes()
    (effect, *_) = effects_named(fight.combatants[actor].body, UNDER)
    method = cast(FreeingMethod, command.inputs["method"] or FREEING_METHODS[0])
    fight = spend(fight, actor, Spent("attack", "use_skill_attack_action"))
    body = fight.combatants[actor].body
    bonus = (
        skill_bonus(fight, actor, "escape_artist")
        if method == "escape_artist"
        else modifier(body, "strength", effects_of(fight, actor))
    )
    shift = command.inputs.get("dc_modifier") or 0
    notes.add(Fact("object.struggles", params={"who": Ref(actor)}, rules=FREEING))
    found = yield from one(fight, actor, escape(cast(Size, effect.variant), method, bonus, shift), notes, "free")
    saved(actor, "object_free", notes, success=found.success, rules=FREEING)
    return Outcome(without_effects(fight, actor, effect.id) if found.success else fight, notes.so_far)


FALL: Action[Body, Round] = Action(
    "fall", fall_resolve, fall_inputs, check_somebody, icon="arrow-down", for_game_master=True
)
FALLING_OBJECT: Action[Body, Round] = Action(
    "falling_object", object_resolve, object_inputs, check_somebody, icon="weight", for_game_master=True
)
GET_FREE: Action[Body, Round] = Action(
    "get_free", free_resolve, free_inputs, free_check, icon="x", of_the_turn=True, needs_actor=True
)
