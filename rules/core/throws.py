"""A rule with dice or choices, told once: a generator of plain values that play and worked cases drive alike.

Such a rule knows no fight. It yields the dice that fall now (`throw`), the choices that a side has (`decide`), what is
known before the rule ends (`known`) and rules that run side by side (`side_by_side`); what it yields next may depend on
what fell before. It returns its result. At the table `asked` turns each throw and choice into a request to the right
person; with faces and choices that are known `resolved` carries the rule out.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from rules.core.audience import TABLE, Audience
from rules.core.errors import Missing, OutOfRange
from rules.core.facts import Explanation, Fact
from rules.core.quick import quick
from rules.core.requests import Steps, roll, together
from rules.core.types import Id

R = TypeVar("R")

ACTOR = "actor"
"""The role of the side that acts; in a rule about one person, the role of that person."""

TARGET = "target"
"""The role of the side that is acted upon."""


@quick
@dataclass(frozen=True, slots=True)
class Throw:
    """One die that a rule needs."""

    purpose: str
    sides: int
    roller: str = ACTOR
    """A role, or the id of a combatant."""
    bonus: int | None = None
    """What will be added, where that is known."""
    needed: int | None = None
    """The number to reach, where it is fixed."""


Dice: TypeAlias = tuple[Throw, ...]
"""Dice that fall together."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that a side has in the middle of a rule; `default` is what worked cases take unless they say."""

    name: str
    chooser: str = ACTOR
    default: Any = None


@dataclass(frozen=True, slots=True)
class Known:
    """A part of the result that is known before the rule ends, so that those asked next read it."""

    name: str
    value: Any


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Rules that run at the same time; worked cases carry them out one after the other."""

    rules: Mapping[str, Throws[Any]]


Event: TypeAlias = Dice | Decision | Known | SideBySide

Throws: TypeAlias = Generator[Event, Any, R]
"""A rule that yields events, is sent what came of each, and returns R."""


def throw(*dice: Throw) -> Throws[tuple[int, ...]]:
    """Ask for dice that fall together and return their faces, in order; without any nothing is asked."""
    return (yield dice) if dice else ()


def throw_one(
    purpose: str, sides: int, roller: str = ACTOR, *, bonus: int | None = None, needed: int | None = None
) -> Throws[int]:
    """Ask for a single die and return its face."""
    (face,) = yield (Throw(purpose, sides, roller, bonus, needed),)
    return int(face)


def decide(name: str, chooser: str = ACTOR, default: Any = None) -> Throws[Any]:
    """Let a side choose and return the choice as the plain value that the rule works with."""
    return (yield Decision(name, chooser, default))


def known(name: str, value: Any) -> Throws[None]:
    """Say what is known already."""
    yield Known(name, value)


def side_by_side(rules: Mapping[str, Throws[R]]) -> Throws[dict[str, R]]:
    """Run rules at the same time and return their results by name."""
    results: dict[str, R] = yield SideBySide(rules)
    return results


def resolved(
    rule: Throws[R],
    faces: Sequence[int] = (),
    decisions: Mapping[str, Any] | None = None,
    *,
    missing_first: bool = False,
) -> R:
    """Carry out a rule with the faces that were thrown, in the order in which it asks for them.

    decisions: choices by name; one that is not named takes its default. missing_first: of dice that fall together a
    missing one is told before a wrong face; otherwise they are looked at one by one. Raises OutOfRange for a face that
    the die does not have and for faces that the rule never asked for, Missing when there are too few; what the rule
    itself refuses comes before any die.
    """
    given = _Faces(list(faces), missing_first=missing_first)
    result = _carried_out(rule, given, decisions or {})
    if given.taken < len(faces):
        raise OutOfRange("dice.too_many", field="faces", params={"given": len(faces), "needed": given.taken})
    return result


@dataclass(slots=True)
class _Faces:
    """The faces of a worked case, taken one after the other."""

    faces: Sequence[int]
    missing_first: bool
    taken: int = 0

    def of(self, dice: Dice) -> tuple[int, ...]:
        """The next faces for dice that fall together."""
        if self.missing_first:
            self._check_count(self.taken + len(dice))
        return tuple(self._face(die) for die in dice)

    def _face(self, die: Throw) -> int:
        self._check_count(self.taken + 1)
        face = self.faces[self.taken]
        if not 1 <= face <= die.sides:
            raise OutOfRange("dice.face", field="faces", params={"value": face, "sides": die.sides})
        self.taken += 1
        return face

    def _check_count(self, needed: int) -> None:
        if len(self.faces) < needed:
            raise Missing("dice.too_few", field="faces", params={"given": len(self.faces), "needed": needed})


def _carried_out(rule: Throws[R], given: _Faces, decisions: Mapping[str, Any]) -> R:
    answer: Any = None
    try:
        while True:
            match rule.send(answer):
                case Decision(name=name, default=default):
                    answer = decisions.get(name, default)
                case Known():
                    answer = None
                case SideBySide(rules=parts):
                    answer = {name: _carried_out(part, given, decisions) for name, part in parts.items()}
                case dice:
                    answer = given.of(dice)
    except StopIteration as stop:
        result: R = stop.value
        return result


def _usual_name(die: Throw, roller: Id, time: int) -> str:
    return _joined(die.purpose, roller, "" if time == 1 else str(time))


def _everybody(die: Throw, to: Id | None) -> Audience:
    return TABLE


def _nothing() -> Explanation:
    return ()


def _unknown(dice: Dice) -> Fact | None:
    return None


def _as_told(dice: Dice) -> int | None:
    return dice[0].bonus


def _all_counted(dice: Dice) -> bool:
    return True


@quick
@dataclass(frozen=True, slots=True)
class Asking:
    """How the throws and choices of a rule reach the people of a fight."""

    rollers: Mapping[str, Id | None] = field(default_factory=dict)
    """Who is behind each role of the rule, None for the game master; ids stand for themselves."""
    key: str = ""
    """Comes before the key of every request, where one resolution asks for several rules."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """What comes before the key instead of `key`, by the purpose of the dice: for a rule within the rule."""
    audience: Callable[[Throw, Id | None], Audience] = _everybody
    """Who may know of a request for dice, by the first of them and who is asked."""
    so_far: Callable[[], Explanation] = _nothing
    """What is known by the time of a request."""
    odds: Callable[[Dice], Fact | None] = _unknown
    """The exact chances of dice that one person throws."""
    bonus: Callable[[Dice], int | None] = _as_told
    """What is said to be added to dice that one person throws: less than the rule knows where that is a secret."""
    summed: Callable[[Dice], bool] = _all_counted
    """Whether all the faces of dice that one person throws count."""
    name: Callable[[Throw, Id, int], str] = _usual_name
    """The key of a request, after `key`: by the first of its dice, who throws it, and how often that person has
    thrown for this purpose by now (1 the first time). Stored logs rest on it."""
    choices: Mapping[str, Callable[[Decision], Steps[Any]]] = field(default_factory=dict)
    """How each choice is asked, by its name; the step returns the plain value."""
    against: Mapping[Id, Id] = field(default_factory=dict)
    """Whose act the dice of each combatant answer."""
    tell: Callable[[Known], None] = lambda known: None
    """Tells what is known before the rule ends."""

    def who(self, role: str) -> Id | None:
        """The combatant behind a role or an id; None is the game master."""
        return self.rollers.get(role, None if role in (ACTOR, TARGET) else role)

    def key_of(self, purpose: str) -> str:
        """What comes before the key of a request for dice of this purpose."""
        return self.keys.get(purpose, self.key)


def asked(rule: Throws[R], asking: Asking) -> Steps[R]:
    """Carry out a rule with dice and choices that are asked for, and return what it comes to.

    Dice that one person throws at once for one purpose are one request, called by purpose and roller ("reflex:<id>",
    from the second time on "reflex:<id>:2"); those of several people or purposes are asked together. Raises what the
    rule raises.
    """
    return (yield from _asked(rule, asking, {}))


def _asked(rule: Throws[R], asking: Asking, times: dict[tuple[str, str], int]) -> Steps[R]:
    answer: Any = None
    try:
        while True:
            match rule.send(answer):
                case Decision() as decision:
                    answer = yield from asking.choices[decision.name](decision)
                case Known() as found:
                    asking.tell(found)
                    answer = None
                case SideBySide(rules=parts):
                    steps = {name: _asked(part, asking, times) for name, part in parts.items()}
                    key = _joined(asking.key, "side_by_side", *parts)
                    answer = yield from together(steps, key=key, so_far=asking.so_far())
                case dice:
                    answer = yield from _faces(dice, asking, times)
    except StopIteration as stop:
        result: R = stop.value
        return result


def _faces(dice: Dice, asking: Asking, times: dict[tuple[str, str], int]) -> Steps[tuple[int, ...]]:
    groups = _alike(dice)
    requests = dict(_request(tuple(dice[place] for place in places), asking, times) for places in groups)
    if len(requests) == 1:
        (single,) = requests.values()
        return (yield from single)
    key = _joined(asking.key_of(dice[0].purpose), dice[0].purpose)
    answers = yield from together(requests, key=key, so_far=asking.so_far())
    faces = {
        place: face
        for places, answer in zip(groups, answers.values(), strict=True)
        for place, face in zip(places, answer, strict=True)
    }
    return tuple(faces[place] for place in range(len(dice)))


def _request(dice: Dice, asking: Asking, times: dict[tuple[str, str], int]) -> tuple[str, Steps[tuple[int, ...]]]:
    first = dice[0]
    to = asking.who(first.roller)
    roller = to or first.roller
    time = times[first.purpose, roller] = times.get((first.purpose, roller), 0) + 1
    name = _joined(asking.key_of(first.purpose), asking.name(first, roller, time))
    return name, roll(
        name,
        to,
        *(die.sides for die in dice),
        so_far=asking.so_far(),
        audience=asking.audience(first, to),
        label=f"dice.{first.purpose}",
        bonus=asking.bonus(dice),
        odds=asking.odds(dice),
        summed=asking.summed(dice),
        against=asking.against.get(to) if to is not None else None,
    )


def _joined(*parts: str) -> str:
    return ":".join(part for part in parts if part)


def _alike(dice: Dice) -> list[list[int]]:
    """The places of the dice that are one request: the same roller, purpose and bonus."""
    groups: dict[tuple[str, str, int | None], list[int]] = {}
    for place, die in enumerate(dice):
        groups.setdefault((die.roller, die.purpose, die.bonus), []).append(place)
    return list(groups.values())
