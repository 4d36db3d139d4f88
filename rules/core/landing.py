"""Before it lands: a loss, a consequence, a broken or dropped thing, a fall comes through here before it is applied.

The combatant that it is about to fall on is asked when the rules give it means to soften, avoid or answer it, and reads
what comes of each; a combatant without means is not asked. A system says what falls, and hands in the means.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.core.facts import Fact, Notes
from rules.core.fight import Fight
from rules.core.inputs import Choice, Input, Option, Text
from rules.core.people import rolls_seen
from rules.core.requests import Answer, StandingOrder, Steps, choose, together
from rules.core.types import Id

B = TypeVar("B")
T = TypeVar("T")

ORDER = "order.landing"
"""The kind of question, for standing orders: never soften, or whenever it can be done without words.

What would take the combatant out is asked all the same.
"""

LANDS = "none"
"""The answer that lets it land as it is."""

WORDS = 80
"""The most letters in which a combatant says what happens instead."""


def _as_it_is(fight: Fight[B, T]) -> Steps[Fight[B, T]]:
    yield from ()
    return fight


def _left_to_the_rule(fight: Fight[B, T], words: str) -> Steps[Fight[B, T]]:
    yield from ()
    return fight


@dataclass(frozen=True, slots=True)
class Means(Generic[B, T]):
    """One way to soften, avoid or answer what is about to land."""

    name: str
    label: Fact
    outcome: tuple[Fact, ...]
    """What it costs, and what then happens."""
    take: Callable[[Fight[B, T], str], Steps[Fight[B, T]]] = _left_to_the_rule
    """The fight after it; the text is what the player said happens instead."""
    in_words: bool = False
    """The player has to say what happens instead."""


@dataclass(frozen=True, slots=True)
class Landing(Generic[B, T]):
    """Something that is about to fall on a combatant."""

    name: str
    """The name of its input, unique among those that land on the same combatant together."""
    on: Id
    what: Fact
    """What falls, as the option that lets it."""
    lands: Callable[[Fight[B, T]], Steps[Fight[B, T]]] = _as_it_is
    """The fight after it has landed as it is."""
    outcome: tuple[Fact, ...] = ()
    """What it leaves of the combatant."""
    means: tuple[Means[B, T], ...] = ()
    takes_out: bool = False
    """It takes the combatant out, so letting it land is never proposed."""


def met(fight: Fight[B, T], landing: Landing[B, T], notes: Notes, *, key: str) -> Steps[str]:
    """Ask how a combatant meets what lands in the middle of a rule, which goes on from the answer.

    Returns the name of the means, or `LANDS`, also where there are none.
    """
    if not landing.means:
        return LANDS
    answer = yield from _asked(fight, [landing], notes, f"{key}:{landing.on}")
    return str(answer[landing.name])


def landed(
    fight: Fight[B, T], landings: Sequence[Landing[B, T]], notes: Notes, *, key: str = "landing"
) -> Steps[Fight[B, T]]:
    """Ask the combatants that have means, all at once, and apply what then falls, in the order given.

    key: the key of the requests; the combatant's id follows it. Raises what the means raise.
    """
    asked = {
        who: _asked(fight, [one for one in landings if one.on == who], notes, f"{key}:{who}")
        for who in dict.fromkeys(one.on for one in landings if one.means)
    }
    answers: Mapping[Id, Answer] = {}
    if len(asked) == 1:
        ((who, steps),) = asked.items()
        answers = {who: (yield from steps)}
    elif asked:
        answers = yield from together(asked, key=key, so_far=notes.so_far)
    for one in landings:
        answer = answers.get(one.on, {})
        chosen = next((means for means in one.means if means.name == answer.get(one.name)), None)
        if chosen is None:
            fight = yield from one.lands(fight)
        else:
            fight = yield from chosen.take(fight, str(answer.get(_words(one.name)) or "").strip())
    return fight


def _asked(fight: Fight[B, T], landings: Sequence[Landing[B, T]], notes: Notes, key: str) -> Steps[Answer]:
    """Ask one combatant about what falls on it; what would take it out is decided, never proposed."""
    who, inputs = landings[0].on, [part for one in landings if one.means for part in _inputs(one)]
    proposed = None if any(one.takes_out for one in landings) else {one.name: LANDS for one in landings if one.means}
    answer = yield from choose(
        key,
        who,
        *inputs,
        so_far=notes.so_far,
        audience=rolls_seen(fight, who),
        default=proposed,
        label="ask.landing",
        about=who,
        standing=None if proposed is None else StandingOrder(ORDER, _softened(landings), proposed),
    )
    return answer


def _softened(landings: Sequence[Landing[B, T]]) -> Answer:
    """The answer that takes the first means that need no words, wherever there are such."""
    return {
        one.name: next((means.name for means in one.means if not means.in_words), LANDS)
        for one in landings
        if one.means
    }


def _inputs(one: Landing[B, T]) -> tuple[Input, ...]:
    options = (
        Option(LANDS, one.what, notes=one.outcome),
        *(Option(means.name, means.label, notes=means.outcome) for means in one.means),
    )
    choice = Choice(
        one.name,
        "input.landing",
        default=None if one.takes_out else LANDS,
        required=one.takes_out,
        layout="column",
        options=options,
        fresh=True,
    )
    if not any(means.in_words for means in one.means):
        return (choice,)
    return choice, Text(_words(one.name), "input.landing_words", required=False, length=WORDS, fresh=True)


def _words(name: str) -> str:
    return f"{name}_words"
