"""Things without a name get one in the language of the person who saves the sheet."""

from __future__ import annotations

import pytest
from django.utils import translation

from characters.gear import holder_of
from characters.inventory.showing import said_name
from characters.services import create_character
from rules.core.registry import get_system
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import services
from tapiz_site.speech import speaker

SHEETS = {
    "tapiz": ({"armour": "medium", "shield": True}, ["Medium armour", "Shield"]),
    "tumbas": ({"weapons": [{"weapon": "dagger"}], "shield": True}, ["Dagger", "Shield"]),
    "tactico": ({"weapons": [{"category": "rifles"}]}, ["Rifle"]),
}


@pytest.mark.django_db
@pytest.mark.parametrize("slug", sorted(SHEETS))
def test_names_are_in_the_language_of_the_page(slug: str) -> None:
    values, names = SHEETS[slug]
    user = User.objects.create(username="dj")
    table = services.create_table(user=user, name="Thursdays", system=slug)
    with translation.override("en"):
        ana = create_character(table=table, kind="person", name="Ana", values=values, by=user)
        things = [one for one in holder_of(ana).things() if one.kind in ("weapon", "armour", "shield")]
        assert sorted(one.name for one in things) == names
        said = [said_name(one, speaker(slug)) for one in holder_of(ana).things()]
    assert not {"Punto de equipo", "Monedas de oro"} & set(said)


@pytest.mark.parametrize("slug", sorted(SHEETS))
def test_a_fight_names_them_in_the_first_language_for_all_readers(slug: str) -> None:
    """The results of rules must not depend on the reader."""
    system = get_system(slug)
    sheet = system.sheet_kinds["person"].load(SHEETS[slug][0])
    with translation.override("en"):
        assert system.equipment.unpack("person", sheet) == system.equipment.unpack("person", sheet, "es")
