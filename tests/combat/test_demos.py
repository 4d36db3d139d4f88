"""A fresh site loads all demo tables, one after the other."""

from collections import Counter
from tomllib import loads

import pytest

from characters import gear
from characters.models import Character
from combat import demo, store
from combat.models import Encounter
from tests.kept import demo_table


def test_no_person_is_in_two_demo_tables() -> None:
    people = [name for path in demo.demos() for name in loads(path.read_text(encoding="utf-8"))["people"]]
    assert [name for name, often in Counter(people).items() if often > 1] == []


@pytest.mark.django_db
@pytest.mark.parametrize("system", ["d20", "tapiz"])
def test_a_demo_table_plays_on_a_board(system: str) -> None:
    demo_table(next(path for path in demo.demos() if (path.parent.name, path.stem) == (system, "demo_board")))
    fight = store.read(Encounter.objects.get(free=False).pk).head.fight
    assert fight.status == "running"
    assert fight.board is not None
    assert fight.places.keys() == fight.combatants.keys()


@pytest.mark.django_db
@pytest.mark.parametrize("system", ["tapiz", "tumbas"])
def test_without_its_pack_a_demo_table_plays_with_what_its_sheets_say(system: str) -> None:
    demo_table(next(path for path in demo.demos() if path.parent.name == system))
    characters = Character.objects.select_related("table")
    assert "worn" in [thing.place for one in characters for thing in gear.things_of(one)]
