"""Dice notation: NdX, dX, and d% or d100 for two dice read as digits; a number may be added to them."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rules.core.errors import OutOfRange, UnknownValue
from rules.dice.limits import MAX_DICE, MAX_SIDES

PERCENTILE = 100

_ADDED = re.compile(r"(.*?)\s*([+\-\u2212])\s*([0-9]{1,3})\s*", re.DOTALL)
_NOTATION = re.compile(r"([0-9]{1,9})?d([0-9]{1,9}|%)", re.IGNORECASE)


@dataclass(frozen=True)
class DicePool:
    """Equal dice that are rolled together."""

    count: int
    sides: int

    @property
    def percentile(self) -> bool:
        """Whether it is one pair of dice read as tens and units."""
        return self.sides == PERCENTILE

    def __str__(self) -> str:
        if self.percentile:
            return "d%"
        return f"d{self.sides}" if self.count == 1 else f"{self.count}d{self.sides}"


def parse_sum(text: str, sides: Collection[int] | None = None) -> tuple[DicePool, int]:
    """Read a dice expression that may end in a number to add or subtract: 2d6+1, d20 - 2."""
    match = _ADDED.fullmatch(text)
    if match is None:
        return parse(text, sides), 0
    dice, sign, number = match.groups()
    return parse(dice, sides), int(number) if sign == "+" else -int(number)


def parse(text: str, sides: Collection[int] | None = None) -> DicePool:
    """Read a dice expression; `sides` limits the dice that the system knows (d% is always known, without a number)."""
    match = _NOTATION.fullmatch(text.strip())
    if match is None:
        raise UnknownValue("dice.notation.unreadable", field="notation", params={"value": text})
    number, die = match.groups()
    faces = PERCENTILE if die == "%" else int(die)
    if faces == PERCENTILE:
        if number is not None:
            raise UnknownValue("dice.notation.unreadable", field="notation", params={"value": text})
        return DicePool(1, PERCENTILE)
    if faces not in sides if sides is not None else not 2 <= faces <= MAX_SIDES:
        raise UnknownValue("dice.sides.unknown", field="notation", params={"value": faces})
    count = 1 if number is None else int(number)
    if not 1 <= count <= MAX_DICE:
        raise OutOfRange("dice.count", field="notation", params={"value": count, "least": 1, "most": MAX_DICE})
    return DicePool(count, faces)


def written(sides: Sequence[int], added: int = 0) -> str:
    """Dice as people write them, with what is added: `2d6 + d8 + 3`."""
    counted = Counter(sides)
    text = " + ".join(f"{count if count > 1 else ''}d{one}" for one, count in counted.items())
    return f"{text} {'+' if added > 0 else '−'} {abs(added)}" if added else text
