"""Any test, alone against 10 or opposed by others (TUM-TEST-01 to -05, TUM-OPP-01 to -03, TUM-PLUS-02)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from rules.core.audience import GAME_MASTER, TABLE, Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Rows, Text
from rules.core.requests import Steps, choose, together
from rules.core.system import Action
from rules.core.types import Id, Json
from rules.systems.tumbas.actions.acting import check_turn, here, others_than, people_input
from rules.systems.tumbas.actions.attack import opportunities
from rules.systems.tumbas.actions.testing import (
    Try,
    attribute_input,
    dice_inputs,
    given_causes,
    make_test,
    others_input,
    roll_dice,
    spent,
    tell_pool,
    tell_result,
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
from rules.systems.tumbas.turns import acted

ADVANTAGES = ("benefit", "time", "damage", "other")
"""What a plus may bring: a bigger benefit, less time, more damage, anything else (TUM-PLUS-02)."""


def inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What is tried, with which attribute and dice, and against whom, if anybody.

    Nothing asks for a test by itself: the table rolls where failing is possible and matters (TUM-TEST-01, TUM-TEST-02).
    """
    if actor is None or actor not in fight.combatants:
        return ()
    body = fight.combatants[actor].body
    best: Attribute = max(ATTRIBUTES, key=body.value)
    return (
        Text("what", "input.what", fresh=True, length=120),
        attribute_input(body, best),
        *dice_inputs(body, TALENTS),
        people_input(
            others_than(fight, actor, viewer), name="against", label="input.against", required=False, several=True
        ),
    )


def check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """Whoever tries must be able to."""
    check_turn(fight, command, viewer, "test")


def resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """A test against 10, or an opposed one against everybody named (TUM-TEST-04, TUM-OPP-01)."""
    actor = here(fight, command)
    notes = Notes()
    fight = yield from opportunities(fight, actor, command.id, notes)
    if not fight.combatants[actor].body.able:
        return Outcome(acted(fight, actor), notes.so_far)
    against = [who for who in command.inputs["against"] if who in fight.combatants]
    params: dict[str, Param] = {"who": Ref(actor), "what": command.inputs["what"]}
    if against:
        named: Param = tuple(Ref(who) for who in against)
        notes.add(Fact("action.opposed", params={**params, "others": named}, rules=("TUM-OPP-01",)))
        fight = yield from contest(fight, [actor, *against], {actor: command.inputs}, "will", notes)
        return Outcome(acted(fight, actor), notes.so_far)
    notes.add(Fact("action.tried", params=params, rules=("TUM-TEST-03",)))
    given = yield from _circumstances(fight, actor, notes)
    values = {**command.inputs, "others": [*command.inputs["others"], *given]}
    attribute = cast(Attribute, command.inputs["attribute"])
    test = Try(actor, attribute, given_causes(fight.combatants[actor].body, values, attribute))
    result = yield from make_test(fight, test, "test", notes, label="dice.test")
    fight = spent(fight, actor, values)
    tell_result(test, result, notes)
    if result.fumble:
        yield from tell_fumble(actor, notes)
    yield from advantages(actor, result.pluses, notes)
    return Outcome(acted(fight, actor), notes.so_far)


def _circumstances(fight: TumbasFight, actor: Id, notes: Notes) -> Steps[Sequence[Mapping[str, Json]]]:
    """What makes a player's test easier or harder, as the game master says; nobody has to wait (TUM-DICE-01)."""
    if not fight.combatants[actor].controllers:
        return ()
    answer = yield from choose(
        "circumstances", None, others_input(), so_far=notes.so_far, default={"others": []}, label="ask.circumstances"
    )
    rows: Sequence[Mapping[str, Json]] = answer["others"]
    return rows


def advantages(actor: Id, pluses: int, notes: Notes) -> Steps[None]:
    """What the pluses of a success bring, one advantage each (TUM-PLUS-02)."""
    if not pluses:
        return
    answer = yield from choose(
        "advantages",
        actor,
        Rows(
            "advantages",
            "input.advantages",
            maximum=pluses,
            of=(
                Choice("kind", "input.advantage", default="benefit", options=options_of("advantage", ADVANTAGES)),
                Text("words", "input.words", required=False, length=120),
            ),
        ),
        so_far=notes.so_far,
        default={"advantages": []},
        label="ask.advantages",
    )
    for row in answer["advantages"]:
        params: dict[str, Param] = {"who": Ref(actor), "kind": Word(f"advantage.{row['kind']}"), "words": row["words"]}
        code = "advantage.taken_as" if row["words"] else "advantage.taken"
        notes.add(Fact(code, params=params, rules=("TUM-PLUS-02",)))


def tell_fumble(actor: Id, notes: Notes) -> Steps[None]:
    """What goes especially wrong, in the game master's words (TUM-FUMB-03)."""
    answer = yield from choose(
        "fumble",
        None,
        Text("words", "input.fumble", required=False, length=200),
        so_far=notes.so_far,
        default={"words": ""},
        label="ask.fumble",
    )
    if answer["words"]:
        params: dict[str, Param] = {"who": Ref(actor), "words": answer["words"]}
        notes.add(Fact("fumble.words", params=params, rules=("TUM-FUMB-03",)))


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


TEST: Action[Body, Round] = Action("test", resolve, inputs, check, icon="dices", of_the_turn=True, needs_actor=True)
CONTEST: Action[Body, Round] = Action(
    "contest", contest_resolve, contest_inputs, contest_check, icon="users", for_game_master=True
)
