"""What new characters may begin with: the kit that fits, and single things on the shelf of their kind."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from rules.core.facts import Fact
from rules.core.inputs import Choice
from rules.core.starting import NO_KIT, SHELVES, StartingGear, shelf

GEARS: dict[str, StartingGear] = {
    slug: import_module(f"rules.systems.{slug}.starting").STARTING_GEAR for slug in ("tapiz", "d20")
}
every_system = pytest.mark.parametrize("slug", sorted(GEARS))


@every_system
def test_a_thing_lies_on_the_shelf_of_its_kind(slug: str) -> None:
    gear = GEARS[slug]
    assert set(gear.kinds) <= set(SHELVES)
    shelves: Any = gear.inputs({}, next(iter(gear.kits)))[1:]
    for kind, asked in zip(gear.kinds, shelves, strict=True):
        assert (asked.name, asked.label, asked.required, asked.ordered, asked.seldom) == (
            shelf(kind),
            SHELVES[kind],
            False,
            False,
            True,
        )
        own = [code for code, good in gear.goods.items() if good.kind == kind]
        assert [one.value for one in asked.options] == own


@every_system
def test_the_kit_that_was_chosen_counts_else_the_one_that_fits(slug: str) -> None:
    gear = GEARS[slug]
    first, other = list(gear.kits)[:2]
    assert gear.kit_of({}, first) == first
    assert gear.kit_of({"kit": other}, first) == other
    assert gear.kit_of({"kit": NO_KIT}, first) == NO_KIT
    assert gear.kit_of({"kit": "none of these"}, first) == first


@every_system
def test_the_kit_that_fits_stands_first_and_those_with_a_warning_last(slug: str) -> None:
    gear = GEARS[slug]
    fitting, *names = reversed(gear.kits)
    warned, rare = next(
        (one, gear.goods[code])
        for one in reversed(names)
        for code in gear.kits[one]
        if not any(gear.goods[code] in map(gear.goods.get, gear.kits[other]) for other in gear.kits if other != one)
    )
    (kit, *_shelves) = gear.inputs({}, fitting, lambda good: (Fact("toy.warning"),) if good == rare else ())
    assert isinstance(kit, Choice)
    assert not kit.required, "the one that fits best is taken where none is chosen"
    order = [one.value for one in kit.options]
    warnings = [any(note.code == "toy.warning" for note in one.notes) for one in kit.options[1:-1]]
    assert (order[0], order[-1], warnings) == (fitting, NO_KIT, sorted(warnings))
    assert warned in order[1:-1]
    assert len(set(warnings)) == 2
