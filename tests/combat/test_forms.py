"""Forms: refused ones keep what was typed; late and repeated ones."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext

from combat.models import Act
from tests.sizes import shared_out

from .play import Game

pytestmark = pytest.mark.django_db

STATIC = {"attribute": "strength", "mode": "static", "kind": "physical", "resistance_mode": "static"}


def text(response: HttpResponse) -> str:
    return response.content.decode()


def attack(game: Game, **more: str) -> tuple[dict[str, str], dict[str, str]]:
    data = {**STATIC, "target": game.id("Orco 1"), "filled": f"act:{game.id('Ana')}:attack", **more}
    return game.does("attack", "Ana", rolls="1"), data


def test_what_was_typed_is_shown_again_with_what_is_wrong(fight: Game) -> None:
    query, data = attack(fight, others__0__value="999", others__0__reason="la lluvia de antes")
    before = len(fight.entries)
    for script in (True, False):
        response = fight.post("player", query, data, htmx=script)
        assert response.status_code == 422
        assert "la lluvia de antes" in text(response)
        assert 'value="999"' in text(response)
        assert ("<html" in text(response)) is not script
        assert len(fight.entries) == before
        assert response.get("HX-Retarget") == ("#panel" if script else None)


def test_a_late_act_is_told_who_was_first(fight: Game) -> None:
    query = fight.does("end_turn", "Ana")
    fight.end_turn()
    for script in (True, False):
        response = fight.post("player", query, htmx=script)
        assert response.status_code == 409
        assert "Dirección" in text(response)
        assert fight.turn == "Orco 1"


def test_the_author_of_a_hidden_act_is_not_named_as_first(fight: Game) -> None:
    query = fight.does("end_turn", "Ana")
    fight.end_turn("player")
    for _turn in range(2):
        fight.end_turn()
    assert fight.turn == "Sombra"
    fight.damage("other_player", "Bruno", 1)
    fight.damage("game_master", "Sombra", 1)
    assert "Otra llegó antes" in text(fight.post("player", query, htmx=True))


@pytest.mark.parametrize("script", [True, False])
def test_what_is_sent_again_counts_once(fight: Game, script: bool) -> None:
    query = fight.does("end_turn", "Ana")
    first = fight.post("player", query, htmx=script, key="the-same-key")
    again = fight.post("player", query, htmx=script, key="the-same-key")
    assert (first.status_code, again.status_code) == ((204, 204) if script else (302, 302))
    assert fight.turn == "Orco 1"


def test_an_answer_sent_again_counts_once(fight: Game) -> None:
    fight.attack("player", "Ana", "Orco 1", bonus=4)
    for _try in range(2):
        response = fight.post("player", {"do": "answer"}, {"request": "spend", "rest": "1"}, key="the-same-key")
        assert response.status_code == 302
    assert fight.body("Orco 1").physical.current < 14


def test_an_undo_sent_again_takes_back_one_step(fight: Game) -> None:
    """It would fit again: the step before is there to be taken back too."""
    for amount in (3, 4):
        fight.damage("game_master", "Ana", amount)
    for _try in range(2):
        assert fight.post("game_master", {"do": "undo"}, htmx=True, key="the-same-key").status_code == 204
    assert fight.body("Ana").physical.current == 17


def test_an_act_is_not_looked_for_among_those_that_counted_before_it_is_taken(fight: Game) -> None:
    """Its key says so by itself; only what is refused may have been counted before."""
    ana, counted = fight.id("Ana"), f'FROM "{Act._meta.db_table}"'
    query, data = {"do": "command", "action": "damage", "actor": ana}, {"pool": "physical", f"targets__{ana}": "full"}
    asked = []
    for amount in ("1", "a lot"):
        with CaptureQueriesContext(connection) as found:
            fight.post("player", query, {**data, "amount": amount})
        asked.append(sum(counted in one["sql"] for one in found))
    assert asked == [0, 1]


def test_the_same_key_with_other_content_is_refused(fight: Game) -> None:
    ana = fight.id("Ana")
    query = {"do": "command", "action": "damage", "actor": ana}
    data = {"pool": "physical", f"targets__{ana}": "full"}
    assert fight.post("player", query, {**data, "amount": "1"}, key="the-same-key").status_code == 302
    refused = fight.post("player", query, {**data, "amount": "2"}, key="the-same-key")
    assert refused.status_code == 422
    assert "ya se usó" in text(refused)
    assert fight.body("Ana").physical.current == 19


def test_adding_a_combatant_twice_with_one_key_adds_one(game: Game) -> None:
    data = {
        "key": "the-same-key",
        "who": "improvised",
        "name": "Lobo",
        "count": "1",
        "side": "foes",
        "shows": "word",
        "physical_max": "9",
        "mental_max": "5",
    }
    for _try in range(2):
        response = game.client("game_master").post(game.url("add"), data)
        assert response.status_code == 302, text(response)
    assert [one.name for one in game.fight.combatants.values()].count("Lobo") == 1


def test_faces_that_no_die_has_are_refused(game: Game) -> None:
    game.command("game_master", "initiative")
    request = f"initiative:{game.id('Ana')}"
    for face in ("", "7", "x", "²", "1" * 5000, "-1", "1.5"):
        faces = {"face0": face, "face1": "1", "face2": "1"}
        response = game.post("player", {"do": "answer"}, {"request": request, "filled": "x", **faces}, htmx=True)
        assert response.status_code == 422, face
        assert any(one.key == request for one in game.asked), face
        assert game.get("player", "panel", panel="ask", request=request, **faces).status_code == 200, face


NONSENSE = (
    {"do": ""},
    {"do": "everything"},
    {"do": "command"},
    {"do": "command", "action": "nothing"},
    {"do": "command", "action": "enlist"},
    {"do": "command", "action": "resheet"},
    {"do": "command", "action": "attack", "actor": "nobody"},
    {"do": "undo", "entry": "nothing"},
    {"do": "redo"},
    {"do": "cancel"},
    {"do": "stand"},
    {"do": "roll", "request": "nothing"},
    {"do": "roll_all"},
    {"do": "answer"},
)


@pytest.mark.parametrize(("who", "scripts"), [("game_master", (True, False)), ("player", (False, True))])
def test_nonsense_changes_nothing_and_breaks_nothing(fight: Game, who: str, scripts: tuple[bool, bool]) -> None:
    """What one of the two sends with scripts the other sends without, and the other way round."""
    before = fight.read.encounter.head
    for query, script in shared_out(NONSENSE, scripts):
        response = fight.post(who, query, {"request": "nothing", "amount": "x"}, htmx=script)
        assert response.status_code in (403, 409, 422), query
        assert fight.read.encounter.head == before, query


def test_a_player_learns_no_numbers_of_a_foe_by_asking_in_their_name(fight: Game) -> None:
    orc = fight.id("Orco 1")
    for action in ("attack", "other", "heal"):
        for panel in ("verb", "act"):
            page = text(fight.get("player", "panel", panel=panel, action=action, actor=orc))
            assert "Berrea" not in page
    answer = text(fight.post("player", fight.does("attack", "Orco 1"), {"traits": "t1"}, htmx=True))
    assert "Berrea" not in answer


def test_the_button_of_a_form_that_must_still_say_something_looks_idle(fight: Game) -> None:
    page = fight.client("player").get(f"{fight.url()}?action=other").content.decode()
    button = re.search(r'<button[^>]*action=other[^>]*btn--next[^>]*aria-disabled="true".*?</button>', page, re.DOTALL)
    assert button is not None
    assert "falta: " in button[0]
