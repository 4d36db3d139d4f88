"""The usual answers of a rule system: what a new one need not write itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Generic, TypeVar

from rules.core.audience import Viewer
from rules.core.chips import Chips
from rules.core.codec import Codec
from rules.core.equipment import NO_EQUIPMENT, Equipment
from rules.core.facts import Explanation, Notes
from rules.core.fight import Card, Fight, Head, Offer, OrderPlace
from rules.core.inputs import Input
from rules.core.offers import offer
from rules.core.paper import NO_PAPER, Paper
from rules.core.parts import TurnPart
from rules.core.system import Action, SheetKind
from rules.core.taps import Tap
from rules.core.told_codes import TOLD, ToldCodes
from rules.core.types import Id, Json
from rules.core.wounds import LastingWound

B = TypeVar("B")
T = TypeVar("T")


class BaseSystem(ABC, Generic[B, T]):
    """A rule system in which all act in the order of entry and nothing outlives a fight.

    A system says `slug`, `actions`, `codec`, `sheet_kinds`, `body` and `begin`, and replaces the answers below where
    its rules differ. What each is for is told in `rules.core.system.RuleSystem`.
    """

    slug: str
    rules_version = 1
    state_version = 1
    settings: tuple[Input, ...] = ()
    sheet_kinds: Mapping[str, SheetKind]
    actions: Mapping[str, Action[B, T]]
    codec: Codec[Head[B, T]]
    equipment: Equipment = NO_EQUIPMENT
    wraps_up: Mapping[str, bool] = {}
    opening: tuple[str, ...] = ()
    interjections: tuple[str, ...] = ()
    passive: tuple[tuple[str, Mapping[str, Json]], ...] = ()
    brief: tuple[str, ...] = ()
    foremost: tuple[str, ...] = ()
    sheet_part: str = ""
    chips: Chips = {}
    paper: Paper = NO_PAPER
    told_codes: ToldCodes = TOLD

    @abstractmethod
    def body(self, kind: str, sheet: Mapping[str, Json], house: Mapping[str, Json]) -> B:
        """Every system says what its combatants carry through a fight."""

    @abstractmethod
    def begin(self, house: Mapping[str, Json]) -> T:
        """Every system says what its rounds are made of."""

    def moment(self, fight: Fight[B, T]) -> str:
        """Nothing has a moment."""
        return ""

    def offers(self, fight: Fight[B, T], actor: Id | None, viewer: Viewer) -> Sequence[Offer]:
        """Every action: those that need an actor for a combatant, the others for the table."""
        verbs = (one for one in self.actions.values() if one.needs_actor == (actor is not None) and not one.internal)
        return tuple(offer(fight, verb, actor, viewer) for verb in verbs)

    def settle(self, fight: Fight[B, T]) -> Fight[B, T]:
        """Nothing to bring in order."""
        return fight

    def order(self, fight: Fight[B, T]) -> Sequence[OrderPlace]:
        """Everybody in the order of entry."""
        return tuple(OrderPlace(who) for who in sorted(fight.order, key=lambda who: fight.combatants[who].entered))

    def whose_turn(self, fight: Fight[B, T]) -> tuple[Id, ...]:
        """Anybody may act, in the order of the fight."""
        return fight.order if fight.ordered else ()

    def passed_over(self, fight: Fight[B, T], notes: Notes) -> Fight[B, T]:
        """Nobody waits for another's turn."""
        return fight

    def kept_waiting(self, before: Fight[B, T], after: Fight[B, T], busy: Collection[Id]) -> Fight[B, T]:
        """Nobody is passed over."""
        return after

    def together(self, fight: Fight[B, T]) -> Sequence[Sequence[Id]]:
        """Nobody acts in a group."""
        return ()

    def next_step(self, fight: Fight[B, T]) -> str | None:
        """The table has no step of its own."""
        return None

    def acted(self, fight: Fight[B, T]) -> frozenset[Id]:
        """Nobody has had a turn."""
        return frozenset()

    def turn_parts(self, fight: Fight[B, T], who: Id) -> Sequence[TurnPart]:
        """Turns have no parts."""
        return ()

    def proposes(self, fight: Fight[B, T], who: Id, offered: Sequence[str]) -> Sequence[str]:
        """Whatever is possible, in the order in which it is offered."""
        return offered

    def pressing(self, fight: Fight[B, T], who: Id) -> Sequence[str]:
        """Nothing goes before what a player is used to."""
        return ()

    def near(self, fight: Fight[B, T], who: Id) -> Sequence[Id]:
        """Nothing is known of where combatants stand."""
        return ()

    def orders(self, fight: Fight[B, T], who: Id) -> Sequence[str]:
        """Nothing is asked that a standing order could answer."""
        return ()

    def card(self, fight: Fight[B, T], who: Id) -> Card:
        """Nothing to know of a combatant."""
        return Card(who)

    def headline(self, fight: Fight[B, T]) -> Explanation:
        """Nothing to say of the fight as a whole."""
        return ()

    def lasting(self, fight: Fight[B, T], who: Id) -> Mapping[str, Json]:
        """Nothing outlives the fight."""
        return {}

    def wounds(self, fight: Fight[B, T], who: Id) -> Sequence[LastingWound[B, T]]:
        """Nothing that could be healed."""
        return ()

    def with_lasting(self, body: B, condition: Mapping[str, Json]) -> B:
        """An earlier fight has left nothing."""
        return body

    def resheeted(self, old: B, fresh: B) -> B:
        """An edited sheet changes nothing before the next fight."""
        return old

    def taps(self, fight: Fight[B, T], who: Id) -> Sequence[Tap]:
        """Nothing is rolled from a sheet."""
        return ()

    def values(self, kind: str, sheet: Mapping[str, Json], house: Mapping[str, Json]) -> Explanation:
        """A sheet has no numbers beyond what is written on it."""
        return ()

    def migrate(self, head: Json, state_version: int) -> Json:
        """The first state version has nothing to lift."""
        return head
