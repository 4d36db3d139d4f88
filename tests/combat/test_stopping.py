"""The quiet stop: nobody acts meanwhile, nobody learns who pressed, and play goes on from where the DJ chooses."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from combat import past, resuming, store
from combat.deeds import Deed
from combat.errors import NothingToUndo, Stopped
from combat.policy import seat_or_404
from exchange.incoming import import_table
from exchange.outgoing import table_document, written
from tapiz_site.campaigns import stopping
from tapiz_site.campaigns.models import Stop, StopNote, StopTells
from tapiz_site.live import versions
from tests.kept import as_made, made_once

from .play import Game, begun_game

pytestmark = pytest.mark.django_db

EVERYBODY = ("game_master", "player", "other_player", "spectator")
QUIET = "Paramos un momento"
SECRET_WORD = "carnicería"


def begun() -> Game:
    game = begun_game()
    game.damage("player", "Ana", 3)
    game.damage("game_master", "Orco 1", 4)
    game.damage("game_master", "Bruno", 2)
    return game


@pytest.fixture(scope="module")
def _begun(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Game]:
    with made_once(begun, django_db_blocker) as game:
        yield game


@pytest.fixture
def game(_begun: Game, db: None) -> Game:
    return as_made(_begun)


def address(game: Game) -> str:
    return reverse("campaigns:quiet", args=[game.table.pk])


def client(game: Game, who: str) -> Client:
    made = Client()
    made.force_login(game.users[who])
    return made


def press(browser: Client, game: Game, does: str, **sent: str) -> Any:
    return browser.post(address(game), {"do": does, **sent}, headers={"HX-Request": "true"})


def pages(game: Game) -> dict[str, str]:
    """What everybody reads of the table and the fight, without what differs from one answer to the next."""
    found = {}
    for who in EVERYBODY:
        browser = client(game, who)
        for url in (game.url(), game.table.get_absolute_url(), reverse("combat:screen", args=[game.table.pk])):
            text = browser.get(url).content.decode()
            found[f"{who} {url}"] = re.sub(r'csrfmiddlewaretoken" value="\w+"|name="key" value="\w+"', "", text)
    return found


def is_stopped(game: Game) -> bool:
    game.table.refresh_from_db()
    return game.table.stopped


# Who may stop, and what everybody sees


@pytest.mark.parametrize("who", ["game_master", "player", "other_player"])
def test_players_and_game_masters_stop_it(game: Game, who: str) -> None:
    before = versions.version(stopping.topic(game.table))
    assert press(client(game, who), game, "stop").status_code == 200
    assert is_stopped(game)
    assert versions.version(stopping.topic(game.table)) == before + 1


def test_all_pages_are_quiet(game: Game) -> None:
    """Where the game master stops it; where a player does, see below."""
    press(client(game, "game_master"), game, "stop")
    quiet(pages(game))


def quiet(read: dict[str, str]) -> None:
    for name, text in read.items():
        assert QUIET in text, name
        assert "Orco 1" not in text, name


def test_who_only_looks_on_stops_nothing_and_has_no_button(game: Game) -> None:
    assert press(client(game, "spectator"), game, "stop").status_code == 403
    assert press(client(game, "stranger"), game, "stop").status_code == 404
    assert not is_stopped(game)
    press(client(game, "player"), game, "stop")
    text = client(game, "spectator").get(game.url()).content.decode()
    assert QUIET in text
    assert "Puedo seguir" not in text
    screen = client(game, "game_master").get(reverse("combat:screen", args=[game.table.pk])).content.decode()
    assert QUIET in screen
    assert "<button" not in screen


def test_the_button_stands_under_more_on_the_fight_and_on_the_table(game: Game) -> None:
    player = client(game, "player")
    for url in (game.url(), game.table.get_absolute_url()):
        text = player.get(url).content.decode()
        assert 'form="stop"' in text.partition('class="more"')[2].partition("</details>")[0]
    text = client(game, "game_master").get(game.url() + "?panel=more").content.decode()
    assert 'form="stop"' in text
    stopping.change_tells(game.table, StopTells.OFF)
    assert 'form="stop"' not in player.get(game.url()).content.decode()
    assert press(player, game, "stop").status_code == 404


# Nobody learns who


@pytest.mark.parametrize("tells", [StopTells.NOBODY, StopTells.GAME_MASTER])
def test_worlds_that_differ_in_who_pressed_are_the_same_for_everybody(game: Game, tells: StopTells) -> None:
    stopping.change_tells(game.table, tells)
    seen = []
    for who in ("player", "other_player"):
        answer = press(client(game, who), game, "stop")
        read = pages(game)
        quiet(read)
        if tells == StopTells.GAME_MASTER:
            read = {name: text for name, text in read.items() if not name.startswith("game_master")}
        topics = [stopping.topic(game.table), game.table.topic, stopping.notes_topic(game.table)]
        seen.append((read, len(answer.content), sorted(set(answer.headers) - {"Vary"})))
        assert Stop.objects.get().by_id == (game.users[who].pk if tells == StopTells.GAME_MASTER else None)
        assert topics
        stopping.resume(game.table)
    first, second = seen
    # versions count stops, of which the second world has had one more
    numbers = re.compile(r"(stop:[\w-]+)@\d+")
    same = [{name: numbers.sub(r"\1", text) for name, text in one[0].items()} for one in (first, second)]
    assert same[0] == same[1]
    assert first[1:] == second[1:]


def test_who_pressed_is_told_to_the_dj_alone_where_the_carta_says_so(game: Game) -> None:
    game.users["player"].display_name = "Amparo"
    game.users["player"].save()
    stopping.change_tells(game.table, StopTells.GAME_MASTER)
    press(client(game, "player"), game, "stop")
    assert "Lo ha pedido" in client(game, "game_master").get(game.url()).content.decode()
    assert "Lo ha pedido" not in client(game, "other_player").get(game.url()).content.decode()
    # what was known is forgotten with the choice, and with the stop
    stopping.change_tells(game.table, StopTells.NOBODY)
    assert Stop.objects.get().by is None


def test_nothing_of_a_stop_outlives_it(game: Game) -> None:
    before = table_document(game.table)
    press(client(game, "player"), game, "stop")
    press(client(game, "other_player"), game, "agree")
    press(client(game, "other_player"), game, "write", text="Sin arañas")
    press(client(game, "game_master"), game, "resume")
    assert not Stop.objects.exists()
    assert not StopNote.objects.exists()
    assert table_document(game.table) == before


# A slip, and going on


def test_the_browser_that_pressed_takes_a_slip_back_and_no_other(game: Game) -> None:
    pressed, same_person, other = client(game, "player"), client(game, "player"), client(game, "other_player")
    press(pressed, game, "stop")
    press(same_person, game, "agree")
    press(other, game, "agree")
    assert is_stopped(game)
    assert press(pressed, game, "agree").content == b""
    assert not is_stopped(game)


def test_where_two_have_pressed_neither_takes_it_back(game: Game) -> None:
    one, two = client(game, "player"), client(game, "other_player")
    press(one, game, "stop")
    press(two, game, "stop")
    press(one, game, "agree")
    press(two, game, "agree")
    assert is_stopped(game)


def test_a_slip_is_taken_back_within_two_minutes(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = client(game, "player")
    press(browser, game, "stop")
    monkeypatch.setattr(stopping, "SLIP_SECONDS", -1)
    press(browser, game, "agree")
    assert is_stopped(game)


def test_that_all_can_go_on_is_all_that_the_dj_learns(game: Game) -> None:
    press(client(game, "game_master"), game, "stop")
    dj, said = client(game, "game_master"), "Todos han dicho que pueden seguir"

    def reads() -> str:
        return re.sub(r"stop[\w-]*:[\w-]+@\d+|value=\"\w{64}\"", "", dj.get(game.url()).content.decode())

    nobody = reads()
    press(client(game, "player"), game, "agree")
    assert reads() == nobody
    press(client(game, "player"), game, "agree")
    assert said not in reads()
    press(client(game, "other_player"), game, "agree")
    assert said in reads()
    assert said not in client(game, "player").get(game.url()).content.decode()


def test_what_is_written_without_name_is_read_by_the_dj_alone(game: Game) -> None:
    press(client(game, "other_player"), game, "stop")
    answer = press(client(game, "player"), game, "write", text="  Sin\n arañas ").content.decode()
    assert "Enviado, sin nombre" in answer
    assert "arañas" not in answer
    assert "Sin arañas" in client(game, "game_master").get(game.url()).content.decode()
    assert "Sin arañas" not in client(game, "player").get(game.url()).content.decode()
    refused = press(client(game, "player"), game, "write", text="x" * 501).content.decode()
    assert "x" * 501 in refused
    assert {field.name for field in StopNote._meta.fields} == {"id", "stop", "text"}


def test_without_scripts_one_comes_back_to_the_same_page(game: Game) -> None:
    browser = client(game, "player")
    answer = browser.post(address(game), {"do": "stop", "back": game.url()})
    assert (answer.status_code, answer["Location"]) == (302, game.url())
    assert browser.post(address(game), {"do": "stop", "back": "https://else.where/"})["Location"].startswith("/mesas/")
    browser.post(address(game), {"do": "agree", "back": game.url()})
    assert "Queda dicho" in browser.get(game.url()).content.decode()


# Nobody acts meanwhile


def test_while_play_is_stopped_nobody_acts_and_what_was_typed_stays(game: Game) -> None:
    press(client(game, "player"), game, "stop")
    before = game.encounter.entries.count()
    for who in ("player", "game_master"):
        with pytest.raises(Stopped):
            game.damage(who, "Ana", 1)
    sent = {"key": "key-of-form", "amount": "7", "pool": "physical", f"targets__{game.id('Ana')}": "full"}
    url = reverse("combat:act", args=[game.encounter.pk]) + "?do=command&action=damage"
    answer = client(game, "game_master").post(
        url, {**sent, "panel": "verb", "action": "damage", "filled": "verb:damage"}
    )
    assert 'value="7"' in answer.content.decode()
    assert "La mesa está parada" in answer.content.decode()
    with pytest.raises(Stopped):
        store.create(table=game.table, name="Otra", user=game.users["game_master"])
    assert game.encounter.entries.count() == before


def test_a_page_without_words_of_its_own_says_that_play_is_stopped(game: Game) -> None:
    press(client(game, "player"), game, "stop")
    dj = client(game, "game_master")
    url = reverse("combat:new", args=[game.table.pk])
    answer = dj.post(url, {"name": "El tejado", "key": "key-of-scene"})
    assert answer.status_code == 409 or "parada" in answer.content.decode()
    assert game.table.encounters.filter(name="El tejado").count() == 0


def test_stopping_and_going_on_changes_nothing_of_the_fight(game: Game) -> None:
    read = game.read
    before = (read.encounter.sequence, read.encounter.changed, read.system.codec.dump(read.head))
    log = [(row.pk, row.data, row.undone_by_id, row.veiled) for row in game.entries]
    press(client(game, "player"), game, "stop")
    press(client(game, "game_master"), game, "resume")
    read = game.read
    assert (read.encounter.sequence, read.encounter.changed, read.system.codec.dump(read.head)) == before
    assert [(row.pk, row.data, row.undone_by_id, row.veiled) for row in game.entries] == log
    game.damage("player", "Ana", 1)


def test_the_dj_reads_on_and_chooses_the_moment(game: Game) -> None:
    press(client(game, "player"), game, "stop")
    dj = client(game, "game_master")
    quiet = dj.get(game.url()).content.decode()
    way = reverse("combat:newest_moment", args=[game.encounter.pk])
    assert way in quiet
    assert "Seguir desde antes de esto" in dj.get(way).content.decode()
    assert QUIET in client(game, "player").get(way).content.decode()
    assert "Seguir desde antes de esto" not in client(game, "player").get(way).content.decode()
    log = dj.get(reverse("combat:log", args=[game.encounter.pk])).content.decode()
    assert "Orco 1" in log


# Going back


def go_back(game: Game, entry: str) -> Any:
    return client(game, "game_master").post(reverse("combat:go_back", args=[game.encounter.pk]), {"entry": entry})


def test_going_back_takes_all_later_steps_by_one_undo_that_can_be_redone(game: Game) -> None:
    steps = [row for row in game.entries if row.kind == "command"]
    place = steps[-2].sequence
    was = past.head_after(game.read, place - 1)
    now = game.read.system.codec.dump(game.read.head)
    assert was is not None
    press(client(game, "player"), game, "stop")
    assert go_back(game, steps[-2].pk).status_code == 302
    read = game.read
    assert not is_stopped(game)
    assert read.system.codec.dump(read.head) == read.system.codec.dump(was)
    undo = game.newest
    assert (undo.kind, undo.data["targets"]) == ("undo", [steps[-2].pk, steps[-1].pk])
    game.redo("game_master")
    assert game.read.system.codec.dump(game.read.head) == now


def test_what_was_told_since_is_veiled_for_everybody_and_stays_so(game: Game) -> None:
    game.act("game_master", Deed("command", "rename", inputs={"who": game.id("Orco 1"), "name": SECRET_WORD}))
    veiled = [row for row in game.entries if row.kind == "command"][-2:]
    press(client(game, "player"), game, "stop")
    go_back(game, veiled[0].pk)

    def told() -> list[str]:
        found = []
        for who in EVERYBODY:
            browser, pk = client(game, who), game.encounter.pk
            urls = [game.url(), reverse("combat:log", args=[pk]), reverse("combat:chronicle", args=[pk])]
            urls += [reverse("combat:chronicle_text", args=[pk]), reverse("combat:newest_moment", args=[pk])]
            urls += [reverse("combat:screen", args=[game.table.pk]), reverse("combat:rolls", args=[game.table.pk])]
            found += [browser.get(url).content.decode() for url in urls]
            assert browser.get(reverse("combat:moment", args=[pk, veiled[0].pk])).status_code == 404
            assert browser.get(reverse("combat:why", args=[pk, veiled[0].pk])).status_code == 404
        assert client(game, "game_master").get(game.url() + "por-si-acaso/").status_code == 200
        return found

    for text in told():
        assert SECRET_WORD not in text
    log = client(game, "player").get(reverse("combat:log", args=[game.encounter.pk])).content.decode()
    assert "queda tapado para todos" in log
    # the data stays for replay, apart from what pages read
    row = game.encounter.entries.get(pk=veiled[0].pk)
    assert row.veiled
    assert row.data["facts"] == []
    assert row.data["under_veil"]["facts"]
    assert row.data["changes"]
    game.redo("game_master")
    row.refresh_from_db()
    assert row.veiled
    lines = client(game, "game_master").get(reverse("combat:log", args=[game.encounter.pk])).content.decode()
    assert veiled[0].pk not in lines
    right = reverse("combat:put_right", args=[game.encounter.pk, veiled[0].pk])
    assert client(game, "game_master").get(right).status_code == 404


def test_files_do_not_tell_what_is_veiled(game: Game) -> None:
    veiled = [row for row in game.entries if row.kind == "command"][-1]
    press(client(game, "player"), game, "stop")
    go_back(game, veiled.pk)
    document = table_document(game.table)

    def covered(document: Any) -> list[Any]:
        return [one for scene in document["encounters"] for one in scene["entries"] if one.get("veiled")]

    (entry,) = covered(document)
    assert (entry["facts"], entry["command"]["inputs"], entry["names"]) == ([], {}, {})
    assert entry["changes"]
    assert "under_veil" not in json.dumps(document)
    # and it stays veiled where the file arrives
    table = import_table(data=written(document)[0], by=game.users["stranger"])
    assert covered(table_document(table)) == [entry]


def test_only_a_stop_is_gone_on_from_and_only_by_the_dj(game: Game) -> None:
    entry, url = game.newest.pk, reverse("combat:go_back", args=[game.encounter.pk])
    go_back(game, entry)
    assert game.newest.pk == entry
    press(client(game, "player"), game, "stop")
    assert client(game, "player").post(url, {"entry": entry}).status_code == 403
    assert is_stopped(game)


def test_where_nothing_is_left_to_take_back_play_stays_stopped(game: Game) -> None:
    game.undo("game_master")
    struck = [row for row in game.entries if row.kind == "command"][-1]
    press(client(game, "player"), game, "stop")
    seat = seat_or_404(game.users["game_master"], game.encounter.pk)
    with pytest.raises(NothingToUndo):
        resuming.go_back(seat, struck.pk, "key-of-nothing")
    assert is_stopped(game)
