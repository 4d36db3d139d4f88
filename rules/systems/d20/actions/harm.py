"""Losing and regaining hit points, what a single blow may do besides, and telling it: numbers to some, words to all.

(D20H-HP-01 to -05, D20H-DIS-01, D20H-DY-01, D20H-DY-03, D20H-MD-01 to -04, D20H-NL-05, D20H-NL-06, D20H-HEAL-01,
D20H-TMP-01, D20H-TMP-03, D20H-HOUSE-05, -06, -07, -10, D20S-OBJ-06, D20S-OBJ-09 to -14)
"""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import controllers_of
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.people import asking
from rules.core.requests import Steps
from rules.core.throws import ACTOR, asked
from rules.core.types import Id
from rules.systems.d20.actions.afflict import counted, lay
from rules.systems.d20.bearing import save_bonus, threshold_of
from rules.systems.d20.cards import health_word, numbers_for, words_for
from rules.systems.d20.harm.healing import HealingSource, heal
from rules.systems.d20.harm.lethal import is_massive, lethal_hit
from rules.systems.d20.harm.nonlethal import nonlethal_hit
from rules.systems.d20.harm.recovery import flags_after_damage
from rules.systems.d20.harm.temporary import real_and_temporary
from rules.systems.d20.hit_points import LOWEST_ALIVE, state_after_regaining
from rules.systems.d20.marks import Effect
from rules.systems.d20.special.object_damage import ObjectDamageType, damage_object
from rules.systems.d20.state import Body, D20Fight, bears, with_effect


def hurt(
    fight: D20Fight,
    who: Id,
    amount: int,
    notes: Notes,
    *,
    by: Id | None = None,
    key: str = "",
    nonlethal: bool = False,
    single_blow: bool = True,
    damage_type: ObjectDamageType = "weapon",
    plain_damage: int | None = None,
    ineffective: bool = False,
    rules: tuple[str, ...] = ("D20H-HP-02",),
) -> Steps[D20Fight]:
    """Let somebody or something take damage, with the save that a heavy blow asks for (D20H-MD-01 to -04, D20H-NL-05).

    by: who dealt it and so knows how much. key: before the keys of requests. single_blow: one hit, which may be massive
    damage. plain_damage: what an object takes where `amount` is that of a critical hit (D20S-OBJ-14).
    """
    body = fight.combatants[who].body
    if body.being == "object":
        dealt = amount if plain_damage is None else plain_damage
        return _hurt_object(fight, who, dealt, notes, by, nonlethal, damage_type, ineffective)
    if nonlethal:
        return (yield from _daunt(fight, who, amount, notes, by, key))
    if not amount or body.vital == "dead":
        return fight
    immune = body.immune_to_criticals or not single_blow
    if is_massive(amount, threshold_of(body), immune_to_criticals=immune) and body.hp + max(0, body.temp) > amount:
        notes.add(_massive(who, amount))
    # temporary points count like real ones until they are gone (D20H-TMP-01, D20H-HOUSE-10)
    hit = yield from asked(
        lethal_hit(
            max(body.points, LOWEST_ALIVE),
            amount,
            threshold_of(body),
            fortitude_bonus=save_bonus(fight, who, "fortitude"),
            immune_to_criticals=immune,
        ),
        asking(fight, {ACTOR: who}, notes, key=key),
    )
    real, temp = real_and_temporary(hit.hp, body.hp)
    if hit.save_success is False:
        temp = 0
    lost = body.points - hit.hp
    tended, recovering = flags_after_damage(hit.hp, lost, tended=body.tended, recovering=body.recovering)
    fresh = body.fresh or (hit.state == "dying" and body.vital != "dying" and fight.round.acting == who)
    after = replace(body, hp=real, temp=temp, vital=hit.state, tended=tended, recovering=recovering, fresh=fresh)
    if hit.save_success is not None:
        notes.add(_saved(fight, who, "massive", success=hit.save_success, rules=("D20H-MD-03",)))
    fight = changed(fight, who, after, "harm", notes, by=by, amount=amount, rules=rules)
    if after.vital in ("dying", "dead") and not bears(after, "prone"):
        fight = with_effect(fight, who, Effect("prone", "condition", "prone"))
    return fight


def _massive(who: Id, amount: int) -> Fact:
    """That a blow is massive damage; how much it was is for whoever took it."""
    return Fact("massive.due", amount, {"who": Ref(who)}, ("D20H-MD-02", "D20H-MD-03"), controllers_of(who))


def _hurt_object(
    fight: D20Fight,
    who: Id,
    amount: int,
    notes: Notes,
    by: Id | None,
    nonlethal: bool,
    damage_type: ObjectDamageType,
    ineffective: bool,
) -> D20Fight:
    """Damage an object beyond its hardness (D20S-OBJ-06, D20S-OBJ-09 to -14, D20S-HOUSE-09)."""
    body = fight.combatants[who].body
    found = damage_object(
        hp=max(0, body.hp),
        hp_max=body.hp_max,
        hardness=body.thing.hardness,
        damage=amount,
        damage_type=damage_type,
        nonlethal=nonlethal,
        weapon_ineffective=ineffective,
        energy_full=body.thing.energy_full,
    )
    rules = ("D20S-OBJ-06", "D20S-OBJ-14", "D20S-HOUSE-09")
    if not found.damage_dealt:
        notes.add(Fact("object.unharmed", params={"who": Ref(who)}, rules=rules))
        return fight
    after = replace(body, hp=found.hp)
    fight = changed(fight, who, after, "harm", notes, by=by, amount=found.damage_dealt, rules=rules)
    if found.destroyed:
        notes.add(Fact("object.destroyed", params={"who": Ref(who)}, rules=("D20S-HOUSE-09",)))
    return fight


def _daunt(fight: D20Fight, who: Id, amount: int, notes: Notes, by: Id | None, key: str) -> Steps[D20Fight]:
    """Nonlethal damage: dazed or out cold from the threshold on, else nothing (D20H-NL-05, D20H-NL-06)."""
    one = fight.combatants[who]
    body = one.body
    params: dict[str, Param] = {"who": Ref(who), "amount": amount}
    seen = controllers_of(who, *(() if by is None else (by,)))
    notes.add(
        Fact(
            "nonlethal.amount",
            amount,
            params,
            ("D20H-NL-05",),
            seen,
            otherwise=Fact("nonlethal.plain", params={"who": Ref(who)}),
        )
    )
    if not amount or not body.alive:
        return fight
    hit = yield from asked(nonlethal_hit(
            body.hp, amount, threshold_of(body), fortitude_bonus=save_bonus(fight, who, "fortitude")
        ), asking(fight, {ACTOR: who}, notes, key=key))  # fmt: skip
    if hit.save_success is not None:
        notes.add(_saved(fight, who, "nonlethal", success=hit.save_success, rules=("D20H-NL-06",)))
    if hit.condition == "none":
        notes.add(Fact("nonlethal.nothing", params={"who": Ref(who)}, rules=("D20H-NL-05",), audience=words_for(one)))
        return fight
    effect = counted(fight, Effect(f"{hit.condition}", "condition", hit.condition, by=by), hit.rounds, by or who)
    told: dict[str, Param] = {"who": Ref(who), "what": Word(f"condition.{hit.condition}"), "rounds": hit.rounds}
    notes.add(Fact("condition.gained_rounds", params=told, rules=("D20H-NL-06",), audience=words_for(one)))
    fight = lay(fight, who, effect)
    if hit.condition == "unconscious":
        fight = with_effect(fight, who, Effect("prone", "condition", "prone"))
    return fight


def _saved(fight: D20Fight, who: Id, what: str, *, success: bool, rules: tuple[str, ...]) -> Fact:
    # such a save tells what comes of it, so it is for those who see how its maker looks
    seen = words_for(fight.combatants[who])
    return Fact(f"save.{what}_{'made' if success else 'failed'}", params={"who": Ref(who)}, rules=rules, audience=seen)


def mend(
    fight: D20Fight,
    who: Id,
    amount: int,
    notes: Notes,
    *,
    source: HealingSource = "medical",
    rules: tuple[str, ...] = ("D20H-HEAL-01", "D20H-HOUSE-06"),
) -> D20Fight:
    """Give hit points back, never above the maximum and what cannot be healed yet (D20H-HEAL-01, D20H-DIS-05)."""
    body = fight.combatants[who].body
    if body.being == "object":
        return changed(fight, who, replace(body, hp=min(body.hp_max, body.hp + amount)), "heal", notes, rules=rules)
    if body.vital == "dead":
        notes.add(Fact("heal.dead", params={"who": Ref(who)}, rules=("D20H-DY-03",)))
        return fight
    locked = sum(max(0, points) for points in body.locked.values())
    found = heal(source, amount, body.hp, body.hp_max, body.vital, locked_damage=locked)
    tended = body.tended if found.tended is None else found.tended or body.tended
    after = replace(body, hp=found.hp, tended=tended)
    after = replace(after, vital=state_after_regaining(after.points, found.state))
    if after.vital == "normal":
        after = replace(after, tended=False, recovering=False, fresh=False)
    return changed(fight, who, after, "heal", notes, rules=rules)


def changed(
    fight: D20Fight,
    who: Id,
    after: Body,
    verb: str,
    notes: Notes,
    *,
    by: Id | None = None,
    amount: int | None = None,
    unseen: bool = False,
    rules: tuple[str, ...] = ("D20H-HP-02",),
) -> D20Fight:
    """The fight with this body, the way of its hit points told to each as they may know it.

    unseen: nobody could see what befell it, so of whoever shows nothing nothing is told.
    """
    one = fight.combatants[who]
    before = one.body
    moved = abs(after.hp - before.hp) + abs(after.temp - before.temp) if amount is None else amount
    fight = fight.with_body(who, after)
    # temporary points are told with the others: what a blow takes of them leaves the others as they were
    borrowed = max(0, before.temp), max(0, after.temp)
    params: dict[str, Param] = {"who": Ref(who), "amount": moved, "before": before.points, "after": after.points}
    hushed = unseen and one.shows == "nothing"
    otherwise = None if hushed else Fact(f"{verb}.plain", params={"who": Ref(who)})
    if one.shows == "word":
        looks: dict[str, Param] = {"who": Ref(who), "word": Word(f"health.{health_word(after)}")}
        otherwise = Fact(f"{verb}.word", params=looks)
    if by is not None and by != who:
        # whoever rolled the damage knows how much, not where that leaves the one who was hit
        known = Fact(f"{verb}.amount", moved, {"who": Ref(who), "amount": moved}, rules, controllers_of(by))
        otherwise = replace(known, otherwise=otherwise)
    code = f"{verb}.with_temporary" if any(borrowed) else f"{verb}.points"
    notes.add(Fact(code, moved, params, rules, numbers_for(one), otherwise=otherwise))
    tell_state(fight, who, before, notes, rules=("D20H-HP-05", "D20H-DY-01"))
    return fight


def tell_state(fight: D20Fight, who: Id, before: Body, notes: Notes, *, rules: tuple[str, ...]) -> None:
    """Say that hit points have brought somebody to another state (D20H-HP-05)."""
    one = fight.combatants[who]
    if one.body.vital != before.vital:
        told: dict[str, Param] = {"who": Ref(who), "status": Word(f"condition.{one.body.vital}")}
        notes.add(Fact("status.now", params=told, rules=rules, audience=words_for(one)))
