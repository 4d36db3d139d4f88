"""What lasts on a combatant: effects, what falls due, points of abilities lost, what is worn.

Rules: D20C-SEQ-09, D20C-HOUSE-25, D20H-COND-06, D20H-COND-07, D20C-DEF-04, D20S-OBJ-02 to -16.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rules.core.codec import Counted
from rules.core.types import Id, Json
from rules.systems.d20.abilities import AbilityLoss
from rules.systems.d20.defences import Armor
from rules.systems.d20.movement import Stamina

Being: TypeAlias = Literal["person", "creature", "object"]

EffectKind: TypeAlias = Literal["condition", "posture", "stance", "bonus", "own"]


@dataclass(frozen=True, slots=True)
class Lost:
    """Points of one ability that are gone: for good, until they heal, until their cause ends (D20H-COND-06, -07)."""

    drain: Counted = 0
    damage: Counted = 0
    penalty: Counted = 0

    @property
    def whole(self) -> AbilityLoss:
        """The same as the functions of plain numbers take it."""
        return AbilityLoss(max(0, self.drain), max(0, self.damage), max(0, self.penalty))


@dataclass(frozen=True, slots=True)
class Effect:
    """Something that lasts on its bearer: a condition, a posture, a stance, a bonus, or words of somebody's own.

    what: its word: one of the conditions; `sitting_or_kneeling`, `climbing`, `running`; a stance; a name of its rule.
    variant: what its rule wants to know besides (`anchored`, `cornered`). value: a modifier, where it is one. by: who
    brought it. towards: the only one it concerns (aid against one opponent). anchor: on whose initiative count it
    began, or `count` once that one has left it; it ends just before that count when `rounds` have passed (D20C-SEQ-09,
    D20C-HOUSE-25). own_turn: it goes with the anchor's turn wherever that goes. seconds: what is left of it on the
    clock. With neither rounds nor seconds it stays until something ends it.
    """

    id: Id
    kind: EffectKind
    what: str
    name: str = ""
    variant: str = ""
    value: int = 0
    by: Id | None = None
    towards: Id | None = None
    anchor: Id | None = None
    count: int | None = None
    rounds: Counted | None = None
    own_turn: bool = False
    seconds: Counted | None = None


@dataclass(frozen=True, slots=True)
class Timer:
    """A roll that falls due: by the clock in `left` seconds, then every `every` seconds (0: once); or on each own turn.

    what: whose rule it is (`poison_secondary`, `disease`, `stable_hour`, `untended_day`, `burning`, `smoke`, `breath`).
    made: rolls made so far, which raise many a DC. dc, dice: of the save and of what it costs. data: what else its rule
    keeps, JSON with str keys. Words: `timer.<what>`.
    """

    id: Id
    what: str
    left: Counted = 0
    every: int = 0
    each_turn: bool = False
    made: Counted = 0
    dc: int = 0
    dice: str = ""
    name: str = ""
    by: Id | None = None
    data: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Running:
    """How long somebody has run: rounds, checks made, rest owed, rounds without running (D20C-RUN-03 to -05)."""

    rounds: Counted = 0
    checks: Counted = 0
    rest: Counted = 0
    paused: Counted = 0

    @property
    def stamina(self) -> Stamina:
        """The same as the functions of plain numbers take it."""
        return Stamina(max(0, self.rounds), max(0, self.checks), max(0, self.rest))


@dataclass(frozen=True, slots=True)
class Worn:
    """Worn armour: the bonus of any wearer and of a proficient one, and what it costs (D20C-DEF-04, D20C-SPD-01).

    max_dexterity: None without a limit. penalty: 0 or less. speed: feet it leaves of 30, 0 where it slows nothing.
    """

    name: str = ""
    bonus: int = 0
    proficient_bonus: int = 0
    proficient: bool = True
    max_dexterity: int | None = None
    penalty: int = 0
    speed: int = 0

    @property
    def armor(self) -> Armor:
        """The same as the functions of plain numbers take it."""
        return Armor(self.bonus, self.proficient_bonus, self.proficient)


@dataclass(frozen=True, slots=True)
class Thing:
    """What an object is as a target (D20S-OBJ-02 to -16).

    holder: who holds, carries or wears it. immobile: it does not move by itself. energy_full: energy harms it whole
    (D20S-OBJ-12). beyond_repair: nobody mends it any more (D20S-HOUSE-09).
    """

    hardness: int = 0
    break_dc: int = 10
    immobile: bool = True
    holder: Id | None = None
    energy_full: bool = False
    beyond_repair: bool = False


NOTHING_WORN = Worn()

NOT_RUN = Running()

NO_THING = Thing()
