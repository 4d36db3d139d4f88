"""The contract suite on every registered system and on the toys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from rules.core.registry import SYSTEMS, get_system
from rules.core.system import AnySystem
from rules.core.words import words
from tests.rules import contract, demands
from tests.rules.explained import demands_on_dice
from tests.rules.recorder import Recorder
from tests.rules.toys import declared, opposed, spend, threat
from tests.rules.unchanged import Watched, demands_on_what_is_kept, forget
from tests.sizes import examples

RULES = Path(contract.__file__).resolve().parents[2] / "rules"
STEPS = 24
TOYS: dict[str, Any] = {toy.SYSTEM.slug: toy for toy in (spend, opposed, threat, declared)}


@dataclass(frozen=True)
class Subject:
    """A system, the fight it is played in and the files it is written in."""

    system: AnySystem
    fight: Callable[[], Any]
    files: tuple[Path, ...]


def subject(slug: str) -> Subject:
    """The subject of this name: a toy, or a registered system with its scenario."""
    if slug in TOYS:
        toy = TOYS[slug]
        return Subject(toy.SYSTEM, lambda: toy.scenario(toy.SYSTEM), (Path(toy.__file__),))
    system = get_system(slug)
    scenario = import_module(f"tests.rules.scenarios.{slug}").scenario
    return Subject(system, lambda: scenario(system), tuple(sorted((RULES / "systems" / slug).rglob("*.py"))))


ALL = [*TOYS, *SYSTEMS]
every_system = pytest.mark.parametrize("slug", ALL)
briefly = settings(
    max_examples=examples(15),
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # a failure is read as it was played: shrinking takes minutes
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@every_system
@briefly
@given(data=st.data())
def test_random_play(slug: str, data: st.DataObject) -> None:
    one = subject(slug)
    forget(one.system)
    play = Watched(one.system, one.fight(), data)
    if slug in SYSTEMS and data.draw(st.booleans(), label="by another carta"):
        house = data.draw(contract.values(one.system.settings))
        play.recorder.begin("apply_house", internal=True, house=house)
    play.steps(STEPS)
    demands_on_what_is_kept(one.system)
    demands.demands_on_wounds(one.system, play.recorder, play.emitted)
    if slug in SYSTEMS:
        demands_on_dice(slug, play.recorder)
    demands.demands_on_strangers(one.system, play.recorder)
    demands.demands_on_replay(play.recorder)
    demands.demands_on_putting_right(play.recorder)
    demands.demands_on_undoing_all(play.recorder)
    if slug in SYSTEMS:
        demands.demands_on_words(slug, play.emitted)


@every_system
def test_no_yield_from_is_forgotten(slug: str) -> None:
    assert demands.forgotten_yield_from(*subject(slug).files) == []


@every_system
def test_first_fight_can_be_kept(slug: str) -> None:
    one = subject(slug)
    recorder = Recorder(one.system, one.fight())
    demands.demands_on_state(recorder)
    assert one.system.migrate(recorder.state, one.system.state_version) == recorder.state


@every_system
def test_every_verb_is_known_by_its_own_name(slug: str) -> None:
    assert {name: action.name for name, action in subject(slug).system.actions.items()} == {
        name: name for name in subject(slug).system.actions
    }


@pytest.mark.parametrize("slug", SYSTEMS)
def test_both_languages_say_the_same_things(slug: str) -> None:
    spanish, english = words(slug, "es"), words(slug, "en")
    assert spanish, "a registered system has its words"
    assert sorted(spanish) == sorted(english)
    for code, text in spanish.items():
        assert demands.parts(text) == demands.parts(english[code]), code
