"""Any skill roll: against a difficulty, or against somebody's own roll (TAC-ROLL-01 to -08, TAC-OPP-01)."""

from __future__ import annotations

from typing import cast

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Input, Text
from rules.core.odds import against
from rules.core.requests import Steps, choose, together
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tactico.actions.acting import check_turn, here, others_than, people_input
from rules.systems.tactico.actions.blows import tell_doubles
from rules.systems.tactico.actions.harm import tire
from rules.systems.tactico.actions.testing import (
    Try,
    difficulty_input,
    given_causes,
    make_roll,
    modifiers_input,
    number_fact,
    roll_against,
    seen_by,
    skill_input,
    tell_total,
)
from rules.systems.tactico.fatigue import is_strenuous
from rules.systems.tactico.odds import chances
from rules.systems.tactico.rolls import Difficulty, opposed_roll, roll_total
from rules.systems.tactico.state import Body, Round, TacticoFight
from rules.systems.tactico.turns import acted


def inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What is tried, with which skill, how hard it is or against whom, and modifiers.

    The game master says when a roll is called for, and what a double brings (TAC-ROLL-01, TAC-ROLL-02, TAC-ROLL-08).
    """
    if actor is None or actor not in fight.combatants or fight.combatants[actor].body.machine is not None:
        return ()
    body = fight.combatants[actor].body
    return (
        Text("what", "input.what", required=False, fresh=True, length=120),
        skill_input(body),
        difficulty_input(),
        modifiers_input(),
        people_input(others_than(fight, actor, viewer), name="against", label="input.against", required=False),
    )


def check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Whoever tries must be able to."""
    check_turn(fight, command, viewer, "test")


def resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """A skill roll against a difficulty, or against whoever is named (TAC-ROLL-04, TAC-OPP-01)."""
    actor = here(fight, command)
    notes = Notes()
    test = Try(actor, command.inputs["skill"], given_causes(command.inputs, "TAC-ROLL-04"))
    _known(fight, test)
    other: Id | None = command.inputs["against"]
    params: dict[str, Param] = {"who": Ref(actor)}
    if command.inputs["what"]:
        params["what"] = command.inputs["what"]
    if other is not None and other in fight.combatants:
        code = "test.opposes_for" if "what" in params else "test.opposes"
        notes.add(Fact(code, params={**params, "target": Ref(other)}, rules=("TAC-OPP-01",)))
        yield from _opposed(fight, test, other, notes)
    else:
        if "what" in params:
            notes.add(Fact("test.tries", params=params, rules=("TAC-ROLL-02",)))
        difficulty = cast(Difficulty, command.inputs["difficulty"])
        yield from make_roll(fight, test, difficulty, "test", notes, label="dice.test")
    fight = acted(fight, actor)
    if is_strenuous(test.skill) and fight.ordered:
        fight = tire(fight, actor, notes)
    return Outcome(fight, notes.so_far)


def _known(fight: TacticoFight, test: Try) -> None:
    body = fight.combatants[test.who].body
    if test.skill not in body.skills:
        raise NotAllowed("tactico.skill.unknown", field="skill")


def _opposed(fight: TacticoFight, test: Try, other: Id, notes: Notes) -> Steps[None]:
    """Two rolls meet: no difficulty, the higher total succeeds, a tie nobody's (TAC-OPP-01, TAC-HOUSE-07)."""
    body = fight.combatants[other].body
    default = test.skill if test.skill in body.skills else None
    answer = yield from choose(
        f"how:{other}",
        other,
        skill_input(body, default),
        modifiers_input(),
        so_far=notes.so_far,
        audience=controllers_of(other),
        default={"skill": skill_input(body, default).default, "modifiers": []},
        label="ask.how",
    )
    met = Try(other, answer["skill"], given_causes(answer, "TAC-ROLL-04"))
    rolled = yield from together(
        {
            test.who: roll_against(fight, test, "test", label="dice.test", other=met),
            other: roll_against(fight, met, f"test:{other}", label="dice.test", other=test),
        },
        key="opposed",
        so_far=notes.so_far,
    )
    result = opposed_roll(test.competence(fight), met.competence(fight), rolled[test.who], rolled[other])
    for one in (test, met):
        tell_total(fight, one, roll_total(one.competence(fight), rolled[one.who]), rolled[one.who], notes)
        tell_doubles(one, rolled[one.who], notes)
    if result.winner == "none":
        notes.add(Fact("opposed.tie", rules=("TAC-HOUSE-07",)))
    else:
        won = test.who if result.winner == "a" else other
        notes.add(Fact("opposed.won", params={"who": Ref(won)}, rules=("TAC-OPP-01",)))


def odds(fight: TacticoFight, command: Command) -> Fact | None:
    """The exact chance against the difficulty; an opposed roll tells it with its dice (TAC-PROB-03)."""
    actor = command.actor
    if actor is None or actor not in fight.combatants or command.inputs.get("against") is not None:
        return None
    difficulty = command.inputs.get("difficulty")
    skill: str = command.inputs.get("skill") or ""
    if skill not in fight.combatants[actor].body.skills or difficulty is None:
        return None
    test = Try(actor, skill, given_causes(command.inputs, "TAC-ROLL-04"))
    number = number_fact(fight, test, cast(Difficulty, difficulty)).value or 0
    return against(number, chances(test.competence(fight).sum, number), "TAC-PROB-03", audience=seen_by(fight, actor))


TEST: Action[Body, Round] = Action(
    "test", resolve, inputs, check, icon="dices", of_the_turn=True, needs_actor=True, odds=odds
)
