"""Opposed tests: everybody rolls, the highest total wins; and what becomes of a tie.

(TUM-OPP-01 to -03, TUM-HOUSE-15, TUM-HOUSE-29)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, cast

from rules.core.audience import GAME_MASTER, TABLE, Viewer
from rules.core.errors import Missing, NotAllowed, one_of
from rules.core.facts import Notes
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Text, game_master_decides, options_of
from rules.core.people import people_input, rolls_seen
from rules.core.requests import Steps, choose
from rules.core.system import Action
from rules.core.throws import Decision, Known, Throws, asked, decide, known, side_by_side
from rules.core.types import Id, Json
from rules.systems.tumbas.attributes import ATTRIBUTES, Attribute
from rules.systems.tumbas.dice import AttributeTest, Trial, pluses_over, roll_test
from rules.systems.tumbas.house import TALENTS
from rules.systems.tumbas.settings import TIE_RULES, setting
from rules.systems.tumbas.state import Body, Round, TumbasFight
from rules.systems.tumbas.trials import (
    advantages,
    asking,
    attribute_input,
    dice_inputs,
    given_causes,
    needs_more_than,
    spent,
    tell_pool,
    tell_total,
    trial_of,
)

Status: TypeAlias = Literal["won", "no_one", "prolonged", "repeat"]


@dataclass(frozen=True, slots=True)
class Contest:
    """What came of an opposed test; ids are in the order of the participants."""

    tests: Mapping[Id, AttributeTest]
    winner: Id | None
    status: Status
    fumbles: tuple[Id, ...]
    pluses: int
    """Those of the winner over the best of the others, 0 without a winner."""


def best_of(tests: Mapping[Id, AttributeTest]) -> tuple[Id, ...]:
    """Return those with the highest total among those without snake eyes: one, several who tie, or none."""
    standing = {who: test.total for who, test in tests.items() if not test.snake_eyes}
    return tuple(who for who, total in standing.items() if total == max(standing.values()))


def compare_totals(tests: Mapping[Id, AttributeTest], tie_rule: str = "no_one") -> Contest:
    """Compare the tests of two or more participants (TUM-OPP-01 to -03, TUM-HOUSE-15).

    Raises Missing for fewer than two and UnknownValue for an unknown tie rule.
    """
    if len(tests) < 2:
        raise Missing("tumbas.opposed.alone", field="participants", params={"count": len(tests)})
    one_of(tie_rule, TIE_RULES, "tumbas.tie_rule.unknown", field="tie_rule")
    best = best_of(tests)
    winner = best[0] if len(best) == 1 else None
    status: Status = "won" if winner is not None else cast(Status, tie_rule) if best else "no_one"
    undecided = () if winner is None and status == "no_one" else best
    others = [test.total for who, test in tests.items() if who != winner]
    return Contest(
        tests=tests,
        winner=winner,
        status=status,
        fumbles=tuple(who for who, test in tests.items() if test.doubles and who not in undecided),
        pluses=pluses_over(tests[winner].total, max(others)) if winner is not None else 0,
    )


def opposed_test(entries: Mapping[Id, Throws[AttributeTest]]) -> Throws[Contest]:
    """Let all participants roll, each at their own pace, and have a tie parted (TUM-OPP-01 to -03).

    The tests are known before the choice "tie_rule" of the game master, which comes only with a tie for the highest
    total. With "repeat" the contest is not over: all roll again.
    """
    tests = yield from side_by_side(entries)
    yield from known("tests", tests)
    tie_rule = (yield from decide("tie_rule", default=TIE_RULES[0])) if len(best_of(tests)) > 1 else TIE_RULES[0]
    return compare_totals(tests, tie_rule)


def enter(who: Id, one: Trial | None) -> Throws[AttributeTest]:
    """Roll the test of one participant, who first chooses how to take part where that is open (TUM-OPP-01)."""
    return (yield from roll_test(one or (yield from decide("how", who))))


# In a fight


def contest(
    fight: TumbasFight,
    people: Sequence[Id],
    values: Mapping[Id, Mapping[str, Json]],
    attribute: Attribute,
    notes: Notes,
) -> Steps[TumbasFight]:
    """Carry out an opposed test, again and again while the game master lets a tie be repeated (TUM-OPP-01 to -03).

    values: the choices of those who have made them. attribute: what is proposed to the others.
    """
    chosen = dict(values)

    def entry(who: Id) -> Trial | None:
        return _entry(fight, who, chosen[who]) if who in chosen else None

    def how(decision: Decision) -> Steps[Trial]:
        who = decision.chooser
        body = fight.body(who)
        chosen[who] = yield from choose(
            f"how:{who}",
            who,
            *game_master_decides(attribute_input(body, attribute), rules=("TUM-TEST-03",)),
            *dice_inputs(body, TALENTS),
            audience=rolls_seen(fight, who),
            default={"attribute": attribute},
            label="ask.how",
        )
        return _entry(fight, who, chosen[who])

    attempt, found = 0, None
    while found is None or found.status == "repeat":
        if found is not None:
            notes.tell("contest.repeat", rules=("TUM-OPP-02",))
            _tell_fumbles(found.fumbles, notes)
        attempt += 1
        found = yield from _attempt(fight, {who: enter(who, entry(who)) for who in people}, attempt, how, notes)
    for who in people:
        fight = spent(fight, who, chosen[who])
    yield from _tell_contest(found, notes)
    return fight


def _entry(fight: TumbasFight, who: Id, values: Mapping[str, Json]) -> Trial:
    attribute = cast(Attribute, values["attribute"])
    return trial_of(fight, who, attribute, given_causes(fight.body(who), values, attribute))


def _attempt(
    fight: TumbasFight,
    entries: Mapping[Id, Throws[AttributeTest]],
    attempt: int,
    how: Callable[[Decision], Steps[Trial]],
    notes: Notes,
) -> Steps[Contest]:
    def tell(found: Known) -> None:
        for test in found.value.values():
            tell_pool(fight, test.trial, notes)
            needs = needs_more_than(fight, test, found.value.values(), "TUM-OPP-01")
            tell_total(fight, test, notes, needs=needs)
        if len(best := best_of(found.value)) > 1:
            notes.tell("contest.tie", rules=("TUM-OPP-02",), who=best)

    def tie_rule(decision: Decision) -> Steps[str]:
        # what the table usually does is preselected (TUM-HOUSE-29)
        usual = setting(fight.house, "tie_rule")
        answer = yield from choose(
            f"tie:{attempt}",
            None,
            Choice("tie_rule", "input.tie_rule", default=usual, options=options_of("tie_rule", TIE_RULES)),
            so_far=notes.so_far,
            default={"tie_rule": usual},
            label="ask.tie",
        )
        return str(answer["tie_rule"])

    named = asking(fight, notes, {who: f"contest:{attempt}:{who}" for who in entries})
    choices = {**named.choices, "how": how, "tie_rule": tie_rule}
    return (yield from asked(opposed_test(entries), replace(named, choices=choices, tell=tell)))


def _tell_contest(found: Contest, notes: Notes) -> Steps[None]:
    if found.winner is None:
        notes.tell(f"contest.{found.status}", rules=("TUM-OPP-02", "TUM-OPP-03"))
        _tell_fumbles(found.fumbles, notes)
        return
    code = "contest.won_plus" if found.pluses else "contest.won"
    rules = ("TUM-OPP-01", "TUM-HOUSE-15")
    notes.tell(code, found.pluses or None, rules=rules, who=found.winner, pluses=found.pluses)
    _tell_fumbles(found.fumbles, notes)
    yield from advantages(found.winner, found.pluses, notes)


def _tell_fumbles(fumbles: Sequence[Id], notes: Notes) -> None:
    for who in fumbles:
        notes.tell("test.fumble", rules=("TUM-OPP-03", "TUM-FUMB-01"), who=who)


def inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What it is about, who takes part, and the attribute that is proposed."""
    return (
        Text("what", "input.what", length=120),
        people_input(list(fight.order), name="people", label="input.people", several=True),
        Choice(
            "attribute",
            "input.attribute",
            default="agility",
            layout="five",
            options=options_of("attribute", ATTRIBUTES),
        ),
    )


def check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """It takes two (TUM-OPP-01)."""
    if len(fight.combatants) < 2:
        raise NotAllowed("core.nobody_else")
    people = command.inputs.get("people")
    if people is not None and len(people) < 2:
        raise NotAllowed("tumbas.opposed.alone", field="people")


def resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """An opposed test of any number, each with the attribute of their own goal (TUM-OPP-01)."""
    people: list[Id] = [who for who in command.inputs["people"] if who in fight.combatants]
    if len(people) < 2:
        raise NotAllowed("tumbas.opposed.alone", field="people")
    unseen = any(fight.combatants[who].hidden for who in people)
    seen = GAME_MASTER if unseen else TABLE
    notes = Notes()
    notes.tell("contest.begins", rules=("TUM-OPP-01",), audience=seen, what=command.inputs["what"])
    fight = yield from contest(fight, people, {}, cast(Attribute, command.inputs["attribute"]), notes)
    return Outcome(fight, notes.so_far)


CONTEST: Action[Body, Round] = Action("contest", resolve, inputs, check, icon="users", for_game_master=True)
