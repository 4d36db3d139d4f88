"""Wrong input changes nothing, and is answered with a sentence."""

from __future__ import annotations

import re

import pytest
from django.http import HttpResponse
from django.urls import reverse

from equipment.ledger.models import LedgerRow, Possession
from tests.combat.play import Game
from tests.sizes import one_in

from .having import coins, hands, has, held, keyed

WRONG = ("-2", "0", "1.5", "dos", "99999999999", "1" * 5000)
DOES = ("use", "discard", "stash", "give", "sell", "leave", "into", "put:packed")


def does(game: Game, one: Possession, do: str, **data: str) -> HttpResponse:
    address = reverse("characters:do_thing", args=[one.owner_id, one.pk])
    return game.client("player").post(address, keyed({"do": do, **data}), follow=True)


def said(answer: HttpResponse, number: str) -> None:
    """The sentence stands beside the field, which shows what was typed, and no other field is marked."""
    text = answer.content.decode()
    field = re.search(rf'<input [^>]*value="{number}"[^>]*aria-describedby="([^"]+)"', text)
    assert answer.status_code == 422
    assert field is not None
    assert re.search(rf'<p class="error" id="{field[1]}">.*Ahí hace falta un número entero', text)
    assert text.count('aria-invalid="true"') == 1


@pytest.mark.parametrize("do", DOES)
def test_a_number_that_is_none_moves_nothing_and_stays_in_its_field(game: Game, do: str) -> None:
    has(game, "Ana", "box", "Saco", room=5000)
    blade = has(game, "Ana", "blade", "Daga", 3, price=10)
    rows = LedgerRow.objects.count()
    more = {"to": str(game.characters["Bruno"].pk), "where": "La posada"}
    more["container"] = Possession.objects.get(name="Saco").pk
    # two of the numbers each, and each of them in the long run
    for number in WRONG[DOES.index(do) % one_in(3) :: one_in(3)]:
        answer = does(game, blade, do, quantity=number, **more)
        said(answer, number)
        text = answer.content.decode()
        assert 'value="La posada"' in text
        assert f'<option value="{more["to"]}" selected>' in text
    assert LedgerRow.objects.count() == rows
    assert not blade.gifts.exists()
    assert held(game, "Ana") == {"Saco": 1, "Daga": 3}


def test_nor_is_anything_taken_or_exchanged(game: Game) -> None:
    coins(game, "Ana", copper=50)
    rope = has(game, "stash", "stuff", "Cuerda", 3)
    client, to = game.client("player"), str(game.characters["Ana"].pk)
    take = reverse("characters:take", args=[game.table.pk, rope.pk])
    swap = reverse("characters:exchange_coins", args=[to])
    for number in WRONG:
        said(client.post(take, keyed({"to": to, "quantity": number})), number)
        said(client.post(swap, keyed({"give": "copper", "take": "silver", "count": number})), number)
    assert (held(game, "stash"), held(game, "Ana")) == ({"Cuerda": 3}, {"copper": 50})
    assert hands(game, "Ana").things().count() == 1


def test_a_number_above_what_is_there_is_told_beside_its_field(game: Game) -> None:
    rope = has(game, "Ana", "stuff", "Cuerda", 3)
    text = does(game, rope, "discard", quantity="7").content.decode()
    assert re.search(r'<p class="error" id="quantity-error">.*De «Cuerda» ya no queda tanto: quedan 3', text)
    assert 'value="7"' in text
    assert held(game, "Ana") == {"Cuerda": 3}


def test_the_page_that_says_so_is_still_the_one_on_which_it_was_typed(game: Game) -> None:
    rope = has(game, "stash", "stuff", "Cuerda", 3)
    has(game, "stash", "stuff", "Pala")
    here = reverse("characters:stash", args=[game.table.pk]) + "?q=cuer"
    data = {"to": str(game.characters["Ana"].pk), "quantity": "dos", "back": here}
    take = reverse("characters:take", args=[game.table.pk, rope.pk])
    text = game.client("player").post(take, keyed(data)).content.decode()
    assert f'hx-get="{here}"' in text
    assert "Pala" not in text
    done = game.client("player").post(take, keyed({**data, "quantity": "1"}))
    assert done.headers["Location"] == here
