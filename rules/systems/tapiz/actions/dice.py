"""Any dice for any reason, openly or for the game master alone (TAP-DICE-01 to -06)."""

from __future__ import annotations

from rules.core.audience import GAME_MASTER, TABLE, Viewer
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Flag, Input, Text
from rules.core.requests import Steps, roll
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tapiz.dice import dice_rolled, parse_notation, roll_dice
from rules.systems.tapiz.state import Body, Round, TapizFight


def inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which dice, for what, and whether only the game master sees them."""
    secret = (Flag("secret", "input.secret"),) if viewer.game_master else ()
    return (
        Text("notation", "input.notation", default="3d6", length=12),
        Text("reason", "input.reason", required=False, length=80),
        *secret,
    )


def resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Roll the dice and say their total; d% reads two ten-sided dice as tens and units (TAP-DICE-05)."""
    pool = parse_notation(command.inputs["notation"])
    secret = bool(command.inputs.get("secret"))
    seen, roller = (GAME_MASTER, None) if secret else (TABLE, command.actor)
    notes = Notes()
    faces = yield from roll("dice", roller, *dice_rolled(pool), audience=seen, label="dice.any")
    # a ten-sided die shows its ten as 0
    digits = [face % 10 for face in faces] if pool.percentile else faces
    total = roll_dice(command.inputs["notation"], digits).total
    params: dict[str, Param] = {"notation": command.inputs["notation"], "total": total}
    code = "dice.rolled"
    if command.actor is not None:
        code, params = f"{code}_by", {**params, "who": Ref(command.actor)}
    if command.inputs["reason"]:
        code, params = f"{code}_for", {**params, "reason": command.inputs["reason"]}
    notes.add(Fact(code, value=total, params=params, rules=("TAP-DICE-01",), audience=seen))
    return Outcome(fight, notes.so_far)


ROLL: Action[Body, Round] = Action("roll", resolve, inputs, icon="dices", interrupts=True)
