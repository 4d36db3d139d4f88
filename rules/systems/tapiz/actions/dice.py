"""Any dice for any reason, openly or for the game master alone (TAP-DICE-01 to -07)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.audience import GAME_MASTER, TABLE, Viewer
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Flag, Input, Text
from rules.core.requests import Steps, roll
from rules.core.system import Action
from rules.core.types import Id
from rules.dice import Pool
from rules.systems.tapiz.dice import dice_rolled, parse_notation, roll_dice
from rules.systems.tapiz.settings import settings_of
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
    """Roll the dice and say their total; d% reads tens and units (TAP-DICE-05 to -07)."""
    pool = parse_notation(command.inputs["notation"])
    secret = bool(command.inputs.get("secret"))
    seen, roller = (GAME_MASTER, None) if secret else (TABLE, command.actor)
    notes = Notes()
    faces = yield from roll("dice", roller, *dice_rolled(pool), audience=seen, label="dice.any")
    total = sum_of(fight, command.inputs["notation"], pool, faces)
    params: dict[str, Param] = {"notation": command.inputs["notation"], "total": total}
    code = "dice.rolled"
    if command.actor is not None:
        code, params = f"{code}_by", {**params, "who": Ref(command.actor)}
    if command.inputs["reason"]:
        code, params = f"{code}_for", {**params, "reason": command.inputs["reason"]}
    rule = "TAP-DICE-01"
    if pool.percentile:
        rule = "TAP-DICE-07" if settings_of(fight.house).percentile == "alternative" else "TAP-DICE-06"
    notes.add(Fact(code, value=total, params=params, rules=(rule,), audience=seen))
    return Outcome(fight, notes.so_far)


def sum_of(fight: TapizFight, notation: str, pool: Pool, faces: Sequence[int]) -> int:
    """The total; d% reads the tens die and the units die as la carta says (TAP-DICE-05 to -07)."""
    if not pool.percentile:
        return roll_dice(notation, faces).total
    # a ten-sided die shows its ten as 0, the tens die as 00
    tens, units = (face % 10 for face in faces)
    convention = settings_of(fight.house).percentile
    marked = [10 * tens, units]
    return roll_dice(notation, marked, percentile_set="tens_die", percentile_convention=convention).total


ROLL: Action[Body, Round] = Action("roll", resolve, inputs, icon="dices", interrupts=True)
