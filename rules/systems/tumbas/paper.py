"""What Tumbas puts on paper: the card of a creature, its row on a sheet of the fight, the game master's screen."""

from __future__ import annotations

from rules.core.facts import Fact, fact
from rules.core.fight import Combatant
from rules.core.paper import Cell, Line, Paper, Profile, Track, Values, after_dice, plain
from rules.systems.tumbas.attributes import ATTRIBUTES
from rules.systems.tumbas.gear.arms import shots_left
from rules.systems.tumbas.screen import SCREEN
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


REMINDERS = ("reminder.phases", "reminder.roll", "reminder.damage", "reminder.low")

PAPER = Paper(
    profile=profile,
    lasts=("state.",),
    reminders={"person": REMINDERS, "creature": REMINDERS},
    screen=SCREEN,
)
