"""Lines and veils: everybody who plays adds to them, with a name or without, and all read them."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.urls import reverse

from tapiz_site.campaigns import boundaries, stopping
from tapiz_site.campaigns.models import Boundary, BoundaryKind, StopTells

from .people import Ladder

pytestmark = pytest.mark.django_db


def send(ladder: Ladder, who: str, **sent: str) -> HttpResponse:
    url = reverse("campaigns:boundaries", args=[ladder.table.pk])
    response: HttpResponse = ladder.client(who).post(url, sent)
    return response


def page(ladder: Ladder, who: str) -> str:
    return ladder.client(who).get(reverse("campaigns:boundaries", args=[ladder.table.pk])).content.decode()


def test_without_a_name_nothing_is_kept_of_who_added_it(ladder: Ladder) -> None:
    assert send(ladder, "player", do="add", kind="line", text="  Arañas\n gigantes ").status_code == 302
    added = Boundary.objects.get()
    assert (added.text, added.name, added.by) == ("Arañas gigantes", "", None)
    assert {field.name for field in Boundary._meta.fields} == {"id", "table", "kind", "text", "name", "by"}
    for who in ("game_master", "player", "other_player", "spectator"):
        assert "Arañas gigantes" in page(ladder, who)
        assert "player" not in page(ladder, who).partition("Arañas gigantes")[2].partition("</li>")[0]


def test_with_a_name_all_read_it_and_its_author_takes_it_away(ladder: Ladder) -> None:
    send(ladder, "player", do="add", kind="veil", text="Tortura", openly="on")
    added = Boundary.objects.get()
    assert (added.name, added.by) == ("player", ladder.users["player"])
    assert send(ladder, "other_player", do="remove", which=str(added.pk)).status_code == 403
    assert send(ladder, "player", do="remove", which=str(added.pk)).status_code == 302
    assert not Boundary.objects.exists()


def test_the_dj_takes_any_away_and_who_added_without_name_does_not(ladder: Ladder) -> None:
    send(ladder, "player", do="add", kind="line", text="Arañas")
    which = str(Boundary.objects.get().pk)
    assert send(ladder, "player", do="remove", which=which).status_code == 403
    assert send(ladder, "game_master", do="remove", which=which).status_code == 302
    assert send(ladder, "game_master", do="remove", which="nada").status_code == 404


def test_their_order_tells_nothing_and_none_is_there_twice(ladder: Ladder) -> None:
    for text in ("Veneno", "Arañas", "arañas", "Fuego"):
        send(ladder, "player", do="add", kind="line", text=text)
    assert [one.text for one in boundaries.of(ladder.table).lines] == ["Arañas", "Fuego", "Veneno"]


@pytest.mark.parametrize(
    "sent", [{"text": " ", "kind": "line"}, {"text": "x" * 161, "kind": "line"}, {"text": "Arañas", "kind": "x"}]
)
def test_what_does_not_fit_comes_back(ladder: Ladder, sent: dict[str, str]) -> None:
    response = send(ladder, "player", do="add", **sent)
    assert response.status_code == 422
    assert sent["text"].strip() in response.content.decode()
    assert not Boundary.objects.exists()


def test_a_table_has_room_for_some(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boundaries, "MOST", 1)
    assert boundaries.add(ladder.table, BoundaryKind.LINE, "Arañas", None)
    assert send(ladder, "player", do="add", kind="line", text="Fuego").status_code == 422


def test_the_dj_alone_chooses_whom_a_stop_tells_and_all_read_it(ladder: Ladder) -> None:
    assert "Nadie ve quién ha sido" in page(ladder, "player")
    assert send(ladder, "player", do="tells", tells="game_master").status_code == 403
    assert send(ladder, "game_master", do="tells", tells="all").status_code == 403
    assert send(ladder, "game_master", do="tells", tells="game_master").status_code == 302
    assert "lo ve solo" in page(ladder, "player")
    ladder.table.refresh_from_db()
    assert ladder.table.stop_tells == StopTells.GAME_MASTER


def test_who_looks_on_adds_nothing(ladder: Ladder) -> None:
    assert send(ladder, "spectator", do="add", kind="line", text="Arañas").status_code == 403
    assert send(ladder, "stranger", do="add", kind="line", text="Arañas").status_code == 404


def test_topics_of_notes_are_heard_by_game_masters_alone(ladder: Ladder) -> None:
    asked = [
        (user, topic)
        for user in ladder.users.values()
        for topic in (stopping.topic(ladder.table), stopping.notes_topic(ladder.table))
    ]
    heard = stopping.which_may_watch([*asked, (ladder.users["player"], "stop:nada")])
    assert {pk for pk, topic in heard if topic.startswith(stopping.NOTES)} == {ladder.users["game_master"].pk}
    members = {ladder.users[who].pk for who in ("game_master", "player", "other_player", "spectator")}
    assert {pk for pk, topic in heard if topic.startswith(stopping.PREFIX)} == members
