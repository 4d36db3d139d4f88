"""Characters made at once, wherever steps fill themselves in: nothing unspent, no fault, a reason for each step."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from rules.core.creation import Creation, Pick, WholeCharacter, checked, filled, propose, reasons
from rules.core.equipment import FIRST_LANGUAGE
from rules.core.errors import NotAllowed
from rules.core.facts import Fact
from rules.core.gear import Gear
from rules.core.outfit import outfitted
from rules.core.registry import SYSTEMS, get_system
from rules.core.words import LANGUAGES, Speaker
from tests.sizes import one_in

SEEDS = 200 // one_in(20)
"""200 with `make test-long`."""

FILLING = [
    pytest.param(slug, kind, option.value, id=f"{slug}-{kind}-{option.value}")
    for slug in SYSTEMS
    for kind, sheet in get_system(slug).sheet_kinds.items()
    if sheet.creation is not None
    for option in sheet.creation.archetypes
]


def creation_of(slug: str, kind: str) -> Creation:
    found = get_system(slug).sheet_kinds[kind].creation
    assert found is not None
    return found


def word(slug: str, language: str = FIRST_LANGUAGE) -> Speaker:
    return Speaker(slug, language, lambda who: who)


def made(slug: str, kind: str, archetype: str, pick: Pick) -> WholeCharacter:
    return propose(creation_of(slug, kind), archetype, pick, word(slug).word, {})


def test_a_step_that_refuses_what_it_fills_in_itself_is_no_character() -> None:
    creation = creation_of("tumbas", next(iter(get_system("tumbas").sheet_kinds)))
    first, *others = creation.steps
    refusing = replace(first, faults=lambda said: (NotAllowed("toy.refused"),))
    with pytest.raises(NotAllowed, match=r"toy\.refused"):
        propose(replace(creation, steps=(refusing, *others)), "", lambda sides: 0, word("tumbas").word, {})


def loaded(slug: str, kind: str, whole: WholeCharacter) -> object:
    """Its state in a fight, with all it carries."""
    system = get_system(slug)
    sheet = system.sheet_kinds[kind].load(whole.values)
    carried = Gear({str(place): one for place, one in enumerate(whole.things, 1)})
    return system.body(kind, outfitted(system, kind, sheet, carried, {}), {})


@pytest.mark.parametrize(("slug", "kind", "archetype"), FILLING)
def test_whoever_is_made_at_once_is_finished_and_says_why(slug: str, kind: str, archetype: str) -> None:
    """`propose` raises where a step refuses what it filled in itself, or has anything left to choose or spend."""
    creation = creation_of(slug, kind)
    for seed in range(SEEDS):
        pick = random.Random(seed).randrange
        whole = made(slug, kind, archetype, pick)
        loaded(slug, kind, whole)
        said = filled(creation, {**creation.start(str), **creation.of_archetype(archetype)}, pick)
        for step in creation.steps:
            if step.why(said) == () and step.inputs(said):
                assert step.left(said) == () or all(not one.of for one in step.left(said)), step.name
        assert whole.reasons


@pytest.mark.parametrize(("slug", "kind", "archetype"), FILLING)
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_is_said_of_it_has_words(slug: str, kind: str, archetype: str, language: str) -> None:
    whole, speaker = made(slug, kind, archetype, lambda most: most - 1), word(slug, language)
    for one in (*whole.told, *whole.reasons):
        assert speaker.text(one)


@pytest.mark.parametrize(("slug", "kind", "archetype"), FILLING)
def test_what_was_answered_stays(slug: str, kind: str, archetype: str) -> None:
    """Filling in changes nothing that is said, so that it may be asked for at any step."""
    creation = creation_of(slug, kind)
    pick = random.Random(1).randrange
    said = filled(creation, {**creation.start(str), **creation.of_archetype(archetype)}, pick)
    assert filled(creation, said, pick) == said
    assert checked(creation, said)
    assert reasons(creation, said)


@pytest.mark.parametrize("archetype", [one.values[2] for one in FILLING if one.values[0] == "d20"])
def test_d20_carries_no_weapon_that_it_is_not_trained_with(archetype: str) -> None:
    """MAKE-05."""
    from rules.systems.d20.state import Body
    from rules.systems.d20.values import is_proficient

    for seed in range(SEEDS):
        body = loaded("d20", "person", made("d20", "person", archetype, random.Random(seed).randrange))
        assert isinstance(body, Body)
        assert body.weapons
        assert [weapon.name for weapon in body.weapons if not is_proficient(body, weapon)] == []
        assert len(body.feats) >= 2


def test_titles_and_questions_of_all_steps_have_words() -> None:
    for one in FILLING:
        slug, kind = str(one.values[0]), str(one.values[1])
        for language in LANGUAGES:
            for step in creation_of(slug, kind).steps:
                assert word(slug, language).text(Fact(f"creation.{step.name}"))
