"""What a rule may ask for: dice, a decision, or several of them from several people.

A rule is a generator. It yields a request and is resumed with the answer; on every later run it is given the
recorded answers again, so it must ask the same things in the same order (contract tests hold it to that).
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from rules.core.audience import TABLE, Audience
from rules.core.errors import Missing, OutOfRange, UnknownValue
from rules.core.facts import Explanation, Fact
from rules.core.inputs import Input, check_inputs
from rules.core.quick import quick
from rules.core.types import Id, Json

R = TypeVar("R")

Answer: TypeAlias = Mapping[str, Json]
"""{"faces": [4, 3, 6]} for dice, the values of the inputs for a decision."""


@dataclass(frozen=True, slots=True)
class Request:
    """Something that a rule waits for."""

    key: str
    """Stable, and unique within its resolution."""
    to: Id | None = None
    """The combatant whose controllers are asked; None asks the game master, who may answer every request."""
    audience: Audience = TABLE
    """Who may know that it is open."""
    so_far: Explanation = ()
    """What is known by now."""
    against: Id | None = None
    """The combatant whose act it answers, such as the attacker of a defence."""

    def leaves(self) -> tuple[Request, ...]:
        """The requests that take an answer of their own."""
        return (self,)

    def check(self, answer: Answer) -> Answer:
        """Return the answer in its normal form.

        Raises Missing, UnknownValue or OutOfRange when it does not fit this request.
        """
        raise NotImplementedError


@quick
@dataclass(frozen=True, slots=True)
class Dice(Request):
    """One group of dice, faces in order; rolled by the app or typed from the table."""

    sides: tuple[int, ...] = ()
    label: str = ""
    """The code of the words that say what the dice are rolled for."""
    bonus: int | None = None
    """What will be added, where that is known."""
    odds: Fact | None = None
    """The exact chances, each part with its audience (see `rules.core.odds`)."""
    summed: bool = True
    """Whether all faces count."""

    def check(self, answer: Answer) -> Answer:
        faces = answer.get("faces")
        if not isinstance(faces, list | tuple) or len(faces) < len(self.sides):
            raise Missing("core.dice.missing", field="faces", params={"count": len(self.sides)})
        if len(faces) > len(self.sides):
            raise OutOfRange("core.dice.many", field="faces", params={"count": len(self.sides)})
        for face, sides in zip(faces, self.sides, strict=True):
            if isinstance(face, bool) or not isinstance(face, int):
                raise UnknownValue("core.input.number", field="faces")
            if not 1 <= face <= sides:
                raise OutOfRange("core.dice.face", field="faces", params={"face": face, "sides": sides})
        return {"faces": list(faces)}


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """How a question may be answered beforehand, by a standing order of the one who is asked."""

    name: str
    """The kind of question, one of the system's `orders`: the code of its words."""
    always: Answer
    never: Answer


@dataclass(frozen=True, slots=True)
class Choose(Request):
    """A decision made of inputs."""

    inputs: tuple[Input, ...] = ()
    default: Answer | None = None
    """The answer that *Seguir* takes; where it is set, nobody has to wait for the decision."""
    label: str = ""
    """The code of its title."""
    about: Id | None = None
    """The combatant that the decision does something to."""
    standing: StandingOrder | None = None
    """Where the question may be answered by a standing order."""

    def check(self, answer: Answer) -> Answer:
        return check_inputs(self.inputs, answer)


@dataclass(frozen=True, slots=True)
class Together(Request):
    """Several requests that may be answered in any order."""

    parts: tuple[Request, ...] = ()

    def leaves(self) -> tuple[Request, ...]:
        return tuple(leaf for part in self.parts for leaf in part.leaves())

    def check(self, answer: Answer) -> Answer:
        raise UnknownValue("core.request.together")


Steps: TypeAlias = Generator[Request, Answer, R]
"""A rule that may ask: it yields requests, is sent answers and returns R."""


def roll(
    key: str,
    to: Id | None,
    *sides: int,
    so_far: Explanation = (),
    audience: Audience = TABLE,
    label: str = "",
    bonus: int | None = None,
    odds: Fact | None = None,
    summed: bool = True,
    against: Id | None = None,
) -> Steps[tuple[int, ...]]:
    """Ask for the faces of one group of dice, in order."""
    request = Dice(
        key=key,
        to=to,
        sides=sides,
        so_far=so_far,
        audience=audience,
        label=label,
        bonus=bonus,
        odds=odds,
        summed=summed,
        against=against,
    )
    answer = yield request
    return tuple(answer["faces"])


def choose(
    key: str,
    to: Id | None,
    *inputs: Input,
    so_far: Explanation = (),
    audience: Audience = TABLE,
    default: Answer | None = None,
    label: str = "",
    about: Id | None = None,
    standing: StandingOrder | None = None,
    against: Id | None = None,
) -> Steps[Answer]:
    """Ask for a decision."""
    answer = yield Choose(
        key=key,
        to=to,
        inputs=inputs,
        so_far=so_far,
        audience=audience,
        default=default,
        label=label,
        about=about,
        standing=standing,
        against=against,
    )
    return answer


def together(
    steps: Mapping[str, Steps[R]], *, key: str, so_far: Explanation = (), audience: Audience = TABLE
) -> Steps[dict[str, R]]:
    """Run several rules side by side, each going on as soon as its own answers are there.

    Returns their results under the names given. Nobody waits for a slower neighbour: a person who has answered is
    asked the next thing at once.
    """
    waiting: dict[str, tuple[Steps[R], Request]] = {}
    results: dict[str, R] = {}

    def advance(name: str, generator: Steps[R], answer: Answer | None) -> None:
        try:
            request = next(generator) if answer is None else generator.send(answer)
        except StopIteration as stop:
            waiting.pop(name, None)
            results[name] = stop.value
        else:
            waiting[name] = (generator, request)

    for name, generator in steps.items():
        advance(name, generator, None)
    while waiting:
        answers = yield Together(
            key=key, so_far=so_far, audience=audience, parts=tuple(request for _, request in waiting.values())
        )
        for name, (generator, request) in tuple(waiting.items()):
            if isinstance(request, Together):
                mine = {leaf.key: answers[leaf.key] for leaf in request.leaves() if leaf.key in answers}
                if mine:
                    advance(name, generator, mine)
            elif request.key in answers:
                advance(name, generator, answers[request.key])
    return {name: results[name] for name in steps}
