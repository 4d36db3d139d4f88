"""How much two hands hold (D20C-ACT-06)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.gear import Gear, Thing
from rules.core.outfit import fresh_body
from rules.core.registry import get_system
from tests.rules.things import gear, thing

SYSTEM = get_system("d20")
RIFLE = thing(SYSTEM, "rifle", "weapon", "Fusil", properties=["two_handed"])
PISTOL = thing(SYSTEM, "pistol", "weapon", "Pistola")
KNIFE = thing(SYSTEM, "knife", "weapon", "Cuchillo")
LAMP = thing(SYSTEM, "lamp", "gear", "Linterna")


@pytest.mark.parametrize(
    ("taken", "held"),
    [
        ((RIFLE,), {"rifle"}),
        ((PISTOL, KNIFE), {"pistol", "knife"}),
        ((PISTOL, RIFLE), {"rifle"}),
        ((RIFLE, LAMP), {"lamp"}),
        ((PISTOL, LAMP, KNIFE), {"knife", "lamp"}),
    ],
)
def test_what_hands_can_no_longer_hold_goes_to_the_belt(taken: tuple[Thing, ...], held: set[str]) -> None:
    carried: Gear = gear(RIFLE, PISTOL, KNIFE, LAMP)
    for one in taken:
        carried = SYSTEM.equipment.drawn(carried, carried.things[one.id])
    assert {one.id for one in carried.at("hand")} == held
    assert {one.id for one in carried.at("worn")} == {one.id for one in taken} - held


def test_a_changed_carta_leaves_each_weapon_in_its_hand() -> None:
    """The knife comes first in the gear, but was drawn into the off hand."""
    carried: Gear = gear(*(replace(one, place="hand") for one in (KNIFE, PISTOL)))
    fresh = fresh_body(SYSTEM, "person", SYSTEM.sheet_kinds["person"].load({}), carried, {})
    assert (fresh.main, fresh.off) == ("knife", "pistol")
    fought = replace(fresh, main="pistol", off="knife", held=("pistol", "knife"))
    after = SYSTEM.resheeted(fought, fresh)
    assert (after.main, after.off) == ("pistol", "knife")
