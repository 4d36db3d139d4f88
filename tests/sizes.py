"""How much property tests try: little by default, much with `make test-long`.

The size is that of the Hypothesis profile which the run loads (`tests/conftest.py`). A test that says nothing tries as
many examples as the profile has; one that plays whole fights tries fewer, in the same proportion.
"""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from hypothesis import settings

One = TypeVar("One")
Other = TypeVar("Other")

SMALL, LONG = 20, 200
"""The examples of the two profiles."""


def one_in(share: int) -> int:
    """Of how many questions of an exhaustive comparison one is asked now: each one with `make test-long`."""
    return 1 if settings.default.max_examples >= LONG else share  # type: ignore[attr-defined]


def shared_out(ones: Iterable[One], others: Sequence[Other]) -> list[tuple[One, Other]]:
    """Each with one of the others, in turn; with all of them with `make test-long`."""
    share = one_in(len(others))
    return [
        (one, other) for at, one in enumerate(ones) for place, other in enumerate(others) if not (place - at) % share
    ]


def examples(usual: int) -> int:
    """How many examples a test tries now of which a hundred would be too slow: `usual` in place of a hundred."""
    return max(3, usual * settings.default.max_examples // 100)  # type: ignore[attr-defined]
