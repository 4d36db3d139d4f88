"""The points of a roll on their way to whoever spends them (TAP-EFF-04)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.types import Id
from rules.systems.tapiz.effects import PointKind
from rules.systems.tapiz.hit_points import PoolName


@dataclass(frozen=True, slots=True)
class Points:
    """The points of a roll and those they concern.

    spender: whose controllers decide; None is the game master. opponent: on whom hit points and consequences fall.
    pool: the pool that hit points are taken from; None outside a combat, where points do not buy them (TAP-EFF-07).
    preset: effects whose removal is proposed from the start. cap: the most hit points that one blow takes, where la
    carta has a cap (TAP-OPT-06 to -08). about: the pool that consequences concern, for slots by kind (TAP-OPT-05).
    harming: whether hit points are what is proposed, as after an attack.
    """

    kind: PointKind
    amount: int
    spender: Id | None
    opponent: Id | None
    pool: PoolName | None
    preset: tuple[Id, ...] = ()
    remove_from: Id | None = None
    cap: int | None = None
    harming: bool = True
    about: str = ""
