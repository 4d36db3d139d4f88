"""The lasting parts of a combatant's state: effects, timers, lost ability points, worn armour, objects.

Rules: D20C-SEQ-09, D20C-HOUSE-25, D20H-COND-06, D20H-COND-07, D20C-DEF-04, D20S-OBJ-02 to -16.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rules.core.codec import Counted
from rules.core.types import Id, Json
from rules.systems.d20.abilities import AbilityLoss
from rules.systems.d20.defence import Armor
from rules.systems.d20.movement import Stamina

Being: TypeAlias = Literal["person", "creature", "object"]

EffectKind: TypeAlias = Literal["condition", "posture", "stance", "bonus", "own"]


@dataclass(frozen=True, slots=True)
class Lost:
    """Points lost of one ability (D20H-COND-06, -07)."""

    drain: Counted = 0
    """Lost for good."""
    damage: Counted = 0
    """Lost until they heal."""
    penalty: Counted = 0
    """Lost until their cause ends."""

    @property
    def whole(self) -> AbilityLoss:
        """The same as the functions of plain numbers take it."""
        return AbilityLoss(max(0, self.drain), max(0, self.damage), max(0, self.penalty))


@dataclass(frozen=True, slots=True)
class Effect:
    """A lasting effect on a combatant: a condition, a posture, a stance, a bonus, or free text.

    With neither rounds nor seconds it lasts until a rule ends it (D20C-SEQ-09, D20C-HOUSE-25).
    """

    id: Id
    kind: EffectKind
    what: str
    """Its code: a condition, a stance, `sitting_or_kneeling`, `climbing`, `running`, or a word of its rule."""
    name: str = ""
    variant: str = ""
    """A detail that its rule needs (`anchored`, `cornered`)."""
    value: int = 0
    """The modifier, if it is one."""
    by: Id | None = None
    """The combatant that caused it."""
    towards: Id | None = None
    """The only combatant that it concerns (aid against one opponent)."""
    anchor: Id | None = None
    """The combatant on whose initiative count it began."""
    count: int | None = None
    """The initiative count on which it began, once the anchor has moved to another."""
    rounds: Counted | None = None
    """Rounds left; it ends just before its count."""
    own_turn: bool = False
    """It ends with the anchor's turn, even if that turn moves."""
    seconds: Counted | None = None
    """Seconds left on the clock."""


@dataclass(frozen=True, slots=True)
class Timer:
    """A roll that falls due, by the clock or on each of the combatant's turns."""

    id: Id
    what: str
    """The rule that it belongs to (`disease`, `burning`, `breath`); its words are `timer.<what>`."""
    left: Counted = 0
    """Seconds until it falls due."""
    every: int = 0
    """Seconds between two rolls; 0: it falls due once."""
    each_turn: bool = False
    """It falls due on each of the combatant's turns."""
    made: Counted = 0
    """Rolls made so far, which raise the DC of some rules."""
    dc: int = 0
    """DC of the save."""
    dice: str = ""
    """Dice of the damage."""
    name: str = ""
    by: Id | None = None
    data: Mapping[str, Json] = field(default_factory=dict)
    """Whatever else its rule keeps, as JSON."""


@dataclass(frozen=True, slots=True)
class Running:
    """How long a combatant has run (D20C-RUN-03 to -05)."""

    rounds: Counted = 0
    """Rounds run."""
    checks: Counted = 0
    """Constitution checks made."""
    rest: Counted = 0
    """Rounds of rest still needed."""
    paused: Counted = 0
    """Rounds without running since."""

    @property
    def stamina(self) -> Stamina:
        """The same as the functions of plain numbers take it."""
        return Stamina(max(0, self.rounds), max(0, self.checks), max(0, self.rest))


@dataclass(frozen=True, slots=True)
class Worn:
    """The armour that a combatant wears (D20C-DEF-04, D20C-SPD-01)."""

    name: str = ""
    bonus: int = 0
    """Bonus for any wearer."""
    proficient_bonus: int = 0
    """Bonus for a proficient wearer."""
    proficient: bool = True
    max_dexterity: int | None = None
    """Highest Dexterity bonus; None without a limit."""
    penalty: int = 0
    """Armour penalty, 0 or less."""
    speed: int = 0
    """Speed in feet for a wearer with a speed of 30; 0 if it does not slow."""

    @property
    def armor(self) -> Armor:
        """The same as the functions of plain numbers take it."""
        return Armor(self.bonus, self.proficient_bonus, self.proficient)


@dataclass(frozen=True, slots=True)
class Thing:
    """An object as a target (D20S-OBJ-02 to -16)."""

    hardness: int = 0
    break_dc: int = 10
    immobile: bool = True
    """It does not move by itself."""
    holder: Id | None = None
    """The combatant that holds, carries or wears it."""
    energy_full: bool = False
    """Energy deals full damage to it (D20S-OBJ-12)."""
    beyond_repair: bool = False
    """It cannot be repaired (D20S-HOUSE-09)."""


NOTHING_WORN = Worn()

NOT_RUN = Running()

NO_THING = Thing()
