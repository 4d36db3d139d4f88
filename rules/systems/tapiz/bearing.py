"""What is in force on somebody, and on which rolls its number makes sense (TAP-EFF-02, TAP-LOAD-03, TAP-ODD-31).

The table proposes; whoever rolls ticks or unticks, since the story decides (TAP-STORY-01).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rules.core.facts import Explanation, Fact, Word
from rules.core.types import Id
from rules.systems.tapiz.state import Body, Effect, TapizFight, in_conflict, in_force

Sort = Literal["attack", "resistance", "care", "other"]
"""What a roll is for."""

Scope = Literal["any", "attack", "resistance", "fight", "body", "talk", "story"]
"""On which rolls an effect makes sense."""

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

SCOPES: Mapping[str, Scope] = {
    "advantageous_position": "fight",
    "place_obstacle": "fight",
    "flank_opponent": "attack",
    "unbalance_opponent": "body",
    "painful_wound": "body",
    "stun_opponent": "any",
    "cause_distraction": "any",
    "position_in_cover": "resistance",
    "inspired": "any",
    "find_weak_point": "attack",
    "know_combat_style": "fight",
    "cause_great_distraction": "any",
    "knock_down_enemy": "body",
    "slow_enemy": "body",
    "instil_fear": "fight",
    "bleeding_wound": "body",
    "dislocated_joint": "body",
    "opponents_where_you_want": "fight",
    "know_their_plans": "any",
    "stun_or_confuse_them": "any",
    "lose_limb_or_blinded": "body",
    "make_opponent_believe_you": "talk",
    "momentary_advantage": "any",
    "momentary_disadvantage": "any",
    "stance_change": "attack",
}
"""Where the example effects make sense; those in somebody's own words are for the story to say."""


@dataclass(frozen=True, slots=True)
class InForce:
    """Something with a number that may bear on a roll: what it is, whether it is proposed to count, and why."""

    id: Id
    name: str | Word
    modifier: int
    counts: bool
    notes: tuple[Fact, ...]


def scope_of(effect: Effect) -> Scope:
    """On which rolls an effect makes sense."""
    if effect.name:
        return "story"
    return SCOPES.get(effect.listed, "story")


def weighed(effect: Effect, sort: Sort) -> InForce:
    """An effect as it bears on a roll of this sort."""
    scope = scope_of(effect)
    notes = (Fact(f"duration.{effect.duration}"), Fact(f"bears.{scope}", rules=("TAP-EFF-02",)))
    return InForce(effect.id, effect.called(), effect.modifier, sort in COUNTS[scope], notes)


def load_terms(fight: TapizFight, body: Body) -> Explanation:
    """The consequence of the load, on every roll of a combat (TAP-LOAD-03); none outside it (TAP-LOAD-04)."""
    load = body.load
    if not in_conflict(fight) or not load.combat_modifier:
        return ()
    params: dict[str, str | int | Word] = {"category": Word(f"load.{load.category}"), "weight": body.weight}
    return (Fact("term.load", value=load.combat_modifier, params=params, rules=("TAP-LOAD-03", "TAP-ODD-31")),)


def bearing_on(fight: TapizFight, who: Id, sort: Sort) -> tuple[InForce, ...]:
    """Everything in force on somebody, for a roll of this sort."""
    body = fight.combatants[who].body
    found = [weighed(effect, sort) for effect in in_force(body)]
    for term in load_terms(fight, body):
        note = Fact("bears.load", rules=("TAP-LOAD-03", "TAP-ODD-31"))
        found.append(InForce(LOAD, Word(f"load.{body.load.category}"), term.value or 0, counts=True, notes=(note,)))
    return tuple(found)


def proposed(found: Sequence[InForce]) -> list[Id]:
    """The ids of what is proposed to count."""
    return [one.id for one in found if one.counts]
