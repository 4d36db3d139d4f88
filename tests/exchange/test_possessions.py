"""Possessions are exported with characters and tables, their ledger with tables; older files are lifted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from characters.gear import holder_of
from characters.models import Character
from characters.services import create_character
from combat.deeds import Deed
from equipment.ledger import services, sharing, trading
from equipment.ledger.models import LedgerRow, Loot, Possession, Shop
from equipment.ledger.writing import Holder
from exchange import incoming, incoming_characters, outgoing
from exchange.faults import Refused
from rules.core.gear import Thing
from rules.core.types import Json
from tapiz_site.campaigns.models import Membership
from tapiz_site.campaigns.services import create_table
from tests.combat.play import Game
from tests.kept import as_made, made_once

from .played import data, document, ids_in, importer

pytestmark = pytest.mark.django_db

GOODS: dict[str, Json] = {"weight": 100, "price": 5, "properties": ""}


@pytest.fixture(scope="module")
def _wealthy(_evening: Game, django_db_blocker: DjangoDbBlocker) -> Iterator[Game]:
    with made_once(lambda: enriched(as_made(_evening)), django_db_blocker) as game:
        yield game


@pytest.fixture
def wealthy(_wealthy: Game, db: None) -> Game:
    """The same table: Ana has a pack with things in it, has drunk in the fight; a stash, loot and a shop."""
    return as_made(_wealthy)


def enriched(evening: Game) -> Game:
    """The table with everything that can be had."""
    runs, ana = evening.users["game_master"], holder_of(evening.characters["Ana"])
    pack = services.add(ana, runs, kind="container", name="Mochila", values={**GOODS, "holds": 9000})
    rope = services.add(ana, runs, kind="gear", name="Cuerda", values=GOODS, quantity=3)
    services.put_into(ana, runs, rope.pk, pack.pk)
    services.count(ana, runs, rope.pk, -1)
    tent = services.add(ana, runs, kind="gear", name="Tienda", values=GOODS, note="Verde")
    services.put(ana, runs, tent.pk, "left", where="La posada")
    drink = {**GOODS, "charges": 2, "pool": "physical", "restores": 3}
    services.add(ana, runs, kind="consumable", name="Poción", values=drink, quantity=2)
    evening.act(
        "game_master",
        Deed("command", "use", evening.id("Ana"), uses(evening), evening.read.system.moment(evening.fight)),
    )
    stash = Holder(evening.table, name="el fondo común")
    services.add(stash, runs, kind="coin", name="gold", values={"coin": "gold"}, quantity=9)
    sharing.give(ana, runs, rope.pk, 1, stash)
    sharing.open_loot(
        evening.table, runs, encounter=str(evening.encounter.pk), combatant=evening.id("Orco 1"), name="Orco",
        things=[Thing("1", "gear", "Tambor", GOODS)], owner=None,
    )  # fmt: skip
    trading.set_shop(evening.table, name="El bazar", is_open=True, sells_at=110, buys_at=40)
    return evening


def uses(game: Game) -> dict[str, Json]:
    """The inputs of Ana's drink."""
    potion = Possession.objects.get(name="Poción")
    deed = game.deed("game_master", "use", "Ana", thing=potion.pk)
    return dict(deed.inputs)


def test_a_character_takes_along_what_it_has(wealthy: Game) -> None:
    ana = wealthy.characters["Ana"]
    ana.refresh_from_db()
    before = outgoing.character_document(ana)
    assert {one["name"] for one in before["possessions"]} == {
        "Armadura ligera", "Mochila", "Cuerda", "Tienda", "Poción",
    }  # fmt: skip
    runs = wealthy.users["game_master"]
    made = incoming_characters.import_character(table=wealthy.table, data=data(before), by=runs, players=[])
    assert outgoing.character_document(made) == before
    rope = made.possessions.get(name="Cuerda")
    assert rope.within == made.possessions.get(name="Mochila")
    assert [row.cause for row in rope.rows.all()] == ["imported"]
    assert made.condition


def test_a_table_takes_along_what_is_owned_with_its_ledger(wealthy: Game) -> None:
    before = document(wealthy.table)
    made = incoming.import_table(data=data(before), by=importer())
    assert document(made) == before
    potion = Possession.objects.get(table=made, name="Poción")
    row = potion.rows.exclude(encounter="").get()
    assert (potion.charges, row.charges, row.encounter) == (1, -1, str(made.encounters.get(free=False).pk))
    assert made.encounters.get(free=False).entries.filter(pk=row.log_entry).exists()
    assert Loot.objects.get(table=made).possessions.get().name == "Tambor"
    assert Shop.objects.get(table=made).sells_at == 110


def test_an_imported_use_can_be_undone(wealthy: Game) -> None:
    made = incoming.import_table(data=data(document(wealthy.table)), by=importer())
    other = made.encounters.get(free=False)
    game = Game(made, {"game_master": Membership.objects.get(table=made).user}, other, {})
    row = LedgerRow.objects.exclude(encounter="").get(possession__table=made)
    game.undo("game_master", row.log_entry)
    potion = Possession.objects.get(table=made, name="Poción")
    assert (potion.quantity, potion.charges) == (2, 2)
    assert game.one("Ana").gear.things[potion.pk].charges == 2


def older(content: dict[str, Any]) -> dict[str, Any]:
    """The table as version 2 would have written it, with armour on the sheet."""
    found = {key: value for key, value in content.items() if key not in ("stash", "loot", "shop")}
    found["characters"] = [
        {
            **{key: value for key, value in one.items() if key != "possessions"},
            "sheet": {**one["sheet"], "armour": "light"},
        }
        for one in content["characters"]
    ]
    return {**found, "version": 2, "encounters": []}


def test_an_older_file_becomes_possessions(evening: Game, told: dict[str, Json]) -> None:
    made = incoming.import_table(data=data(older(told)), by=importer())
    found = Possession.objects.filter(table=made, owner__name="Ana").values_list("name", "place")
    assert [*found] == [("Armadura ligera", "worn")]


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"kind": "dragon"}, "kind"),
        ({"quantity": 99}, "quantity"),
        ({"within": "f" * 32}, "within"),
        ({"place": "hand", "kind": "ammunition"}, "place"),
        ({"where": "Allí"}, "where"),
        ({"name": "   "}, "name"),
        ({"place": "pocket"}, "place"),
    ],
)
def test_what_cannot_be_is_refused(wealthy: Game, change: dict[str, Any], place: str) -> None:
    content = document(wealthy.table)
    owned = content["characters"][0]["possessions"]
    number = next(number for number, one in enumerate(owned) if one["name"] == "Poción")
    owned[number].update(change)
    with pytest.raises(Refused) as refused:
        incoming.import_table(data=data(content), by=importer())
    assert f"characters[0].possessions[{number}].{place}" in {fault.place for fault in refused.value.faults}


@pytest.mark.parametrize(
    ("name", "pair"),
    [
        ("name", [None, "Poción"]),
        ("name", ["x" * 5000, "Poción"]),
        ("name", ["", "Poción"]),
        ("kind", ["dragon", "consumable"]),
        ("kind", [None, "consumable"]),
        ("note", [None, ""]),
        ("note", ["x" * 5000, ""]),
        ("where", [None, ""]),
        ("entry", ["x" * 500, ""]),
        ("values", [{"weight": "mucho"}, {}]),
        ("values", [{"price": {"a": 1}}, {}]),
        ("place", [None, "packed"]),
    ],
)
def test_a_ledger_that_an_undo_could_not_follow_is_refused(wealthy: Game, name: str, pair: list[Any]) -> None:
    content = document(wealthy.table)
    owned = content["characters"][0]["possessions"]
    potion = next(one for one in owned if one["name"] == "Poción")
    potion["rows"][-1]["changed"] = {name: pair}
    with pytest.raises(Refused) as refused:
        incoming.import_table(data=data(content), by=importer())
    assert any(f".changed.{name}" in fault.place for fault in refused.value.faults)


@pytest.mark.parametrize(
    "params",
    [
        {"price": "mucho", "from": 7, "fight": ["a"], "into": {}, "shop": None},
        {"price": 10**30},
        {"to": {"a": ["b"]}},
        {"fight": "x" * 100_000},
    ],
)
def test_what_a_ledger_tells_is_refused_or_can_be_read(wealthy: Game, params: dict[str, Any]) -> None:
    from django.urls import reverse

    content = document(wealthy.table)
    content["characters"][0]["possessions"][0]["rows"][-1]["params"] = params
    by = importer()
    try:
        made = incoming.import_table(data=data(content), by=by)
    except Refused:
        return
    from django.test import Client

    client = Client()
    client.force_login(by)
    ana = made.characters.get(name="Ana")
    assert client.get(reverse("characters:ledger", args=[ana.pk])).status_code == 200


RIFLE: dict[str, Json] = {
    "category": "rifles", "size": 3, "price": 400, "accuracy": 1, "dice": 2, "bonus": 3, "rounds": 12,
    "reload": "magazine", "ammunition": "rifles", "hand": "both", "slot": None, "properties": "",
}  # fmt: skip


@pytest.mark.parametrize("alone", [True, False])
def test_a_condition_speaks_of_the_same_things_on_the_other_side(evening: Game, alone: bool) -> None:
    """The charges of a magazine stay with its rifle, whose id changes in the file and after the import."""
    runs = evening.users["game_master"]
    table = create_table(user=runs, name="Convoy", system="tactico")
    ana = create_character(table=table, kind="person", name="Ana", values={}, by=runs)
    rifles = [services.add(holder_of(ana), runs, kind="weapon", name=name, values=RIFLE) for name in ("Una", "Otra")]
    services.put(holder_of(ana), runs, rifles[1].pk, "hand")
    ana.refresh_from_db()
    arm = ana.condition["arms"][rifles[1].pk]
    ana.condition = {**ana.condition, "arms": {rifles[1].pk: {**arm, "left": 5}}, "in_hand": rifles[1].pk}
    ana.save()
    before = outgoing.character_document(ana) if alone else document(table)
    assert not ids_in(before) & {one.pk for one in rifles}
    if alone:
        made = incoming_characters.import_character(table=table, data=data(before), by=runs, players=[])
        assert outgoing.character_document(made) == before
    else:
        other = incoming.import_table(data=data(before), by=importer())
        assert {**document(other), "people": before["people"]} == before
        made = Character.objects.get(table=other)
    made.refresh_from_db()
    rifle = Possession.objects.get(owner=made, name="Otra")
    assert (made.condition["in_hand"], made.condition["arms"][rifle.pk]["left"]) == (rifle.pk, 5)
