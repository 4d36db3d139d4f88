"""What came of a fight, gathered from the steps of its log as one reader may know them.

Who dealt harm, to which combatant and in which round, who fell and rose and by whose act, who struck and missed, who
rescued another, and how the dice fell. It rests on the facts that all systems share: the beginning of a round, harm
with its amount, and facts that name the actor (`who`) and the target (`target`); and on what each says in its
`ToldCodes`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rules.core.facts import Explanation, Fact, Ref
from rules.core.fight import Command
from rules.core.log import Entry
from rules.core.told_codes import EXPERIENCE, SaveKind, ToldCodes
from rules.core.types import Id

TYPED = "core.typed"
DICE = ("core.rolled", TYPED)
UNTOLD = ("word", "plain", "word_at", "plain_at")
"""How the codes end that tell harm without its amount."""

REVEALED = "core.revealed"
"""A hidden combatant is seen from now on."""

MomentKind: TypeAlias = Literal["falls", "rises", "appears"]


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of the log, as far as the reader may know it."""

    entry: Entry
    facts: Explanation
    fell: tuple[Id, ...] = ()
    """Who was not out before it, and is after it."""
    rose: tuple[Id, ...] = ()
    """Who was out before it, and is not after it."""


@dataclass(frozen=True, slots=True)
class Blow:
    """Harm that befell a combatant."""

    round: int
    target: Id
    attacker: Id | None
    """Who dealt it; None where nobody did, or the log does not tell."""
    amount: int | None
    """None where the reader was not told it as a number."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn of the fight."""

    kind: MomentKind
    round: int
    who: Id
    by: Id | None
    """Whose act brought it about, if anybody's but their own."""


@dataclass(frozen=True, slots=True)
class Strike:
    """An attack that was decided."""

    who: Id
    hit: bool


@dataclass(frozen=True, slots=True)
class Save:
    """What one combatant did so that another would not fall, or would get up."""

    kind: SaveKind
    who: Id
    """Who was saved."""
    by: Id
    amount: int | None = None
    """What was given back; None where that is no number, or the reader was not told it."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that fell, for a combatant or for the table."""

    by: Id | None
    sides: tuple[int, ...]
    faces: tuple[int, ...]


Throws: TypeAlias = dict[tuple[int, ...], Counter[int]]
"""By the sides of the dice, how many times each total fell."""


@dataclass(frozen=True, slots=True)
class Chronicle:
    """What the steps come to."""

    rounds: int
    """The last round that began; 0 where none did."""
    blows: tuple[Blow, ...]
    moments: tuple[Moment, ...]
    thrown: tuple[Throw, ...] = ()
    typed: int = 0
    """How many throws were typed, of which the log does not keep the sides."""
    experience: int = 0
    """How much experience each who earns it has from it."""
    strikes: tuple[Strike, ...] = ()
    saves: tuple[Save, ...] = ()

    @property
    def throws(self) -> Throws:
        """All dice by their sides."""
        found: Throws = defaultdict(Counter)
        for one in self.thrown:
            found[one.sides][sum(one.faces)] += 1
        return dict(found)

    def dealt(self, attacker: Id) -> Counter[int]:
        """How much harm a combatant dealt to others, by round, as far as the reader was told."""
        found: Counter[int] = Counter()
        for blow in self.blows:
            if blow.attacker == attacker and blow.amount:
                found[blow.round] += blow.amount
        return found

    def untold(self, attacker: Id) -> int:
        """How many times a combatant hurt others without the reader being told how much."""
        return sum(1 for blow in self.blows if blow.attacker == attacker and blow.amount is None)


@dataclass
class _Telling:
    """What is known so far while the steps are read in their order."""

    codes: ToldCodes
    round: int = 0
    blows: list[Blow] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)
    thrown: list[Throw] = field(default_factory=list)
    strikes: list[Strike] = field(default_factory=list)
    saves: list[Save] = field(default_factory=list)
    typed: int = 0
    experience: int = 0
    commands: dict[Id, Command] = field(default_factory=dict)
    aimed: dict[tuple[Id, Id], Id] = field(default_factory=dict)
    """By resolution and target, who was told last to act on it."""
    hurt: dict[tuple[Id, Id], Id] = field(default_factory=dict)
    """By resolution and target, who dealt the last harm that any combatant dealt."""
    attackers: set[tuple[Id, Id]] = field(default_factory=set)
    """By resolution, who has attacked in it."""
    attacking: dict[Id, Id] = field(default_factory=dict)
    """By resolution, who was aimed at by the last attack."""
    waiting: dict[Id, Id | None] = field(default_factory=dict)
    """By target, who dealt the last harm that has been told and is still to take effect."""

    def take(self, step: Step) -> None:
        """Add what one step tells."""
        entry = step.entry
        if entry.command is not None:
            self.commands[entry.resolution] = entry.command
        for fact in step.facts:
            if fact.code in self.codes.rounds and fact.value is not None:
                self.round = max(self.round, fact.value)
            elif fact.code == EXPERIENCE:
                self.experience += fact.value or 0
            elif fact.code == REVEALED and (who := _named(fact, "who")):
                self.moments.append(Moment("appears", self.round, who, None))
            elif fact.code.startswith(DICE):
                self._thrown(entry, fact)
            elif fact.code.startswith(self.codes.harm):
                self._hurt(entry, fact)
            else:
                self._aimed(entry, fact)
                self._struck(entry, fact)
                self._saved(entry, fact)
        for who in step.fell:
            dealt = self.hurt.get((entry.resolution, who))
            self.moments.append(Moment("falls", self.round, who, dealt or self._attacker(entry, who)))
        for who in step.rose:
            self.moments.append(Moment("rises", self.round, who, self._actor(entry, who)))

    def _thrown(self, entry: Entry, fact: Fact) -> None:
        faces = [int(face) for face in str(fact.params.get("faces", "")).split()]
        if len(faces) == len(entry.sides) and faces:
            self.thrown.append(Throw(_named(fact, "who"), entry.sides, tuple(faces)))
        elif faces and fact.code.startswith(TYPED):
            self.typed += 1

    def _aimed(self, entry: Entry, fact: Fact) -> None:
        who, target = _named(fact, "who"), _named(fact, "target")
        if who and target and who != target:
            self.aimed[entry.resolution, target] = who

    def _struck(self, entry: Entry, fact: Fact) -> None:
        who, target = _named(fact, "who"), _named(fact, "target")
        if who is None:
            return
        if fact.code.startswith(self.codes.attacks):
            self.attackers.add((entry.resolution, who))
            if target is not None:
                self.attacking[entry.resolution] = target
        if (entry.resolution, who) not in self.attackers:
            return
        if fact.code.startswith(self.codes.hits):
            self.strikes.append(Strike(who, hit=True))
        elif fact.code.startswith(self.codes.misses):
            self.strikes.append(Strike(who, hit=False))
        elif fact.code.startswith(self.codes.fails_yet):
            last = next((place for place in reversed(range(len(self.strikes))) if self.strikes[place].who == who), None)
            if last is not None:
                self.strikes[last] = Strike(who, hit=False)

    def _saved(self, entry: Entry, fact: Fact) -> None:
        kind = next((kind for begins, kind in self.codes.saves.items() if fact.code.startswith(begins)), None)
        who = _named(fact, "who")
        if kind is None:
            return
        if kind == "instead":
            saved, by = self.attacking.get(entry.resolution) if who else None, who
        else:
            saved = _named(fact, "friend") or _named(fact, "target") or who
            by = who if who != saved else None
        if saved is None:
            return
        by = by or self._attacker(entry, saved)
        if by is None or by == saved:
            return
        if kind == "heal" and not (fact.value or fact.code.endswith(UNTOLD)):
            return
        amount = fact.value if kind == "heal" else None
        self.saves.append(Save(kind, saved, by, amount))

    def _hurt(self, entry: Entry, fact: Fact) -> None:
        target, waits = _named(fact, "who"), fact.code.startswith(self.codes.waiting)
        if target is None or not (fact.value or fact.code.endswith(UNTOLD)):
            return
        attacker = self._attacker(entry, target)
        # what waited was counted when it was told
        counted = not waits and attacker is None and target in self.waiting
        if counted:
            attacker = self.waiting.pop(target)
        if attacker is not None:
            self.hurt[entry.resolution, target] = attacker
        if not counted:
            self.blows.append(Blow(self.round, target, attacker, fact.value))
        if waits:
            self.waiting[target] = attacker

    def _attacker(self, entry: Entry, target: Id) -> Id | None:
        return self.aimed.get((entry.resolution, target)) or self._actor(entry, target)

    def _actor(self, entry: Entry, other: Id) -> Id | None:
        """Who acts in the resolution of this entry, unless it is this combatant."""
        command = self.commands.get(entry.resolution)
        return command.actor if command is not None and command.actor != other else None


def chronicle(steps: Sequence[Step], codes: ToldCodes) -> Chronicle:
    """Gather what these steps of a system with these codes tell, oldest first; those taken back must be left out."""
    telling = _Telling(codes)
    for step in steps:
        telling.take(step)
    return Chronicle(
        telling.round,
        tuple(telling.blows),
        tuple(telling.moments),
        tuple(telling.thrown),
        telling.typed,
        telling.experience,
        tuple(telling.strikes),
        tuple(telling.saves),
    )


def _named(fact: Fact, name: str) -> Id | None:
    """The combatant that a fact names under this name."""
    it = fact.params.get(name)
    return it.combatant if isinstance(it, Ref) else None
