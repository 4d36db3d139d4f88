"""A fight writes rows keyed by encounter and log entry; undo marks them void, or says why it cannot."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import transaction

from combat import store
from combat.deeds import Deed
from combat.errors import NothingToUndo, ThingsGone
from equipment.ledger import fights, services, sharing
from equipment.ledger.errors import GoneAgain
from equipment.ledger.frozen import settled
from equipment.ledger.models import Cause, LedgerRow, Possession
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
