"""What a player of a fight by posts has said beforehand: conditions, what the app does by itself, who reads it."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse

from combat import contingencies
from combat.models import Contingency
from combat.policy import seat_or_404

from .play import Game
from .posting import by_posts

pytestmark = pytest.mark.django_db


def foresee(game: Game, who: str, name: str, action: str = "", **sent: str) -> HttpResponse:
    """Send the form on which it is written."""
    query = f"?actor={game.id(name)}&action={action}"
    filled = {"key": game.key(), "filled": action, "condition": "turn", **sent}
    return game.client(who).post(game.url("contingency") + query, filled)


def turn_to(game: Game, name: str) -> None:
    while game.turn != name:
        game.end_turn()


def attack(game: Game, who: str, name: str, target: str, **more: str) -> None:
    """Foresee an attack as its form begins, but for the target."""
    sent = {"target": game.id(target), "attribute": "strength", "mode": "rolled", "aimed": "physical", **more}
    answer = foresee(game, who, name, "attack", **sent)
    assert answer.status_code == 302, answer.content.decode()[:4000]


def text(game: Game, who: str) -> str:
    return game.get(who, "posts").content.decode()


def holding(game: Game) -> list[str]:
    """What Bruno's player foresaw that holds now."""
    desk = contingencies.Desk(seat_or_404(game.users["other_player"], game.encounter.pk))
    return [one.does for one in contingencies.said(desk) if one.holds]


def acts_of(game: Game, name: str) -> list[Any]:
    return [row for row in game.entries if (row.data["command"] or {}).get("actor") == game.id(name)]


def test_what_is_to_be_done_by_itself_is_done_once_when_the_turn_comes(fight: Game) -> None:
    by_posts(fight)
    form = fight.get("other_player", "contingency", actor=fight.id("Bruno"), action="attack")
    # the fields of an action belong to the form of this name
    assert '<form id="command"' in form.content.decode()
    attack(fight, "other_player", "Bruno", "Orco 1", at_once="1")
    assert contingencies.apply() == 0
    turn_to(fight, "Bruno")
    before = len(acts_of(fight, "Bruno"))
    assert contingencies.apply() == 1
    assert contingencies.apply() == 0
    acts = acts_of(fight, "Bruno")
    assert len(acts) == before + 1
    assert acts[-1].by == fight.users["other_player"]
    assert acts[-1].data["command"]["inputs"]["target"] == fight.id("Orco 1")
    assert not Contingency.objects.exists()


def test_without_that_wish_it_is_one_tap_of_its_author_or_of_the_game_master(fight: Game) -> None:
    by_posts(fight)
    attack(fight, "other_player", "Bruno", "Orco 1")
    page = text(fight, "other_player")
    assert "Queda previsto" in page
    assert 'value="now"' not in page
    turn_to(fight, "Bruno")
    assert contingencies.apply() == 0
    for who in ("other_player", "game_master"):
        assert 'value="now"' in text(fight, who), who
    called = fight.client("game_master").get("/mesas/").content.decode()
    assert "Se cumple lo que previó Bruno" in called
    one = Contingency.objects.get()
    form = {"key": fight.key(), "one": one.pk, "do": "now"}
    assert fight.client("player").post(fight.url("change_contingency"), form).status_code == 403
    fight.client("game_master").post(fight.url("change_contingency"), {**form, "key": fight.key()})
    assert acts_of(fight, "Bruno")
    assert not Contingency.objects.exists()


@pytest.mark.parametrize(
    ("condition", "happens"),
    [
        ("near", lambda game: _declare_near(game)),
        ("attacked", lambda game: game.attack("game_master", "Orco 1", "Bruno")),
        ("friend_attacked", lambda game: game.attack("game_master", "Orco 1", "Ana")),
        ("falls", lambda game: game.damage("game_master", "Orco 2", 14)),
    ],
)
def test_a_condition_holds_once_it_has_come_about_since(fight: Game, condition: str, happens: Any) -> None:
    by_posts(fight)
    foresee(fight, "other_player", "Bruno", words="Salgo corriendo", condition=condition)
    turn_to(fight, "Bruno")
    assert holding(fight) == []
    turn_to(fight, "Orco 1")
    happens(fight)
    while fight.asked:
        _settle(fight)
    turn_to(fight, "Bruno")
    assert holding(fight) == ["Salgo corriendo"]
    assert "Se cumple" in text(fight, "other_player")
    assert "Se cumple" in text(fight, "game_master")
    # what had happened before it was written does not count
    Contingency.objects.all().delete()
    foresee(fight, "other_player", "Bruno", words="Salgo corriendo", condition=condition)
    assert holding(fight) == []


def _declare_near(game: Game) -> None:
    of, to = game.id("Orco 1"), game.id("Bruno")
    game.command("game_master", "relate", None, of=of, to=to, what="band:inmediato")


def _settle(game: Game) -> None:
    request = game.asked[0]
    if hasattr(request, "sides"):
        game.answer("game_master", request.key, faces=[3] * len(request.sides))
    else:
        game.answer("game_master", request.key, **(request.default or {}))


def test_the_first_whose_condition_holds_counts(fight: Game) -> None:
    by_posts(fight)
    foresee(fight, "other_player", "Bruno", words="Si cae, huyo", condition="falls")
    foresee(fight, "other_player", "Bruno", words="Espero", condition="turn")
    foresee(fight, "other_player", "Bruno", words="Rezo", condition="turn")
    turn_to(fight, "Bruno")
    assert holding(fight) == ["Espero"]
    last = Contingency.objects.get(words="Rezo")
    form = {"key": fight.key(), "one": last.pk, "do": "first"}
    fight.client("other_player").post(fight.url("change_contingency"), form)
    assert holding(fight) == ["Rezo"]
    form = {"key": fight.key(), "one": last.pk, "do": "away"}
    fight.client("other_player").post(fight.url("change_contingency"), form)
    assert holding(fight) == ["Espero"]


def test_what_the_rules_do_not_allow_then_stays_a_proposal(fight: Game) -> None:
    by_posts(fight)
    attack(fight, "other_player", "Bruno", "Orco 1", at_once="1")
    turn_to(fight, "Bruno")
    fight.damage("game_master", "Bruno", 25)
    sequence = fight.read.encounter.sequence
    assert contingencies.apply() == 0
    assert fight.read.encounter.sequence == sequence
    assert Contingency.objects.exists()


def test_nothing_is_done_live_nor_for_one_who_plays_it_no_more(fight: Game) -> None:
    by_posts(fight)
    attack(fight, "other_player", "Bruno", "Orco 1", at_once="1")
    turn_to(fight, "Bruno")
    fight.table.memberships.filter(user=fight.users["other_player"]).delete()
    assert contingencies.apply() == 0
    assert acts_of(fight, "Bruno") == []


def test_a_faulty_form_comes_back_with_what_was_typed(fight: Game) -> None:
    by_posts(fight)
    answer = foresee(fight, "other_player", "Bruno", words="", condition="turn")
    assert answer.status_code == 422
    assert "Falta qué hacer" in answer.content.decode()
    answer = foresee(fight, "other_player", "Bruno", "attack", target="nobody", attribute="strength", words="Por ti")
    assert answer.status_code == 422
    assert "Por ti" in answer.content.decode()
    assert not Contingency.objects.exists()
    # what only a game master does, and others' combatants, are not there
    assert foresee(fight, "other_player", "Bruno", "award").status_code == 404
    assert foresee(fight, "other_player", "Ana", words="Salto").status_code == 404


def test_it_is_read_by_its_author_and_the_game_master_alone(fight: Game) -> None:
    by_posts(fight)
    foresee(fight, "other_player", "Bruno", words="Traiciono a Ana", condition="turn")
    turn_to(fight, "Bruno")
    for who in ("other_player", "game_master"):
        assert "Traiciono a Ana" in text(fight, who), who
    for who in ("player", "spectator", "stranger"):
        for page in ("posts", "fight", "log"):
            assert "Traiciono" not in fight.get(who, page).content.decode(), (who, page)
