"""Any dice for any reason, openly or for the game master alone."""

from __future__ import annotations

from rules.core.audience import GAME_MASTER, TABLE, Viewer
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Flag, Input, Text
from rules.core.requests import Steps, roll
from rules.core.system import Action
from rules.dice import parse
from rules.systems.tactico.state import Body, Round, TacticoFight

SIDES: tuple[int, ...] = (3, 4, 6, 8, 10, 12, 20)
"""Dice that an expression may name."""


def inputs(fight: TacticoFight, actor: str | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which dice, for what, and whether only the game master sees them."""
    secret = (Flag("secret", "input.secret"),) if viewer.game_master else ()
    return (
        Text("notation", "input.notation", default="2d6", length=12),
        Text("reason", "input.reason", required=False, length=80),
        *secret,
    )


def resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Roll the dice and say their total; d% reads two ten-sided dice as tens and units."""
    pool = parse(command.inputs["notation"], SIDES)
    secret = bool(command.inputs.get("secret"))
    seen, roller = (GAME_MASTER, None) if secret else (TABLE, command.actor)
    notes = Notes()
    sides = (10, 10) if pool.percentile else (pool.sides,) * pool.count
    faces = yield from roll("dice", roller, *sides, audience=seen, label="dice.any")
    # a ten-sided die shows its ten as 0, and two zeros are a hundred
    total = (faces[0] % 10 * 10 + faces[1] % 10 or 100) if pool.percentile else sum(faces)
    params: dict[str, Param] = {"notation": command.inputs["notation"], "total": total}
    code = "dice.rolled"
    if command.actor is not None:
        code, params = f"{code}_by", {**params, "who": Ref(command.actor)}
    if command.inputs["reason"]:
        code, params = f"{code}_for", {**params, "reason": command.inputs["reason"]}
    notes.add(Fact(code, value=total, params=params, audience=seen))
    return Outcome(fight, notes.so_far)


ROLL: Action[Body, Round] = Action("roll", resolve, inputs, icon="dices", interrupts=True)
