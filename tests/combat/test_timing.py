"""Acts are counted; slow ones are told, and a database that is held by another program is waited for."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError
from prometheus_client import REGISTRY

from combat import services

from .play import Game


@pytest.fixture
def told(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    with caplog.at_level(logging.WARNING, "combat.timing"):
        yield caplog


def _counted(outcome: str) -> float:
    return REGISTRY.get_sample_value("tapiz_acts_total", {"outcome": outcome}) or 0.0


@pytest.mark.django_db
def test_a_slow_act_is_told_with_its_encounter_and_its_tries(
    fight: Game, settings: Any, told: pytest.LogCaptureFixture
) -> None:
    before = _counted("taken")
    roll = fight.does("roll", "Ana") | {"notation": "1d6", "rolls": "1"}
    assert fight.post("player", roll, htmx=True).status_code == 204
    assert not told.records
    settings.SLOW_ACT_SECONDS = 0
    roll = fight.does("roll", "Ana") | {"notation": "1d6", "rolls": "1"}
    assert fight.post("player", roll, htmx=True).status_code == 204
    assert _counted("taken") == before + 2
    (line,) = told.records
    assert str(fight.encounter.pk) in line.getMessage()
    assert (line.act, line.tries) == ("roll", 1)  # type: ignore[attr-defined]


@pytest.mark.django_db
@pytest.mark.parametrize(("patience", "status"), [(10.0, 204), (0.0, 422)])
def test_a_locked_database_is_tried_again_for_a_while(
    fight: Game, monkeypatch: pytest.MonkeyPatch, patience: float, status: int
) -> None:
    monkeypatch.setattr(services, "PATIENCE", patience)
    # The transaction of the test is not that of the act.
    monkeypatch.setattr(services, "connection", SimpleNamespace(in_atomic_block=False))
    take, tries = services._Writing.take, []

    def locked_twice(writing: Any, seat: Any = None) -> Any:
        tries.append(seat)
        if len(tries) < 3:
            raise OperationalError("database is locked")
        return take(writing, seat)

    monkeypatch.setattr(services._Writing, "take", locked_twice)
    roll = fight.does("roll", "Ana") | {"notation": "1d6", "rolls": "1"}
    assert fight.post("player", roll, htmx=True).status_code == status
