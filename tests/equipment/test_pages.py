"""The pages of possessions: their readers, their buttons, and their queries."""

from __future__ import annotations

import re
from uuid import UUID

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from characters.inventory import packs
from characters.services import delete_character, recover_character
from equipment.ledger import services, sharing, trading
from equipment.ledger.models import MOST, Gift, Place, Possession
from equipment.packs.catalogue import CatalogueEntry
from rules.core.gear import Thing
from tests.combat.play import Game

from .having import coins, fallen_rival, hands, has, held, keyed


def page(game: Game, who: str, name: str, *args: object, **query: str) -> str:
    response = game.client(who).get(reverse(f"characters:{name}", args=args), query)
    assert response.status_code == 200
    return response.content.decode()


def does(game: Game, who: str, one: Possession, do: str, **data: object) -> HttpResponse:
    address = reverse("characters:do_thing", args=[one.owner_id, one.pk])
    return game.client(who).post(address, keyed({"do": do, **data}))


def posts(game: Game, who: str, name: str, /, *args: object, **data: object) -> HttpResponse:
    return game.client(who).post(reverse(f"characters:{name}", args=args), keyed(data))


def test_possessions_stand_in_groups(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    blade = has(game, "Ana", "blade", "Espada", grams=1200)
    sack = has(game, "Ana", "box", "Saco", room=5000, grams=100)
    rope = has(game, "Ana", "stuff", "Cuerda", 2, grams=400)
    services.put(ana, by, blade.pk, "hand")
    services.put_into(ana, by, rope.pk, sack.pk)
    text = page(game, "player", "inventory", ana.owner)
    for said in ("En la mano", "Espada", "Dentro de: Saco", "0,8 kg de 5 kg", "Cuerda"):
        assert said in text
    assert text.index("En la mano") < text.index("Guardado") < text.index("Dentro de: Saco")


def test_inventories_are_private_until_the_sheet_is_shared(game: Game) -> None:
    has(game, "Ana", "stuff", "Cuerda")
    ana = game.characters["Ana"]
    address = reverse("characters:inventory", args=[ana.pk])
    assert game.client("other_player").get(address).status_code == 404
    ana.shared = True
    ana.save()
    text = page(game, "other_player", "inventory", ana.pk)
    assert "Cuerda" in text
    assert re.findall(r'name="do" value="([^"]*)"', text) == ["stop"], "nothing but to stop play"


def test_one_tap_equips_and_uses(game: Game) -> None:
    blade = has(game, "Ana", "blade", "Espada", 2)
    assert does(game, "player", blade, "put:hand").status_code == 302
    assert Possession.objects.get(owner=blade.owner_id, place="hand").quantity == 1
    does(game, "player", blade, "less")
    assert held(game, "Ana") == {"Espada": 1}


def test_a_borrower_uses_a_characters_things_and_gives_none_away(game: Game) -> None:
    from characters.models import Loan

    arrows = has(game, "Ana", "arrow", "Flecha", 5)
    Loan.objects.create(character=game.characters["Ana"], user=game.users["other_player"])
    assert does(game, "other_player", arrows, "less").status_code == 302
    assert does(game, "other_player", arrows, "stash").status_code == 403
    assert held(game, "Ana") == {"Flecha": 4}


def test_a_thing_is_only_found_at_its_owner(game: Game) -> None:
    rope = has(game, "Bruno", "stuff", "Cuerda")
    address = reverse("characters:thing", args=[game.characters["Ana"].pk, rope.pk])
    assert game.client("player").get(address).status_code == 404


def test_the_page_of_a_thing_says_what_changes_without_it(game: Game) -> None:
    mail = has(game, "Ana", "suit", "Cota", armour="heavy", grams=100)
    services.put(hands(game, "Ana"), game.users["player"], mail.pk, "worn")
    text = page(game, "player", "thing", game.characters["Ana"].pk, mail.pk)
    without = text[text.index("Si lo dejo") :]
    assert "<span>CA</span>" in without
    rope = has(game, "Ana", "stuff", "Cuerda")
    assert "No cambia ningún número" in page(game, "player", "thing", game.characters["Ana"].pk, rope.pk)


def test_something_is_written_down_by_hand_with_its_values(game: Game) -> None:
    ana = game.characters["Ana"]
    posts(game, "player", "add_thing_of", ana.pk, "stuff", thing_name="Cuerda", thing_quantity="3", grams="400")
    rope = Possession.objects.get(name="Cuerda")
    assert (rope.quantity, rope.values["grams"]) == (3, 400)
    wrong = posts(game, "player", "add_thing_of", ana.pk, "stuff", thing_name="", grams="400")
    assert wrong.status_code == 422
    posts(game, "player", "add_thing_of", ana.pk, "coin", thing_quantity="7", coin="gold")
    assert held(game, "Ana") == {"Cuerda": 3, "gold": 7}


def test_a_thing_is_corrected(game: Game) -> None:
    rope = has(game, "Ana", "stuff", "Cuerda")
    data = {"thing_name": "Cuerda de seda", "thing_note": "De la torre", "grams": "90", "price": "12"}
    posts(game, "player", "edit_thing", rope.owner_id, rope.pk, **data)
    rope.refresh_from_db()
    assert (rope.name, rope.note, rope.values) == ("Cuerda de seda", "De la torre", {"grams": 90, "price": 12})
    assert "Cuerda → Cuerda de seda" in page(game, "player", "ledger", rope.owner_id)


@pytest.mark.usefixtures("templates_tell")
def test_a_correction_that_is_refused_keeps_what_was_typed(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    sack = has(game, "Ana", "box", "Saco", room=1000)
    rope = has(game, "Ana", "stuff", "Cuerda", grams=900)
    services.put_into(ana, by, rope.pk, sack.pk)
    heavy = {"thing_name": "Cuerda mojada", "thing_note": "Del pozo", "grams": "1500", "price": "0"}
    refused = posts(game, "player", "edit_thing", ana.owner, rope.pk, **heavy)
    assert refused.status_code == 422
    text = refused.content.decode()
    for said in ("«Saco» no da para tanto", "Cuerda mojada", "Del pozo", 'value="1500"'):
        assert said in text
    small = {"thing_name": "Saquito", "grams": "0", "price": "0", "room": "500"}
    refused = posts(game, "player", "edit_thing", ana.owner, sack.pk, **small)
    assert [field.name for field in refused.context["faults"]] == ["room"]
    assert 'value="Saquito"' in refused.content.decode()
    assert set(held(game, "Ana")) == {"Saco", "Cuerda"}


@pytest.mark.usefixtures("templates_tell")
def test_a_correction_after_another_one_is_refused_once(game: Game) -> None:
    rope = has(game, "Ana", "stuff", "Cuerda")
    form = game.client("player").get(reverse("characters:edit_thing", args=[rope.owner_id, rope.pk]))
    services.count(hands(game, "Ana"), game.users["player"], rope.pk, 1)
    services.edit(
        hands(game, "Ana"), game.users["game_master"], rope.pk, name="Cuerda", values={"grams": 7, "price": 0}, note=""
    )
    mine = {"thing_name": "Cuerda de seda", "thing_note": "Mía", "grams": "5", "price": "0"}
    refused = posts(game, "player", "edit_thing", rope.owner_id, rope.pk, **mine, seen=form.context["seen"])
    assert refused.status_code == 422
    assert "se ha corregido mientras tanto" in refused.content.decode()
    assert 'value="Cuerda de seda"' in refused.content.decode()
    assert held(game, "Ana") == {"Cuerda": 2}
    again = posts(game, "player", "edit_thing", rope.owner_id, rope.pk, **mine, seen=refused.context["seen"])
    assert again.status_code == 302
    rope.refresh_from_db()
    assert (rope.name, rope.note, rope.values["grams"]) == ("Cuerda de seda", "Mía", 5)


@pytest.mark.usefixtures("templates_tell")
def test_a_correction_is_taken_though_the_thing_was_moved_and_counted_meanwhile(game: Game) -> None:
    rope = has(game, "Ana", "stuff", "Cuerda")
    form = game.client("player").get(reverse("characters:edit_thing", args=[rope.owner_id, rope.pk]))
    services.count(hands(game, "Ana"), game.users["player"], rope.pk, 1)
    services.put(hands(game, "Ana"), game.users["player"], rope.pk, Place.LEFT, where="El pozo")
    mine = {"thing_name": "Cuerda de seda", "thing_note": "", "grams": "5", "price": "0"}
    taken = posts(game, "player", "edit_thing", rope.owner_id, rope.pk, **mine, seen=form.context["seen"])
    assert taken.status_code == 302
    rope.refresh_from_db()
    assert (rope.name, rope.where) == ("Cuerda de seda", "El pozo")


@pytest.mark.usefixtures("templates_tell")
def test_more_than_the_largest_quantity_is_refused_beside_its_field(game: Game) -> None:
    has(game, "Ana", "stuff", "Cuerda", MOST, grams=400)
    said = {"thing_name": "Cuerda", "thing_quantity": "1", "grams": "400", "price": "0"}
    refused = posts(game, "player", "add_thing_of", game.characters["Ana"].pk, "stuff", **said)
    assert refused.status_code == 422
    assert [field.name for field in refused.context["faults"]] == ["thing_quantity"]
    assert 'value="400"' in refused.content.decode()
    assert held(game, "Ana") == {"Cuerda": MOST}


def test_a_gift_waits_for_the_other(game: Game) -> None:
    ana, bruno = game.characters["Ana"], game.characters["Bruno"]
    rope = has(game, "Ana", "stuff", "Cuerda", 2)
    does(game, "player", rope, "give", to=str(bruno.pk), quantity="1")
    assert "Ana ofrece: 1 × Cuerda" in page(game, "other_player", "inventory", bruno.pk)
    gift = Gift.objects.get()
    assert posts(game, "player", "answer_gift", bruno.pk, gift.pk, answer="accept").status_code == 404
    posts(game, "player", "answer_gift", ana.pk, gift.pk, answer="accept")
    assert held(game, "Bruno") == {}
    does(game, "player", rope, "give", to=str(bruno.pk), quantity="1")
    posts(game, "other_player", "answer_gift", bruno.pk, Gift.objects.get().pk, answer="accept")
    assert held(game, "Bruno") == {"Cuerda": 1}


def test_the_game_master_hands_over_at_once(game: Game) -> None:
    rope = has(game, "Ana", "stuff", "Cuerda")
    does(game, "game_master", rope, "give", to=str(game.characters["Bruno"].pk))
    assert held(game, "Bruno") == {"Cuerda": 1}


def test_the_stash_is_for_the_table(game: Game) -> None:
    rope = has(game, "Ana", "stuff", "Cuerda")
    does(game, "player", rope, "stash")
    assert "Cuerda" in page(game, "spectator", "stash", game.table.pk)
    taken = hands(game, "stash").things().get()
    to = str(game.characters["Bruno"].pk)
    assert posts(game, "spectator", "take", game.table.pk, taken.pk, to=to).status_code == 403
    assert posts(game, "player", "take", game.table.pk, taken.pk, to=to).status_code == 404
    posts(game, "other_player", "take", game.table.pk, taken.pk, to=to)
    assert held(game, "Bruno") == {"Cuerda": 1}
    late = game.client("player").post(
        reverse("characters:take", args=[game.table.pk, taken.pk]),
        keyed({"to": str(game.characters["Ana"].pk)}),
        follow=True,
    )
    assert "Bruno ha llegado antes" in late.content.decode()


def test_shares_are_seen_before_they_are_given(game: Game) -> None:
    coins(game, "stash", gold=7)
    text = page(game, "player", "share_out", game.table.pk)
    assert "Moneda de oro" in text
    assert held(game, "Ana") == {}
    pk = hands(game, "stash").things().get().pk
    among = [str(one.pk) for one in game.characters.values()]
    posts(game, "player", "share_out", game.table.pk, what=[pk], among=among, go="share")
    assert (held(game, "Ana"), held(game, "Bruno"), held(game, "stash")) == ({"gold": 3}, {"gold": 3}, {"gold": 1})


def test_loot_is_taken_while_it_is_open(game: Game) -> None:
    loot = sharing.open_loot(
        game.table, game.users["game_master"], encounter="e", combatant="c", name="Orco",
        things=[Thing("1", "blade", "Cimitarra"), Thing("2", "arrow", "Flecha", quantity=4)], owner=None,
    )  # fmt: skip
    assert "Botín: Orco" in page(game, "player", "stash", game.table.pk)
    blade = Possession.objects.get(name="Cimitarra")
    posts(game, "player", "loot", game.table.pk, loot.pk, do=f"take:{blade.pk}", to=str(game.characters["Ana"].pk))
    posts(game, "player", "loot", game.table.pk, loot.pk, do="rest")
    assert (held(game, "Ana"), held(game, "stash")) == ({"Cimitarra": 1}, {"Flecha": 4})
    assert posts(game, "player", "loot", game.table.pk, loot.pk, do="close").status_code == 403
    posts(game, "game_master", "loot", game.table.pk, loot.pk, do="close")
    assert posts(game, "player", "loot", game.table.pk, loot.pk, do="rest").status_code == 404


def test_a_loot_of_many_things_has_pages(game: Game) -> None:
    loot = sharing.open_loot(
        game.table, game.users["game_master"], encounter="e", combatant="c", name="Buhonero",
        things=[Thing(str(number), "stuff", f"Cosa {number:02}") for number in range(40)], owner=None,
    )  # fmt: skip
    text = page(game, "player", "stash", game.table.pk)
    assert "Cosa 29" in text
    assert "Cosa 30" not in text
    assert f"?botin{loot.pk}=2" in text
    assert "Cosa 39" in page(game, "player", "stash", game.table.pk, **{f"botin{loot.pk}": "2"})


def test_the_game_master_opens_what_the_fallen_had(fight: Game) -> None:
    address = fallen_rival(fight)
    panel = fight.client("game_master").get(fight.url("panel"), {"panel": "one", "who": fight.id("Rufo")})
    assert "Abrir el botín" in panel.content.decode()
    assert fight.client("player").post(address, keyed({})).status_code == 403
    assert fight.client("game_master").post(address, keyed({})).status_code == 302
    text = page(fight, "player", "stash", fight.table.pk)
    assert "Botín: Rufo" in text
    assert "Cuerda" in text
    assert held(fight, "Rufo") == {}


def test_a_fallen_character_of_the_group_keeps_what_it_has(fight: Game) -> None:
    has(fight, "Bruno", "stuff", "Cuerda")
    fight.damage("game_master", "Bruno", 90)
    panel = fight.client("game_master").get(fight.url("panel"), {"panel": "one", "who": fight.id("Bruno")})
    assert "Abrir el botín" not in panel.content.decode()
    address = f"{reverse('combat:open_loot', args=[fight.encounter.pk])}?who={fight.id('Bruno')}"
    assert fight.client("game_master").post(address, keyed({})).status_code == 404


def test_the_loot_of_a_character_in_the_bin_is_not_doubled_afterwards(fight: Game) -> None:
    address = fallen_rival(fight)
    rival, by = fight.characters["Rufo"], fight.users["game_master"]
    delete_character(character=rival, by=by)
    assert fight.client("game_master").post(address, keyed({})).status_code == 302
    recover_character(character=rival, by=by)
    assert Possession.objects.get(name="Cuerda", quantity__gt=0).loot is not None


def test_listeners_to_changes_of_possessions(game: Game) -> None:
    from equipment import topics
    from tapiz_site.live.access import allowed

    def hears(topic: str) -> list[str]:
        return [who for who, user in game.users.items() if allowed(user, topic)]

    assert hears(topics.of_character(game.characters["Ana"].pk)) == ["game_master", "player"]
    assert hears(topics.of_owner(game.characters["Ana"].pk)) == ["game_master", "player"]
    assert hears(topics.of_stash(game.table.pk)) == ["game_master", "player", "other_player", "spectator"]
    assert hears("things:nothing") == hears("stash:") == []


def test_the_shop_is_the_game_masters(game: Game) -> None:
    said = {"name": "El bazar", "sells_at": "100", "buys_at": "50", "open": "1"}
    assert posts(game, "player", "keep_shop", game.table.pk, **said).status_code == 403
    rope = has(game, "Ana", "stuff", "Cuerda", price=40)
    does(game, "player", rope, "sell")
    assert held(game, "Ana") == {"Cuerda": 1}
    assert posts(game, "game_master", "keep_shop", game.table.pk, **{**said, "sells_at": "x"}).status_code == 422
    posts(game, "game_master", "keep_shop", game.table.pk, **said)
    does(game, "player", rope, "sell")
    assert held(game, "Ana") == {"silver": 2}
    assert "El bazar" in page(game, "player", "shop", game.table.pk)


@pytest.fixture
def market(game: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The table plays with a pack with a rope and a relic; players do not know the relic."""
    from equipment.packs import catalogue

    rope, relic = {"grams": 9, "price": 15}, {"grams": 1, "price": 1}
    goods = [
        CatalogueEntry("Mercado", UUID(int=1), "1", "stuff", "item", "rope", "Cuerda", values=rope),
        CatalogueEntry("Cripta", UUID(int=2), "1", "stuff", "item", "relic", "Reliquia", values=relic, shown=False),
    ]

    def entries_for(table: object, *, game_master: bool = True, **asked: object) -> list[CatalogueEntry]:
        return [one for one in goods if game_master or one.shown]

    monkeypatch.setattr(catalogue, "entries_for", entries_for)
    return game


def test_something_of_a_pack_is_noted_down(market: Game) -> None:
    ana = market.characters["Ana"]
    text = page(market, "player", "add_thing", ana.pk)
    assert "Cuerda" in text
    assert "Reliquia" not in text
    posts(market, "player", "add_thing", ana.pk, entry="rope")
    assert posts(market, "player", "add_thing", ana.pk, entry="relic").status_code == 404
    rope = Possession.objects.get(name="Cuerda")
    assert (rope.entry, rope.values) == ("rope", {"grams": 9, "price": 15})
    posts(market, "game_master", "add_thing", ana.pk, entry="relic")
    assert held(market, "Ana") == {"Cuerda": 1, "Reliquia": 1}


def test_several_of_a_thing_are_noted_down_at_once(market: Game) -> None:
    ana = market.characters["Ana"].pk
    assert 'name="quantity"' in page(market, "player", "add_thing", ana)
    posts(market, "player", "add_thing", ana, entry="rope", quantity="12")
    assert held(market, "Ana") == {"Cuerda": 12}
    refused = posts(market, "player", "add_thing", ana, entry="rope", quantity="doce")
    assert refused.status_code == 422
    assert 'value="doce"' in refused.content.decode()
    assert "hace falta un número entero" in refused.content.decode()
    assert held(market, "Ana") == {"Cuerda": 12}


def test_more_things_than_a_page_shows_are_found_by_name(market: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packs, "MOST_SHOWN", 1)
    text = page(market, "game_master", "add_thing", market.characters["Ana"].pk)
    assert "Se ven 1 cosas; las demás se encuentran por su nombre." in text


def test_the_shop_sells_what_packs_price(market: Game) -> None:
    coins(market, "Ana", gold=1)
    trading.set_shop(market.table, name="El bazar", is_open=True, sells_at=200, buys_at=50)
    text = page(market, "player", "shop", market.table.pk)
    assert "3 monedas de plata" in text
    assert "Reliquia" not in text
    to = str(market.characters["Ana"].pk)
    posts(market, "player", "buy", market.table.pk, entry="rope", to=to, quantity="2")
    assert held(market, "Ana") == {"Cuerda": 2, "silver": 4}
    broke = market.client("player").post(
        reverse("characters:buy", args=[market.table.pk]),
        keyed({"entry": "rope", "to": to, "quantity": "2"}),
        follow=True,
    )
    assert "No hay monedas bastantes" in broke.content.decode()


def many(game: Game, numbers: range) -> None:
    """Ana has a thing of each of these numbers, written without asking whether she may."""
    same = {"table": game.table, "owner": game.characters["Ana"], "kind": "stuff", "values": {"grams": 1, "price": 1}}
    Possession.objects.bulk_create(Possession(name=f"Cosa {one:02}", order=one, **same) for one in numbers)


@pytest.fixture
def counted(game: Game) -> dict[str, list[int]]:
    """The queries of the pages of Ana with ten things, and with three pages of things."""
    found: dict[str, list[int]] = {}
    ana = game.characters["Ana"]
    for numbers in (range(10), range(10, 70)):
        many(game, numbers)
        some = Possession.objects.filter(owner=ana).first()
        assert some is not None
        pages = {"inventory": [ana.pk], "thing": [ana.pk, some.pk], "show": [ana.pk], "ledger": [ana.pk]}
        for name, args in pages.items():
            game.client("player").get(reverse(f"characters:{name}", args=args))
            with CaptureQueriesContext(connection) as queries:
                game.client("player").get(reverse(f"characters:{name}", args=args))
            found.setdefault(name, []).append(len(queries))
    return found


def test_queries_do_not_grow_with_things(counted: dict[str, list[int]]) -> None:
    assert all(few == many for few, many in counted.values()), counted


def test_a_page_shows_a_bounded_number_and_finds_the_rest_by_name(game: Game) -> None:
    many(game, range(70))
    text = page(game, "player", "inventory", game.characters["Ana"].pk)
    assert "Cosa 29" in text
    assert "Cosa 30" not in text
    assert "Cosa 69" in page(game, "player", "inventory", game.characters["Ana"].pk, pagina="3")
    assert "Cosa 69" in page(game, "player", "inventory", game.characters["Ana"].pk, q="cosa 69")
