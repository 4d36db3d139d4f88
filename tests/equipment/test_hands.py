"""In the inventory a character takes in hand only what its hands can hold, as in fights."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.urls import reverse

from equipment.ledger import services
from equipment.ledger.models import Place, Possession
from rules.core.equipment import EntryKind
from rules.core.inputs import Text
from rules.core.registry import get_system
from rules.systems.tapiz.gear.arms import drawn
from tests.combat.play import Game

from .having import balanced, hands, has, keyed
from .toys import EQUIPMENT, PRICE, WEIGHT

BLADE = EntryKind("blade", "item", (WEIGHT, PRICE, Text("hands", required=False)), places=("hand", "worn"))


@pytest.fixture
def handed(game: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A table at which blades take one hand or both."""
    equipment = replace(EQUIPMENT, kinds={**EQUIPMENT.kinds, "blade": BLADE}, drawn=drawn)
    monkeypatch.setattr(type(get_system("tapiz")), "equipment", equipment)
    return game


def in_hand(game: Game, place: str = "hand") -> dict[str, int]:
    things = Possession.objects.filter(owner=hands(game, "Ana").owner, place=place, quantity__gt=0)
    return {one.name: one.quantity for one in things}


def test_what_both_hands_hold_sends_the_rest_to_the_belt(handed: Game) -> None:
    ana, by = hands(handed, "Ana"), handed.users["player"]
    knife, sword = has(handed, "Ana", "blade", "Daga", hands="1"), has(handed, "Ana", "blade", "Espada", hands="1")
    pike = has(handed, "Ana", "blade", "Pica", hands="2")
    for one in (knife, sword):
        services.put(ana, by, one.pk, "hand")
    assert in_hand(handed) == {"Daga": 1, "Espada": 1}
    services.put(ana, by, pike.pk, "hand")
    assert (in_hand(handed), in_hand(handed, "worn")) == ({"Pica": 1}, {"Daga": 1, "Espada": 1})
    assert {one.place for one in handed.one("Ana").gear.things.values() if one.name == "Daga"} == {"worn"}
    services.put(ana, by, knife.pk, "hand")
    assert in_hand(handed) == {"Daga": 1}
    assert balanced()


def test_a_hand_takes_one_of_several_from_any_page(handed: Game) -> None:
    knives = has(handed, "Ana", "blade", "Daga", 5, hands="1")
    address = reverse("characters:do_thing", args=[knives.owner_id, knives.pk])
    data = {"do": "put:hand", "quantity": "5", "back": reverse("characters:thing", args=[knives.owner_id, knives.pk])}
    assert handed.client("player").post(address, keyed(dict(data))).status_code == 302
    assert (in_hand(handed), in_hand(handed, Place.PACKED)) == ({"Daga": 1}, {"Daga": 4})


def test_what_no_hand_holds_is_refused(handed: Game) -> None:
    rope = has(handed, "Ana", "stuff", "Cuerda")
    address = reverse("characters:do_thing", args=[rope.owner_id, rope.pk])
    answer = handed.client("player").post(address, keyed({"do": "put:hand"}), follow=True)
    assert "«Cuerda» no puede estar así." in answer.content.decode()
