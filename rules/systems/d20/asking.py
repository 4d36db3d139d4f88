"""Rules that throw dice, asked at the table: every throw becomes a request to whoever rolls it."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TypeVar

from rules.core.audience import TABLE, Audience
from rules.core.facts import Explanation, Fact
from rules.core.requests import Steps, roll, together
from rules.core.types import Id
from rules.systems.d20.throws import ACTOR, TARGET, Throw, Throws

R = TypeVar("R")

Dice = tuple[Throw, ...]


def _everybody(roller: Id | None) -> Audience:
    return TABLE


def _nothing(dice: Dice) -> Explanation:
    return ()


def _unknown(dice: Dice) -> Fact | None:
    return None


def asked(
    rule: Throws[R],
    rollers: Mapping[str, Id | None],
    *,
    key: str = "",
    audience: Callable[[Id | None], Audience] = _everybody,
    so_far: Callable[[Dice], Explanation] = _nothing,
    odds: Callable[[Dice], Fact | None] = _unknown,
) -> Steps[R]:
    """Carry out a rule with dice that are asked for, and return what it comes to.

    rollers: who is behind the roles of the rule, None for the game master; ids stand for themselves. Dice that one
    person throws at once for one purpose are one request, called by purpose and roller ("reflex:<id>", from the second
    time on "reflex:<id>:2"), after `key` where one resolution asks for several rules; those of several people or
    purposes are asked together. audience, so_far, odds: of each request, by who is asked and what is thrown. Raises
    what the rule raises.
    """
    times: Counter[str] = Counter()

    def request(dice: Dice) -> tuple[str, Steps[tuple[int, ...]]]:
        first = dice[0]
        role = first.roller in (ACTOR, TARGET)
        to = rollers[first.roller] if role else rollers.get(first.roller, first.roller)
        name = _joined(key, first.purpose, to or first.roller)
        times[name] += 1
        if times[name] > 1:
            name = _joined(name, str(times[name]))
        return name, roll(
            name,
            to,
            *(die.sides for die in dice),
            so_far=so_far(dice),
            audience=audience(to),
            label=f"dice.{first.purpose}",
            bonus=first.bonus,
            odds=odds(dice),
        )

    try:
        dice = next(rule)
        while True:
            groups = _alike(dice)
            requests = dict(request(tuple(dice[place] for place in places)) for places in groups)
            answers = yield from _answers(requests, _joined(key, dice[0].purpose), so_far(dice))
            faces = {
                place: face
                for places, answer in zip(groups, answers, strict=True)
                for place, face in zip(places, answer, strict=True)
            }
            dice = rule.send(tuple(faces[place] for place in range(len(dice))))
    except StopIteration as stop:
        result: R = stop.value
        return result


def _joined(*parts: str) -> str:
    return ":".join(part for part in parts if part)


def _alike(dice: Dice) -> list[list[int]]:
    """The places of the dice that are one request: the same roller, purpose and bonus."""
    groups: dict[tuple[str, str, int | None], list[int]] = {}
    for place, die in enumerate(dice):
        groups.setdefault((die.roller, die.purpose, die.bonus), []).append(place)
    return list(groups.values())


def _answers(
    requests: Mapping[str, Steps[tuple[int, ...]]], key: str, so_far: Explanation
) -> Steps[tuple[tuple[int, ...], ...]]:
    if len(requests) == 1:
        (single,) = requests.values()
        return ((yield from single),)
    answers = yield from together(requests, key=key, so_far=so_far)
    return tuple(answers[name] for name in requests)
