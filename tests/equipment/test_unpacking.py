"""The things that a sheet lists become possessions, once; also those of older sheets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module

import pytest
from django.apps import apps

from characters.services import restore_state, update_character
from rules.core.equipment import Values
from rules.core.gear import Thing
from rules.core.registry import get_system
from tests.combat.play import Game, make_game

from .having import balanced, held
from .toys import EQUIPMENT


def unpack(kind: str, sheet: Values, language: str = "es") -> tuple[Values, tuple[Thing, ...]]:
    """The toy's rule: the armour of a person's sheet becomes a thing, a creature's does not."""
    if kind == "creature" or sheet.get("armour") in (None, "none"):
        return sheet, ()
    suit: Mapping[str, str] = {"armour": sheet["armour"]}
    return {**sheet, "armour": "none"}, (Thing("1", "suit", "Cuero", suit, place="worn"),)


@pytest.fixture(autouse=True)
def _unpacks(monkeypatch: pytest.MonkeyPatch, _toys: None) -> None:
    monkeypatch.setattr(type(get_system("tapiz")), "equipment", replace(EQUIPMENT, unpack=unpack))


@pytest.fixture
def game(_unpacks: None, db: None) -> Game:
    """A table whose characters were made when their sheets were unpacked."""
    return make_game()


def test_a_new_character_owns_what_its_sheet_lists(game: Game) -> None:
    ana = game.characters["Ana"]
    assert (ana.sheet["armour"], held(game, "Ana")) == ("none", {"Cuero": 1})
    assert game.body("Ana").armour == "light"
    assert balanced()


def test_what_is_written_on_it_later_comes_on_top(game: Game) -> None:
    ana, by = game.characters["Ana"], game.users["player"]
    update_character(character=ana, name="Ana", values={**ana.sheet, "armour": "heavy"}, by=by)
    ana.refresh_from_db()
    assert ana.sheet["armour"] == "none"
    assert held(game, "Ana") == {"Cuero": 2}


def test_going_back_to_an_older_sheet_brings_no_thing_twice(game: Game) -> None:
    ana, by = game.characters["Ana"], game.users["player"]
    state = ana.states.get()
    state.sheet = {**state.sheet, "armour": "light"}
    state.save()
    update_character(character=ana, name="Ana", values={**ana.sheet, "level": 3}, by=by)
    restore_state(character=ana, revision=state.revision, by=by)
    assert held(game, "Ana") == {"Cuero": 1}


def test_an_update_unpacks_the_sheets_of_before(game: Game) -> None:
    migration = import_module("characters.migrations.0005_sheets_to_possessions")
    ana = game.characters["Ana"]
    ana.possessions.all().delete()
    ana.sheet = {**ana.sheet, "armour": "light"}
    ana.save()
    for _twice in range(2):
        migration.sheets_to_possessions(apps, None)
    ana.refresh_from_db()
    assert (ana.sheet["armour"], held(game, "Ana")) == ("none", {"Cuero": 1})
    assert ana.possessions.get().place == "worn"
    assert balanced()
