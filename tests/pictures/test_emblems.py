"""Emblems: whole grids, the same for the same seed, in the sprite and on paper."""

from pathlib import Path
from uuid import uuid4
from xml.etree import ElementTree

import pytest
from django.utils import translation

from tapiz_site.pictures import emblems
from tapiz_site.pictures.emblems import Emblem


def test_every_charge_has_a_name_and_both_its_halves() -> None:
    assert list(emblems.CHARGE_NAMES) == list(emblems.charges())
    for charge in emblems.charges().values():
        assert all(len(row) == emblems.SIDE and row == row[::-1] and set(row) <= set("#o.") for row in charge.rows)
        assert charge.stitches("#")


def test_no_two_charges_look_the_same() -> None:
    assert len({charge.rows for charge in emblems.charges().values()}) == len(emblems.charges()) >= 24


def test_the_names_of_charges_differ_in_each_language() -> None:
    for language in ("es", "en"):
        with translation.override(language):
            names = {str(name) for name in emblems.CHARGE_NAMES.values()}
        assert len(names) == len(emblems.charges()), language


def test_the_sprite_holds_every_charge_as_it_is_drawn_here() -> None:
    sprite = Path("static/emblems.svg").read_text(encoding="utf-8")
    assert sprite == emblems.sprite(), "run python -m scripts.emblems"
    assert [one.get("id") for one in ElementTree.fromstring(sprite)] == list(emblems.charges())


def test_who_has_chosen_none_always_gets_the_same() -> None:
    seed = str(uuid4())
    assert emblems.derived(seed) == emblems.derived(seed)
    assert emblems.derived("6f1c2d8e") == Emblem("cup", "orchilla")


def test_a_hundred_people_get_many_different_ones_and_no_machine() -> None:
    found = {emblems.derived(str(number)) for number in range(100)}
    assert len(found) > 60
    assert not {one.charge for one in found} & set(emblems.MACHINES)
    assert {one.dye for one in found} == set(emblems.DYES)


def test_a_machine_gets_the_charge_of_one() -> None:
    assert {emblems.derived(str(number), machine=True).charge for number in range(40)} == set(emblems.MACHINES)


@pytest.mark.parametrize(
    ("name", "charge"),
    [
        ("Lobo de los orcos", "wolf"),
        ("LOBO 3", "wolf"),
        ("Rata de bodega", "rat"),
        ("Araña gris", "spider"),
        ("Orc shaman", "axe"),
        ("Wolfram", None),
    ],
)
def test_the_name_of_a_creature_calls_for_its_charge(name: str, charge: str | None) -> None:
    found = emblems.of_creature(name)
    assert found.charge == (charge or emblems.derived("wolfram").charge)


def test_all_creatures_of_a_name_look_the_same() -> None:
    assert len({emblems.of_creature(name) for name in ("Estibador", "Estibador 1", "estibador  12")}) == 1


@pytest.mark.parametrize("code", ["", "wolf", "wolf.", ".granza", "wolf.pink", "<script>.granza", "wolf.granza.anil"])
def test_a_code_that_is_none_of_ours_is_no_emblem(code: str) -> None:
    assert emblems.read(code) is None


def test_a_code_reads_back() -> None:
    assert emblems.read(str(Emblem("wolf", "granza"))) == Emblem("wolf", "granza")


def test_on_paper_an_emblem_needs_neither_sprite_nor_styles() -> None:
    for charge in emblems.charges():
        for dye in emblems.DYES:
            drawn = ElementTree.fromstring(emblems.on_paper(Emblem(charge, dye)))
            assert all(part.get("fill") for part in drawn)
            assert "class" not in drawn[0].attrib
