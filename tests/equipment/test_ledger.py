"""Every gain and use is a row; places, containers, charges."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from equipment.ledger import moving, services, sharing
from equipment.ledger.errors import Burden, InItself, NoRoom, NotEnough, NotThere
from equipment.ledger.models import Cause, LedgerRow, Place, Possession
from equipment.ledger.writing import Holder, LedgerAct
from tests.combat.play import Game

from .having import balanced, hands, has, held, newest


def test_a_gain_and_a_use_are_rows_with_their_cause(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    rope = has(game, "Ana", "stuff", "Cuerda", 2)
    services.count(ana, by, rope.pk, -1)
    rows = LedgerRow.objects.filter(possession=rope).order_by("pk")
    assert [(row.cause, row.quantity) for row in rows] == [(Cause.ADDED, 2), (Cause.USED, -1)]
    assert (rows[1].by, rows[1].by_name) == (by, by.shown_name)
    assert held(game, "Ana") == {"Cuerda": 1}
    assert balanced()


def test_nobody_has_what_another_holder_has(game: Game) -> None:
    """The stash and the loots of a table have no owner, and each its own things."""
    by = game.users["game_master"]
    ana, bruno, stash = (hands(game, who) for who in ("Ana", "Bruno", "stash"))
    piles = [
        Holder(game.table, loot=sharing.open_loot(
            game.table, by, encounter="", combatant="", name=name, things=[], owner=None
        ))
        for name in ("Orco", "Lobo")
    ]  # fmt: skip
    holders = (ana, bruno, stash, *piles)
    for place, holder in enumerate(holders):
        services.add(holder, by, kind="stuff", name=f"Cosa {place}", values={"grams": 0, "price": 0})
    assert [[one.name for one in holder.things()] for holder in holders] == [[f"Cosa {place}"] for place in range(5)]


def test_who_comes_too_late_learns_what_is_left(game: Game) -> None:
    """Both looked at the things before the other used them."""
    act, bruno = LedgerAct(Cause.USED, game.users["player"]), hands(game, "Bruno")
    rope, wand = has(game, "Ana", "stuff", "Cuerda", 3), has(game, "Ana", "wand", "Varita", charges=3)
    late_rope, late_wand = (Possession.objects.get(pk=one.pk) for one in (rope, wand))

    def left(one: Possession, use: Callable[[Possession, int, LedgerAct], object], count: int) -> object:
        with pytest.raises(NotEnough) as refused:
            use(one, count, act)
        return refused.value.params["left"]

    sharing.give(hands(game, "Ana"), game.users["player"], rope.pk, 1, bruno)
    assert left(late_rope, moving.use, 3) == 2
    moving.use(Possession.objects.get(pk=rope.pk), 2, act)
    assert left(late_rope, moving.use, 1) == 0
    moving.use_charges(wand, 2, act)
    assert left(late_wand, moving.use_charges, 2) == 1


def test_nothing_goes_below_none(game: Game) -> None:
    rope = has(game, "Ana", "stuff", "Cuerda")
    with pytest.raises(NotEnough):
        services.count(hands(game, "Ana"), game.users["player"], rope.pk, -2)
    assert held(game, "Ana") == {"Cuerda": 1}
    assert rope.rows.count() == 1


def test_more_of_the_same_lies_on_the_same_heap(game: Game) -> None:
    first, second = (has(game, "Ana", "arrow", "Flecha", many, grams=20) for many in (10, 5))
    assert first == second
    other = has(game, "Ana", "arrow", "Flecha", 1, grams=30)
    assert other != first
    assert held(game, "Ana") == {"Flecha": 16}


def test_more_of_the_same_goes_into_the_container_of_the_heap_as_long_as_there_is_room(game: Game) -> None:
    quiver = has(game, "Ana", "box", "Carcaj", room=300)
    arrows = has(game, "Ana", "arrow", "Flecha", 10, grams=20)
    services.put_into(hands(game, "Ana"), game.users["player"], arrows.pk, quiver.pk)
    assert has(game, "Ana", "arrow", "Flecha", 5, grams=20) == arrows
    loose = has(game, "Ana", "arrow", "Flecha", 1, grams=20)
    assert (loose.within, loose.quantity, Possession.objects.get(pk=arrows.pk).quantity) == (None, 1, 15)


def test_one_of_two_daggers_in_hand_is_a_thing_of_its_own_and_goes_back(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    daggers = has(game, "Ana", "blade", "Daga", 2)
    drawn = services.put(ana, by, daggers.pk, "hand", quantity=1)
    daggers.refresh_from_db()
    assert (drawn.place, drawn.quantity, daggers.quantity) == (Place.HAND, 1, 1)
    assert drawn.lineage == daggers.lineage
    services.put(ana, by, drawn.pk, "packed")
    daggers.refresh_from_db()
    assert daggers.quantity == 2
    assert balanced()


def test_three_of_five_are_drawn_and_go_back_onto_their_heap(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    daggers = has(game, "Ana", "blade", "Daga", 5)
    drawn = services.put(ana, by, daggers.pk, "hand", quantity=3)
    daggers.refresh_from_db()
    assert (drawn.quantity, daggers.quantity) == (3, 2)
    services.put(ana, by, drawn.pk, "packed")
    drawn.refresh_from_db()
    assert drawn.quantity == 0
    assert held(game, "Ana") == {"Daga": 5}
    assert balanced()


def test_a_wand_of_a_single_charge_comes_with_it(game: Game) -> None:
    assert has(game, "Ana", "wand", "Varita", charges=1).charges == 1


def test_a_wand_without_charges_is_still_there(game: Game) -> None:
    wand = has(game, "Ana", "wand", "Varita", charges=1)
    moving.use_charges(wand, 1, LedgerAct(Cause.USED, game.users["player"]))
    wand.refresh_from_db()
    assert (wand.quantity, wand.charges) == (1, 0)


def test_nothing_goes_into_a_container_that_is_used_up(game: Game) -> None:
    act, rope = LedgerAct(Cause.MOVED, game.users["player"]), has(game, "Ana", "stuff", "Cuerda")
    sack = has(game, "Ana", "box", "Saco", room=1000)
    moving.use(sack, 1, LedgerAct(Cause.USED, game.users["player"]))
    with pytest.raises(NotThere):
        moving.put_into(rope, Possession.objects.get(pk=sack.pk), act)


def test_a_thing_goes_only_where_its_kind_does(game: Game) -> None:
    rope = has(game, "Ana", "stuff", "Cuerda")
    for place, where in (("hand", ""), ("nowhere", ""), ("left", "")):
        with pytest.raises(NotThere):
            services.put(hands(game, "Ana"), game.users["player"], rope.pk, place, where=where)
    left = services.put(hands(game, "Ana"), game.users["player"], rope.pk, "left", where="La posada")
    assert (left.place, left.where) == ("left", "La posada")
    assert newest(left).changed == {"place": ["packed", "left"], "where": ["", "La posada"]}


def test_a_container_holds_as_much_as_it_can(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    sack = has(game, "Ana", "box", "Saco", room=1000)
    rope = has(game, "Ana", "stuff", "Cuerda", 2, grams=400)
    services.put_into(ana, by, rope.pk, sack.pk)
    with pytest.raises(NoRoom) as refused:
        services.count(ana, by, rope.pk, 1)
    assert refused.value.params == {"name": "Saco", "room": Burden("grams", 1000), "wanted": Burden("grams", 1200)}
    rope.refresh_from_db()
    assert (rope.quantity, rope.within) == (2, sack)


def test_what_two_sacks_hold_stays_when_it_does_not_go_into_one(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    sacks = has(game, "Ana", "box", "Saco", 2, room=1000)
    rope = has(game, "Ana", "stuff", "Cuerda", 4, grams=400)
    services.put_into(ana, by, rope.pk, sacks.pk)
    refused_ways = (
        lambda: services.count(ana, by, sacks.pk, -1),
        lambda: services.discard(ana, by, sacks.pk, 1),
        lambda: services.put(ana, by, sacks.pk, "left", where="La posada", quantity=1),
        lambda: sharing.give(ana, by, sacks.pk, 1, hands(game, "Bruno")),
        lambda: services.edit(ana, by, sacks.pk, name="Saco", values={**sacks.values, "room": 700}, note=""),
    )
    for way in refused_ways:
        with pytest.raises(NoRoom) as refused:
            way()
        assert refused.value.params["wanted"] == Burden("grams", 1600)
    services.count(ana, by, rope.pk, -2)
    services.count(ana, by, sacks.pk, -1)
    assert held(game, "Ana") == {"Saco": 1, "Cuerda": 2}
    services.discard(ana, by, sacks.pk)
    assert held(game, "Ana") == {"Cuerda": 2}
    assert balanced()


def test_what_is_too_full_already_may_be_corrected_for_the_better(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    sack = has(game, "Ana", "box", "Saco", room=1000)
    stone = has(game, "Ana", "stuff", "Piedra", grams=900)
    services.put_into(ana, by, stone.pk, sack.pk)
    Possession.objects.filter(pk=stone.pk).update(values={"grams": 1500, "price": 0})
    services.edit(ana, by, stone.pk, name="Piedra", values={"grams": 1200, "price": 0}, note="Pesa menos")
    services.edit(ana, by, sack.pk, name="Saco", values={**sack.values, "room": 1100}, note="")
    with pytest.raises(NoRoom):
        services.edit(ana, by, sack.pk, name="Saco", values={**sack.values, "room": 1050}, note="")


def test_what_lies_in_a_container_may_be_corrected_as_long_as_it_fits(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    sack = has(game, "Ana", "box", "Saco", room=1000)
    stone = has(game, "Ana", "stuff", "Piedra", grams=300)
    services.put_into(ana, by, stone.pk, sack.pk)
    services.edit(ana, by, stone.pk, name="Piedra", values={"grams": 1000, "price": 0}, note="")
    with pytest.raises(NoRoom):
        services.edit(ana, by, stone.pk, name="Piedra", values={"grams": 1001, "price": 0}, note="")
    assert Possession.objects.get(pk=stone.pk).values["grams"] == 1000


def test_a_container_inside_another_does_not_make_more_room(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    sack = has(game, "Ana", "box", "Saco", room=100)
    chest = has(game, "Ana", "box", "Cofre", grams=10, room=1000)
    services.put_into(ana, by, chest.pk, sack.pk)
    stones = has(game, "Ana", "stuff", "Piedras", 10, grams=10)
    with pytest.raises(NoRoom) as refused:
        services.put_into(ana, by, stones.pk, chest.pk)
    assert refused.value.params["name"] == "Saco"
    services.put_into(ana, by, stones.pk, chest.pk, quantity=9)


def test_a_container_without_a_limit_holds_any_weight_but_not_the_one_around_it(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    sack, chest = has(game, "Ana", "box", "Saco"), has(game, "Ana", "box", "Cofre", room=100)
    stones = has(game, "Ana", "stuff", "Piedras", 10, grams=50)
    services.put_into(ana, by, stones.pk, sack.pk)
    with pytest.raises(NoRoom) as refused:
        services.put_into(ana, by, sack.pk, chest.pk)
    assert refused.value.params["name"] == "Cofre"
    services.count(ana, by, stones.pk, -8)
    services.put_into(ana, by, sack.pk, chest.pk)
    with pytest.raises(NoRoom):
        services.count(ana, by, stones.pk, 1)


def test_a_container_is_not_put_into_what_it_holds(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    sack, pouch = (has(game, "Ana", "box", name, room=1000) for name in ("Saco", "Bolsa"))
    services.put_into(ana, by, pouch.pk, sack.pk)
    for inner, outer in ((sack, pouch), (sack, sack)):
        with pytest.raises(InItself):
            services.put_into(ana, by, inner.pk, outer.pk)


def test_what_was_in_a_container_that_is_thrown_away_lies_loose(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    sack = has(game, "Ana", "box", "Saco", room=1000)
    rope = has(game, "Ana", "stuff", "Cuerda")
    services.put_into(ana, by, rope.pk, sack.pk)
    services.discard(ana, by, sack.pk)
    rope.refresh_from_db()
    assert rope.within is None


def test_with_the_last_charge_the_next_of_several_is_begun(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    wand = has(game, "Ana", "wand", "Varita", 2, charges=3)
    assert wand.charges == 3
    services.charge(ana, by, wand.pk, -3)
    wand.refresh_from_db()
    assert (wand.quantity, wand.charges) == (1, 3)
    with pytest.raises(NotEnough):
        services.charge(ana, by, wand.pk, -4)
    services.charge(ana, by, wand.pk, -1)
    services.charge(ana, by, wand.pk, 1)
    wand.refresh_from_db()
    assert wand.charges == 3
    assert balanced()
