"""A roll gives points, and their owner says what they are spent on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from rules.core.audience import Viewer, controllers_of
from rules.core.codec import Counted, codec
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Ref
from rules.core.fight import Combatant, Command, Fight, Head, Outcome
from rules.core.inputs import Number
from rules.core.requests import Steps, choose, roll
from rules.core.system import Action
from rules.core.types import Id
from tests.rules.toys.base import Toy, fight_of, others


@dataclass(frozen=True, slots=True)
class Body:
    """Skill adds to the roll, resistance is what others roll against."""

    skill: int = 0
    resistance: int = 11
    hurt: Counted = 0
    shaken: bool = False


@dataclass(frozen=True, slots=True)
class Round:
    """Whose turn it is, as a place in the order, and how many turns have passed."""

    turn: int = 0
    passed: Counted = 0


SpendFight: TypeAlias = Fight[Body, Round]
SpendOutcome: TypeAlias = Outcome[Body, Round]


def acts(fight: SpendFight) -> Id | None:
    """Whose turn it is."""
    return fight.order[fight.round.turn % len(fight.order)] if fight.order else None


def check_turn(fight: SpendFight, command: Command, viewer: Viewer) -> None:
    if command.actor != acts(fight):
        raise NotAllowed("toy.not_your_turn")


def strike(fight: SpendFight, command: Command) -> Steps[SpendOutcome]:
    """Roll 3d6 against a resistance; every point of the margin is spent by the one who is entitled to it."""
    actor, target = str(command.actor), str(command.inputs["target"])
    notes = Notes()
    faces = yield from roll("attack", actor, 6, 6, 6)
    total = sum(faces) + fight.combatants[actor].body.skill
    margin = total - fight.combatants[target].body.resistance
    notes.add(Fact("toy.total", total, {"who": Ref(actor)}))

    winner, loser = (actor, target) if margin >= 0 else (target, actor)
    points = max(1, abs(margin))
    entitled = winner if fight.combatants[winner].controllers else None
    notes.add(Fact("toy.points", points, {"who": Ref(winner)}, audience=controllers_of(winner)))
    spent = yield from choose(
        "spend", entitled, Number("hurt", maximum=points, minimum=0), Number("shake", maximum=1, minimum=0),
        so_far=notes.so_far,
    )  # fmt: skip
    if spent["hurt"] + 2 * spent["shake"] > points:
        raise NotAllowed("toy.too_many_points", field="hurt")

    body = fight.combatants[loser].body
    body = replace(body, hurt=body.hurt + spent["hurt"], shaken=body.shaken or bool(spent["shake"]))
    notes.add(Fact("toy.hurt", spent["hurt"], {"who": Ref(loser)}))
    return Outcome(fight.with_body(loser, body), notes.so_far)


def pass_turn(fight: SpendFight, command: Command) -> Steps[SpendOutcome]:
    """The next in the order acts."""
    yield from ()
    turn = (fight.round.turn + 1) % len(fight.order)
    after = replace(fight, round=Round(turn, fight.round.passed + 1))
    return Outcome(after, (Fact("toy.turn", params={"who": Ref(str(acts(after)))}),))


class SpendSystem(Toy[Body, Round]):
    """The toy of spent points."""

    slug = "toy_spend"
    codec = codec(Head[Body, Round])
    actions = {
        "strike": Action("strike", strike, others, check_turn, of_the_turn=True),
        "pass_turn": Action("pass_turn", pass_turn, check=check_turn, of_the_turn=True, undo="with_all_after"),
    }

    def moment(self, fight: SpendFight) -> str:
        return str(fight.round.passed)

    def settle(self, fight: SpendFight) -> SpendFight:
        """The turn never points beyond the order."""
        inside = fight.round.turn % max(1, len(fight.order))
        return fight if inside == fight.round.turn else replace(fight, round=replace(fight.round, turn=inside))


SYSTEM = SpendSystem()


def scenario(system: SpendSystem) -> SpendFight:
    """Two people with a player each, and a creature of the game master's."""
    return fight_of(
        Round(),
        Combatant("ana", "Ana", Body(skill=2), side="party", controllers=frozenset({"p1"})),
        Combatant("bea", "Bea", Body(), side="party", controllers=frozenset({"p2"})),
        Combatant("orc", "Orco", Body(resistance=9), numbered=True, number=1),
    )
