"""The door: opening it, what each side sees, and the answers to knocks."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from characters.models import Character
from characters.services import delete_character
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import doors
from tapiz_site.campaigns.errors import DoorClosed, KnockGone, SeatTaken, TooManyKnocks
from tapiz_site.campaigns.models import Door, Knock, Membership, Role
from tapiz_site.live import access, versions

from .people import Ladder

WAITING = "/puerta/espera/"


SHEET = {"name": "Nadie", "power": 3}


@pytest.fixture(autouse=True)
def _fresh_counters(settings) -> None:
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "door"}}
    cache.clear()


@pytest.fixture
def sharra(ladder: Ladder) -> Character:
    return Character.objects.create(table=ladder.table, name="Sharra", kind="person", sheet=SHEET, sheet_version=1)


@pytest.fixture
def villain(ladder: Ladder) -> Character:
    return Character.objects.create(
        table=ladder.table, name="El villano secreto", kind="person", sheet=SHEET, sheet_version=1
    )


@pytest.fixture
def door(ladder: Ladder, sharra: Character) -> Door:
    return doors.open_door(table=ladder.table, offered=[str(sharra.pk)])


def at(ladder: Ladder, name: str, *more: object) -> str:
    return reverse(f"campaigns:{name}", args=[ladder.table.pk, *more])


def knock(client: Client, door: Door, name: str = "Ana", seat: str = "") -> Knock:
    response = client.post(door.get_absolute_url(), {"name": name, "seat": seat})
    assert (response.status_code, response.headers.get("Location")) == (302, WAITING)
    return Knock.objects.get(pk=client.session["knock"])


# Rights


def test_a_knock_at_another_door_is_not_answered_here(ladder: Ladder, door: Door) -> None:
    other = ladder.users["stranger"].memberships.get().table
    made = knock(Client(), doors.open_door(table=other))
    ladder.client("game_master").post(at(ladder, "let_in", made.pk))
    made.refresh_from_db()
    assert made.answer == "waiting"
    assert not User.objects.filter(is_guest=True).exists()


def test_code_and_knocks_are_shown_to_the_game_master_alone(ladder: Ladder, door: Door) -> None:
    knock(Client(), door, name="Berenguela")
    for who, seen in {"game_master": True, "player": False, "spectator": False}.items():
        page = ladder.client(who).get(ladder.table.get_absolute_url()).content.decode()
        assert (door.shown_code in page) is seen, who
        assert ("Berenguela" in page) is seen, who
        assert (door.code in page) is False


# The code


def test_codes_have_no_characters_that_are_mixed_up() -> None:
    assert not set("01OILUAE8SZG") & set(doors.ALPHABET)
    assert len(set(doors.ALPHABET)) == len(doors.ALPHABET) == 24


@pytest.mark.parametrize("typed", ["K7Q2 4M", "k7q24m", " k7-q2-4m ", "K7QZ4M"])
def test_a_code_is_found_however_it_is_typed(ladder: Ladder, door: Door, typed: str) -> None:
    Door.objects.update(code="K7Q24M")
    assert Client().get("/puerta/", {"c": typed}).headers["Location"] == "/puerta/K7Q24M/"


def test_the_door_closes_by_itself_and_by_hand(ladder: Ladder, door: Door) -> None:
    assert Client().get(door.get_absolute_url()).status_code == 200
    assert timedelta(hours=11) < door.closes - timezone.now() <= timedelta(hours=12)
    Door.objects.update(closes=timezone.now() - timedelta(seconds=1))
    assert Client().get(door.get_absolute_url()).status_code == 404
    again = doors.open_door(table=ladder.table)
    assert again.code != door.code
    doors.close_door(table=ladder.table)
    response = Client().get(again.get_absolute_url())
    assert response.status_code == 404
    assert "Los jueves" not in response.content.decode()
    with pytest.raises(DoorClosed):
        doors.open_by_code(again.code)


def test_opening_twice_keeps_the_code_that_is_on_the_screen(ladder: Ladder, door: Door) -> None:
    assert doors.open_door(table=ladder.table).code == door.code


def test_guessing_codes_is_slowed_down_for_wrong_ones_alone(ladder: Ladder, door: Door) -> None:
    client = Client()
    assert {client.get(door.get_absolute_url()).status_code for _time in range(12)} == {200}
    wrong = [client.get("/puerta/BBBBBB/").status_code for _time in range(10)]
    assert wrong == [404] * 9 + [429]
    assert client.get("/puerta/BBBBBC/").status_code == 429
    # Not even the right code, once the limit is reached.
    assert client.get(door.get_absolute_url()).status_code == 429
    # The others of the room come in.
    assert Client().get(door.get_absolute_url()).status_code == 200


def test_guessing_codes_with_ever_new_devices_is_slowed_down_too(ladder: Ladder, door: Door, settings) -> None:
    assert settings.ACCOUNT_RATE_LIMITS["door_code"] == "120/m/ip"
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "door_code": "13/m/ip"}
    wrong = [Client().get("/puerta/BBBBBB/").status_code for _time in range(14)]
    assert wrong == [404] * 12 + [429] * 2


def test_a_right_code_leaves_no_session(ladder: Ladder, door: Door) -> None:
    phone = Client()
    phone.get(door.get_absolute_url())
    assert "sessionid" not in phone.cookies


def test_knocking_is_slowed_down(ladder: Ladder, door: Door, settings) -> None:
    assert settings.ACCOUNT_RATE_LIMITS["door_knock"] == "20/m/ip"
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "door_knock": "4/m/ip"}
    client = Client()
    for _time in range(4):
        client.post(door.get_absolute_url(), {"name": "Ana"})
        client.post("/puerta/espera/dejar/")
    answer = client.post(door.get_absolute_url(), {"name": "Ana"})
    assert answer.status_code == 429
    assert 'value="Ana"' in answer.content.decode()
    assert not Knock.objects.exists()


def test_no_more_wait_than_a_table_could_seat(ladder: Ladder, door: Door) -> None:
    for number in range(doors.MOST_WAITING):
        doors.knock(door=door, name=f"n{number}", seat="", user=None, before=None)
    with pytest.raises(TooManyKnocks):
        doors.knock(door=door, name="una más", seat="", user=None, before=None)


# Seats


def test_the_door_names_the_offered_seats_and_no_others(
    ladder: Ladder, door: Door, sharra: Character, villain: Character
) -> None:
    page = Client().get(door.get_absolute_url()).content.decode()
    assert "Sharra" in page
    assert "villano" not in page
    answer = Client().post(door.get_absolute_url(), {"name": "Ana", "seat": str(villain.pk)})
    assert answer.status_code == 422
    assert not Knock.objects.exists()


def test_only_chosen_seats_are_offered(ladder: Ladder, villain: Character) -> None:
    ladder.client("game_master").post(at(ladder, "own_door"), {"again": "1"})
    assert Door.objects.get().offered == []
    ladder.client("game_master").post(at(ladder, "own_door"), {"offered": [str(villain.pk), "invented"]})
    assert Door.objects.get().offered == [str(villain.pk)]


# Coming in


def test_a_guest_comes_in_with_the_session_that_knocked(ladder: Ladder, door: Door, sharra: Character) -> None:
    phone, bystander = Client(), Client()
    made = knock(phone, door, seat=str(sharra.pk))
    assert phone.get(WAITING).status_code == 200
    assert "_auth_user_id" not in phone.session
    bystander.get(WAITING)
    ladder.client("game_master").post(at(ladder, "let_in", made.pk))
    bystander.get(WAITING)
    assert "_auth_user_id" not in bystander.session
    answer = phone.get(WAITING)
    assert answer.headers["Location"] == sharra.get_absolute_url()
    guest = User.objects.get(is_guest=True)
    assert phone.session["_auth_user_id"] == str(guest.pk)
    assert phone.session.get_expiry_age() > 100 * 24 * 3600
    assert guest.shown_name == "Ana"
    assert not guest.has_usable_password()
    assert sharra.players.get() == guest
    assert Membership.objects.get(user=guest).role == Role.PLAYER
    assert phone.get(ladder.table.get_absolute_url()).status_code == 200
    assert not Knock.objects.exists()


def test_the_page_that_waits_follows_by_itself(ladder: Ladder, door: Door) -> None:
    phone = Client()
    made = knock(phone, door)
    page = phone.get(WAITING).content.decode()
    assert 'hx-trigger="every 2s"' in page
    assert '<noscript><meta http-equiv="refresh"' in page
    # Nothing new: the page under a finger stays as it is.
    assert phone.get(WAITING, headers={"HX-Request": "true"}).status_code == 204
    doors.let_in(table=ladder.table, pk=made.pk)
    answer = phone.get(WAITING, headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == reverse("characters:start", args=[ladder.table.pk])
    assert "_auth_user_id" in phone.session


def test_two_taps_let_in_once(ladder: Ladder, door: Door, sharra: Character) -> None:
    made = knock(Client(), door, seat=str(sharra.pk))
    first, second = (doors.let_in(table=ladder.table, pk=made.pk) for _tap in range(2))
    assert first.user == second.user
    assert User.objects.filter(is_guest=True).count() == 1
    assert sharra.players.count() == 1


def test_of_two_phones_on_one_seat_one_gets_it_and_the_other_is_told(
    ladder: Ladder, door: Door, sharra: Character
) -> None:
    first, second = Client(), Client()
    knocks = [knock(phone, door, name=name, seat=str(sharra.pk)) for phone, name in ((first, "Ana"), (second, "Bea"))]
    doors.let_in(table=ladder.table, pk=knocks[0].pk)
    page = second.get(WAITING).content.decode()
    assert "ya es de otra persona" in page
    assert door.get_absolute_url() in page
    with pytest.raises(KnockGone):
        doors.let_in(table=ladder.table, pk=knocks[1].pk)
    # The name is still there, the seat is gone.
    form = second.get(door.get_absolute_url()).content.decode()
    assert 'value="Bea"' in form
    assert "Sharra" not in form


def test_a_seat_that_was_given_away_elsewhere_makes_no_guest(ladder: Ladder, door: Door, sharra: Character) -> None:
    made = knock(phone := Client(), door, seat=str(sharra.pk))
    sharra.players.add(ladder.users["player"])
    with pytest.raises(SeatTaken):
        doors.let_in(table=ladder.table, pk=made.pk)
    assert not User.objects.filter(is_guest=True).exists()
    assert sharra.players.get() == ladder.users["player"]
    assert "ya es de otra persona" in phone.get(WAITING).content.decode()


def test_a_person_who_left_the_table_leaves_the_seat_free(ladder: Ladder, sharra: Character) -> None:
    sharra.players.add(ladder.users["stranger"])
    door = doors.open_door(table=ladder.table, offered=[str(sharra.pk)])
    made = knock(Client(), door, seat=str(sharra.pk))
    guest = doors.let_in(table=ladder.table, pk=made.pk).user
    assert list(sharra.players.all()) == [guest]


def test_a_seat_that_is_taken_stands_in_the_history_and_outdates_open_edits(
    ladder: Ladder, door: Door, sharra: Character
) -> None:
    made = knock(Client(), door, seat=str(sharra.pk))
    guest = doors.let_in(table=ladder.table, pk=made.pk).user
    assert guest is not None
    newest = sharra.states.order_by("-revision").first()
    assert newest is not None
    assert list(newest.changes.values_list("field", "old", "new")) == [("players", [], [guest.pk])]
    revision = sharra.revision
    sharra.refresh_from_db()
    assert sharra.revision == newest.revision == revision + 1


def test_what_lies_in_the_bin_is_no_seat(ladder: Ladder, door: Door, sharra: Character) -> None:
    made = knock(Client(), door, seat=str(sharra.pk))
    delete_character(character=sharra, by=ladder.users["game_master"])
    with pytest.raises(SeatTaken):
        doors.let_in(table=ladder.table, pk=made.pk)
    assert "Sharra" not in Client().get(door.get_absolute_url()).content.decode()


def test_no_means_no_and_one_may_ask_again(ladder: Ladder, door: Door) -> None:
    phone = Client()
    made = knock(phone, door)
    ladder.client("game_master").post(at(ladder, "refuse", made.pk))
    assert "ahora no" in phone.get(WAITING).content.decode()
    with pytest.raises(KnockGone):
        doors.let_in(table=ladder.table, pk=made.pk)
    knock(phone, door)
    assert Knock.objects.count() == 1


def test_a_closed_door_tells_the_waiting(ladder: Ladder, door: Door) -> None:
    phone = Client()
    made = knock(phone, door)
    doors.close_door(table=ladder.table)
    assert "se ha cerrado" in phone.get(WAITING).content.decode()
    with pytest.raises(KnockGone):
        doors.let_in(table=ladder.table, pk=made.pk)


def test_a_logged_in_person_keeps_the_account(ladder: Ladder, door: Door) -> None:
    phone = ladder.client("stranger")
    made = knock(phone, door, name="Otra")
    doors.let_in(table=ladder.table, pk=made.pk)
    assert phone.get(WAITING).status_code == 302
    assert ladder.membership("stranger").role == Role.PLAYER
    assert not User.objects.filter(is_guest=True).exists()


def test_an_account_is_never_entered_by_a_knock_alone(ladder: Ladder, door: Door) -> None:
    phone = ladder.client("stranger")
    made = knock(phone, door)
    doors.let_in(table=ladder.table, pk=made.pk)
    elsewhere = Client()
    session = elsewhere.session
    session["knock"] = str(made.pk)
    session.save()
    assert elsewhere.get(WAITING).headers["Location"] == "/entrar/"
    assert "_auth_user_id" not in elsewhere.session


def test_a_person_with_a_place_goes_straight_to_the_table(ladder: Ladder, door: Door) -> None:
    answer = ladder.client("player").get(door.get_absolute_url())
    assert answer.headers["Location"] == ladder.table.get_absolute_url()


def test_knocks_and_answers_are_told(ladder: Ladder, door: Door) -> None:
    """A knock moves the game masters' topic alone; the table hears of it when the visitor comes in."""
    door_topic = ladder.table.door_topic
    before = versions.versions([ladder.table.topic, door_topic])
    made = knock(Client(), door)
    told = versions.versions([ladder.table.topic, door_topic])
    assert told[ladder.table.topic] == before[ladder.table.topic]
    assert told[door_topic] > before[door_topic]
    doors.let_in(table=ladder.table, pk=made.pk)
    after = versions.versions([ladder.table.topic, door_topic])
    assert all(after[topic] > told[topic] for topic in after)


def test_only_game_masters_hear_who_knocks(ladder: Ladder) -> None:
    people = ("game_master", "player", "spectator", "stranger")
    heard = [who for who in people if access.allowed(ladder.users[who], ladder.table.door_topic)]
    assert heard == ["game_master"]
    pages = {who: ladder.client(who).get(ladder.table.get_absolute_url()).content.decode() for who in people[:3]}
    assert [who for who, page in pages.items() if ladder.table.door_topic in page] == ["game_master"]


def test_a_guest_of_the_demo_does_not_make_the_installation_lived_in(ladder: Ladder, door: Door) -> None:
    from tapiz_site.accounts import first_account

    doors.let_in(table=ladder.table, pk=knock(Client(), door).pk)
    User.objects.filter(is_guest=False).update(is_demo=True)
    assert not first_account.has_accounts()


def test_the_qr_carries_neither_style_nor_script(ladder: Ladder, door: Door) -> None:
    page = ladder.client("game_master").get(ladder.table.get_absolute_url()).content.decode()
    svg = page[page.index('<div class="qr"') :]
    svg = svg[: svg.index("</svg>")]
    assert 'stroke="#1b1410"' in svg
    assert "style" not in svg
    assert "script" not in svg
    assert "testserver" in page


# Only looking on


def test_the_door_has_a_place_for_the_screen_of_the_room(ladder: Ladder, door: Door) -> None:
    phone, desk = Client(), ladder.client("game_master")
    assert "Solo mirar, o ser la pantalla de la sala" in phone.get(door.get_absolute_url()).content.decode()
    made = knock(phone, door, "La tele", "looks")
    assert (made.looks, made.seat) == (True, "")
    assert "La tele pide mirar" in phone.get(WAITING).content.decode()
    assert "solo mirar, o la pantalla" in desk.get(ladder.table.get_absolute_url()).content.decode()
    desk.post(at(ladder, "let_in", made.pk))
    screen = reverse("combat:screen", args=[ladder.table.pk])
    assert phone.get(WAITING)["Location"] == screen
    assert phone.get(screen).status_code == 200
    guest = User.objects.get(is_guest=True)
    assert Membership.objects.get(user=guest, table=ladder.table).role == Role.SPECTATOR


def test_an_account_looks_on_as_well_and_a_script_is_led_to_the_screen(ladder: Ladder, door: Door) -> None:
    phone = ladder.client("stranger")
    made = knock(phone, door, "Zoe", "looks")
    ladder.client("game_master").post(at(ladder, "let_in", made.pk))
    answer = phone.get(WAITING, headers={"HX-Request": "true"})
    assert answer["HX-Redirect"] == reverse("combat:screen", args=[ladder.table.pk])
    assert ladder.membership("stranger").role == Role.SPECTATOR


def test_a_person_who_looks_on_takes_no_seat(ladder: Ladder, door: Door, sharra: Character) -> None:
    wants = knock(Client(), door, "Ana", str(sharra.pk))
    looks = knock(Client(), door, "La tele", "looks")
    doors.let_in(table=ladder.table, pk=looks.pk)
    doors.let_in(table=ladder.table, pk=wants.pk)
    assert [user.shown_name for user in sharra.players.all()] == ["Ana"]
