"""Casting: harm, healing and anything else that is agreed (TUM-HOUSE-26, TUM-HOUSE-32, TUM-HOUSE-33, TUMS-MAG-01)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast as typed

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import Missing, NotAllowed, UnknownValue
from rules.core.facts import Explanation, Fact, Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Number, Option, Text, options_of
from rules.core.people import here
from rules.core.requests import Steps, choose
from rules.core.system import Action
from rules.core.terms import thrown
from rules.core.throws import Asking, Decision, Known, Throws, asked, decide, known, throw_one
from rules.core.types import Id
from rules.systems.tumbas.attack import (
    DAMAGE_PER_PLUS,
    Hit,
    damage_per_plus,
    damage_terms,
    exposure,
    opportunities,
    roll_damage,
)
from rules.systems.tumbas.attributes import Attribute
from rules.systems.tumbas.dice import AttributeTest, Trial, cause, roll_test
from rules.systems.tumbas.harm import inflict
from rules.systems.tumbas.healing import mend
from rules.systems.tumbas.house import CLASSES, GRADES
from rules.systems.tumbas.shooting import attack_from_afar, hindrance_inputs, hindrances_of
from rules.systems.tumbas.situation import nameable
from rules.systems.tumbas.state import Body, Round, TumbasFight
from rules.systems.tumbas.trials import (
    advantages,
    asking,
    dice_inputs,
    given_causes,
    needs_ten,
    odds_of,
    spent,
    tell_fumble,
    tell_pool,
    tell_result,
    tell_total,
    trial_of,
)
from rules.systems.tumbas.turns import acted, check_moment, target_input

KINDS = ("other", "harm", "healing")
"""What magic does; harmful magic is resolved like a ranged attack (TUM-HOUSE-32)."""


@dataclass(frozen=True, slots=True)
class Cast:
    """What magic other than harmful came to; `healing`: the hit points granted."""

    test: AttributeTest
    healing: int = 0


def grade_causes(grade: str) -> Explanation:
    """The penalty dice of a grade of magic (TUM-HOUSE-26)."""
    dice = GRADES[grade].punishment_dice
    return (cause("grade", -dice, "TUM-HOUSE-26", grade=Word(f"grade.{grade}")),) if dice else ()


def cast_magic(one: Trial, healing_die: int | None, per_plus: int = DAMAGE_PER_PLUS) -> Throws[Cast]:
    """Cast: a test, known before anything else; healing then offers the effect die and more for each plus.

    healing_die: the effect die of magic that heals. The choice "healing" is how many of the hit points offered the
    game master grants, by default all of them. (TUM-HOUSE-26, TUM-HOUSE-33)
    """
    test = yield from roll_test(one, "magic")
    yield from known("cast", test)
    if not test.success or healing_die is None:
        return Cast(test)
    face = yield from throw_one("effect", healing_die, one.who)
    yield from known("effect", face)
    offered = face + per_plus * test.pluses
    return Cast(test, (yield from decide("healing", default=offered)))


# In a fight


def casting_attribute(body: Body) -> Attribute | None:
    """The attribute that a combatant casts with, None for those who cannot (TUM-HOUSE-26)."""
    own = CLASSES.get(body.character_class)
    return own.casts_with if own else None


def _cast_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The effect, its kind and grade, the target, and the dice of the moment; what was declared is proposed."""
    if actor is None or actor not in fight.combatants:
        return ()
    grades = tuple(
        Option(
            grade,
            Fact(f"grade.{grade}"),
            notes=(
                Fact("note.die", value=row.effect_die),
                *((fact("note.grade_dice", dice=row.punishment_dice),) if row.punishment_dice else ()),
            ),
        )
        for grade, row in GRADES.items()
    )
    declared = fight.round.declared.get(actor)
    words = declared.words if declared and declared.what == "cast" else ""
    target = declared.target if declared else None
    return (
        Text("what", "input.effect", required=False, default=words or None, fresh=bool(words), length=160),
        Choice(
            "kind",
            "input.magic_kind",
            default=_usual_kind(fight, actor, target),
            layout="segments",
            options=options_of("magic_kind", KINDS),
            fresh=target is not None,
        ),
        Choice("grade", "input.grade", default="minor", options=grades),
        target_input(fight, actor, nameable(fight, actor, viewer, itself=True), required=False),
        *hindrance_inputs(),
        *dice_inputs(fight.body(actor)),
    )


def _usual_kind(fight: TumbasFight, actor: Id, target: Id | None) -> str:
    """The kind that is proposed: harm to a foe that was declared, healing to a friend, else some other effect."""
    if target is None or target not in fight.combatants:
        return "other"
    return "healing" if fight.combatants[target].side == fight.combatants[actor].side else "harm"


def _cast_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """Only wizards and priests cast; what is neither harm nor healing has to be said (TUM-HOUSE-26)."""
    check_moment(fight, command, viewer, "cast")
    if casting_attribute(fight.body(here(fight, command))) is None:
        raise NotAllowed("tumbas.cast.cannot")
    kind, target = command.inputs.get("kind"), command.inputs.get("target")
    if kind == "other" and not command.inputs.get("what"):
        raise Missing("core.input.missing", field="what")
    if kind in ("harm", "healing") and not target:
        raise NotAllowed("tumbas.cast.no_target", field="target")
    if kind == "healing" and target is not None and target in fight.combatants:
        _check_patient(fight.body(target))


def _check_patient(body: Body) -> None:
    """Refuse to heal by magic twice a day, or the dead (TUM-HOUSE-20, TUM-HOUSE-33)."""
    if body.healed:
        raise NotAllowed("tumbas.cast.healed_today", field="target")
    if body.health == "dead":
        raise NotAllowed("tumbas.heal.dead", field="target")


def _cast(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """The game master agrees to the effect, then the test is rolled with the dice of its grade (TUM-HOUSE-26)."""
    actor = here(fight, command)
    attribute = casting_attribute(fight.body(actor))
    if attribute is None:
        raise NotAllowed("tumbas.cast.cannot")
    notes = Notes()
    fight = yield from opportunities(fight, actor, command.id, notes)
    if not fight.body(actor).able:
        return Outcome(acted(fight, actor), notes.so_far)
    _tell_cast(command, notes)
    agreed = yield from choose(
        "agreed",
        None,
        Flag("agreed", "input.agreed", default=True, refusal="answer.not_agreed"),
        so_far=notes.so_far,
        default={"agreed": True},
        label="ask.agreed",
    )
    if not agreed["agreed"]:
        notes.tell("magic.refused", rules=("TUM-HOUSE-26",), who=actor)
        return Outcome(fight, notes.so_far)
    target = command.inputs["target"]
    if target is not None and target not in fight.combatants:
        raise UnknownValue("core.combatant.gone", field="target")
    given = given_causes(fight.body(actor), command.inputs, attribute)
    one = trial_of(fight, actor, attribute, (*given, *grade_causes(command.inputs["grade"])))
    what_for = _harmful if command.inputs["kind"] == "harm" else _helpful
    fight = yield from what_for(fight, one, target, command, notes)
    return Outcome(acted(fight, actor), notes.so_far)


def _tell_cast(command: Command, notes: Notes) -> None:
    """Tell the effect, its grade and its target; harm and healing tell themselves where nothing was said of them."""
    rules, actor = ("TUM-HOUSE-26", "TUMS-MAG-01"), typed(Id, command.actor)
    what, grade = command.inputs["what"], Word(f"grade.{command.inputs['grade']}")
    if what:
        notes.tell("magic.cast", rules=rules, who=actor, what=what, grade=grade)
    elif command.inputs["kind"] == "harm":
        notes.tell("magic.cast_harm", rules=rules, who=actor, grade=grade)
    else:
        notes.tell("magic.cast_healing", rules=rules, who=actor, grade=grade)
    if (target := command.inputs["target"]) is not None:
        notes.tell("magic.target", rules=rules, target=typed(Id, target))


def _harmful(fight: TumbasFight, one: Trial, target: Id, command: Command, notes: Notes) -> Steps[TumbasFight]:
    """Resolve harmful magic like a ranged attack; a fumble strikes its caster (TUM-HOUSE-26, TUM-HOUSE-32)."""
    die = GRADES[command.inputs["grade"]].effect_die
    causes = (*one.causes, *hindrances_of(fight, one.who, target, command.inputs), *exposure(fight, target))
    hit = Hit(die, armour=fight.body(target).armour, per_plus=damage_per_plus(fight))
    harmful = replace(one, causes=causes)
    fight, test = yield from attack_from_afar(fight, harmful, target, hit, command, notes, purpose="magic")
    if not test.fumble:
        return fight
    caster = one.who
    notes.tell("test.fumble", rules=("TUM-FUMB-01",), who=caster)
    notes.tell("magic.turned", rules=("TUM-HOUSE-26", "TUM-FUMB-01"), who=caster)
    turned = Hit(die, armour=fight.body(caster).armour)
    how = Asking(so_far=lambda: notes.so_far, name=lambda die, roller, time: "turned")
    harm = yield from asked(roll_damage(turned, 0, caster), how)
    terms = damage_terms(harm, (), by=caster, to=caster)
    return inflict(fight, caster, harm.amount, notes, by=caster, id_=f"{command.id}-turned", terms=terms)


def _helpful(fight: TumbasFight, one: Trial, target: Id | None, command: Command, notes: Notes) -> Steps[TumbasFight]:
    """Cast magic that heals, or that does what was agreed (TUM-HOUSE-26, TUM-HOUSE-33)."""
    caster = one.who
    healed = target if command.inputs["kind"] == "healing" else None
    tell_pool(fight, one, notes)

    tests: list[AttributeTest] = []

    def tell(found: Known) -> None:
        if found.name == "cast":
            tests.append(found.value)
            tell_total(fight, found.value, notes, needs=needs_ten(fight, caster))
            tell_result(found.value, notes)
        else:
            _tell_effect(fight, found.value, tests[-1].pluses, caster, notes)

    def healing(decision: Decision) -> Steps[int]:
        answer = yield from choose(
            "healing",
            None,
            Number("amount", "input.healing", default=decision.default, minimum=0, maximum=99, required=False),
            so_far=notes.so_far,
            audience=controllers_of(caster),
            default={"amount": decision.default},
            label="ask.healing",
        )
        return int(decision.default if answer["amount"] is None else answer["amount"])

    how = asking(fight, notes, {caster: "cast"}, odds=odds_of(fight, one))
    how = replace(how, tell=tell, choices={**how.choices, "healing": healing})
    die = GRADES[command.inputs["grade"]].effect_die if healed is not None else None
    cast = yield from asked(cast_magic(one, die, damage_per_plus(fight)), how)
    fight = spent(fight, caster, command.inputs)
    if cast.test.fumble:
        notes.tell("magic.turned", rules=("TUM-HOUSE-26",), who=caster)
        yield from tell_fumble(caster, notes)
    elif cast.test.success and healed is not None:
        fight = mend(fight, healed, cast.healing, notes, rules=("TUM-HOUSE-33",))
        fight = fight.with_body(healed, replace(fight.body(healed), healed=True))
    elif cast.test.success:
        yield from advantages(caster, cast.test.pluses, notes)
    return fight


def _tell_effect(fight: TumbasFight, face: int, pluses: int, caster: Id, notes: Notes) -> None:
    """Tell how many hit points a spell offers: its die and what the pluses add (TUM-HOUSE-33)."""
    own, rules = controllers_of(caster), ("TUM-HOUSE-33",)
    terms: Explanation = (thrown((face,), "TUM-HOUSE-26", "TUM-HOUSE-33"),)
    if more := damage_per_plus(fight) * pluses:
        terms = (*terms, fact("term.pluses", more, rules=rules, audience=own, pluses=pluses))
    notes.tell("magic.offers", face + more, rules=rules, audience=own, terms=terms, who=caster)


CAST: Action[Body, Round] = Action(
    "cast", _cast, _cast_inputs, _cast_check, icon="wand-sparkles", of_the_turn=True, needs_actor=True
)
