"""Systems with several kinds of sheets that are made step by step: which one, at once, its first step."""

from __future__ import annotations

import pytest
from django.urls import reverse

from characters.models import Character
from tests.combat.mechs import GM, Field

pytestmark = pytest.mark.django_db


def test_each_kind_that_is_made_has_its_own_page_and_at_once_makes_one_of_it() -> None:
    field = Field()
    client = field.client(GM)
    start = reverse("characters:start", args=[field.table.pk])
    page = client.get(start).content.decode()
    assert f"{start}?kind=mech" in page
    assert f"{start}?kind=creature" not in page
    assert "Meca con retrorreactores, 30 t" in client.get(start, {"kind": "mech"}).content.decode()
    before = set(Character.objects.values_list("pk", flat=True))
    answer = client.post(
        reverse("characters:quick", args=[field.table.pk]) + "?kind=vehicle",
        {"character_name": "", "archetype": "helicopter"},
    )
    (made,) = Character.objects.exclude(pk__in=before)
    assert (answer.status_code, made.kind, made.sheet["vehicle_kind"]) == (302, "vehicle", "helicopter")
    assert made.sheet["pilot"]


def test_the_steps_of_a_machine_begin_with_its_frame_and_say_what_follows() -> None:
    field = Field()
    client = field.client(GM)
    page = client.get(reverse("characters:step", args=[field.table.pk, "mech", "machine"])).content.decode()
    assert "Blindaje en total" in page


def test_a_kind_that_is_not_there_is_not_found() -> None:
    field = Field()
    start = reverse("characters:start", args=[field.table.pk])
    assert field.client(GM).get(start, {"kind": "dragon"}).status_code == 404
