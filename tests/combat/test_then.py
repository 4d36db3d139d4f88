"""Travelling: the pages of moments that are past, alone and shown to the table."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from combat import history, past, store, topics
from combat.board import board
from combat.deeds import Deed
from combat.policy import Seat, seat_or_404
from rules.core.board.painting import dumped
from rules.core.boards import Board
from rules.core.changes import Change, fold
from tapiz_site.live import versions
from tests.kept import as_made, made_once

from .long import lengthen
from .play import Game, begun_game

pytestmark = pytest.mark.django_db


def begun() -> Game:
    """A fight in which Ana was hurt, the hidden Sombra was hurt, and Orco 1 was hurt."""
    game = begun_game()
    game.damage("player", "Ana", 3)
    game.damage("game_master", "Sombra", 5)
    game.damage("game_master", "Orco 1", 4)
    return game


@pytest.fixture(scope="module")
def _begun(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Game]:
    with made_once(begun, django_db_blocker) as game:
        yield game


@pytest.fixture
def game(_begun: Game, db: None) -> Game:
    return as_made(_begun)


def steps(game: Game) -> list[str]:
    return [row.pk for row in game.entries if row.kind != "dice"]


def shown(game: Game, who: str, entry: str) -> str:
    response = game.get(who, "moment", entry)
    assert response.status_code == 200
    return response.content.decode()


def order(page: str) -> str:
    """Who was there, in order."""
    return page.partition("then-order")[2].partition("</section>")[0]


def test_every_moment_is_the_fold_of_what_came_before_it(game: Game) -> None:
    game.undo("game_master")
    game.redo("game_master")
    read, state = game.read, game.encounter.first
    for row in game.entries:
        state = fold(state, map(Change.from_json, row.data["changes"]))
        head = past.head_after(read, row.sequence)
        assert head is not None
        assert read.system.codec.dump(head) == state
    assert past.head_after(read, read.encounter.sequence) is read.head


def test_the_doors_of_a_moment_are_no_targets(game: Game) -> None:
    """Nothing is pressed there; those of the fight itself open by a tap."""
    laid = dumped(Board(8, 8, edges={"C4:e": "door"}))
    game.act("game_master", Deed("command", "board_map", inputs={"data": laid, "name": "Bodega"}, internal=True))
    assert 'class="door"' in game.get("game_master").content.decode()
    page = shown(game, "game_master", game.newest.pk)
    assert "map__edge--door" in page
    assert 'class="door"' not in page


def test_the_game_master_sees_who_was_hidden_and_a_player_does_not(game: Game) -> None:
    hurt = game.newest.pk
    page = shown(game, "game_master", hurt)
    assert "Sombra" in page
    assert "Así estaba" in page
    assert "Sombra" not in shown(game, "player", hurt)


def test_who_is_revealed_later_is_not_seen_before(game: Game) -> None:
    before = game.newest.pk
    game.command("game_master", "reveal", who=game.id("Sombra"))
    assert "Sombra" not in order(shown(game, "player", before))
    assert "Sombra" in order(shown(game, "player", game.newest.pk))


def test_a_player_sees_the_own_numbers_of_then(game: Game) -> None:
    ana = game.id("Ana")
    hurt = next(row for row in game.entries if row.data["by"] == str(player(game)))
    seat = seat_of(game, "player")
    then = past.seat_at(seat, hurt.sequence - 1)
    assert then is not None
    rows = board(then.read.system, then.read.head, then.viewer)
    row, now = rows.row(ana), board(seat.read.system, seat.read.head, seat.viewer).row(ana)
    assert row is not None
    assert now is not None
    health = ["·".join(str(fact) for fact in one.facts) for one in (row, now)]
    assert row.mine
    assert health[0] != health[1]


def player(game: Game) -> int:
    return game.users["player"].pk


def seat_of(game: Game, who: str) -> Seat:
    return seat_or_404(game.users[who], game.encounter.pk)


def test_moments_that_one_may_not_read_are_not_there(game: Game) -> None:
    secret = next(row.pk for row in reversed(game.entries) if "Sombra" in str(row.data["names"]))
    assert game.get("game_master", "moment", secret).status_code == 200
    for unknown in (secret, "nothing", "0" * 32):
        assert game.get("player", "moment", unknown).status_code == 404
        assert game.get("player", "newest_moment", entry=unknown).status_code == 404
        assert game.get("player", "newest_moment", desde=unknown, paso="0").status_code == 404


def test_no_player_sees_the_scene_being_prepared(game: Game) -> None:
    seat = seat_of(game, "player")
    assert past.seat_at(seat, 2) is None
    assert past.seat_at(seat_of(game, "game_master"), 2) is not None


def test_slider_and_buttons_lead_to_addresses_of_entries(game: Game) -> None:
    page = shown(game, "player", game.newest.pk)
    first = re.findall(r'name="desde" value="(\w+)"', page)[0]
    last = int(re.findall(r'type="range" name="paso" min="0" max="(\d+)"', page)[0])
    found = []
    for place in range(last + 1):
        answer = game.get("player", "newest_moment", desde=first, paso=str(place))
        assert answer.status_code == 302
        found.append(answer["Location"].split("/")[-2])
    readable = [row.pk for row in game.entries if history.one(seat_of(game, "player"), row.pk) and row.kind != "dice"]
    assert found == readable
    for place, entry in enumerate(found):
        page = shown(game, "player", entry)
        assert f'value="{place}"' in page
        back = re.findall(r'id="travel-back" name="entry" value="(\w*)"', page)
        assert back == [found[place - 1] if place else ""]
    beyond = game.get("player", "newest_moment", desde=first, paso="999")
    assert beyond["Location"].endswith(f"/{found[-1]}/")


def test_nothing_can_be_acted_from_there(game: Game) -> None:
    for who in ("game_master", "player"):
        page = shown(game, who, game.newest.pk)
        assert "/hacer/" not in page
        assert "/panel/" not in page
        forms = re.findall(r'<form[^>]*method="post" action="([^"]+)"', page)
        # play can be stopped from everywhere
        stop = reverse("campaigns:quiet", args=[game.table.pk])
        assert set(forms) <= {game.url("show_moment"), game.url("try"), stop}
        assert set(forms) <= {stop} or who == "game_master"


def test_travelling_writes_nothing(game: Game) -> None:
    before = game.read.encounter.sequence, game.encounter.entries.count(), game.read.encounter.changed
    for entry in steps(game):
        game.get("game_master", "moment", entry)
    after = game.read.encounter.sequence, game.encounter.entries.count(), game.read.encounter.changed
    assert before == after


def show(game: Game, who: str, **data: str):
    return game.client(who).post(game.url("show_moment"), data)


def test_what_is_shown_is_followed_by_phones_and_the_room(game: Game) -> None:
    early = next(row.pk for row in game.entries if row.data["by"] == str(player(game)))
    assert show(game, "game_master", entry=early)["Location"] == game.url("moment", early)
    for who in ("player", "other_player", "spectator"):
        page = game.get(who).content.decode()
        assert "Así estaba" in page
        assert "/hacer/" not in page
    assert "Así estaba" not in game.get("player", ahora="1").content.decode()
    assert "Así estaba" not in game.get("game_master").content.decode()
    room = game.client("spectator").get(reverse("combat:screen", args=[game.table.pk])).content.decode()
    assert "Así estaba" in room
    assert show(game, "game_master")["Location"] == game.url()
    assert "Así estaba" not in game.get("player").content.decode()
    room = game.client("spectator").get(reverse("combat:screen", args=[game.table.pk])).content.decode()
    assert "Así estaba" not in room


def test_pages_at_play_go_along_unless_they_stay(game: Game) -> None:
    show(game, "game_master", entry=game.newest.pk)
    assert game.get("player", "fragment", "all")["HX-Refresh"] == "true"
    assert "HX-Refresh" not in game.get("player", "fragment", "all", ahora="1")
    assert "HX-Refresh" not in game.get("game_master", "fragment", "all")
    followed = game.get("player", "shown_moment", shows=game.read.encounter.shown_id or "")
    assert followed.status_code == 204
    show(game, "game_master")
    assert game.get("player", "shown_moment", shows=game.newest.pk)["HX-Refresh"] == "true"


def test_a_moment_that_the_table_may_not_read_shows_the_one_before_it(game: Game) -> None:
    secret = next(row.pk for row in reversed(game.entries) if "Sombra" in str(row.data["names"]))
    show(game, "game_master", entry=secret)
    kept = game.read.encounter.shown_id
    assert kept is not None
    assert kept != secret
    assert history.one(seat_of(game, "spectator"), kept) is not None


def test_only_a_change_of_what_is_shown_raises_a_version(game: Game) -> None:
    topic = topics.table(game.encounter.pk)
    rows = game.entries
    secret = next(row for row in reversed(rows) if "Sombra" in str(row.data["names"]))
    before = next(row for row in reversed(rows) if row.sequence < secret.sequence and row.kind != "dice")
    show(game, "game_master", entry=before.pk)
    seen = versions.versions([topic])
    show(game, "game_master", entry=secret.pk)
    assert versions.versions([topic]) == seen
    show(game, "game_master")
    assert versions.versions([topic]) != seen


def test_a_moment_of_a_long_log_is_near(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "REACH", 10)
    lengthen(game, 60)
    middle = game.entries[30].pk
    page = shown(game, "game_master", middle)
    assert page.count('class="warp__one ') == 2 * past.REACH
    assert store.read(game.encounter.pk).encounter.sequence > 50
