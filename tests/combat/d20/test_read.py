"""What people of a d20 fight read above their form, and what is offered to them."""

from __future__ import annotations

import random
import re

import pytest
from django.urls import reverse

from combat import deeds, store
from tests.combat.d20.table import World, acts_of, page, panel

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deeds, "_random", random.Random(1))


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
    sight, folded = panel(world, "bitacora").split("Más acciones", 1)
    assert "action=trip" not in sight
    assert "action=trip" in folded.split("</details>")[0]
    shown = panel(world, "bitacora", action="trip")
    sight, folded = shown.split("Más acciones", 1)
    assert "action=trip" in sight
    assert "action=trip" not in folded.split("</details>")[0]
    assert '<details class="acts-more" open' not in shown


def test_a_save_says_beside_its_sum_what_it_had_to_reach(world: World) -> None:
    assert world.post("bitacora", "test", "Lur Etxeberria", kind="save:reflex", dc="15", part="none") in (200, 302)
    settle(world)
    assert re.search(r'class="total">\d+</span>\s*<span class="op">Hay que llegar a 15<', result(world, "bitacora"))


def test_who_rolls_against_dying_reads_what_the_die_is_for(world: World) -> None:
    hurt(world, "Nerea Salas", 38)
    url, shown = reverse("combat:fight", args=[world.encounter.pk]), ""
    for _press in range(12):
        if "intenta estabilizarse" in (shown := page(world.client("nerea").get(url))):
            break
        settle(world)
        world.post("bitacora", "end_turn", world.turn())
    assert "intenta estabilizarse, con CD 20" in shown
    assert "Tirar d20" in shown


def test_poison_for_the_weapon_stands_among_the_acts_of_the_turn(world: World) -> None:
    """It takes an action, so a turn that is over has none for it, and no button of its own is beside every form."""
    world.turn_to("Estibador 1")
    shown = panel(world, "bitacora")
    assert "coat_weapon" in acts_of(shown)[0]
    assert "coat_weapon" not in shown.partition('id="f-others"')[2]


def test_whom_one_can_finish_stands_before_those_who_stand(world: World) -> None:
    hurt(world, "Estibador 1", 18)
    shown = panel(world, "bitacora", action="finish")
    sight, folded = shown.partition("A quién")[2].split("Otros (", 1)
    assert world.id("Estibador 1") in sight
    assert world.id("Capataz") not in sight
    assert world.id("Capataz") in folded


def hurt(world: World, name: str, amount: int) -> None:
    """The game master takes points from a combatant, as the keypad does."""
    whole = {f"targets__{world.id(name)}": "full"}
    assert world.post("bitacora", "damage", name, verb="harm", amount=str(amount), asks="", **whole) in (200, 302)
    settle(world)
