"""A fight as the rules see it: who takes part, in what order, on what clock; and what may be done to it.

Frozen values throughout: a rule takes a fight and returns another, made with `replace`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, Literal, TypeAlias, TypeVar

from rules.core.audience import Viewer
from rules.core.boards import Board, Standing
from rules.core.codec import SPARSE, Counted
from rules.core.facts import Explanation, Fact
from rules.core.gear import NO_GEAR, Gear
from rules.core.quick import quick
from rules.core.requests import Answer
from rules.core.types import Id, Json, put

B = TypeVar("B")
T = TypeVar("T")

RESERVE: Id = "reserve"
"""The purse of the game master."""

Shows: TypeAlias = Literal["number", "word", "nothing"]
Status: TypeAlias = Literal["ready", "running", "paused", "archived"]
WHILE: Mapping[Status, str] = {
    "ready": "core.not_begun", "paused": "core.while_paused", "archived": "core.while_archived"
}  # fmt: skip
"""The reason why nothing can be done in a scene that is not under way."""


@dataclass(frozen=True, slots=True)
class Purse:
    """Points that belong to a person at the table, or to the game master, and outlive characters and fights."""

    points: Counted = 0
    awarded: Counted = field(default=0, metadata=SPARSE)
    """Of these, what the game master has given in this session."""


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation that was declared; `rules.core.relations` declares and reads them."""

    kind: str
    """The name of its `RelationKind`."""
    of: Id
    to: Id | None
    """The combatant that the value holds for; None for all."""
    value: str


@dataclass(frozen=True, slots=True)
class Thrown:
    """The last roll that a combatant made from its sheet (`rules.core.sheet_rolls`)."""

    id: Id
    """The id of its command."""
    what: str
    """The key of what was rolled."""
    harm: bool
    """Whether it was the damage."""
    faces: tuple[int, ...]
    total: int
    word: str = ""
    """What the game master says of it: `enough`, `short`, `open` while the word is to come; empty where none is."""


@quick
@dataclass(frozen=True, slots=True)
class Combatant(Generic[B]):
    """A person or creature that takes part: what is true in every system, and its state in this one."""

    id: Id
    name: str
    """The true name."""
    body: B
    """Its own state in this system."""
    side: str = "foes"
    kind: str = "person"
    """The kind of its sheet."""
    public_name: str = ""
    """What players read, where it differs from the true name."""
    number: int | None = None
    """Tells members of a group apart; given when the combatant is first seen, so that the hidden leave no gaps."""
    numbered: bool = False
    group: Id | None = None
    """Members of one group share an initiative."""
    entered: int = 0
    """The place in the order of entry."""
    hidden: bool = False
    shows: Shows = "word"
    """How the table sees its hit points."""
    controllers: frozenset[Id] = frozenset()
    """The ids of the people who play it."""
    purse: Id = RESERVE
    """The purse whose points it spends."""
    character: Id | None = None
    """The id of the character it was enlisted from."""
    sheet: Mapping[str, Json] = field(default_factory=dict)
    """The sheet as it was frozen when it was enlisted."""
    gear: Gear = NO_GEAR
    orders: Mapping[str, str] = field(default_factory=dict, metadata=SPARSE)
    """What its player has ordered for questions of a kind, `always` or `never`; those not named are asked."""
    thrown: Thrown | None = field(default=None, metadata=SPARSE)
    """Its last roll from the sheet."""

    def called(self, *, by_game_master: bool) -> str:
        """The name as the game master, or as anybody else, reads it."""
        name = self.name if by_game_master else self.public_name or self.name
        return f"{name} {self.number}" if self.number is not None else name

    def called_alike(self, other: Combatant[B]) -> bool:
        """Whether players read the same name, numbers aside, for both."""
        return (self.public_name or self.name) == (other.public_name or other.name)


@quick
@dataclass(frozen=True, slots=True)
class Fight(Generic[B, T]):
    """The state of a fight."""

    round: T
    combatants: Mapping[Id, Combatant[B]] = field(default_factory=dict)
    order: tuple[Id, ...] = ()
    clock: Counted = 0
    """The seconds that have passed."""
    status: Status = "ready"
    house: Mapping[str, Json] = field(default_factory=dict)
    """The settings of the table."""
    ordered: bool = True
    """Turns are taken in order; False in the free scene of a table, where anybody may act at any time."""
    purses: Mapping[Id, Purse] = field(default_factory=dict)
    """The points of people and of the game master, the same in every open encounter of a table."""
    relations: Mapping[str, Relation] = field(default_factory=dict)
    board: Board | None = field(default=None, metadata=SPARSE)
    places: Mapping[Id, Standing] = field(default_factory=dict, metadata=SPARSE)
    """Where combatants stand on the board; those that are absent stand nowhere in particular."""
    seen: Counted = field(default=0, metadata=SPARSE)
    """The cells of the board that the party has seen, a binary digit each (`rules.core.board.seen`)."""

    def with_combatant(self, combatant: Combatant[B]) -> Fight[B, T]:
        """The fight with this combatant in place of the one of the same id."""
        return replace(self, combatants=put(self.combatants, combatant.id, combatant))

    def body(self, who: Id) -> B:
        """A combatant's own state in this system."""
        return self.combatants[who].body

    def with_body(self, who: Id, body: B) -> Fight[B, T]:
        """The fight with another body for this combatant."""
        return self.with_combatant(replace(self.combatants[who], body=body))

    def points_of(self, who: Id) -> int:
        """What the person who plays this combatant, or the game master, has left to spend."""
        return self.in_purse(self.combatants[who].purse)

    def in_purse(self, purse: Id) -> int:
        """The points in a purse; one that nobody has filled yet is empty."""
        return self.purses[purse].points if purse in self.purses else 0

    def with_points_of(self, who: Id, points: int) -> Fight[B, T]:
        """The fight with this number of points for the person who plays the combatant."""
        return self.with_points(self.combatants[who].purse, points)

    def with_points(self, purse: Id, points: int) -> Fight[B, T]:
        """The fight with this number of points in the purse."""
        return self.with_purse(purse, replace(self.purses.get(purse, Purse()), points=points))

    def with_purse(self, key: Id, purse: Purse) -> Fight[B, T]:
        """The fight with this purse under the key."""
        return replace(self, purses=put(self.purses, key, purse))

    @property
    def hidden(self) -> frozenset[Id]:
        """The combatants that the table does not know of."""
        return frozenset(one.id for one in self.combatants.values() if one.hidden)

    def viewer(self, person: Id, *, game_master: bool) -> Viewer:
        """A person as a viewer of this fight; nobody but the game master controls what is hidden."""
        theirs = (one for one in self.combatants.values() if person in one.controllers)
        controls = frozenset(one.id for one in theirs if game_master or not one.hidden)
        return Viewer(person, game_master, controls)


@quick
@dataclass(frozen=True, slots=True)
class Command:
    """An act that is wanted."""

    id: Id
    """Random and given by the caller: new ids made while resolving are derived from it."""
    action: str
    actor: Id | None = None
    inputs: Mapping[str, Json] = field(default_factory=dict)
    moment: str = ""
    """The moment of the fight that it was meant for."""
    proposed: tuple[str, ...] = field(default=(), metadata=SPARSE)
    """The names of the inputs whose values a player proposes: the game master's word comes before the rule."""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[B, T]):
    """What came of a command: the fight after it and why."""

    fight: Fight[B, T]
    explanation: Explanation = ()


@quick
@dataclass(frozen=True, slots=True)
class Open:
    """A resolution that waits for answers."""

    command: Command
    answers: Mapping[str, Answer] = field(default_factory=dict)
    """The answers so far, by the key of their request."""
    told: int = 0
    """How many of its facts were told."""
    stands: bool = False
    """The game master lets it go on although the rules would no longer allow it to begin."""
    proposed: Mapping[str, Answer] | None = field(default=None, metadata=SPARSE)
    """The answers that players propose, by the key of their request: the game master's word is still to come."""

    @property
    def secret(self) -> bool:
        """Whether it is a secret roll: only the game master knows that its dice are still to fall."""
        return bool(self.command.inputs.get("secret"))


@quick
@dataclass(frozen=True, slots=True)
class Head(Generic[B, T]):
    """The present of an encounter: the fight, and the stack of open resolutions, the newest last."""

    fight: Fight[B, T]
    open: tuple[Open, ...] = ()

    def known_to(self, viewer: Viewer) -> Head[B, T]:
        """The present as this viewer may know it: to players no secret roll is open."""
        if viewer.game_master or not any(one.secret for one in self.open):
            return self
        return replace(self, open=tuple(one for one in self.open if not one.secret))

    def resolved(self) -> Head[B, T]:
        """The head on which what is open is resolved."""
        return self


@dataclass(frozen=True, slots=True)
class KnownHead(Head[B, T]):
    """The present as a viewer may know it who does not know all that what is open rests on.

    Forms rest on its fight; what is open is asked on the whole one.
    """

    whole: Fight[B, T] | None = None

    def resolved(self) -> Head[B, T]:
        return self if self.whole is None else Head(self.whole, self.open)


@dataclass(frozen=True, slots=True)
class OrderPlace:
    """One place in the order: who, the score that put them there, and the fact that decided a tie."""

    combatant: Id
    score: int | None = None
    tie: Fact | None = None


NOT_YET = Fact("error.core.not_your_turn")
"""The reason that time alone takes away: what waits for the turn can be prepared like what is possible now."""


@quick
@dataclass(frozen=True, slots=True)
class Offer:
    """Something one may do now; `reason` says why not, where it cannot be done."""

    action: str
    reason: Fact | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """What there is to know of a combatant: facts, each with its audience."""

    combatant: Id
    facts: Explanation = ()
