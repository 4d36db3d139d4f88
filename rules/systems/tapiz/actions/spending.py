"""Spending the points of a roll: hit points, effects, advantages, removals (TAP-EFF-01 to -08, TAP-HERO-05)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import cast

from rules.core.audience import Audience, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.inputs import Choice, Flag, Input, Number, Option, Rows, Several, Text
from rules.core.requests import Answer, Steps, choose
from rules.core.types import Id, Json, drop, put
from rules.systems.tapiz.actions.harm import hurt
from rules.systems.tapiz.actions.losing import drawn_input, lost_input, on_things
from rules.systems.tapiz.actions.models import defended, part_input, slots_taken, without_slot
from rules.systems.tapiz.actions.points import Points
from rules.systems.tapiz.effects import (
    LISTED_EFFECTS,
    MODIFIERS,
    PRICES,
    REDUCTION_PRICE,
    TIERS,
    Duration,
    Purchase,
    Spending,
    Tier,
    Weight,
    momentary_allowed,
    spend,
    tier_below,
)
from rules.systems.tapiz.hero_points import BUMPED, bump_effect
from rules.systems.tapiz.settings import settings_of
from rules.systems.tapiz.state import Effect, TapizFight, effect_fact

HELPS_ONESELF = frozenset(
    {
        "advantageous_position",
        "flank_opponent",
        "sheathe_or_draw_weapon",
        "dismount",
        "mount_outside_combat",
        "move_one_range",
        "position_in_cover",
        "inspired",
        "find_weak_point",
        "know_combat_style",
        "mount_in_combat",
        "opponents_where_you_want",
        "know_their_plans",
    }
)
"""The example effects that whoever spends the points creates for oneself; the others fall on the opponent."""

CAP_RULES = ("TAP-OPT-06", "TAP-OPT-07", "TAP-OPT-08")
"""The rows of the cap per blow."""

OWN_WORDS = 3
"""How many effects in somebody's own words one roll may buy."""


def spend_points(
    fight: TapizFight, points: Points, command_id: Id, notes: Notes, *, key: str = "spend"
) -> Steps[TapizFight]:
    """Ask the entitled side what the points buy, and do it; nothing is asked when there are none (TAP-EFF-04).

    What does not fit its cause the game master takes back, and it is asked anew (TAP-STORY-02).

    With the defence reserve whoever suffers spends hit points first; the points left buy none (TAP-OPT-02).
    """
    if settings_of(fight.house).defence_reserve and points.opponent is not None and points.pool is not None:
        fight, points = yield from defended(fight, points, notes)
    if not points.amount:
        return fight
    harms = points.harming and points.opponent is not None and points.pool is not None
    everything = {"rest": True} if harms else {}
    answer = yield from choose(
        key,
        points.spender,
        *spend_inputs(fight, points),
        so_far=notes.so_far,
        default={"remove": list(points.preset)} if points.preset else everything,
        label="ask.spend",
    )
    return apply_spending(fight, points, answer, command_id, notes)


def spend_inputs(fight: TapizFight, points: Points) -> tuple[Input, ...]:
    """What the points may buy, as inputs (TAP-EFF-01, TAP-EFF-05 to -08, TAP-STORY-05, TAP-HERO-05)."""
    inputs: list[Input] = []
    most = points.amount + (1 if _may_bump(fight, points) else 0)
    if points.opponent is not None and points.pool is not None:
        note = None if points.cap is None else Fact("note.cap", params={"most": points.cap}, rules=CAP_RULES)
        inputs.append(Flag("rest", "input.rest", default=points.harming and not points.preset, note=note))
        inputs.append(_hit_points(points, most))
    inputs.append(
        Several(
            "effects",
            "input.effects",
            required=False,
            layout="grid",
            options=_examples(most, for_self=points.spender is not None, for_opponent=points.opponent is not None),
        )
    )
    inputs.append(_own_words())
    inputs.extend((*lost_input(fight, points.opponent), *drawn_input(fight, points.spender)))
    if points.opponent is not None:
        inputs.extend(part_input(fight))
    if momentary_allowed(points.amount):
        inputs.append(_momentary(for_self=points.spender is not None, for_opponent=points.opponent is not None))
    bearer = points.remove_from or points.spender
    carried = _removable_effects(fight, bearer)
    if carried:
        inputs.append(
            Several(
                "remove",
                "input.remove",
                required=False,
                options=tuple(_removable(effect, PRICES[cast(Tier, effect.tier)], most) for effect in carried),
                default=list(points.preset),
            )
        )
        inputs.append(
            Several(
                "reduce",
                "input.reduce",
                required=False,
                options=tuple(_removable(effect, REDUCTION_PRICE, most) for effect in carried),
            )
        )
    if _may_bump(fight, points):
        inputs.append(Flag("hero_point", "input.hero_point", note=Fact("note.bump", value=points.amount + 1)))
    return tuple(inputs)


def apply_spending(fight: TapizFight, points: Points, answer: Answer, command_id: Id, notes: Notes) -> TapizFight:
    """Check the whole purchase and make it; raises NotAllowed when the points do not suffice (TAP-EFF-01)."""
    amount = points.amount
    spender = points.spender
    if answer.get("hero_point") and spender is not None:
        bumped = bump_effect(fight.points_of(spender), amount)
        amount = bumped.effect_points
        fight = fight.with_points_of(spender, bumped.hero_points)
        notes.add(Fact("hero.bumped", value=amount, params={"who": Ref(spender)}, rules=("TAP-HERO-05",)))
    bearer = points.remove_from or spender
    carried = fight.combatants[bearer].body.effects if bearer is not None else {}
    created = _created(points, answer, command_id, fight.round.number)
    replaced = slots_taken(fight, created)
    removed = [carried[name] for name in answer.get("remove") or () if name in carried]
    reduced = [carried[name] for name in answer.get("reduce") or () if name in carried]
    if {effect.id for effect in removed} & {effect.id for effect in reduced}:
        raise NotAllowed("tapiz.spend.removed_and_reduced", field="reduce")
    purchases = [
        *(Purchase("create", tier=effect.tier) for _, effect in created if effect.tier != "momentary"),
        *(Purchase("momentary") for _, effect in created if effect.tier == "momentary"),
        *(Purchase("remove", tier=cast(Tier, effect.tier)) for effect in removed),
        *(Purchase("reduce", tier=cast(Tier, effect.tier)) for effect in reduced),
    ]
    spending = _spent(amount, points, purchases, answer)
    hit_points = answer.get("hit_points")
    if hit_points is None:
        hit_points = spending.remaining if answer.get("rest") else 0
        if points.cap is not None:
            hit_points = min(hit_points, points.cap)
    if hit_points:
        purchases.append(Purchase("hit_points", amount=hit_points))
        spending = _spent(amount, points, purchases, answer)
    for effect in removed:
        fight = _without(fight, cast(Id, bearer), effect, notes)
    for effect in reduced:
        fight = _lowered(fight, cast(Id, bearer), effect, notes)
    for whom, old in replaced:
        fight = without_slot(fight, whom, old, notes)
    fight, carried_on = on_things(fight, created, spender, answer, notes)
    for whom, effect in carried_on:
        fight = give_effect(fight, whom, effect, notes, by=spender)
    if points.cap is not None and hit_points == points.cap:
        notes.add(Fact("spend.capped", value=points.cap, rules=CAP_RULES, audience=_whose(points)))
    if hit_points and points.opponent is not None and points.pool is not None:
        fight = hurt(fight, points.opponent, points.pool, hit_points, notes, by=spender)
    if spending.remaining:
        notes.add(_unspent(points, spending.remaining))
    return fight


def _spent(amount: int, points: Points, purchases: Sequence[Purchase], answer: Answer) -> Spending:
    """The whole purchase, or its refusal beside the field that asked for too much (TAP-EFF-01)."""
    try:
        return spend(amount, points.kind, purchases, in_combat=points.pool is not None)
    except NotAllowed as refused:
        names = ("hit_points", "effects", "own", "momentary", "remove", "reduce")
        field = next((name for name in names if answer.get(name) not in (None, [], "none", 0)), None)
        raise NotAllowed(refused.reason, field=field, params=refused.params) from None


def give_effect(fight: TapizFight, whom: Id, effect: Effect, notes: Notes, *, by: Id | None = None) -> TapizFight:
    """Let a combatant carry an effect (TAP-EFF-02)."""
    body = fight.combatants[whom].body
    fact = effect_fact(effect)
    params: dict[str, Param] = {**fact.params, "whom": Ref(whom)}
    code = "effect.gained" if effect.modifier else "effect.gained_plain"
    told = Fact(code, value=fact.value, params=params, rules=("TAP-EFF-01", "TAP-EFF-05"))
    if by is not None and by != whom:
        # from somebody whom the table does not see: what came remains known
        told = replace(told, code=f"{code}_from", params={**params, "by": Ref(by)}, otherwise=told)
    notes.add(told)
    return fight.with_body(whom, replace(body, effects=put(body.effects, effect.id, effect)))


def listed(effect_id: Id, name: str, since: int, *, lasting: bool = False) -> Effect:
    """An example effect as it is carried: numeric ones until the next roll, the others until removed (TAP-ODD-03)."""
    example = LISTED_EFFECTS[name]
    duration: Duration = "lasting" if lasting or not example.numeric else "next_roll"
    sign = 1 if name in HELPS_ONESELF else -1
    return Effect(effect_id, example.tier, sign, example.numeric, duration, listed=name, since=since)


def own_words(effect_id: Id, row: Mapping[str, Json], since: int) -> Effect:
    """An effect in somebody's own words; `row`: name, tier, whom, numeric and lasting (TAP-EFF-05)."""
    sign = 1 if row["whom"] == "self" else -1
    duration: Duration = "lasting" if row["lasting"] or not row["numeric"] else "next_roll"
    return Effect(effect_id, cast(Weight, row["tier"]), sign, row["numeric"], duration, name=row["name"], since=since)


@cache
def own_words_inputs() -> tuple[Input, ...]:
    """The inputs of an effect in one's own words."""
    return (
        Text("name", "input.effect_name", length=80),
        Choice(
            "tier", "input.tier", default="minor", required=False, options=tuple(_tier_option(tier) for tier in TIERS)
        ),
        Choice(
            "whom",
            "input.whom",
            default="opponent",
            required=False,
            options=(Option("opponent", Fact("whom.opponent")), Option("self", Fact("whom.self"))),
        ),
        Flag("numeric", "input.numeric", default=True),
        Flag("lasting", "input.lasting"),
    )


def _tier_option(tier: Tier) -> Option:
    return Option(tier, Fact(f"tier.{tier}"), notes=(Fact("points", value=PRICES[tier]),))


def _hit_points(points: Points, most: int) -> Number:
    """How many hit points are taken: at most the points, and the cap of a blow (TAP-EFF-07, TAP-OPT-06 to -08)."""
    label = f"input.hit_points.{points.pool}"
    if points.cap is None or points.cap >= most:
        return Number("hit_points", label, required=False, minimum=0, maximum=most)
    return Number("hit_points", label, required=False, minimum=0, maximum=points.cap, above="tapiz.cap.more")


@cache
def _own_words() -> Rows:
    return Rows("own", "input.own_words", maximum=OWN_WORDS, of=own_words_inputs())


@cache
def _momentary(*, for_self: bool, for_opponent: bool) -> Choice:
    options = [Option("none", Fact("momentary.none"))]
    if for_self:
        options.append(Option("self", Fact("momentary.self"), notes=(Fact("modifier", value=1),)))
    if for_opponent:
        options.append(Option("opponent", Fact("momentary.opponent"), notes=(Fact("modifier", value=-1),)))
    return Choice("momentary", "input.momentary", default="none", required=False, options=tuple(options))


@cache
def _examples(most: int, *, for_self: bool, for_opponent: bool) -> tuple[Option, ...]:
    options: list[Option] = []
    for example in LISTED_EFFECTS.values():
        on_self = example.id in HELPS_ONESELF
        if not (for_self if on_self else for_opponent):
            continue
        cost = PRICES[example.tier]
        modifier = MODIFIERS[example.tier] if on_self else -MODIFIERS[example.tier]
        options.append(
            Option(
                example.id,
                Fact(f"effect.{example.id}"),
                notes=(Fact("modifier", value=modifier) if example.numeric else Fact("note.no_number"),),
                reason=Fact("reason.too_dear", params={"cost": cost}) if cost > most else None,
                extra={"tier": example.tier, "cost": cost},
            )
        )
    return tuple(options)


def _removable_effects(fight: TapizFight, bearer: Id | None) -> tuple[Effect, ...]:
    if bearer is None or bearer not in fight.combatants:
        return ()
    effects = fight.combatants[bearer].body.effects.values()
    return tuple(effect for effect in effects if effect.tier != "momentary")


def _removable(effect: Effect, cost: int, most: int) -> Option:
    reason = Fact("reason.too_dear", params={"cost": cost}) if cost > most else None
    fact = effect_fact(effect)
    return Option(effect.id, fact, notes=(Fact("points", value=cost),), reason=reason, extra={"cost": cost})


def _created(points: Points, answer: Answer, command_id: Id, since: int) -> list[tuple[Id, Effect]]:
    created: list[tuple[Id, Effect]] = []
    about = answer.get("part") or points.about
    for name in answer.get("effects") or ():
        whom = points.spender if name in HELPS_ONESELF else points.opponent
        if whom is not None:
            created.append((whom, replace(listed(f"{command_id}-{name}", name, since), about=about)))
    for place, row in enumerate(answer.get("own") or ()):
        whom = points.spender if row["whom"] == "self" else points.opponent
        if whom is None:
            raise NotAllowed("tapiz.spend.nobody", field="own")
        created.append((whom, replace(own_words(f"{command_id}-own{place}", row, since), about=about)))
    momentary = answer.get("momentary") or "none"
    if momentary != "none":
        whom = points.spender if momentary == "self" else points.opponent
        if whom is None:
            raise NotAllowed("tapiz.spend.nobody", field="momentary")
        sign = 1 if momentary == "self" else -1
        name = "momentary_advantage" if sign > 0 else "momentary_disadvantage"
        created.append(
            (whom, Effect(f"{command_id}-momentary", "momentary", sign, True, "next_roll", name, since=since))
        )
    return created


def _without(fight: TapizFight, bearer: Id, effect: Effect, notes: Notes) -> TapizFight:
    body = fight.combatants[bearer].body
    notes.add(Fact("effect.removed", params={"whom": Ref(bearer), "name": effect.called()}, rules=("TAP-EFF-06",)))
    return fight.with_body(bearer, replace(body, effects=drop(body.effects, effect.id)))


def _lowered(fight: TapizFight, bearer: Id, effect: Effect, notes: Notes) -> TapizFight:
    lower = tier_below(cast(Tier, effect.tier))
    if lower == "none":
        return _without(fight, bearer, effect, notes)
    body = fight.combatants[bearer].body
    params: dict[str, Param] = {"whom": Ref(bearer), "name": effect.called(), "tier": Word(f"tier.{lower}")}
    notes.add(Fact("effect.reduced", params=params, rules=("TAP-STORY-05", "TAP-HOUSE-27")))
    return fight.with_body(bearer, replace(body, effects=put(body.effects, effect.id, replace(effect, tier=lower))))


def _whose(points: Points) -> Audience:
    return controllers_of(points.spender) if points.spender is not None else controllers_of()


def _unspent(points: Points, remaining: int) -> Fact:
    return Fact("spend.unspent", value=remaining, params={"points": remaining}, audience=_whose(points))


def _may_bump(fight: TapizFight, points: Points) -> bool:
    if points.kind != "effect" or points.spender is None or points.amount not in BUMPED:
        return False
    return fight.points_of(points.spender) > 0
