"""Each invariant fails where the program breaks it: a change of the program, and the name under which it is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.models import F

from combat import board, services, store
from combat.closing import Closing
from combat.models import Act, LogEntry
from combat.views import acts, news, shared
from equipment.ledger.models import Possession
from rules.core.engine import Late
from tapiz_site.campaigns.views import tables

from . import steps as kinds
from .beginning import LURKER
from .evening import Failure, Step, play

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="evenings begin with a copy of a file"),
]

PRESSED = [Step(1, "press"), Step(2, "press")]


def failure(built: Path, *steps: Step, seed: int = 3, to_the_end: bool = False, crowd: float = 0) -> Failure:
    """What such an evening comes to, in which people open a page only to act."""
    played = play(seed, steps, built, to_the_end=to_the_end, thoroughly=True, crowd=crowd)
    assert played.failure is not None, played.told
    return played.failure


def after_each(monkeypatch: pytest.MonkeyPatch, does: Callable[[Any], None]) -> None:
    """Let something happen after each act, before it is looked at."""
    press = kinds.KINDS["press"][1]

    def pressed(evening: Any, chance: Any) -> str:
        told = press(evening, chance)
        does(evening)
        return told

    monkeypatch.setitem(kinds.KINDS, "press", (1, pressed))


def test_a_log_that_does_not_fold(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The head of the second act lacks what the first did."""
    dump, kept = store.dump_entry, count()
    monkeypatch.setattr(store, "dump_entry", lambda entry: dump(replace(entry, changes=entry.changes[: next(kept)])))
    assert failure(built, *PRESSED).name == "folds"


def test_a_head_that_a_page_changes_in_place(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made, looks = shared.cards, count()

    def cards(system: Any, fight: Any) -> Any:
        fight.house["looked at"] = next(looks)
        return made(system, fight)

    monkeypatch.setattr(shared, "cards", cards)
    assert failure(built, *PRESSED).name == "in place"


def test_an_entry_that_is_lost(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    after_each(monkeypatch, lambda evening: LogEntry.objects.filter(encounter=evening.fight, sequence=2).delete())
    assert failure(built, *PRESSED).name == "kept"


def test_an_act_that_is_counted_twice(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys are forgotten at once: an act that is sent again is taken again, or comes late."""
    monkeypatch.setattr(services, "counted", lambda **_what: False)
    monkeypatch.setattr(Act, "save", lambda _act, **_how: None)
    assert failure(built, Step(1, "lost")).name == "kept"


def test_a_condition_that_does_not_follow(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_mirror", lambda _before, _head: None)
    assert failure(built, *(Step(number, "press") for number in range(1, 12))).name == "conditions"


def test_things_that_do_not_add_up(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    after_each(monkeypatch, lambda _evening: Possession.objects.filter(quantity=1).update(quantity=F("quantity") + 1))
    assert failure(built, *PRESSED).name in ("ledger", "conditions")


def test_a_name_that_is_read_by_others(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The board leaves nobody out."""
    row = board._row
    monkeypatch.setattr(board, "_row", lambda fight, *rest, **how: replace(row(fight, *rest, **how), name=LURKER))
    assert failure(built, *PRESSED, crowd=1).name == "secrets"


def test_a_stranger_who_gets_in(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "get_table_or_404", lambda _user, pk, *_roles: tables.Table.objects.get(pk=pk))
    looks = [Step(number, "look") for number in range(1, 30)]
    assert failure(built, *looks).name in ("secrets", "answers")


def test_a_proposal_that_is_refused(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_what: object) -> None:
        raise Late

    monkeypatch.setattr(acts, "_deed", late)
    assert failure(built, *PRESSED).name == "stage"


def test_a_page_that_is_not_told(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The news say that nothing is left to fetch where there is."""
    monkeypatch.setattr(news, "others_who_fare", lambda _before, _after: frozenset())
    steps = [Step(number, "press") for number in range(1, 20)]
    assert failure(built, *steps, crowd=1).name == "pushed"


def test_a_request_that_fails(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acts, "_done", lambda *_what: None)
    assert failure(built, *PRESSED).name == "answers"


def test_a_fight_that_cannot_be_ended(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Closing, "close", lambda *_what: None)
    assert failure(built, to_the_end=True).name == "ends"
