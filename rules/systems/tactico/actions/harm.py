"""Losing and regaining points, and telling it: numbers to some, words to all (TAC-DMG-01 to -10, TAC-HOUSE-14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from rules.core.audience import controllers_of
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.types import Id, drop, put
from rules.systems.tactico.budget import collapse
from rules.systems.tactico.cards import health_word, numbers_for, words_for
from rules.systems.tactico.fatigue import fatigue_gain
from rules.systems.tactico.gear.carrying import out_of_hand
from rules.systems.tactico.healing import restored
from rules.systems.tactico.hit_points import DamageEvent, apply_damage
from rules.systems.tactico.locations import ARMS, LOCATIONS, Location
from rules.systems.tactico.state import UNARMED, Body, TacticoFight, Wound
from rules.systems.tactico.turns import budget, with_turn
from rules.systems.tactico.values import arm_param


def wound(
    fight: TacticoFight, who: Id, location: Location, amount: int, notes: Notes, *, id_: Id, by: Id | None = None
) -> TacticoFight:
    """Take points from the Puntos de Vida and from one location, and what its loss brings (TAC-DMG-02, -04, -06)."""
    body = fight.combatants[who].body
    if body.health == "dead":
        return _dead_already(fight, who, notes)
    if not amount:
        return _unhurt(fight, who, notes, location)
    found = apply_damage(body.life, cast(Mapping[Location, int], body.resistance), "wound", amount, location)
    after = replace(body, life=found.life_points, resistance=put(body.resistance, location, found.resistance[location]))
    after = replace(after, wounds=put(body.wounds, id_, Wound(location, amount)))
    fight = _told(fight, who, after, amount, notes, location=location, by=by)
    return _events(fight, who, found.events, location, notes)


def drain(fight: TacticoFight, who: Id, amount: int, notes: Notes) -> TacticoFight:
    """Take Puntos de Vida alone: poison, hunger, thirst, cold, heat (TAC-DMG-05)."""
    body = fight.combatants[who].body
    if body.health == "dead":
        return _dead_already(fight, who, notes)
    if not amount:
        return _unhurt(fight, who, notes)
    found = apply_damage(body.life, cast(Mapping[Location, int], body.resistance), "non_localized", amount)
    fight = _told(fight, who, replace(body, life=found.life_points), amount, notes)
    return _events(fight, who, found.events, None, notes)


def mend(
    fight: TacticoFight,
    who: Id,
    amount: int,
    notes: Notes,
    *,
    location: Location | None = None,
    rules: tuple[str, ...] = ("TAC-HOUSE-16",),
    of_life: int | None = None,
    treated: Id | None = None,
) -> TacticoFight:
    """Give points back to the Puntos de Vida and to a location, never above the maximum (TAC-HEAL-04, TAC-HOUSE-15).

    of_life: where the Puntos de Vida get another amount than the location. treated: the wound that heals first.
    """
    body = fight.combatants[who].body
    gained = amount if of_life is None else of_life
    after = replace(body, life=restored(body.life, body.life_max, gained))
    if location is not None:
        points = restored(body.resistance[location], body.resistance_max[location], amount)
        after = replace(after, resistance=put(body.resistance, location, points))
        after = replace(after, wounds=less_wounded(after, location, points - body.resistance[location], treated))
    if after == body:
        return fight
    params: dict[str, Param] = {"who": Ref(who), "amount": after.life - body.life, "after": after.life}
    code = "heal.points"
    if location is not None:
        code = "heal.location"
        params |= {"location": Word(f"location.{location}"), "points": after.resistance[location]}
    one = fight.combatants[who]
    plain = Fact("heal.plain", params={"who": Ref(who)})
    notes.add(Fact(code, after.life - body.life, params, rules, numbers_for(one), otherwise=plain))
    fight = fight.with_body(who, after)
    for name in body.disabled:
        if name not in after.disabled:
            told: dict[str, Param] = {"who": Ref(who), "location": Word(f"location.{name}")}
            notes.add(Fact("heal.works_again", params=told, rules=("TAC-HOUSE-16",), audience=words_for(one)))
    return fight


def less_wounded(body: Body, location: Location, points: int, first: Id | None = None) -> Mapping[Id, Wound]:
    """The wounds without so many points of those of a location; a healed one is gone (TAC-HEAL-04, TAC-HOUSE-15)."""
    wounds = body.wounds
    for key, one in sorted(body.wounds.items(), key=lambda wound: wound[0] != first):
        if one.location != location or points <= 0:
            continue
        taken = min(points, one.points)
        points -= taken
        left = one.points - taken
        wounds = put(wounds, key, replace(one, points=left)) if left else drop(wounds, key)
    return wounds


def tire(fight: TacticoFight, who: Id, notes: Notes) -> TacticoFight:
    """Add the fatigue of one strenuous action; twice the Fatiga ends the turn (TAC-FAT-01 to -03, TAC-HOUSE-09)."""
    body = fight.combatants[who].body
    found = fatigue_gain(max(0, body.fatigue), body.fatigue_attribute, 1)
    fight = fight.with_body(who, replace(body, fatigue=found.fatigue_level))
    if found.status != body.tiredness:
        rules = ("TAC-FAT-02", "TAC-FAT-03")
        seen = words_for(fight.combatants[who])
        notes.add(Fact(f"fatigue.{found.status}", params={"who": Ref(who)}, rules=rules, audience=seen))
    turn = fight.round.turns.get(who)
    if found.status == "exhausted" and turn is not None:
        fallen = collapse(budget(fight, who))
        fight = with_turn(fight, who, replace(turn, lost=fallen.actions_lost))
    return fight


def _dead_already(fight: TacticoFight, who: Id, notes: Notes) -> TacticoFight:
    notes.add(Fact("harm.dead_already", params={"who": Ref(who)}, rules=("TAC-DMG-03",)))
    return fight


def _unhurt(fight: TacticoFight, who: Id, notes: Notes, location: Location | None = None) -> TacticoFight:
    """Nothing has come through, which everybody sees (TAC-HOUSE-14)."""
    params: dict[str, Param] = {"who": Ref(who)}
    if location is None:
        notes.add(Fact("harm.none", params=params, rules=("TAC-DMG-05",)))
    else:
        params["location"] = Word(f"location.{location}")
        notes.add(Fact("harm.none_at", params=params, rules=("TAC-DMG-04", "TAC-HOUSE-14")))
    return fight


def _told(
    fight: TacticoFight,
    who: Id,
    after: Body,
    amount: int,
    notes: Notes,
    *,
    location: Location | None = None,
    by: Id | None = None,
) -> TacticoFight:
    """The fight with this body, the loss told to each as they may know it."""
    one = fight.combatants[who]
    rules = ("TAC-DMG-02", "TAC-DMG-04") if location else ("TAC-DMG-02", "TAC-DMG-05")
    where: dict[str, Param] = {"location": Word(f"location.{location}")} if location else {}
    suffix = "_at" if location else ""
    params: dict[str, Param] = {"who": Ref(who), "amount": amount, "after": after.life, **where}
    if location:
        params["points"] = after.resistance[location]
    otherwise = Fact(f"harm.plain{suffix}", params={"who": Ref(who), **where})
    if one.shows == "word":
        looks: dict[str, Param] = {"who": Ref(who), "word": Word(f"health.{health_word(after)}"), **where}
        otherwise = Fact(f"harm.word{suffix}", params=looks)
    if by is not None and by != who:
        # whoever rolled the damage knows how much, not where that leaves the one who was hit
        known: dict[str, Param] = {"who": Ref(who), "amount": amount, **where}
        otherwise = Fact(f"harm.amount{suffix}", amount, known, rules, controllers_of(by), otherwise=otherwise)
    notes.add(Fact(f"harm.points{suffix}", amount, params, rules, numbers_for(one), otherwise=otherwise))
    return fight.with_body(who, after)


_EVENT_RULES: Mapping[DamageEvent, tuple[str, ...]] = {
    "drops_held_items": ("TAC-DMG-07",),
    "falls_down": ("TAC-DMG-08",),
    "incapacitated": ("TAC-DMG-09",),
    "unconscious": ("TAC-DMG-10",),
    "dies": ("TAC-DMG-03",),
}


def _events(
    fight: TacticoFight, who: Id, events: tuple[DamageEvent, ...], location: Location | None, notes: Notes
) -> TacticoFight:
    """What the loss of a location or of all points brings (TAC-DMG-03, TAC-DMG-06 to -10)."""
    seen = words_for(fight.combatants[who])
    if location is not None and location in fight.combatants[who].body.disabled and events and events != ("dies",):
        lost: dict[str, Param] = {"who": Ref(who), "location": Word(f"location.{location}")}
        notes.add(Fact("harm.disabled", params=lost, rules=("TAC-DMG-06",), audience=seen))
    for event in events:
        if event == "drops_held_items":
            fight = _drop(fight, who, location, notes)
        else:
            notes.add(Fact(f"harm.{event}", params={"who": Ref(who)}, rules=_EVENT_RULES[event], audience=seen))
    body = fight.combatants[who].body
    if body.treating is not None and not body.able:
        fight = fight.with_body(who, replace(body, treating=None))
    return fight


def _drop(fight: TacticoFight, who: Id, location: Location | None, notes: Notes) -> TacticoFight:
    """Let what the lost arm held fall (TAC-DMG-07)."""
    body = fight.combatants[who].body
    if body.in_hand not in body.arms or location not in arms_of(body.hand):
        return fight
    arm = body.arms[body.in_hand]
    params: dict[str, Param] = {"who": Ref(who), "weapon": arm_param(body.in_hand, arm)}
    notes.add(Fact("harm.drops", params=params, rules=("TAC-DMG-07",)))
    dropped = put(body.arms, body.in_hand, replace(arm, dropped=True))
    fight = fight.with_body(who, replace(body, arms=dropped, in_hand=UNARMED))
    return out_of_hand(fight, who, body.in_hand)


def arms_of(hand: str) -> tuple[Location, ...]:
    """The arms with which something is held."""
    return ARMS if hand == "both" else (cast(Location, f"{hand}_arm"),)


def wounds_of(body: Body) -> tuple[tuple[Id, Wound], ...]:
    """The wounds, the worst first (TAC-HEAL-02)."""
    order = {name: at for at, name in enumerate(LOCATIONS)}
    return tuple(sorted(body.wounds.items(), key=lambda pair: (-pair[1].points, order[pair[1].location], pair[0])))
