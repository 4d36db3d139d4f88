"""A fight writes rows keyed by encounter and log entry; undo marks them void, or says why it cannot."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import transaction

from combat import store
from combat.deeds import Deed
from combat.errors import NothingToUndo, ThingsGone
from equipment.ledger import fights, services, sharing
from equipment.ledger.errors import GoneAgain, TooMany, UsedSince
from equipment.ledger.frozen import as_thing, settled
from equipment.ledger.models import MOST, Cause, LedgerRow, Possession
from equipment.ledger.writing import LedgerAct, revision
from rules.core.changes import fold
from rules.core.equipment import Values
from rules.core.gear import Gear, Thing
from rules.core.types import Json
from tests.combat.play import Game

from .having import balanced, hands, has, held, newest
from .toys import EQUIPMENT


def does(game: Game, action: str, **inputs: Json) -> None:
    game.act("player", Deed("command", action, game.id("Ana"), inputs, internal=True))


def in_fight(game: Game, name: str = "Ana") -> dict[str, int]:
    """The gear of a combatant in the head of the fight, by name."""
    return {one.name: one.quantity for one in game.one(name).gear.things.values() if one.quantity}


def folds(game: Game) -> bool:
    game.encounter.refresh_from_db()
    state = game.encounter.first
    for entry in store.entries(game.encounter):
        state = fold(state, entry.changes)
    return bool(state == game.encounter.head)


def test_what_counts_goes_into_the_fight_as_itself_and_the_rest_as_its_weight(fight: Game) -> None:
    has(fight, "Ana", "arrow", "Flecha", 20, grams=20)
    has(fight, "Ana", "stuff", "Cuerda", 2, grams=900)
    assert in_fight(fight) == {"Flecha": 20}
    assert fight.one("Ana").gear.rest == {"grams": 1800}


def test_equipping_changes_the_numbers_of_a_running_fight_at_once(fight: Game) -> None:
    mail = has(fight, "Ana", "suit", "Cota", armour="heavy", grams=15_000)
    before = fight.body("Ana")
    services.put(hands(fight, "Ana"), fight.users["player"], mail.pk, "worn")
    assert fight.body("Ana") != before
    services.put(hands(fight, "Ana"), fight.users["player"], mail.pk, "packed")
    assert fight.body("Ana") == before
    assert folds(fight)


def test_a_use_in_the_fight_is_a_row_of_its_log_entry(fight: Game) -> None:
    arrows = has(fight, "Ana", "arrow", "Flecha", 20)
    does(fight, "toy_shoot", thing=arrows.pk, count=3)
    row = newest(arrows)
    assert (row.cause, row.quantity) == (Cause.FIGHT, -3)
    assert (row.encounter, row.log_entry) == (str(fight.encounter.pk), fight.newest.id)
    assert held(fight, "Ana") == in_fight(fight) == {"Flecha": 17}
    assert balanced()


def test_what_a_fight_has_used_up_stays_known_to_it(fight: Game) -> None:
    arrows = has(fight, "Ana", "arrow", "Flecha", 3)
    does(fight, "toy_shoot", thing=arrows.pk, count=3)
    owner = fight.characters["Ana"].pk
    assert fights.frozen_gear(fight.table, owner, [arrows.pk]).things[arrows.pk].quantity == 0
    assert arrows.pk not in fights.frozen_gear(fight.table, owner).things


def test_undo_makes_the_row_void_and_redo_brings_it_back(fight: Game) -> None:
    arrows = has(fight, "Ana", "arrow", "Flecha", 20)
    does(fight, "toy_shoot", thing=arrows.pk, count=3)
    fight.undo("player")
    assert newest(arrows).void
    assert held(fight, "Ana") == in_fight(fight) == {"Flecha": 20}
    fight.redo("player")
    assert not newest(arrows).void
    assert held(fight, "Ana") == in_fight(fight) == {"Flecha": 17}
    assert balanced()
    assert folds(fight)


def test_an_old_shot_is_taken_back_and_later_ones_stay(fight: Game) -> None:
    arrows = has(fight, "Ana", "arrow", "Flecha", 20)
    does(fight, "toy_shoot", thing=arrows.pk, count=3)
    first = fight.newest.id
    does(fight, "toy_shoot", thing=arrows.pk, count=1)
    fight.undo("game_master", first)
    assert held(fight, "Ana") == in_fight(fight) == {"Flecha": 19}
    assert list(LedgerRow.objects.filter(void=True).values_list("log_entry", flat=True)) == [first]


def test_what_a_rule_makes_is_a_new_possession_and_goes_with_its_undo(fight: Game) -> None:
    has(fight, "Bruno", "stuff", "Cuerda")
    does(fight, "toy_gather", name="Piedra")
    made = Possession.objects.get(name="Piedra")
    assert (made.quantity, made.owner) == (2, fight.characters["Ana"])
    fight.undo("player")
    assert held(fight, "Ana") == {}
    fight.redo("player")
    assert held(fight, "Ana") == in_fight(fight) == {"Piedra": 2}
    assert balanced()


def test_an_undo_that_would_leave_less_than_nothing_says_why_not(fight: Game) -> None:
    does(fight, "toy_gather", name="Piedra")
    entry = fight.newest.id
    stones = Possession.objects.get(name="Piedra")
    sharing.give(hands(fight, "Ana"), fight.users["player"], stones.pk, 1, hands(fight, "Bruno"))
    with pytest.raises(ThingsGone) as refused:
        fight.undo("game_master", entry)
    assert "Piedra" in str(refused.value)
    assert "Bruno" in str(refused.value)
    assert held(fight, "Ana") == in_fight(fight) == {"Piedra": 1}
    assert not newest(stones).void
    assert balanced()


def test_what_was_used_is_given_back_although_the_rest_was_given_away(fight: Game) -> None:
    arrows = has(fight, "Ana", "arrow", "Flecha", 5)
    does(fight, "toy_shoot", thing=arrows.pk, count=2)
    entry = fight.newest.id
    sharing.give(hands(fight, "Ana"), fight.users["player"], arrows.pk, 3, hands(fight, "Bruno"))
    assert in_fight(fight, "Bruno") == {"Flecha": 3}
    fight.undo("game_master", entry)
    assert held(fight, "Ana") == in_fight(fight) == {"Flecha": 2}
    assert held(fight, "Bruno") == {"Flecha": 3}
    assert folds(fight)


def test_a_redo_of_what_is_there_no_longer_is_refused(fight: Game) -> None:
    arrows = has(fight, "Ana", "arrow", "Flecha", 5)
    does(fight, "toy_shoot", thing=arrows.pk, count=4)
    fight.undo("player")
    sharing.give(hands(fight, "Ana"), fight.users["player"], arrows.pk, 3, hands(fight, "Bruno"))
    with pytest.raises((ThingsGone, NothingToUndo)):
        fight.redo("player")
    assert held(fight, "Ana") == in_fight(fight) == {"Flecha": 2}


def test_the_refusal_of_a_redo_speaks_of_redoing(fight: Game) -> None:
    arrows = has(fight, "Ana", "arrow", "Flecha", 5)
    does(fight, "toy_shoot", thing=arrows.pk, count=4)
    entry = fight.newest.id
    fight.undo("player")
    services.discard(hands(fight, "Ana"), fight.users["player"], arrows.pk, 3)
    with pytest.raises(GoneAgain, match="No se puede rehacer"), transaction.atomic():
        fights.restore(str(fight.encounter.pk), [entry])
    assert held(fight, "Ana") == {"Flecha": 2}


def test_a_redo_that_lacks_a_charge_says_what_has_used_it(fight: Game) -> None:
    wand = has(fight, "Ana", "wand", "Vara", charges=3)
    waved = []
    for _time in range(2):
        does(fight, "toy_wave", thing=wand.pk)
        waved.append(fight.newest.id)
    for _time in range(2):
        fight.undo("player")
    services.charge(hands(fight, "Ana"), fight.users["player"], wand.pk, -2)
    with pytest.raises(GoneAgain) as refused, transaction.atomic():
        fights.restore(str(fight.encounter.pk), waved)
    assert refused.value.params["why"] == Cause.USED.label


def test_what_is_used_up_makes_no_gear_another() -> None:
    """A fight goes on to hold it; the possession may be gone, as after an import."""
    rope, none = Thing("1", "stuff", "Cuerda", {"grams": 10}), Thing("2", "arrow", "Flecha", quantity=0)
    assert settled(EQUIPMENT, Gear({"1": rope, "2": none})) == settled(EQUIPMENT, Gear({"1": rope}))
    assert settled(EQUIPMENT, Gear({"2": replace(none, quantity=1)})) != settled(EQUIPMENT, Gear())


def test_a_thing_that_changes_place_in_the_fight_changes_it_outside(fight: Game) -> None:
    mail = has(fight, "Ana", "suit", "Cota", armour="heavy")
    services.put(hands(fight, "Ana"), fight.users["player"], mail.pk, "worn")
    does(fight, "toy_draw", thing=mail.pk, place="packed")
    mail.refresh_from_db()
    assert mail.place == "packed"
    fight.undo("player")
    mail.refresh_from_db()
    assert mail.place == "worn"
    assert folds(fight)


def test_what_is_done_outside_is_no_step_that_the_fight_can_take_back(fight: Game) -> None:
    fight.end_turn()
    entry = fight.newest.id
    has(fight, "Ana", "arrow", "Flecha", 5)
    assert fight.newest.kind == "sync"
    fight.undo("game_master")
    assert fight.newest.data["targets"] == [entry]
    assert held(fight, "Ana") == in_fight(fight) == {"Flecha": 5}


def test_a_character_who_comes_to_a_fight_brings_its_present_possessions(fight: Game) -> None:
    fight.command("game_master", "archive")
    has(fight, "Ana", "arrow", "Flecha", 7)
    assert in_fight(fight) == {}
    fight.command("game_master", "resume")
    assert in_fight(fight) == {"Flecha": 7}


def test_what_is_left_somewhere_or_in_a_chest_there_is_in_no_fight(fight: Game) -> None:
    ana, by = hands(fight, "Ana"), fight.users["player"]
    chest = has(fight, "Ana", "box", "Arcón", room=9000, grams=100)
    arrows = has(fight, "Ana", "arrow", "Flecha", 7, grams=10)
    services.put_into(ana, by, arrows.pk, chest.pk)
    assert in_fight(fight) == {"Flecha": 7}
    services.put(ana, by, chest.pk, "left", where="La posada")
    assert in_fight(fight) == {}
    assert not any(fight.one("Ana").gear.rest.values())


def test_a_head_of_before_there_were_possessions_learns_what_its_characters_have(
    fight: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sheet that was frozen with armour written on it counts it once, as a thing that is worn."""

    def unpack(kind: str, sheet: Values, language: str = "es") -> tuple[Values, tuple[Thing, ...]]:
        if sheet.get("armour") in (None, "none"):
            return sheet, ()
        return {**sheet, "armour": "none"}, (Thing("1", "suit", "Cuero", {"armour": sheet["armour"]}, place="worn"),)

    before = fight.body("Ana")
    assert fight.one("Ana").sheet["armour"] == "light"
    mail = has(fight, "Ana", "suit", "Cuero", armour="light")
    services.put(hands(fight, "Ana"), fight.users["player"], mail.pk, "worn")
    fight.encounter.refresh_from_db()
    monkeypatch.setattr(type(fight.read.system), "equipment", replace(EQUIPMENT, unpack=unpack))
    fight.end_turn()
    assert fight.one("Ana").sheet["armour"] == "none"
    assert fight.body("Ana").armour == before.armour == "light"
    assert folds(fight)


# What a step did, written and taken back without playing it


def step(
    game: Game, who: str, *pairs: tuple[Thing | None, Thing], entry: str = "step", encounter: str = "fight"
) -> None:
    """Write what a step did to a character's things, each as it was before, if it was there, and after."""
    before = Gear({old.id: old for old, _new in pairs if old is not None})
    after = Gear({new.id: new for _old, new in pairs})
    act = LedgerAct(Cause.FIGHT, None, encounter=encounter, entry=entry)
    fights.record(game.table, game.characters[who].pk, before, after, act)


def test_a_fight_freezes_what_a_character_has_left_and_what_it_knows(fight: Game) -> None:
    used, last, others = (has(fight, who, "arrow", "Flecha") for who in ("Ana", "Ana", "Bruno"))
    services.discard(hands(fight, "Ana"), fight.users["player"], used.pk, 1)
    frozen = fights.frozen_gear(fight.table, fight.characters["Ana"].pk, [used.pk]).things
    assert {pk: one.quantity for pk, one in frozen.items()} == {used.pk: 0, last.pk: 1}
    assert set(fights.frozen_gear(fight.table, fight.characters["Bruno"].pk).things) == {others.pk}


def test_what_a_step_left_alone_is_not_made_anew(fight: Game) -> None:
    unknown = Thing("unknown", "stuff", "Cuerda")
    step(fight, "Ana", (unknown, unknown))
    assert not Possession.objects.exists()


def test_a_thing_that_is_anothers_by_now_is_made_anew(fight: Game) -> None:
    arrows = has(fight, "Bruno", "arrow", "Flecha", 5)
    thing = as_thing(arrows)
    step(fight, "Ana", (replace(thing, quantity=4), replace(thing, quantity=3)))
    assert (held(fight, "Bruno"), held(fight, "Ana")) == ({"Flecha": 5}, {"Flecha": 3})
    assert balanced()


def test_what_a_step_brings_counts_whole_and_keeps_all_that_it_is(fight: Game) -> None:
    wand = has(fight, "Ana", "wand", "Vara", charges=3)
    step(fight, "Ana", (None, replace(as_thing(wand), quantity=2, charges=4)))
    wand.refresh_from_db()
    assert (wand.quantity, wand.charges) == (3, 3 + 4)
    entry = "p/blade"
    step(fight, "Ana", (None, Thing("new", "blade", "Daga", {"grams": 400}, 2, 6, "hand", entry)))
    made = Possession.objects.get(pk="new")
    assert as_thing(made) == Thing("new", "blade", "Daga", {"grams": 400}, 2, 6, "hand", entry)
    assert balanced()


def in_a_chest(game: Game, name: str = "Daga") -> tuple[Possession, Possession]:
    """A chest of Ana's, and a blade in it."""
    chest, blade = has(game, "Ana", "box", "Arcón", room=9000), has(game, "Ana", "blade", name)
    services.put_into(hands(game, "Ana"), game.users["player"], blade.pk, chest.pk)
    blade.refresh_from_db()
    assert blade.within == chest
    return chest, blade


def lies(one: Possession) -> tuple[str, str, str | None]:
    one.refresh_from_db()
    return one.place, one.where, one.within_id


def test_what_is_drawn_from_a_chest_is_out_of_it_and_goes_back_with_the_undo(fight: Game) -> None:
    chest, blade = in_a_chest(fight)
    thing = as_thing(blade)
    step(fight, "Ana", (thing, replace(thing, name="Daga rota")), entry="breaks")
    assert lies(blade) == ("packed", "", chest.pk)
    thing = as_thing(blade)
    step(fight, "Ana", (thing, replace(thing, place="hand")))
    assert lies(blade) == ("hand", "", None)
    fights.strike("fight", ["step"])
    assert lies(blade) == ("packed", "", chest.pk)
    fights.restore("fight", ["step"])
    assert lies(blade) == ("hand", "", None)
    assert blade.name == "Daga rota"


def test_a_blade_does_not_go_back_into_a_chest_that_is_gone_nor_out_of_a_hand_that_it_came_to_since(
    fight: Game,
) -> None:
    by = fight.users["player"]
    chest, blade = in_a_chest(fight)
    thing = as_thing(blade)
    step(fight, "Ana", (thing, replace(thing, place="hand")))
    services.discard(hands(fight, "Ana"), by, chest.pk, 1)
    fights.strike("fight", ["step"])
    assert lies(blade) == ("packed", "", None)
    _chest, second = in_a_chest(fight, "Puñal")
    thing = as_thing(second)
    step(fight, "Ana", (thing, replace(thing, place="hand")), entry="drawn")
    services.put(hands(fight, "Ana"), by, second.pk, "left", where="La posada")
    fights.strike("fight", ["drawn"])
    assert lies(second) == ("left", "La posada", None)


def test_a_name_that_was_taken_back_is_no_correction(fight: Game) -> None:
    blade = has(fight, "Ana", "blade", "Daga")
    before, thing = revision(blade), as_thing(blade)
    step(fight, "Ana", (thing, replace(thing, name="Daga rota")))
    assert revision(blade) != before
    fights.strike("fight", ["step"])
    assert revision(blade) == before


def test_what_is_taken_in_hand_from_a_chest_is_out_of_it(fight: Game) -> None:
    _chest, blade = in_a_chest(fight)
    services.put(hands(fight, "Ana"), fight.users["player"], blade.pk, "hand")
    assert lies(blade) == ("hand", "", None)


def test_the_steps_of_one_fight_are_taken_back_alone(fight: Game) -> None:
    owners = {who: fight.characters[who].pk for who in ("Ana", "Bruno")}
    arrows = {who: has(fight, who, "arrow", "Flecha", 9) for who in owners}
    for who, entry, encounter in (
        ("Ana", "step", "fight"),
        ("Bruno", "other", "fight"),
        ("Bruno", "step", "elsewhere"),
    ):
        arrows[who].refresh_from_db()
        thing = as_thing(arrows[who])
        step(fight, who, (thing, replace(thing, quantity=thing.quantity - 1)), entry=entry, encounter=encounter)
    assert fights.owners_of("fight", ["step"]) == {owners["Ana"]}
    assert fights.owners_of("fight", ["step", "other"]) == set(owners.values())
    fights.strike("fight", ["step"])
    assert (held(fight, "Ana"), held(fight, "Bruno")) == ({"Flecha": 9}, {"Flecha": 7})
    fights.restore("fight", ["step"])
    assert (held(fight, "Ana"), held(fight, "Bruno")) == ({"Flecha": 8}, {"Flecha": 7})
    assert balanced()


def test_as_many_as_there_may_be_come_back_and_not_one_more(fight: Game) -> None:
    wand = has(fight, "Ana", "wand", "Vara", MOST, charges=5)
    Possession.objects.filter(pk=wand.pk).update(charges=MOST)
    wand.refresh_from_db()
    thing = as_thing(wand)
    step(fight, "Ana", (thing, replace(thing, quantity=MOST - 1, charges=MOST - 1)))
    fights.strike("fight", ["step"])
    wand.refresh_from_db()
    assert (wand.quantity, wand.charges) == (MOST, MOST)
    for more in ({"quantity": MOST, "charges": 1}, {"quantity": 1, "charges": MOST}):
        fights.restore("fight", ["step"])
        Possession.objects.filter(pk=wand.pk).update(**more)
        with pytest.raises(TooMany), transaction.atomic():
            fights.strike("fight", ["step"])
        Possession.objects.filter(pk=wand.pk).update(quantity=MOST - 1, charges=MOST - 1)
        fights.strike("fight", ["step"])


def test_an_undo_names_the_latest_loss_that_counts_and_no_gain(fight: Game) -> None:
    """Ana got four arrows and used them.

    A loss that was taken back, one found since, and a note written since are not what is missing.
    """
    ana, by = hands(fight, "Ana"), fight.users["player"]
    arrows = has(fight, "Ana", "arrow", "Flecha", 2)
    services.discard(ana, by, arrows.pk, 1)
    thing = as_thing(Possession.objects.get(pk=arrows.pk))
    step(fight, "Ana", (thing, replace(thing, quantity=5)))
    services.count(ana, by, arrows.pk, -4)
    used = newest(arrows)
    services.discard(ana, by, arrows.pk, 1)
    LedgerRow.objects.filter(pk=newest(arrows).pk).update(void=True)
    services.count(ana, by, arrows.pk, 1)
    services.edit(ana, by, arrows.pk, name="Flecha", values=arrows.values, note="La última")
    with pytest.raises(UsedSince) as refused, transaction.atomic():
        fights.strike("fight", ["step"])
    assert type(refused.value) is UsedSince
    assert used.cause != Cause.DISCARDED
    assert refused.value.params["why"] == used.get_cause_display()


def test_what_was_used_up_unnoticed_has_just_been_spent(fight: Game) -> None:
    """Losses from before the step do not count; charges that were used up do."""
    ana, by = hands(fight, "Ana"), fight.users["player"]
    wand = has(fight, "Ana", "wand", "Vara", 3, charges=3)
    services.discard(ana, by, wand.pk, 2)
    thing = as_thing(Possession.objects.get(pk=wand.pk))
    step(fight, "Ana", (thing, replace(thing, charges=5)))
    Possession.objects.filter(pk=wand.pk).update(charges=1)
    with pytest.raises(UsedSince, match="se ha gastado"), transaction.atomic():
        fights.strike("fight", ["step"])
    Possession.objects.filter(pk=wand.pk).update(charges=5)
    services.charge(ana, by, wand.pk, -4)
    with pytest.raises(UsedSince) as refused, transaction.atomic():
        fights.strike("fight", ["step"])
    assert refused.value.params["why"] == newest(wand).get_cause_display()
