"""The forecast of a scene in preparation: played by the rules, bounded in time, for the game master alone."""

from __future__ import annotations

import signal
import subprocess
from random import Random
from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse

from combat import forecast, services, store
from combat.models import Encounter
from rules.core import engine
from rules.core.forecast import Forecast, play
from rules.core.registry import get_system
from rules.core.stage import stage
from rules.game import Game as Rehearsal
from tests.kept import without
from tests.rules.scenarios.tactico import scenario
from tests.sizes import one_in

from .play import ORC, Game, creatures, make_game

WEAPONS: dict[str, dict[str, Any]] = {"tapiz": {}, "tumbas": {}}


def text(response: HttpResponse) -> str:
    return response.content.decode()


FIGHTS = 12 // one_in(3)
MOST, FEW = FIGHTS * 5 // 6, FIGHTS // 6


def chances(slug: str, party: int, foes: int, fights: int = FIGHTS) -> Forecast:
    game, found = Rehearsal(slug), Forecast()
    for number in range(party):
        game.add(f"Ana {number}", kind="person", **WEAPONS[slug])
    for number in range(foes):
        game.add(f"Orco {number}", **WEAPONS[slug])
    for number in range(fights):
        found.add(play(game.system, game.fight, Random(number)))
    return found


@pytest.mark.parametrize("slug", sorted(WEAPONS))
def test_more_on_one_side_is_better_for_it(slug: str) -> None:
    few, many = chances(slug, 1, 3), chances(slug, 3, 1)
    assert many.ended == few.ended == FIGHTS
    assert few.won <= FEW
    assert many.won >= MOST
    assert few.fell["ana 0"] >= MOST


def test_those_who_could_soften_a_blow_fall_too() -> None:
    """A blow lands although its target is asked about a hero point and nothing is proposed (TAP-HERO-10)."""
    game = Rehearsal("tapiz")
    game.add("Ana", kind="person", player="ana")
    for number in range(3):
        game.add(f"Orco {number}")
    heroic = game.fight.with_points("ana", 3)
    courses = [play(game.system, heroic, Random(number)) for number in range(FIGHTS)]
    assert all(course.ended for course in courses)
    assert sum("ana" in course.fell for course in courses) >= MOST


def test_a_fight_of_many_counts_as_undecided_after_its_rounds_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.core.forecast.MOST_ROUNDS", 4)
    found = chances("tapiz", 6, 6, fights=1)
    assert (found.ended, found.rounds) == (0, {5: 1})


def test_the_same_dice_play_the_same_fight() -> None:
    game = Rehearsal("tapiz")
    game.add("Ana", kind="person")
    game.add("Orco")
    before = game.text()
    assert play(game.system, game.fight, Random(3)) == play(game.system, game.fight, Random(3))
    assert game.text() == before


def test_the_stage_is_asked_only_where_the_usual_act_does_not_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each combatant's player is asked in its turn: what the game master would do for it waits for that player."""
    asked, begun, system = [], [], get_system("tactico")
    monkeypatch.setattr("rules.core.forecast.stage", lambda *about: asked.append(about) or stage(*about))
    monkeypatch.setattr(engine, "begin", lambda *about, begin=engine.begin: begun.append(about) or begin(*about))
    assert play(system, scenario(system), Random(1)).ended
    assert len(asked) < len(begun) / 2


@pytest.mark.django_db
def test_fights_that_nobody_won_are_not_said_to_be_lost(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    undecided = {"fights": 3, "won": 0, "ended": 0, "rounds": {"21": 3}, "fell": {}}
    monkeypatch.setattr(forecast, "_played", lambda *_asked: undecided)
    monkeypatch.setattr(forecast, "ENOUGH", 6)
    forecast.forget()
    estimate = forecast.estimate(game.read)
    assert estimate is not None
    assert (estimate.chance, estimate.word) == (None, "Sin decidir")
    assert [bar.label for bar in estimate.rounds] == ["20+"]
    assert "%" not in text(game.client("game_master").get(reverse("combat:forecast", args=[game.encounter.pk])))[:200]


@pytest.mark.django_db
def test_it_waits_less_than_two_seconds_and_changes_nothing(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float | None] = []

    class Timed(subprocess.Popen[str]):
        def communicate(self, input: str | None = None, timeout: float | None = None) -> tuple[str, str]:  # noqa: A002
            waits.append(timeout)
            return super().communicate(input, timeout)

    monkeypatch.setattr(subprocess, "Popen", Timed)
    assert 0 < forecast.PLAYS_SECONDS < forecast.WAITS_SECONDS < 2
    # it plays one fight all the same
    monkeypatch.setattr(forecast, "PLAYS_SECONDS", 0)
    forecast.forget()
    read = game.read
    found = forecast.estimate(read)
    # the second wait, if there is one, is for a helper that was killed
    assert waits[0] == forecast.WAITS_SECONDS
    assert found is None or (found.chance in (None, *range(101)) and found.fights > 0)
    assert game.read.head == read.head


@pytest.mark.django_db
def test_a_helper_that_hangs_is_ended(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast, "HELPER", ("-c", "import time; time.sleep(60)"))
    monkeypatch.setattr(forecast, "WAITS_SECONDS", 0.5)
    monkeypatch.setattr(forecast, "LATE_SECONDS", 0)
    helpers: list[subprocess.Popen[str]] = []

    class Kept(subprocess.Popen[str]):
        def __init__(self, *args: Any, **more: Any) -> None:
            super().__init__(*args, **more)
            helpers.append(self)

    monkeypatch.setattr(subprocess, "Popen", Kept)
    forecast.forget()
    assert forecast.estimate(game.read) is None
    assert [helper.returncode for helper in helpers] == [-signal.SIGKILL]


@pytest.mark.django_db
def test_a_helper_that_is_late_is_not_asked_for_nothing(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine it begins later than anybody waits: it plays one fight, and who asks again reads it."""
    monkeypatch.setattr(forecast, "WAITS_SECONDS", 0.01)
    monkeypatch.setattr(forecast, "PLAYS_SECONDS", 0)
    forecast.forget()
    assert forecast.estimate(game.read) is None
    monkeypatch.setattr(forecast, "WAITS_SECONDS", 30)
    found = forecast.estimate(game.read)
    assert found is not None
    assert found.fights == 1


@pytest.mark.django_db
def test_only_one_is_played_at_a_time(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*args: object, **more: object) -> object:
        raise AssertionError("a second helper")

    forecast.forget()
    monkeypatch.setattr(subprocess, "Popen", never)
    with forecast.ONE_AT_A_TIME:
        assert forecast.estimate(game.read) is None


@pytest.mark.django_db
def test_the_game_master_alone_reads_it(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    told = {"fights": 4, "won": 3, "ended": 3, "rounds": {"5": 3, "6": 1}, "fell": {game.id("Ana"): 1}}
    monkeypatch.setattr(forecast, "_played", lambda *args: told)
    forecast.forget()
    address = reverse("combat:forecast", args=[game.encounter.pk])
    page = text(game.client("game_master").get(address))
    assert "75 %" in page
    assert "Favorable" in page
    assert "Es una estimación: 4 combates" in page
    assert "ideas. Se afina mientras se mira. Sin decidir en 20 rondas: 1." in page
    assert page.index("Ana") < page.index("Bruno")
    for who in ("player", "spectator", "stranger"):
        assert game.client(who).get(address).status_code in (403, 404)


@pytest.mark.django_db
def test_one_side_alone_has_no_forecast(monkeypatch: pytest.MonkeyPatch) -> None:
    without()
    game = make_game(rows=[])
    monkeypatch.setattr(forecast, "_played", lambda *args: pytest.fail("nobody to fight"))
    page = text(game.client("game_master").get(reverse("combat:forecast", args=[game.encounter.pk])))
    assert "dos bandos" in page
    orcs: list[Any] = creatures("Orco", ORC)
    services.enlist(encounter=game.encounter, user=game.users["game_master"], rows=orcs, key=game.key())
    assert forecast.has_two_sides(store.read(game.encounter.pk))
    assert Encounter.objects.get(pk=game.encounter.pk).status == "ready"
