"""What Tumbas puts on paper: the card of a creature, its row on a sheet of the fight, the game master's screen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from rules.core.facts import Explanation, Fact, fact
from rules.core.fight import Combatant
from rules.core.gear import Thing
from rules.core.paper import Cell, Line, Paper, Profile, Stowed, Track, Values, after_dice, plain
from rules.systems.tumbas.attributes import ATTRIBUTES
from rules.systems.tumbas.gear.arms import shots_left
from rules.systems.tumbas.gear.measures import stowed
from rules.systems.tumbas.screen import SCREEN
from rules.systems.tumbas.settings import setting
from rules.systems.tumbas.state import Body


def profile(one: Combatant[Body], house: Values) -> Profile:
    """A combatant as it is now: armour, defence, hit points, each weapon with its whole roll (TUM-HOUSE-13, -16)."""
    body = one.body
    armour = Cell("value.armour", plain(body.armour))
    defence = Cell("paper.defends", fact("paper.test", bonus=after_dice(body.value(body.defence()))))
    hurry = Cell("paper.hurry", fact("paper.test", bonus=after_dice(body.value("agility"))))
    counted = tuple((name, shots_left(one.gear, body, name)) for name in body.arms())
    return Profile(
        level=None if body.creature else body.level,
        asked=(armour, defence, hurry),
        row=(armour, defence),
        tracks=(Track(fact("paper.hp"), body.hp_max, body.hp_max - body.hp),),
        attacks=tuple(_attack(body, name) for name in body.arms()),
        abilities=tuple(Cell(f"attribute_short.{name}", Fact("paper.signed", body.value(name))) for name in ATTRIBUTES),
        shots=tuple(
            Track(fact("paper.rounds", weapon=body.called(name)), left) for name, left in counted if left is not None
        ),
    )


def _attack(body: Body, name: str) -> Line:
    """An attack with a weapon; Strength adds to the damage of a blow alone (TUM-ATTR-07, TUM-HOUSE-16)."""
    weapon = body.weapon(name)
    attack = after_dice(body.value(body.best(weapon)))
    strength = "" if weapon.use == "ranged" else after_dice(body.value("strength"))
    code = "paper.attack_either" if weapon.use == "thrown" else "paper.attack"
    thrown = after_dice(body.value("agility"))
    return Line(body.called(name), fact(code, attack=attack, thrown=thrown, die=weapon.damage_die, strength=strength))


def _stowed(things: Iterable[Thing], house: Values) -> tuple[Stowed, ...]:
    return stowed(things, round_up=bool(setting(house, "round_load_up")))


def at_zero(kind: str, house: Values) -> Explanation:
    """A creature dies at zero, a character is dying until it succeeds in a test (TUM-HOUSE-20, -21, -27)."""
    if kind == "creature":
        return (fact("reminder.creature_low"),)
    return (fact("reminder.low" if setting(house, "fumble_kills") else "reminder.low_without_fumbles"),)


def reminders(kind: str, house: Values) -> Explanation:
    """The phases, the test and its sixes, the damage (TUM-EXPL-03, TUM-HOUSE-16)."""
    every_six = setting(house, "explosions") == "all"
    return (
        fact("reminder.phases"),
        fact("reminder.roll_all" if every_six else "reminder.roll"),
        fact("reminder.damage", cast(int, setting(house, "damage_per_plus"))),
    )


PAPER = Paper(
    profile=profile,
    lasts=("state.",),
    reminders=reminders,
    at_zero=at_zero,
    stowed=_stowed,
    screen=SCREEN,
)
