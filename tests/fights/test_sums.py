"""What written fights come to in statistics: hits, misses and rescues, by what each system tells."""

from __future__ import annotations

import pytest

from rules.core.chronicle import Chronicle, Step, chronicle
from rules.core.log import counted
from rules.core.registry import get_system
from tests.fights.runner import play
from tests.fights.story import FOLDER, load


def told(path: str) -> Chronicle:
    """The chronicle of a written fight, as the game master reads it."""
    story = load(FOLDER / f"{path}.toml")
    entries = play(story, showing=False).recorder.entries
    now = counted(entries)
    return chronicle([Step(one, one.facts) for one in entries if now.counts(one)], get_system(story.system).told_codes)


@pytest.mark.parametrize(
    ("path", "saves"),
    [
        ("tapiz/bleeding", [("steady", "elythlian", "sharra", None), ("heal", "elythlian", "sharra", 6)]),
        ("tumbas/between_two_worlds", [("steady", "bruno", "ana", None), ("heal", "bruno", "ana", 4)]),
        ("d20/human_shield", [("instead", "hostage", "captor", None)] * 2),
        ("d20/between_life_and_death", [("steady", "marco", "vera", None)]),
        ("tactico/a_clean_bandage", [("heal", "nadia", "tomas", 4)]),
    ],
)
def test_who_saved_whom(path: str, saves: list[tuple[str, str, str, int | None]]) -> None:
    assert [(one.kind, one.by, one.who, one.amount) for one in told(path).saves] == saves


@pytest.mark.parametrize(
    ("path", "strikes"),
    [
        ("tapiz/first_blood", "sharra hits, elythlian misses, orc misses, sharra hits"),
        ("tumbas/ogre_on_the_bridge", "bruno hits, ana hits, ogre hits"),
        # the first blow is good, and what hides the thug makes it miss
        ("d20/in_the_fog", "lur misses, thug misses, lur hits"),
        ("tactico/a_tie_misses", "nadia misses"),
    ],
)
def test_who_struck_and_who_missed(path: str, strikes: str) -> None:
    assert ", ".join(f"{one.who} {'hits' if one.hit else 'misses'}" for one in told(path).strikes) == strikes
