"""What is remembered of encounters between two acts."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from combat import recent, tail
from combat.recent import Recent


def test_of_each_encounter_the_two_newest_heads_are_remembered() -> None:
    kept: Recent[str] = Recent()
    one, other = uuid4(), uuid4()
    for sequence in (1, 2, 4):
        kept.put(one, sequence, f"after {sequence}")
        kept.put(other, sequence, f"there {sequence}")
    assert [kept.get(one, sequence) for sequence in (1, 2, 4)] == [None, "after 2", "after 4"]
    assert kept.get(other, 4) == "there 4"
    # who is late is answered, and pushes nothing out
    assert kept.put(one, 1, "late") == "late"
    assert [kept.get(one, sequence) for sequence in (1, 2, 4)] == [None, "after 2", "after 4"]


def test_the_first_value_stays_so_that_others_wait_for_it() -> None:
    kept: Recent[str] = Recent()
    encounter = uuid4()
    assert kept.put(encounter, 1, "first", "order") == "first"
    assert kept.put(encounter, 1, "second", "order") == "first"
    assert kept.put(encounter, 1, "another", "log") == "another"


def test_many_tables_at_play_push_nothing_out() -> None:
    """A hundred tables with their free scenes; further ones push out what was asked for longest ago."""
    kept: Recent[int] = Recent()
    played = [uuid4() for _one in range(recent.MOST_ENCOUNTERS)]
    assert recent.MOST_ENCOUNTERS >= 2 * 100
    for sequence in (1, 2, 3):
        for place, encounter in enumerate(played):
            kept.put(encounter, sequence, place)
    assert all(kept.get(encounter, 3) == place for place, encounter in enumerate(played))
    kept.put(uuid4(), 1, 0)
    assert [kept.get(encounter, 3) for encounter in played[:2]] == [None, 1]


def test_what_is_not_full_is_not_looked_through() -> None:
    """Room is made at each look at the log; going through thousands of entries each time cost more than the look."""

    class Kept(dict[int, int]):
        def __iter__(self) -> Any:
            raise AssertionError

    tail.make_room(Kept({1: 1, 2: 2}), 2)
    kept = {place: place for place in range(5)}
    tail.make_room(kept, 2)
    assert list(kept) == [3, 4]
