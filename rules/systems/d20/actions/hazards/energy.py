"""Fire, acid and electricity (D20H-FIRE-01 to -04, D20H-ACID-01 to -03, D20H-ELEC-01, D20H-ELEC-02)."""

from __future__ import annotations

from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Flag, Input
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.d20.actions.acting import check_turn, here
from rules.systems.d20.actions.harm import hurt
from rules.systems.d20.actions.hazards.common import check_somebody, chosen, creatures_input, one_of_these
from rules.systems.d20.bearing import save_bonus
from rules.systems.d20.doing import check_spend, spend, whole_round
from rules.systems.d20.hazards.acid import ACID_CONTACTS, ACID_STRENGTHS, AcidContact, AcidStrength, first_fumes
from rules.systems.d20.hazards.electricity import VOLTAGES, Voltage, shock
from rules.systems.d20.hazards.fire import FireEvent
from rules.systems.d20.marks import Timer
from rules.systems.d20.passing.burning import ACID, BURNING, acid_turn, breathed, burnt, fire_rule
from rules.systems.d20.passing.common import begin, each, one, over, saved
from rules.systems.d20.phases import Round
from rules.systems.d20.state import Body, D20Fight

SHOCK_RULES = ("D20H-ELEC-01", "D20H-ELEC-02")
QUENCHING: tuple[FireEvent, ...] = ("smother", "water")
ACID_ENDS = "out"


def fire_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Who comes too near the flames."""
    return (creatures_input(fight, viewer),)


def fire_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """A save each, else they burn at once and each round from then on (D20H-FIRE-01)."""
    notes = Notes()
    people = [who for who in chosen(fight, command) if BURNING not in fight.combatants[who].body.timers]
    if not people:
        raise NotAllowed("d20.fire.burning", field="targets")
    for who in people:
        notes.add(Fact("fire.meets", params={"who": Ref(who)}, rules=("D20H-FIRE-01",)))
    rule = lambda who: fire_rule(fight, who, "exposure", burning=False)  # noqa: E731 - the fight of before all of them
    found = yield from each(fight, people, rule, notes, "fire")
    for who, result in found.items():
        fight = yield from burnt(fight, who, "exposure", result, notes, f"fire:{who}:blow")
    return Outcome(fight, notes.so_far)


def quench_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Beating the flames out, or water."""
    return (one_of_these("how", "input.quench", "quench", QUENCHING),)


def quench_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Somebody who burns, with a full round left."""
    actor = here(fight, command)
    if BURNING not in fight.combatants[actor].body.timers:
        raise NotAllowed("d20.fire.not_burning")
    check_turn(fight, command, viewer)
    check_spend(fight, actor, whole_round(fight, actor, "extinguish_flames"))


def quench_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """One more save with +4, or water, which needs none (D20H-FIRE-03, D20H-FIRE-04)."""
    actor, notes = here(fight, command), Notes()
    how = cast(FireEvent, command.inputs["how"] or QUENCHING[0])
    fight = spend(fight, actor, whole_round(fight, actor, "extinguish_flames"))
    params: dict[str, Param] = {"who": Ref(actor), "how": Word(f"quench.{how}")}
    notes.add(Fact("fire.quenches", params=params, rules=("D20H-FIRE-03", "D20H-FIRE-04")))
    found = yield from one(fight, actor, fire_rule(fight, actor, how, burning=True), notes, "quench")
    return Outcome((yield from burnt(fight, actor, how, found, notes, "quench:blow")), notes.so_far)


def acid_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Who meets the acid, how, how strong it is, whether it stays, and whether its fumes are breathed."""
    return (
        creatures_input(fight, viewer),
        one_of_these("contact", "input.contact", "acid_contact", (*ACID_CONTACTS, ACID_ENDS)),
        one_of_these("strength", "input.acid_strength", "acid_strength", ACID_STRENGTHS),
        Flag("stays", "input.acid_stays", note=Fact("note.acid_stays", rules=("D20H-ACID-01",)), fresh=True),
        Flag("fumes", "input.acid_fumes", note=Fact("note.acid_fumes", rules=("D20H-ACID-02",)), fresh=True),
    )


def acid_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Damage now and, where it stays, each round; fumes: a save now and in a minute (D20H-ACID-01 to -03)."""
    notes, people, values = Notes(), chosen(fight, command), command.inputs
    contact, strength = values["contact"] or ACID_CONTACTS[0], values["strength"] or ACID_STRENGTHS[0]
    if contact == ACID_ENDS:
        return Outcome((yield from _washed(fight, people, notes)), notes.so_far)
    timer = Timer(ACID, ACID, each_turn=True, data={"contact": cast(AcidContact, contact), "strength": strength})
    for who in people:
        params: dict[str, Param] = {
            "who": Ref(who),
            "contact": Word(f"acid_contact.{contact}"),
            "strength": Word(f"acid_strength.{cast(AcidStrength, strength)}"),
        }
        notes.add(Fact("acid.meets", params=params, rules=("D20H-ACID-01",)))
        fight = yield from acid_turn(fight, who, Timer(f"{ACID}:{who}", ACID, data=timer.data), notes)
        if values["stays"]:
            fight = begin(fight, who, timer, notes, rules=("D20H-ACID-01",))
    if values["fumes"]:
        found = yield from each(
            fight, people, lambda who: first_fumes(0, save_bonus(fight, who, "fortitude")), notes, "fumes"
        )
        for who, result in found.items():
            fight = breathed(fight, who, result, notes, "D20H-ACID-02")
    return Outcome(fight, notes.so_far)


def _washed(fight: D20Fight, people: list[Id], notes: Notes) -> Steps[D20Fight]:
    yield from ()
    for who in people:
        timer = fight.combatants[who].body.timers.get(ACID)
        if timer is not None:
            fight = over(fight, who, timer, notes, rules=("D20H-ACID-01",))
    return fight


def shock_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whom it strikes, how strong it is, and whether they touch the ground."""
    return (
        creatures_input(fight, viewer),
        one_of_these("level", "input.voltage", "voltage", VOLTAGES, layout="select"),
        Flag("insulated", "input.insulated", note=Fact("note.insulated", rules=("D20H-ELEC-02",)), fresh=True),
    )


def shock_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """A save halves it, or avoids it for whoever is insulated (D20H-ELEC-01, D20H-ELEC-02)."""
    notes, people = Notes(), chosen(fight, command)
    level = cast(Voltage, command.inputs["level"] or VOLTAGES[0])
    grounded = not command.inputs["insulated"]
    for who in people:
        params: dict[str, Param] = {"who": Ref(who), "level": Word(f"voltage.{level}")}
        notes.add(Fact("shock.strikes", params=params, rules=SHOCK_RULES))
    found = yield from each(
        fight, people, lambda who: shock(level, grounded, save_bonus(fight, who, "fortitude")), notes, "shock"
    )
    for who, result in found.items():
        saved(who, "shock", notes, success=result.save_success, rules=SHOCK_RULES)
        fight = yield from hurt(
            fight, who, result.damage, notes, key=f"shock:{who}:blow", damage_type="electricity", rules=SHOCK_RULES
        )
    return Outcome(fight, notes.so_far)


FIRE: Action[Body, Round] = Action(
    "fire", fire_resolve, fire_inputs, check_somebody, icon="flame", for_game_master=True
)
QUENCH: Action[Body, Round] = Action(
    "quench", quench_resolve, quench_inputs, quench_check, icon="droplet", of_the_turn=True, needs_actor=True
)
ACID_BATH: Action[Body, Round] = Action(
    "acid", acid_resolve, acid_inputs, check_somebody, icon="droplets", for_game_master=True
)
SHOCK: Action[Body, Round] = Action(
    "shock", shock_resolve, shock_inputs, check_somebody, icon="zap", for_game_master=True
)
