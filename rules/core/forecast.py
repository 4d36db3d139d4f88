"""What a fight is likely to come to: fights played to their end by the rules, with plain tactics.

Everybody does what the stage proposes, against the foe at hand who stands; questions are answered as they propose.
It knows of no plans, no flight and no good ideas. The same dice give the same fight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random

from rules.core import engine
from rules.core.audience import Viewer
from rules.core.engine import AnyHead
from rules.core.errors import RuleError
from rules.core.fight import Command, Head
from rules.core.inputs import Choice, Input
from rules.core.requests import Choose, Dice, Request
from rules.core.stage import stage
from rules.core.system import AnySystem
from rules.core.types import Id, Json
from rules.core.verbs import AnyFight

RUNS = Viewer("forecast", game_master=True)
SIDES = ("party", "foes")
AT = frozenset({"target", "opponent"})
"""The names of inputs that aim an act at one combatant."""
MOST_ROUNDS = 20
"""A fight that is not over by then is undecided."""
STEPS_OF_A_TURN = 8
"""A fight whose turns take more steps than this, on average over all its rounds, is undecided too."""


@dataclass(frozen=True, slots=True)
class Course:
    """One fight that was played: what it came to."""

    won: bool
    """The party stands and its foes do not."""
    ended: bool
    rounds: int
    fell: frozenset[Id]
    """Who was down at any time."""


@dataclass(slots=True)
class Forecast:
    """What many fights came to."""

    fights: int = 0
    won: int = 0
    ended: int = 0
    rounds: Counter[int] = field(default_factory=Counter)
    fell: Counter[Id] = field(default_factory=Counter)

    def add(self, course: Course) -> None:
        """Count one more fight."""
        self.fights += 1
        self.won += course.won
        self.ended += course.ended
        self.rounds[course.rounds] += 1
        self.fell.update(course.fell)


def sides(fight: AnyFight) -> tuple[frozenset[Id], frozenset[Id]]:
    """The party and its foes."""
    found = {side: frozenset(one.id for one in fight.combatants.values() if one.side == side) for side in SIDES}
    return found[SIDES[0]], found[SIDES[1]]


def _plays(who: Id | None) -> Viewer:
    """A player of this combatant, held to its turn; of the table as a whole, the game master."""
    return RUNS if who is None else Viewer(RUNS.person, controls=frozenset({who}))


def play(system: AnySystem, fight: AnyFight, dice: Random) -> Course:
    """Play a fight to its end; nobody keeps it."""
    # Everybody is in sight, and nobody else is waited for.
    alone = {who: replace(one, controllers=frozenset(), hidden=False) for who, one in fight.combatants.items()}
    return _Player(system, dice).course(replace(fight, combatants=alone))


class _Player:
    """One fight under way: what its combatants are used to, and who was found to be down."""

    def __init__(self, system: AnySystem, dice: Random) -> None:
        self.system = system
        self.dice = dice
        self.habits: dict[Id, str] = {}
        self.known: dict[Id, tuple[object, bool]] = {}

    def course(self, fight: AnyFight) -> Course:
        """The fight played to its end."""
        head: AnyHead = Head(fight)
        party, foes = sides(fight)
        fell: set[Id] = set()
        rounds = 0
        for step in range(MOST_ROUNDS * STEPS_OF_A_TURN * len(head.fight.combatants)):
            down = frozenset(who for who in head.fight.order if self.is_out(head.fight, who))
            fell |= down
            rounds = max(rounds, getattr(head.fight.round, "number", 0))
            if party <= down or foes <= down:
                return Course(foes <= down and not party <= down, True, rounds, frozenset(fell))
            if rounds > MOST_ROUNDS:
                break
            head = self._on(head, f"f{step}")
        return Course(False, False, rounds, frozenset(fell))

    def is_out(self, fight: AnyFight, who: Id) -> bool:
        """Whether a combatant cannot go on; looked up again only where its state has changed."""
        body = fight.combatants[who].body
        if who not in self.known or self.known[who][0] is not body:
            self.known[who] = (body, any(fact.code == "out" for fact in self.system.card(fight, who).facts))
        return self.known[who][1]

    def _on(self, head: AnyHead, name: Id) -> AnyHead:
        """The head after the next step."""
        waiting = engine.waits_for(self.system, head)
        if waiting is not None:
            if not waiting.requests:
                return engine.cancel(self.system, head, RUNS).head
            request = waiting.requests[0]
            try:
                return engine.answer(self.system, head, request.key, self._answer(request), RUNS).head
            except RuleError:
                return engine.cancel(self.system, head, RUNS).head
        for command in self._wanted(head):
            try:
                after = engine.begin(self.system, head, replace(command, id=name), _plays(command.actor)).head
            except RuleError:
                continue
            if command.actor is not None and command.action != "end_turn":
                self.habits[command.actor] = command.action
            return after
        return head

    def _answer(self, request: Request) -> Mapping[str, Json]:
        if isinstance(request, Dice):
            return {"faces": [self.dice.randint(1, sides) for sides in request.sides]}
        assert isinstance(request, Choose)  # noqa: S101 - the two kinds of leaf
        values = {item.name: item.default for item in request.inputs if item.default is not None}
        proposed = values | dict(request.default or {})
        # A question without a proposal gets its first answer, so that the blow that asked it lands.
        for item in request.inputs:
            first = next((one.value for one in getattr(item, "options", ()) if one.reason is None), None)
            if isinstance(item, Choice) and item.required and proposed.get(item.name) is None and first is not None:
                proposed[item.name] = first
        return proposed

    def _wanted(self, head: AnyHead) -> Iterator[Command]:
        """What is tried, the best first: the usual act, what the stage proposes, the turn's end."""
        acting = next(iter(self.system.whose_turn(head.fight)), None)
        if acting is not None and (usual := self.habits.get(acting)):
            yield self._act(head.fight, usual, acting)
        found = stage(self.system, head, _plays(acting))
        yield from (one for one in (found.proposed, found.ending) if one is not None)

    def _act(self, fight: AnyFight, action: str, actor: Id) -> Command:
        declared = engine.action(self.system, action).inputs(fight, actor, _plays(actor))
        values = {item.name: item.default for item in declared if item.default is not None}
        return Command("", action, actor, values | self._aimed(fight, actor, declared), self.system.moment(fight))

    def _aimed(self, fight: AnyFight, actor: Id, declared: Iterable[Input]) -> dict[str, Json]:
        """The first foe who stands, for an input of one combatant that would be aimed at anybody else."""
        other = "foes" if fight.combatants[actor].side == "party" else "party"
        aimed: dict[str, Json] = {}
        for item in declared:
            if item.name not in AT or getattr(item, "several", False):
                continue
            options = [option.value for option in getattr(item, "options", ()) if option.reason is None]
            people = [fight.combatants[who] for who in options if who in fight.combatants]
            standing = [one.id for one in people if one.side == other and not self.is_out(fight, one.id)]
            if standing and item.default not in standing:
                aimed[item.name] = standing[0]
        return aimed
