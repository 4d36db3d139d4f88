"""What bears on one attack as things are: conditions, postures, stances, equipment, where people stand.

What is found is shown as a list: each may be struck out, and more may be added (D20C-CIR-01, D20C-CIR-02).
(D20C-CIR-03 to -11, D20C-ATK-10, D20C-SHT-01 to -04, D20C-COV-04, D20C-MEL-03, D20C-TDF-01, D20C-CHG-06, -07)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.core.facts import Fact
from rules.core.types import Id
from rules.systems.d20.abilities import ability_modifier
from rules.systems.d20.arms import Weapon
from rules.systems.d20.attack_bonus import (
    DEFENDER,
    STANCE_DEFENSE,
    STANCES,
    TACTICS,
    RangedWeapon,
    TargetMelee,
    circumstance,
    into_melee,
    range_penalty,
)
from rules.systems.d20.attack_roll import AttackMode
from rules.systems.d20.bearing import conditions_of, effects_of, load_attack, score
from rules.systems.d20.conditions import DRAWBACKS, Condition
from rules.systems.d20.cover import COVER_BONUSES
from rules.systems.d20.defences import Defense, Situation, defense_in
from rules.systems.d20.objects import held_defense, object_defense
from rules.systems.d20.situation import (
    LOWERED,
    adds_to_cover,
    adjacent,
    cover_of,
    feet_between,
    foes,
    is_flanked,
    is_higher,
    is_invisible,
    neighbours,
)
from rules.systems.d20.sizes import SIZES
from rules.systems.d20.state import D20Fight, bears, effects_named, grapple_of
from rules.systems.d20.terms import Term
from rules.systems.d20.values import defender_of

Way: TypeAlias = Literal["plain", "dodge", "cover", "denies", "helpless"]
"""How it counts for Defense: added; a dodge bonus; also for the helpless; takes the Dexterity bonus; replaces all."""

POSTURE_CIRCUMSTANCES = ("sitting_or_kneeling", "climbing", "running")
"""Circumstances of a defender that are no conditions (D20C-CIR-03)."""

ATTACK_BONUSES = ("aid_attack", "attack_bonus")
DEFENSE_BONUSES = ("aid_defense", "defense_bonus")
"""Effects of kind `bonus` that add their value, where they concern one opponent only against that one."""

BIG = SIZES.index("large")


@dataclass(frozen=True, slots=True)
class Found:
    """Something that bears on an attack: its word is `term.<key>`."""

    key: str
    value: int
    rules: tuple[str, ...]
    way: Way = "plain"

    @property
    def term(self) -> Term:
        """The same as a term of a sum."""
        return Term(self.key, self.value, self.rules)

    @property
    def fact(self) -> Fact:
        """The same as a fact that names it."""
        return Fact(f"term.{self.key}", value=self.value, rules=self.rules)


@dataclass(frozen=True, slots=True)
class Manner:
    """How an attack is made, beyond weapon and target.

    feet: distance as said with the attack; tactics: names of `attacks.TACTICS` that the attacker takes.
    """

    mode: AttackMode
    feet: int | None = None
    tactics: tuple[str, ...] = ()


def on_attack(fight: D20Fight, actor: Id, target: Id, weapon: Weapon, manner: Manner) -> tuple[Found, ...]:
    """What is added to the attack roll (D20C-CIR-08, D20C-SHT-01 to -04, D20C-RNG-01, D20H-COND-12, -16, -27)."""
    return tuple(found for found in _on_attack(fight, actor, target, weapon, manner) if found.value)


def _on_attack(fight: D20Fight, actor: Id, target: Id, weapon: Weapon, manner: Manner) -> Iterator[Found]:
    body, mode = fight.combatants[actor].body, manner.mode
    yield Found("weapon", weapon.attack, ("D20C-ATK-10",))
    yield Found("load", load_attack(body), ("D20H-LOAD-05", "D20H-LOAD-09"))
    melee = mode == "melee"
    if melee and is_flanked(fight, target, actor):
        yield Found(
            "flanking", circumstance("attacker", "flanking", mode).modifier or 0, ("D20C-FLK-01", "D20C-CIR-09")
        )
    if is_higher(fight, actor, target):
        yield Found("higher_ground", circumstance("attacker", "higher_ground", mode).modifier or 0, ("D20C-CIR-08",))
    if is_invisible(fight, actor, target):
        yield Found("invisible", circumstance("attacker", "invisible", mode).modifier or 0, ("D20C-CIR-08",))
    for condition in conditions_of(fight, actor):
        row = DRAWBACKS[condition]
        yield Found(condition, row.attack_melee if melee else row.attack_ranged, ("D20H-COND-01", "D20C-CIR-08"))
    for tactic in tactics_of(fight, actor, target, weapon, manner):
        yield Found(tactic, TACTICS[tactic].modifier, TACTICS[tactic].rules)
    if not melee:
        feet = feet_between(fight, actor, target) if manner.feet is None else manner.feet
        if feet is not None and weapon.increment:
            kind: RangedWeapon = "thrown" if weapon.use == "thrown" else "projectile"
            yield Found("range_penalty", range_penalty(feet, weapon.increment, kind).penalty, ("D20C-RNG-01",))
        yield Found("into_melee", _into_melee(fight, actor, target), ("D20C-SHT-01", "D20C-SHT-02", "D20C-SHT-03"))
    for name in ATTACK_BONUSES:
        for effect in effects_named(body, name):
            if effect.towards in (None, target):
                yield Found(name, effect.value, ("D20S-AID-03", "D20C-ATK-10"))


def tactics_of(fight: D20Fight, actor: Id, target: Id, weapon: Weapon, manner: Manner) -> tuple[str, ...]:
    """What the attacker does or how, by the names of the rules, each once."""
    found = list(manner.tactics)
    if bears(fight.combatants[actor].body, "fighting_defensively"):
        found.append("fighting_defensively")
    if manner.mode == "ranged" and weapon.longarm and adjacent(fight, actor, target):
        found.append("longarm_adjacent")
    return tuple(dict.fromkeys(found))


def _into_melee(fight: D20Fight, actor: Id, target: Id) -> int:
    """The penalty for shooting at somebody who fights an ally of the attacker (D20C-SHT-01 to -03)."""
    allies = [one for one in neighbours(fight, target) if one != actor and not foes(fight, actor, one)]
    fighting = [one for one in allies if foes(fight, one, target) and fight.combatants[one].body.being != "object"]
    if not fighting or fight.combatants[target].body.being == "object":
        return 0
    still = effects_of(fight, target).helpless
    able = [one for one in fighting if not effects_of(fight, one).helpless]
    return into_melee(
        TargetMelee(
            enemy_adjacent=True,
            one_side_immobilised=still or not able,
            immobilised_side_attacked=bool(able),
            # a target two categories above large reaches ten feet beyond whoever stands beside it
            part_10ft_from_nearest_ally=SIZES.index(fight.combatants[target].body.size) > BIG,
        )
    )


def on_defense(fight: D20Fight, target: Id, attacker: Id, mode: AttackMode) -> tuple[Found, ...]:
    """What is added to the target's Defense, or taken from it (D20C-CIR-03 to -07, D20C-COV-04, D20H-COND-01)."""
    return tuple(_on_defense(fight, target, attacker, mode))


def _on_defense(fight: D20Fight, target: Id, attacker: Id, mode: AttackMode) -> Iterator[Found]:
    body, melee = fight.combatants[target].body, mode == "melee"
    cover = cover_of(fight, target, attacker)
    if cover in COVER_BONUSES and COVER_BONUSES[cover].defense:
        yield Found("cover", COVER_BONUSES[cover].defense, ("D20C-COV-04",), "cover")
    if body.being == "object":
        return
    held = grapple_of(fight, target)
    partner = held is not None and attacker in held.opponents(target)
    pinner = any(effect.by == attacker for effect in effects_named(body, "pinned"))
    conditions = conditions_of(fight, target)
    if effects_of(fight, target).helpless:
        yield Found("helpless", 0, ("D20C-HLP-03", "D20C-HOUSE-11"), "helpless")
        return
    more = 0 if melee else adds_to_cover(body, cover)
    if more:
        yield Found("low_cover", more, ("D20C-CIR-04",), "cover")
    for condition in (one for one in conditions if not (more and one in LOWERED)):
        yield from _of_condition(condition, melee=melee, partner=partner, pinner=pinner)
    for posture in POSTURE_CIRCUMSTANCES:
        if bears(body, posture):
            row = DEFENDER[posture]
            value = 0 if more and posture in LOWERED else (row.melee if melee else row.ranged) or 0
            rules = ("D20C-CIR-03", "D20C-RUN-02")
            if value:
                yield Found(posture, value, rules)
            if row.loses_dex:
                yield Found(f"no_dexterity_{posture}", 0, (*rules, "D20C-CIR-05"), "denies")
    if bears(body, "staggering"):
        yield Found("no_dexterity_staggering", 0, ("D20H-LIFT-02",), "denies")
    if is_invisible(fight, attacker, target):
        yield Found("no_dexterity_invisible", 0, ("D20C-CIR-11",), "denies")
    for stance in STANCES:
        if bears(body, stance):
            adds = STANCE_DEFENSE[stance]
            yield Found(f"stance_{stance}", adds.modifier, adds.rules, "dodge" if adds.dodge else "plain")
    for name in DEFENSE_BONUSES:
        for effect in effects_named(body, name):
            if effect.towards in (None, attacker):
                yield Found(name, effect.value, ("D20S-AID-03",))


def _of_condition(condition: Condition, *, melee: bool, partner: bool, pinner: bool) -> Iterator[Found]:
    row = DRAWBACKS[condition]
    value = row.defense_melee if melee else row.defense_ranged
    if condition == "pinned" and pinner:
        value = 0
    rules = ("D20C-CIR-03", "D20H-COND-01")
    if value:
        yield Found(condition, value, rules)
    if row.loses_dex_bonus and not (condition == "grappled" and partner):
        yield Found(f"no_dexterity_{condition}", 0, (*rules, "D20C-CIR-05"), "denies")


def defense_with(
    fight: D20Fight,
    target: Id,
    found: Collection[Found],
    *,
    touch: bool = False,
    others: tuple[Term, ...] = (),
) -> Defense:
    """The Defense that meets an attack on which this bears (D20C-DEF-01 to -12, D20C-HLP-03, D20S-OBJ-02, -04)."""
    body = fight.combatants[target].body
    covered = tuple(one.term for one in found if one.way == "cover")
    if body.being == "object":
        return _of_object(fight, target, (*covered, *others))
    dodging = tuple(one.term for one in found if one.way == "dodge")
    plain = tuple(one.term for one in found if one.way == "plain" and one.value)
    helpless = any(one.way == "helpless" for one in found)
    situation = Situation(
        denied=helpless or any(one.way == "denies" for one in found),
        helpless=helpless,
        touch=touch,
        dodges=dodging,
        modifiers=(*plain, *(() if helpless else others)),
        cover=(*covered, *(others if helpless else ())),
    )
    return defense_in(defender_of(body, effects_of(fight, target)), situation)


def _of_object(fight: D20Fight, target: Id, more: tuple[Term, ...]) -> Defense:
    body = fight.combatants[target].body
    holder = body.thing.holder
    if "value.defense" in body.overrides:
        base = Term("by_hand", body.overrides["value.defense"].number, ("D20S-OBJ-02",))
    elif holder is not None and holder in fight.combatants:
        held_by = fight.combatants[holder].body
        dexterity = ability_modifier(score(held_by, "dexterity", effects_of(fight, holder)))
        base = Term("held_object", held_defense(body.size, dexterity, held_by.class_bonus), ("D20S-OBJ-04",))
    else:
        base = Term("object", object_defense(body.size), ("D20S-OBJ-02",))
    terms = (base, *(term for term in more if term.value))
    return Defense(sum(term.value for term in terms), terms, dexterity_denied=False)
