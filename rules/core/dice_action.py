"""The verb that rolls any dice for any reason, openly or for the game master alone; the same in every system."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from rules.core.audience import GAME_MASTER, TABLE, Viewer
from rules.core.facts import Explanation, Fact, Param, Ref, fact
from rules.core.fight import Command, Fight, Outcome
from rules.core.inputs import Flag, Input, Text
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.terms import thrown
from rules.core.throws import ACTOR, Asking, Throw, Throws, asked, throw
from rules.core.types import Id
from rules.dice import DicePool, parse_sum

NO_RULE: tuple[str, ...] = ()

Percentile = Callable[[Mapping[str, Any], int, int], int]
"""Reads the tens die and the units die, faces 1 to 10, under the settings of a table: 1 to 100, or 0 to 99."""


Rule = Callable[[Mapping[str, Any], DicePool], Throws[int]]
"""Throws the dice of a notation under the settings of a table and returns their total."""


def percentile(house: Mapping[str, Any], tens: int, units: int) -> int:
    """Read two ten-sided dice as digits: a ten shows as 0, and two zeros are a hundred."""
    return tens % 10 * 10 + units % 10 or 100


def _with_faces(rule: Throws[int]) -> Throws[tuple[int, tuple[int, ...]]]:
    """Carry out a rule that only throws dice, and return its result with all the faces that fell for it."""
    thrown: tuple[int, ...] = ()
    answer: tuple[int, ...] | None = None
    try:
        while True:
            answer = yield rule.send(answer)
            thrown += answer or ()
    except StopIteration as stop:
        return int(stop.value), thrown


def dice_action(
    default: str,
    sides: Collection[int],
    *,
    read: Percentile = percentile,
    rule: Rule | None = None,
    rules: Callable[[Mapping[str, Any], DicePool], tuple[str, ...]] = lambda house, pool: NO_RULE,
) -> Action[Any, Any]:
    """Make the verb `roll`.

    default: the notation that is proposed ("3d6"). sides: the dice that a notation may name. read: how d% is read.
    rule: throws the dice and returns their total, where they are not simply added. rules: the rows that a roll of these
    dice rests on.
    """

    def added(house: Mapping[str, Any], pool: DicePool) -> Throws[int]:
        dice = (10, 10) if pool.percentile else (pool.sides,) * pool.count
        faces = yield from throw(*(Throw("any", die) for die in dice))
        return read(house, *faces) if pool.percentile else sum(faces)

    def inputs(fight: Fight[Any, Any], actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
        secret = (Flag("secret", "input.secret"),) if viewer.game_master else ()
        return (
            Text("notation", "input.notation", default=default, length=12),
            Text("reason", "input.reason", required=False, length=80),
            *secret,
        )

    def resolve(fight: Fight[Any, Any], command: Command) -> Steps[Outcome[Any, Any]]:
        pool, bonus = parse_sum(command.inputs["notation"], sides)
        secret = bool(command.inputs.get("secret"))
        seen, roller = (GAME_MASTER, None) if secret else (TABLE, command.actor)
        asking = Asking(
            {ACTOR: roller},
            audience=lambda die, to: seen,
            name=lambda die, to, time: "dice",
            bonus=lambda dice: bonus or None if rule is None else None,
        )
        rolled, faces = yield from asked(_with_faces((rule or added)(fight.house, pool)), asking)
        total = rolled + bonus
        params: dict[str, Param] = {"notation": command.inputs["notation"], "total": total}
        code = "dice.rolled"
        if command.actor is not None:
            code, params = f"{code}_by", {**params, "who": Ref(command.actor)}
        if command.inputs["reason"]:
            code, params = f"{code}_for", {**params, "reason": command.inputs["reason"]}
        cited = rules(fight.house, pool)
        terms: Explanation = (thrown(faces, *cited, value=rolled, audience=seen),)
        if bonus:
            terms = (*terms, fact("term.added", bonus, audience=seen))
        return Outcome(fight, (Fact(code, total, params, cited, seen, terms),))

    return Action("roll", resolve, inputs, icon="dices", interrupts=True)
