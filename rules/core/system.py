"""The contract of a rule system: what core and the apps ask of it. See docs/adding-a-rule-system.md."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from rules.core.advancing import Advancing
from rules.core.audience import Viewer
from rules.core.chips import Chips
from rules.core.codec import Codec
from rules.core.creation import Creation
from rules.core.equipment import Equipment
from rules.core.errors import RuleError
from rules.core.facts import Explanation, Fact, Notes
from rules.core.fight import Card, Command, Fight, Head, Offer, OrderPlace, Outcome
from rules.core.inputs import Input
from rules.core.once import once
from rules.core.overrides import Overridable
from rules.core.paper import Paper
from rules.core.parts import TurnPart
from rules.core.requests import Steps
from rules.core.taps import Tap
from rules.core.told_codes import ToldCodes
from rules.core.types import Id, Json
from rules.core.wounds import LastingWound

B = TypeVar("B")
T = TypeVar("T")

FORMS = 16
"""How many forms of one action are kept ready: a page asks for the same one several times in a row."""

UndoScope: TypeAlias = Literal["alone", "with_all_after"]
"""`alone`: may be taken back by itself later. `with_all_after`: turn and phase steps, only with all that followed."""


@dataclass(frozen=True, slots=True)
class Action(Generic[B, T]):
    """A verb of a system or of core."""

    name: str
    resolve: Callable[[Fight[B, T], Command], Steps[Outcome[B, T]]]
    """The rule itself."""
    inputs: Callable[[Fight[B, T], Id | None, Viewer], tuple[Input, ...]] = lambda fight, actor, viewer: ()
    """What it needs, for this actor and as this viewer may know it."""
    check: Callable[[Fight[B, T], Command, Viewer], None] = lambda fight, command, viewer: None
    """Raises RuleError when it may not begin; asked before, and again when something came between (`Open.stands`)."""
    icon: str = ""
    """A symbol of `static/icons.svg`."""
    needs_actor: bool = False
    """A combatant of the fight does it."""
    for_game_master: bool = False
    """Players may not do it."""
    of_the_turn: bool = False
    """The command names the moment it was meant for, and is late when that has passed."""
    leaves_turn: bool = False
    """The turn goes on after it, and so it is no act of a group, in which the turn of each ends with its act."""
    interrupts: bool = False
    """It may go on top of an open resolution."""
    players_wait: bool = False
    """On top of an open resolution only the game master may do it."""
    internal: bool = False
    """The app puts its inputs together, never a browser."""
    undo: UndoScope = "alone"
    odds: Callable[[Fight[B, T], Command], Fact | None] = lambda fight, command: None
    """The exact chances before it begins (`rules.core.odds`), where its first dice do not carry them; else None."""
    says: Callable[[Fight[B, T], Command], Fact | None] = lambda fight, command: None
    """What these choices amount to, where its name would not tell; else None."""
    together: Callable[[Fight[B, T], Sequence[Command]], Steps[Outcome[B, T]]] | None = None
    """How several combatants do it at the same moment, all dice of a stage together; None where the rules have them do
    it one after the other (`rules.core.group`)."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "inputs", once(self.inputs, FORMS))


@dataclass(frozen=True, slots=True)
class SheetKind:
    """A kind of sheet: person, creature …"""

    name: str
    version: int
    inputs: tuple[Input, ...]
    """The inputs of its form."""
    quick: tuple[Input, ...]
    """The inputs that are enough to improvise one in the middle of a fight."""
    load: Callable[[Mapping[str, Json]], Mapping[str, Json]]
    """Checks a sheet's values and fills in what is absent; raises RuleError."""
    migrate: Callable[[Mapping[str, Json], int], Mapping[str, Json]]
    """Lifts the values of an older version."""
    private: frozenset[str] = frozenset()
    """The names of inputs that only controllers and the game master read."""
    overridable: tuple[Overridable, ...] = ()
    """The values that may be set by hand (`rules.core.overrides`)."""
    faults: Callable[[Mapping[str, Json]], Iterable[RuleError]] = lambda values: ()
    """What is wrong with values that each passed alone, of which some may be absent; `load` raises the first."""
    creation: Creation | None = None
    """How one is made step by step or at once."""
    advancing: Advancing | None = None
    """How it gains a level or the like."""
    rises: Callable[[Mapping[str, Json]], bool] = lambda sheet: False
    """Whether a loaded sheet has a level to gain by a verb of the free scene."""
    allowance: Callable[[Mapping[str, Json]], int] | None = None
    """The points with which the player of such a sheet begins an adventure."""


class RuleSystem(Protocol[B, T]):
    """What a system hands out; the attributes and methods are explained in docs/adding-a-rule-system.md."""

    def __hash__(self) -> int:
        """Systems are single objects and serve as keys."""
        ...

    slug: str
    rules_version: int
    state_version: int
    settings: tuple[Input, ...]
    sheet_kinds: Mapping[str, SheetKind]
    actions: Mapping[str, Action[B, T]]
    codec: Codec[Head[B, T]]
    equipment: Equipment
    brief: tuple[str, ...]
    """The codes of those `values` that stand beside a creature's name in a list."""
    foremost: tuple[str, ...]
    """The codes of the three `values` that stand beside the name on a person's sheet."""
    sheet_part: str
    """The code of what the part of a sheet is called that says what its character is: feats, traits, talents."""
    chips: Chips
    """How the states on a combatant's card look."""
    paper: Paper
    """What it puts on paper besides its sheets."""
    told_codes: ToldCodes
    """By which codes its log tells what a chronicle is made of."""
    wraps_up: Mapping[str, bool]
    """The verbs of the table that settle accounts when a scene ends, and whether each always does."""
    opening: tuple[str, ...]
    """The verbs of the table that come before its first step, such as saying who is surprised; they stand beside it."""
    interjections: tuple[str, ...]
    """The actions of a combatant in the turns of others, such as a readied one: a button reminds of them."""
    passive: tuple[tuple[str, Mapping[str, Json]], ...]
    """The acts that stand in for those of a player whose time is over, defending before waiting: the first that would
    be taken is, and then the end of the turn."""

    def body(self, kind: str, sheet: Mapping[str, Json], house: Mapping[str, Json]) -> B:
        """A combatant's own state at the start, from a loaded sheet."""
        ...

    def begin(self, house: Mapping[str, Json]) -> T:
        """The round before the first."""
        ...

    def moment(self, fight: Fight[B, T]) -> str:
        """The moment that the fight is at: what a command that is `of_the_turn` must name."""
        ...

    def offers(self, fight: Fight[B, T], actor: Id | None, viewer: Viewer) -> Sequence[Offer]:
        """What this viewer may do now for this actor (None: for the whole table), or why not."""
        ...

    def settle(self, fight: Fight[B, T]) -> Fight[B, T]:
        """Bring the fight in order after any change or undo: clamps, whose turn; idempotent."""
        ...

    def order(self, fight: Fight[B, T]) -> Sequence[OrderPlace]:
        """The order by the rules, with what decided each tie; the game master may have moved people since."""
        ...

    def whose_turn(self, fight: Fight[B, T]) -> tuple[Id, ...]:
        """Who acts now and who come next, in order."""
        ...

    def passed_over(self, fight: Fight[B, T], notes: Notes) -> Fight[B, T]:
        """The fight in which the hidden who act now have done nothing and others act, as those see it who know of none.

        It rolls nothing: where dice decide what comes next, the fight stays as it is.
        """
        ...

    def kept_waiting(self, before: Fight[B, T], after: Fight[B, T], busy: Collection[Id]) -> Fight[B, T]:
        """`after`, which passed over the hidden who acted in `before`, with these still to act where the round goes on.

        Whose turn is begun, and who is busy with something that is open, has had it.
        """
        ...

    def together(self, fight: Fight[B, T]) -> Sequence[Sequence[Id]]:
        """Who may act in one act of the game master now: those of one batch in any order, the batches in turn."""
        ...

    def next_step(self, fight: Fight[B, T]) -> str | None:
        """The verb of the table that is the one next step now, such as a new turn; None while a combatant is to act."""
        ...

    def acted(self, fight: Fight[B, T]) -> frozenset[Id]:
        """Who has had their turn in this round."""
        ...

    def turn_parts(self, fight: Fight[B, T], who: Id) -> Sequence[TurnPart]:
        """What the turn of a combatant is made of, and what of it is spent; nothing where turns have no parts."""
        ...

    def proposes(self, fight: Fight[B, T], who: Id, offered: Sequence[str]) -> Sequence[str]:
        """The possible actions of a turn that are proposed next, the most usual first; none proposes its end."""
        ...

    def pressing(self, fight: Fight[B, T], who: Id) -> Sequence[str]:
        """The actions that are proposed before the one a player is used to, such as help for a dying friend."""
        ...

    def near(self, fight: Fight[B, T], who: Id) -> Sequence[Id]:
        """Who stands so close to a combatant that the one can strike the other by hand, as far as that is known."""
        ...

    def orders(self, fight: Fight[B, T], who: Id) -> Sequence[str]:
        """The kinds of question to a combatant that standing orders may answer, as codes (`rules.core.orders`)."""
        ...

    def card(self, fight: Fight[B, T], who: Id) -> Card:
        """What there is to know of a combatant, each fact with its audience.

        Two codes mean the same in every system: `initiative`, the score, and `out`, that the combatant cannot go on.
        """
        ...

    def headline(self, fight: Fight[B, T]) -> Explanation:
        """The facts about the fight as a whole, such as the round."""
        ...

    def lasting(self, fight: Fight[B, T], who: Id) -> Mapping[str, Json]:
        """The condition that outlives the fight, as values that `with_lasting` takes."""
        ...

    def wounds(self, fight: Fight[B, T], who: Id) -> Sequence[LastingWound[B, T]]:
        """What of that condition can be healed when the scene ends, the worst first."""
        ...

    def with_lasting(self, body: B, condition: Mapping[str, Json]) -> B:
        """A fresh body in the condition that an earlier fight left."""
        ...

    def resheeted(self, old: B, fresh: B) -> B:
        """A body made from an edited sheet, with everything that the fight has done to the old one."""
        ...

    def values(self, kind: str, sheet: Mapping[str, Json], house: Mapping[str, Json]) -> Explanation:
        """The numbers of a sheet, each with its terms."""
        ...

    def taps(self, fight: Fight[B, T], who: Id) -> Sequence[Tap]:
        """What the sheet of a combatant rolls at one tap as things are, what is rolled most first in each group."""
        ...

    def migrate(self, head: Json, state_version: int) -> Json:
        """Lift the JSON of a head from an older state version to this one."""
        ...


AnySystem: TypeAlias = RuleSystem[Any, Any]
