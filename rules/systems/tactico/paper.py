"""What Táctico puts on paper: the card of a person, rows on a sheet of the fight, records of machines, the screen."""

from __future__ import annotations

from rules.core.facts import Explanation, Word, fact
from rules.core.fight import Combatant
from rules.core.paper import Cell, EmptyRecord, Line, Paper, Profile, Track, Values, after_dice, plain
from rules.systems.tactico.attributes import CHARACTERISTICS
from rules.systems.tactico.locations import LOCATIONS
from rules.systems.tactico.screen import SCREEN
from rules.systems.tactico.settings import setting
from rules.systems.tactico.state import UNARMED, Body
from rules.systems.tactico.values import arm_param, damage_text, skill_word
from rules.systems.tactico.vehicles.machines import VEHICLE_KINDS
from rules.systems.tactico.vehicles.paper import machine_profile
from rules.systems.tactico.vehicles.record import blank, record, sheet_kind

MACHINES = frozenset({"mech", "vehicle"})
"""The kinds of sheet that are records."""

MOST_SKILLS = 5
"""How many skills a card names: the best ones."""


def profile(one: Combatant[Body], house: Values) -> Profile:
    """A person or machine as it is now: its rolls, its points by location with what protects them (TAC-HOUSE-05)."""
    body = one.body
    if body.machine is not None:
        return machine_profile(body.machine)
    life = Track(fact("paper.life"), body.life_max, body.life_max - body.life)
    trained = sorted(
        (name for name, level in body.skills.items() if level), key=lambda name: -body.competence(name).sum
    )
    return Profile(
        asked=(
            Cell("paper.initiative", plain(body.initiative)),
            Cell("value.movement", fact("paper.metres", body.movement)),
            Cell("paper.fatigue", plain(body.fatigue_attribute)),
        ),
        tracks=(life, *(_location(body, name) for name in LOCATIONS)),
        attacks=tuple(_attack(body, key) for key in body.arms or (UNARMED,)),
        abilities=tuple(
            Cell(f"characteristic_short.{name}", plain(body.characteristics[name])) for name in CHARACTERISTICS
        ),
        more=tuple(
            Line(skill_word(name), fact("paper.skill", bonus=after_dice(body.competence(name).sum)))
            for name in trained[:MOST_SKILLS]
        ),
        shots=tuple(
            Track(fact("paper.rounds", weapon=arm_param(key, arm)), arm.rounds, arm.rounds - arm.left)
            for key, arm in body.arms.items()
            if arm.rounds is not None
        ),
    )


def _location(body: Body, name: str) -> Track:
    most = body.resistance_max[name]
    named = fact("paper.location", location=Word(f"location_short.{name}"), protection=body.protection.get(name, 0))
    return Track(named, most, most - body.resistance[name], part=True)


def _attack(body: Body, key: str) -> Line:
    """An attack with a weapon: characteristic, skill and accuracy together (TAC-ROLL-04, TAC-HOUSE-13)."""
    arm = body.arm(key)
    total = body.competence(arm.values.skill, arm.accuracy).sum
    return Line(arm_param(key, arm), fact("paper.attack", attack=after_dice(total), damage=damage_text(arm)))


def at_zero(kind: str, house: Values) -> Explanation:
    """What a person or a machine loses with a location or all its points (TAC-DMG-03 to -10, TAC-HOUSE-31)."""
    return (fact("reminder.machine_low" if kind in MACHINES else "reminder.low"),)


def reminders(kind: str, house: Values) -> Explanation:
    """The turn, its rolls, and the defence of people or the heat of machines (TAC-ACT-06, TAC-HOUSE-25)."""
    if kind in MACHINES:
        heat = fact("reminder.machine_heat_carries" if setting(house, "heat_carries") else "reminder.machine_heat")
        return (fact("reminder.machine_turn"), fact("reminder.machine_shot"), heat)
    defence = fact("reminder.defence_at_range" if setting(house, "defence_at_range") else "reminder.defence")
    return (fact("reminder.turn"), fact("reminder.roll"), defence)


PAPER = Paper(
    profile=profile,
    record=record,
    blank=blank,
    blanks=tuple(EmptyRecord(name, sheet_kind(name), f"vehicle.{name}") for name in VEHICLE_KINDS),
    recorded=MACHINES,
    lasts=("state.treating", "machine_state.offline", "machine_state.wild"),
    reminders=reminders,
    at_zero=at_zero,
    screen=SCREEN,
)
