"""A hit may threaten a critical and must then be confirmed; an explosion lets everybody near it save for half."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from rules.core.audience import Viewer
from rules.core.codec import Counted, codec
from rules.core.facts import Fact, Notes, Ref
from rules.core.fight import Combatant, Command, Fight, Head, Outcome
from rules.core.inputs import Combatants, Input, Option
from rules.core.requests import Steps, roll, together
from rules.core.system import Action
from rules.core.types import Id, put
from tests.rules.toys.base import Toy, check_acts, fight_of, others

SAVE = 15
MASSIVE = 10


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that a combatant carries, and how many rounds of it are left."""

    name: str
    rounds: Counted


@dataclass(frozen=True, slots=True)
class Body:
    """Numbers of a combatant."""

    attack: int = 0
    defence: int = 12
    fortitude: int = 0
    damage: Counted = 0
    conditions: Mapping[Id, Condition] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Round:
    """Nothing to remember between two attacks."""


ThreatFight: TypeAlias = Fight[Body, Round]
ThreatOutcome: TypeAlias = Outcome[Body, Round]


def near(fight: ThreatFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    options = tuple(Option(who, Fact("toy.who", params={"who": Ref(who)})) for who in fight.order)
    return (Combatants("targets", options=options, several=True),)


def hurt(fight: ThreatFight, who: Id, damage: int) -> ThreatFight:
    body = fight.combatants[who].body
    return fight.with_body(who, replace(body, damage=body.damage + damage))


def saves(fight: ThreatFight, who: Id) -> Steps[bool]:
    """Roll d20 and fortitude against the difficulty."""
    (face,) = yield from roll(f"save:{who}", who, 20)
    return face + fight.combatants[who].body.fortitude >= SAVE


def attack(fight: ThreatFight, command: Command) -> Steps[ThreatOutcome]:
    """Threat, confirmation, damage, and the save of the one who took much of it."""
    actor, target = str(command.actor), str(command.inputs["target"])
    bonus, defence = fight.combatants[actor].body.attack, fight.combatants[target].body.defence
    notes = Notes()
    (face,) = yield from roll("attack", actor, 20, bonus=bonus)
    notes.add(Fact("toy.total", face + bonus, {"who": Ref(actor)}))
    if face + bonus < defence:
        return Outcome(fight, notes.so_far)

    times = 1
    if face >= 19:
        (again,) = yield from roll("confirm", actor, 20, bonus=bonus, so_far=notes.so_far)
        times = 2 if again + bonus >= defence else 1
        notes.add(Fact("toy.confirmed" if times == 2 else "toy.not_confirmed"))
    dice = yield from roll("damage", actor, *[8] * times, so_far=notes.so_far)
    notes.add(Fact("toy.hurt", sum(dice), {"who": Ref(target)}))
    fight = hurt(fight, target, sum(dice))

    if sum(dice) >= MASSIVE:
        (face,) = yield from roll("save", target, 20, so_far=notes.so_far)
        if face + fight.combatants[target].body.fortitude < SAVE:
            body = fight.combatants[target].body
            stunned = put(body.conditions, command.id, Condition("stunned", 2))
            fight = fight.with_body(target, replace(body, conditions=stunned))
            notes.add(Fact("toy.stunned", params={"who": Ref(target)}))
    return Outcome(fight, notes.so_far)


def blast(fight: ThreatFight, command: Command) -> Steps[ThreatOutcome]:
    """One roll of damage for all; each target saves, in any order, and takes half on success."""
    notes = Notes()
    targets: list[Id] = list(command.inputs["targets"])
    dice = yield from roll("damage", command.actor, 6, 6, 6)
    notes.add(Fact("toy.blast", sum(dice)))
    saved = yield from together({one: saves(fight, one) for one in targets}, key="saves", so_far=notes.so_far)
    for one in targets:
        damage = sum(dice) // 2 if saved[one] else sum(dice)
        fight = hurt(fight, one, damage)
        notes.add(Fact("toy.hurt", damage, {"who": Ref(one)}))
    return Outcome(fight, notes.so_far)


def wear_off(fight: ThreatFight, command: Command) -> Steps[ThreatOutcome]:
    """A round passes over every condition; what has run out is gone."""
    yield from ()
    for who, one in fight.combatants.items():
        left = {
            key: replace(condition, rounds=condition.rounds - 1)
            for key, condition in one.body.conditions.items()
            if condition.rounds > 1
        }
        fight = fight.with_body(who, replace(one.body, conditions=left))
    return Outcome(replace(fight, clock=fight.clock + 6), (Fact("toy.round"),))


class ThreatSystem(Toy[Body, Round]):
    """The toy of critical hits."""

    slug = "toy_threat"
    codec = codec(Head[Body, Round])
    actions = {
        "attack": Action("attack", attack, others, check_acts),
        "blast": Action("blast", blast, near),
        "wear_off": Action("wear_off", wear_off, for_game_master=True, undo="with_all_after"),
    }


SYSTEM = ThreatSystem()


def scenario(system: ThreatSystem) -> ThreatFight:
    """One against two, one of them hidden."""
    return fight_of(
        Round(),
        Combatant("ana", "Ana", Body(attack=4, fortitude=2), side="party", controllers=frozenset({"p1"})),
        Combatant("orc", "Orco", Body(attack=2), numbered=True, number=1),
        Combatant("spy", "Espía", Body(), hidden=True, numbered=True),
    )
