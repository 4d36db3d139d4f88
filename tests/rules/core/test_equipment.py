"""What core asks of a system's equipment: which things go into a fight, and which inputs are to be found out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.equipment import EntryKind, Equipment, Values, checked, faults_of, just_taken, known_of, taken
from rules.core.errors import NotAllowed, RuleError
from rules.core.gear import NO_GEAR, Thing
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


FEAT = EntryKind("feat", "trait", (Text("name"), Number("cost", minimum=1)), gives="person")
SHEET = (Number("strength", minimum=3), Rows("weapons", of=(Text("name"),)))


def test_things_to_own_are_those_of_the_family_of_items() -> None:
    kinds = {kind.name: kind for kind in (*KINDS, FEAT)}
    assert Equipment(kinds=kinds).items() == KINDS


def test_a_thing_just_taken_is_in_the_hand() -> None:
    assert just_taken(NO_GEAR, Thing("t", "rope", "Cuerda", {})).things["t"].place == "hand"


@pytest.mark.parametrize(
    ("kind", "values", "faults"),
    [
        (FEAT, {"name": "Rayo", "cost": 1}, []),
        (FEAT, {"name": "Rayo", "cost": 1, "gives": {"strength": 3}}, []),
        (FEAT, {"cost": 0, "size": 1}, ["size unknown", "name missing", "cost range"]),
        (FEAT, {"name": "Rayo", "cost": 1, "gives": [1]}, ["gives form"]),
        (FEAT, {"name": "Rayo", "cost": 1, "gives": {"luck": 1, "strength": 2}},
         ["gives.luck unknown", "gives.strength range"]),
        (KINDS[2], {"charges": 1, "gives": {"strength": 3}}, ["gives unknown"]),
    ],
)  # fmt: skip
def test_every_fault_of_an_entry_is_told_at_its_field(kind: EntryKind, values: Values, faults: list[str]) -> None:
    found = list(faults_of(kind, values, SHEET))
    told = [f"{fault.field} {fault.reason.removeprefix('core.input.')}" for fault in found]
    assert told[: len(faults)] == faults
    assert all(fault.params for fault in found if fault.reason == "core.input.range")
    if not faults:
        assert checked(kind, values, SHEET) == {**values, "gives": values.get("gives", {})}
    elif kind.gives:
        with pytest.raises(RuleError):
            checked(kind, values, SHEET)


def test_what_a_kind_itself_refuses_is_a_fault_once_all_inputs_are_right() -> None:
    def load(values: Values) -> Values:
        raise NotAllowed("toy.cursed", field="name")

    cursed = replace(FEAT, load=load)
    assert [fault.reason for fault in faults_of(cursed, {"name": "Rayo", "cost": 1})] == ["toy.cursed"]
    assert [fault.reason for fault in faults_of(cursed, {"name": "Rayo", "cost": 0})] == ["core.input.range"]
    given = {"name": "Rayo", "cost": 1, "gives": {"luck": 1}}
    assert [fault.reason for fault in faults_of(cursed, given, SHEET)] == ["core.input.unknown"]
    more = {"name": "Rayo", "cost": 1, "more": 1}
    assert [fault.reason for fault in faults_of(cursed, more)] == ["core.input.unknown"]


@pytest.mark.parametrize(("values", "charges"), [({"shots": 6}, 6), ({"shots": "six"}, 0), ({}, 0)])
def test_a_fresh_thing_has_the_charges_that_its_entry_says(values: Values, charges: int) -> None:
    assert replace(FEAT, charges="shots").fresh_charges(values) == charges
    assert FEAT.fresh_charges(values) == 0


def test_a_sheet_takes_rows_that_it_lacks_and_all_else_is_set() -> None:
    sheet = {"strength": 4, "weapons": [{"name": "Daga"}], "level": 1}
    given = {"strength": 5, "weapons": [{"name": "Daga"}, {"name": "Arco"}]}
    after = {"strength": 5, "weapons": [{"name": "Daga"}, {"name": "Arco"}], "level": 1}
    assert taken(sheet, given, SHEET) == after
    assert taken({}, given, SHEET) == given
    lance, knife = {"name": "Lanza"}, {"name": "Daga"}
    assert taken({"weapons": [lance]}, {"weapons": [knife]}, SHEET) == {"weapons": [lance, knife]}
