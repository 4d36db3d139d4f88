"""What somebody does with a weapon: attack bonus, damage, the line that says it (D20C-ATK-04 to -08, D20C-DMG-04)."""

from __future__ import annotations

from rules.core.facts import Explanation, Fact, Param, Word
from rules.systems.d20.arms import Weapon
from rules.systems.d20.attack_roll import AttackMode
from rules.systems.d20.attacks import attack_bonus
from rules.systems.d20.bearing import (
    base_attack,
    load_attack,
    modifier,
)
from rules.systems.d20.damage import strength_bonus
from rules.systems.d20.dice import D20
from rules.systems.d20.harm.effects import ConditionEffects
from rules.systems.d20.state import Body
from rules.systems.d20.telling import facts_of
from rules.systems.d20.terms import Term


def attack_terms(body: Body, weapon: Weapon, mode: AttackMode, effects: ConditionEffects) -> tuple[Term, ...]:
    """The bonus of a single attack with a weapon before anything of the moment (D20C-ATK-04 to -08, D20C-ATK-10)."""
    found = attack_bonus(
        mode,
        base_attack_bonus=base_attack(body),
        strength_modifier=modifier(body, "strength", effects),
        dexterity_modifier=modifier(body, "dexterity", effects),
        size=body.size,
        proficient=is_proficient(body, weapon),
    )
    more = (
        Term("weapon", weapon.attack, ("D20C-ATK-10",)),
        Term("load", load_attack(body), ("D20H-LOAD-05", "D20H-LOAD-09")),
    )
    return (*found.terms, *(term for term in more if term.value))


def is_proficient(body: Body, weapon: Weapon) -> bool:
    """Whether somebody is trained with a weapon; firearms go by their feat (D20C-ATK-04, D20S-GUN-02, D20S-SPL-03).

    Explosives and splash weapons need no training.
    """
    if weapon.splash or weapon.explosive or weapon.unarmed or weapon.use == "natural":
        return True
    if weapon.kind == "firearm" and body.being == "person":
        return weapon.proficient and body.feat("personal_firearms")
    return weapon.proficient


def damage_bonus(body: Body, weapon: Weapon, mode: AttackMode, effects: ConditionEffects, *, off: bool = False) -> int:
    """What is added to each roll of a weapon's damage (D20C-DMG-04 to -07)."""
    both = weapon.two_handed or (body.both and body.main == weapon.key and not off)
    strength = strength_bonus(
        modifier(body, "strength", effects),
        weapon.strikes_as(mode),
        "off_hand" if off else "two_hands" if both and mode == "melee" else "one_hand",
        light=weapon.light,
    )
    return weapon.damage + strength


def attack_facts(body: Body, effects: ConditionEffects) -> Explanation:
    """The bonus of melee and ranged attacks without any weapon's own (D20C-ATK-05, D20C-ATK-06)."""
    found: list[Fact] = []
    modes: tuple[AttackMode, ...] = ("melee", "ranged")
    for mode in modes:
        bonus = attack_bonus(
            mode,
            base_attack_bonus=base_attack(body),
            strength_modifier=modifier(body, "strength", effects),
            dexterity_modifier=modifier(body, "dexterity", effects),
            size=body.size,
        )
        rules = ("D20C-ATK-05",) if mode == "melee" else ("D20C-ATK-06",)
        found.append(Fact(f"value.{mode}", value=bonus.bonus, rules=rules, terms=facts_of(bonus.terms)))
    return tuple(found)


def signed(bonus: int) -> str:
    """What is added to dice, as it is written behind them; nothing for 0."""
    return "" if not bonus else f"+{bonus}" if bonus > 0 else f"\N{MINUS SIGN}{-bonus}"


def weapon_params(body: Body, weapon: Weapon, mode: AttackMode, effects: ConditionEffects) -> dict[str, Param]:
    """What a line about a weapon names: its name, dice and what is added, critical, range."""
    return {
        "weapon": weapon.name or Word("weapon.unarmed"),
        "dice": weapon.dice,
        "bonus": signed(damage_bonus(body, weapon, mode, effects)),
        "threat": weapon.threat_from,
        "multiplier": weapon.multiplier,
        "increment": weapon.increment,
        "key": weapon.key,
    }


def arm_facts(body: Body, effects: ConditionEffects) -> Explanation:
    """Every weapon with its attack bonus, damage, critical and range (D20C-CRT-05, D20C-RNG-01, D20C-DMG-04)."""
    found: list[Fact] = []
    for weapon in body.weapons:
        mode = weapon.modes[0]
        terms = attack_terms(body, weapon, mode, effects)
        params = weapon_params(body, weapon, mode, effects)
        threat = "20" if weapon.threat_from == D20 else f"{weapon.threat_from}\N{EN DASH}{D20}"
        params |= {
            "critical": f"{threat}/\N{MULTIPLICATION SIGN}{weapon.multiplier}",
            "size": Word(f"size.{weapon.size}"),
        }
        value = sum(term.value for term in terms)
        code = "arm.ranged" if weapon.increment else "arm.melee"
        rules = ("D20C-CRT-05", "D20C-RNG-01", "D20C-DMG-04")
        found.append(Fact(code, value=value, params=params, rules=rules, terms=facts_of(terms)))
    return tuple(found)


def usual_rolls(body: Body, effects: ConditionEffects) -> Explanation:
    """What is rolled most: an attack with each weapon."""
    found: list[Fact] = []
    for weapon in (*body.weapons, body.weapon("unarmed"))[:4]:
        mode = weapon.modes[0]
        terms = attack_terms(body, weapon, mode, effects)
        params = weapon_params(body, weapon, mode, effects)
        params |= {"action": "attack", "with": f"weapon={weapon.key}"}
        value = sum(term.value for term in terms)
        rules = ("D20C-ATK-05",) if mode == "melee" else ("D20C-ATK-06",)
        found.append(Fact("usual.weapon", value=value, params=params, rules=rules, terms=facts_of(terms)))
    return tuple(found)
