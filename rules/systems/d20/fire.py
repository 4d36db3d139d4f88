"""Catching fire, burning, and putting fire out.

Rules: D20H-FIRE-01 to -04, D20H-ACID-01 to -03, D20H-ELEC-01, D20H-ELEC-02.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast, get_args

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed, one_of
from rules.core.facts import Notes, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Input
from rules.core.people import here
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.throws import Throws
from rules.core.types import Id
from rules.systems.d20.bearing import save_bonus
from rules.systems.d20.dice import Amount, roll_against, roll_amount
from rules.systems.d20.doing import check_spend, spend, whole_round
from rules.systems.d20.effects import Timer
from rules.systems.d20.harm import hurt
from rules.systems.d20.hazards import ask_each, ask_one, check_somebody, chosen, one_of_these, only_creatures, saved
from rules.systems.d20.state import Body, D20Fight, Round, with_timer, without_timers
from rules.systems.d20.turns import check_turn

FireEvent = Literal["exposure", "round", "smother", "water"]

FIRE_EVENTS: tuple[FireEvent, ...] = get_args(FireEvent)

FIRE_DC = 15

FIRE_DAMAGE = Amount(1, 6)


@dataclass(frozen=True)
class FireSave:
    """A save that an event with fire asks for."""

    bonus: int = 0
    hurts: bool = True
    """A failed save deals damage."""


FIRE_SAVES: Mapping[FireEvent, FireSave] = {
    "exposure": FireSave(),
    "round": FireSave(),
    "smother": FireSave(bonus=4, hurts=False),
}
"""The events that ask for a save (D20H-FIRE-01, D20H-FIRE-02, D20H-FIRE-04, D20H-HOUSE-12)."""


@dataclass(frozen=True)
class Fire:
    """The result of one event with fire."""

    save_success: bool | None
    damage: int
    hp: int
    burning: bool
    """The creature burns from now on."""


def fire(event: FireEvent, burning: bool, reflex_bonus: int, hp: int) -> Throws[Fire]:
    """Meet fire: flames near, a round of burning, smothering, or water (D20H-FIRE-01 to -04, D20H-HOUSE-12).

    burning: before the event. Rolls the Reflex save (d20) and the damage (d6); water needs neither. Raises
    UnknownValue, and NotAllowed for exposing a creature that burns already or putting out one that does not.
    """
    one_of(event, FIRE_EVENTS, "d20.fire.event_unknown", field="event")
    if event == "exposure" and burning:
        raise NotAllowed("d20.fire.burning", field="burning")
    if event != "exposure" and not burning:
        raise NotAllowed("d20.fire.not_burning", field="burning")
    if event == "water":
        return Fire(None, 0, hp, burning=False)
    rule = FIRE_SAVES[event]
    success = (yield from roll_against("reflex", reflex_bonus + rule.bonus, FIRE_DC)).success
    damage = 0 if success or not rule.hurts else (yield from roll_amount("damage", FIRE_DAMAGE))
    return Fire(success, damage, hp - damage, burning=not success)


BURNING, ACID, FUMES = "burning", "acid", "fumes"


def fire_rule(fight: D20Fight, who: Id, event: FireEvent, *, burning: bool) -> Throws[Fire]:
    """The save and the damage of one meeting with fire."""
    body = fight.body(who)
    return fire(event, burning, save_bonus(fight, who, "reflex"), body.hp)


def burnt(fight: D20Fight, who: Id, event: FireEvent, found: Fire, notes: Notes, key: str) -> Steps[D20Fight]:
    """Apply an event with fire: damage, and whether the creature burns (D20H-FIRE-01, -02, D20H-FIRE-04)."""
    rules = ("D20H-FIRE-01",) if event == "exposure" else ("D20H-FIRE-02", "D20H-FIRE-04")
    if found.save_success is not None:
        saved(who, ("fire.made", "fire.failed"), notes, success=found.save_success, rules=rules)
    before = BURNING in fight.body(who).timers
    if found.damage:
        fight = yield from hurt(fight, who, found.damage, notes, key=f"{key}:blow", damage_type="fire", rules=rules)
    if found.burning and not before:
        notes.tell("fire.burns", who=who, rules=("D20H-FIRE-01",))
        return with_timer(fight, who, Timer(BURNING, BURNING, each_turn=True, dice=str(FIRE_DAMAGE)))
    if before and not found.burning:
        notes.tell("fire.out", who=who, rules=("D20H-FIRE-02", "D20H-FIRE-03"))
        return without_timers(fight, who, BURNING)
    return fight


def burning_turn(fight: D20Fight, who: Id, timer: Timer, notes: Notes) -> Steps[D20Fight]:
    """Spend another round in flames (D20H-FIRE-02)."""
    key = f"burning:{fight.clock}"
    found = yield from ask_one(
        fight, who, fire_rule(fight, who, "round", burning=True), notes, key, because=("D20H-FIRE-01",)
    )
    return (yield from burnt(fight, who, "round", found, notes, key))


QUENCHING: tuple[FireEvent, ...] = ("smother", "water")


def fire_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Let each target save; a target that fails burns now and each round from then on (D20H-FIRE-01)."""
    notes = Notes()
    people = [who for who in chosen(fight, command) if BURNING not in fight.body(who).timers]
    if not people:
        raise NotAllowed("d20.fire.burning", field="targets")
    for who in people:
        notes.tell("fire.meets", who=who, rules=("D20H-FIRE-01",))
    rule = lambda who: fire_rule(fight, who, "exposure", burning=False)  # noqa: E731 - the fight of before all of them
    found = yield from ask_each(fight, people, rule, notes, "fire", because=("D20H-FIRE-01",))
    for who, result in found.items():
        fight = yield from burnt(fight, who, "exposure", result, notes, f"fire:{who}:blow")
    return Outcome(fight, notes.so_far)


def quench_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The way to put the fire out: beating out the flames, or water."""
    return (one_of_these("how", "input.quench", "quench", QUENCHING),)


def quench_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """The actor must burn and have a full round left."""
    actor = here(fight, command)
    if BURNING not in fight.body(actor).timers:
        raise NotAllowed("d20.fire.not_burning")
    check_turn(fight, command, viewer)
    check_spend(fight, actor, whole_round(fight, actor, "extinguish_flames"))


def quench_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Make another save with +4, or use water, which needs none (D20H-FIRE-03, D20H-FIRE-04)."""
    actor, notes = here(fight, command), Notes()
    how = cast(FireEvent, command.inputs["how"] or QUENCHING[0])
    fight = spend(fight, actor, whole_round(fight, actor, "extinguish_flames"))
    notes.tell("fire.quenches", who=actor, how=Word(f"quench.{how}"), rules=("D20H-FIRE-03", "D20H-FIRE-04"))
    found = yield from ask_one(
        fight, actor, fire_rule(fight, actor, how, burning=True), notes, "quench", because=("D20H-FIRE-02",)
    )
    return Outcome((yield from burnt(fight, actor, how, found, notes, "quench:blow")), notes.so_far)


FIRE: Action[Body, Round] = Action(
    "fire", fire_resolve, only_creatures, check_somebody, icon="flame", for_game_master=True
)

QUENCH: Action[Body, Round] = Action(
    "quench", quench_resolve, quench_inputs, quench_check, icon="droplet", of_the_turn=True, needs_actor=True
)
