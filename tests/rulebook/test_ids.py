"""In prose a rule goes by its title: ids stand in a ¿Por qué? and beside the heading of a rule alone."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from rules.core.registry import SYSTEMS
from tapiz_site.accounts.models import User
from tests.rulebook.prose import ids_in

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", SYSTEMS)
@pytest.mark.parametrize("language", ["es", "en"])
def test_a_rule_names_others_by_their_titles(slug: str, language: str) -> None:
    client = Client(headers={"accept-language": language})
    client.force_login(User.objects.create(username="leonor"))
    page = client.get(reverse("rulebook:rules", args=[slug])).content.decode()
    assert f'lang="{language}"' in page
    assert ids_in(page) == []


def test_a_title_leads_to_its_rule_and_the_id_is_the_tooltip() -> None:
    client = Client()
    client.force_login(User.objects.create(username="leonor"))
    page = client.get(reverse("rulebook:rule", args=["tactico", "TAC-FAT-01"])).content.decode()
    assert (
        f'<a href="{reverse("rulebook:rule", args=["tactico", "TAC-HOUSE-09"])}" title="TAC-HOUSE-09">'
        "Cuánto se cansa</a>" in page
    )
