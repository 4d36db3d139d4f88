"""The dice of the system, amounts such as 2d6, and halves (D20C-ATK-01, D20C-CON-04, D20H-HOUSE-02, D20H-HOUSE-19)."""

import re
from dataclasses import dataclass
from typing import Any, Literal

from rules.core.dice_action import dice_action
from rules.core.errors import UnknownValue, at_least
from rules.core.system import Action
from rules.dice import parse

D20 = 20
"""Sides of the die of attacks, saving throws, checks and initiative (D20C-ATK-01, D20C-SAV-01, D20C-INI-01)."""

SIDES: tuple[int, ...] = (2, 3, 4, 6, 8, 10, 12, D20, 100)
"""Dice that an amount may name."""

Purpose = Literal[
    "attack",
    "confirm",
    "touch",
    "damage",
    "extra_damage",
    "miss_chance",
    "struck",
    "scatter",
    "initiative",
    "tie",
    "fortitude",
    "reflex",
    "will",
    "save",
    "strength",
    "constitution",
    "grapple",
    "trip",
    "counter_trip",
    "disarm",
    "counter_disarm",
    "demolitions",
    "escape_artist",
    "repair",
    "survival",
    "treat_injury",
    "tumble",
    "poison_risk",
    "incubation",
    "duration",
    "restored",
]
"""What dice are thrown for; the word of each is `dice.<purpose>`."""

_FIXED = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True)
class Amount:
    """Dice of one kind, or a fixed number when there are no sides."""

    count: int
    sides: int | None = None

    @property
    def dice(self) -> tuple[int, ...]:
        """The sides of the dice to roll, in order; none for a fixed number."""
        return () if self.sides is None else (self.sides,) * self.count

    def __str__(self) -> str:
        return str(self.count) if self.sides is None else f"{self.count}d{self.sides}"


def parse_amount(written: str | int) -> Amount:
    """Read dice such as 2d6, or a fixed number (D20H-POIS-01, D20H-HOUSE-19).

    Raises UnknownValue when it cannot be read or names other dice, OutOfRange for a negative number.
    """
    if isinstance(written, bool) or not isinstance(written, str | int):
        raise UnknownValue("dice.notation.unreadable", field="notation", params={"value": written})
    if isinstance(written, int):
        return Amount(at_least(written, 0, "d20.amount.negative"))
    if _FIXED.fullmatch(written.strip()):
        return Amount(int(written))
    pool = parse(written, SIDES)
    return Amount(pool.count, pool.sides)


def halved(amount: int) -> int:
    """Return half of an amount of damage, rounded down (D20C-HOUSE-01, D20S-HOUSE-03, D20H-HOUSE-02)."""
    return amount // 2


ROLL: Action[Any, Any] = dice_action("1d20", SIDES)
"""Any dice for any reason, openly or for the game master alone."""
