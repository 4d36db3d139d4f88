"""What the toys share: the part of a rule system in which they do not differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from rules.core.audience import Viewer
from rules.core.codec import Codec
from rules.core.equipment import NO_EQUIPMENT
from rules.core.errors import Missing
from rules.core.facts import Explanation, Fact, Ref
from rules.core.fight import Card, Combatant, Command, Fight, Head, Offer, Place
from rules.core.inputs import Combatants, Input, Option
from rules.core.offers import offer
from rules.core.system import Action, SheetKind
from rules.core.types import Id, Json

B = TypeVar("B")
T = TypeVar("T")


class Toy(Generic[B, T]):
    """A rule system without sheets: everybody stands in the order of entry and acts when they like."""

    slug = "toy"
    rules_version = 1
    state_version = 1
    settings: tuple[Input, ...] = ()
    sheet_kinds: Mapping[str, SheetKind] = {}
    actions: Mapping[str, Action[B, T]]
    codec: Codec[Head[B, T]]
    equipment = NO_EQUIPMENT

    def body(self, kind: str, sheet: Mapping[str, Json], house: Mapping[str, Json]) -> B:
        raise NotImplementedError

    def begin(self, house: Mapping[str, Json]) -> T:
        raise NotImplementedError

    def moment(self, fight: Fight[B, T]) -> str:
        return ""

    def offers(self, fight: Fight[B, T], actor: Id | None, viewer: Viewer) -> Sequence[Offer]:
        return [
            offer(fight, action, actor, viewer)
            for action in self.actions.values()
            if viewer.game_master or (actor in viewer.controls and not action.for_game_master)
        ]

    def settle(self, fight: Fight[B, T]) -> Fight[B, T]:
        return fight

    def order(self, fight: Fight[B, T]) -> Sequence[Place]:
        return [Place(who) for who in fight.order]

    def whose_turn(self, fight: Fight[B, T]) -> tuple[Id, ...]:
        return fight.order

    def next_step(self, fight: Fight[B, T]) -> str | None:
        return None

    def resheeted(self, old: B, fresh: B) -> B:
        return old

    def acted(self, fight: Fight[B, T]) -> frozenset[Id]:
        return frozenset()

    def card(self, fight: Fight[B, T], who: Id) -> Card:
        return Card(who)

    def headline(self, fight: Fight[B, T]) -> Explanation:
        return ()

    def lasting(self, fight: Fight[B, T], who: Id) -> Mapping[str, Json]:
        return {}

    def with_lasting(self, body: B, condition: Mapping[str, Json]) -> B:
        return body

    def values(self, kind: str, sheet: Mapping[str, Json], house: Mapping[str, Json]) -> Explanation:
        return ()

    def migrate(self, head: Json, state_version: int) -> Json:
        return head


def fight_of(round_: T, *combatants: Combatant[B]) -> Fight[B, T]:
    """A running fight of these combatants."""
    return Fight(
        round=round_,
        combatants={one.id: one for one in sorted(combatants, key=lambda one: one.id)},
        order=tuple(one.id for one in combatants),
        status="running",
    )


def check_acts(fight: Fight[Any, Any], command: Command, viewer: Viewer) -> None:
    """Somebody must do it, even when the game master commands it."""
    if command.actor is None:
        raise Missing("toy.nobody_acts", field="actor")


def others(fight: Fight[Any, Any], actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The input `target`: anybody but the actor."""
    options = tuple(Option(who, Fact("toy.who", params={"who": Ref(who)})) for who in fight.order if who != actor)
    return (Combatants("target", options=options),)
