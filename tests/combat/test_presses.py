"""The main button of a fight's page: whoever presses it, it is taken, and somebody always has one to press."""

from __future__ import annotations

import random
import re

import pytest
from django.test import Client

from combat import demo
from combat.models import Encounter
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Role
from tests.combat.pressing import Person
from tests.sizes import examples

pytestmark = pytest.mark.django_db

PRESSES = examples(125)


@pytest.mark.parametrize("slug", ["tapiz", "tumbas", "tactico", "d20"])
def test_whatever_the_main_button_says_is_taken(slug: str) -> None:
    demo.load(next(path for path in demo.demos() if path.parent.name == slug))
    encounter = Encounter.objects.filter(free=False, status="running").earliest("created")
    roles = encounter.table.memberships.exclude(role=Role.SPECTATOR).values_list("user", flat=True)
    people = [Person(_entered(user), encounter.get_absolute_url()) for user in User.objects.filter(pk__in=roles)]
    chance, pressed = random.Random(1), 0
    while pressed < PRESSES:
        order = chance.sample(people, len(people))
        took = next((found for one in order if (found := one.press())[1] is not None), None)
        assert took is not None, "nobody has anything to press"
        words, response = took
        assert response is not None
        assert response.status_code in (200, 302), f"{words!r} was refused: {_why(response.content.decode())}"
        pressed += 1


def _entered(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def _why(page: str) -> str:
    """The words of a refusal on a page."""
    found = re.findall(r'role="alert"[^>]*>(.*?)</(?:p|div|section)>', page, re.DOTALL)
    return " | ".join(re.sub(r"<[^>]+>|\s+", " ", one).strip() for one in found if "reintentar" not in one)
