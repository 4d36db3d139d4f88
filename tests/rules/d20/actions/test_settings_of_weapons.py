"""A weapon with automatic fire is set to it or to single shots, at will and by the one who holds it (D20S-AUTO-01)."""

import pytest

from rules.core.errors import NotAllowed
from tests.rules.d20.actions.scene import ANA, FENCER, Scene, scene
from tests.rules.d20.actions.test_explosives import catches
from tests.rules.scenarios.d20 import RIFLE

GUNNER = {**FENCER, "weapons": [RIFLE, *FENCER["weapons"][:2]]}
MACHINE_GUN = {**RIFLE, "name": "Ametralladora", "properties": ["two_handed", "only_automatic"]}


def switches(table: Scene, verb: str, weapon: str = "fusil") -> None:
    """Ana sets her weapon."""
    table.begin("gear", "ana", viewer=ANA, verb=verb, weapon=weapon)


def test_setting_a_weapon_takes_no_action():
    """D20S-AUTO-01: free, as often as one likes, and it shows."""
    table = scene(ana=GUNNER)
    assert "value.set_automatic" not in table.card("ana", ANA)
    switches(table, "set_automatic")
    assert table.body("ana").automatic("fusil")
    assert "value.set_automatic" in table.card("ana", ANA)
    with pytest.raises(NotAllowed):
        switches(table, "set_automatic")
    switches(table, "set_single")
    assert not table.body("ana").automatic("fusil")
    assert table.why_not("run", "ana") is None


def test_a_single_shot_sets_it_back():
    """D20S-AUTO-01, D20S-GUN-01: after a spray the next shot is one bullet, and the weapon stands so."""
    table = scene(ana=GUNNER)
    table.begin("autofire", "ana", viewer=ANA, weapon="fusil", feet=40)
    catches(table, "spray:")
    while table.requests:
        table.dice(1)
    assert table.body("ana").automatic("fusil")
    table.pass_turn("thug")
    table.pass_turn("ana")
    table.strike("ana", "thug", 1, weapon="fusil")
    assert not table.body("ana").automatic("fusil")
    assert table.body("ana").loaded("fusil") == 30 - 10 - 1
    assert "gear.done_set_single" in table.codes()


def test_several_bullets_at_one_target_leave_it_set():
    """D20S-AUTO-08."""
    table = scene(ana=GUNNER)
    table.begin("volley", "ana", weapon="fusil", target="thug", form="automatic_target")
    while table.requests:
        table.dice(1)
    assert table.body("ana").automatic("fusil")
    assert table.body("ana").loaded("fusil") == 20


def test_what_has_one_setting_only_is_never_switched():
    """D20S-GUN-07, D20S-AUTO-01: the machine gun knows no single shots, the pistol nothing else; in hand it must be."""
    table = scene(ana={**FENCER, "weapons": [MACHINE_GUN, *FENCER["weapons"][2:]]})
    assert table.body("ana").automatic("ametralladora")
    with pytest.raises(NotAllowed) as refused:
        switches(table, "set_single", "ametralladora")
    assert refused.value.reason == "d20.firearm.only_automatic"
    table = scene(ana=FENCER)
    with pytest.raises(NotAllowed) as refused:
        switches(table, "set_automatic", "fusil")
    assert refused.value.reason == "d20.gear.not_in_hand"
    with pytest.raises(NotAllowed) as refused:
        switches(table, "set_automatic", "espada")
    assert refused.value.reason == "d20.firearm.not_automatic"
