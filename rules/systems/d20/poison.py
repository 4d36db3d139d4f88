"""Poison: exposure, its two saves, and poisoned weapons.

Rules: D20H-POIS-01 to -07, D20H-DISE-01 to -08.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, cast, get_args

from rules.core.audience import controllers_of
from rules.core.errors import one_of
from rules.core.facts import Notes
from rules.core.requests import Steps
from rules.core.throws import Throws
from rules.core.types import Id
from rules.systems.d20.abilities import ABILITIES, Ability
from rules.systems.d20.arms import Weapon
from rules.systems.d20.bearing import save_bonus
from rules.systems.d20.dice import D20, fallen, parse_amount, roll_against, roll_amount
from rules.systems.d20.effects import Timer
from rules.systems.d20.harm import hurt
from rules.systems.d20.hazards import ask_one, lose, saved
from rules.systems.d20.sheet import POISON_IMMUNITIES, PoisonImmunity
from rules.systems.d20.state import D20Fight, with_timer, without_timers

PoisonStage = Literal["initial", "secondary"]

POISON_STAGES: tuple[PoisonStage, ...] = get_args(PoisonStage)

SECONDARY_MINUTES = 1

SECONDARY_ROUNDS = 10
"""Minutes from exposure to the secondary save: one, which is ten rounds (D20H-POIS-02, D20H-HOUSE-19)."""

OWN_POISON_DC = 15
"""DC of the Reflex save against the attacker's own poisoned weapon (D20H-POIS-06)."""


@dataclass(frozen=True)
class Poisoning:
    """The result of one save against a poison."""

    save_due: bool
    save_success: bool | None
    damage: int
    """Points lost."""
    secondary_due_minutes: int | None
    """Minutes until the secondary save; None if none follows."""


@dataclass(frozen=True)
class Handling:
    """The result of handling poison."""

    exposed: bool
    save_due: bool
    save_success: bool | None


def is_immune(immune: PoisonImmunity = "none") -> bool:
    """Whether a creature is immune, for any reason (D20H-POIS-07). Raises UnknownValue."""
    return one_of(immune, POISON_IMMUNITIES, "d20.poison.immunity_unknown", field="immune") != "none"


def suffer_poison(
    stage: PoisonStage, dc: int, fortitude_bonus: int, damage: str | int, *, immune: PoisonImmunity = "none"
) -> Throws[Poisoning]:
    """Save against the initial or the secondary damage of a poison (D20H-POIS-01, -02, -07, D20H-HOUSE-19).

    damage: dice such as 1d6, or a number. Rolls the Fortitude save (d20), then the damage if it fails; the secondary
    save follows the initial one in any case. Raises UnknownValue, OutOfRange.
    """
    one_of(stage, POISON_STAGES, "d20.poison.event_unknown", field="event")
    immunity = is_immune(immune)
    amount = parse_amount(damage)
    if immunity:
        return Poisoning(False, None, 0, None)
    success = (yield from roll_against("fortitude", fortitude_bonus, dc)).success
    points = 0 if success else (yield from roll_amount("damage", amount))
    return Poisoning(True, success, points, SECONDARY_MINUTES if stage == "initial" else None)


SAFE_FROM = 2
"""The least face with which the one who prepares poison is not exposed (D20H-POIS-05)."""


def prepare_poison() -> Throws[Handling]:
    """Apply or prepare poison: a 1 on d20 exposes the actor (D20H-POIS-05)."""
    face = yield from fallen("poison_risk", D20, needed=SAFE_FROM)
    return Handling(face < SAFE_FROM, False, None)


def save_from_own_poison(reflex_bonus: int) -> Throws[Handling]:
    """Save against the attacker's own poisoned weapon after a natural 1; rolls d20 (D20H-POIS-06)."""
    success = (yield from roll_against("reflex", reflex_bonus, OWN_POISON_DC)).success
    return Handling(not success, True, success)


POISON, INCUBATION, DISEASE = "poison_secondary", "incubation", "disease"

HIT_POINTS = "hit_points"
"""The damage of a poison that takes hit points instead of ability points."""

TAKES = (*ABILITIES, HIT_POINTS)


def poison_rule(fight: D20Fight, who: Id, stage: PoisonStage, dc: int, dice: str) -> Throws[Poisoning]:
    """Return the rule of one save against a poison (D20H-POIS-01, -02, -07)."""
    immune = cast(PoisonImmunity, fight.body(who).poison_immunity)
    return suffer_poison(stage, dc, save_bonus(fight, who, "fortitude"), dice, immune=immune)


def poisoned(
    fight: D20Fight, who: Id, timer: Timer, found: Poisoning, takes: str, notes: Notes, key: str
) -> Steps[D20Fight]:
    """Apply the result of a save; `timer` is the secondary damage, which follows the initial (D20H-POIS-02)."""
    rules = ("D20H-POIS-01", "D20H-POIS-02")
    if not found.save_due:
        notes.tell("poison.immune", who=who, rules=("D20H-POIS-07",), audience=controllers_of(who))
        return fight
    saved(who, ("poison.made", "poison.failed"), notes, success=bool(found.save_success), rules=rules)
    if found.damage and takes == HIT_POINTS:
        fight = yield from hurt(fight, who, found.damage, notes, key=key, single_blow=False, rules=rules)
    elif found.damage:
        fight = lose(fight, who, {cast(Ability, takes): found.damage}, "damage", notes, rules=rules)
    if found.secondary_due_minutes is not None and timer.dice and timer.dice != "0":
        fight = with_timer(fight, who, replace(timer, left=found.secondary_due_minutes * 60))
    return fight


def poison_due(fight: D20Fight, who: Id, timer: Timer, notes: Notes) -> Steps[D20Fight]:
    """Resolve the secondary damage of a poison when it falls due (D20H-POIS-02)."""
    key = f"poison:{timer.id}:{fight.clock}"
    fight = without_timers(fight, who, timer.id)
    rule = poison_rule(fight, who, "secondary", timer.dc, timer.dice)
    found = yield from ask_one(fight, who, rule, notes, key, because=("D20H-POIS-02",), secret=True)
    return (yield from poisoned(fight, who, timer, found, str(timer.data["takes"]), notes, key))


COATED = "coated"


def coated(fight: D20Fight, who: Id, weapon: str, poison: Timer) -> D20Fight:
    """Return the fight with a poison on a combatant's weapon."""
    data = {**poison.data, "weapon": weapon, "secondary": poison.dice}
    return with_timer(fight, who, replace(poison, id=f"{COATED}:{weapon}", what=COATED, each_turn=True, data=data))


def the_poison(fight: D20Fight, who: Id, poison: Timer, notes: Notes, key: str) -> Steps[D20Fight]:
    """Expose a creature to a poison (D20H-POIS-01)."""
    rule = poison_rule(fight, who, "initial", poison.dc, str(poison.data["initial"]))
    found = yield from ask_one(fight, who, rule, notes, key, because=("D20H-POIS-01",), secret=True)
    return (yield from poisoned(fight, who, poison, found, str(poison.data["takes"]), notes, f"{key}:blow"))


def after_blow(
    fight: D20Fight, who: Id, target: Id, weapon: Weapon, face: int, damage: int, key: str, notes: Notes
) -> Steps[D20Fight]:
    """Poison the target of a wound; a natural 1 may poison the attacker (D20H-POIS-01, D20H-POIS-06)."""
    bearer = fight.combatants.get(who)
    timer = None if bearer is None else bearer.body.timers.get(f"{COATED}:{weapon.key}")
    if timer is None:
        return fight
    poison = replace(timer, id=f"poison:{key}{who}", what="poison_secondary", each_turn=False)
    if face == 1:
        slipped = yield from ask_one(
            fight,
            who,
            save_from_own_poison(save_bonus(fight, who, "reflex")),
            notes,
            f"{key}own",
            because=("D20H-POIS-06",),
        )
        saved(
            who,
            ("own_poison.made", "own_poison.failed"),
            notes,
            success=bool(slipped.save_success),
            rules=("D20H-POIS-06",),
        )
        if slipped.exposed:
            fight = without_timers(fight, who, timer.id)
            return (yield from the_poison(fight, who, poison, notes, f"{key}own"))
        return fight
    if not damage or target not in fight.combatants or not fight.body(target).alive:
        return fight
    notes.tell("poison.blade", who=target, rules=("D20H-POIS-01",))
    fight = without_timers(fight, who, timer.id)
    return (yield from the_poison(fight, target, poison, notes, f"{key}poison"))


AttackHook: TypeAlias = Callable[[D20Fight, Id, Id, Weapon, int, int, str, Notes], Steps[D20Fight]]
"""A rule after an attack; takes attacker, target, weapon, natural result, damage dealt and prefix of keys."""

AFTER_ATTACK: tuple[AttackHook, ...] = (after_blow,)
