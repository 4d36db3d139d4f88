"""The second step at the log-in: no way passes it by, each code counts once, and it stays everybody's own choice."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from allauth.usersessions.models import UserSession
from django.conf import settings as site
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client

from tapiz_site.accounts import links
from tapiz_site.accounts.models import Kind, User

pytestmark = pytest.mark.django_db

PASSWORD = "barriles y bruma"
STEP, PAGE = "/entrar/segundo-paso/", "/cuenta/segundo-paso/"


@pytest.fixture(autouse=True)
def _fresh_counters(settings) -> Iterator[None]:
    """Counters of the test alone, and a clock that stands still: codes last for half a minute."""
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "step"}}
    cache.clear()
    with time_machine.travel(1_800_000_000, tick=False):
        yield


@pytest.fixture
def sharra() -> User:
    return User.objects.create_user("sharra", "sharra@mesa.example", PASSWORD)


@pytest.fixture
def app(sharra: User) -> str:
    """The secret of her app."""
    secret = generate_totp_secret()
    TOTP.activate(sharra, secret)
    RecoveryCodes.activate(sharra)
    return secret


def code(secret: str, later: int = 0) -> str:
    """What an app shows now, or some periods later."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30 + later))


def test_secrets_are_not_in_the_database(sharra: User, app: str, settings) -> None:
    stored = {one.type: one.data for one in Authenticator.objects.filter(user=sharra)}
    totp, codes = stored[Authenticator.Type.TOTP], stored[Authenticator.Type.RECOVERY_CODES]
    assert app not in str(totp)
    assert all(one not in str(codes) for one in recovery_codes(sharra))
    assert re.fullmatch(r"[0-9a-f]{80}", codes["seed"]) is None
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "a newer key"
    assert wrapped(sharra).validate_code(code(app))


def test_secrets_from_before_stay_valid(sharra: User) -> None:
    secret = generate_totp_secret()
    Authenticator.objects.create(user=sharra, type=Authenticator.Type.TOTP, data={"secret": secret})
    assert wrapped(sharra).validate_code(code(secret))


@pytest.mark.parametrize("stored", [None, "fernet:", "fernet:nothing"])
def test_under_another_key_no_code_fits(sharra: User, app: str, settings, stored: str | None) -> None:
    """Nor that of an empty secret, which anybody can work out."""
    codes = recovery_codes(sharra)
    if stored is not None:
        Authenticator.objects.filter(user=sharra, type=Authenticator.Type.TOTP).update(data={"secret": stored})
    settings.SECRET_KEY = "of another installation"
    assert not any(wrapped(sharra).validate_code(code(secret)) for secret in (app, ""))
    assert recovery_codes(sharra) != codes


def wrapped(user: User) -> TOTP:
    """Her app, as allauth checks its codes."""
    return Authenticator.objects.get(user=user, type=Authenticator.Type.TOTP).wrap()


def recovery_codes(user: User) -> list[str]:
    return list(Authenticator.objects.get(user=user, type="recovery_codes").wrap().get_unused_codes())


def begun(name: str = "sharra") -> Client:
    """A browser in which the password was right."""
    client = Client()
    client.post("/entrar/", {"login": name, "password": PASSWORD})
    return client


def inside(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def is_in(client: Client) -> bool:
    return bool(client.get("/mesas/").status_code == 200)


def test_who_has_not_switched_it_on_is_not_asked(sharra: User) -> None:
    client = Client()
    assert client.post("/entrar/", {"login": "sharra", "password": PASSWORD})["Location"] == "/mesas/"
    assert is_in(client)
    assert Client().get(STEP)["Location"] == "/entrar/"


@pytest.mark.parametrize("name", ["sharra", "sharra@mesa.example"])
def test_after_the_password_comes_the_code(sharra: User, app: str, name: str) -> None:
    client = Client()
    answer = client.post("/entrar/?next=/cuenta/", {"login": name, "password": PASSWORD, "next": "/cuenta/"})
    assert answer["Location"] == STEP
    assert not is_in(client)
    assert not UserSession.objects.exists()
    assert client.post(STEP, {"code": code(app)})["Location"] == "/cuenta/"
    assert is_in(client)
    assert UserSession.objects.get().user == sharra


@pytest.mark.usefixtures("templates_tell")
def test_a_password_link_does_not_pass_it_by(sharra: User, app: str) -> None:
    """Wherever the link is opened: in a strange browser, in one of the person, in one of another person."""
    for client in (Client(), inside(sharra), inside(User.objects.create_user("eva"))):
        answer = client.post(links.make(user=sharra, kind=Kind.PASSWORD, by=None), {"password": PASSWORD})
        assert answer["Location"] == STEP
        assert not is_in(client)
        cache.clear()
        assert client.post(STEP, {"code": code(app)}).status_code == 302
        assert client.get("/cuenta/").context["user"] == sharra


def test_only_one_function_logs_people_in() -> None:
    """Who calls Django's own passes the second step by."""
    rooms = ("tapiz_site", "equipment", "characters", "combat", "lessons", "exchange")
    files = [file for room in rooms for file in Path(site.BASE_DIR, room).rglob("*.py")]
    found = [file.name for file in files if re.search(r"import .*\blogin\b(?!_)|auth\.login\(", file.read_text())]
    assert found == []
    callers = {file.name for file in files if "perform_login" in file.read_text()}
    assert callers == {"entering.py"}


def test_a_code_counts_once_for_as_long_as_it_is_good(sharra: User, app: str) -> None:
    with time_machine.travel(1_800_000_000, tick=False) as clock:
        seen = code(app)
        assert begun().post(STEP, {"code": f" {seen[:3]} {seen[3:]} "}).status_code == 302
        for _again in range(2):
            clock.shift(29)
            assert begun().post(STEP, {"code": seen}).status_code == 422
    assert begun().post(STEP, {"code": "١٢٣٤٥٦"}).status_code == 422


def test_a_code_of_half_a_minute_ago_still_counts_and_an_older_one_does_not(sharra: User, app: str) -> None:
    assert begun().post(STEP, {"code": code(app, -2)}).status_code == 422
    assert begun().post(STEP, {"code": code(app, -1)}).status_code == 302


def test_a_recovery_code_counts_once(sharra: User, app: str) -> None:
    first, second, *_rest = recovery_codes(sharra)
    assert begun().post(STEP, {"code": f"{first[:4]} {first[4:]}"}).status_code == 302
    assert begun().post(STEP, {"code": first}).status_code == 422
    assert begun().post(STEP, {"code": second}).status_code == 302
    assert len(recovery_codes(sharra)) == 8


def test_a_wrong_code_comes_back_and_is_limited_and_another_device_is_not_shut_out(sharra: User, app: str) -> None:
    known = begun()
    known.post(STEP, {"code": code(app)})
    known.post("/salir/")
    thief = begun()
    page = thief.post(STEP, {"code": "1234567"}).content.decode()
    assert 'value="1234567"' in page
    assert "Quedan 4 intentos" in page
    for _time in range(4):
        page = thief.post(STEP, {"code": "000000"}).content.decode()
    assert "Esperar 1 minuto" in page
    assert thief.post(STEP, {"code": code(app, 1)}).status_code == 422
    known.post("/entrar/", {"login": "sharra", "password": PASSWORD})
    assert known.post(STEP, {"code": code(app, 1)}).status_code == 302


def test_it_can_be_given_up_half_way(sharra: User, app: str) -> None:
    client = begun()
    assert client.get("/entrar/")["Location"] == STEP
    client.post("/salir/")
    assert client.get("/entrar/").status_code == 200
    assert client.post(STEP, {"code": code(app)})["Location"] == "/entrar/"
    assert not is_in(client)


def test_an_account_that_was_closed_meanwhile_does_not_get_in(sharra: User, app: str) -> None:
    client = begun()
    User.objects.filter(pk=sharra.pk).update(is_active=False)
    client.post(STEP, {"code": code(app)})
    assert not is_in(client)


@pytest.mark.usefixtures("templates_tell")
def test_switching_an_app_on_shows_the_recovery_codes_once(sharra: User) -> None:
    """Also for an e-mail that nobody has confirmed: this site confirms none."""
    EmailAddress.objects.create(user=sharra, email=sharra.email, primary=True, verified=False)
    client = inside(sharra)
    page = client.get(PAGE + "aplicacion/")
    secret = page.context["secret"].replace(" ", "")
    assert f"secret={secret}" in page.content.decode()
    answer = client.post(PAGE + "aplicacion/", {"code": code(secret), "old": PASSWORD})
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    shown = re.findall(r"\b\d{4} \d{4}\b", answer.content.decode())
    assert [one.replace(" ", "") for one in shown] == recovery_codes(sharra)
    assert not re.search(r"\b\d{4} \d{4}\b", client.get(PAGE).content.decode())
    assert client.get(PAGE + "aplicacion/")["Location"] == PAGE
    client.post("/salir/")
    client.post("/entrar/", {"login": "sharra", "password": PASSWORD})
    # The code that switched it on is used up.
    assert client.post(STEP, {"code": code(secret)}).status_code == 422
    assert client.post(STEP, {"code": shown[0]}).status_code == 302


@pytest.mark.usefixtures("templates_tell")
@pytest.mark.parametrize("wrong", [{"code": "000000"}, {"old": "wrong"}])
def test_a_wrong_first_code_or_password_switches_nothing_on(sharra: User, wrong: dict[str, str]) -> None:
    client = inside(sharra)
    secret = client.get(PAGE + "aplicacion/").context["secret"].replace(" ", "")
    answer = client.post(PAGE + "aplicacion/", {"code": code(secret), "old": PASSWORD} | wrong)
    assert answer.status_code == 422
    # The app has the same secret as before the mistake.
    assert answer.context["secret"].replace(" ", "") == secret
    assert not Authenticator.objects.exists()
    assert client.post(PAGE + "aplicacion/", {"code": code(secret), "old": PASSWORD}).status_code == 200


def test_asking_for_the_password_does_not_end_log_ins_when_hashes_have_become_dearer(sharra: User, settings) -> None:
    """A new hash of the same password would end every log-in; it is made at the next log-in."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher", *settings.PASSWORD_HASHERS]
    client = inside(sharra)
    client.get(PAGE + "aplicacion/")
    assert client.post(PAGE + "aplicacion/", {"code": "000000", "old": PASSWORD}).status_code == 422
    assert is_in(client)


def test_the_password_of_these_pages_is_guessed_as_slowly_as_everywhere(sharra: User, app: str) -> None:
    client = inside(sharra)
    theirs = Authenticator.objects.get(type="totp").pk
    for _time in range(5):
        client.post("/cuenta/contrasena/", {"old": "wrong", "password": "tres-tristes-tigres"})
    for path in (f"{theirs}/quitar/", "codigos/"):
        assert client.post(PAGE + path, {"old": PASSWORD}).status_code == 429
    assert Authenticator.objects.count() == 2


def test_new_recovery_codes_replace_the_old_ones(sharra: User, app: str) -> None:
    old = recovery_codes(sharra)
    assert inside(sharra).post(PAGE + "codigos/", {"old": "wrong"}).status_code == 422
    assert inside(sharra).post(PAGE + "codigos/", {"old": PASSWORD}).status_code == 200
    assert not set(old) & set(recovery_codes(sharra))
    assert begun().post(STEP, {"code": old[0]}).status_code == 422


def test_without_the_app_the_password_is_enough_again(sharra: User, app: str) -> None:
    theirs = Authenticator.objects.get(type="totp").pk
    path = f"{PAGE}{theirs}/quitar/"
    client = inside(sharra)
    assert inside(User.objects.create_user("eva")).get(path).status_code == 404
    shown = client.get(path)
    assert shown.status_code == 200
    assert "dejará de valer para entrar. Es lo último" in shown.content.decode(), "two sentences"
    assert client.post(path, {"old": "wrong"}).status_code == 422
    assert client.post(path, {"old": PASSWORD})["Location"] == PAGE
    assert not Authenticator.objects.exists()
    assert is_in(begun())


def test_guests_have_no_second_step() -> None:
    guest = inside(User.objects.create_user("guest", is_guest=True))
    for path in ("", "aplicacion/", "codigos/", "llave/"):
        assert guest.get(PAGE + path).status_code == 404
        assert guest.post(PAGE + path).status_code in (404, 405)
    assert "segundo-paso" not in guest.get("/cuenta/").content.decode()


def test_the_owner_of_the_house_takes_it_from_who_lost_phone_and_codes(sharra: User, app: str) -> None:
    lost = inside(sharra)
    out = StringIO()
    call_command("drop_second_step", "SHARRA", stdout=out)
    assert out.getvalue()
    assert not is_in(lost)
    assert is_in(begun())
    for name in ("sharra", "nobody"):
        with pytest.raises(CommandError):
            call_command("drop_second_step", name)


def test_its_secrets_are_told_to_nobody(sharra: User, app: str) -> None:
    client = inside(sharra)
    pages = [client.get(PAGE).content, client.get("/cuenta/").content, begun().get(STEP).content]
    assert not any(app.encode() in page for page in pages)
