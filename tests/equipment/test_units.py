"""Burdens of things are read and typed in the unit of the table."""

from __future__ import annotations

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from characters.inventory import showing, units
from characters.services import create_character
from equipment.ledger.models import Possession
from rules.core.errors import RuleError
from rules.core.registry import get_system
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import services as campaigns
from tapiz_site.campaigns.models import Table

from .having import keyed

CONTAINER = get_system("d20").equipment.kinds["container"].inputs


@pytest.mark.parametrize(("unit", "said"), [("pounds", "3 lb"), ("kilos", "1,36 kg")])
def test_pounds_are_said_in_the_unit_of_the_table(unit: str, said: str) -> None:
    table = Table(system="d20", house={"weight_unit": unit})
    assert showing.burden_words({"centipounds": 300}, showing.words_of(table)) == said


@pytest.mark.parametrize(
    ("unit", "typed", "counted"),
    [
        ("pounds", "2,5", 250),
        ("pounds", "2.5", 250),
        ("pounds", "", None),
        ("pounds", "dos", "dos"),
        ("pounds", "1,2,3", "1,2,3"),
        ("kilos", "1,36", 300),
        ("kilos", "0,001", 0),
        ("kilos", "10", 2205),
    ],
)
def test_what_is_typed_in_the_unit_of_the_table_is_counted(unit: str, typed: str, counted: object) -> None:
    words = showing.words_of(Table(system="d20", house={"weight_unit": unit}))
    assert units.read(CONTAINER, QueryDict(f"weight={typed}"), words)["weight"] == counted


@given(st.integers(0, 9_999_999), st.sampled_from([units.POUNDS, units.KILOS]))
def test_what_is_shown_is_counted_as_it_was(counted: int, unit: units.Unit) -> None:
    assert units._counted(units.said(counted, unit), unit) == counted


def test_faults_speak_of_the_unit_that_is_typed() -> None:
    words = showing.words_of(Table(system="d20", house={"weight_unit": "pounds"}))

    def fault(weight: object) -> str:
        _values, errors = units.check_all(CONTAINER, {"weight": weight}, words)
        error: RuleError = errors["weight"]
        return words.error(error)

    assert fault("dos") == "Debe ser un número, con decimales o sin ellos."
    assert fault(10_000_000) == "Debe estar entre 0 y 99999,99."


@pytest.mark.django_db
def test_a_form_asks_and_shows_kilograms_where_the_table_counts_in_them() -> None:
    dj = User.objects.create_user("dj")
    table = campaigns.create_table(name="Mesa", system="d20", user=dj)
    table.house = {**table.house, "weight_unit": "kilos"}
    table.save()
    ana = create_character(table=table, kind="person", name="Ana", values={}, by=dj)
    client = Client()
    client.force_login(dj)
    add = reverse("characters:add_thing_of", args=[ana.pk, "gear"])
    assert "Peso (kg)" in client.get(add).content.decode()
    client.post(add, keyed({"thing_name": "Yunque", "weight": "45,5"}))
    anvil = Possession.objects.get(name="Yunque")
    assert anvil.values["weight"] == 10_031
    own = client.get(reverse("characters:thing", args=[ana.pk, anvil.pk])).content.decode()
    assert "<dt>Peso (kg)</dt><dd>45,5</dd>" in own
    edit = reverse("characters:edit_thing", args=[ana.pk, anvil.pk])
    assert 'value="45,5"' in client.get(edit).content.decode()
    wrong = client.post(edit, keyed({"thing_name": "Yunque", "weight": "mucho"}))
    assert wrong.status_code == 422
    assert 'value="mucho"' in wrong.content.decode()
