"""What every step of the written fights showed when it was last kept, as a short digest of its lines.

A story expects what it is about; the digests notice the rest: a row, an audience, a term, a default of a form.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from tests.fights.runner import Played
from tests.fights.story import FOLDER

KEPT = FOLDER / "shown.txt"
AGAIN = ".venv/bin/python -m tests.fights --keep"
LOOK = ".venv/bin/python -m tests.fights --shown tests/fights/{name}.toml"


def name_of(played: Played) -> str:
    """What a fight is called among those that are kept."""
    return f"{played.story.system}/{played.story.path.stem}"


def digests(played: Played) -> list[str]:
    """A digest of what each step showed."""
    return [sha256("\n".join(lines).encode()).hexdigest()[:4] for lines in played.shown]


def kept() -> dict[str, list[str]]:
    """The digests of each fight, by its name."""
    lines = (line.split() for line in KEPT.read_text(encoding="utf-8").splitlines())
    return {name: steps for name, *steps in lines}


def keep(fights: Mapping[str, list[str]]) -> None:
    """Write the digests of all fights, one fight a line."""
    KEPT.write_text("".join(f"{name} {' '.join(steps)}\n" for name, steps in sorted(fights.items())), encoding="utf-8")


def compared(played: Played, steps: list[str] | None) -> None:
    """Raise AssertionError at the first step that shows something else than when it was kept."""
    name, now = name_of(played), digests(played)
    assert steps is not None, f"{name} is not kept: {AGAIN}"
    assert len(steps) == len(now), f"{name} has other steps than when it was kept: {AGAIN}"
    for place, (step, before, after) in enumerate(zip(played.story.step, steps, now, strict=True), 1):
        told = f'{name}, step {place} ("{step.told}") tells, changes or offers something else than when it was kept'
        assert before == after, f"{told}: look by {LOOK.format(name=name)}; if that is meant, {AGAIN}"
