"""The course of a demo fight whose people press their main buttons as they stand: played once, as far as tests ask."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from combat import deeds
from tests.combat.pressing import PAGE, PANEL, Person, Shown
from tests.kept import Replay
from tests.simulation.reading import words_of

MOST = 80
"""After this many presses, what is waited for should have come."""

T = TypeVar("T")


@dataclass
class Moment:
    """A moment of a course."""

    dice: Any
    """The state of the dice."""
    came: Replay = field(default_factory=Replay)
    """What the press before it wrote."""
    known: defaultdict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    """What each of the people read there, by name."""


@dataclass
class Course:
    """The moments of one fight, from its beginning on; tests begin where it does, with dice of the same seed."""

    moments: list[Moment] = field(default_factory=list)
    chance: random.Random = field(default_factory=lambda: random.Random(1))

    def until(self, people: Mapping[str, Person], found: Callable[[], T | None]) -> T:
        """Bring a fight that is at its beginning to the first moment at which something is found."""
        for at in range(MOST):
            self.come_to(at, people)
            if (it := found()) is not None:
                for one in people.values():
                    one.known = None
                return it
        raise AssertionError("it never came to that")

    def come_to(self, at: int, people: Mapping[str, Person]) -> None:
        """Come here from the moment before."""
        if at < len(self.moments):
            self.moments[at].came.again()
            deeds._random.setstate(self.moments[at].dice)
        else:
            came = Replay()
            if at:
                self._press(people, came)
            self.moments.append(Moment(deeds._random.getstate(), came))
        for name, one in people.items():
            one.known = self.moments[at].known[name]

    def _press(self, people: Mapping[str, Person], came: Replay) -> None:
        """The next person with a button presses it: there is always one, and each press is taken."""
        for name in self.chance.sample(sorted(people), len(people)):
            panel = people[name].look(part=PANEL)
            if not panel.act and not panel.link:
                continue
            page = people[name].look()
            same_step(page, panel)
            with came.noted():
                words, response = people[name].press(part=PAGE)
            if response is not None:
                answer = words_of(response.content.decode())
                assert response.status_code in (200, 302), f"{words!r} was refused: {answer}"
                return
        raise AssertionError("nobody has anything to press")


def same_step(page: Shown, panel: Shown) -> None:
    """The panel alone offers the step of the page, and sends nothing but what the page sends."""
    assert (panel.act, panel.link, panel.words) == (page.act, page.link, page.words)
    assert sent(panel) <= sent(page)


def sent(shown: Shown) -> set[tuple[str, str]]:
    """What the form of a page sends, but for what is new each time."""
    return {(name, value) for name, value in shown.controls if name not in ("key", "csrfmiddlewaretoken")}
