"""Whether sessions may still hear what they listen to, asked for many at once."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from .access import which_allowed
from .person import people_of_sessions


def entitled(asked: Sequence[tuple[str, Collection[str]]]) -> list[int | None]:
    """The person of each session key; None where the person may not hear one of the topics beside it."""
    people = people_of_sessions({key for key, _topics in asked})
    granted = which_allowed((people[key], topic) for key, topics in asked if key in people for topic in topics)
    return [
        people[key].pk if key in people and all((people[key].pk, topic) in granted for topic in topics) else None
        for key, topics in asked
    ]
