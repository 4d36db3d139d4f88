"""What a combatant can do as things are: conditions and what they cost, scores, speed, saves, skills.

Rules: D20H-COND-01 to -27, D20C-SAV-01, D20H-LOAD-03 to -09, D20C-GRD-06, D20H-MD-01.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import cast

from rules.core.once import once
from rules.core.overrides import chosen
from rules.core.types import Id
from rules.systems.d20.abilities import (
    SAVE_ABILITIES,
    SKILL_ABILITIES,
    Ability,
    Save,
    ability_modifier,
    is_physical,
    present_score,
)
from rules.systems.d20.conditions import (
    CONDITIONS,
    WEARINESSES,
    Condition,
    ConditionEffects,
    condition_effects,
    cornered,
    slowed_speed,
)
from rules.systems.d20.defence import present_dexterity
from rules.systems.d20.hit_points import massive_damage_threshold
from rules.systems.d20.load import (
    LOAD_COSTS,
    Legs,
    LoadClass,
    capped_dexterity,
    leaves_action,
    load_class,
    load_limits,
    load_skill_modifier,
    loaded_speed,
)
from rules.systems.d20.movement import speed_in_the_dark
from rules.systems.d20.settings import setting
from rules.systems.d20.situation import in_the_dark
from rules.systems.d20.sizes import Size
from rules.systems.d20.state import Body, D20Fight, bears, effects_named, grapple_of, in_rounds
from rules.systems.d20.terms import Term

VITAL: Mapping[str, Condition] = {"disabled": "disabled", "dying": "dying", "stable": "stable", "dead": "dead"}
"""The conditions that come of hit points (D20H-HP-05)."""


def flat_footed(fight: D20Fight, who: Id) -> bool:
    """Whether a combatant has not had a first turn in this fight (D20C-SEQ-02, D20C-INI-04)."""
    return in_rounds(fight) and who not in fight.round.ready and fight.body(who).being != "object"


@once
def body_conditions(body: Body) -> tuple[Condition, ...]:
    """The conditions of a body by itself, in alphabetical order; a panicked one without a way out cowers instead.

    (D20H-HP-05, D20H-COND-10)
    """
    found: set[Condition] = set()
    # mostly there are none, and each check of each action asks
    if body.effects:
        borne = (effect.what for effect in body.effects.values() if effect.what in CONDITIONS)
        way_out = not any(effect.variant == "cornered" for effect in effects_named(body, "panicked"))
        found.update(cornered(borne, can_flee=way_out))
    if body.being != "object" and body.vital in VITAL:
        found.add(VITAL[body.vital])
    for lost in body.losses.values():
        if lost.damage > 0:
            found.add("ability_damaged")
        if lost.drain > 0:
            found.add("ability_drained")
    return tuple(sorted(found))


@once
def conditions_of(fight: D20Fight, who: Id) -> tuple[Condition, ...]:
    """All conditions of a combatant as the fight stands, in alphabetical order."""
    found: set[str] = set(body_conditions(fight.body(who)))
    if flat_footed(fight, who):
        found.add("flat_footed")
    if grapple_of(fight, who) is not None and "pinned" not in found:
        found.add("grappled")
    return tuple(cast(Condition, name) for name in sorted(found))


def _effects(body: Body, conditions: tuple[Condition, ...]) -> ConditionEffects:
    anchored = any(effect.variant == "anchored" for effect in effects_named(body, "entangled"))
    lifted = tuple((cast(Condition, name), tuple(names)) for name, names in body.lifted.items())
    return _combined_effects(conditions, anchored, lifted)


# every check of every action asks for them again
@lru_cache(maxsize=1024)
def _combined_effects(
    conditions: tuple[Condition, ...], anchored: bool, lifted: tuple[tuple[Condition, tuple[str, ...]], ...]
) -> ConditionEffects:
    return condition_effects(conditions, anchored=anchored, lifted=dict(lifted))


@once
def effects_of(fight: D20Fight, who: Id) -> ConditionEffects:
    """The combined effects of all conditions of a combatant (D20H-COND-01)."""
    return _effects(fight.body(who), conditions_of(fight, who))


@once
def body_effects(body: Body) -> ConditionEffects:
    """What the conditions of a body by itself come to, outside any fight."""
    return _effects(body, body_conditions(body))


@once
def plain_score(body: Body, ability: Ability) -> int:
    """A score less what is lost of it, before conditions (D20H-COND-06, D20H-COND-07)."""
    return present_score(body.scores[ability], body.lost(ability).whole)


def score(body: Body, ability: Ability, effects: ConditionEffects) -> int:
    """A score as it counts now, never below 0 (D20H-COND-08, -12, -17, -18, -25)."""
    plain = plain_score(body, ability)
    if ability == "dexterity":
        return present_dexterity(plain, effects)
    if ability == "strength":
        replaced = effects.effective_strength
        return max(0, (plain if replaced is None else min(replaced, plain)) + effects.strength_change)
    return plain


def most_dexterity(body: Body) -> int | None:
    """The highest Dexterity modifier that armour and load leave; None without limit (D20H-LOAD-04, D20H-LOAD-08)."""
    limits = [body.worn.max_dexterity, LOAD_COSTS[load_of(body)].max_dexterity_modifier]
    return min((limit for limit in limits if limit is not None), default=None)


def modifier(body: Body, ability: Ability, effects: ConditionEffects) -> int:
    """The modifier of an ability as it counts now; that of a load caps Dexterity (D20H-LOAD-04, D20H-LOAD-08)."""
    if ability == "constitution" and body.no_constitution:
        return 0
    found = ability_modifier(score(body, ability, effects))
    return capped_dexterity(load_of(body), found) if ability == "dexterity" else found


@once
def load_strength(body: Body) -> int:
    """The Strength that carries: what losses and weariness leave of it, at least 1 (D20H-LOAD-01, -COND-07, -17)."""
    weary = any(effect.what in WEARINESSES for effect in body.effects.values())
    change = body_effects(body).strength_change if weary else 0
    return max(1, plain_score(body, "strength") + change)


def load_of(body: Body) -> LoadClass:
    """The class of the load; light where la carta does not count weight (D20H-LOAD-01, D20H-LOAD-02)."""
    if not body.load_counts or body.being == "object":
        return "light"
    return _load_class(load_strength(body), body.size, body.legs, body.weight, as_printed=body.printed_19)


@lru_cache(maxsize=4096)
def _load_class(strength: int, size: Size, legs: Legs, weight: str, *, as_printed: bool) -> LoadClass:
    return load_class(load_limits(strength, size, legs, as_printed=as_printed), Fraction(weight))


def load_attack(body: Body) -> int:
    """What the load takes from attack rolls (D20H-LOAD-05, D20H-LOAD-09)."""
    return LOAD_COSTS[load_of(body)].penalty


def walking_speed(body: Body) -> int:
    """Feet of a move action with armour and load, before conditions (D20C-SPD-01, D20H-LOAD-03, D20H-LOAD-07)."""
    armoured = min(body.speed, body.worn.speed) if body.worn.speed else body.speed
    return chosen("value.speed", loaded_speed(load_of(body), body.speed, armoured), body.overrides)


def speed_of(fight: D20Fight, who: Id) -> int:
    """Feet of a move action as things are (D20C-GRD-06, D20H-HOUSE-11)."""
    body, effects = fight.body(who), effects_of(fight, who)
    speed, factor = walking_speed(body), effects.speed_factor
    multiply = bool(setting(fight.house, "half_speeds_multiply"))
    if in_the_dark(fight, who) or bears(body, "blinded"):
        slowed = speed_in_the_dark(speed, blind_fight=body.feat("blind_fight"))
        factor = factor if multiply or slowed == speed or not factor else Fraction(1)
        speed = slowed
    return slowed_speed(speed, factor if multiply or not factor else max(factor, Fraction(1, 2)))


def constitution_of(body: Body) -> int | None:
    """The Constitution score as it counts now; None for a creature without one (D20H-HOUSE-20)."""
    if body.no_constitution or body.being == "object":
        return None
    return plain_score(body, "constitution")


def threshold_of(body: Body) -> int | None:
    """The massive damage threshold; None for a creature without one (D20H-MD-01, D20H-HOUSE-20)."""
    found = constitution_of(body)
    if not found:
        return None
    return chosen("value.threshold", massive_damage_threshold(found, body.threshold_bonus) or 0, body.overrides)


def base_attack(body: Body) -> int:
    """The base attack bonus, or the number set by hand (D20C-ATK-05)."""
    return chosen("value.base_attack", body.base_attack, body.overrides)


def save_terms(body: Body, kind: Save, effects: ConditionEffects) -> tuple[Term, ...]:
    """What a saving throw adds to the die (D20C-SAV-01, D20C-HOUSE-03, D20H-COND-16)."""
    ability = SAVE_ABILITIES[kind]
    base = body.saves.get(kind, 0)
    terms = [
        Term("save_base", base, ("D20C-SAV-01",)),
        Term(ability, modifier(body, ability, effects), ("D20C-SAV-01", "D20C-HOUSE-03")),
    ]
    automatic = base + modifier(body, ability, body_effects(body))
    by_hand = chosen(f"value.{kind}", automatic, body.overrides) - automatic
    if by_hand:
        terms.append(Term("by_hand", by_hand, ("D20C-SAV-01",)))
    if effects.save_modifier:
        terms.append(Term("conditions", effects.save_modifier, ("D20H-COND-16",)))
    return tuple(term for term in terms if term.value)


def save_bonus(fight: D20Fight, who: Id, kind: Save) -> int:
    """The bonus of a saving throw as things are (D20C-SAV-01)."""
    return sum(term.value for term in save_terms(fight.body(who), kind, effects_of(fight, who)))


def skill_terms(body: Body, skill: str, effects: ConditionEffects) -> tuple[Term, ...]:
    """What a skill check adds to the die (D20H-LOAD-05, -06, -09, D20H-COND-08, -16)."""
    ability = SKILL_ABILITIES[skill]
    terms = [
        Term("ranks", body.skills.get(skill, 0), ("D20C-FST-02",)),
        Term(ability, modifier(body, ability, effects), ("D20H-BASE-02",)),
        Term("load", load_skill_modifier(load_of(body), skill, body.worn.penalty), ("D20H-LOAD-05", "D20H-LOAD-06")),
        Term("conditions", effects.skill_modifier, ("D20H-COND-16",)),
    ]
    if is_physical(skill):
        terms.append(Term("blind", effects.str_dex_skill_modifier, ("D20H-COND-08",)))
    if skill == "search":
        terms.append(Term("blind", effects.search_modifier, ("D20H-COND-08",)))
    return tuple(term for term in terms if term.value)


def skill_bonus(fight: D20Fight, who: Id, skill: str) -> int:
    """The bonus of a skill check as things are (D20H-BASE-02)."""
    return sum(term.value for term in skill_terms(fight.body(who), skill, effects_of(fight, who)))


def can_act(fight: D20Fight, who: Id) -> bool:
    """Whether a combatant may do anything at all in a turn (D20H-HP-05, D20H-COND-01, D20H-LOAD-11)."""
    body = fight.body(who)
    return body.being != "object" and effects_of(fight, who).actions != "none" and leaves_action(load_of(body))
