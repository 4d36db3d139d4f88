"""Several people roll against each other at once; every six goes on exploding, die by die, and the DJ parts a tie."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from rules.core.audience import Viewer
from rules.core.codec import Counted, codec
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Ref
from rules.core.fight import Combatant, Command, Fight, Head, Outcome
from rules.core.inputs import Choice, Combatants, Input, Option
from rules.core.requests import Steps, choose, roll, together
from rules.core.system import Action
from rules.core.types import Id
from tests.rules.toys.base import Toy, fight_of


@dataclass(frozen=True, slots=True)
class Body:
    """One attribute, and how often it has won."""

    attribute: int = 0
    won: Counted = 0


@dataclass(frozen=True, slots=True)
class Round:
    """Nothing to remember between two contests."""


OpposedFight: TypeAlias = Fight[Body, Round]
OpposedOutcome: TypeAlias = Outcome[Body, Round]


def named(who: Id) -> Option:
    return Option(who, Fact("toy.who", params={"who": Ref(who)}))


def contestants(fight: OpposedFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    return (Combatants("who", options=tuple(named(who) for who in fight.order), several=True),)


def check_contest(fight: OpposedFight, command: Command, viewer: Viewer) -> None:
    if "who" in command.inputs and len(command.inputs["who"]) < 2:
        raise NotAllowed("toy.alone", field="who")


def exploding(who: Id, attribute: int) -> Steps[int]:
    """2d6 and an attribute; each die that shows a six is rolled again and added, as often as it does."""
    faces = yield from roll(who, who, 6, 6)
    total = attribute + sum(faces)
    for die, face in enumerate(faces, start=1):
        times = 0
        while face == 6:
            times += 1
            (face,) = yield from roll(f"{who}:explosion:{die}:{times}", who, 6)
            total += face
    return total


def contest(fight: OpposedFight, command: Command) -> Steps[OpposedOutcome]:
    """Everybody rolls in their own time; the highest total wins."""
    notes = Notes()
    who: list[Id] = list(command.inputs["who"])
    totals = yield from together(
        {one: exploding(one, fight.combatants[one].body.attribute) for one in who}, key="contest"
    )
    for one, total in totals.items():
        notes.add(Fact("toy.total", total, {"who": Ref(one)}))

    best = [one for one in who if totals[one] == max(totals.values())]
    winner = best[0]
    if len(best) > 1:
        options = tuple(named(one) for one in best)
        decided = yield from choose("tie", None, Choice("winner", options=options), so_far=notes.so_far)
        winner = decided["winner"]

    body = fight.combatants[winner].body
    notes.add(Fact("toy.won", params={"who": Ref(winner)}))
    return Outcome(fight.with_body(winner, replace(body, won=body.won + 1)), notes.so_far)


class OpposedSystem(Toy[Body, Round]):
    """The toy of contests."""

    slug = "toy_opposed"
    codec = codec(Head[Body, Round])
    actions = {"contest": Action("contest", contest, contestants, check_contest, for_game_master=True)}


SYSTEM = OpposedSystem()


def scenario(system: OpposedSystem) -> OpposedFight:
    """Three who contend, the strongest under the game master."""
    return fight_of(
        Round(),
        Combatant("ana", "Ana", Body(1), side="party", controllers=frozenset({"p1"})),
        Combatant("bea", "Bea", Body(1), side="party", controllers=frozenset({"p2"})),
        Combatant("orc", "Orco", Body(3)),
    )
