"""Every gain and use is a row; places, containers, charges."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from equipment.ledger import moving, services, sharing
from equipment.ledger.errors import Burden, InItself, NoRoom, NotEnough, NotThere
from equipment.ledger.frozen import as_thing, gear_of, left_behind, settled
from equipment.ledger.models import Cause, LedgerRow, Place, Possession
from equipment.ledger.writing import Holder, LedgerAct
from rules.core.gear import Gear, Thing, added
from tapiz_site.campaigns.models import Table
from tests.combat.play import Game

from .having import balanced, coins, hands, has, held, newest
from .toys import EQUIPMENT


def test_a_gain_and_a_use_are_rows_with_their_cause(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    rope = has(game, "Ana", "stuff", "Cuerda", 2)
    services.count(ana, by, rope.pk, -1)
    rows = LedgerRow.objects.filter(possession=rope).order_by("pk")
    assert [(row.cause, row.quantity) for row in rows] == [(Cause.ADDED, 2), (Cause.USED, -1)]
    assert (rows[1].by, rows[1].by_name) == (by, by.shown_name)
    assert held(game, "Ana") == {"Cuerda": 1}
    assert balanced()


def test_a_thing_with_a_note_joins_those_with_the_same_note(game: Game) -> None:
    ana, act = hands(game, "Ana"), LedgerAct(Cause.ADDED, game.users["player"])
    for note in ("", "de Bruno", "de Bruno"):
        moving.add(ana, act, kind="stuff", name="Cuerda", values={"grams": 0, "price": 0}, note=note)
    assert sorted((one.note, one.quantity) for one in ana.things()) == [("", 1), ("de Bruno", 2)]


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
    other = Holder(Table.objects.create(name="Otra mesa", system=game.table.system))
    holders = (ana, bruno, stash, *piles, other)
    for place, holder in enumerate(holders):
        services.add(holder, by, kind="stuff", name=f"Cosa {place}", values={"grams": 0, "price": 0})
    assert [[one.name for one in holder.things()] for holder in holders] == [[f"Cosa {place}"] for place in range(6)]


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
    Possession.objects.filter(pk=rope.pk).delete()
    assert left(late_rope, moving.use, 1) == 0
    moving.use_charges(wand, 2, act)
    assert left(late_wand, moving.use_charges, 2) == 1


@pytest.mark.parametrize("quantity", [0, -1])
def test_none_is_no_quantity_to_use(game: Game, quantity: int) -> None:
    rope = has(game, "Ana", "stuff", "Cuerda", 3)
    with pytest.raises(NotEnough) as refused:
        moving.use(rope, quantity, LedgerAct(Cause.USED, game.users["player"]))
    assert refused.value.params == {"name": "Cuerda", "left": 3}


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


def test_what_is_put_away_joins_no_heap_of_which_none_are_left(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    daggers = has(game, "Ana", "blade", "Daga", 2)
    drawn = services.put(ana, by, daggers.pk, "hand", quantity=1)
    services.count(ana, by, daggers.pk, -1)
    services.put(ana, by, drawn.pk, "packed")
    drawn.refresh_from_db()
    assert (drawn.place, drawn.quantity) == (Place.PACKED, 1)


def test_what_lies_in_a_container_is_left_behind_with_it_alone(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    chest, sack = (has(game, "Ana", "box", name, room=9000) for name in ("Arcón", "Saco"))
    book, rope = (has(game, "Ana", "stuff", name, grams=10) for name in ("Libro", "Cuerda"))
    services.put_into(ana, by, book.pk, chest.pk)
    services.put_into(ana, by, rope.pk, sack.pk)
    services.put(ana, by, chest.pk, "left", where="La posada")
    assert left_behind(list(ana.things())) == {chest.pk, book.pk}


def test_a_thing_that_changes_no_number_is_a_burden_alone(game: Game) -> None:
    equipment, rope = moving.equipment_of(game.table), has(game, "Ana", "stuff", "Cuerda", grams=7)
    burden = equipment.burden(as_thing(rope))
    assert gear_of(equipment, [rope]) == Gear({}, added([burden]))
    assert settled(equipment, Gear({rope.pk: as_thing(rope)})) == Gear({}, added([burden]))


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
    services.edit(ana, by, stone.pk, name="Piedra", values={"grams": 1500, "price": 0}, note="Pesa lo mismo")
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
    with pytest.raises(NotEnough) as refused:
        services.charge(ana, by, wand.pk, -4)
    assert refused.value.params == {"name": "Varita", "left": 3}
    services.charge(ana, by, wand.pk, -1)
    services.charge(ana, by, wand.pk, 1)
    wand.refresh_from_db()
    assert wand.charges == 3
    assert balanced()


def evening(game: Game) -> None:
    """What Ana and Bruno do with what they have, from the first arrow to the loot."""
    ana, bruno, stash = (hands(game, who) for who in ("Ana", "Bruno", "stash"))
    by, dj = game.users["player"], game.users["game_master"]
    arrows = has(game, "Ana", "arrow", "Flecha", 20)
    chest, wand = has(game, "Ana", "box", "Arcón", room=900), has(game, "Ana", "wand", "Vara", 3, charges=3)
    coins(game, "Ana", gold=1)
    services.count(ana, by, arrows.pk, -2)
    services.count(ana, by, arrows.pk, 1)
    services.charge(ana, by, wand.pk, -2)
    services.charge(ana, by, wand.pk, -1)
    services.charge(ana, by, wand.pk, 1)
    services.put_into(ana, by, arrows.pk, chest.pk, quantity=5)
    services.put(ana, by, chest.pk, "left", where="La posada")
    services.put(ana, by, chest.pk, "packed")
    sharing.give(ana, by, chest.pk, 1, bruno)
    sharing.give(ana, by, wand.pk, 1, bruno)
    sharing.give(ana, by, wand.pk, 1, stash)
    services.exchange(ana, by, "gold", "silver", 1)
    services.discard(bruno, dj, hands(game, "Bruno").things().get(kind="wand").pk)
    wand_left = Thing("1", "wand", "Varita", {"charges": 4}, 1, 2, entry="wand-1")
    things = [wand_left, Thing("2", "arrow", "Saeta", quantity=4)]
    loot = sharing.open_loot(
        game.table, dj, encounter="e", combatant="c", name="Orco", owner=None, entry="orc", things=things
    )
    holder = Holder(game.table, loot=loot, name="Orco")
    sharing.close_loot(loot)
    again = sharing.open_loot(game.table, dj, encounter="e", combatant="c", name="Orco", things=[], owner=None)
    again.refresh_from_db()
    assert (again.pk, again.open, again.entry) == (loot.pk, True, "orc")
    sharing.take_all(holder, dj, stash, Cause.LOOT)
    bolts = stash.things().get(name="Saeta")
    sharing.share_out(stash, dj, [bolts.pk], [ana, bruno])
    daggers = has(game, "Ana", "blade", "Daga", 3)
    drawn = services.put(ana, by, daggers.pk, "hand", quantity=2)
    services.put(ana, by, drawn.pk, "packed")


LEDGER = """
Dirección added Flecha of Ana +20
Dirección added Arcón of Ana +1
Dirección added Vara of Ana +3 (+3)
Dirección added gold of Ana +1
Jugadora used Flecha of Ana -2
Jugadora added Flecha of Ana +1
Jugadora used Vara of Ana +0 (-2)
Jugadora used Vara of Ana +0 (-1)
Jugadora used Vara of Ana -1 (+3)
Jugadora moved Flecha of Ana -5
Jugadora moved Flecha of Ana +5
Jugadora moved Flecha of Ana +0; within nothing > Arcón; into: Arcón
Jugadora moved Arcón of Ana +0; place packed > left; where nothing > La posada
Jugadora moved Arcón of Ana +0; place left > packed; where La posada > nothing
Jugadora given Arcón of Ana -1; to: Bruno; with Arcón of Bruno
Jugadora given Arcón of Bruno +1; from: Ana; with Arcón of Ana
Jugadora given Flecha of Ana -5; to: Bruno; with Flecha of Bruno
Jugadora given Flecha of Bruno +5; from: Ana; with Flecha of Ana
Jugadora given Vara of Ana -1; to: Bruno; with Vara of Bruno
Jugadora given Vara of Bruno +1 (+3); from: Ana; with Vara of Ana
Jugadora given Vara of Ana -1 (-3); to: Fondo común; with Vara of all
Jugadora given Vara of all +1 (+3); from: Ana; with Vara of Ana
Jugadora exchanged gold of Ana -1
Jugadora exchanged silver of Ana +10
Dirección discarded Vara of Bruno -1
Dirección loot Varita of Orco +1 (+2); from: Orco
Dirección loot Saeta of Orco +4; from: Orco
Dirección loot Varita of Orco -1 (-2); to: Fondo común; with Varita of all
Dirección loot Varita of all +1 (+2); from: Orco; with Varita of Orco
Dirección loot Saeta of Orco -4; to: Fondo común; with Saeta of all
Dirección loot Saeta of all +4; from: Orco; with Saeta of Orco
Dirección shared Saeta of all -2; to: Ana; with Saeta of Ana
Dirección shared Saeta of Ana +2; from: Fondo común; with Saeta of all
Dirección shared Saeta of all -2; to: Bruno; with Saeta of Bruno
Dirección shared Saeta of Bruno +2; from: Fondo común; with Saeta of all
Dirección added Daga of Ana +3
Jugadora moved Daga of Ana -2
Jugadora moved Daga of Ana +2
Jugadora moved Daga of Ana +0; place packed > hand
Jugadora moved Daga of Ana +0; place hand > packed
Jugadora moved Daga of Ana -2; with Daga of Ana
Jugadora moved Daga of Ana +2; with Daga of Ana
"""


def told(game: Game, row: LedgerRow) -> str:
    """A row of the ledger in one line: who did what with what, how many (and charges), what changed, what is told."""
    owners = {one.pk: name for name, one in game.characters.items()}
    things = {one.pk: one.name for one in Possession.objects.all()}

    def of(one: Possession) -> str:
        return f"{one.name} of {owners.get(one.owner_id) or (one.loot.name if one.loot else 'all')}"

    number = f"{row.quantity:+}" + (f" ({row.charges:+})" if row.charges else "")
    changed = {name: [things.get(one, one) or "nothing" for one in pair] for name, pair in row.changed.items()}
    more = [f"{name} {old} > {new}" for name, (old, new) in changed.items()]
    more += [f"{name}: {things.get(value, value)}" for name, value in row.params.items()]
    more += [f"with {of(row.counterpart)}"] if row.counterpart else []
    return "; ".join([f"{row.by_name} {row.cause} {of(row.possession)} {number}", *more])


def test_the_ledger_of_an_evening(game: Game) -> None:
    evening(game)
    assert [told(game, row) for row in LedgerRow.objects.order_by("pk")] == LEDGER.strip().splitlines()
    assert balanced()
    assert {row.by for row in LedgerRow.objects.all()} == {game.users["player"], game.users["game_master"]}
    left = Possession.objects.get(name="Varita", quantity=1)
    assert (left.kind, left.values, left.entry, left.lineage != left.pk) == ("wand", {"charges": 4}, "wand-1", True)
    assert Possession.objects.get(name="Arcón", quantity=1).contents.get().name == "Flecha"


def test_nothing_more_and_nothing_less_changes_nothing_but_fills_a_wand(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    rope, wand = has(game, "Ana", "stuff", "Cuerda", 2), has(game, "Ana", "wand", "Vara", charges=3)
    services.count(ana, by, rope.pk, 0)
    services.charge(ana, by, wand.pk, -1)
    services.charge(ana, by, wand.pk, 0)
    rope.refresh_from_db()
    wand.refresh_from_db()
    assert (rope.quantity, wand.charges) == (2, 3)
    services.charge(ana, by, wand.pk, 1)
    assert newest(wand).charges == 1, "a full wand is not filled again"


@pytest.mark.parametrize("quantity", [0, -1, 4])
def test_no_more_is_taken_apart_from_a_heap_than_there_is(game: Game, quantity: int) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    torches, sack = has(game, "Ana", "stuff", "Antorcha", 3), has(game, "Ana", "box", "Saco", room=9000)
    for does in (
        lambda: services.put(ana, by, torches.pk, "left", where="La posada", quantity=quantity),
        lambda: services.put_into(ana, by, torches.pk, sack.pk, quantity=quantity),
    ):
        with pytest.raises(NotEnough) as refused:
            does()
        assert refused.value.params == {"name": "Antorcha", "left": 3}
    torches.refresh_from_db()
    assert (torches.quantity, torches.place, torches.within) == (3, "packed", None)


def test_a_thing_that_was_left_somewhere_lies_nowhere_but_in_its_chest(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    rope, chest = has(game, "Ana", "stuff", "Cuerda"), has(game, "Ana", "box", "Arcón", room=9000)
    services.put(ana, by, rope.pk, "left", where="La posada")
    services.put_into(ana, by, rope.pk, chest.pk)
    rope.refresh_from_db()
    assert (rope.place, rope.where, rope.within) == ("packed", "", chest)


def test_a_fresh_thing_has_the_charges_that_its_entry_names_in_numbers(game: Game) -> None:
    kinds = EQUIPMENT.kinds
    assert kinds["wand"].fresh_charges({"charges": 4}) == 4
    assert kinds["wand"].fresh_charges({}) == kinds["wand"].fresh_charges({"charges": None}) == 0
    assert kinds["stuff"].fresh_charges({"charges": 4}) == 0


def test_a_thing_of_charges_that_is_used_is_gone_with_the_last_one(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    phial = replace(EQUIPMENT.kinds["wand"], name="phial", uses=True)
    equipment = replace(EQUIPMENT, kinds={**EQUIPMENT.kinds, "phial": phial})
    monkeypatch.setattr(moving, "equipment_of", lambda table: equipment)
    one = has(game, "Ana", "phial", "Redoma", charges=2)
    services.charge(hands(game, "Ana"), game.users["player"], one.pk, -1)
    one.refresh_from_db()
    assert (one.quantity, one.charges) == (1, 1)
    services.charge(hands(game, "Ana"), game.users["player"], one.pk, -1)
    one.refresh_from_db()
    assert (one.quantity, one.charges) == (0, 0)


def test_heaps_are_shared_among_people_and_only_if_they_are_enough(game: Game) -> None:
    arrows, wand, rope = (
        has(game, "stash", "arrow", "Flecha", 7),
        has(game, "stash", "wand", "Vara", 9, charges=3),
        has(game, "stash", "stuff", "Cuerda", 3),
    )
    found = sharing.shares([arrows, wand, rope], 3)
    assert [(share.thing, share.each, share.rest) for share in found] == [(arrows, 2, 1), (rope, 1, 0)]
    assert sharing.shares([rope], 4) == sharing.shares([], 3) == sharing.shares([arrows], 0) == []
