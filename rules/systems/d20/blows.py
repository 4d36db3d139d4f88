"""An attack about to be made: the choice of weapon and target, what goes into it, whether it can be made.

Rules: D20C-ATK-04 to -10, D20C-RNG-01 to -03, D20C-CIR-01, D20C-CIR-02, D20C-UNA-06, D20C-HOUSE-09, D20S-GUN-01,
D20S-GUN-07, D20H-NL-01 to -04.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Explanation, Fact, Notes, Word, fact
from rules.core.inputs import Choice, Input, Number, Option, Rows, Text, options_of
from rules.core.types import Id, Json
from rules.systems.d20.arms import BARE_HANDS, UNARMED, Weapon
from rules.systems.d20.attack_bonus import OffHand, TwoWeapons, attack_bonus, check_line_of_sight, check_tactics
from rules.systems.d20.attack_roll import AttackMode
from rules.systems.d20.bearing import effects_of, modifier
from rules.systems.d20.conditions import ConditionEffects
from rules.systems.d20.cover import check_target, miss_chance
from rules.systems.d20.defence import Defense
from rules.systems.d20.firearms import Firearm, check_can_fire
from rules.systems.d20.gear.carrying import (
    at_hand,
    check_carried_ammunition,
    holds_nothing,
    less_ammunition,
    main_free,
    off_free,
    thrown,
)
from rules.systems.d20.modifiers import Found, Manner, defense_with, on_attack
from rules.systems.d20.odds import Stroke
from rules.systems.d20.situation import concealment_of, cover_of, in_sight
from rules.systems.d20.state import Body, D20Fight, grapple_of
from rules.systems.d20.terms import SAID, Term
from rules.systems.d20.values import damage_bonus, is_proficient


def arms_of(body: Body) -> tuple[Weapon, ...]:
    """The weapons of ordinary attacks: what bursts or splashes is thrown by other rules."""
    return tuple(one for one in body.carried() if not (one.explosive or one.splash))


NOT_IN_HAND = "d20.weapon.not_in_hand"


def why_not(fight: D20Fight, actor: Id, weapon: Weapon) -> str:
    """The reason why a weapon cannot be used as things are; "" where it can (D20C-MVA-04, D20C-CIR-10)."""
    if not at_hand(fight, fight.body(actor), weapon):
        return NOT_IN_HAND
    forbidden = effects_of(fight, actor).forbidden_weapons
    if not weapon.melee and weapon.forbidden_by(forbidden):
        return "d20.attack.prone_weapon"
    return ""


def check_usable(fight: D20Fight, actor: Id, weapon: Weapon) -> Weapon:
    """The weapon, which can be used as things are; raises NotAllowed otherwise."""
    reason = why_not(fight, actor, weapon)
    if reason:
        raise NotAllowed(reason, field="weapon")
    return weapon


def weapon_input(fight: D20Fight, actor: Id, arms: tuple[Weapon, ...], *, used: bool = True) -> Choice:
    """The choice of a weapon, the one in hand first, those that cannot be used last and with the reason.

    Dice and what is loaded stand beside each; with what is not in hand goes how it gets there. used: as a weapon.
    """
    body = fight.body(actor)
    wrestles = used and grapple_of(fight, actor) is not None
    reasons = {one.key: why_not(fight, actor, one) if used else "" for one in arms}
    # D20S-GRAP-24
    reasons |= {
        one.key: "d20.grapple.light_only" for one in arms if wrestles and not one.light and not reasons[one.key]
    }
    ordered = sorted(arms, key=lambda one: (bool(reasons[one.key]), one.key != body.main, one.key != body.off))
    options = []
    for one in ordered:
        notes = [fact("note.dice", dice=one.dice)]
        loaded = body.loaded(one.key)
        if loaded is not None:
            notes.append(Fact("note.loaded", value=loaded))
        reason = reasons[one.key]
        refused = Fact(f"error.{reason}") if reason else None
        extra: Mapping[str, Json] = {"instead": ways_to_hand(body, one)} if reason == NOT_IN_HAND else {}
        options.append(Option(one.key, weapon_name(one), notes=tuple(notes), reason=refused, extra=extra))
    default = ordered[0].key if ordered else None
    return Choice("weapon", "input.weapon", required=False, default=default, layout="grid", options=tuple(options))


def ways_to_hand(body: Body, weapon: Weapon) -> list[Json]:
    """What brings a weapon into a hand: drawing it, or making room first (D20C-MVA-04, D20C-AOT-02, D20C-AOT-04)."""
    if main_free(body, weapon):
        return [_instead("draw", weapon)]
    other = [_instead("draw_off", weapon)] if off_free(body, weapon) else []
    full = [body.weapon(key) for key in (body.main, body.off) if not holds_nothing(body, key)]
    return [*other, *(_instead(verb, one) for one in full for verb in ("drop", "sheathe"))]


def _instead(verb: str, weapon: Weapon) -> Json:
    return {"action": "gear", "label": f"instead.{verb}", "name": weapon.name, "verb": verb, "weapon": weapon.key}


def weapon_name(weapon: Weapon) -> Fact:
    """A weapon by its name."""
    return fact("weapon.named", name=weapon.name) if weapon.name else Fact("weapon.unarmed")


def mode_input(arms: tuple[Weapon, ...]) -> tuple[Input, ...]:
    """Hand to hand or thrown, where a weapon serves for both."""
    if not any(len(one.modes) > 1 for one in arms):
        return ()
    options = options_of("mode", ("usual", "melee", "ranged"))
    return (Choice("mode", "input.mode", required=False, default="usual", layout="segments", options=options),)


def weapon_of(fight: D20Fight, actor: Id, key: str | None) -> Weapon:
    """The weapon that was chosen, else the one in hand; raises UnknownValue for one that is no longer there."""
    body = fight.body(actor)
    wanted = key or body.main
    if wanted == UNARMED:
        return BARE_HANDS
    if not body.has(wanted):
        raise UnknownValue("d20.weapon.gone", field="weapon")
    return body.weapon(wanted)


def armed_with(fight: D20Fight, actor: Id, key: str | None) -> Weapon:
    """The weapon that was chosen, which can be used as things are; raises UnknownValue, NotAllowed."""
    return check_usable(fight, actor, weapon_of(fight, actor, key))


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attack that is about to be made."""

    actor: Id
    target: Id
    weapon: Weapon
    manner: Manner
    base: int
    """The base attack bonus of this attack."""
    off: bool = False
    """With the off hand."""
    two_weapons: bool = False
    """This round is fought with both hands."""
    lethal: bool | None = None
    """As the attacker has declared; None leaves it to the weapon."""
    review: bool = False
    """The attacker looks over the modifiers first."""
    others: tuple[Mapping[str, Json], ...] = ()
    """Modifiers given with the act."""
    coverer: Id | None = None
    """The combatant that the target hides behind."""
    touch: bool = False
    """A touch attack."""
    key: str = ""
    """Comes before the keys of all requests."""
    ineffective: bool = False
    """The game master rules that it cannot harm this thing (D20S-OBJ-13)."""
    sure: bool = False
    """It hits without a roll (D20S-OBJ-03)."""
    automatic: bool = False
    """The weapon fires by itself (D20S-AUTO-08); all other shots are single ones."""


@dataclass(frozen=True, slots=True)
class Reckoned:
    """Everything that goes into an attack before its die falls."""

    bonus: int
    terms: tuple[Term, ...]
    defense: int
    defense_terms: tuple[Term, ...]
    found_defense: tuple[Found, ...]
    lost: Explanation = ()
    """Bonuses of the target that do not count, and why."""


def nonlethal(blow: Attempt) -> bool:
    """Whether an attack is meant to spare (D20H-NL-01, D20H-NL-04, D20C-UNA-01)."""
    return blow.weapon.nonlethal if blow.lethal is None else not blow.lethal


def manner_of(fight: D20Fight, blow: Attempt) -> Manner:
    """The manner with what the choice of lethal or nonlethal damage costs (D20C-UNA-06, D20H-NL-02, D20H-NL-03)."""
    body, weapon, manner = fight.body(blow.actor), blow.weapon, blow.manner
    spares = nonlethal(blow)
    tactic = damage_tactic(weapon, manner.mode, spares=spares, martial_arts=body.feat("combat_martial_arts"))
    return replace(manner, tactics=(*manner.tactics, tactic)) if tactic else manner


def damage_tactic(weapon: Weapon, mode: AttackMode, *, spares: bool, martial_arts: bool) -> str:
    """The tactic that lethal or nonlethal damage takes, "" for none (D20C-UNA-06, D20H-NL-01 to -04).

    spares: nonlethal damage is meant. Raises NotAllowed for sparing with a lethal weapon at range.
    """
    if spares == weapon.nonlethal:
        return ""
    if not spares:
        return "unarmed_lethal" if weapon.unarmed and not martial_arts else ""
    if mode == "ranged":
        raise NotAllowed("d20.nonlethal.ranged_lethal", field="lethal")
    return "lethal_weapon_nonlethal"


def check_blow(fight: D20Fight, blow: Attempt) -> tuple[Found, ...]:
    """Refuse an attack that cannot be made at all; return what is added to its roll.

    (D20C-RNG-02, -03, D20C-HOUSE-09, D20C-CIR-10, D20S-GUN-01, -07)
    """
    body, weapon, mode = fight.body(blow.actor), blow.weapon, blow.manner.mode
    effects = effects_of(fight, blow.actor)
    if not effects.attack_allowed:
        raise NotAllowed("d20.attack.not_now")
    if mode == "ranged":
        check_line_of_sight(clear=in_sight(fight, blow.actor, blow.target))
        check_not_forbidden(weapon, effects)
        check_ammunition(body, weapon)
        if not weapon.capacity:
            check_carried_ammunition(fight.combatants[blow.actor].gear, weapon)
    check_target(cover_of(fight, blow.target, blow.actor))
    manner = manner_of(fight, blow)
    check_tactics(mode, manner.tactics, two_weapons=blow.two_weapons)
    return on_attack(fight, blow.actor, blow.target, weapon, manner)


def check_not_forbidden(weapon: Weapon, effects: ConditionEffects) -> None:
    """Refuse a ranged attack with a weapon that the attacker's conditions forbid (D20C-CIR-10, D20H-COND-27)."""
    if weapon.forbidden_by(effects.forbidden_weapons):
        raise NotAllowed("d20.attack.prone_weapon", field="weapon")


def check_ammunition(body: Body, weapon: Weapon) -> None:
    """Refuse a single shot without a bullet, or with a weapon that fires bursts alone (D20S-GUN-01, D20S-GUN-07)."""
    loaded = body.loaded(weapon.key)
    if loaded is None:
        return
    firearm = Firearm(loaded, weapon.longarm, weapon.automatic, weapon.single_shots)
    check_can_fire(firearm, automatic=False, bullets=1)


def ammunition_spent(fight: D20Fight, who: Id, weapon: Weapon, notes: Notes, pieces: int = 1) -> D20Fight:
    """The fight without the rounds or pieces that were used; arrows come from what is carried (D20S-GUN-01)."""
    body = fight.body(who)
    if weapon.use == "thrown":
        return thrown(fight, who, weapon, pieces)
    if weapon.capacity:
        state = body.arm(weapon.key)
        return fight.with_body(who, body.with_arm(weapon.key, replace(state, spent=state.spent + pieces)))
    return less_ammunition(fight, who, weapon, pieces, notes) if weapon.ammunition else fight


def set_to(fight: D20Fight, actor: Id, weapon: Weapon, *, automatic: bool) -> D20Fight:
    """The weapon set to automatic fire, or to single shots again, which takes no action (D20S-AUTO-01)."""
    body = fight.body(actor)
    state = body.arm(weapon.key)
    if state.autofire == automatic:
        return fight
    return fight.with_body(actor, body.with_arm(weapon.key, replace(state, autofire=automatic)))


def base_terms(fight: D20Fight, blow: Attempt) -> tuple[Term, ...]:
    """What every attack with a weapon has: base attack, ability, size, training, two weapons (D20C-ATK-04 to -08)."""
    body, effects = fight.body(blow.actor), effects_of(fight, blow.actor)
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
    fight: D20Fight, blow: Attempt, attack: tuple[Found, ...], defense: tuple[Found, ...], others: tuple[Json, ...]
) -> Reckoned:
    """Add up both sides of an attack (D20C-CIR-01)."""
    more = [Term(f"{SAID}{row['reason']}", row["value"], ("D20C-CIR-02", "D20C-ATK-10")) for row in others
            if (row.get("side") or "attack") == "attack" and row["value"]]  # fmt: skip
    against = tuple(
        Term(f"{SAID}{row['reason']}", row["value"], ("D20C-CIR-02",))
        for row in others
        if row.get("side") == "defense" and row["value"]
    )
    terms = (*base_terms(fight, blow), *(found.term for found in attack), *more)
    met = defense_with(fight, blow.target, defense, touch=blow.touch, others=against)
    return Reckoned(sum(term.value for term in terms), terms, met.defense, met.terms, defense, lost_facts(met, defense))


def lost_facts(met: Defense, found: tuple[Found, ...]) -> Explanation:
    """The bonuses to Defense that do not count, and what takes them (D20C-DEF-09 to -11, D20C-CIR-05, D20C-HLP-03)."""
    why = tuple(replace(one.fact, value=None) for one in found if one.way in ("denies", "helpless"))
    lost = (fact("term.lost", what=Word(f"term.{term.name}"), bonus=term.value, rules=term.rules) for term in met.lost)
    return (*lost, *why) if met.lost else ()


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
            Number("value", "input.value", default=2, minimum=-30, maximum=30, required=False, signed=True),
            *((side,) if sides else ()),
            Text("reason", "input.because", required=False, length=60),
        ),
        game_master_decides=True,
        decided_in=("D20C-CIR-02",),
    )


def stroke_of(fight: D20Fight, blow: Attempt, reckoned: Reckoned) -> Stroke:
    """The attack as odds count it."""
    body = fight.body(blow.actor)
    target = fight.body(blow.target)
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
