"""A form of the equipment pages that is sent twice acts once; other content under its key is refused."""

from __future__ import annotations

import re
from dataclasses import dataclass
from uuid import UUID

import pytest
from django.http import HttpResponse
from django.urls import reverse

from equipment.ledger import sharing, trading
from equipment.ledger.models import Gift, LedgerRow, Possession
from equipment.packs import catalogue
from equipment.packs.catalogue import CatalogueEntry
from rules.core.gear import Thing
from tapiz_site.models import Posted
from tests.combat.play import Game

from .having import balanced, coins, fallen_rival, hands, has, held

KEY = "one-and-the-same-key"


@dataclass(frozen=True)
class Post:
    """The player's form, and how often it is sent."""

    address: str
    data: dict[str, object]

    def send(self, game: Game, *, who: str = "player", key: str = KEY, **other: object) -> HttpResponse:
        return game.client(who).post(self.address, {"key": key, **self.data, **other})


def _rope_of_the_shop(*_asked: object, **_more: object) -> list[CatalogueEntry]:
    values = {"grams": 9, "price": 15}
    return [CatalogueEntry("Mercado", UUID(int=1), "1", "stuff", "item", "rope", "Cuerda", values=values)]


def _thing(game: Game, **data: object) -> Post:
    arrows = has(game, "Ana", "arrow", "Flecha", 5, price=10)
    return Post(reverse("characters:do_thing", args=[arrows.owner_id, arrows.pk]), {"quantity": "2", **data})


def _buy(game: Game) -> Post:
    coins(game, "Ana", gold=1)
    to = str(game.characters["Ana"].pk)
    return Post(reverse("characters:buy", args=[game.table.pk]), {"entry": "rope", "to": to, "quantity": "2"})


def _take(game: Game) -> Post:
    rope = has(game, "stash", "stuff", "Cuerda", 5)
    to = str(game.characters["Ana"].pk)
    return Post(reverse("characters:take", args=[game.table.pk, rope.pk]), {"to": to, "quantity": "2"})


def _share(game: Game) -> Post:
    coins(game, "stash", gold=7)
    pk = hands(game, "stash").things().get().pk
    among = [str(one.pk) for one in game.characters.values()]
    return Post(reverse("characters:share_out", args=[game.table.pk]), {"what": [pk], "among": among, "go": "share"})


def _loot(game: Game) -> Post:
    loot = sharing.open_loot(
        game.table, game.users["game_master"], encounter="e", combatant="c", name="Orco",
        things=[Thing("2", "arrow", "Flecha", quantity=5)], owner=None,
    )  # fmt: skip
    data = {"do": f"take:{loot.possessions.get().pk}", "to": str(game.characters["Ana"].pk), "quantity": "2"}
    return Post(reverse("characters:loot", args=[game.table.pk, loot.pk]), data)


def _note(game: Game) -> Post:
    address = reverse("characters:add_thing_of", args=[game.characters["Ana"].pk, "stuff"])
    return Post(address, {"thing_name": "Cuerda", "thing_quantity": "2", "grams": "4"})


def _exchange(game: Game) -> Post:
    coins(game, "Ana", copper=50)
    address = reverse("characters:exchange_coins", args=[game.characters["Ana"].pk])
    return Post(address, {"give": "copper", "take": "silver", "count": "10"})


@pytest.fixture(params=["buy", "use", "less", "give", "stash", "sell", "take", "share", "loot", "note", "exchange"])
def post(request: pytest.FixtureRequest, game: Game, monkeypatch: pytest.MonkeyPatch) -> Post:
    monkeypatch.setattr(catalogue, "entries_for", _rope_of_the_shop)
    trading.set_shop(game.table, name="El bazar", is_open=True, sells_at=100, buys_at=50)
    made = {"buy": _buy, "take": _take, "share": _share, "loot": _loot, "note": _note, "exchange": _exchange}
    if request.param in made:
        return made[request.param](game)
    return _thing(game, do=request.param, to=str(game.characters["Bruno"].pk))


def state(game: Game) -> tuple[object, ...]:
    gifts = list(Gift.objects.values_list("possession", "quantity", "created"))
    return [held(game, who) for who in ("Ana", "Bruno", "stash")], gifts, LedgerRow.objects.count()


def test_the_second_of_two_equal_posts_is_answered_as_done(game: Game, post: Post) -> None:
    before = state(game)
    first = post.send(game)
    done = state(game)
    assert done != before
    second = post.send(game)
    assert (second.status_code, second["Location"]) == (302, first["Location"])
    assert state(game) == done
    assert balanced()


def test_another_key_acts_again(game: Game) -> None:
    post = _take(game)
    post.send(game)
    post.send(game, key="quite-another-key")
    assert held(game, "Ana") == {"Cuerda": 4}


def test_other_content_under_a_key_is_refused(game: Game) -> None:
    post = _take(game)
    post.send(game)
    answer = post.send(game, quantity="3")
    page = game.client("player").get(answer["Location"]).content.decode()
    assert "Este envío ya se usó para otra cosa" in page
    assert held(game, "Ana") == {"Cuerda": 2}


def test_a_key_is_of_one_person(game: Game) -> None:
    post = _take(game)
    post.send(game)
    post.send(game, who="other_player", to=str(game.characters["Bruno"].pk))
    assert (held(game, "Ana"), held(game, "Bruno")) == ({"Cuerda": 2}, {"Cuerda": 2})


def test_what_was_refused_may_be_sent_again(game: Game) -> None:
    post = _take(game)
    post.send(game, quantity="9")
    assert not Posted.objects.exists()
    post.send(game)
    assert held(game, "Ana") == {"Cuerda": 2}


@pytest.mark.parametrize("key", ["", "short", "k" * 65])
def test_without_a_key_nothing_is_taken(game: Game, key: str) -> None:
    assert _take(game).send(game, key=key).status_code == 403
    assert held(game, "Ana") == {}


def test_opening_a_loot_twice_opens_it_once(fight: Game) -> None:
    address = fallen_rival(fight)
    client = fight.client("game_master")
    answers = [client.post(address, {"key": KEY}, headers={"HX-Request": "true"}) for _time in range(2)]
    assert [(one.status_code, one["HX-Redirect"]) for one in answers] == [
        (200, reverse("characters:stash", args=[fight.table.pk]))
    ] * 2
    assert Possession.objects.filter(loot__isnull=False).count() == 1


def test_every_form_that_posts_has_a_key(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "entries_for", _rope_of_the_shop)
    trading.set_shop(game.table, name="El bazar", is_open=True, sells_at=100, buys_at=50)
    _loot(game)
    coins(game, "stash", gold=7)
    coins(game, "Ana", gold=1)
    rope, table = has(game, "Ana", "stuff", "Cuerda", price=15), game.table.pk
    pages = {
        "inventory": [rope.owner_id], "thing": [rope.owner_id, rope.pk], "edit_thing": [rope.owner_id, rope.pk],
        "add_thing": [rope.owner_id], "add_thing_of": [rope.owner_id, "stuff"], "stash": [table], "shop": [table],
        "share_out": [table], "add_to_stash": [table], "add_to_stash_of": [table, "stuff"],
    }  # fmt: skip
    for name, args in pages.items():
        text = game.client("game_master").get(reverse(f"characters:{name}", args=args)).content.decode()
        main = text[text.index("<main") : text.index("</main>")]
        forms = re.findall(r'<form[^>]*method="post".*?</form>', main, re.S)
        assert forms, name
        assert all("data-idempotency-key" in one for one in forms), name
