"""The modifiers of one attack: conditions, postures, stances, equipment, where the combatants stand.

They are shown as a list of which each may be struck out, and more may be added (D20C-CIR-01, D20C-CIR-02).
Rules: D20C-CIR-03 to -11, D20C-ATK-10, D20C-SHT-01 to -04, D20C-COV-04, D20C-MEL-03, D20C-TDF-01, D20C-CHG-06, -07.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.core.errors import OutOfRange
from rules.core.facts import Fact
from rules.core.once import once
from rules.core.types import Id
from rules.systems.d20.abilities import ability_modifier
from rules.systems.d20.arms import Weapon
from rules.systems.d20.attack_bonus import (
    STANCES,
    TACTICS,
    RangedWeapon,
    Stance,
    TargetMelee,
    circumstance,
    into_melee,
    range_penalty,
    stance_defense,
)
from rules.systems.d20.attack_roll import ATTACK_MODES, AttackMode, known_attack_mode
from rules.systems.d20.bearing import conditions_of, effects_of, load_attack, score
from rules.systems.d20.conditions import DRAWBACKS, Condition
from rules.systems.d20.cover import cover_bonus
from rules.systems.d20.defence import Defense, Situation, defense_in
from rules.systems.d20.effects import Effect
from rules.systems.d20.objects import held_defense, object_defense
from rules.systems.d20.settings import setting
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
"""How a modifier counts for Defense: added; a dodge bonus; also for the helpless; denies Dexterity; replaces all."""

POSTURE_CIRCUMSTANCES = ("sitting_or_kneeling", "climbing", "running", "staggering")
"""Circumstances of a defender that are no conditions (D20C-CIR-03, D20H-LIFT-02)."""

ATTACK_BONUSES = ("aid_attack", "attack_bonus")
DEFENSE_BONUSES = ("aid_defense", "defense_bonus")
"""Effects of kind `bonus` that add their value; one towards an opponent counts against that opponent only."""

BIG = SIZES.index("large")


@dataclass(frozen=True, slots=True)
class Found:
    """A modifier of an attack or a Defense; its word is `term.<key>`."""

    key: str
    value: int
    rules: tuple[str, ...]
    way: Way = "plain"

    @property
    def term(self) -> Term:
        """As a term of a sum."""
        return Term(self.key, self.value, self.rules)

    @property
    def fact(self) -> Fact:
        """As a fact."""
        return Fact(f"term.{self.key}", value=self.value, rules=self.rules)


@dataclass(frozen=True, slots=True)
class Manner:
    """How an attack is made, beyond weapon and target."""

    mode: AttackMode
    feet: int | None = None
    """The distance as said with the attack."""
    tactics: tuple[str, ...] = ()
    """Names of `attack_bonus.TACTICS` that the attacker takes."""


def attack_modifiers(
    mode: AttackMode,
    *,
    circumstances: Collection[str],
    conditions: Collection[Condition],
    tactics: Collection[str],
    range_penalty: int,
    target_melee: TargetMelee | None,
) -> Iterator[Found]:
    """What a moment adds to an attack roll or takes from it, zeros included.

    D20C-CIR-08 to -11, D20C-FLK-01, D20C-FLK-03, D20C-SHT-01 to -03, D20C-RNG-01, D20H-COND-12, -16, -27.
    circumstances: names of the attacker's table that are no conditions. range_penalty and target_melee count at range
    only. Raises UnknownValue, and OutOfRange for a range penalty above 0.
    """
    known_attack_mode(mode)
    if range_penalty > 0:
        raise OutOfRange("d20.range.penalty_positive", field="range_penalty", params={"value": range_penalty})
    for name in circumstances:
        rules = ("D20C-FLK-01", "D20C-CIR-09") if name == "flanking" else ("D20C-CIR-08",)
        yield Found(name, circumstance("attacker", name, mode).modifier or 0, rules)
    for condition in conditions:
        row = DRAWBACKS[condition]
        modifier = row.attack_melee if mode == "melee" else row.attack_ranged
        yield Found(condition, modifier, ("D20H-COND-01", "D20C-CIR-08"))
    for tactic in tactics:
        yield Found(tactic, TACTICS[tactic].modifier, TACTICS[tactic].rules)
    if mode == "ranged":
        yield Found("range_penalty", range_penalty, ("D20C-RNG-01",))
        melee = 0 if target_melee is None else into_melee(target_melee)
        yield Found("into_melee", melee, ("D20C-SHT-01", "D20C-SHT-02", "D20C-SHT-03"))


def defense_modifiers(
    mode: AttackMode,
    *,
    cover: int,
    low_cover: int = 0,
    conditions: Collection[Condition] = (),
    postures: Collection[str] = (),
    stances: Collection[Stance] = (),
    by_partner: bool = False,
    by_pinner: bool = False,
    unseen: bool = False,
    kneeling_helps: bool = False,
    pinned_at_range: bool = False,
) -> Iterator[Found]:
    """What a moment adds to a Defense, takes from it or denies it.

    D20C-CIR-03 to -07, D20C-COV-04, D20C-HLP-03, D20C-HOUSE-11, D20H-COND-01 to -27, D20H-LIFT-02. cover: what
    it adds. low_cover: what a low posture adds to it in place of its own modifier, against ranged attacks. by_partner,
    by_pinner: the attacker is in the same grapple as the target, or pins it. unseen: the target does not see the
    attacker. kneeling_helps: its modifier at range counts in melee too; pinned_at_range: that in melee counts at range
    (readings of the print). Raises UnknownValue.
    """
    melee = known_attack_mode(mode) == "melee"
    if cover:
        yield Found("cover", cover, ("D20C-COV-04",), "cover")
    if any(DRAWBACKS[condition].helpless for condition in conditions):
        yield Found("helpless", 0, ("D20C-HLP-03", "D20C-HOUSE-11"), "helpless")
        return
    more = 0 if melee else low_cover
    if more:
        yield Found("low_cover", more, ("D20C-CIR-04",), "cover")
    for condition in (one for one in conditions if not (more and one in LOWERED)):
        in_melee = melee or (condition == "pinned" and pinned_at_range)
        yield from _of_condition(condition, melee=in_melee, partner=by_partner, pinner=by_pinner)
    for posture in postures:
        as_if: AttackMode = "ranged" if kneeling_helps and posture == "sitting_or_kneeling" else mode
        yield from _of_posture(posture, as_if, lowered=bool(more) and posture in LOWERED)
    if unseen:
        yield Found("no_dexterity_invisible", 0, ("D20C-CIR-11",), "denies")
    for stance in stances:
        adds = stance_defense(stance)
        yield Found(f"stance_{stance}", adds.modifier, adds.rules, "dodge" if adds.dodge else "plain")


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


def _of_posture(posture: str, mode: AttackMode, *, lowered: bool) -> Iterator[Found]:
    if posture == "staggering":
        yield Found("no_dexterity_staggering", 0, ("D20H-LIFT-02",), "denies")
        return
    row = circumstance("defender", posture, mode)
    rules = ("D20C-CIR-03", "D20C-RUN-02")
    if row.modifier and not lowered:
        yield Found(posture, row.modifier, rules)
    if row.loses_dex:
        yield Found(f"no_dexterity_{posture}", 0, (*rules, "D20C-CIR-05"), "denies")


def situation_of(found: Collection[Found], *, touch: bool = False, others: tuple[Term, ...] = ()) -> Situation:
    """What the modifiers of a moment make of a Defense; others: modifiers that count for the helpless too."""
    covered = tuple(one.term for one in found if one.way == "cover")
    helpless = any(one.way == "helpless" for one in found)
    plain = tuple(one.term for one in found if one.way == "plain" and one.value)
    return Situation(
        denied=helpless or any(one.way == "denies" for one in found),
        helpless=helpless,
        touch=touch,
        dodges=tuple(one.term for one in found if one.way == "dodge"),
        modifiers=(*plain, *(() if helpless else others)),
        cover=(*covered, *(others if helpless else ())),
    )


# As things are in a fight


@once
def on_attack(fight: D20Fight, actor: Id, target: Id, weapon: Weapon, manner: Manner) -> tuple[Found, ...]:
    """What is added to the attack roll (D20C-CIR-08, D20C-SHT-01 to -04, D20C-RNG-01, D20H-COND-12, -16, -27)."""
    return tuple(found for found in _on_attack(fight, actor, target, weapon, manner) if found.value)


def _on_attack(fight: D20Fight, actor: Id, target: Id, weapon: Weapon, manner: Manner) -> Iterator[Found]:
    body, mode = fight.body(actor), manner.mode
    yield Found("weapon", weapon.attack, ("D20C-ATK-10",))
    yield Found("load", load_attack(body), ("D20H-LOAD-05", "D20H-LOAD-09"))
    feet: int | None = None
    if mode == "ranged":
        feet = feet_between(fight, actor, target) if manner.feet is None else manner.feet
    kind: RangedWeapon = "thrown" if weapon.use == "thrown" else "projectile"
    far = feet is not None and weapon.increment
    yield from attack_modifiers(
        mode,
        circumstances=tuple(_circumstances(fight, actor, target, mode)),
        conditions=conditions_of(fight, actor),
        tactics=tactics_of(fight, actor, target, weapon, manner),
        range_penalty=range_penalty(feet or 0, weapon.increment, kind).penalty if far else 0,
        target_melee=_target_melee(fight, actor, target) if mode == "ranged" else None,
    )
    for name in ATTACK_BONUSES:
        for effect in helping(fight, actor, name, target):
            yield Found(name, effect.value, ("D20S-AID-03", "D20C-ATK-10"))


def _circumstances(fight: D20Fight, actor: Id, target: Id, mode: AttackMode) -> Iterator[str]:
    if mode == "melee" and is_flanked(fight, target, actor):
        yield "flanking"
    if is_higher(fight, actor, target):
        yield "higher_ground"
    if is_invisible(fight, actor, target):
        yield "invisible"


def tactics_of(fight: D20Fight, actor: Id, target: Id, weapon: Weapon, manner: Manner) -> tuple[str, ...]:
    """The tactics of an attack by the names of the rules, each once (D20C-HOUSE-22)."""
    found = list(manner.tactics)
    if bears(fight.body(actor), "fighting_defensively"):
        found.append("fighting_defensively")
    if manner.mode == "ranged" and weapon.longarm and adjacent(fight, actor, target):
        found.append("longarm_adjacent")
    return tuple(dict.fromkeys(found))


def _target_melee(fight: D20Fight, actor: Id, target: Id) -> TargetMelee | None:
    """How a target fights allies of the attacker hand to hand; None where it does not (D20C-SHT-01 to -03)."""
    allies = [one for one in neighbours(fight, target) if one != actor and not foes(fight, actor, one)]
    fighting = [one for one in allies if foes(fight, one, target) and fight.body(one).being != "object"]
    if not fighting or fight.body(target).being == "object":
        return None
    still = effects_of(fight, target).helpless
    able = [one for one in fighting if not effects_of(fight, one).helpless]
    return TargetMelee(
        enemy_adjacent=True,
        one_side_immobilised=still or not able,
        immobilised_side_attacked=bool(able),
        # a target two categories above large reaches ten feet beyond whatever stands beside it
        part_10ft_from_nearest_ally=SIZES.index(fight.body(target).size) > BIG,
    )


@once
def on_defense(fight: D20Fight, target: Id, attacker: Id, mode: AttackMode) -> tuple[Found, ...]:
    """What is added to the target's Defense, or taken from it (D20C-CIR-03 to -07, D20C-COV-04, D20H-COND-01)."""
    return tuple(_on_defense(fight, target, attacker, mode))


def _on_defense(fight: D20Fight, target: Id, attacker: Id, mode: AttackMode) -> Iterator[Found]:
    body = fight.body(target)
    cover = cover_of(fight, target, attacker)
    covered = cover_bonus(fight.house, cover).defense
    if body.being == "object":
        yield from defense_modifiers(mode, cover=covered)
        return
    held = grapple_of(fight, target)
    yield from defense_modifiers(
        mode,
        cover=covered,
        low_cover=adds_to_cover(body, cover, always=bool(setting(fight.house, "posture_improves_cover"))),
        conditions=conditions_of(fight, target),
        postures=[posture for posture in POSTURE_CIRCUMSTANCES if bears(body, posture)],
        stances=[stance for stance in STANCES if bears(body, stance)],
        by_partner=held is not None and attacker in held.opponents(target),
        by_pinner=any(effect.by == attacker for effect in effects_named(body, "pinned")),
        unseen=is_invisible(fight, attacker, target),
        kneeling_helps=bool(setting(fight.house, "kneeling_helps_in_melee")),
        pinned_at_range=bool(setting(fight.house, "pinned_hinders_at_range")),
    )
    if effects_of(fight, target).helpless:
        return
    for name in DEFENSE_BONUSES:
        for effect in helping(fight, target, name, attacker):
            yield Found(name, effect.value, ("D20S-AID-03",))


def standing_situation(fight: D20Fight, target: Id) -> Situation:
    """What every attack on a target meets, in melee or at range, by anyone and whatever cover there is: for its card.

    Conditions, postures, stances and bonuses that count against some attacks only are left out (D20C-CIR-03 to -07).
    """
    body = fight.body(target)

    def against(mode: AttackMode, *, held: bool) -> list[Found]:
        return list(
            defense_modifiers(
                mode,
                cover=0,
                conditions=conditions_of(fight, target),
                postures=[posture for posture in POSTURE_CIRCUMSTANCES if bears(body, posture)],
                stances=[stance for stance in STANCES if bears(body, stance)],
                by_partner=held,
                by_pinner=held,
                kneeling_helps=bool(setting(fight.house, "kneeling_helps_in_melee")),
                pinned_at_range=bool(setting(fight.house, "pinned_hinders_at_range")),
            )
        )

    others = [against(mode, held=held) for mode in ATTACK_MODES for held in (False, True)]
    found = [one for one in others[0] if all(one in other for other in others)]
    if not effects_of(fight, target).helpless:
        bonuses = (one for name in DEFENSE_BONUSES for one in effects_named(body, name) if one.towards is None)
        found += [Found(one.what, one.value, ("D20S-AID-03",)) for one in bonuses]
    return situation_of(found)


def helping(fight: D20Fight, who: Id, name: str, opponent: Id) -> tuple[Effect, ...]:
    """The bonuses of one name that count against an opponent; of several helpers one, where they do not add.

    (D20S-AID-03, D20S-HOUSE-12)
    """
    found = tuple(one for one in effects_named(fight.body(who), name) if one.towards in (None, opponent))
    alone = name.startswith("aid_") and not setting(fight.house, "helpers_add")
    return found[:1] if alone else found


def defense_with(
    fight: D20Fight,
    target: Id,
    found: Collection[Found],
    *,
    touch: bool = False,
    others: tuple[Term, ...] = (),
) -> Defense:
    """The Defense of a target with these modifiers (D20C-DEF-01 to -12, D20C-HLP-03, D20S-OBJ-02, -04)."""
    body = fight.body(target)
    if body.being == "object":
        covered = (one.term for one in found if one.way == "cover")
        return _of_object(fight, target, (*covered, *others))
    return _met(fight, target, tuple(found), touch, others)


@once
def _met(fight: D20Fight, target: Id, found: tuple[Found, ...], touch: bool, others: tuple[Term, ...]) -> Defense:
    defender = defender_of(fight.body(target), effects_of(fight, target))
    return defense_in(defender, situation_of(found, touch=touch, others=others))


def _of_object(fight: D20Fight, target: Id, more: tuple[Term, ...]) -> Defense:
    body = fight.body(target)
    holder = body.thing.holder
    if "value.defense" in body.overrides:
        base = Term("by_hand", body.overrides["value.defense"].number, ("D20S-OBJ-02",))
    elif holder is not None and holder in fight.combatants:
        held_by = fight.body(holder)
        dexterity = ability_modifier(score(held_by, "dexterity", effects_of(fight, holder)))
        base = Term("held_object", held_defense(body.size, dexterity, held_by.class_bonus), ("D20S-OBJ-04",))
    else:
        base = Term("object", object_defense(body.size), ("D20S-OBJ-02",))
    terms = (base, *(term for term in more if term.value))
    return Defense(sum(term.value for term in terms), terms, dexterity_denied=False)
