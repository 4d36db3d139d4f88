"""What a combatant carries in a fight, and spends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.errors import NotAllowed
from rules.core.gear import NO_GEAR, Gear, Thing, added

ARROWS = NO_GEAR.put(Thing("arrows", "gear", "Flecha", quantity=3))


def test_no_more_is_spent_than_there_is() -> None:
    assert ARROWS.spend("arrows").things["arrows"].quantity == 2
    assert ARROWS.spend("arrows", 3).things["arrows"].quantity == 0
    for thing, quantity in (("arrows", 4), ("bolts", 1)):
        with pytest.raises(NotAllowed) as refused:
            ARROWS.spend(thing, quantity)
        named = {"name": "Flecha" if thing == "arrows" else ""}
        assert (refused.value.reason, refused.value.params) == ("core.gear.not_enough", named)


BAG = replace(
    NO_GEAR,
    things={
        one.id: one
        for one in (
            Thing("bow", "weapon", "Arco", place="worn"),
            Thing("knife", "weapon", "Daga", place="hand"),
            Thing("broken", "weapon", "Rota", quantity=0, place="hand"),
            Thing("arrows", "gear", "Flecha", quantity=3),
        )
    },
)


def test_what_there_is_none_of_is_nowhere() -> None:
    assert [one.id for one in BAG.at("hand")] == ["knife"]
    assert [one.id for one in BAG.at("hand", "packed")] == ["knife", "arrows"]
    assert [one.id for one in BAG.of("weapon")] == ["bow", "knife"]
    assert BAG.of("armour") == BAG.at() == ()


def in_hand(gear: Gear) -> set[str]:
    return {one.id for one in gear.at("hand")}


def test_of_what_was_in_hand_only_what_fits_into_the_free_hands_stays() -> None:
    one, other = (Thing(name, "weapon", name, place="hand") for name in ("axe", "shield"))
    full = BAG.put(one).put(other)
    bow, two_handed = BAG.things["bow"], {"knife": 2}
    assert [in_hand(full.drawn(bow, free, lambda thing: 1)) for free in (0, 1, 2, 3)] == [
        {"bow"},
        {"bow", "axe"},
        {"bow", "axe", "knife"},
        {"bow", "knife", "axe", "shield"},
    ]
    assert in_hand(full.drawn(bow, 2, lambda thing: two_handed.get(thing.id, 1))) == {"bow", "axe", "shield"}
    assert full.drawn(bow, 0, lambda thing: 1).things["knife"].place == "worn"
    assert in_hand(full.drawn(BAG.things["knife"], 0, lambda thing: 1)) == {"knife"}
    assert in_hand(full.drawn(one, 1, lambda thing: 1)) == {"axe", "knife"}


@pytest.mark.parametrize(
    ("quantity", "charges", "after"), [(1, 3, (1, 2)), (2, 2, (2, 1)), (2, 1, (1, 6)), (2, 0, (1, 6)), (1, 1, (0, 0))]
)
def test_the_last_charge_uses_the_thing_up(quantity: int, charges: int, after: tuple[int, int]) -> None:
    wand = NO_GEAR.put(Thing("wand", "gear", "Varita", quantity=quantity, charges=charges)).use_charge("wand", 6)
    assert (wand.things["wand"].quantity, wand.things["wand"].charges) == after


def test_nothing_is_used_of_what_is_not_there() -> None:
    empty = NO_GEAR.put(Thing("wand", "gear", "Varita", quantity=0, charges=3))
    for gear in (empty, NO_GEAR):
        with pytest.raises(NotAllowed):
            gear.use_charge("wand", 6)


def test_burdens_are_added_measure_by_measure() -> None:
    assert added([{"spaces": 2, "grams": 5}, {"grams": 7}]) == {"grams": 12, "spaces": 2}
