"""Adventures and sessions, la carta's history, the title of the game master, handing over."""

from __future__ import annotations

import re

import pytest
from django.http import HttpResponse
from django.urls import reverse

from characters import lending
from characters.models import Character, Loan
from rules.core import registry
from rules.core.inputs import Number
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import doors, services, sessions
from tapiz_site.campaigns.house import house_of
from tapiz_site.campaigns.models import Adventure, HouseChange, Role, Session
from tapiz_site.live import presence

from .people import Ladder


def at(ladder: Ladder, name: str, *more: object) -> str:
    return reverse(f"campaigns:{name}", args=[ladder.table.pk, *more])


def drawn_with(answer: HttpResponse) -> dict[str, str]:
    """The hidden fields of a session's form with the attendance when it was drawn."""
    return {name: answer.context["form"][name].value() or "" for name in ("drawn", "drawn_others")}


@pytest.fixture
def session(ladder: Ladder) -> Session:
    return sessions.begin_session(table=ladder.table, user=ladder.users["game_master"])


def test_empty_forms_are_not_taken(ladder: Ladder, session: Session) -> None:
    adventure = sessions.begin_adventure(table=ladder.table, name="La torre", user=ladder.users["game_master"])
    client = ladder.client("game_master")
    for name, *more in (["new_adventure"], ["rename_adventure", adventure.pk], ["edit_session", session.pk]):
        assert client.post(at(ladder, str(name), *more)).status_code == 422, name


def test_what_belongs_to_another_table_is_not_there(ladder: Ladder) -> None:
    other = ladder.users["stranger"].memberships.get().table
    session = sessions.begin_session(table=other, user=ladder.users["stranger"])
    adventure = sessions.begin_adventure(table=other, name="Ajena", user=ladder.users["game_master"])
    client = ladder.client("game_master")
    for name, pk in (
        ("edit_session", session.pk),
        ("end_session", session.pk),
        ("delete_session", session.pk),
        ("end_adventure", adventure.pk),
        ("rename_adventure", adventure.pk),
    ):
        assert client.post(at(ladder, name, pk)).status_code == 404, name


def test_an_adventure_gets_another_name(ladder: Ladder) -> None:
    one = sessions.begin_adventure(table=ladder.table, name="La tore", user=ladder.users["game_master"])
    client = ladder.client("game_master")
    assert at(ladder, "rename_adventure", one.pk) in client.get(at(ladder, "sessions")).content.decode()
    assert 'value="La tore"' in client.get(at(ladder, "rename_adventure", one.pk)).content.decode()
    client.post(at(ladder, "rename_adventure", one.pk), {"name": "La torre"})
    one.refresh_from_db()
    assert (one.name, one.ended) == ("La torre", None)


def test_one_session_goes_on_at_a_time(ladder: Ladder, session: Session) -> None:
    client = ladder.client("game_master")
    client.post(at(ladder, "begin_session"))
    assert Session.objects.get() == session
    client.post(at(ladder, "end_session", session.pk))
    client.post(at(ladder, "begin_session"))
    assert Session.objects.count() == 2


def test_a_person_who_comes_through_the_door_attends(ladder: Ladder, session: Session) -> None:
    door = doors.open_door(table=ladder.table)
    knock = doors.knock(door=door, name="Lucía", seat="", user=None, before=None)
    doors.let_in(table=ladder.table, pk=knock.pk)
    assert [row.name for row in session.attendances.all()] == ["game_master", "Lucía"]


def test_spectators_attend_no_session(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    everybody = {user.pk for user in ladder.users.values()}
    monkeypatch.setattr(presence, "at", lambda topics: everybody)
    one = sessions.begin_session(table=ladder.table, user=ladder.users["game_master"])
    playing = {ladder.users[who].pk for who in ("game_master", "player")}
    assert set(one.attendances.values_list("user", flat=True)) >= playing
    assert ladder.users["spectator"].pk not in one.attendances.values_list("user", flat=True)
    sessions.end_session(session=one, user=ladder.users["game_master"])
    assert ladder.users["spectator"].pk not in one.attendances.values_list("user", flat=True)


def test_people_connected_at_the_end_attended(
    ladder: Ladder, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = {ladder.users[who].pk for who in ("game_master", "player", "stranger")}
    monkeypatch.setattr(presence, "at", lambda topics: there)
    sessions.end_session(session=session, user=ladder.users["game_master"])
    assert {row.user for row in session.attendances.all()} == {ladder.users["game_master"], ladder.users["player"]}


def test_a_new_adventure_ends_the_one_before(ladder: Ladder, session: Session) -> None:
    client = ladder.client("game_master")
    for name in ("La torre del vado", "El hidromiel de los reyes"):
        client.post(at(ladder, "new_adventure"), {"name": name})
    assert [one.ended is None for one in Adventure.objects.order_by("pk")] == [False, True]
    session.refresh_from_db()
    assert session.adventure is not None
    assert session.adventure.name == "La torre del vado"
    page = ladder.client("player").get(ladder.table.get_absolute_url()).content.decode()
    assert "El hidromiel de los reyes" in page


@pytest.mark.usefixtures("templates_tell")
def test_attendance_keeps_names_of_then(ladder: Ladder, session: Session) -> None:
    one = Character.objects.create(table=ladder.table, name="Sharra", kind="person", sheet_version=1)
    one.players.add(ladder.users["player"])
    data = {
        "began": "2026-11-21T18:00",
        "present": [str(ladder.users["player"].pk), str(ladder.users["spectator"].pk)],
        "others": "Lucía , Lucía, Mar",
        "notes": "Se abrió el barril.",
        "drawn": str(ladder.users["game_master"].pk),
    }
    url = at(ladder, "edit_session", session.pk)
    assert ladder.client("game_master").post(url, data).status_code == 302
    there = session.attendances.values_list("name", "characters")
    assert list(there) == [("player", "Sharra"), ("spectator", ""), ("Lucía", ""), ("Mar", "")]
    services.remove(membership=ladder.membership("player"))
    drawn = drawn_with(ladder.client("game_master").get(url))
    assert ladder.client("game_master").post(url, {**data, **drawn, "present": []}).status_code == 302
    assert list(session.attendances.values_list("name", flat=True)) == ["player", "Lucía", "Mar"]
    page = ladder.client("spectator").get(at(ladder, "sessions")).content.decode()
    assert "player (Sharra)" in page
    assert "Se abrió el barril." in page


@pytest.mark.usefixtures("templates_tell")
def test_people_who_arrive_while_notes_are_written_attend(ladder: Ladder, session: Session) -> None:
    client, url = ladder.client("game_master"), at(ladder, "edit_session", session.pk)
    drawn = drawn_with(client.get(url))
    other = {"began": "2026-11-21T18:00", "others": "Mar", "present": [str(ladder.users["game_master"].pk)], **drawn}
    sessions.arrived(ladder.table, ladder.users["player"])
    client.post(url, other)
    client.post(url, {**other, "others": "Lucía", "notes": "Se abrió el barril."})
    assert [row.name for row in session.attendances.all()] == ["game_master", "player", "Mar", "Lucía"]
    drawn = drawn_with(client.get(url))
    client.post(url, {**other, **drawn, "present": [], "others": "Mar"})
    assert [row.name for row in session.attendances.all()] == ["Mar"]


@pytest.mark.usefixtures("templates_tell")
def test_a_form_with_a_fault_still_knows_the_attendance_it_was_drawn_with(ladder: Ladder, session: Session) -> None:
    client, url = ladder.client("game_master"), at(ladder, "edit_session", session.pk)
    drawn = drawn_with(client.get(url))
    sessions.arrived(ladder.table, ladder.users["player"])
    assert drawn_with(client.post(url, {"began": "ayer", **drawn})) == drawn


def test_deleting_a_session_that_goes_on_ends_it(ladder: Ladder, session: Session) -> None:
    one = Character.objects.create(table=ladder.table, name="Sharra", kind="person", sheet_version=1)
    lending.lend(character=one, to=ladder.users["player"], by=ladder.users["game_master"])
    ladder.client("game_master").post(at(ladder, "delete_session", session.pk))
    assert not Session.objects.exists()
    assert not Loan.objects.exists()


def test_faults_of_a_session_are_shown_and_nothing_typed_is_lost(ladder: Ladder, session: Session) -> None:
    answer = ladder.client("game_master").post(
        at(ladder, "edit_session", session.pk), {"began": "ayer", "notes": "Sigue aquí", "present": ["999999"]}
    )
    page = answer.content.decode()
    assert answer.status_code == 422
    assert page.count('aria-invalid="true"') >= 1
    assert "Sigue aquí" in page


def test_la_carta_keeps_the_author_of_each_change(ladder: Ladder) -> None:
    client = ladder.client("game_master")
    for luck in ("5", "5", "2"):
        client.post(at(ladder, "house"), {"luck": luck})
    assert list(HouseChange.objects.values_list("setting", "old", "new", "by_name")) == [
        ("luck", 5, 2, "game_master"),
        ("luck", 3, 5, "game_master"),
    ]
    User.objects.filter(username="game_master").update(username="gone")
    page = ladder.client("player").get(at(ladder, "house_history")).content.decode()
    assert "3 → 5" in page
    assert "game_master" in page
    assert at(ladder, "house_history") in ladder.client("player").get(ladder.table.get_absolute_url()).content.decode()


@pytest.fixture
def two_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    more = Number("doom", "fake.doom", default=1, minimum=0, maximum=9)
    system = registry.get_system("fake")
    monkeypatch.setattr(type(system), "settings", (*system.settings, more))


@pytest.mark.usefixtures("templates_tell")
@pytest.mark.usefixtures("two_settings")
def test_two_who_change_different_settings_of_la_carta_keep_both(ladder: Ladder) -> None:
    first, second = (ladder.client("game_master").get(at(ladder, "house")).context["seen"] for _one in range(2))
    client = ladder.client("game_master")
    client.post(at(ladder, "house"), {"luck": "5", "doom": "1", "seen": first})
    page = client.post(at(ladder, "house"), {"luck": "3", "doom": "7", "seen": second}, follow=True).content.decode()
    ladder.table.refresh_from_db()
    assert house_of(ladder.table) == {"luck": 5, "doom": 7}
    assert "Mientras tanto ha cambiado también, y así queda: " in page
    assert "5 (game_master)" in page
    assert HouseChange.objects.count() == 2


@pytest.mark.usefixtures("templates_tell")
@pytest.mark.usefixtures("two_settings")
def test_two_who_change_the_same_setting_of_la_carta_are_told(ladder: Ladder) -> None:
    client, url = ladder.client("game_master"), at(ladder, "house")
    seen = client.get(url).context["seen"]
    client.post(url, {"luck": "5", "doom": "1", "seen": seen})
    refused = client.post(url, {"luck": "8", "doom": "1", "seen": seen})
    assert refused.status_code == 422
    assert "5 (game_master)" in refused.content.decode()
    assert 'value="8"' in refused.content.decode()
    ladder.table.refresh_from_db()
    assert house_of(ladder.table)["luck"] == 5
    assert client.post(url, {"luck": "8", "doom": "1", "seen": refused.context["seen"]}).status_code == 302
    ladder.table.refresh_from_db()
    assert house_of(ladder.table) == {"luck": 8, "doom": 1}


@pytest.mark.parametrize("seen", ["", "no", "[]", "{}", '{"luck": "x"}', "[" * 100_000])
def test_a_form_that_says_badly_what_it_saw_is_taken_as_it_is(ladder: Ladder, seen: str) -> None:
    assert ladder.client("game_master").post(at(ladder, "house"), {"luck": "5", "seen": seen}).status_code == 302
    ladder.table.refresh_from_db()
    assert house_of(ladder.table) == {"luck": 5}


def test_the_group_chooses_the_title_of_its_game_master(ladder: Ladder) -> None:
    client = ladder.client("game_master")
    client.post(at(ladder, "rename"), {"name": "Los jueves", "dj_title": "narradora"})
    for name in ("table", "people"):
        page = ladder.client("player").get(at(ladder, name)).content.decode()
        assert "narradora" in page, name
    assert "narradora" in client.get(reverse("campaigns:tables")).content.decode()


def test_handing_over_leaves_one_game_master(ladder: Ladder) -> None:
    url = at(ladder, "hand_over", ladder.membership("player").pk)
    assert ladder.client("game_master").post(url).status_code == 302
    assert ladder.membership("player").role == Role.GAME_MASTER
    assert ladder.membership("game_master").role == Role.PLAYER
    assert ladder.client("game_master").post(url).status_code == 403


def test_handing_over_to_oneself_changes_nothing(ladder: Ladder) -> None:
    own = ladder.membership("game_master")
    assert ladder.client("game_master").post(at(ladder, "hand_over", own.pk)).status_code == 302
    assert ladder.membership("game_master").role == Role.GAME_MASTER


def test_connected_people_are_shown(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    from tapiz_site.live import presence

    monkeypatch.setattr(presence, "at", lambda topics: {ladder.users["player"].pk})
    page = ladder.client("spectator").get(ladder.table.get_absolute_url()).content.decode()
    shown = {mark: set(re.findall(rf'data-live-{mark}="(\d+)">', page)) for mark in ("here", "away")}
    # Its reader counts as connected too.
    here = {str(ladder.users[who].pk) for who in ("player", "spectator")}
    assert shown["here"] == here
    assert len(shown["away"]) == 2
    assert not shown["away"] & here


def test_queries_of_the_session_list_do_not_grow(ladder: Ladder, session: Session) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client = ladder.client("player")
    counts = []
    for more in (0, 6):
        for _number in range(more):
            sessions.end_session(session=session, user=ladder.users["game_master"])
            session = sessions.begin_session(table=ladder.table, user=ladder.users["player"])
        with CaptureQueriesContext(connection) as queries:
            client.get(at(ladder, "sessions"))
        counts.append(len(queries))
    assert counts[0] == counts[1]
