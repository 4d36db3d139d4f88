"""Putting right: what would differ, what is taken of it, and what players read of that."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import pytest
from django.http import HttpResponse, QueryDict
from pytest_django import DjangoDbBlocker

from combat import history, righting, services
from combat.chronicles.reading import read
from combat.deeds import Deed
from combat.models import LogEntry
from combat.policy import seat_or_404
from combat.righting import Righting
from rules.core.chronicle import Chronicle
from rules.core.errors import NotAllowed
from rules.core.requests import Choose
from tests.kept import as_made, made_once

from .long import lengthen
from .play import Game, begun_game

pytestmark = pytest.mark.django_db


def begun() -> Game:
    """Orco 1 and the hidden Sombra were hurt; then the turn passed and Ana was hurt."""
    game = begun_game()
    game.damage("game_master", "Orco 1", 4)
    game.damage("game_master", "Sombra", 6)
    game.end_turn()
    game.damage("game_master", "Ana", 3)
    return game


@pytest.fixture(scope="module")
def _begun(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Game]:
    with made_once(begun, django_db_blocker) as game:
        yield game


@pytest.fixture
def game(_begun: Game, db: None) -> Game:
    return as_made(_begun)


def blow_on(game: Game, name: str) -> LogEntry:
    who = game.id(name)
    commands = [(row, row.data["command"] or {}) for row in game.entries]
    return next(row for row, command in commands if who in (command.get("inputs") or {}).get("targets", {}))


def form(game: Game, name: str, amount: int) -> dict[str, str]:
    return {"prueba": "1", "amount": str(amount), "pool": "physical", f"targets__{game.id(name)}": "full"}


def tried(game: Game, row: LogEntry, **sent: str) -> str:
    response = game.get("game_master", "put_right", row.pk, **sent)
    assert response.status_code == 200
    return response.content.decode()


def seen(page: str) -> str:
    return re.findall(r'name="seen" value="(\w+)"', page)[0]


def take(game: Game, row: LogEntry, page: str = "", **sent: object) -> HttpResponse:
    """Take what was ticked, as it was read on this page, or on one that is fetched."""
    shown = page or tried(game, row, **{name: str(value) for name, value in sent.items() if name != "take"})
    body = {"key": game.key(), "seen": seen(shown), **sent}
    return game.client("game_master").post(game.url("put_right", row.pk), body)


def chosen(game: Game, row: LogEntry, **sent: object) -> str:
    """The page on which the game master chooses what to take."""
    response = game.client("game_master").post(game.url("put_right", row.pk), sent)
    assert response.status_code == 200
    return response.content.decode()


def current(game: Game, name: str) -> int:
    return int(game.body(name).physical.current)


def test_another_number_of_an_old_blow_is_one_step_that_can_be_undone(game: Game) -> None:
    row, before = blow_on(game, "Orco 1"), game.read.encounter.sequence
    page = tried(game, row, **form(game, "Orco 1", 7))
    assert "Orco 1" in page
    assert game.read.encounter.sequence == before
    assert take(game, row, take=[game.id("Orco 1")], **form(game, "Orco 1", 7)).status_code == 302
    assert (current(game, "Orco 1"), current(game, "Ana"), current(game, "Sombra")) == (7, 17, 24)
    assert game.read.encounter.sequence == before + 1
    game.undo("game_master")
    assert current(game, "Orco 1") == 10


def test_the_same_value_changes_nothing(game: Game) -> None:
    row = blow_on(game, "Orco 1")
    page = tried(game, row, **form(game, "Orco 1", 4))
    assert "Nada: todo quedaría como está." in page
    before = game.read.encounter.sequence
    assert take(game, row, take=[game.id("Orco 1")], **form(game, "Orco 1", 4)).status_code == 409
    assert game.read.encounter.sequence == before


def test_only_what_is_ticked_is_taken(game: Game) -> None:
    row, orc, ana = blow_on(game, "Orco 1"), game.id("Orco 1"), game.id("Ana")
    other = {"prueba": "1", "amount": "4", "pool": "physical", f"targets__{ana}": "full"}
    page = chosen(game, row, cuanto="persona", **other)
    assert f'value="{orc}" checked' in page
    assert f'value="{ana}" checked' in page
    page = chosen(game, row, modo="persona", ver="1", take=[ana], **other)
    assert f'value="{orc}" checked' not in page
    assert f'value="{ana}" checked' in page
    page = chosen(game, row, cuanto="nada", **other)
    assert "No se toma nada" in page
    assert "Corregirlo todo" not in page
    assert take(game, row, take=[ana], **other).status_code == 302
    assert (current(game, "Ana"), current(game, "Orco 1")) == (13, 10)
    assert take(game, row, modo="persona", **other).status_code == 409


def test_two_game_masters_at_once_one_wins_and_one_is_told(game: Game) -> None:
    row, orc = blow_on(game, "Orco 1"), game.id("Orco 1")
    pages = [(amount, tried(game, row, **form(game, "Orco 1", amount))) for amount in (7, 9)]
    answers = [take(game, row, page, take=[orc], **form(game, "Orco 1", amount)) for amount, page in pages]
    assert [answer.status_code for answer in answers] == [302, 409]
    assert "Entretanto ha cambiado" in answers[1].content.decode()
    assert current(game, "Orco 1") == 7
    # who looks again reads what would differ now, and takes that
    assert take(game, row, take=[orc], **form(game, "Orco 1", 9)).status_code == 302
    assert current(game, "Orco 1") == 5


def test_what_was_found_must_still_be_so(game: Game) -> None:

    row, orc = blow_on(game, "Orco 1"), game.id("Orco 1")
    sent = QueryDict(mutable=True)
    sent.update({**form(game, "Orco 1", 7), "take": orc})
    righting = Righting(seat_or_404(game.users["game_master"], game.encounter.pk), row, sent)
    sent["seen"] = righting.seen
    deed = righting.deed()
    game.damage("game_master", "Orco 1", 1)
    with pytest.raises(NotAllowed, match="moved"):
        services.act(encounter=game.encounter.pk, user=game.users["game_master"], deed=deed, key=game.key())
    assert current(game, "Orco 1") == 9


def told(game: Game, who: str) -> str:
    line = history.one(seat_or_404(game.users[who], game.encounter.pk), game.newest.pk)
    return "" if line is None else line.speaker.told(line.facts)


def test_nothing_is_told_of_a_hidden_one(game: Game) -> None:
    row = blow_on(game, "Sombra")
    assert take(game, row, take=[game.id("Sombra")], **form(game, "Sombra", 9)).status_code == 302
    assert current(game, "Sombra") == 21
    assert "Sombra" in told(game, "game_master")
    assert [told(game, who) for who in ("player", "other_player", "spectator")] == ["", "", ""]


def test_a_foe_whose_word_stays_is_not_told_of(game: Game) -> None:
    """Ten hit points of fourteen and eight of fourteen are both the same word."""
    row = blow_on(game, "Orco 1")
    assert take(game, row, take=[game.id("Orco 1")], **form(game, "Orco 1", 5)).status_code == 302
    assert "de 10 a 9" in told(game, "game_master").lower()
    assert "queda así" not in told(game, "player")
    assert " a 9" not in told(game, "player")


def test_players_read_what_they_see(game: Game) -> None:
    row = blow_on(game, "Ana")
    assert take(game, row, take=[game.id("Ana")], **form(game, "Ana", 5)).status_code == 302
    assert "Ana queda así" in told(game, "player")
    assert "de 17 a 15" in told(game, "player").lower()


def test_only_steps_that_hold_something_are_put_right_and_by_the_game_master_alone(game: Game) -> None:
    turn = next(row for row in game.entries if (row.data["command"] or {}).get("action") == "end_turn")
    assert game.get("game_master", "put_right", turn.pk).status_code == 404
    row = blow_on(game, "Orco 1")
    assert game.get("player", "put_right", row.pk).status_code == 403
    game.undo("game_master", row.pk)
    assert game.get("game_master", "put_right", row.pk).status_code == 404
    assert game.get("game_master", "put_right", "nothing").status_code == 404


def test_another_face_asks_anew_only_what_nobody_was_asked(game: Game) -> None:
    """A roll that fails no longer spends the points that it had; what followed stays with its faces."""
    game.command("game_master", "attack", "Orco 1", target=game.id("Ana"), attribute="strength", mode="rolled")
    game.act("game_master", Deed("roll", request="attack"), faces=[6, 6, 5])
    roll = game.newest
    game.answer("game_master", "spend", hit_points=3, effects=[], own=[])
    hurt = current(game, "Ana")
    assert hurt < 17
    page = tried(game, roll, prueba="1", face0="1", face1="1", face2="2")
    assert "No habría pasado" in page
    sent = {"prueba": "1", "face0": "1", "face1": "1", "face2": "2"}
    assert take(game, roll, modo="todo", **sent).status_code == 302
    assert current(game, "Ana") == 17


READERS = ("game_master", "player", "other_player", "spectator")


def foretold_texts(page: str) -> dict[str, str]:
    """What the page says that each will read."""
    found = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page)
    return {name: html.unescape(text) for name, text in found}


@pytest.mark.parametrize(("name", "amount"), [("Orco 1", 11), ("Orco 1", 5), ("Ana", 5), ("Ana", 20), ("Sombra", 9)])
def test_what_is_said_before_is_what_each_reads_then(game: Game, name: str, amount: int) -> None:
    row, sent = blow_on(game, name), form(game, name, amount)
    texts = foretold_texts(tried(game, row, **sent))
    assert take(game, row, modo="todo", **sent).status_code == 302
    table = told(game, "spectator")
    assert texts.pop("La mesa") == (f"«{table}»" if table else "Nada.")
    for who in ("player", "other_player"):
        text = told(game, who)
        assert texts.pop(game.users[who].shown_name, f"«{table}»" if table else "Nada.") == (
            f"«{text}»" if text else "Nada."
        )
    assert texts == {}


def test_who_would_be_out_is_said(game: Game) -> None:
    row = blow_on(game, "Ana")
    assert "Habría caído" in tried(game, row, **form(game, "Ana", 60))
    assert "Habría caído" not in tried(game, row, **form(game, "Ana", 4))


def test_an_act_of_which_half_is_taken_is_named(game: Game) -> None:
    """An orc who had been felled would not have struck Ana: for Ana alone, the blow stays without its wound."""
    row, orc, ana = blow_on(game, "Orco 1"), game.id("Orco 1"), game.id("Ana")
    game.attack("game_master", "Orco 1", "Ana", bonus=6)
    asked = game.asked[0]
    assert isinstance(asked, Choose)
    game.answer("game_master", asked.key, **{one.name: one.default for one in asked.inputs})
    sent = form(game, "Orco 1", 60)
    assert "Habría caído" in tried(game, row, **sent)
    assert "Queda a medias" in chosen(game, row, modo="persona", ver="1", take=[ana], **sent)
    assert "Queda a medias" not in chosen(game, row, modo="persona", ver="1", take=[ana, orc, ""], **sent)


def test_many_later_entries_are_taken_again_and_how_long_that_takes_is_said(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(righting, "LONG", 30)
    row, sent = blow_on(game, "Orco 1"), form(game, "Orco 1", 7)
    assert "contarlos de nuevo" not in tried(game, row, **sent)
    lengthen(game, 60)
    page = tried(game, row, **sent)
    assert "pasos: contarlos de nuevo tarda cosa de 1 segundo." in page
    assert take(game, row, modo="todo", **sent).status_code == 302
    assert current(game, "Orco 1") == 7


def test_what_waits_for_an_answer_is_taken_back_and_not_put_right(game: Game) -> None:
    game.command("game_master", "attack", "Orco 1", target=game.id("Ana"), attribute="strength", mode="rolled")
    game.act("game_master", Deed("roll", request="attack"), faces=[6, 6, 5])
    page = tried(game, game.newest, prueba="1", face0="1", face1="1", face2="2")
    assert "todavía espera una respuesta" in page
    assert "Nada: todo quedaría como está." not in page


def test_an_older_act_is_put_right_while_another_waits_for_an_answer(game: Game) -> None:
    row = blow_on(game, "Orco 1")
    game.command("game_master", "attack", "Orco 1", target=game.id("Ana"), attribute="strength", mode="rolled")
    assert take(game, row, take=[game.id("Orco 1")], **form(game, "Orco 1", 7)).status_code == 302
    assert current(game, "Orco 1") == 7
    assert game.read.head.open, "the attack waits as before"


def told_in_chronicle(game: Game, who: str) -> Chronicle:
    return read(seat_or_404(game.users[who], game.encounter.pk)).told


def test_the_chronicle_counts_what_was_put_right_as_put_right(game: Game) -> None:
    """The blow is told once, with its new number; who fell by it did not fall, and does again once that is undone."""
    game.attack("game_master", "Orco 1", "Ana", bonus=6)
    asked = game.asked[0]
    game.answer("game_master", asked.key, **{one.name: one.default for one in asked.inputs})
    game.damage("game_master", "Ana", 60)
    felled, sent = game.newest, form(game, "Ana", 1)
    before = told_in_chronicle(game, "player")
    assert [moment.kind for moment in before.moments] == ["falls"]
    assert take(game, felled, modo="todo", **sent).status_code == 302
    after = told_in_chronicle(game, "player")
    assert after.moments == ()
    assert [blow.amount for blow in after.blows if blow.amount != 60] == [
        blow.amount if blow.amount != 60 else 1 for blow in before.blows
    ]
    game.undo("game_master")
    assert told_in_chronicle(game, "player") == before


def test_the_chronicle_leaves_out_what_did_not_happen(game: Game) -> None:
    row = blow_on(game, "Orco 1")
    game.attack("game_master", "Orco 1", "Ana", bonus=6)
    asked = game.asked[0]
    game.answer("game_master", asked.key, **{one.name: one.default for one in asked.inputs})
    before = told_in_chronicle(game, "game_master")
    assert take(game, row, modo="todo", **form(game, "Orco 1", 60)).status_code == 302
    after = told_in_chronicle(game, "game_master")
    orc = game.id("Orco 1")
    assert [one.attacker for one in before.blows].count(orc) == 1
    assert [one.attacker for one in after.blows].count(orc) == 0
    assert [(one.kind, one.who) for one in after.moments] == [("falls", orc)]


def test_the_log_offers_it_only_where_there_is_something_to_put_right(game: Game) -> None:
    """Those who joined were put together by the app: the page of such an entry does not exist."""
    page = game.get("game_master").content.decode()
    offered = set(re.findall(r"/corregir/(\w+)/", page))
    assert blow_on(game, "Ana").pk in offered
    assert {game.get("game_master", "put_right", one).status_code for one in offered} == {200}
