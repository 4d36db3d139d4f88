"""Load: what things take in spaces, capacity and overload (TUM-LOAD-01 to -05, TUM-HOUSE-10)."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.errors import NotAllowed, at_least

SPACES, POINTS, PROVISIONS, MONEY = "spaces", "points", "provisions", "money"
"""The measures of a burden: spaces, equipment points, points of provisions, coins with jewels (TUM-LOAD-01)."""

UNITS_PER_SPACE: Mapping[str, int] = {
    "equipment_point": 1,
    "object": 1,
    "weapon": 1,
    "provisions": 2,
    "coins": 100,
    "jewels": 100,
}
"""How many units of a thing take one space (TUM-LOAD-01, TUM-LOAD-05)."""

BASE_CAPACITY = 5
"""Spaces that every character carries, before Strength and Resistance (TUM-LOAD-02)."""


@dataclass(frozen=True)
class Load:
    """How much is carried, and what that means."""

    capacity: int
    spaces: int

    @property
    def most(self) -> int:
        """Nobody ever carries more than this, twice the capacity (TUM-LOAD-04)."""
        return 2 * self.capacity

    @property
    def overloaded(self) -> bool:
        """Whether physical actions are harder (TUM-LOAD-03)."""
        return self.spaces > self.capacity

    @property
    def allowed(self) -> bool:
        """Whether so much can be carried at all (TUM-LOAD-04)."""
        return self.spaces <= self.most

    def check(self) -> None:
        """Refuse more than twice the capacity; raises NotAllowed (TUM-LOAD-04)."""
        if not self.allowed:
            raise NotAllowed("tumbas.load.too_much", params={"spaces": self.spaces, "most": self.most})


def capacity(strength: int, resistance: int, bonus: int) -> int:
    """Return the spaces carried without hindrance (TUM-LOAD-02); `bonus`: by a talent, at least 0 (TUM-HOUSE-06)."""
    return BASE_CAPACITY + strength + resistance + at_least(bonus, 0, "tumbas.load.negative", field="capacity_bonus")


def spaces_by_measure(units: Mapping[str, int], *, round_up: bool) -> dict[str, int]:
    """Return the spaces that the units of each measure take (TUM-LOAD-01, TUM-LOAD-05)."""
    return {
        POINTS: units.get(POINTS, 0),
        PROVISIONS: _groups(units.get(PROVISIONS, 0), UNITS_PER_SPACE["provisions"], round_up=round_up),
        MONEY: _groups(units.get(MONEY, 0), UNITS_PER_SPACE["coins"], round_up=round_up),
        SPACES: units.get(SPACES, 0),
    }


def spaces_taken(units: Mapping[str, int], *, round_up: bool) -> int:
    """Return the spaces of everything carried, given its units by measure (TUM-LOAD-01, TUM-LOAD-05)."""
    return sum(spaces_by_measure(units, round_up=round_up).values())


def _groups(units: int, of: int, *, round_up: bool) -> int:
    """Only full groups take a space, unless the table counts begun ones too (TUM-LOAD-05)."""
    return -(-units // of) if round_up else units // of
