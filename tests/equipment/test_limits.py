"""No character gets more than the rules let it carry: not by hand, from the shop, the stash, a gift or a chest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.urls import reverse

from equipment.ledger import proposing, services, sharing, trading
from equipment.ledger.errors import TooMuch
from equipment.ledger.models import Cause, Gift, Proposal
from rules.core.equipment import Values
from rules.core.errors import NotAllowed
from rules.core.gear import Gear
from rules.core.registry import get_system
from tests.combat.play import Game

from .having import coins, hands, has, held, keyed
from .toys import EQUIPMENT

MOST = 1000
"""The grams that a character may carry."""


def may_carry(kind: str, sheet: Values, before: Gear, after: Gear, house: Values) -> None:
    old, new = (EQUIPMENT.total(gear).get("grams", 0) for gear in (before, after))
    if new > max(old, MOST):
        raise NotAllowed("tapiz.toy.too_heavy")


@pytest.fixture
def limited(game: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A character may carry one kilogram; Ana has ten arrows of 90 grams, and a stone in the tavern."""
    has(game, "Ana", "arrow", "Flecha", 10, grams=90)
    stone = has(game, "Ana", "stuff", "Piedra", grams=500)
    services.put(hands(game, "Ana"), game.users["player"], stone.pk, "left", where="La taberna")
    monkeypatch.setattr(type(get_system("tapiz")), "equipment", replace(EQUIPMENT, may_carry=may_carry))
    return game


def test_no_act_brings_more_than_the_rules_let_a_character_carry(limited: Game) -> None:
    ana, dj = hands(limited, "Ana"), limited.users["game_master"]
    rope, spare = has(limited, "stash", "stuff", "Cuerda", grams=200), has(limited, "Bruno", "stuff", "Pala", grams=200)
    gift = sharing.offer(hands(limited, "Bruno"), dj, spare.pk, 1, ana)
    arrows, stone = ana.things().get(name="Flecha"), ana.things().get(name="Piedra")
    coins(limited, "Ana", gold=9)
    trading.set_shop(limited.table, name="", is_open=True, sells_at=100, buys_at=50)
    heavier = {"grams": 101, "price": 0}
    ways: tuple[Callable[[], object], ...] = (
        lambda: has(limited, "Ana", "stuff", "Olla", grams=101),
        lambda: services.count(ana, dj, arrows.pk, 2),
        lambda: services.edit(ana, dj, arrows.pk, name="Flecha", values=heavier, note=""),
        lambda: services.put(ana, dj, stone.pk, "packed"),
        lambda: sharing.give(hands(limited, "stash"), dj, rope.pk, 1, ana, Cause.TAKEN),
        lambda: sharing.accept(gift.pk, hands(limited, "Bruno"), ana, dj),
        lambda: trading.buy(ana, dj, kind="stuff", name="Olla", values={"grams": 101, "price": 1}, quantity=1),
    )
    before = held(limited, "Ana")
    for way in ways:
        with pytest.raises(TooMuch):
            way()
    assert held(limited, "Ana") == before
    assert Gift.objects.filter(pk=gift.pk).exists()
    services.count(ana, dj, arrows.pk, 1)


def test_an_overloaded_character_may_still_do_what_makes_it_no_worse(limited: Game) -> None:
    ana, dj = hands(limited, "Ana"), limited.users["game_master"]
    arrows = ana.things().get(name="Flecha")
    ana.things().filter(pk=arrows.pk).update(values={"grams": 300, "price": 0})
    services.edit(ana, dj, arrows.pk, name="Flecha roja", values={"grams": 290, "price": 0}, note="")
    services.count(ana, dj, arrows.pk, -1)
    with pytest.raises(TooMuch):
        services.count(ana, dj, arrows.pk, 1)


def test_the_reason_is_told_beside_the_form_that_keeps_what_was_typed(limited: Game) -> None:
    address = reverse("characters:add_thing_of", args=[limited.characters["Ana"].pk, "stuff"])
    answer = limited.client("player").post(address, keyed({"thing_name": "Olla", "grams": "101"}))
    text = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="Olla"' in text
    assert 'role="alert"' in text
    assert held(limited, "Ana") == {"Flecha": 10, "Piedra": 1}


def test_what_another_can_carry_is_told_only_to_readers_of_the_sheet(limited: Game) -> None:
    stones = has(limited, "stash", "stuff", "Losa", 4, grams=200)
    people = [str(one.pk) for one in limited.characters.values()]
    data = {"what": [stones.pk], "among": people, "go": "share"}
    address = reverse("characters:share_out", args=[limited.table.pk])
    text = limited.client("other_player").post(address, keyed(dict(data)), follow=True).content.decode()
    assert "Ana no puede llevar tanto" in text
    text = limited.client("player").post(address, keyed(dict(data)), follow=True).content.decode()
    assert "Ana no puede llevar tanto" not in text
    assert held(limited, "stash") == {"Losa": 4}


def test_the_game_master_accepts_no_more_than_a_character_may_carry(limited: Game) -> None:
    limited.begin()
    limited.table.house = {**limited.table.house, "proposals": "ask"}
    ana, arrows = hands(limited, "Ana"), hands(limited, "Ana").things().get(name="Flecha")
    by, dj = limited.users["player"], limited.users["game_master"]
    proposing.note(ana, by, proposing.more_of(ana, by, arrows.pk, 2))
    one = Proposal.objects.get()
    with pytest.raises(TooMuch):
        proposing.accept(one.pk, ana, dj, 2)
    assert Proposal.objects.filter(pk=one.pk).exists()
    proposing.accept(one.pk, ana, dj, 1)
    assert held(limited, "Ana")["Flecha"] == 11
