"""What a fight is likely to come to: fights played to their end by the rules, with plain tactics.

Everybody does what the stage proposes, against the foe at hand who stands; questions are answered as they propose.
It knows of no plans, no flight and no good ideas. The same dice give the same fight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random

from rules.core import engine
from rules.core.audience import Viewer
from rules.core.board.doors import DOOR
from rules.core.board.nearing import nearer
from rules.core.board.rules import boarded
from rules.core.board.seen import AS_KNOWN
from rules.core.board.walking import next_to, on_board, place_of
from rules.core.engine import AnyHead
from rules.core.errors import RuleError
from rules.core.facts import visible
from rules.core.fight import Command, Head
from rules.core.inputs import Choice, Input
from rules.core.odds import chance_of
from rules.core.requests import Choose, Dice, Request
from rules.core.stage import proposal, stage
from rules.core.system import AnySystem
from rules.core.types import Id, Json
from rules.core.verbs import AnyFight

RUNS = Viewer("forecast", game_master=True)
SIDES = ("party", "foes")
AT = frozenset({"target", "opponent"})
"""The names of inputs that aim an act at one combatant."""
WHERE = frozenset({"to", "via"})
"""The names of inputs that say where one goes."""
WORTH = Fraction(1, 4)
"""An act with a smaller chance of success waits until the combatant stands beside a foe."""
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
    # Everybody is in sight, on a board too, and nobody else is waited for.
    alone = {who: replace(one, controllers=frozenset(), hidden=False) for who, one in fight.combatants.items()}
    return _Player(system, dice).course(replace(fight, combatants=alone, seen=AS_KNOWN))


def _words(value: Json) -> Iterator[str]:
    """The words that an input holds, alone or among others."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        for one in value.values() if isinstance(value, Mapping) else value:
            yield from _words(one)


@dataclass(frozen=True, slots=True)
class _Try:
    """An act that is tried."""

    command: Command
    worth: Fraction | None = None
    """The least chance with which it is taken; None where any will do."""
    by: Viewer | None = None
    """Who takes it; None: the player of its combatant."""
    on_the_way: bool = False
    """It leads to an act, and nobody gets used to it."""


class _Player:
    """One fight under way: what its combatants are used to, and who was found to be down."""

    def __init__(self, system: AnySystem, dice: Random) -> None:
        self.system = system
        self.dice = dice
        self.habits: dict[Id, str] = {}
        self.known: dict[Id, tuple[object, bool]] = {}
        self.waiting: tuple[AnyHead, engine.Waiting | None] | None = None

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
        waiting = self._waits_for(head)
        if waiting is not None:
            if not waiting.requests:
                return engine.cancel(self.system, head, RUNS).head
            request = waiting.requests[0]
            try:
                return engine.answer(self.system, head, request.key, self._answer(request), RUNS).head
            except RuleError:
                return engine.cancel(self.system, head, RUNS).head
        for one in self._wanted(head):
            command = one.command
            try:
                step = engine.begin(self.system, head, replace(command, id=name), one.by or _plays(command.actor))
            except RuleError:
                continue
            if one.worth and self._chance(head, step) < one.worth:
                continue
            if command.actor is not None and command.action != "end_turn" and not one.on_the_way:
                self.habits[command.actor] = command.action
            return step.head
        return head

    def _waits_for(self, head: AnyHead) -> engine.Waiting | None:
        """What a head waits for; asked of the head after an act before the act is taken, and again when it has been."""
        if self.waiting is None or self.waiting[0] is not head:
            self.waiting = (head, engine.waits_for(self.system, head))
        return self.waiting[1]

    def _chance(self, head: AnyHead, step: engine.Step) -> Fraction:
        """The chance that an act which has begun succeeds; 1 where nothing tells it."""
        assert step.command is not None  # noqa: S101 - it is a beginning
        odds = engine.action(self.system, step.command.action).odds(head.fight, step.command)
        waiting = self._waits_for(step.head) if odds is None else None
        asked = (one.odds for one in waiting.requests if isinstance(one, Dice)) if waiting else ()
        known = visible(tuple(one for one in (odds, *asked) if one is not None), RUNS)
        return next((chance_of(term) for one in known for term in one.terms if "chance" in term.params), Fraction(1))

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

    def _wanted(self, head: AnyHead) -> Iterator[_Try]:
        """What is tried, the best first: the usual act, what the stage proposes, the turn's end.

        Who has no foe at hand on a board comes nearer to one before doing what is aimed at nobody, and before what
        would hardly succeed.
        """
        acting = next(iter(self.system.whose_turn(head.fight)), None)
        name = self.habits.get(acting or "")
        usual = [self._act(head.fight, name, acting)] if acting is not None and name else []
        far = acting is not None and self._is_far(head.fight, acting)
        yield from (_Try(one, WORTH if far else None) for one in usual if not far or self._is_aimed(head.fight, one))
        found = stage(self.system, head, _plays(acting))
        if far and acting is not None:
            yield from self._nearing(head, acting, found.proposed)
            yield from map(_Try, usual)
        yield from (_Try(one) for one in (found.proposed, found.ending) if one is not None)

    def _nearing(self, head: AnyHead, actor: Id, proposed: Command | None) -> Iterator[_Try]:
        """What is proposed where it is worth it, going left aside; then the way to the nearest foe."""
        goes = boarded(self.system, head.fight, RUNS)[1].goes
        if proposed is not None and proposed.action == goes:
            other = proposal(self.system, head, actor, _plays(actor), without=(goes,))[1]
            proposed = other if other is not None and self._is_aimed(head.fight, other) else None
        if proposed is not None and proposed.action != "end_turn":
            yield _Try(proposed, WORTH)
        way = self._way(head.fight, actor)
        if way is not None:
            yield _Try(way, by=RUNS if way.action == DOOR else None, on_the_way=True)

    def _is_far(self, fight: AnyFight, actor: Id) -> bool:
        """Whether a combatant stands on a board, and beside no foe who stands."""
        placed, rules = boarded(self.system, fight, RUNS)
        if not on_board(placed, actor):
            return False
        here = place_of(placed, actor)
        return not any(next_to(placed, actor, rules, foe, here) for foe in self._foes(fight, actor))

    def _foes(self, fight: AnyFight, actor: Id) -> list[Id]:
        """The foes of a combatant who stand, in the order of the fight."""
        other = "foes" if fight.combatants[actor].side == "party" else "party"
        return [who for who in fight.order if fight.combatants[who].side == other and not self.is_out(fight, who)]

    def _is_aimed(self, fight: AnyFight, command: Command) -> bool:
        """Whether an act names a foe who stands."""
        foes = self._foes(fight, command.actor or "")
        return any(one in foes for value in command.inputs.values() for one in _words(value))

    def _way(self, fight: AnyFight, actor: Id) -> Command | None:
        """What brings a combatant nearer to the nearest foe; None where nothing does."""
        placed, rules = boarded(self.system, fight, RUNS)
        foes = [who for who in self._foes(fight, actor) if who in placed.places]
        verb, moment = engine.action(self.system, rules.goes), self.system.moment(fight)
        declared = verb.inputs(fight, actor, _plays(actor))
        values = {item.name: item.default for item in declared if item.default is not None and item.name not in WHERE}
        going = Command("", rules.goes, actor, values, moment)
        try:
            verb.check(fight, going, _plays(actor))
        except RuleError:
            return None
        form = {name: str(value) for name, value in values.items()}
        found = nearer(placed, actor, rules, foes, self._holds, form) if foes else None
        if found is None:
            return None
        action, fills = found
        return replace(going, action=action, inputs={**values, **fills} if action == rules.goes else fills)

    def _holds(self, fight: AnyFight, who: Id) -> bool:
        return not self.is_out(fight, who)

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
