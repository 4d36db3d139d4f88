"""Exact odds of an attack, and who is told them before the dice fall.

Rules: D20C-ATK-01 to -03, D20C-CRT-01, D20C-CON-03.

A player may not know a foe's Defense nor its hit points, so theirs is a table of Defenses that depends on nothing but
their own bonus and on what all players see (docs/secrecy.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from rules.core.audience import GAME_MASTER, controllers_of
from rules.core.facts import Fact
from rules.core.odds import Outcomes, against, by_resistance
from rules.core.types import Id
from rules.dice import distribution
from rules.systems.d20.attack_roll import LEAST_DAMAGE, DamageDice
from rules.systems.d20.dice import D20, reaches
from rules.systems.d20.state import D20Fight

DEFENSES_SHOWN = 5
"""How many Defenses a table of odds holds: as many as stand in one row on a phone."""

MOST_ODDS_DICE = 60
"""With more damage dice the chance to bring the target down is not counted out."""


@dataclass(frozen=True)
class Stroke:
    """One attack before its die."""

    bonus: int
    threat_from: int
    multiplier: int
    dice: DamageDice
    bonus_damage: int
    """Added to each roll of the base dice."""
    miss_percent: int = 0
    """The chance that concealment makes it miss."""
    immune: bool = False
    """The target is immune to critical hits."""


@dataclass(frozen=True)
class Chances:
    """The chances of one attack."""

    hit: Fraction
    critical: Fraction
    down: Fraction | None = None
    """None where it was not asked for or cannot be counted out."""


def chance_to_hit(bonus: int, defense: int) -> Fraction:
    """Return the chance that an attack roll reaches a Defense (D20C-ATK-01 to -03)."""
    return Fraction(sum(reaches(face, face + bonus, defense) for face in range(1, D20 + 1)), D20)


def chance_to_threaten(bonus: int, defense: int, threat_from: int) -> Fraction:
    """Return the chance that an attack roll hits and threatens (D20C-CRT-04, D20C-HOUSE-06)."""
    faces = range(threat_from, D20 + 1)
    return Fraction(sum(reaches(face, face + bonus, defense) for face in faces), D20)


@lru_cache(maxsize=1024)
def chances(stroke: Stroke, defense: int, hit_points: int | None = None) -> Chances:
    """Return the chances against a Defense; hit_points: what has to be lost to go down."""
    seen = Fraction(100 - stroke.miss_percent, 100)
    hit = chance_to_hit(stroke.bonus, defense) * seen
    critical = Fraction(0)
    if not stroke.immune:
        threat = chance_to_threaten(stroke.bonus, defense, stroke.threat_from)
        critical = threat * chance_to_hit(stroke.bonus, defense) * seen
    if hit_points is None:
        return Chances(hit, critical)
    plain = _at_least(stroke, 1, hit_points)
    heavy = _at_least(stroke, stroke.multiplier, hit_points)
    if plain is None or heavy is None:
        return Chances(hit, critical)
    return Chances(hit, critical, (hit - critical) * plain + critical * heavy)


def _at_least(stroke: Stroke, times: int, points: int) -> Fraction | None:
    """The chance that damage multiplied by `times` reaches `points` (D20C-DMG-03, D20C-DMG-08, D20C-DMG-09)."""
    if points <= LEAST_DAMAGE:
        return Fraction(1)
    dice = stroke.dice
    sides = (dice.sides,) * (dice.count * times) + (dice.extra_sides or 1,) * dice.extra_count
    if len(sides) > MOST_ODDS_DICE:
        return None
    ways = distribution(sides)
    needed = points - times * stroke.bonus_damage
    return Fraction(sum(count for total, count in ways.items() if total >= needed), sum(ways.values()))


def likely_defenses(bonus: int) -> Sequence[int]:
    """Return the five Defenses around an even chance, for those who may not know the real one."""
    middle = bonus + 11
    return tuple(middle + 3 * step for step in range(-2, 3))


ODDS_RULES = ("D20C-ATK-01", "D20C-CRT-01")


def attack_odds(fight: D20Fight, actor: Id, target: Id, stroke: Stroke, defense: int, *, spares: bool) -> Fact:
    """The odds of an attack: exactly for the game master, a table of Defenses for the attacker.

    spares: its damage is nonlethal and brings no target to 0 hit points.
    """
    body = fight.body(target)
    left = body.points if body.points > 0 and not spares else None
    if body.being == "object" and left is not None:
        left += body.thing.hardness
    seen = replace(stroke, immune=False) if stroke.immune and body.being != "object" else stroke
    return _told(actor, stroke, seen, defense, left)


@lru_cache(maxsize=1024)
def _told(actor: Id, stroke: Stroke, seen: Stroke, defense: int, left: int | None) -> Fact:
    """The odds of a stroke. seen: as its attacker knows it. left: the hit points that it has to take to bring down."""
    columns = {number: _outcomes(chances(seen, number)) for number in likely_defenses(stroke.bonus)}
    table = by_resistance(columns, *ODDS_RULES, audience=controllers_of(actor))
    exact = against(defense, _outcomes(chances(stroke, defense, left)), *ODDS_RULES, audience=GAME_MASTER)
    return replace(exact, otherwise=table)


def _outcomes(found: Chances) -> Outcomes:
    told = {"odds.hit": found.hit, "odds.critical": found.critical}
    return told if found.down is None else {**told, "odds.down": found.down}
