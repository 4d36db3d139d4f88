"""The sizes of both sides in attacks (TAP-SIZE-01 to -04, TAP-ODD-06)."""

from __future__ import annotations

import pytest

from rules.systems.tapiz.sheet import SIZES
from rules.systems.tapiz.sizes import SizeModifiers
from rules.systems.tapiz.system import SYSTEM
from tests.rules.tapiz.scene import ANA, scene
from tests.rules.tapiz.test_situation import result, rules_told

PHYSICAL = {
    ("small", "small"): SizeModifiers(0, 0),
    ("small", "medium"): SizeModifiers(-2, -2),
    ("small", "large"): SizeModifiers(-4, -4),
    ("medium", "small"): SizeModifiers(+2, +2),
    ("medium", "medium"): SizeModifiers(0, 0),
    ("medium", "large"): SizeModifiers(-2, -2),
    ("large", "small"): SizeModifiers(+4, +4),
    ("large", "medium"): SizeModifiers(+2, +2),
    ("large", "large"): SizeModifiers(0, 0),
}
"""Physical attacks by sizes of attacker and target, as the catalogue has them (TAP-SIZE-02)."""

MENTAL = {sizes: SizeModifiers(-row.resistance, row.effect_points) for sizes, row in PHYSICAL.items()}
"""Mental attacks by sizes of attacker and target (TAP-SIZE-03)."""


@pytest.mark.parametrize("kind", ["physical", "mental"])
@pytest.mark.parametrize("attacker", SIZES)
@pytest.mark.parametrize("target", SIZES)
def test_every_cell_of_both_tables(kind: str, attacker: str, target: str) -> None:
    """TAP-SIZE-02, TAP-SIZE-03, TAP-SIZE-04: first the resistance, after a success the points."""
    play = scene(sheets={"ana": {"size": attacker}, "orc1": {"size": target}})
    play.attack("ana", "orc1", points=10, kind=kind)
    change = (PHYSICAL if kind == "physical" else MENTAL)[attacker, target]
    assert result(play, f"resistance.{kind}") == 10 + change.resistance
    assert result(play, "roll.success") == 10 - change.resistance + change.effect_points
    if change.resistance:
        assert {"TAP-SIZE-04", f"TAP-SIZE-0{2 if kind == 'physical' else 3}"} <= rules_told(play)


def test_a_success_without_points_left_stays_a_success() -> None:
    """TAP-SIZE-04."""
    play = scene(sheets={"ana": {"size": "small"}, "orc1": {"size": "large"}})
    play.attack("ana", "orc1", points=-3)  # 7 against 10 − 4: one point, minus 4
    assert result(play, "roll.success") == 0


def test_points_of_a_failure_are_not_changed() -> None:
    """TAP-SIZE-04."""
    play = scene(sheets={"orc1": {"size": "small"}})
    play.attack("ana", "orc1", points=-1)  # 9 against 12
    assert result(play, "roll.failure") == 3


def test_a_rolled_resistance_is_changed_too() -> None:
    play = scene(sheets={"orc1": {"size": "large"}})
    play.attack("ana", "orc1", resistance_mode="rolled", mode="static")
    play.answer("resistance", faces=[3, 3, 3])
    assert result(play, "roll.resistance") == 9 - 2


def test_the_attacker_sees_how_big_the_targets_are() -> None:
    play = scene(sheets={"orc1": {"size": "large"}})
    (target, *_rest) = SYSTEM.actions["attack"].inputs(play.fight, "ana", ANA)
    notes = {option.value: [note.code for note in option.notes] for option in target.options}  # type: ignore[attr-defined]
    assert notes["orc1"] == ["size.large"]
    assert "size.large" in play.seen(facts=SYSTEM.card(play.fight, "orc1").facts)
