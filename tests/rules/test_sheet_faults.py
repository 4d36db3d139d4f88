"""Faults of a sheet come all at once, beside those of single values, each with the field at which it stands."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rules.core.errors import RuleError
from rules.core.inputs import check_inputs
from rules.core.registry import SYSTEMS, get_system
from rules.core.system import SheetKind
from rules.core.types import Json

KINDS = [(slug, kind) for slug in SYSTEMS for kind in get_system(slug).sheet_kinds]


def kind_of(slug: str, kind: str) -> SheetKind:
    return get_system(slug).sheet_kinds[kind]


@pytest.mark.parametrize(("slug", "kind"), KINDS)
def test_a_sheet_lacks_what_is_at_fault_by_itself(slug: str, kind: str) -> None:
    one = kind_of(slug, kind)
    whole = check_inputs(one.inputs, {})
    assert list(one.faults({})) == []
    for item in one.inputs:
        list(one.faults({name: value for name, value in whole.items() if name != item.name}))


WEAPON: Mapping[str, Json] = {"name": "Lanza", "dice": "1d8"}


@pytest.mark.parametrize(
    ("slug", "kind", "said", "fields"),
    [
        (
            "d20",
            "person",
            {
                "weapons": [WEAPON, {**WEAPON, "dice": "muchos", "weight": "poco"}],
                "armour_weight": "nada",
                "items": [{"name": "Cuerda", "weight": "1/0"}],
            },
            ["weapons__1__dice", "weapons__1__weight", "armour_weight", "items__0__weight"],
        ),
        (
            "d20",
            "person",
            {"skills": [{"skill": "climb", "ranks": 1}, {"skill": "jump", "ranks": 1}, {"skill": "climb", "ranks": 2}]},
            ["skills__2__skill"],
        ),
        ("d20", "object", {"material": "wood", "thickness": "0"}, ["thickness"]),
        ("d20", "object", {"material": "wood", "thickness": "gorda"}, ["thickness"]),
        (
            "tactico",
            "mech",
            {
                "tonnage": 20,
                "fit": "own",
                "weapons": [{"weapon": "particle_cannon", "mount": "right_arm", "gunner": 3}] * 6,
            },
            ["weapons", *(f"weapons__{row}__gunner" for row in range(6))],
        ),
    ],
)
def test_every_fault_is_told_and_the_sheet_is_refused(
    slug: str, kind: str, said: Mapping[str, Json], fields: list[str]
) -> None:
    one = kind_of(slug, kind)
    checked = {item.name: item.check(said.get(item.name)) for item in one.inputs}
    assert [fault.field for fault in one.faults(checked)] == fields
    with pytest.raises(RuleError) as refused:
        one.load(said)
    assert refused.value.field == fields[0]
