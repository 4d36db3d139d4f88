"""What people read and are asked in a d20 fight, on its pages."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from combat import deeds, store
from tests.combat.test_d20 import World, page
from tests.kept import as_made, made_once

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def _world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with made_once(World, django_db_blocker) as world:
        yield world


@pytest.fixture
def world(_world: World, db: None, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setattr(deeds, "_random", random.Random(1))
    return as_made(_world)


def fight(world: World, username: str, **query: str) -> str:
    """The page of the fight as this person sees it."""
    return page(world.client(username).get(reverse("combat:fight", args=[world.encounter.pk]), query))


def result(world: World, username: str) -> str:
    """The fragment with what happened last."""
    return page(world.client(username).get(reverse("combat:fragment", args=[world.encounter.pk, "result"])))


def settle(world: World) -> None:
    """The game master rolls until nothing is open."""
    for _press in range(10):
        if not store.read(world.encounter.pk).head.open:
            return
        world.send("bitacora", f"{reverse('combat:act', args=[world.encounter.pk])}?do=roll_all")
    raise AssertionError("it never ended")


def test_an_act_chosen_behind_the_fold_comes_into_sight_and_the_fold_stays_closed(world: World) -> None:
    """Else the form of the act begins below the screen of a telephone."""
    plain = fight(world, "bitacora")
    sight, folded = plain.split("Más acciones", 1)
    assert "action=trip" not in sight
    assert "action=trip" in folded.split("</details>")[0]
    shown = fight(world, "bitacora", action="trip")
    sight, folded = shown.split("Más acciones", 1)
    assert "action=trip" in sight
    assert "action=trip" not in folded.split("</details>")[0]
    assert '<details class="acts-more" open' not in shown


def test_a_save_says_beside_its_sum_what_it_had_to_reach(world: World) -> None:
    assert world.post("bitacora", "test", "Lur Etxeberria", kind="save:reflex", dc="15", part="none") in (200, 302)
    settle(world)
    assert re.search(r'class="total">\d+</span>\s*<span class="op">Hay que llegar a 15<', result(world, "bitacora"))
