"""Every written fight comes out as it is told; the demand that every die explains itself cannot be met by accident.

A fight is played once for all tests of this file.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rules.core.help import index_of
from rules.core.registry import SYSTEMS
from rules.core.staging import APP
from rules.core.words import LANGUAGES, ROOT, told
from tests.fights.keeping import compared, digests, kept, name_of
from tests.fights.runner import Played, play
from tests.fights.story import FOLDER, lessons, load, stories
from tests.rules.explained import demands_on_dice, unexplained, without_terms
from tests.rules.recorder import Recorder

FEWEST_LESSONS = 3
NEVER_ALONE: dict[str, frozenset[str]] = {"d20": frozenset({"will"})}
"""Dice that have a word and that no rule throws: the table asks for them as any check."""
STABILISING = {
    "d20": "dice.treat_injury",
    "tactico": "dice.care",
    "tapiz": "dice.stabilise",
    "tumbas": "dice.dying",
}
"""What dice are called that keep someone from dying, or, where nothing is stabilised, that treat."""


@cache
def played_once(path: Path) -> Played:
    return play(load(path))


def recorders(slug: str) -> list[Recorder]:
    """How the written fights of a system went."""
    return [played_once(path).recorder for path in stories(slug)]


def fallen(slug: str) -> set[str]:
    """What the dice were called that fell in them."""
    return {request.label for recorder in recorders(slug) for request in recorder.fallen.values()}


@pytest.mark.parametrize("path", stories(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_it_comes_out_as_told_and_shows_what_it_showed(path: Path) -> None:
    played = played_once(path)
    demands_on_dice(played.story.system, played.recorder)
    compared(played, kept().get(name_of(played)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", lessons(), ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_a_lesson_comes_out_as_told_in_every_language(path: Path, language: str) -> None:
    played = play(load(path, language), showing=False)
    demands_on_dice(played.story.system, played.recorder)


@pytest.mark.parametrize("path", lessons(), ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_a_lesson_is_told_whole_and_proves_what_it_tells(path: Path) -> None:
    spanish, english = (load(path, language) for language in ("es", "en"))
    assert spanish.place
    for one, other in zip((spanish, *spanish.step), (english, *english.step), strict=True):
        for name in ("title", "about", "ends", "told", "after"):
            texts = [getattr(told, name, name) for told in (one, other)]
            assert all(texts), f"{name} is missing"
            assert texts == [name, name] or texts[0] != texts[1], f"{name} is not translated: {texts[0]}"
    for step in spanish.step:
        assert step.rows, f"shows no rule: {step.told}"
        assert step.expects, f"expects nothing: {step.told}"
        # What a person who plays alone can do: everything by the game master's hand.
        assert step.by in ("", APP)
        assert not any((step.rises, step.undo, step.cancel)), step.told


@pytest.mark.parametrize("slug", [slug for slug in SYSTEMS if index_of(slug)])
def test_a_system_whose_rules_can_be_read_has_lessons(slug: str) -> None:
    assert len(lessons(slug)) >= FEWEST_LESSONS


def test_what_is_kept_is_of_a_fight_that_there_is() -> None:
    assert {f"{path.parent.name}/{path.stem}" for path in stories()} == set(kept())


def test_a_step_that_shows_something_else_is_named() -> None:
    played = played_once(stories("tapiz")[0])
    first, *others = digests(played)
    with pytest.raises(AssertionError, match=r"step 1 \(.*--shown tests/fights/tapiz/.*--keep"):
        compared(played, ["0" * len(first), *others])
    with pytest.raises(AssertionError, match="is not kept"):
        compared(played, None)


def test_every_system_with_fights_is_registered() -> None:
    folders = {path.parent.name for path in FOLDER.glob("*/*.toml")}
    assert folders <= set(SYSTEMS), "a fight of a system that nobody can play is never played"
    assert "tapiz" in folders


@pytest.mark.parametrize("slug", sorted(SYSTEMS))
def test_dice_without_their_terms_are_found(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    missed: list[tuple[str, str]] = []
    for recorder in recorders(slug):
        monkeypatch.setattr(recorder, "entries", without_terms(recorder.entries))
        missed += unexplained(recorder)
    assert {purpose for purpose, _ in missed} >= fallen(slug)


@pytest.mark.parametrize("slug", sorted(SYSTEMS))
def test_all_dice_of_a_system_fall_in_its_written_fights(slug: str) -> None:
    named = {code.removeprefix("dice.") for code in told(ROOT / "systems" / slug, "es") if code.startswith("dice.")}
    fell = {label.removeprefix("dice.") for label in fallen(slug)}
    assert sorted(named - fell - NEVER_ALONE.get(slug, frozenset())) == []


@pytest.mark.parametrize("slug", STABILISING)
def test_stabilising_falls_in_written_fights(slug: str) -> None:
    assert STABILISING[slug] in fallen(slug)
