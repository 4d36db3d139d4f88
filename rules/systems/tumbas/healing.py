"""Getting hit points back, and companions who make the dying stable (TUM-HOUSE-20 to -22, TUM-HOUSE-24)."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, TypeAlias, get_args

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed, one_of
from rules.core.facts import Notes, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Input
from rules.core.people import here, state_known
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tumbas.attack import opportunities
from rules.systems.tumbas.harm import looks, stabilised, tell_points
from rules.systems.tumbas.situation import nameable
from rules.systems.tumbas.state import DEATH, Body, Round, TumbasFight
from rules.systems.tumbas.trials import dice_inputs, given_causes, make_test, spent, tell_result, trial_of
from rules.systems.tumbas.turns import acted, check_moment, target_input

Surroundings: TypeAlias = Literal["outdoors", "dungeon", "settlement"]

PLACES: tuple[Surroundings, ...] = get_args(Surroundings)


def known_place(place: Surroundings) -> Surroundings:
    """Return the surroundings; raises UnknownValue for any other (TUM-PROV-02)."""
    return one_of(place, PLACES, "tumbas.place.unknown", field="place")


def restore(hp: int, hp_max: int, amount: int) -> int:
    """Add hit points up to the maximum; what is above it already stays (TUM-HOUSE-22, TUM-HOUSE-33)."""
    return max(hp, min(hp_max, hp + amount))


def night_gain(hp: int, resistance: int, place: Surroundings, *, fed: bool, healer: bool) -> int:
    """Return the hit points of one night of rest, before the maximum (TUM-HOUSE-22).

    Raises UnknownValue for another place and NotAllowed for the dead.
    """
    known_place(place)
    if hp <= DEATH:
        raise NotAllowed("tumbas.rest.dead", field="hp", params={"hp": hp})
    if not fed:
        return 0
    gain = max(1, 1 + resistance) + healer
    return 2 * gain if place == "settlement" else gain


# In a fight


def mend(
    fight: TumbasFight, who: Id, amount: int, notes: Notes, *, rules: tuple[str, ...] = ("TUM-HOUSE-22",)
) -> TumbasFight:
    """Give hit points back, never above the maximum; on their feet again nobody has to be stable (TUM-HOUSE-22)."""
    one = fight.combatants[who]
    body, hp = one.body, restore(one.body.hp, one.body.hp_max, amount)
    after = replace(body, hp=hp, steadied=False, reopened=0) if hp > 0 else replace(body, hp=hp)
    told = fact("heal.plain", who=who)
    if one.shows == "word":
        told = fact("heal.word", who=who, word=looks(after))
    return tell_points(fight, who, after, notes, "heal.points", hp - body.hp, rules=rules, otherwise=told)


def patients(fight: TumbasFight, actor: Id, viewer: Viewer) -> list[Id]:
    """The combatants that a viewer may know to be dying."""
    return [
        who
        for who in nameable(fight, actor, viewer)
        if fight.body(who).dying and state_known(fight.combatants[who], viewer)
    ]


def _stabilise_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The patient, and the dice of the moment."""
    if actor is None or actor not in fight.combatants:
        return ()
    found = patients(fight, actor, viewer)
    return (target_input(fight, actor, found, label="input.patient"), *dice_inputs(fight.body(actor)))


def _stabilise_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """A combatant must be dying."""
    check_moment(fight, command, viewer, "stabilise")
    if not patients(fight, here(fight, command), viewer):
        raise NotAllowed("tumbas.stabilise.nobody")


def _stabilise(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """An Intelligence test of a companion stops the dying of a patient (TUM-HOUSE-21)."""
    actor, target = here(fight, command), command.inputs["target"]
    notes = Notes()
    fight = yield from opportunities(fight, actor, command.id, notes)
    if not fight.body(actor).able:
        return Outcome(acted(fight, actor), notes.so_far)
    if target not in fight.combatants or not fight.body(target).dying:
        raise NotAllowed("tumbas.stabilise.nobody", field="target")
    notes.tell("care.tries", rules=("TUM-HOUSE-21",), who=actor, target=target)
    given = given_causes(fight.body(actor), command.inputs, "intelligence")
    test = yield from make_test(fight, trial_of(fight, actor, "intelligence", given), "care", notes, purpose="care")
    fight = spent(fight, actor, command.inputs)
    tell_result(test, notes)
    if test.success:
        fight = stabilised(fight, target, notes)
    return Outcome(acted(fight, actor), notes.so_far)


STABILISE: Action[Body, Round] = Action(
    "stabilise", _stabilise, _stabilise_inputs, _stabilise_check, icon="life-buoy", of_the_turn=True, needs_actor=True
)
