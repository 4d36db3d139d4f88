"""A person's own data, and an account that is deleted without holes in the past of its tables."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.apps import apps
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from equipment.ledger.models import Proposal
from exchange import house
from exchange.leaving import TRACES
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import doors
from tapiz_site.campaigns.models import Attendance, Membership, Role, Session, Table
from tests.combat.play import Game, begun_game
from tests.kept import as_made, made_once

pytestmark = pytest.mark.django_db
PASSWORD = "barriles y bruma"


@pytest.fixture(scope="module")
def _fight(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Game]:
    with made_once(begun_game, django_db_blocker) as game:
        yield game


@pytest.fixture
def fight(_fight: Game, db: None) -> Game:
    return as_made(_fight)


@pytest.fixture
def player(fight: Game) -> User:
    user = fight.users["player"]
    user.set_password(PASSWORD)
    # by another password one has to log in again
    fight.sessions.clear()
    user.email = "jugadora@mesa.example"
    user.save()
    roll = fight.does("roll", "Ana") | {"notation": "1d6", "rolls": "1"}
    assert fight.post("player", roll, htmx=True).status_code == 204
    session = Session.objects.create(table=fight.table)
    Attendance.objects.create(session=session, user=user, name=user.shown_name)
    return user


def rolls(fight: Game) -> str:
    return reverse("combat:rolls", args=[fight.table.pk])


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def goodbye(client: Client, **data: str) -> int:
    return client.post(reverse("exchange:leave"), {"password": PASSWORD, "sure": "on", **data}).status_code


def test_the_file_holds_what_is_the_persons_own(player: User, fight: Game) -> None:
    answer = client_of(player).post(reverse("exchange:own_data"))
    assert answer["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        names = set(file.namelist())
        account = json.loads(file.read("account.json"))
        acts = json.loads(file.read("acts.json"))
    assert names == {"account.json", "acts.json", "traces.json", "characters/ana.json"}
    assert (account["email"], account["tables"][0]["role"]) == ("jugadora@mesa.example", "player")
    assert account["attended"][0]["as"] == player.shown_name
    assert "roll" in [one["act"] for one in acts]


TOLD_ELSEWHERE = {
    *("account.EmailAddress.user", "mfa.Authenticator.user", "usersessions.UserSession.user"),
    *("campaigns.Membership.user", "campaigns.Attendance.user", "characters.Character_players.user"),
    "combat.LogEntry.by",
}
"""What account, acts and characters tell."""
TELLS_NOTHING = {
    *("accounts.OneTimeLink.user", "accounts.OneTimeLink.created_by", "tapiz_site.Posted.user"),
    *("tapiz_site.Budget.user", "combat.Act.user", "combat.Encounter.created_by", "campaigns.Table.deleted_by"),
    *(
        "characters.Character.updated_by",
        "characters.Character.deleted_by",
        "lessons.Practice.user",
        "combat.Trial.user",
    ),
    *("accounts.User_groups.user", "accounts.User_user_permissions.user"),
}
"""Keys, counters and the last of what histories tell; nobody is in a group or has permissions."""


def test_whatever_is_kept_of_a_person_is_in_the_file() -> None:
    named = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.concrete_fields
        if field.related_model is User
    }
    traced = {f"{model._meta.label}.{by}" for model, by, _told in TRACES.values()}
    assert traced | TOLD_ELSEWHERE | TELLS_NOTHING == named
    assert not traced & (TOLD_ELSEWHERE | TELLS_NOTHING)


def traces(user: User) -> dict[str, list[dict[str, object]]]:
    with zipfile.ZipFile(io.BytesIO(client_of(user).post(reverse("exchange:own_data")).content)) as file:
        found: dict[str, list[dict[str, object]]] = json.loads(file.read("traces.json"))
    return found


NAME = "Zenobia Quiroga"


@pytest.fixture
def everywhere(player: User, fight: Game) -> User:
    """The player under a name that is nowhere else, after a knock, coins that were proposed and a changed sheet."""
    player.display_name, player.username, player.email = NAME, "zenobia", "zenobia@mesa.example"
    player.save()
    Attendance.objects.update(name=NAME)
    Table.objects.filter(pk=fight.table.pk).update(house={**fight.table.house, "proposals": "ask"})
    other = Table.objects.create(name="La otra", system="tapiz")
    doors.knock(door=doors.open_door(table=other), name=NAME, seat="", user=player, before=None)
    own, runs = client_of(player), fight.client("game_master")
    coins = {"coin": "gold", "thing_quantity": "4", "thing_why": "hallazgo", "key": "coins-that-were-found"}
    own.post(reverse("characters:add_thing_of", args=[fight.characters["Ana"].pk, "coin"]), coins)
    answer = {"answer": "yes", "key": "an-answer-to-the-coins"}
    runs.post(reverse("characters:answer_proposal", args=[fight.table.pk, Proposal.objects.get().pk]), answer)
    return player


def test_traces_beside_the_acts_are_in_the_file(everywhere: User) -> None:
    found = traces(everywhere)
    assert found["knocks"][0]["as"] == NAME
    assert set(found) == set(TRACES)


def test_nothing_that_is_kept_names_a_person_who_has_left(everywhere: User, tmp_path: Path) -> None:
    def kept(name: str) -> str:
        house.write(tmp_path / name)
        with zipfile.ZipFile(tmp_path / name) as file:
            return file.read(house.ROWS).decode()

    words = (NAME, "zenobia")
    before = kept("before.zip")
    assert min(before.count(word) for word in words) > 1
    assert '"proposed_by": "Zenobia Quiroga"' in before
    assert goodbye(client_of(everywhere)) == 302
    after = kept("after.zip")
    assert [line for line in after.splitlines() if any(word in line for word in words)] == []


def test_the_second_step_is_in_the_file_without_its_secrets_and_goes_with_the_account(player: User) -> None:
    secret = generate_totp_secret()
    TOTP.activate(player, secret)
    seed = RecoveryCodes.activate(player).instance.data["seed"]
    with zipfile.ZipFile(io.BytesIO(client_of(player).post(reverse("exchange:own_data")).content)) as file:
        text = file.read("account.json").decode()
    assert [one["kind"] for one in json.loads(text)["second_step"]] == ["totp", "recovery_codes"]
    assert not any(one in text for one in (secret, seed))
    assert goodbye(client_of(player)) == 302
    assert not Authenticator.objects.exists()


def test_the_game_master_gets_the_table_too(fight: Game) -> None:
    answer = client_of(fight.users["game_master"]).post(reverse("exchange:own_data"))
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        assert [name for name in file.namelist() if name.startswith("tables/")] == ["tables/1-los-jueves.json"]


def test_who_leaves_stays_in_the_past_without_a_name(player: User, fight: Game) -> None:
    name, own = player.shown_name, client_of(player)
    assert name in fight.client("game_master").get(rolls(fight)).content.decode()
    assert goodbye(own) == 302
    assert own.get("/mesas/").status_code == 302
    assert not Client().login(username=player.username, password=PASSWORD)
    player.refresh_from_db()
    assert (player.email, player.is_active, player.username) == ("", False, f"-{player.pk}")
    assert not Membership.everywhere.filter(user=player).exists()
    page = fight.client("game_master").get(rolls(fight)).content.decode()
    assert name not in page
    assert "Alguien que se fue" in page
    assert Attendance.objects.get().name == "Alguien que se fue"
    assert fight.characters["Ana"].players.count() == 0
    roll = fight.does("roll", "Ana") | {"notation": "1d6", "rolls": "1"}
    assert fight.post("game_master", roll, htmx=True).status_code == 204, "the game goes on"


@pytest.mark.parametrize("data", [{"password": "otra"}, {"sure": ""}, {"password": ""}])
def test_it_takes_the_password_and_a_tick(player: User, data: dict[str, str]) -> None:
    assert goodbye(client_of(player), **data) == 422
    player.refresh_from_db()
    assert player.left is None


def test_after_too_many_tries_the_answer_does_not_tell_whether_the_password_was_right(player: User, settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"export_file": "1/h/user"}
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "leaving"}}
    client = client_of(player)
    pages = []
    for guess in ("first", "wrong", PASSWORD):
        answer = client.post(reverse("exchange:leave"), {"password": guess})
        pages.append(re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", answer.content.decode()))
    assert answer.status_code == 429
    assert pages[-1] == pages[-2]
    assert "Demasiados intentos" in pages[-1]


def test_a_table_with_others_is_handed_over_first(fight: Game) -> None:
    runs = fight.users["game_master"]
    runs.set_password(PASSWORD)
    runs.save()
    client = client_of(runs)
    assert fight.table.name in client.get(reverse("exchange:leave")).content.decode()
    assert goodbye(client) == 422
    Membership.objects.filter(user=fight.users["player"]).update(role=Role.GAME_MASTER)
    assert goodbye(client) == 302
    assert Table.objects.filter(pk=fight.table.pk).exists()


def test_a_table_of_nobody_else_goes_with_its_person_and_a_guest_needs_no_password(fight: Game) -> None:
    stranger = fight.users["stranger"]
    stranger.set_password(PASSWORD)
    stranger.save()
    own = Membership.objects.get(user=stranger).table
    assert own.name in client_of(stranger).get(reverse("exchange:leave")).content.decode()
    assert goodbye(client_of(stranger)) == 302
    assert not Table.everywhere.filter(pk=own.pk).exists()

    guest = User.objects.create(username="guest", display_name="Invitada", is_guest=True)
    guest.set_unusable_password()
    guest.save()
    assert goodbye(client_of(guest)) == 302


def test_the_last_administrator_stays() -> None:
    first = User.objects.create_user("first", password=PASSWORD, is_staff=True)
    assert goodbye(client_of(first)) == 422
    User.objects.create_user("second", is_staff=True)
    assert goodbye(client_of(first)) == 302
