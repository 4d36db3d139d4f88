"""Turns are declared from the slowest to the quickest, unseen; then they are revealed and carried out by segments.

Waiting for the declarations of others may take minutes, so it is state of the round and every step a command.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from rules.core.audience import TABLE, Viewer, controllers_of
from rules.core.codec import Counted, codec
from rules.core.errors import NotAllowed
from rules.core.facts import Explanation, Fact, Notes, Ref, Word
from rules.core.fight import Card, Combatant, Command, Fight, Head, Outcome
from rules.core.inputs import Choice, Input, Number, Option
from rules.core.requests import Steps, roll, together
from rules.core.system import Action
from rules.core.types import Id, put
from tests.rules.toys.base import Toy, fight_of

WAYS = ("push", "rest")
FIRST_SEGMENT = 3


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a combatant is going to do, and in which segment."""

    way: str
    segment: int


@dataclass(frozen=True, slots=True)
class Body:
    """Initiative says who may wait and see; effort is what pushing brings."""

    initiative: int = 0
    effort: Counted = 0


@dataclass(frozen=True, slots=True)
class Round:
    """What has been declared; the segment at hand, 0 while people still declare."""

    number: Counted = 1
    segment: int = 0
    declared: Mapping[Id, Declaration] = field(default_factory=dict)


DeclaredFight: TypeAlias = Fight[Body, Round]
DeclaredOutcome: TypeAlias = Outcome[Body, Round]


def declarers(fight: DeclaredFight) -> tuple[Id, ...]:
    """Those who have not declared yet, the slowest first."""
    left = [who for who in fight.order if who not in fight.round.declared]
    return tuple(sorted(left, key=lambda who: fight.combatants[who].body.initiative))


def declaration_inputs(fight: DeclaredFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    return (
        Choice("way", options=tuple(Option(way, Fact(f"toy.way.{way}")) for way in WAYS)),
        Number("segment", minimum=1, maximum=FIRST_SEGMENT),
    )


def check_declare(fight: DeclaredFight, command: Command, viewer: Viewer) -> None:
    if fight.round.segment or declarers(fight)[:1] != (command.actor,):
        raise NotAllowed("toy.not_your_turn")


def declare(fight: DeclaredFight, command: Command) -> Steps[DeclaredOutcome]:
    """Write a declaration down; only its maker may read it, the rest learn that it was made."""
    yield from ()
    who, way = str(command.actor), str(command.inputs["way"])
    declared = put(fight.round.declared, who, Declaration(way, command.inputs["segment"]))
    public = Fact("toy.has_declared", params={"who": Ref(who)})
    secret = Fact(
        "toy.declared", params={"who": Ref(who), "way": Word(f"toy.way.{way}")}, audience=controllers_of(who),
        otherwise=public,
    )  # fmt: skip
    return Outcome(replace(fight, round=replace(fight.round, declared=declared)), (secret,))


def check_next(fight: DeclaredFight, command: Command, viewer: Viewer) -> None:
    if declarers(fight):
        raise NotAllowed("toy.still_declaring")


def effort(who: Id) -> Steps[int]:
    """Roll 2d6."""
    faces = yield from roll(f"effort:{who}", who, 6, 6)
    return sum(faces)


def next_segment(fight: DeclaredFight, command: Command) -> Steps[DeclaredOutcome]:
    """Reveal the declarations of the next segment and carry them out together; after the last, a new round begins."""
    notes = Notes()
    segment = fight.round.segment or FIRST_SEGMENT
    acting = [who for who in fight.order if fight.round.declared[who].segment == segment]
    for who in acting:
        notes.add(Fact("toy.declared", params={"who": Ref(who), "way": Word(f"toy.way.{way_of(fight, who)}")}))
    pushing = {who: effort(who) for who in acting if way_of(fight, who) == "push"}
    efforts = yield from together(pushing, key=f"segment:{segment}", so_far=notes.so_far)
    for who, total in efforts.items():
        notes.add(Fact("toy.total", total, {"who": Ref(who)}))
        body = fight.combatants[who].body
        fight = fight.with_body(who, replace(body, effort=body.effort + total))
    following = Round(fight.round.number + 1) if segment == 1 else replace(fight.round, segment=segment - 1)
    return Outcome(replace(fight, round=following), notes.so_far)


def way_of(fight: DeclaredFight, who: Id) -> str:
    return fight.round.declared[who].way


def revealed(fight: DeclaredFight, who: Id) -> bool:
    """Whether the segment of this declaration has begun."""
    return 0 < fight.round.segment < fight.round.declared[who].segment


class DeclaredSystem(Toy[Body, Round]):
    """The toy of declared turns."""

    slug = "toy_declared"
    codec = codec(Head[Body, Round])
    actions = {
        "declare": Action("declare", declare, declaration_inputs, check_declare, of_the_turn=True),
        "next_segment": Action(
            "next_segment", next_segment, check=check_next,
            for_game_master=True, of_the_turn=True, undo="with_all_after",
        ),
    }  # fmt: skip

    def moment(self, fight: DeclaredFight) -> str:
        return f"{fight.round.number}.{fight.round.segment}.{len(fight.round.declared)}"

    def settle(self, fight: DeclaredFight) -> DeclaredFight:
        """Those who left the fight have declared nothing; those who come late wait for the next round."""
        state = fight.round
        declared = {who: what for who, what in state.declared.items() if who in fight.combatants}
        if state.segment:
            for who in declarers(fight):
                declared = put(declared, who, Declaration("rest", 1))
        return fight if declared == state.declared else replace(fight, round=replace(state, declared=declared))

    def card(self, fight: DeclaredFight, who: Id) -> Card:
        facts: Explanation = ()
        if who in fight.round.declared:
            audience = TABLE if revealed(fight, who) else controllers_of(who)
            facts = (Fact(f"toy.way.{way_of(fight, who)}", audience=audience),)
        return Card(who, facts)


SYSTEM = DeclaredSystem()


def scenario(system: DeclaredSystem) -> DeclaredFight:
    """Three of different quickness."""
    return fight_of(
        Round(),
        Combatant("ana", "Ana", Body(9), side="party", controllers=frozenset({"p1"})),
        Combatant("bea", "Bea", Body(5), side="party", controllers=frozenset({"p2"})),
        Combatant("orc", "Orco", Body(7)),
    )
