"""The effects that combatants carry: how they come and end, and on which rolls they count.

The table proposes what counts; the player of the roll decides, since the story does.
(TAP-EFF-02, TAP-EFF-05, TAP-LOAD-03, TAP-ODD-31, TAP-STORY-01, TAP-STORY-03)
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Explanation, Fact, Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Combatants, Flag, Input, Option, Several, Text, options_of
from rules.core.people import may_harm, person_options
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id, Json, drop, put
from rules.systems.tapiz.effects import (
    LISTED_EFFECTS,
    PRICES,
    TIERS,
    Duration,
    Effect,
    Scope,
    Weight,
    effect_fact,
    use_effects,
)
from rules.systems.tapiz.load import load_of, load_terms
from rules.systems.tapiz.state import Body, Round, TapizFight

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
    notes = (fact(f"duration.{effect.duration}"), fact(f"bears.{scope}", rules=("TAP-EFF-02",)))
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


def listed(effect_id: Id, name: str, since: int) -> Effect:
    """An example effect as it is carried: numeric ones until the next roll, the others until removed (TAP-ODD-03)."""
    example = LISTED_EFFECTS[name]
    duration: Duration = "next_roll" if example.numeric else "lasting"
    sign = 1 if example.falls_on == "self" else -1
    return Effect(effect_id, example.tier, sign, example.numeric, duration, listed=name, since=since)


def own_words(effect_id: Id, row: Mapping[str, Json], since: int) -> Effect:
    """An effect in own words; `row`: name, tier, whom, numeric and lasting (TAP-EFF-05)."""
    sign = 1 if row["whom"] == "self" else -1
    duration: Duration = "lasting" if row["lasting"] or not row["numeric"] else "next_roll"
    return Effect(effect_id, cast(Weight, row["tier"]), sign, row["numeric"], duration, name=row["name"], since=since)


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
        Flag("lasting", "input.lasting"),
    )


def give_effect(fight: TapizFight, bearer: Id, effect: Effect, notes: Notes, *, by: Id | None = None) -> TapizFight:
    """Let a combatant carry an effect (TAP-EFF-02)."""
    weight = effect_fact(effect)
    code = "effect.gained" if effect.modifier else "effect.gained_plain"
    rules = ("TAP-EFF-01", "TAP-EFF-05")
    told = fact(code, weight.value, name=effect.called(), whom=bearer, rules=rules)
    if by is not None and by != bearer:
        # where the giver is hidden from the table, what came remains known
        given = "effect.gained_from" if effect.modifier else "effect.gained_plain_from"
        told = fact(given, weight.value, name=effect.called(), whom=bearer, by=by, rules=rules, otherwise=told)
    notes.add(told)
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


def carried_options(fight: TapizFight) -> tuple[Option, ...]:
    """All effects that are carried, each with its bearer."""
    return tuple(
        Option(effect.id, effect_fact(effect), notes=(fact("core.combatant", who=who),))
        for who in fight.order
        for effect in fight.body(who).effects.values()
    )


def give_inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which combatant, and the effect in words."""
    bearers = person_options(may_harm(fight, viewer))
    return (Combatants("who", "input.bearer", layout="five", options=bearers), *own_words_inputs())


def give_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Let a combatant carry an effect that the story brings (TAP-STORY-01)."""
    yield from ()
    notes = Notes()
    effect = own_words(f"{command.id}-given", command.inputs, fight.round.number)
    return Outcome(give_effect(fight, command.inputs["who"], effect, notes), notes.so_far)


def end_inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which effects end."""
    return (Several("effects", "input.ending", minimum=1, options=carried_options(fight)),)


def end_check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """Refuse where no effect is carried."""
    if not any(one.body.effects for one in fight.combatants.values()):
        raise NotAllowed("tapiz.nothing_to_remove")


def end_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """End effects that no longer make sense (TAP-STORY-03)."""
    yield from ()
    notes = Notes()
    return Outcome(ended(fight, command.inputs["effects"], notes), notes.so_far)


GIVE_EFFECT: Action[Body, Round] = Action(
    "give_effect", give_resolve, give_inputs, icon="plus", interrupts=True, for_game_master=True
)
END_EFFECTS: Action[Body, Round] = Action(
    "end_effects", end_resolve, end_inputs, end_check, icon="x", interrupts=True, for_game_master=True
)
