"""One person acts no faster than people play."""

from __future__ import annotations

import pytest

from combat import brake as braking
from combat.brake import AT_ONCE, Brake

from .play import Game


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, settings) -> list[float]:
    settings.ACTS_A_MINUTE = 60
    now = [1000.0]
    monkeypatch.setattr(braking.time, "monotonic", lambda: now[0])
    return now


def test_some_at_once_then_one_a_second(clock: list[float]) -> None:
    brake = Brake()
    assert [brake.seconds(1) for _act in range(AT_ONCE)] == [0] * AT_ONCE
    assert brake.seconds(1) == pytest.approx(1)
    assert brake.seconds(2) == 0, "each person has acts of their own"
    clock[0] += 0.5
    assert brake.seconds(1) == pytest.approx(0.5)
    clock[0] += 0.5
    assert (brake.seconds(1), brake.seconds(1)) == (0, pytest.approx(1))
    clock[0] += 1000
    assert [brake.seconds(1) for _act in range(AT_ONCE)] == [0] * AT_ONCE


def test_those_who_have_waited_are_forgotten(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(braking, "MOST_KEPT", 2)
    brake = Brake()
    for person in range(3):
        brake.seconds(person)
    clock[0] += 10
    brake.seconds(7)
    assert set(brake._spent) == {7}


@pytest.mark.django_db
def test_an_act_too_many_changes_nothing_and_says_so(
    fight: Game, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(braking, "AT_ONCE", 3)
    braking.brake.forget()
    roll = fight.does("roll", "Ana") | {"notation": "1d6", "rolls": "1"}
    codes = [fight.post("player", roll, htmx=True).status_code for _act in range(4)]
    assert codes == [204, 204, 204, 429]
    entries = len(fight.entries)
    answer = fight.post("player", roll)
    assert (answer.status_code, answer["Retry-After"]) == (429, "1")
    assert "<h1>" in answer.content.decode()
    assert len(fight.entries) == entries
    assert fight.post("other_player", fight.does("roll", "Bruno") | {"notation": "1d6"}, htmx=True).status_code == 204
    braking.brake.forget()


@pytest.mark.django_db
@pytest.mark.postgres
def test_several_processes_count_together(monkeypatch: pytest.MonkeyPatch, settings, django_user_model) -> None:
    settings.ACTS_A_MINUTE, settings.PROCESSES = 60, 2
    now = [1_000_000.0]
    monkeypatch.setattr(braking.time, "time", lambda: now[0])
    ana, bruno = (django_user_model.objects.create_user(name).pk for name in ("ana", "bruno"))
    processes = Brake(), Brake()
    assert [processes[act % 2].seconds(ana) for act in range(AT_ONCE)] == [0] * AT_ONCE
    assert [process.seconds(ana) for process in processes] == [pytest.approx(1)] * 2
    assert processes[0].seconds(bruno) == 0
    now[0] += 1
    assert [process.seconds(ana) for process in processes] == [0, pytest.approx(1)]
    now[0] -= 3600
    assert processes[0].seconds(ana) == pytest.approx(1), "a clock that was set back neither gives nor takes an hour"
    now[0] += 7200
    assert [processes[act % 2].seconds(ana) for act in range(AT_ONCE)] == [0] * AT_ONCE
