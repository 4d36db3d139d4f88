"""What the form of an attack asks, and what stands beside each weapon."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.audience import Viewer
from rules.core.facts import fact
from rules.core.inputs import Input
from rules.systems.d20.arms import UNARMED
from rules.systems.d20.attack import ATTACK
from rules.systems.d20.blows import arms_of, mode_input, others_input, ways_to_hand, weapon_input
from rules.systems.d20.state import D20Fight
from tests.rules.d20.actions.scene import ANA
from tests.rules.d20.actions.test_attempts import DOUBLE, GUN, HELPLESS, KNIFE, SAP, SWORD, fight_of, wrestling
from tests.rules.recorder import GM


def form(fight: D20Fight, viewer: Viewer = ANA) -> dict[str, Input]:
    return {one.name: one for one in ATTACK.inputs(fight, "ana", viewer)}


ALWAYS = {"target", "weapon", "lethal", "others", "review"}


@pytest.mark.parametrize(
    ("people", "viewer", "more"),
    [
        ({"ana": {"weapons": (SWORD,), "off": "", "feats": ()}}, ANA, {"defensively"}),
        ({"ana": {"weapons": (SWORD, KNIFE), "off": "", "feats": ()}}, ANA, {"defensively", "mode", "feet"}),
        ({"ana": {"weapons": (SWORD, SAP), "off": "sap", "feats": ()}}, ANA, {"defensively", "two_weapons", "hand"}),
        ({"ana": {"weapons": (DOUBLE,), "off": "", "feats": ()}}, ANA, {"defensively", "two_weapons", "hand"}),
        (
            {"ana": {"weapons": (SWORD,), "off": "", "feats": ("two_weapon_fighting",)}},
            ANA,
            {"defensively", "two_weapons", "hand"},
        ),
        (
            {"ana": {"weapons": (SWORD,), "off": "", "feats": ()}, "thug": {"effects": HELPLESS}},
            ANA,
            {"defensively"},
        ),
        (
            {"ana": {"weapons": (replace(GUN, increment=0),), "off": "", "feats": ()}, "thug": {"effects": HELPLESS}},
            ANA,
            {"defensively", "full_round"},
        ),
        ({"ana": {"weapons": (SWORD,), "off": "", "feats": ()}}, GM, {"defensively", "ineffective"}),
    ],
)
def test_what_is_asked_of_an_attack(people: dict[str, Any], viewer: Viewer, more: set[str]) -> None:
    fight = fight_of("thug", **people)
    thing = replace(fight.body("door").thing, immobile=False)
    fight = fight.with_body("door", replace(fight.body("door"), thing=thing))
    assert set(form(fight, viewer)) == ALWAYS | more


def test_what_stands_still_may_be_struck_at_leisure_and_nobody_defends_in_the_free_scene() -> None:
    fight = fight_of("thug", ana={"weapons": (SWORD,), "off": "", "feats": ()})
    thing = replace(fight.body("door").thing, immobile=True, holder=None)
    still = fight.with_body("door", replace(fight.body("door"), thing=thing))
    assert "full_round" in form(still)
    assert "defensively" not in form(replace(fight, ordered=False))
    assert "coverer" not in form(fight)


def test_modes_are_asked_where_a_weapon_has_two() -> None:
    assert mode_input((SWORD, GUN)) == ()
    (asked,) = mode_input((SWORD, KNIFE))
    assert (asked.name, asked.default, asked.required) == ("mode", "usual", False)
    assert [one.value for one in asked.options] == ["usual", "melee", "ranged"]  # type: ignore[attr-defined]


def test_modifiers_are_asked_for_one_side_or_both() -> None:
    """D20C-CIR-02."""
    for sides, names in ((True, ["value", "side", "reason"]), (False, ["value", "reason"])):
        rows = others_input(sides=sides)
        assert [one.name for one in rows.of] == names
        assert (rows.maximum, rows.fresh, rows.game_master_decides, rows.decided_in) == (
            6,
            True,
            True,
            ("D20C-CIR-02",),
        )
        number = rows.of[0]
        assert (number.default, number.required) == (2, False)
        assert (number.minimum, number.maximum, number.signed) == (-30, 30, True)  # type: ignore[attr-defined]


def test_weapons_are_offered_as_they_are_at_hand() -> None:
    """What is in hand first; what cannot be used last, with the way to it (D20C-MVA-04)."""
    fight = fight_of("thug")
    asked = weapon_input(fight, "ana", arms_of(fight.body("ana")))
    reasons = {str(one.value): one.reason.code if one.reason else "" for one in asked.options}
    assert list(reasons)[:2] == ["sword", "knife"]
    assert asked.default == "sword"
    assert reasons["sap"] == reasons["gun"] == "error.d20.weapon.not_in_hand"
    sap = next(one for one in asked.options if one.value == "sap")
    assert [(one["verb"], one["weapon"]) for one in sap.extra["instead"]] == [  # type: ignore[attr-defined]
        ("drop", "sword"),
        ("sheathe", "sword"),
        ("drop", "knife"),
        ("sheathe", "knife"),
    ]
    assert sap.notes == (fact("note.dice", dice=SAP.dice),)
    shown = weapon_input(fight, "ana", arms_of(fight.body("ana")), used=False)
    assert {one.reason for one in shown.options} == {None}
    wrestles = weapon_input(wrestling(fight, ("ana", "thug")), "ana", arms_of(fight.body("ana")))
    reasons = {str(one.value): one.reason.code if one.reason else "" for one in wrestles.options}
    assert reasons["sword"] == "error.d20.grapple.light_only"
    assert reasons["knife"] == ""
    assert weapon_input(fight, "ana", ()).default is None


@pytest.mark.parametrize(
    ("main", "off", "verbs"),
    [
        (UNARMED, "", ["draw"]),
        ("sword", "", ["draw_off", "drop", "sheathe"]),
        ("sword", "knife", ["drop", "sheathe", "drop", "sheathe"]),
    ],
)
def test_how_a_weapon_comes_to_hand(main: str, off: str, verbs: list[str]) -> None:
    """D20C-MVA-04, D20C-AOT-02, D20C-AOT-04."""
    body = replace(fight_of().body("ana"), main=main, off=off)
    ways = ways_to_hand(body, SAP)
    assert [one["verb"] for one in ways] == verbs  # type: ignore[index, call-overload]
    first = ways[0]
    assert first["name"] == ("Porra" if verbs[0].startswith("draw") else "Espada")  # type: ignore[index, call-overload]
