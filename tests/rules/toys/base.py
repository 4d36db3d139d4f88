"""What the toys share: the part of a rule system in which they do not differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from rules.core.audience import Viewer
from rules.core.base import BaseSystem
from rules.core.errors import Missing
from rules.core.facts import Fact, Ref
from rules.core.fight import Combatant, Command, Fight, Offer
from rules.core.inputs import Combatants, Input, Option
from rules.core.offers import offer
from rules.core.system import SheetKind
from rules.core.types import Id, Json

B = TypeVar("B")
T = TypeVar("T")


class Toy(BaseSystem[B, T]):
    """A rule system without sheets: all stand in the order of entry and act when they like."""

    slug = "toy"
    sheet_kinds: Mapping[str, SheetKind] = {}

    def body(self, kind: str, sheet: Mapping[str, Json], house: Mapping[str, Json]) -> B:
        raise AssertionError("toys have no sheets")

    def begin(self, house: Mapping[str, Json]) -> T:
        raise AssertionError("the fights of toys are under way")

    def offers(self, fight: Fight[B, T], actor: Id | None, viewer: Viewer) -> Sequence[Offer]:
        return [
            offer(fight, action, actor, viewer)
            for action in self.actions.values()
            if viewer.game_master or (actor in viewer.controls and not action.for_game_master)
        ]


def fight_of(round_: T, *combatants: Combatant[B]) -> Fight[B, T]:
    """A running fight of these combatants."""
    return Fight(
        round=round_,
        combatants={one.id: one for one in sorted(combatants, key=lambda one: one.id)},
        order=tuple(one.id for one in combatants),
        status="running",
    )


def check_acts(fight: Fight[Any, Any], command: Command, viewer: Viewer) -> None:
    """A combatant must do it, even when the game master commands it."""
    if command.actor is None:
        raise Missing("toy.nobody_acts", field="actor")


def others(fight: Fight[Any, Any], actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The input `target`: anybody but the actor."""
    options = tuple(Option(who, Fact("toy.who", params={"who": Ref(who)})) for who in fight.order if who != actor)
    return (Combatants("target", options=options),)
