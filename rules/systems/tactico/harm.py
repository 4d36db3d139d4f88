"""Damage: Puntos de Vida and the resistance of the locations, what their loss brings, points given back.

(TAC-DMG-01 to -10, TAC-HEAL-04, TAC-HOUSE-14 to -16)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, assert_never, cast, get_args

from rules.core.audience import controllers_of
from rules.core.errors import Missing, NotAllowed, at_least, one_of
from rules.core.facts import Explanation, Notes, Word, fact
from rules.core.health import health_word
from rules.core.people import numbers_for, words_for
from rules.core.types import Id, drop, put
from rules.systems.tactico.attributes import is_dead
from rules.systems.tactico.gear.carrying import out_of_hand
from rules.systems.tactico.locations import (
    ARMS,
    LEGS,
    LOCATIONS,
    Location,
    check_locations,
    disabled_locations,
    is_disabled,
    known_location,
)
from rules.systems.tactico.state import UNARMED, Body, TacticoFight, Wound
from rules.systems.tactico.values import arm_param

DamageKind = Literal["wound", "non_localized"]
DamageEvent = Literal["drops_held_items", "falls_down", "incapacitated", "unconscious", "dies"]

DAMAGE_KINDS: tuple[DamageKind, ...] = get_args(DamageKind)

EVENTS_OF_LOCATION: Mapping[Location, tuple[DamageEvent, ...]] = {
    **dict.fromkeys(ARMS, ("drops_held_items",)),
    **dict.fromkeys(LEGS, ("falls_down",)),
    "torso": ("falls_down", "incapacitated"),
    "head": ("falls_down", "unconscious"),
}
"""What happens when a location is disabled (TAC-DMG-07 to -10)."""


@dataclass(frozen=True)
class Damage:
    """What one harm left: points, the disabled locations in their order, and what it caused."""

    life_points: int
    resistance: Mapping[Location, int]
    dead: bool
    disabled: tuple[Location, ...]
    newly_disabled: bool
    events: tuple[DamageEvent, ...]


def apply_damage(
    life_points: int,
    resistance: Mapping[Location, int],
    kind: DamageKind,
    damage: int,
    location: Location | None,
) -> Damage:
    """Take damage from a living character, protection already subtracted (TAC-DMG-01 to -10).

    `resistance` names all six locations and may be negative, as may the results. A wound needs its location
    (`Missing`), other harm such as poison or cold must not have one (`NotAllowed`).
    """
    check_locations(resistance, LOCATIONS, field="resistance")
    if kind == "wound" and location is None:
        raise Missing("tactico.damage.no_location", field="location")
    one_of(kind, DAMAGE_KINDS, "tactico.damage.kind_unknown", field="kind")
    if location is not None:
        known_location(location)
    at_least(life_points, 1, "tactico.damage.not_alive", field="life_points")
    at_least(damage, 0, "tactico.damage.negative", field="damage")
    if kind == "non_localized" and location is not None:
        raise NotAllowed("tactico.damage.location_of_general_harm", field="location")
    after = dict(resistance)
    events: tuple[DamageEvent, ...] = ()
    newly_disabled = False
    if location is not None:
        after[location] -= damage
        newly_disabled = is_disabled(after[location]) and not is_disabled(resistance[location])
        events = EVENTS_OF_LOCATION[location] if newly_disabled else ()
    left = life_points - damage
    if is_dead(left):
        events = (*events, "dies")
    return Damage(left, after, is_dead(left), disabled_locations(after), newly_disabled, events)


def restored(points: int, maximum: int, gained: int) -> int:
    """Add points up to the maximum; points above it already stay (TAC-HEAL-04, TAC-HOUSE-15)."""
    return max(points, min(maximum, points + gained))


# in a fight


def body_word(body: Body) -> str:
    """How a body looks from outside: unhurt, hurt (more than half), badly_hurt, or down."""
    return health_word(body.life, body.life_max, down=body.health == "unconscious")


def _looks(body: Body) -> Word:
    look = body_word(body)
    return Word(f"health.{look}")


def wound(
    fight: TacticoFight,
    who: Id,
    location: Location,
    amount: int,
    notes: Notes,
    *,
    id_: Id,
    by: Id | None = None,
    terms: Explanation = (),
) -> TacticoFight:
    """Take points from the Puntos de Vida and from one location, with what follows (TAC-DMG-02, -04, -06).

    id_: the key of the new wound. by: the combatant who rolled the damage, and so knows it. terms: what makes up the
    amount.
    """
    body = fight.body(who)
    if body.health == "dead":
        return _dead_already(fight, who, notes)
    if not amount:
        # everybody sees that nothing has come through
        rules = ("TAC-DMG-04", "TAC-HOUSE-14")
        notes.tell("harm.none_at", rules=rules, terms=terms, who=who, location=Word(f"location.{location}"))
        return fight
    found = apply_damage(body.life, cast(Mapping[Location, int], body.resistance), "wound", amount, location)
    after = replace(
        body,
        life=found.life_points,
        resistance=put(body.resistance, location, found.resistance[location]),
        wounds=put(body.wounds, id_, Wound(location, amount)),
    )
    _tell_wound(fight, who, after, location, amount, notes, by, terms)
    return _with_events(fight.with_body(who, after), who, found, location, notes)


def drain(fight: TacticoFight, who: Id, amount: int, notes: Notes) -> TacticoFight:
    """Take Puntos de Vida alone: poison, hunger, thirst, cold, heat (TAC-DMG-05)."""
    body = fight.body(who)
    if body.health == "dead":
        return _dead_already(fight, who, notes)
    if not amount:
        notes.tell("harm.none", rules=("TAC-DMG-05",), who=who)
        return fight
    found = apply_damage(body.life, cast(Mapping[Location, int], body.resistance), "non_localized", amount, None)
    after = replace(body, life=found.life_points)
    one = fight.combatants[who]
    otherwise = fact("harm.plain", who=who)
    if one.shows == "word":
        otherwise = fact("harm.word", who=who, word=_looks(after))
    notes.tell(
        "harm.points",
        amount,
        rules=("TAC-DMG-02", "TAC-DMG-05"),
        audience=numbers_for(one),
        otherwise=otherwise,
        who=who,
        amount=amount,
        after=after.life,
    )
    return _with_events(fight.with_body(who, after), who, found, None, notes)


def mend(
    fight: TacticoFight,
    who: Id,
    amount: int,
    notes: Notes,
    *,
    location: Location | None = None,
    rules: tuple[str, ...] = ("TAC-HOUSE-16",),
    treated: Id | None = None,
) -> TacticoFight:
    """Give points back to the Puntos de Vida and to a location, never above the maximum (TAC-HEAL-04, TAC-HOUSE-15).

    treated: the wound that heals first.
    """
    body = fight.body(who)
    after = replace(body, life=restored(body.life, body.life_max, amount))
    if location is not None:
        points = restored(body.resistance[location], body.resistance_max[location], amount)
        after = replace(after, resistance=put(body.resistance, location, points))
        after = replace(after, wounds=less_wounded(after, location, points - body.resistance[location], treated))
    if after == body:
        return fight
    one = fight.combatants[who]
    gained, seen, plain = after.life - body.life, numbers_for(one), fact("heal.plain", who=who)
    if location is None:
        notes.tell(
            "heal.points",
            gained,
            rules=rules,
            audience=seen,
            otherwise=plain,
            who=who,
            amount=gained,
            after=after.life,
        )
    else:
        notes.tell(
            "heal.location",
            gained,
            rules=rules,
            audience=seen,
            otherwise=plain,
            who=who,
            amount=gained,
            after=after.life,
            location=Word(f"location.{location}"),
            points=after.resistance[location],
        )
    for name in body.disabled:
        if name not in after.disabled:
            works = Word(f"location.{name}")
            notes.tell("heal.works_again", rules=("TAC-HOUSE-16",), audience=words_for(one), who=who, location=works)
    return fight.with_body(who, after)


def less_wounded(body: Body, location: Location, points: int, first: Id | None = None) -> Mapping[Id, Wound]:
    """Return the wounds with this many points of a location healed; one without points is gone.

    first: the wound that heals before the others. (TAC-HEAL-04, TAC-HOUSE-15)
    """
    wounds = body.wounds
    for key, one in sorted(body.wounds.items(), key=lambda wound: wound[0] != first):
        if one.location != location or points <= 0:
            continue
        taken = min(points, one.points)
        points -= taken
        left = one.points - taken
        wounds = put(wounds, key, replace(one, points=left)) if left else drop(wounds, key)
    return wounds


def wounds_of(body: Body) -> tuple[tuple[Id, Wound], ...]:
    """The wounds by key, the worst first (TAC-HEAL-02)."""
    order = {name: at for at, name in enumerate(LOCATIONS)}
    return tuple(sorted(body.wounds.items(), key=lambda pair: (-pair[1].points, order[pair[1].location], pair[0])))


def arms_of(hand: str) -> tuple[Location, ...]:
    """The arms that hold a thing in this hand, or in both."""
    return ARMS if hand == "both" else (cast(Location, f"{hand}_arm"),)


def _dead_already(fight: TacticoFight, who: Id, notes: Notes) -> TacticoFight:
    notes.tell("harm.dead_already", rules=("TAC-DMG-03",), who=who)
    return fight


def _tell_wound(
    fight: TacticoFight,
    who: Id,
    after: Body,
    location: Location,
    amount: int,
    notes: Notes,
    by: Id | None,
    terms: Explanation,
) -> None:
    one, where, rules = fight.combatants[who], Word(f"location.{location}"), ("TAC-DMG-02", "TAC-DMG-04")
    otherwise = fact("harm.plain_at", who=who, location=where)
    if one.shows == "word":
        otherwise = fact("harm.word_at", who=who, word=_looks(after), location=where)
    if by is not None and by != who:
        # who rolled the damage knows how much it is, but not what it leaves
        otherwise = fact(
            "harm.amount_at",
            amount,
            rules=rules,
            audience=controllers_of(by),
            otherwise=otherwise,
            terms=terms,
            who=who,
            amount=amount,
            location=where,
        )
    notes.tell(
        "harm.points_at",
        amount,
        rules=rules,
        audience=numbers_for(one),
        otherwise=otherwise,
        terms=terms,
        who=who,
        amount=amount,
        after=after.life,
        location=where,
        points=after.resistance[location],
    )


def _with_events(fight: TacticoFight, who: Id, found: Damage, location: Location | None, notes: Notes) -> TacticoFight:
    """Tell and carry out what the loss of a location or of all points brings (TAC-DMG-03, TAC-DMG-06 to -10)."""
    seen = words_for(fight.combatants[who])
    if found.newly_disabled:
        gone = Word(f"location.{location}")
        notes.tell("harm.disabled", rules=("TAC-DMG-06",), audience=seen, who=who, location=gone)
    for event in found.events:
        match event:
            case "drops_held_items":
                fight = _drop(fight, who, location, notes)
            case "falls_down":
                notes.tell("harm.falls_down", rules=("TAC-DMG-08",), audience=seen, who=who)
            case "incapacitated":
                notes.tell("harm.incapacitated", rules=("TAC-DMG-09",), audience=seen, who=who)
            case "unconscious":
                notes.tell("harm.unconscious", rules=("TAC-DMG-10",), audience=seen, who=who)
            case "dies":
                notes.tell("harm.dies", rules=("TAC-DMG-03",), audience=seen, who=who)
            case _:
                assert_never(event)
    body = fight.body(who)
    if body.treating is not None and not body.able:
        fight = fight.with_body(who, replace(body, treating=None))
    return fight


def _drop(fight: TacticoFight, who: Id, location: Location | None, notes: Notes) -> TacticoFight:
    """Let what the lost arm held fall (TAC-DMG-07)."""
    body = fight.body(who)
    if body.in_hand not in body.arms or location not in arms_of(body.hand):
        return fight
    arm = body.arms[body.in_hand]
    notes.tell("harm.drops", rules=("TAC-DMG-07",), who=who, weapon=arm_param(body.in_hand, arm))
    dropped = put(body.arms, body.in_hand, replace(arm, dropped=True))
    fight = fight.with_body(who, replace(body, arms=dropped, in_hand=UNARMED))
    return out_of_hand(fight, who, body.in_hand)
