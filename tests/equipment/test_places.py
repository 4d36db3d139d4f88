"""What lies where, and in what: looked through, taken apart, and put back by an undo."""

from __future__ import annotations

from dataclasses import replace

import pytest

from equipment.ledger import fights, moving, services, sharing
from equipment.ledger.errors import NotThere
from equipment.ledger.frozen import as_thing, gear_of, inside, left_behind, settled
from equipment.ledger.models import Cause, Possession
from equipment.ledger.writing import LedgerAct
from rules.core.gear import NO_GEAR, Gear, Thing
from tests.combat.play import Game

from .having import hands, has, held, newest
from .test_fights import step
from .toys import EQUIPMENT


def test_two_that_lie_in_each_other_are_looked_through_once() -> None:
    """No act brings them there; data that did would stop no page."""
    sack, pouch, coin = (Possession(id=pk, within_id=within, place="packed") for pk, within in
                         (("sack", "pouch"), ("pouch", "sack"), ("coin", "pouch")))  # fmt: skip
    assert inside([sack, pouch, coin], "sack") == {"pouch", "coin"}
    assert left_behind([sack, pouch, coin, Possession(id="rope", place="left")]) == {"rope"}


def test_an_undo_does_not_put_a_sack_into_what_it_holds_by_now(fight: Game) -> None:
    ana, by = hands(fight, "Ana"), fight.users["player"]
    sack, chest = (has(fight, "Ana", "box", name, room=9000) for name in ("Saco", "Cofre"))
    services.put_into(ana, by, chest.pk, sack.pk)
    chest.refresh_from_db()
    worn = as_thing(chest)
    step(fight, "Ana", (worn, replace(worn, place="worn")))
    services.put_into(ana, by, sack.pk, chest.pk)
    fights.strike("fight", ["step"])
    chest.refresh_from_db()
    assert (chest.place, chest.within) == ("packed", None)
    assert Possession.objects.get(pk=sack.pk).within == chest


def test_what_comes_back_to_a_quiver_stays_in_it(fight: Game) -> None:
    ana, by = hands(fight, "Ana"), fight.users["player"]
    quiver, arrows = has(fight, "Ana", "box", "Carcaj", room=9000), has(fight, "Ana", "arrow", "Flecha", 5)
    services.put_into(ana, by, arrows.pk, quiver.pk)
    thing = as_thing(arrows)
    step(fight, "Ana", (thing, replace(thing, quantity=2)))
    fights.strike("fight", ["step"])
    arrows.refresh_from_db()
    assert (arrows.quantity, arrows.within) == (5, quiver)


def test_what_is_taken_from_a_heap_is_as_the_heap_and_comes_from_where_it_lay(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    quiver, wands = has(game, "Ana", "box", "Carcaj", room=9000), has(game, "Ana", "wand", "Vara", 3, charges=4)
    Possession.objects.filter(pk=wands.pk).update(note="Robadas", entry="wand-1", charges=2)
    services.put(ana, by, wands.pk, "left", where="La posada")
    one = services.put(ana, by, wands.pk, "packed", quantity=1)
    assert (one.name, one.quantity, one.charges, one.values) == ("Vara", 1, 4, wands.values)
    assert (one.note, one.entry, one.lineage) == ("Robadas", "wand-1", wands.pk)
    assert newest(one).changed == {"place": ["left", "packed"], "where": ["La posada", ""]}
    services.put_into(ana, by, wands.pk, quiver.pk)
    assert newest(services.put(ana, by, wands.pk, "packed", quantity=1)).changed == {"within": [quiver.pk, None]}


def test_a_thing_of_a_kind_that_the_rules_no_longer_know_goes_on_as_a_thing_without_use(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    relic = has(game, "Ana", "relic", "Reliquia", 3)
    assert has(game, "Ana", "relic", "Reliquia") == relic
    sharing.give(ana, by, relic.pk, 1, hands(game, "Bruno"))
    assert services.put(ana, by, relic.pk, "left", where="La posada").quantity == 3
    with pytest.raises(NotThere):
        services.put(ana, by, relic.pk, "hand")
    assert (held(game, "Ana"), held(game, "Bruno")) == ({"Reliquia": 3}, {"Reliquia": 1})


def test_what_holds_or_has_charges_lies_on_no_heap(game: Game) -> None:
    sacks = [has(game, "Ana", "box", "Saco", room=100) for _time in range(2)]
    wands = [has(game, "Ana", "wand", "Vara", charges=3) for _time in range(2)]
    assert [len(set(things)) for things in (sacks, wands)] == [2, 2]


def test_what_joins_a_heap_brings_its_charges_and_says_from_whom_it_comes(game: Game) -> None:
    """Kinds with charges form no heap; those that the rules no longer know may have some left."""
    ana, by = hands(game, "Ana"), game.users["player"]
    one = moving.add(ana, LedgerAct(Cause.ADDED, by), kind="relic", name="Reliquia", values={}, charges=2)
    other = services.add(hands(game, "Bruno"), by, kind="relic", name="Reliquia", values={})
    joined = sharing.give(ana, by, one.pk, 1, hands(game, "Bruno"))
    assert (joined, joined.quantity, joined.charges) == (other, 2, 2)
    assert newest(joined).params == {"from": "Ana"}


def test_where_a_thing_lies_is_told_only_of_what_was_left(game: Game) -> None:
    rope = has(game, "Ana", "stuff", "Cuerda")
    assert services.put(hands(game, "Ana"), game.users["player"], rope.pk, "packed", where="La posada").where == ""


def test_nothing_is_put_into_a_rope_nor_into_what_another_has(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    coat, rope = has(game, "Ana", "stuff", "Capa"), has(game, "Ana", "stuff", "Cuerda")
    others = has(game, "Bruno", "box", "Saco", room=1000)
    for into in (rope, others):
        with pytest.raises(NotThere):
            moving.put_into(coat, into, LedgerAct(Cause.MOVED, by))
    assert services.put(ana, by, coat.pk, "packed").within is None


def test_a_hand_takes_one_of_several(game: Game) -> None:
    ana, daggers = hands(game, "Ana"), has(game, "Ana", "blade", "Daga", 3)
    assert services.put(ana, game.users["player"], daggers.pk, "hand").quantity == 1
    assert services.put(ana, game.users["player"], daggers.pk, "hand", quantity=2).quantity == 2


def test_of_two_sacks_one_is_given_empty(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    sacks, rope = has(game, "Ana", "box", "Saco", 2, room=1000), has(game, "Ana", "stuff", "Cuerda", grams=10)
    services.put_into(ana, by, rope.pk, sacks.pk)
    sharing.give(ana, by, sacks.pk, 1, hands(game, "Bruno"))
    assert (held(game, "Ana"), held(game, "Bruno")) == ({"Saco": 1, "Cuerda": 1}, {"Saco": 1})


def test_of_two_sacks_one_may_go_as_long_as_the_other_holds_all(game: Game) -> None:
    """Full to the brim, without any limit, or given with the other."""
    ana, bruno, by = hands(game, "Ana"), hands(game, "Bruno"), game.users["player"]
    for room, grams, gone in ((500, 500, 1), (None, 9000, 1), (500, 1000, 2)):
        sacks = has(game, "Ana", "box", "Saco", 2, **({"room": room} if room else {}))
        stone = has(game, "Ana", "stuff", f"Piedra de {room} y {grams}", grams=grams)
        services.put_into(ana, by, stone.pk, sacks.pk)
        assert sharing.give(ana, by, sacks.pk, gone, bruno).quantity == gone


def test_what_weighs_nothing_goes_into_a_full_sack(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    sack, stone, feather = (
        has(game, "Ana", "box", "Saco", room=100),
        has(game, "Ana", "stuff", "Piedra", grams=100),
        has(game, "Ana", "stuff", "Pluma", 3),
    )
    for one in (stone, feather):
        assert services.put_into(ana, by, one.pk, sack.pk).within == sack


def test_what_is_put_away_joins_a_loose_heap_of_its_sort_alone(game: Game) -> None:
    """Not the heap in a sack, and wands form no heap."""
    ana, by = hands(game, "Ana"), game.users["player"]
    sack, ropes, wands = (
        has(game, "Ana", "box", "Saco", room=9000),
        has(game, "Ana", "stuff", "Cuerda", 2),
        has(game, "Ana", "wand", "Vara", 2, charges=3),
    )
    for heap in (ropes, wands):
        one = services.put(ana, by, heap.pk, "left", where="La posada", quantity=1)
        if heap == ropes:
            services.put_into(ana, by, heap.pk, sack.pk)
        services.put(ana, by, one.pk, "packed")
        one.refresh_from_db()
        assert (one.quantity, one.within) == (1, None)


def test_what_comes_into_a_hand_joins_no_heap_and_has_the_charges_that_are_told(game: Game) -> None:
    ana, act = hands(game, "Ana"), LedgerAct(Cause.ADDED, game.users["game_master"])
    drawn = moving.add(ana, act, kind="blade", name="Daga", values={"grams": 0, "price": 0}, place="hand")
    dagger = has(game, "Ana", "blade", "Daga")
    assert (drawn == dagger, drawn.place) == (False, "hand"), "nor does a hand take up what is packed"
    other = moving.add(ana, act, kind="blade", name="Daga", values=dagger.values, place="hand")
    assert other not in (drawn, dagger)
    assert moving.add(ana, act, kind="wand", name="Vara", values={"charges": 5}, charges=2).charges == 2


def test_what_lies_in_a_chest_at_the_inn_takes_nothing_up_in_whatever_bag(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    chest, bag = has(game, "Ana", "box", "Arcón", room=9000), has(game, "Ana", "box", "Bolsa", room=900)
    arrows, bolts = has(game, "Ana", "arrow", "Flecha", 5), has(game, "Ana", "arrow", "Saeta", 5)
    services.put_into(ana, by, arrows.pk, chest.pk)
    services.put_into(ana, by, bolts.pk, bag.pk)
    assert [has(game, "Ana", "arrow", name) for name in ("Flecha", "Saeta")] == [arrows, bolts]
    services.put_into(ana, by, bag.pk, chest.pk)
    services.put(ana, by, chest.pk, "left", where="La posada")
    assert not {has(game, "Ana", "arrow", name) for name in ("Flecha", "Saeta")} & {arrows, bolts}


def test_things_have_their_places_in_the_order_in_which_they_came(game: Game) -> None:
    came = [has(game, "Ana", "stuff", name) for name in ("Pala", "Cuerda", "Olla")]
    assert len({one.order for one in came}) == 3
    assert sorted(came, key=lambda one: one.order) == came


def test_gear_in_its_normal_form_weighs_apart_only_what_counts_for_nothing_else() -> None:
    arrow, rope = Thing("1", "arrow", "Flecha", {"grams": 20}), Thing("2", "stuff", "Cuerda", {"grams": 900})
    assert settled(EQUIPMENT, Gear({"1": arrow, "2": rope}, {"grams": 5})) == Gear({"1": arrow}, {"grams": 905})


def test_the_gear_of_a_fight_leaves_out_what_is_used_up_left_or_taken_away() -> None:
    def one(pk: str, kind: str, quantity: int = 1, **more: str) -> Possession:
        return Possession(
            id=pk, kind=kind, name=pk, values={"grams": 10}, quantity=quantity, **{"place": "packed", **more}
        )

    things = [one("a", "arrow", 2), one("b", "arrow", 0), one("c", "stuff", 3), one("d", "arrow", place="left")]
    gear = gear_of(EQUIPMENT, things)
    assert ({name: thing.quantity for name, thing in gear.things.items()}, gear.rest) == ({"a": 2}, {"grams": 30})
    assert gear_of(EQUIPMENT, things, without=frozenset({"a", "c"})) == NO_GEAR
    known = gear_of(EQUIPMENT, things, known=["b", "c", "gone"]).things
    assert {name: thing.quantity for name, thing in known.items()} == {"a": 2, "b": 0, "c": 3}
    assert as_thing(things[0], quantity=0).quantity == 0
