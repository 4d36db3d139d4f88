"""From declarations to the order of a round: what kind of action each is, who hurries, who acts at the same time.

(TUMS-CMB-04 to -10, TUM-HOUSE-12, TUM-HOUSE-28)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

from rules.core.errors import NotAllowed, at_least, one_of
from rules.core.facts import Notes
from rules.core.requests import Steps
from rules.core.throws import Known, Throws, asked, known, side_by_side
from rules.core.types import Id
from rules.systems.tumbas.dice import AttributeTest, Trial, cause, roll_test
from rules.systems.tumbas.opposed import compare_totals
from rules.systems.tumbas.state import TumbasFight
from rules.systems.tumbas.trials import (
    asking,
    given_causes,
    needs_more_than,
    only_given,
    tell_pool,
    tell_total,
    trial_of,
)

ActionType: TypeAlias = Literal["standard", "melee"]

MELEE = ("attack", "defend", "disengage")
"""Melee actions (TUM-HOUSE-12)."""

STANDARD = ("move", "shoot", "charge", "cast", "use", "help", "reload", "stabilise", "test")
"""Standard actions (TUM-HOUSE-12, TUM-HOUSE-21); any other is a test."""

PHASES: Mapping[ActionType, Literal["action", "melee"]] = {"standard": "action", "melee": "melee"}
"""The phase in which each type of action is carried out (TUMS-CMB-07, TUMS-CMB-10)."""

NOTHING = "nothing"
"""What a combatant declares who waits."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a declared action means for the round."""

    engaged: bool
    opportunity_attack_risk: bool
    """Opponents next to the combatant may strike before the action (TUMS-CMB-06)."""
    phase: Literal["action", "melee"]


@dataclass(frozen=True, slots=True)
class Announced:
    """What the order of the round depends on in one declared action."""

    id: Id
    action_type: ActionType
    hurried: bool = False


def action_type(what: str) -> ActionType:
    """Return whether an action is a standard or a melee action (TUMS-CMB-05, TUM-HOUSE-12)."""
    return "melee" if what in MELEE else "standard"


def declare_action(adjacent_opponents: int, kind: ActionType, *, hurried: bool = False) -> Declaration:
    """Check one declared action (TUMS-CMB-04 to -06, TUMS-CMB-08, TUM-HOUSE-12).

    Raises OutOfRange, then UnknownValue, then NotAllowed for melee without an opponent or hurrying with it.
    """
    at_least(adjacent_opponents, 0, "tumbas.opponents.negative", field="adjacent_opponents")
    engaged = adjacent_opponents > 0
    if _known(kind) == "standard":
        return Declaration(engaged, opportunity_attack_risk=engaged, phase=PHASES[kind])
    if not engaged:
        raise NotAllowed("tumbas.declare.not_engaged", field="action_type")
    _check_hurry(kind, hurried=hurried)
    return Declaration(engaged, opportunity_attack_risk=False, phase=PHASES[kind])


def order_of_round(announced: Sequence[Announced], trials: Mapping[Id, Trial]) -> Throws[tuple[tuple[Id, ...], ...]]:
    """Order the declared actions of a round in groups that act at the same time (TUMS-CMB-07 to -10, TUM-HOUSE-28).

    Those who hurry come first; two or more of them roll an opposed Agility test, which is known before the order.
    trials: the tests of those who hurry. Raises UnknownValue for an unknown type of action and NotAllowed for a hurried
    melee action.
    """
    for one in announced:
        _known(one.action_type)
    for one in announced:
        _check_hurry(one.action_type, hurried=one.hurried)
    hurried = tuple(one.id for one in announced if one.hurried)
    groups: tuple[tuple[Id, ...], ...] = (hurried,)
    if len(hurried) > 1:
        tests = yield from side_by_side({who: roll_test(trials[who], "hurry") for who in hurried})
        yield from known("hurry", tests)
        groups = _by_total(tests)
    standard = tuple(one.id for one in announced if one.action_type == "standard" and not one.hurried)
    melee = tuple(one.id for one in announced if one.action_type == "melee")
    return tuple(group for group in (*groups, standard, melee) if group)


def _by_total(tests: Mapping[Id, AttributeTest]) -> tuple[tuple[Id, ...], ...]:
    """Equal totals act together, and all snake eyes together after the others (TUM-HOUSE-28)."""
    ranks = {who: None if test.snake_eyes else test.total for who, test in tests.items()}
    totals = sorted({rank for rank in ranks.values() if rank is not None}, reverse=True)
    return tuple(tuple(who for who, rank in ranks.items() if rank == total) for total in (*totals, None))


def _known(kind: ActionType) -> ActionType:
    return one_of(kind, get_args(ActionType), "tumbas.action_type.unknown", field="action_type")


def _check_hurry(kind: ActionType, *, hurried: bool) -> None:
    """Refuse hurrying with a melee action (TUM-HOUSE-12)."""
    if hurried and kind == "melee":
        raise NotAllowed("tumbas.declare.hurried_melee", field="hurried")


# In a fight


def lined_up(fight: TumbasFight, announced: Sequence[Announced], notes: Notes) -> Steps[tuple[tuple[Id, ...], ...]]:
    """The groups of a round in order; those who hurry roll for it where there are several (TUMS-CMB-09)."""
    hurried = [one.id for one in announced if one.hurried]
    trials = {who: _hurry(fight, who) for who in hurried}
    if len(hurried) > 1:
        for one in trials.values():
            tell_pool(fight, one, notes)

    def tell(found: Known) -> None:
        for test in found.value.values():
            needs = needs_more_than(fight, test, found.value.values(), "TUMS-CMB-09")
            tell_total(fight, test, notes, code="hurry.total", needs=needs)
        # equal totals act together, so nobody has failed by a tie
        for who in compare_totals(found.value, "prolonged").fumbles:
            notes.tell("test.fumble", rules=("TUM-OPP-03", "TUM-HOUSE-28"), who=who)

    how = replace(asking(fight, notes, {who: f"hurry:{who}" for who in hurried}), tell=tell)
    return (yield from asked(order_of_round(announced, trials), how))


def _hurry(fight: TumbasFight, who: Id) -> Trial:
    """The Agility test of a combatant who hurries; help is for another test (TUM-HOUSE-06, TUM-HOUSE-12)."""
    body = replace(fight.body(who), helped=0)
    quick = only_given(cause("quick", body.bonus("quick"), "TUM-HOUSE-06"))
    return trial_of(fight, who, "agility", (*given_causes(body, {}, "agility"), *quick))
