"""Where the round and the turn stand (D20C-ACT-02, D20C-SEQ-02, D20C-DLY-01, D20C-RDY-01, D20S-GRAP-12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rules.core.codec import Counted
from rules.core.types import Id
from rules.systems.d20.arms import Weapon
from rules.systems.d20.budget import TurnAction, TurnPart

Stage: TypeAlias = Literal["none", "surprise", "normal"]


Ready: TypeAlias = Literal["attack", "move"]


@dataclass(frozen=True, slots=True)
class Spent:
    """One thing done in a turn, as `budget.TurnAction` knows it, in whole feet."""

    part: TurnPart
    action: str = ""
    feet: int = 0
    which: str = ""
    attacks: int | None = None

    @property
    def done(self) -> TurnAction:
        """The same as the functions of plain numbers take it."""
        return TurnAction(self.part, self.action, self.feet, self.which, self.attacks)


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn of whoever acts: what was done of it, and the attacks of a full attack, in order (D20C-ACT-02).

    limited: only one single attack or move action is to be had. completes: it began with a full-round action begun in
    the turn before. blows: which hand made each attack. two_weapons: this
    round is fought with both hands. escaped: tried Escape Artist already (D20S-GRAP-28).
    waited_from: the count before a delay to the very end of the round, kept while nothing is done (D20C-DLY-05).
    """

    who: Id
    spent: tuple[Spent, ...] = ()
    limited: bool = False
    completes: bool = False
    blows: tuple[str, ...] = ()
    two_weapons: bool = False
    escaped: bool = False
    waited_from: int | None = None


@dataclass(frozen=True, slots=True)
class Readied:
    """A readied action: of which type, on what condition, and whether its holder has moved (D20C-RDY-01 to -08)."""

    action: Ready
    trigger: str = ""
    moved: bool = False
    round: int = 0


@dataclass(frozen=True, slots=True)
class Pair:
    """Two who wrestle with each other; one: who took hold of the other."""

    one: Id
    other: Id

    @property
    def both(self) -> tuple[Id, Id]:
        """Both of them."""
        return (self.one, self.other)


@dataclass(frozen=True, slots=True)
class Grapple:
    """Those who wrestle, hung together by whoever holds whom (D20S-GRAP-12 to -39).

    Who is pinned bears an effect `pinned` by whoever pins. choking: who is strangled, by whom (D20H-STRG-03).
    """

    id: Id
    pairs: tuple[Pair, ...]
    choking: Mapping[Id, Id] = field(default_factory=dict)

    @property
    def members(self) -> tuple[Id, ...]:
        """Everybody in it, in the order in which they came."""
        return tuple(dict.fromkeys(who for pair in self.pairs for who in (pair.other, pair.one)))

    def opponents(self, who: Id) -> tuple[Id, ...]:
        """Those whom one of them wrestles with."""
        return tuple(other for pair in self.pairs if who in pair.both for other in pair.both if other != who)


@dataclass(frozen=True, slots=True)
class Planted:
    """An explosive that was put somewhere and goes off by itself, in `left` seconds (D20S-EXP-11, D20S-HOUSE-17).

    Set in a fight it burns from count to count like any effect (D20C-SEQ-09): anchor: on whose count it was set, None
    once that one has left it; count: the count itself. Without a count it goes by the clock.
    """

    id: Id
    weapon: Weapon
    by: Id | None = None
    left: Counted = 0
    where: str = ""
    anchor: Id | None = None
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """Where the fight stands: round (0 before the first), stage, whose turn, who has acted.

    aware: who knew of their opponents at the start; None before the game master has ruled (D20C-SEQ-03). ready: who has
    had a first turn and is flat-footed no longer (D20C-SEQ-02). done: who has had the turn of this round; begun: whose
    turn has come in it, if only to be delayed. renewed: it has begun and nobody's turn has come yet; counted: the
    lowest count that a turn has reached, down to which effects are counted. passed: the count of the turn that ended
    last. delayed: who waits for a later count; postponed: who has come to one (D20C-DLY-07); lost: who lost the action
    of the round by it (D20C-HOUSE-17). opportunities: attacks of opportunity made since the own turn began
    (D20C-AOO-08, D20C-HOUSE-24). ground: weapons that lie about, by id. planted: explosives that wait.
    """

    number: int = 0
    stage: Stage = "none"
    turn: Turn | None = None
    aware: tuple[str, ...] | None = None
    ready: frozenset[str] = frozenset()
    done: frozenset[str] = frozenset()
    begun: frozenset[str] = frozenset()
    renewed: bool = False
    counted: int | None = None
    passed: int | None = None
    delayed: frozenset[str] = frozenset()
    postponed: frozenset[str] = frozenset()
    lost: frozenset[str] = frozenset()
    readied: Mapping[Id, Readied] = field(default_factory=dict)
    opportunities: Mapping[Id, Counted] = field(default_factory=dict)
    grapples: Mapping[Id, Grapple] = field(default_factory=dict)
    ground: Mapping[Id, Weapon] = field(default_factory=dict)
    planted: Mapping[Id, Planted] = field(default_factory=dict)

    @property
    def acting(self) -> Id | None:
        """Whose turn it is."""
        return None if self.turn is None else self.turn.who
