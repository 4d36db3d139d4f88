"""Points and conditions given or taken by hand, for one or several combatants at once.

Rules: D20H-TMP-01, D20H-HP-05, D20H-HOUSE-09, D20H-HP-02, D20H-HEAL-01, D20H-NL-05, D20H-COND-01 to -27, D20H-TMP-02,
D20H-CON-01, D20H-CON-02, D20H-DY-04.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Number, Several, options_of
from rules.core.people import numbers_for, words_for
from rules.core.requests import Steps
from rules.core.shares import amount_input, shared, shares_input, verb_input
from rules.core.system import Action
from rules.core.types import Id, drop, put
from rules.systems.d20.abilities import ABILITIES, Ability
from rules.systems.d20.conditions import CONDITIONS, DRAWBACKS, LONG_STANDING, Condition
from rules.systems.d20.harm import changed, hurt, tell_state
from rules.systems.d20.hazards import (
    DAY,
    HOUR,
    MINUTE,
    Loss,
    check_somebody,
    chosen,
    creatures_input,
    lose,
    one_of_these,
    only_creatures,
    restore,
)
from rules.systems.d20.healing import mend
from rules.systems.d20.hit_points import end_temporary, gain_temporary, state_after_regaining
from rules.systems.d20.lasting import give_condition
from rules.systems.d20.settings import setting
from rules.systems.d20.state import Body, D20Fight, Round, effects_named, without_effects


def give_temporary(fight: D20Fight, who: Id, amount: int, notes: Notes) -> D20Fight:
    """Give temporary hit points, which may wake an unconscious creature; the largest of several grants counts, or all.

    (D20H-TMP-01, D20H-HP-05, D20H-HOUSE-09)
    """
    body = fight.body(who)
    seen = numbers_for(fight.combatants[who])
    notes.tell(
        "temporary.gained", amount, who=who, amount=amount, rules=("D20H-TMP-01", "D20H-HOUSE-09"), audience=seen
    )
    add = bool(setting(fight.house, "temporary_points_add"))
    after = replace(body, temp=gain_temporary(body.temp, amount, add=add))
    if body.being != "object" and body.vital != "dead":
        after = replace(after, vital=state_after_regaining(after.points, body.vital))
    fight = fight.with_body(who, after)
    tell_state(fight, who, body, notes, rules=("D20H-HP-05", "D20H-TMP-01"))
    return fight


KEYPAD_VERBS = ("harm", "heal", "nonlethal", "temporary")


def keypad_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The amount, what to do with it, and the share of each target; players name those they control."""
    return (
        amount_input(),
        verb_input(KEYPAD_VERBS),
        shares_input(fight, viewer),
        Flag("single_blow", "input.single_blow", default=True, note=Fact("note.single_blow", rules=("D20H-MD-02",))),
    )


def keypad_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Apply the points; halves are rounded down, a blow above the threshold asks for a save.

    (D20H-MD-02, D20H-MD-03, D20H-HOUSE-02)
    """
    notes = Notes()
    verb = command.inputs["verb"] or "harm"
    for who, amount in shared(fight, command):
        if verb == "heal":
            fight = mend(fight, who, amount, notes)
        elif verb == "temporary":
            fight = give_temporary(fight, who, amount, notes)
        else:
            fight = yield from hurt(
                fight,
                who,
                amount,
                notes,
                key=who,
                nonlethal=verb == "nonlethal",
                single_blow=bool(command.inputs["single_blow"]),
            )
    return Outcome(fight, notes.so_far)


DAMAGE: Action[Body, Round] = Action("damage", keypad_resolve, keypad_inputs, icon="calculator", interrupts=True)

KEYPAD = (DAMAGE,)

BY_THEMSELVES = ("ability_damaged", "ability_drained", "dead", "disabled", "dying", "flat_footed", "grappled", "stable")
"""Conditions that other rules cause and that are not given by hand."""

GIVEN = tuple(name for name in CONDITIONS if name not in BY_THEMSELVES)

SPANS = ("until_lifted", "usual", "rounds", "minutes", "hours", "days")

USED_TO = (
    *("effective_dexterity", "str_dex_skill_modifier", "search_modifier", "own_miss_chance_percent"),
    *("initiative_modifier", "forbidden_skills"),
)
"""Drawbacks of blindness and deafness that habit may lift (D20H-COND-09, D20H-COND-14)."""

VARIANTS: Mapping[str, Condition] = {"anchored": "entangled", "cornered": "panicked"}
"""Variants that make a condition worse: fixed to an immobile object, without a way out (D20H-COND-10, -12)."""

SECONDS = {"minutes": MINUTE, "hours": HOUR, "days": DAY}

LOSS_WAYS = ("damage", "drain", "penalty", "heal_damage", "heal_drain", "heal_penalty")


def conditions_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The creatures, the condition, whether it is given or lifted, and its duration."""
    return (
        creatures_input(fight, viewer),
        one_of_these("condition", "input.condition", "condition", GIVEN, layout="select"),
        one_of_these("give", "input.give", "give", ("give", "lift")),
        one_of_these("span", "input.span", "span", SPANS, layout="select"),
        Number("count", "input.count", default=1, minimum=1, maximum=999, required=False),
        Choice(
            "variant",
            "input.variant",
            required=False,
            options=options_of("variant", tuple(VARIANTS)),
            fresh=True,
        ),
        Several(
            "used_to",
            "input.used_to",
            required=False,
            options=options_of("drawback", USED_TO),
            ordered=False,
            fresh=True,
        ),
    )


def _used_to(body: Body, name: Condition, drawbacks: Sequence[str]) -> Body:
    """Lift drawbacks of long-standing blindness or deafness (D20H-COND-09, D20H-COND-14)."""
    if drawbacks and name not in LONG_STANDING:
        raise NotAllowed("d20.condition.not_lifted", field="used_to")
    return replace(body, lifted=put(body.lifted, name, tuple(drawbacks)) if drawbacks else drop(body.lifted, name))


def conditions_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Give or lift the condition; the usual duration is that of its row (D20H-COND-01, -10, -12)."""
    yield from ()
    notes, values = Notes(), command.inputs
    name, span, count = values["condition"] or GIVEN[0], values["span"] or SPANS[0], values["count"] or 1
    usual = DRAWBACKS[name].usual_rounds
    rounds = count if span == "rounds" else usual if span == "usual" else None
    seconds = SECONDS[span] * count if span in SECONDS else None
    variant = values["variant"] or ""
    if variant and VARIANTS[variant] != name:
        raise NotAllowed("d20.condition.no_variant", field="variant")
    for who in chosen(fight, command):
        if values["give"] == "lift":
            borne = effects_named(fight.body(who), name)
            if borne:
                seen = words_for(fight.combatants[who])
                notes.tell(
                    "condition.lifted", who=who, what=Word(f"condition.{name}"), rules=("D20H-COND-01",), audience=seen
                )
                fight = without_effects(fight, who, *(effect.id for effect in borne))
            continue
        fight = fight.with_body(who, _used_to(fight.body(who), name, values["used_to"] or ()))
        fight = give_condition(fight, who, name, notes, rounds=rounds, seconds=seconds, variant=variant)
    return Outcome(fight, notes.so_far or (Fact("condition.nothing"),))


def ability_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The creatures, the ability, the points, and the kind of loss or recovery."""
    return (
        creatures_input(fight, viewer),
        one_of_these("ability", "input.ability", "ability", ABILITIES, layout="select"),
        one_of_these("way", "input.loss", "loss", LOSS_WAYS, layout="select"),
        Number("amount", "input.amount", default=1, minimum=1, maximum=99, required=False),
    )


def ability_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Take or restore ability points; hit points follow Constitution.

    (D20H-COND-06, -07, D20H-CON-01, -02, D20H-DY-04)
    """
    yield from ()
    notes, values = Notes(), command.inputs
    way, points = (
        values["way"] or LOSS_WAYS[0],
        {cast(Ability, values["ability"] or ABILITIES[0]): values["amount"] or 1},
    )
    rules = ("D20H-COND-06", "D20H-COND-07")
    for who in chosen(fight, command):
        if way.startswith("heal_"):
            fight = restore(fight, who, points, cast(Loss, way.removeprefix("heal_")), notes, rules=rules)
        else:
            fight = lose(fight, who, points, cast(Loss, way), notes, rules=rules)
    return Outcome(fight, notes.so_far or (Fact("ability.nothing"),))


def temporary_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """End temporary hit points (D20H-TMP-02, D20H-TMP-03)."""
    yield from ()
    notes = Notes()
    for who in chosen(fight, command):
        body = fight.body(who)
        if body.temp > 0:
            left = end_temporary(body.hp + body.temp, body.hp)
            rules = ("D20H-TMP-02", "D20H-TMP-03")
            vital = body.vital if body.points < 0 or body.vital == "dead" else left.state
            fight = changed(fight, who, replace(body, hp=left.total, temp=0, vital=vital), "harm", notes, rules=rules)
    return Outcome(fight, notes.so_far or (Fact("temporary.nothing"),))


CONDITION: Action[Body, Round] = Action(
    "condition",
    conditions_resolve,
    conditions_inputs,
    check_somebody,
    icon="anchor",
    for_game_master=True,
    interrupts=True,
)

ABILITY: Action[Body, Round] = Action(
    "ability", ability_resolve, ability_inputs, check_somebody, icon="brain", for_game_master=True, interrupts=True
)

END_TEMPORARY: Action[Body, Round] = Action(
    "end_temporary", temporary_resolve, only_creatures, check_somebody, icon="hourglass", for_game_master=True
)
