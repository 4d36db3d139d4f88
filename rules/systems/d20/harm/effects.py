"""What all conditions of a character come to together (D20H-COND-01)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction

from rules.core.errors import NotAllowed, UnknownValue, at_least
from rules.systems.d20.attack_roll import AttackMode
from rules.systems.d20.harm.conditions import BY_STRICTNESS, DRAWBACKS, Actions, Condition, Drawbacks, known_condition

ATTACKING: tuple[Actions, ...] = ("all", "single", "grapple_only")
"""What leaves attacks possible."""

LONG_STANDING: tuple[Condition, ...] = ("blinded", "deafened")
"""Conditions of which drawbacks may be lifted for somebody long used to them (D20H-COND-09, D20H-COND-14)."""

NO_DRAWBACKS = Drawbacks()

Lifted = Mapping[Condition, Collection[str]]
"""Names of drawbacks that the game master has lifted, by condition."""


@dataclass(frozen=True)
class ConditionEffects:
    """What conditions leave of a character; modifiers add up, of permissions the stricter holds.

    defense_melee: as `defense_modifier` for everybody but the pinner. speed_factor: 1, 1/2, 1/4 or 0.
    usual_rounds: of a single condition only.
    """

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
    pinned: bool

    def defense_modifier(self, attack: AttackMode, *, by_grappler: bool = False) -> int:
        """Return what is added to Defense: of the pinned, the pinner's melee attacks go without (D20H-COND-26)."""
        if attack == "ranged":
            return self.defense_ranged
        return self.defense_melee - (DRAWBACKS["pinned"].defense_melee if self.pinned and by_grappler else 0)

    def denies_dexterity(self, *, by_grappler: bool = False) -> bool:
        """Say whether the Dexterity bonus to Defense is lost against an attack (D20H-COND-02, D20H-COND-26)."""
        return self.loses_dex_bonus and not (by_grappler and self.keeps_dex_bonus_vs_grappler)


def present_conditions(conditions: Iterable[Condition], *, can_flee: bool = True) -> tuple[Condition, ...]:
    """Return the conditions that count, each once, in alphabetical order (D20H-COND-01, D20H-COND-10).

    Who panics and cannot flee cowers; whoever is exhausted is not fatigued besides. Raises UnknownValue.
    """
    named = {known_condition(condition) for condition in conditions}
    if "panicked" in named and not can_flee:
        named = (named - {"panicked"}) | {"cowering"}
    if "exhausted" in named:
        named -= {"fatigued"}
    return tuple(sorted(named))


def condition_effects(
    conditions: Sequence[Condition], *, can_flee: bool = True, anchored: bool = False, lifted: Lifted | None = None
) -> ConditionEffects:
    """Put the effects of all conditions together (D20H-COND-01 to -27, D20H-HOUSE-11).

    can_flee: matters for the panicked. anchored: what entangles is fixed to something immobile. lifted: drawbacks of
    long-standing blindness or deafness that do not count. Raises UnknownValue, and NotAllowed for lifting others.
    """
    present = present_conditions(conditions, can_flee=can_flee)
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
    """Return a speed in feet under conditions, rounded down to whole feet (D20H-HOUSE-11)."""
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
    # without any condition the last, which is everything
    return BY_STRICTNESS[min(map(BY_STRICTNESS.index, actions), default=-1)]


def _lowest(scores: Iterable[int | None]) -> int | None:
    return min((score for score in scores if score is not None), default=None)


def _named(lists: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(sorted({name for names in lists for name in names}))
