"""An attack that is about to be made: what goes into it and whether it can be made at all (D20C-ATK-04 to -10).

(D20C-RNG-01 to -03, D20C-CIR-01, D20C-CIR-02, D20C-UNA-06, D20C-HOUSE-09, D20S-GUN-01, D20S-GUN-07, D20H-NL-01 to -04)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.core.errors import NotAllowed
from rules.core.facts import Explanation, Fact, Notes, Word
from rules.core.inputs import Choice, Number, Rows, Text
from rules.core.types import Id, Json
from rules.systems.d20.arming import damage_bonus, is_proficient
from rules.systems.d20.arms import Weapon
from rules.systems.d20.attacks import TwoWeapons, attack_bonus
from rules.systems.d20.bearing import effects_of, modifier
from rules.systems.d20.concealment import miss_chance
from rules.systems.d20.cover import check_target
from rules.systems.d20.fields import options_of
from rules.systems.d20.gear.carrying import check_carried_ammunition, less_ammunition, thrown
from rules.systems.d20.modifiers import Found, Manner, defense_with, on_attack
from rules.systems.d20.odds import Stroke
from rules.systems.d20.ranges import check_line_of_sight
from rules.systems.d20.situation import concealment_of, cover_of, in_sight
from rules.systems.d20.special.firearms import Firearm, check_can_fire
from rules.systems.d20.state import Body, D20Fight
from rules.systems.d20.telling import facts_of
from rules.systems.d20.terms import Term
from rules.systems.d20.two_weapons import OffHand


@dataclass(frozen=True, slots=True)
class Blow:
    """One attack that is about to be made.

    base: the base attack bonus of this attack. off: with the off hand; two_weapons: fighting with both. lethal: as the
    attacker has declared, None as the weapon does by nature. review: the attacker looks over what was found first.
    others: modifiers given with the act. coverer: who the target hides behind. touch: a touch attack. key: before the
    keys of all requests. ineffective: the game master rules that it cannot harm this thing (D20S-OBJ-13). sure: it hits
    without a roll (D20S-OBJ-03). automatic: the weapon fires by itself (D20S-AUTO-08); all other shots are single ones.
    """

    actor: Id
    target: Id
    weapon: Weapon
    manner: Manner
    base: int
    off: bool = False
    two_weapons: bool = False
    lethal: bool | None = None
    review: bool = False
    others: tuple[Mapping[str, Json], ...] = ()
    coverer: Id | None = None
    touch: bool = False
    key: str = ""
    ineffective: bool = False
    sure: bool = False
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class Reckoned:
    """Everything that goes into an attack before its die falls."""

    bonus: int
    terms: tuple[Term, ...]
    defense: int
    defense_terms: tuple[Term, ...]
    found_defense: tuple[Found, ...]


def nonlethal(blow: Blow) -> bool:
    """Whether an attack is meant to spare (D20H-NL-01, D20H-NL-04, D20C-UNA-01)."""
    return blow.weapon.nonlethal if blow.lethal is None else not blow.lethal


def manner_of(fight: D20Fight, blow: Blow) -> Manner:
    """The manner with what the choice of lethal or nonlethal damage costs (D20C-UNA-06, D20H-NL-02, D20H-NL-03)."""
    body, weapon, manner = fight.combatants[blow.actor].body, blow.weapon, blow.manner
    spares = nonlethal(blow)
    if spares == weapon.nonlethal:
        return manner
    if spares and manner.mode == "ranged":
        raise NotAllowed("d20.nonlethal.ranged_lethal", field="lethal")
    if spares:
        return replace(manner, tactics=(*manner.tactics, "lethal_weapon_nonlethal"))
    if weapon.unarmed and not body.feat("combat_martial_arts"):
        return replace(manner, tactics=(*manner.tactics, "unarmed_lethal"))
    return manner


def check_blow(fight: D20Fight, blow: Blow) -> None:
    """Refuse an attack that cannot be made at all (D20C-RNG-02, -03, D20C-HOUSE-09, D20C-CIR-10, D20S-GUN-01, -07)."""
    body, weapon, mode = fight.combatants[blow.actor].body, blow.weapon, blow.manner.mode
    effects = effects_of(fight, blow.actor)
    if not effects.attack_allowed:
        raise NotAllowed("d20.attack.not_now")
    if mode == "ranged":
        check_line_of_sight(clear=in_sight(fight, blow.actor, blow.target))
        if weapon.kind in effects.forbidden_weapons or (
            weapon.use == "thrown" and "thrown" in effects.forbidden_weapons
        ):
            raise NotAllowed("d20.attack.prone_weapon", field="weapon")
        check_ammunition(body, weapon)
        if not weapon.capacity:
            check_carried_ammunition(fight.combatants[blow.actor].gear, weapon)
    check_target(cover_of(fight, blow.target, blow.actor))
    on_attack(fight, blow.actor, blow.target, weapon, manner_of(fight, blow))


def check_ammunition(body: Body, weapon: Weapon) -> None:
    """Refuse a single shot without a bullet, or with a weapon that fires bursts alone (D20S-GUN-01, D20S-GUN-07)."""
    loaded = body.loaded(weapon.key)
    if loaded is None:
        return
    firearm = Firearm(loaded, weapon.longarm, weapon.automatic, weapon.single_shots)
    check_can_fire(firearm, automatic=False, bullets=1)


def ammunition_spent(fight: D20Fight, who: Id, weapon: Weapon, notes: Notes, pieces: int = 1) -> D20Fight:
    """The fight with so many rounds or pieces of a weapon gone; arrows come from what is carried (D20S-GUN-01)."""
    body = fight.combatants[who].body
    if weapon.use == "thrown":
        return thrown(fight, who, weapon, pieces)
    if weapon.capacity:
        state = body.arm(weapon.key)
        return fight.with_body(who, body.with_arm(weapon.key, replace(state, spent=state.spent + pieces)))
    return less_ammunition(fight, who, weapon, pieces, notes) if weapon.ammunition else fight


def set_to(fight: D20Fight, actor: Id, weapon: Weapon, *, automatic: bool) -> D20Fight:
    """The weapon set to automatic fire, or to single shots again, which takes no action (D20S-AUTO-01)."""
    body = fight.combatants[actor].body
    state = body.arm(weapon.key)
    if state.autofire == automatic:
        return fight
    return fight.with_body(actor, body.with_arm(weapon.key, replace(state, autofire=automatic)))


def base_terms(fight: D20Fight, blow: Blow) -> tuple[Term, ...]:
    """What every attack with a weapon has: base attack, ability, size, training, two weapons (D20C-ATK-04 to -08)."""
    body, effects = fight.combatants[blow.actor].body, effects_of(fight, blow.actor)
    two = None
    if blow.two_weapons:
        held = body.weapon(body.off) if body.off else body.weapon("unarmed")
        double = body.weapon(body.main).double
        off_hand: OffHand = "double" if double else "unarmed" if held.unarmed else "light" if held.light else "normal"
        two = TwoWeapons("off" if blow.off else "primary", body.feat("two_weapon_fighting"), off_hand)
    return attack_bonus(
        blow.manner.mode,
        base_attack_bonus=blow.base,
        strength_modifier=modifier(body, "strength", effects),
        dexterity_modifier=modifier(body, "dexterity", effects),
        size=body.size,
        proficient=is_proficient(body, blow.weapon),
        two_weapon=two,
    ).terms


def reckon(
    fight: D20Fight, blow: Blow, attack: tuple[Found, ...], defense: tuple[Found, ...], others: tuple[Json, ...]
) -> Reckoned:
    """Add up both sides of an attack (D20C-CIR-01)."""
    more = [Term(f"said:{row['reason']}", row["value"], ("D20C-CIR-02", "D20C-ATK-10")) for row in others
            if (row.get("side") or "attack") == "attack" and row["value"]]  # fmt: skip
    against = tuple(
        Term(f"said:{row['reason']}", row["value"], ("D20C-CIR-02",))
        for row in others
        if row.get("side") == "defense" and row["value"]
    )
    terms = (*base_terms(fight, blow), *(found.term for found in attack), *more)
    met = defense_with(fight, blow.target, defense, touch=blow.touch, others=against)
    return Reckoned(sum(term.value for term in terms), terms, met.defense, met.terms, defense)


def said_facts(terms: tuple[Term, ...]) -> Explanation:
    """Terms as facts; what somebody added carries its reason."""
    found: list[Fact] = []
    for term in terms:
        if term.name.startswith("said:"):
            reason: str | Word = term.name.removeprefix("said:") or Word("term.other")
            found.append(Fact("term.said", value=term.value, params={"reason": reason}, rules=term.rules))
        else:
            found.extend(facts_of((term,)))
    return tuple(found)


def others_input(*, sides: bool = True) -> Rows:
    """Modifiers that the app does not know, each with its reason (D20C-CIR-02, D20C-COV-02, D20C-ATK-10)."""
    side = Choice(
        "side",
        "input.side",
        required=False,
        default="attack",
        layout="segments",
        options=options_of("side", ("attack", "defense")),
    )
    return Rows(
        "others",
        "input.others",
        maximum=6,
        fresh=True,
        of=(
            Number("value", "input.value", default=2, minimum=-30, maximum=30, required=False),
            *((side,) if sides else ()),
            Text("reason", "input.because", required=False, length=60),
        ),
    )


def stroke_of(fight: D20Fight, blow: Blow, reckoned: Reckoned) -> Stroke:
    """The attack as odds count it."""
    body = fight.combatants[blow.actor].body
    target = fight.combatants[blow.target].body
    effects = effects_of(fight, blow.actor)
    return Stroke(
        bonus=reckoned.bonus,
        threat_from=blow.weapon.threat_from,
        multiplier=blow.weapon.multiplier,
        dice=blow.weapon.damage_dice,
        bonus_damage=damage_bonus(body, blow.weapon, blow.manner.mode, effects, off=blow.off),
        miss_percent=miss_percent(fight, blow.actor, blow.target),
        immune=target.immune_to_criticals,
    )


def miss_percent(fight: D20Fight, actor: Id, target: Id) -> int:
    """The chance to miss because of what hides the target, or because of blindness (D20C-CON-05, D20H-COND-08)."""
    hidden = miss_chance(concealment_of(fight, target, actor)).miss_chance
    return max(hidden, effects_of(fight, actor).own_miss_chance_percent)
