"""Opposed tests of any number, and what becomes of a tie (TUM-OPP-01 to -03, TUM-HOUSE-15, TUM-HOUSE-29)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from rules.core.audience import GAME_MASTER, TABLE, Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Text
from rules.core.requests import Steps, choose, together
from rules.core.system import Action
from rules.core.types import Id, Json
from rules.systems.tumbas.actions.acting import people_input
from rules.systems.tumbas.actions.aftermath import advantages
from rules.systems.tumbas.actions.testing import (
    Try,
    attribute_input,
    dice_inputs,
    given_causes,
    roll_dice,
    spent,
    tell_pool,
    tell_total,
)
from rules.systems.tumbas.attributes import ATTRIBUTES, Attribute
from rules.systems.tumbas.dice import Roll
from rules.systems.tumbas.house import TALENTS
from rules.systems.tumbas.opposed import TIE_RULES, TieRule, best_of, opposed_test
from rules.systems.tumbas.rolls import AttributeTest, attribute_test
from rules.systems.tumbas.settings import setting
from rules.systems.tumbas.sheet import options_of
from rules.systems.tumbas.state import Body, Round, TumbasFight


@dataclass(frozen=True, slots=True)
class Entry:
    """How one takes part in a contest: the test, what was rolled, and the choices it came from."""

    test: Try
    roll: Roll
    values: Mapping[str, Json]


def _enter(
    fight: TumbasFight, who: Id, values: Mapping[str, Json] | None, attribute: Attribute, key: str
) -> Steps[Entry]:
    """Choose the attribute, where that was not done yet, and roll (TUM-OPP-01)."""
    body = fight.combatants[who].body
    if values is None:
        values = yield from choose(
            f"how:{who}",
            who,
            attribute_input(body, attribute),
            *dice_inputs(body, TALENTS),
            audience=controllers_of(who),
            default={"attribute": attribute},
            label="ask.how",
        )
    chosen = cast(Attribute, values["attribute"])
    test = Try(who, chosen, given_causes(body, values, chosen))
    rolled = yield from roll_dice(fight, test, key, label="dice.test")
    return Entry(test, rolled, values)


def contest(
    fight: TumbasFight,
    people: Sequence[Id],
    known: Mapping[Id, Mapping[str, Json]],
    attribute: Attribute,
    notes: Notes,
) -> Steps[TumbasFight]:
    """Everybody rolls in their own time; the game master parts a tie for the highest total (TUM-OPP-01 to -03).

    `known`: the choices of those who have made them already; `attribute`: what is proposed to the others.
    """
    values: dict[Id, Mapping[str, Json]] = dict(known)
    attempt = 0
    while True:
        attempt += 1
        entries = yield from together(
            {who: _enter(fight, who, values.get(who), attribute, f"contest:{attempt}:{who}") for who in people},
            key=f"contest:{attempt}",
            so_far=notes.so_far,
        )
        values = {who: entry.values for who, entry in entries.items()}
        tests = {who: _read(fight, entry, notes) for who, entry in entries.items()}
        tie_rule: TieRule = "no_one"
        tied = best_of(tests)
        if len(tied) > 1:
            tie_rule = yield from _tie(fight, tied, attempt, notes)
        found = opposed_test(tests, tie_rule)
        if found.status != "repeat":
            break
        notes.add(Fact("contest.repeat", rules=("TUM-OPP-02",)))
        _tell_fumbles(found.fumbles, notes)
    for who in people:
        fight = spent(fight, who, values[who])
    if found.winner is not None:
        params: dict[str, Param] = {"who": Ref(found.winner), "pluses": found.pluses}
        code = "contest.won_plus" if found.pluses else "contest.won"
        notes.add(Fact(code, found.pluses or None, params, ("TUM-OPP-01", "TUM-HOUSE-15")))
    else:
        notes.add(Fact(f"contest.{found.status}", rules=("TUM-OPP-02", "TUM-OPP-03")))
    _tell_fumbles(found.fumbles, notes)
    if found.winner is not None:
        yield from advantages(found.winner, found.pluses, notes)
    return fight


def _read(fight: TumbasFight, entry: Entry, notes: Notes) -> AttributeTest:
    test = entry.test
    result = attribute_test(fight.combatants[test.who].body.value(test.attribute), entry.roll)
    tell_pool(fight, test, notes)
    tell_total(fight, test, result, notes)
    return result


def _tie(fight: TumbasFight, tied: Sequence[Id], attempt: int, notes: Notes) -> Steps[TieRule]:
    """What becomes of a tie for the highest total; what the table usually does is preselected (TUM-HOUSE-29)."""
    usual = setting(fight.house, "tie_rule")
    notes.add(Fact("contest.tie", params={"who": tuple(Ref(who) for who in tied)}, rules=("TUM-OPP-02",)))
    answer = yield from choose(
        f"tie:{attempt}",
        None,
        Choice("tie_rule", "input.tie_rule", default=usual, options=options_of("tie_rule", TIE_RULES)),
        so_far=notes.so_far,
        default={"tie_rule": usual},
        label="ask.tie",
    )
    return cast(TieRule, answer["tie_rule"])


def _tell_fumbles(fumbles: Sequence[Id], notes: Notes) -> None:
    for who in fumbles:
        notes.add(Fact("test.fumble", params={"who": Ref(who)}, rules=("TUM-OPP-03", "TUM-FUMB-01")))


def contest_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
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


def contest_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """It takes two (TUM-OPP-01)."""
    if len(fight.combatants) < 2:
        raise NotAllowed("tumbas.nobody_else")
    people = command.inputs.get("people")
    if people is not None and len(people) < 2:
        raise NotAllowed("tumbas.opposed.alone", field="people")


def contest_resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """An opposed test of any number, each with the attribute of their own goal (TUM-OPP-01)."""
    people: list[Id] = [who for who in command.inputs["people"] if who in fight.combatants]
    if len(people) < 2:
        raise NotAllowed("tumbas.opposed.alone", field="people")
    unseen = any(fight.combatants[who].hidden for who in people)
    notes = Notes()
    params: dict[str, Param] = {"what": command.inputs["what"]}
    notes.add(Fact("contest.begins", params=params, rules=("TUM-OPP-01",), audience=GAME_MASTER if unseen else TABLE))
    attribute = cast(Attribute, command.inputs["attribute"])
    fight = yield from contest(fight, people, {}, attribute, notes)
    return Outcome(fight, notes.so_far)


CONTEST: Action[Body, Round] = Action(
    "contest", contest_resolve, contest_inputs, contest_check, icon="users", for_game_master=True
)
