"""The 24 conditions, the drawbacks of each, and the combined effect of several.

Rules: D20H-COND-01 to -27.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Literal, get_args

from rules.core.errors import NotAllowed, UnknownValue, at_least, one_of

Condition = Literal[
    "ability_damaged",
    "ability_drained",
    "blinded",
    "cowering",
    "dazed",
    "dead",
    "deafened",
    "disabled",
    "dying",
    "entangled",
    "exhausted",
    "fatigued",
    "flat_footed",
    "grappled",
    "helpless",
    "nauseated",
    "panicked",
    "paralyzed",
    "pinned",
    "prone",
    "shaken",
    "stable",
    "stunned",
    "unconscious",
]

Actions = Literal["none", "escape_only", "one_move", "flee_only", "single", "grapple_only", "all"]

CONDITIONS: tuple[Condition, ...] = get_args(Condition)

BY_STRICTNESS: tuple[Actions, ...] = get_args(Actions)
"""The actions that a condition allows in a round, strictest first."""


@dataclass(frozen=True)
class Drawbacks:
    """What one condition does to a creature; the defaults do nothing.

    Modifiers are added to Defense, to the creature's own rolls and to its scores.
    """

    actions: Actions = "all"
    loses_dex_bonus: bool = False
    helpless: bool = False
    prone: bool = False
    conscious: bool = True
    defense_melee: int = 0
    defense_ranged: int = 0
    attack_melee: int = 0
    attack_ranged: int = 0
    save_modifier: int = 0
    skill_modifier: int = 0
    str_dex_skill_modifier: int = 0
    search_modifier: int = 0
    initiative_modifier: int = 0
    strength_change: int = 0
    dexterity_change: int = 0
    effective_strength: int | None = None
    """Replaces the Strength score."""
    effective_dexterity: int | None = None
    """Like `effective_strength`: replaces the score."""
    half_speed: bool = False
    no_speed: bool = False
    no_running: bool = False
    """Neither running nor charging."""
    no_opportunity: bool = False
    """No attacks of opportunity."""
    drops_held_items: bool = False
    own_miss_chance_percent: int = 0
    forbidden_skills: tuple[str, ...] = ()
    forbidden_weapons: tuple[str, ...] = ()
    usual_rounds: int | None = None
    """Usual duration in rounds."""


_OUT_COLD = Drawbacks(actions="none", loses_dex_bonus=True, helpless=True, prone=True, conscious=False)

DRAWBACKS: Mapping[Condition, Drawbacks] = {
    # D20H-COND-06, -07: they act only through the score
    "ability_damaged": Drawbacks(),
    "ability_drained": Drawbacks(),
    # D20H-COND-08
    "blinded": Drawbacks(
        effective_dexterity=3,
        str_dex_skill_modifier=-4,
        search_modifier=-4,
        own_miss_chance_percent=50,
        forbidden_skills=("spot",),
    ),
    # D20H-COND-04
    "cowering": Drawbacks(actions="none", loses_dex_bonus=True, defense_melee=-2, defense_ranged=-2, usual_rounds=10),
    # D20H-COND-03
    "dazed": Drawbacks(actions="none", usual_rounds=1),
    # D20H-COND-24
    "dead": Drawbacks(actions="none", conscious=False),
    # D20H-COND-13
    "deafened": Drawbacks(initiative_modifier=-4, forbidden_skills=("listen",)),
    # D20H-COND-19
    "disabled": Drawbacks(actions="single"),
    # D20H-COND-23
    "dying": _OUT_COLD,
    # D20H-COND-12
    "entangled": Drawbacks(attack_melee=-2, attack_ranged=-2, dexterity_change=-4, half_speed=True, no_running=True),
    # D20H-COND-17
    "exhausted": Drawbacks(strength_change=-6, dexterity_change=-6, half_speed=True, no_running=True),
    # D20H-COND-18
    "fatigued": Drawbacks(strength_change=-2, dexterity_change=-2, no_running=True),
    # D20H-COND-11
    "flat_footed": Drawbacks(loses_dex_bonus=True, no_opportunity=True),
    # D20H-COND-02
    "grappled": Drawbacks(actions="grapple_only", loses_dex_bonus=True, no_speed=True, no_opportunity=True),
    # D20H-COND-21
    "helpless": Drawbacks(actions="none", loses_dex_bonus=True, helpless=True),
    # D20H-COND-22
    "nauseated": Drawbacks(actions="one_move"),
    # D20H-COND-10
    "panicked": Drawbacks(actions="flee_only"),
    # D20H-COND-25
    "paralyzed": Drawbacks(
        actions="none",
        loses_dex_bonus=True,
        helpless=True,
        prone=True,
        no_speed=True,
        effective_strength=0,
        effective_dexterity=0,
    ),
    # D20H-COND-26
    "pinned": Drawbacks(
        actions="escape_only", loses_dex_bonus=True, defense_melee=-4, no_speed=True, no_opportunity=True
    ),
    # D20H-COND-27
    "prone": Drawbacks(
        prone=True,
        defense_melee=-4,
        defense_ranged=4,
        attack_melee=-4,
        attack_ranged=-2,
        forbidden_weapons=("bow", "thrown"),
    ),
    # D20H-COND-16
    "shaken": Drawbacks(attack_melee=-2, attack_ranged=-2, save_modifier=-2, skill_modifier=-2),
    # D20H-COND-15
    "stable": _OUT_COLD,
    # D20H-COND-05
    "stunned": Drawbacks(
        actions="none",
        loses_dex_bonus=True,
        defense_melee=-2,
        defense_ranged=-2,
        drops_held_items=True,
        usual_rounds=1,
    ),
    # D20H-COND-20
    "unconscious": _OUT_COLD,
}
"""All conditions with their numbers (D20H-COND-02 to -27)."""


def known_condition(condition: Condition) -> Condition:
    """Return the condition, or refuse it as unknown (D20H-COND-02 to -27)."""
    return one_of(condition, CONDITIONS, "d20.condition.unknown", field="conditions")


ATTACKING: tuple[Actions, ...] = ("all", "single", "grapple_only")
"""The allowances under which attacks are possible."""

LONG_STANDING: tuple[Condition, ...] = ("blinded", "deafened")
"""Conditions whose drawbacks the game master may lift after long habit (D20H-COND-09, D20H-COND-14)."""

NO_DRAWBACKS = Drawbacks()

Lifted = Mapping[Condition, Collection[str]]
"""Drawbacks that the game master has lifted, by condition."""


@dataclass(frozen=True)
class ConditionEffects:
    """The combined effect of all conditions: modifiers add up, the strictest permission holds."""

    actions: Actions
    attack_allowed: bool
    loses_dex_bonus: bool
    keeps_dex_bonus_vs_grappler: bool
    defense_melee: int
    defense_ranged: int
    attack_melee: int
    attack_ranged: int
    save_modifier: int
    skill_modifier: int
    str_dex_skill_modifier: int
    search_modifier: int
    initiative_modifier: int
    strength_change: int
    dexterity_change: int
    effective_strength: int | None
    effective_dexterity: int | None
    speed_factor: Fraction
    """1, 1/2, 1/4 or 0."""
    can_run: bool
    can_charge: bool
    can_attack_of_opportunity: bool
    helpless: bool
    prone: bool
    drops_held_items: bool
    own_miss_chance_percent: int
    forbidden_skills: tuple[str, ...]
    forbidden_weapons: tuple[str, ...]
    conscious: bool
    usual_rounds: int | None
    """Usual duration in rounds; only of a single condition."""
    pinned: bool


def cornered(conditions: Iterable[Condition], *, can_flee: bool) -> frozenset[Condition]:
    """Let a panicked creature that cannot flee cower instead (D20H-COND-10)."""
    named = frozenset(conditions)
    return named if can_flee or "panicked" not in named else (named - {"panicked"}) | {"cowering"}


def present_conditions(conditions: Iterable[Condition]) -> tuple[Condition, ...]:
    """Return the conditions that apply, each once, in alphabetical order (D20H-COND-01, D20H-HOUSE-22).

    Exhausted replaces fatigued. Raises UnknownValue.
    """
    named = {known_condition(condition) for condition in conditions}
    if "exhausted" in named:
        named -= {"fatigued"}
    return tuple(sorted(named))


def condition_effects(
    conditions: Sequence[Condition], *, anchored: bool = False, lifted: Lifted | None = None
) -> ConditionEffects:
    """Combine the effects of all conditions (D20H-COND-01 to -27, D20H-HOUSE-11).

    anchored: the entangling thing is fixed to an immobile object. lifted: drawbacks of long-standing blindness or
    deafness that do not apply. Raises UnknownValue, and NotAllowed when other drawbacks are lifted.
    """
    present = present_conditions(conditions)
    lift = {} if lifted is None else lifted
    rows = {condition: _less(condition, DRAWBACKS[condition], lift.get(condition, ())) for condition in present}
    each = tuple(rows.values())
    actions = _strictest(row.actions for row in each)
    attack_allowed = actions in ATTACKING
    losing = [condition for condition in present if rows[condition].loses_dex_bonus]
    unhurried = not any(row.no_running for row in each)
    single = each[0] if len(each) == 1 else NO_DRAWBACKS
    return ConditionEffects(
        actions=actions,
        attack_allowed=attack_allowed,
        loses_dex_bonus=bool(losing),
        keeps_dex_bonus_vs_grappler=losing == ["grappled"],
        defense_melee=sum(row.defense_melee for row in each),
        defense_ranged=sum(row.defense_ranged for row in each),
        attack_melee=sum(row.attack_melee for row in each),
        attack_ranged=sum(row.attack_ranged for row in each),
        save_modifier=sum(row.save_modifier for row in each),
        skill_modifier=sum(row.skill_modifier for row in each),
        str_dex_skill_modifier=sum(row.str_dex_skill_modifier for row in each),
        search_modifier=sum(row.search_modifier for row in each),
        initiative_modifier=sum(row.initiative_modifier for row in each),
        strength_change=sum(row.strength_change for row in each),
        dexterity_change=sum(row.dexterity_change for row in each),
        effective_strength=_lowest(row.effective_strength for row in each),
        effective_dexterity=_lowest(row.effective_dexterity for row in each),
        speed_factor=_speed_factor(each, still=actions == "none" or (anchored and "entangled" in present)),
        can_run=unhurried and actions in ("all", "flee_only"),
        can_charge=unhurried and actions == "all",
        can_attack_of_opportunity=attack_allowed and not any(row.no_opportunity for row in each),
        helpless=any(row.helpless for row in each),
        prone=any(row.prone for row in each),
        drops_held_items=any(row.drops_held_items for row in each),
        own_miss_chance_percent=max((row.own_miss_chance_percent for row in each), default=0),
        forbidden_skills=_named(row.forbidden_skills for row in each),
        forbidden_weapons=_named(row.forbidden_weapons for row in each),
        conscious=all(row.conscious for row in each),
        usual_rounds=single.usual_rounds,
        pinned="pinned" in present,
    )


def slowed_speed(speed_ft: int, speed_factor: Fraction) -> int:
    """Return the speed under conditions in feet, rounded down (D20H-HOUSE-11)."""
    return int(at_least(speed_ft, 0, "d20.speed.negative", field="speed_ft") * speed_factor)


def _less(condition: Condition, row: Drawbacks, lifted: Collection[str]) -> Drawbacks:
    if not lifted:
        return row
    if condition not in LONG_STANDING:
        raise NotAllowed("d20.condition.not_lifted", field="lifted", params={"condition": condition})
    known = {field.name for field in fields(Drawbacks)}
    for name in lifted:
        if name not in known:
            raise UnknownValue("d20.condition.drawback_unknown", field="lifted", params={"value": name})
    return replace(row, **{name: getattr(NO_DRAWBACKS, name) for name in lifted})


def _speed_factor(rows: Iterable[Drawbacks], *, still: bool) -> Fraction:
    factor = Fraction(0 if still else 1)
    for row in rows:
        if row.no_speed:
            factor = Fraction(0)
        if row.half_speed:
            factor /= 2
    return factor


def _strictest(actions: Iterable[Actions]) -> Actions:
    # without conditions the last, which allows everything
    return BY_STRICTNESS[min(map(BY_STRICTNESS.index, actions), default=-1)]


def _lowest(scores: Iterable[int | None]) -> int | None:
    return min((score for score in scores if score is not None), default=None)


def _named(lists: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(sorted({name for names in lists for name in names}))


Weariness = Literal["exhausted", "fatigued"]

WearinessLeft = Literal["exhausted", "fatigued", "none"]

WEARINESSES: tuple[Weariness, ...] = get_args(Weariness)

EXHAUSTED_HOURS = 1
"""Hours of rest that turn exhaustion into fatigue (D20H-COND-17)."""

FATIGUED_HOURS = 8
"""Hours of rest that end fatigue (D20H-COND-18)."""


def rest_from(condition: Weariness, rest_hours: int | Fraction, *, exposed: bool = False) -> WearinessLeft:
    """Return the weariness left after complete rest (D20H-COND-17, D20H-COND-18, D20H-HOUSE-18).

    rest_hours: 0 or more. exposed: the creature is still in the heat or cold that tired it; no hour counts. Raises
    UnknownValue, OutOfRange.
    """
    one_of(condition, WEARINESSES, "d20.weariness.unknown", field="condition")
    at_least(rest_hours, 0, "d20.hours.negative", field="rest_hours")
    if exposed:
        return condition
    hours = rest_hours
    if condition == "exhausted":
        if hours < EXHAUSTED_HOURS:
            return "exhausted"
        hours -= EXHAUSTED_HOURS
    return "none" if hours >= FATIGUED_HOURS else "fatigued"
