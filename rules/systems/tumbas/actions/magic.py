"""Casting: harm, healing and anything else that is agreed (TUM-HOUSE-26, TUM-HOUSE-32, TUM-HOUSE-33, TUMS-MAG-01)."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Number, Option, Text
from rules.core.requests import Steps, choose, roll
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tumbas.actions.acting import check_turn, declared_target, here, others_than, people_input
from rules.systems.tumbas.actions.aftermath import advantages, tell_fumble
from rules.systems.tumbas.actions.attack import exposure, opportunities
from rules.systems.tumbas.actions.harm import mend
from rules.systems.tumbas.actions.shoot import hindrance_inputs, hindrances, shot
from rules.systems.tumbas.actions.testing import Try, cause, dice_inputs, given_causes, make_test, spent, tell_result
from rules.systems.tumbas.attacks import DAMAGE_PER_PLUS
from rules.systems.tumbas.attributes import Attribute
from rules.systems.tumbas.house import CASTING, GRADES, MAGIC, CharacterClass, Grade, magic
from rules.systems.tumbas.sheet import options_of
from rules.systems.tumbas.state import Body, Round, TumbasFight
from rules.systems.tumbas.turns import acted

KINDS = ("other", "harm", "healing")


def casting_attribute(body: Body) -> Attribute | None:
    """The attribute somebody casts with, None for those who cannot (TUM-HOUSE-26)."""
    return CASTING.get(cast(CharacterClass, body.character_class))


def inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What it does and to whom, of which grade, and the dice of the moment."""
    if actor is None or actor not in fight.combatants:
        return ()
    body = fight.combatants[actor].body
    grades = tuple(
        Option(grade, Fact(f"grade.{grade}"), notes=(Fact("note.die", value=MAGIC[grade].effect_die),))
        for grade in GRADES
    )
    people = others_than(fight, actor, viewer, itself=True)
    return (
        Text("what", "input.effect", fresh=True, length=160),
        Choice("kind", "input.magic_kind", default="other", layout="segments", options=options_of("magic_kind", KINDS)),
        Choice("grade", "input.grade", default="minor", options=grades),
        people_input(people, default=declared_target(fight, actor), required=False),
        *hindrance_inputs(),
        *dice_inputs(body),
    )


def check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """Only wizards and priests cast (TUM-HOUSE-26)."""
    check_turn(fight, command, viewer, "cast")
    if casting_attribute(fight.combatants[here(fight, command)].body) is None:
        raise NotAllowed("tumbas.cast.cannot")
    kind, target = command.inputs.get("kind"), command.inputs.get("target")
    if kind in ("harm", "healing") and not target:
        raise NotAllowed("tumbas.cast.no_target", field="target")
    if kind == "healing" and target is not None and target in fight.combatants:
        _check_patient(fight.combatants[target].body)


def _check_patient(body: Body) -> None:
    """Refuse to heal by magic twice a day, or somebody dead (TUM-HOUSE-20, TUM-HOUSE-33)."""
    if body.healed:
        raise NotAllowed("tumbas.cast.healed_today", field="target")
    if body.health == "dead":
        raise NotAllowed("tumbas.heal.dead", field="target")


def resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """The game master agrees to the effect, then the test is rolled with the dice of its grade (TUM-HOUSE-26)."""
    actor = here(fight, command)
    body = fight.combatants[actor].body
    attribute = casting_attribute(body)
    if attribute is None:
        raise NotAllowed("tumbas.cast.cannot")
    notes = Notes()
    fight = yield from opportunities(fight, actor, command.id, notes)
    if not fight.combatants[actor].body.able:
        return Outcome(acted(fight, actor), notes.so_far)
    grade = cast(Grade, command.inputs["grade"])
    params: dict[str, Param] = {
        "who": Ref(actor),
        "what": command.inputs["what"],
        "grade": Word(f"grade.{grade}"),
    }
    notes.add(Fact("magic.cast", params=params, rules=("TUM-HOUSE-26", "TUMS-MAG-01")))
    agreed = yield from choose(
        "agreed",
        None,
        Flag("agreed", "input.agreed", default=True),
        so_far=notes.so_far,
        default={"agreed": True},
        label="ask.agreed",
    )
    if not agreed["agreed"]:
        notes.add(Fact("magic.refused", params={"who": Ref(actor)}, rules=("TUM-HOUSE-26",)))
        return Outcome(fight, notes.so_far)
    fight = yield from _cast(fight, actor, attribute, grade, command, notes)
    return Outcome(acted(fight, actor), notes.so_far)


def _cast(
    fight: TumbasFight, actor: Id, attribute: Attribute, grade: Grade, command: Command, notes: Notes
) -> Steps[TumbasFight]:
    kind, target = command.inputs["kind"], command.inputs["target"]
    if target is not None and target not in fight.combatants:
        raise UnknownValue("core.combatant.gone", field="target")
    row = magic(grade)
    body = fight.combatants[actor].body
    hard = (cause("grade", -row.punishment_dice, "TUM-HOUSE-26", grade=Word(f"grade.{grade}")),)
    causes = (*given_causes(body, command.inputs, attribute), *(hard if row.punishment_dice else ()))
    if kind == "harm":
        causes = (*causes, *hindrances(fight, actor, target, command.inputs), *exposure(fight, target))
        test = Try(actor, attribute, causes)
        return (yield from shot(fight, test, target, row.effect_die, command, notes, magic=True))
    test = Try(actor, attribute, causes)
    result = yield from make_test(fight, test, "cast", notes, label="dice.magic")
    fight = spent(fight, actor, command.inputs)
    tell_result(test, result, notes)
    if result.fumble:
        notes.add(Fact("magic.turned", params={"who": Ref(actor)}, rules=("TUM-HOUSE-26",)))
        yield from tell_fumble(actor, notes)
    elif result.success and kind == "healing":
        fight = yield from _heal(fight, actor, target, row.effect_die, result.pluses, notes)
    elif result.success:
        yield from advantages(actor, result.pluses, notes)
    return fight


def _heal(fight: TumbasFight, actor: Id, target: Id, die: int, pluses: int, notes: Notes) -> Steps[TumbasFight]:
    """What the effect die and the pluses offer, as the game master grants it (TUM-HOUSE-33)."""
    (face,) = yield from roll("effect", actor, die, so_far=notes.so_far, label="dice.effect")
    offered = face + DAMAGE_PER_PLUS * pluses
    answer = yield from choose(
        "healing",
        None,
        Number("amount", "input.healing", default=offered, minimum=0, maximum=99, required=False),
        so_far=notes.so_far,
        audience=controllers_of(actor),
        default={"amount": offered},
        label="ask.healing",
    )
    granted: int = offered if answer["amount"] is None else answer["amount"]
    fight = mend(fight, target, granted, notes, rules=("TUM-HOUSE-33",))
    return fight.with_body(target, replace(fight.combatants[target].body, healed=True))


CAST: Action[Body, Round] = Action(
    "cast", resolve, inputs, check, icon="wand-sparkles", of_the_turn=True, needs_actor=True
)
