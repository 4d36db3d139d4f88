"""Edge cases: things left at the inn, full containers, offers that cannot be kept, the largest quantity."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from characters.services import create_character
from combat.deeds import Deed
from combat.errors import ThingsGone
from equipment.ledger import moving, services, sharing, trading
from equipment.ledger.errors import NotEnough, OfferGone, TooMany
from equipment.ledger.models import MOST, Cause, LedgerRow, Loot, Possession
from equipment.ledger.writing import Holder, LedgerAct, change, make
from equipment.packs.catalogue import CatalogueEntry
from tests.combat.play import ANA, Game

from .having import balanced, coins, hands, has, held, keyed


def test_what_the_fallen_left_at_the_inn_is_no_loot(game: Game) -> None:
    bruno, by = hands(game, "Bruno"), game.users["game_master"]
    chest = has(game, "Bruno", "box", "Arcón", room=9000)
    book = has(game, "Bruno", "stuff", "Libro", grams=10)
    has(game, "Bruno", "blade", "Espada")
    services.put_into(bruno, by, book.pk, chest.pk)
    services.put(bruno, by, chest.pk, "left", where="La posada")
    sharing.open_loot(game.table, by, encounter="e", combatant="c", name="Bruno", things=[], owner=bruno)
    assert held(game, "Bruno") == {"Arcón": 1, "Libro": 1}
    assert {one.name for one in Possession.objects.filter(loot__isnull=False)} == {"Espada"}


def full_sack(game: Game) -> Possession:
    """Ana has a sack full of rations."""
    ana, by = hands(game, "Ana"), game.users["player"]
    sack = has(game, "Ana", "box", "Saco", room=100)
    rations = has(game, "Ana", "stuff", "Ración", 10, grams=10)
    services.put_into(ana, by, rations.pk, sack.pk)
    return sack


def held_within(game: Game, sack: Possession) -> int:
    equipment = moving.equipment_of(game.table)
    return moving.room_of(equipment, sack, list(hands(game, "Ana").things()))[1]


def test_what_a_full_container_does_not_hold_lies_loose(game: Game) -> None:
    sack = full_sack(game)
    has(game, "Ana", "stuff", "Ración", 3, grams=10)
    assert held(game, "Ana") == {"Saco": 1, "Ración": 13}
    more = has(game, "Bruno", "stuff", "Ración", 4, grams=10)
    sharing.give(hands(game, "Bruno"), game.users["player"], more.pk, 4, hands(game, "Ana"))
    assert held(game, "Ana") == {"Saco": 1, "Ración": 17}
    assert held_within(game, sack) == 100
    assert balanced()


def test_a_gift_does_not_fill_a_container_over_its_limit(game: Game) -> None:
    sack = full_sack(game)
    more = has(game, "Bruno", "stuff", "Ración", 4, grams=10)
    sharing.give(hands(game, "Bruno"), game.users["player"], more.pk, 4, hands(game, "Ana"))
    assert held_within(game, sack) == 100


def test_an_offer_that_cannot_be_kept_tells_nothing_of_what_the_giver_has(game: Game) -> None:
    ana, bruno, by = hands(game, "Ana"), hands(game, "Bruno"), game.users["other_player"]
    arrows = has(game, "Ana", "arrow", "Flecha", 5)
    gift = sharing.offer(ana, by, arrows.pk, 5, bruno)
    services.count(ana, by, arrows.pk, -2)
    with pytest.raises(OfferGone):
        sharing.accept(gift.pk, ana, bruno, by)
    assert (held(game, "Ana"), held(game, "Bruno")) == ({"Flecha": 3}, {})


def test_an_undo_beyond_the_largest_quantity_is_refused(fight: Game) -> None:
    arrows = has(fight, "Ana", "arrow", "Flecha", MOST)
    fight.act("player", Deed("command", "toy_shoot", fight.id("Ana"), {"thing": arrows.pk}, internal=True))
    services.count(hands(fight, "Ana"), fight.users["player"], arrows.pk, 1)
    with pytest.raises(ThingsGone):
        fight.undo("player")
    assert held(fight, "Ana") == {"Flecha": MOST}
    assert balanced()


def test_an_undo_that_would_bring_more_charges_than_anything_can_hold_is_refused(fight: Game) -> None:
    wand = has(fight, "Ana", "wand", "Vara", charges=MOST)
    fight.act("player", Deed("command", "toy_wave", fight.id("Ana"), {"thing": wand.pk}, internal=True))
    services.charge(hands(fight, "Ana"), fight.users["player"], wand.pk, 1)
    with pytest.raises(ThingsGone):
        fight.undo("player")
    wand.refresh_from_db()
    assert wand.charges == MOST
    assert balanced()


def test_nobody_has_more_of_a_thing_than_there_may_be(game: Game) -> None:
    arrows, act = has(game, "Ana", "arrow", "Flecha", MOST - 1), LedgerAct(Cause.ADDED, game.users["game_master"])
    change(arrows, act, quantity=1)
    for more in (1, 2):
        with pytest.raises(TooMany) as refused:
            change(arrows, act, quantity=more)
        assert refused.value.params == {"name": "Flecha"}
    assert arrows.quantity == MOST


def test_no_thing_is_given_more_charges_than_it_can_hold(game: Game) -> None:
    wand = has(game, "Ana", "wand", "Vara", charges=MOST)
    with pytest.raises(TooMany):
        change(wand, LedgerAct(Cause.CHARGED, game.users["game_master"]), charges=1)
    change(wand, LedgerAct(Cause.USED, game.users["game_master"]), charges=-1)
    change(wand, LedgerAct(Cause.CHARGED, game.users["game_master"]), charges=1)
    assert wand.charges == MOST


def test_a_gift_of_a_character_without_a_player_does_not_name_it(game: Game) -> None:
    spy = create_character(
        table=game.table, kind="person", name="Espía", values=dict(ANA), by=game.users["game_master"]
    )
    game.characters["Espía"] = spy
    rope = has(game, "Espía", "stuff", "Cuerda", 2)
    master = game.client("game_master")
    address = reverse("characters:do_thing", args=[spy.pk, rope.pk])
    master.post(address, keyed({"do": "give", "to": str(game.characters["Ana"].pk), "quantity": "1"}))
    master.post(address, keyed({"do": "stash", "quantity": "1"}))
    assert (held(game, "Ana"), held(game, "stash")) == ({"Cuerda": 1}, {"Cuerda": 1})
    for name, pk in (("ledger", game.characters["Ana"].pk), ("stash_ledger", game.table.pk)):
        assert "Espía" not in game.client("player").get(reverse(f"characters:{name}", args=[pk])).content.decode()


@pytest.mark.parametrize("is_open", [False, True])
def test_an_addition_to_a_loot_is_announced_only_where_the_loot_is_open(game: Game, *, is_open: bool) -> None:
    from equipment import topics
    from tapiz_site.live import versions

    loot = Loot.objects.create(table=game.table, name="Orco", open=is_open)
    before = versions.version(topics.of_stash(game.table.pk))
    services.add(
        Holder(game.table, loot=loot), game.users["game_master"], kind="stuff", name="Mapa", values={"grams": 0}
    )
    assert (versions.version(topics.of_stash(game.table.pk)) > before) == is_open


@pytest.mark.parametrize(
    ("amounts", "refusal"),
    [({"quantity": -1}, NotEnough), ({"charges": -1}, NotEnough), ({"quantity": MOST + 1}, TooMany)],
)
def test_nothing_begins_with_less_than_none_or_more_than_fits(
    game: Game, amounts: dict[str, int], refusal: type[Exception]
) -> None:
    act = LedgerAct(Cause.ADDED, game.users["game_master"])
    with pytest.raises(refusal):
        make(Holder(game.table), act, kind="stuff", name="Mapa", **amounts)
    assert not Possession.objects.filter(name="Mapa").exists()


def test_the_page_of_the_table_counts_what_is_had_in_common(game: Game) -> None:
    def said() -> str:
        return game.client("player").get(game.table.get_absolute_url()).content.decode()

    assert "1 cosa" not in said()
    for name in ("Mapa", "Cuerda"):
        has(game, "stash", "stuff", name)
    gone = has(game, "stash", "stuff", "Antorcha")
    services.count(Holder(game.table), game.users["game_master"], gone.pk, -1)
    for number, is_open in enumerate((True, False)):
        loot = Loot.objects.create(table=game.table, name=f"Orco {number}", open=is_open)
        services.add(Holder(game.table, loot=loot), game.users["game_master"], kind="stuff", name="Yelmo", values={})
    assert "2 cosas" in said()
    assert "1 botín abierto" in said()


def test_the_pages_of_the_stash_hear_that_the_shop_opens(game: Game) -> None:
    from equipment import topics
    from tapiz_site.live import versions

    before = versions.version(topics.of_stash(game.table.pk))
    trading.set_shop(game.table, name="El bazar", is_open=True, sells_at=100, buys_at=50)
    assert versions.version(topics.of_stash(game.table.pk)) > before


def test_a_change_of_a_note_alone_is_announced_only_to_readers_of_the_whole_sheet(game: Game) -> None:
    from equipment import topics
    from tapiz_site.live import versions

    rope, ana, by = has(game, "Ana", "stuff", "Cuerda"), game.characters["Ana"].pk, game.users["player"]

    def announced() -> list[int]:
        return [versions.version(topic) for topic in (topics.of_character(ana), topics.of_owner(ana))]

    all_read, few_read = announced()
    services.edit(hands(game, "Ana"), by, rope.pk, name="Cuerda", values=rope.values, note="La robé")
    assert announced() == [all_read, few_read + 1]
    services.edit(hands(game, "Ana"), by, rope.pk, name="Soga", values=rope.values, note="La robé")
    assert announced()[0] == all_read + 1


def test_what_a_character_gets_is_not_announced_as_news_of_the_stash(game: Game) -> None:
    from equipment import topics
    from tapiz_site.live import versions

    of_ana = topics.of_character(game.characters["Ana"].pk)
    before = [versions.version(topic) for topic in (topics.of_stash(game.table.pk), of_ana)]
    has(game, "Ana", "stuff", "Mapa")
    assert [versions.version(topic) for topic in (topics.of_stash(game.table.pk), of_ana)] == [before[0], before[1] + 1]


def test_the_shop_and_the_shares_cost_the_same_for_few_and_for_many(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    from equipment.packs import catalogue

    monkeypatch.setattr(catalogue, "entries_for", lambda *_args, **_more: list[CatalogueEntry]())
    trading.set_shop(game.table, name="El bazar", is_open=True, sells_at=100, buys_at=50)
    coins(game, "stash", gold=9)
    heaps = [has(game, "stash", "stuff", f"Cosa {number}", 9).pk for number in range(3)]
    master = game.client("game_master")

    def counted() -> list[int]:
        found = []
        for name, data in (("shop", {}), ("share_out", {"what": heaps}), ("stash", {})):
            address = reverse(f"characters:{name}", args=[game.table.pk])
            master.get(address, data)
            with CaptureQueriesContext(connection) as queries:
                assert master.get(address, data).status_code == 200
            found.append(len(queries))
        return found

    few = counted()
    for number in range(6):
        create_character(
            table=game.table, kind="person", name=f"Gente {number}", values=dict(ANA), by=game.users["game_master"]
        )
        heaps += [has(game, "stash", "stuff", f"Más {number}", 9).pk]
    assert counted() == few


def test_a_table_goes_with_all_that_it_has(game: Game) -> None:
    rope = has(game, "Ana", "stuff", "Cuerda", 2)
    sack = has(game, "Ana", "box", "Saco", room=100)
    by = game.users["player"]
    services.put_into(hands(game, "Ana"), by, rope.pk, sack.pk)
    sharing.give(hands(game, "Ana"), by, rope.pk, 1, hands(game, "stash"), Cause.STASHED)
    sharing.offer(hands(game, "Ana"), by, sack.pk, 1, hands(game, "Bruno"))
    sharing.open_loot(game.table, by, encounter="e", combatant="c", name="Orco", things=[], owner=hands(game, "Bruno"))
    trading.set_shop(game.table, name="El bazar", is_open=True, sells_at=100, buys_at=50)
    game.table.delete()
    for model in (Possession, LedgerRow, Loot):
        assert not model.objects.exists()
