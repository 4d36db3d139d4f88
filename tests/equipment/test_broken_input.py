"""What somebody types wrongly changes nothing, and is answered with a sentence."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.urls import reverse

from equipment.ledger.models import LedgerRow, Possession
from tests.combat.play import Game

from .having import coins, hands, has, held, keyed

WRONG = ("-2", "0", "1.5", "dos", "99999999999", "1" * 5000)


def does(game: Game, one: Possession, do: str, **data: str) -> HttpResponse:
    address = reverse("characters:do_thing", args=[one.owner_id, one.pk])
    return game.client("player").post(address, keyed({"do": do, **data}), follow=True)


@pytest.mark.parametrize("number", WRONG)
@pytest.mark.parametrize("do", ["use", "discard", "stash", "give", "sell", "leave", "into", "put:hand"])
def test_a_number_that_is_none_moves_nothing(game: Game, do: str, number: str) -> None:
    has(game, "Ana", "box", "Saco", room=5000)
    blade = has(game, "Ana", "blade", "Daga", 3, price=10)
    rows = LedgerRow.objects.count()
    more = {"to": str(game.characters["Bruno"].pk), "where": "La posada"}
    more["container"] = Possession.objects.get(name="Saco").pk
    answer = does(game, blade, do, quantity=number, **more)
    assert answer.status_code == 200
    assert [str(one) for one in answer.context["messages"]]
    assert LedgerRow.objects.count() == rows
    assert not blade.gifts.exists()
    assert held(game, "Ana") == {"Saco": 1, "Daga": 3}


@pytest.mark.parametrize("number", WRONG)
def test_nor_is_anything_taken_or_exchanged(game: Game, number: str) -> None:
    coins(game, "Ana", copper=50)
    rope = has(game, "stash", "stuff", "Cuerda", 3)
    client, to = game.client("player"), str(game.characters["Ana"].pk)
    take = reverse("characters:take", args=[game.table.pk, rope.pk])
    said = [*client.post(take, keyed({"to": to, "quantity": number}), follow=True).context["messages"]]
    swap = reverse("characters:exchange_coins", args=[to])
    said += client.post(swap, keyed({"give": "copper", "take": "silver", "count": number}), follow=True).context[
        "messages"
    ]
    assert len(said) == 2
    assert (held(game, "stash"), held(game, "Ana")) == ({"Cuerda": 3}, {"copper": 50})
    assert hands(game, "Ana").things().count() == 1
