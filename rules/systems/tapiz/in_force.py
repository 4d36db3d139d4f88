"""The effects that combatants carry: how they come and end, and on which rolls they count.

The table proposes what counts; the player of the roll decides, since the story does.
(TAP-EFF-02, TAP-EFF-05, TAP-LOAD-03, TAP-ODD-31, TAP-STORY-01, TAP-STORY-03)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, cast

from rules.core.facts import Explanation, Fact, Notes, Word, fact
from rules.core.inputs import Choice, Flag, Input, Number, Option, Text, options_of, seldom
from rules.core.types import Id, Json, drop, put
from rules.systems.tapiz.effects import (
    LISTED_EFFECTS,
    NEXT_ROLL,
    PRICES,
    TIERS,
    UNTIL_REMOVED,
    Effect,
    Lasts,
    Scope,
    Weight,
    effect_fact,
    ends_fact,
    use_effects,
)
from rules.systems.tapiz.load import load_of, load_terms
from rules.systems.tapiz.settings import settings_of
from rules.systems.tapiz.state import TapizFight

Sort = Literal["attack", "resistance", "care", "other"]
"""What a roll is for."""

LOAD = "load"
"""The id under which the load stands among the effects in force."""

COUNTS: Mapping[Scope, frozenset[Sort]] = {
    "any": frozenset({"attack", "resistance", "care", "other"}),
    "attack": frozenset({"attack"}),
    "resistance": frozenset({"resistance"}),
    "fight": frozenset({"attack", "resistance"}),
    "body": frozenset({"attack", "resistance", "care", "other"}),
    "talk": frozenset({"other"}),
    "story": frozenset({"attack", "resistance", "care", "other"}),
}
"""The rolls for which an effect is proposed, by where it makes sense."""


@dataclass(frozen=True, slots=True)
class InForce:
    """Something with a number that may bear on a roll."""

    id: Id
    name: str | Word
    modifier: int
    counts: bool
    """Whether it is proposed to count."""
    notes: Explanation
    """How long it lasts and why it counts."""


def weighed(effect: Effect, sort: Sort) -> InForce:
    """An effect as it bears on a roll of this sort (TAP-EFF-02)."""
    scope = effect.scope
    notes = (ends_fact(effect), fact(f"bears.{scope}", rules=("TAP-EFF-02",)))
    return InForce(effect.id, effect.called(), effect.modifier, sort in COUNTS[scope], notes)


def bearing_on(fight: TapizFight, who: Id, sort: Sort) -> tuple[InForce, ...]:
    """Everything in force on a combatant, for a roll of this sort (TAP-EFF-02, TAP-LOAD-03)."""
    body = fight.body(who)
    found = [weighed(effect, sort) for effect in body.in_force]
    for term in load_terms(fight, body):
        note = fact("bears.load", rules=("TAP-LOAD-03", "TAP-ODD-31"))
        category = Word(f"load.{load_of(body).category}")
        found.append(InForce(LOAD, category, term.value or 0, counts=True, notes=(note,)))
    return tuple(found)


def proposed(found: Sequence[InForce]) -> list[Id]:
    """The ids of what is proposed to count."""
    return [one.id for one in found if one.counts]


def left_out(found: Iterable[InForce], counted: Collection[Id]) -> Explanation:
    """What usually counts and was left out this time, as terms without a value (TAP-EFF-02)."""
    return tuple(
        fact("term.left_out", name=one.name, modifier=one.modifier, rules=("TAP-EFF-02",))
        for one in found
        if one.counts and one.id not in counted
    )


def in_force_option(one: InForce, *more: Fact) -> Option:
    """Something in force as an option, with its number and notes."""
    return Option(
        one.id,
        fact("effect.plain", name=one.name),
        notes=(fact("modifier", one.modifier), *more, *one.notes),
        icon="anchor" if one.modifier > 0 else "droplet",
    )


def used_up(fight: TapizFight, who: Id, bearing: Collection[Id]) -> TapizFight:
    """The fight without the effects that a roll of this combatant uses up (TAP-EFF-08, TAP-EFF-11)."""
    body = fight.body(who)
    remaining = use_effects(body.effects.values(), bearing).remaining
    if len(remaining) == len(body.effects):
        return fight
    return fight.with_body(who, replace(body, effects={name: body.effects[name] for name in sorted(remaining)}))


LASTS: Mapping[str, Lasts] = {
    "next_roll": NEXT_ROLL,
    "asaltos": Lasts("timed", 10),
    "minutes": Lasts("timed", 60),
    "hours": Lasts("timed", 3_600),
    "days": Lasts("timed", 86_400),
    "scene": Lasts("scene"),
    "lasting": UNTIL_REMOVED,
}
"""How long an effect may last, by the name of the choice; of a time the length of one."""

LASTS_TOLD: Mapping[str, str] = {
    "duration.asaltos": "effect.lasts_asaltos",
    "duration.minutes": "effect.lasts_minutes",
    "duration.hours": "effect.lasts_hours",
    "duration.days": "effect.lasts_days",
    "duration.scene": "effect.lasts_scene",
    "duration.lasting": "effect.lasts_until_removed",
}
"""What is told of an effect that lasts longer than the next roll, by how long that is."""

USUAL = "usual"
"""The choice that leaves it to the carta how long an example lasts."""


@cache
def lasts_inputs(*, usual: bool) -> tuple[Input, ...]:
    """How long effects last, and of a time how many (TAP-ODD-03). usual: the carta may decide, and mostly does."""
    names = (*((USUAL,) if usual else ()), *LASTS)
    inputs = (
        Choice(
            "lasts", "input.lasts", default=names[0], required=False, layout="grid", options=options_of("lasts", names)
        ),
        Number("how_many", "input.lasts_count", required=False, minimum=1, maximum=999),
    )
    return seldom(*inputs) if usual else inputs


def chosen_lasts(row: Mapping[str, Json]) -> Lasts | None:
    """How long the effects of an answer last; None where the carta or the effect decides."""
    found = LASTS.get(row.get("lasts") or "")
    if found is None:
        # logs of before effects had a length say only this
        return UNTIL_REMOVED if row.get("lasting") else None
    return replace(found, seconds=found.seconds * (row.get("how_many") or 1))


def listed_lasts(house: Mapping[str, Json], name: str) -> Lasts:
    """How long an example lasts at a table: those without number until removed (TAP-EFF-11, TAP-ODD-03)."""
    example, rule = LISTED_EFFECTS[name], settings_of(house).listed_duration
    lasts = not example.numeric or rule == "lasting" or (rule == "wounds" and example.stays)
    return UNTIL_REMOVED if lasts else NEXT_ROLL


def listed(effect_id: Id, name: str, since: int, lasts: Lasts) -> Effect:
    """An example effect as it is carried (TAP-EFF-05, TAP-ODD-03)."""
    example = LISTED_EFFECTS[name]
    if not example.numeric and lasts == NEXT_ROLL:
        # no roll uses up what has no number
        lasts = UNTIL_REMOVED
    sign = 1 if example.falls_on == "self" else -1
    return Effect(
        effect_id,
        example.tier,
        sign,
        example.numeric,
        lasts.duration,
        listed=name,
        since=since,
        left=lasts.seconds,
    )


def own_words(effect_id: Id, row: Mapping[str, Json], since: int) -> Effect:
    """An effect in own words; `row`: name, tier, targets, numeric and how long it lasts (TAP-EFF-05)."""
    sign = 1 if row["whom"] == "self" else -1
    lasts = chosen_lasts(row) or NEXT_ROLL
    if not row["numeric"] and lasts == NEXT_ROLL:
        lasts = UNTIL_REMOVED
    tier = cast(Weight, row["tier"])
    return Effect(
        effect_id, tier, sign, row["numeric"], lasts.duration, name=row["name"], since=since, left=lasts.seconds
    )


@cache
def own_words_inputs() -> tuple[Input, ...]:
    """The inputs of an effect in own words."""
    tiers = tuple(Option(tier, fact(f"tier.{tier}"), notes=(fact("points", PRICES[tier]),)) for tier in TIERS)
    bearers = options_of("whom", ("opponent", "self"))
    return (
        Text("name", "input.effect_name", length=80),
        Choice("tier", "input.tier", default="minor", required=False, options=tiers),
        Choice("whom", "input.whom", default="opponent", required=False, options=bearers),
        Flag("numeric", "input.numeric", default=True),
        *lasts_inputs(usual=False),
    )


def give_effect(fight: TapizFight, bearer: Id, effect: Effect, notes: Notes, *, by: Id | None = None) -> TapizFight:
    """Let a combatant carry an effect; a deed is told and leaves nothing to carry (TAP-EFF-02, TAP-STORY-01)."""
    weight = effect_fact(effect)
    code = "effect.gained" if effect.modifier else "effect.gained_plain"
    rules = ("TAP-EFF-01", "TAP-EFF-05")
    told = fact(code, weight.value, name=effect.called(), whom=bearer, rules=rules)
    if by is not None and by != bearer:
        # where the giver is hidden from the table, what came remains known
        given = "effect.gained_from" if effect.modifier else "effect.gained_plain_from"
        told = fact(given, weight.value, name=effect.called(), whom=bearer, by=by, rules=rules, otherwise=told)
    notes.add(told)
    if effect.at_once:
        return fight
    ends = ends_fact(effect)
    if ends.code in LASTS_TOLD:
        notes.tell(LASTS_TOLD[ends.code], name=effect.called(), count=ends.value or 0, rules=ends.rules)
    body = fight.body(bearer)
    return fight.with_body(bearer, replace(body, effects=put(body.effects, effect.id, effect)))


def without_effect(fight: TapizFight, bearer: Id, effect: Effect) -> TapizFight:
    """The fight in which a combatant no longer carries an effect."""
    body = fight.body(bearer)
    return fight.with_body(bearer, replace(body, effects=drop(body.effects, effect.id)))


def ended(fight: TapizFight, effects: Sequence[Id], notes: Notes) -> TapizFight:
    """The fight without these effects, on all combatants that carry them (TAP-STORY-03)."""
    for who in fight.order:
        for name in effects:
            effect = fight.body(who).effects.get(name)
            if effect is not None:
                notes.tell("effect.ended", whom=who, name=effect.called(), rules=("TAP-STORY-03",))
                fight = without_effect(fight, who, effect)
    return fight


def time_passes(fight: TapizFight, seconds: int, notes: Notes) -> TapizFight:
    """The fight after this time: effects for a time run down, and those that are over end (TAP-ODD-03)."""
    for who in fight.order:
        for effect in fight.body(who).effects.values():
            if effect.duration != "timed":
                continue
            if effect.left <= seconds:
                notes.tell("effect.over", whom=who, name=effect.called(), rules=("TAP-ODD-03", "TAP-STORY-03"))
                fight = without_effect(fight, who, effect)
            else:
                body, after = fight.body(who), replace(effect, left=effect.left - seconds)
                fight = fight.with_body(who, replace(body, effects=put(body.effects, effect.id, after)))
    return fight


def carried_options(fight: TapizFight) -> tuple[Option, ...]:
    """All effects that are carried, each with its bearer."""
    return tuple(
        Option(effect.id, effect_fact(effect), notes=(fact("core.combatant", who=who),))
        for who in fight.order
        for effect in fight.body(who).effects.values()
    )
