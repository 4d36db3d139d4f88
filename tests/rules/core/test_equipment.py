"""What core asks of a system's equipment: which things go into a fight, and which inputs are to be found out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.equipment import EntryKind, Equipment, known_of
from rules.core.gear import Thing
from rules.core.inputs import Number, Rows, Text

KINDS = (
    EntryKind("rope", "item"),
    EntryKind("potion", "item", uses=True),
    EntryKind("wand", "item", (Number("charges"),), charges="charges"),
    EntryKind("sword", "item", places=("hand", "worn")),
)
EQUIPMENT = Equipment(kinds={kind.name: kind for kind in KINDS})


@pytest.mark.parametrize(
    ("kind", "place", "matters"),
    [
        ("rope", "hand", False),
        ("potion", "packed", True),
        ("wand", "packed", True),
        ("sword", "hand", True),
        ("sword", "packed", False),
        ("something_of_another_version", "hand", False),
    ],
)
def test_a_thing_matters_where_rules_may_use_it(kind: str, place: str, matters: bool) -> None:
    thing = replace(Thing("t", kind, "Cosa", {}), place=place)
    assert EQUIPMENT.matters(thing) is matters


def test_what_is_to_be_found_out_is_left_out_of_forms_and_of_their_rows() -> None:
    inputs = (Text("name"), Number("accuracy"), Rows("weapons", of=(Text("name"), Number("damage"))))
    left = known_of(inputs, "mech", {"mech.accuracy", "mech.weapons.damage"})
    assert [item.name for item in left] == ["name", "weapons"]
    assert [part.name for part in left[1].of] == ["name"]
    assert known_of(inputs, "mech", {"mech.weapons"}) == inputs[:2]
    assert known_of(inputs, "mech", ()) == known_of(inputs, "person", {"mech.accuracy"}) == inputs
