"""What holds for every test."""

import gc
import hashlib
import json
import os
import shutil
from collections.abc import Iterator
from fcntl import LOCK_EX, flock
from functools import partial
from pathlib import Path
from typing import Any, TextIO

import django
import pytest
from _pytest import runner
from django.apps import apps
from django.conf import settings as site
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.contenttypes.management import create_contenttypes
from django.db import connection
from django.db.models.signals import post_migrate
from django.http import HttpRequest
from django.template import Template
from django.test import Client
from django.test.utils import instrumented_test_render
from django.utils import translation
from hypothesis import given, settings, strategies
from pytest_django import DjangoDbBlocker

from tapiz_site.accounts.sessions import SessionStore
from tapiz_site.frames import roomy
from tests.sizes import LONG, SMALL

# On a busy machine one slow example is no failure; the suite's budget is watched as a whole.
# `small` tries the same examples in each run, so that a change is judged by what it changed; `long` tries new ones.
settings.register_profile("small", deadline=None, print_blob=True, max_examples=SMALL, derandomize=True)
settings.register_profile("long", deadline=None, print_blob=True, max_examples=LONG)
settings.load_profile("small")

MIGRATING = pytest.StashKey[TextIO]()
"""A file that a process holds locked while it migrates."""
DRAWN = Template._render
"""How a template is drawn before Django prepares tests."""
LOGGED_IN = Client._login
"""How Django's client logs a person in."""


# Python's own thresholds look for garbage hundreds of times while everything is imported.
gc.set_threshold(200_000, 20, 50)


@given(strategies.none())
def _first_example(_nothing: None) -> None:
    """Before its first example hypothesis looks through all that Python holds: seconds, once fights have been kept."""


def pytest_collection_finish() -> None:
    """What is imported by now stays: Python need not look through it for garbage again and again.

    What requests leave behind is looked through while it is still in the processor's cache: that takes half the time.
    """
    _first_example()
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)


def pytest_sessionfinish() -> None:
    """Look for no garbage any more: pytest and Python would look through all that is kept six times at their end."""
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    return roomy(partial(runner.pytest_runtest_protocol, item, nextitem))


@pytest.fixture(autouse=True)
def _language_of_the_settings() -> Iterator[None]:
    """A request leaves its language active in the thread; the next test shall not speak it."""
    translation.deactivate()
    yield
    translation.deactivate()


@pytest.fixture(scope="session", autouse=True)
def _drawn_as_in_production(django_test_environment: None) -> None:
    """Draw templates without telling tests of each: Django's client copies the whole context for each included one."""
    Template._render = DRAWN


def _logs_in(client: Client, user: AbstractBaseUser, backend: str | None = None) -> None:
    """Write one session: where there was none before, Django's client writes two, and that takes four times as long."""
    if backend is None or site.SESSION_COOKIE_NAME in client.cookies:
        LOGGED_IN(client, user, backend)
        return
    request = HttpRequest()
    request.session = SessionStore()
    request.session[SESSION_KEY] = str(user.pk)
    request.session[BACKEND_SESSION_KEY] = backend
    request.session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    request.session.save()
    client._set_login_cookies(request)


Client._login = _logs_in


@pytest.fixture
def templates_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send `template_rendered` for each template, and give answers their `context`."""
    monkeypatch.setattr(Template, "_render", instrumented_test_render)


@pytest.fixture(scope="module")
def _drawn() -> dict[str, bool]:
    return {}


@pytest.fixture
def drawn_once(_drawn: dict[str, bool], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether pages can show an encounter follows from what its file says, and most files of a module say the same."""
    from exchange import incoming, probing

    def can_be_shown(system: Any, data: Any, user: Any) -> bool:
        key = json.dumps([system.slug, data], sort_keys=True)
        if key not in _drawn:
            _drawn[key] = probing.can_be_shown(system, data, user)
        return _drawn[key]

    monkeypatch.setattr(incoming, "can_be_shown", can_be_shown)


def _empty_database(config: pytest.Config) -> Path:
    """Where the migrated, empty database is kept from one run to the next, by what its migrations say."""
    said = hashlib.sha256(django.__version__.encode())
    for app in apps.get_app_configs():
        for path in sorted(Path(app.path, "migrations").glob("*.py")):
            said.update(f"{app.label}/{path.name}\0".encode() + path.read_bytes())
    return Path(config.cache.mkdir("database")) / f"{said.hexdigest()}.sqlite3"


@pytest.fixture(scope="session")
def django_db_keepdb(request: pytest.FixtureRequest, django_db_modify_db_settings: None) -> bool:
    """Begin with a copy of the database that another process or run has migrated.

    Where there is none yet, the first process makes it (`django_db_setup`), and the others wait for it.
    """
    if connection.vendor != "sqlite":
        return False
    kept = _empty_database(request.config)
    lock = request.config.stash[MIGRATING] = kept.with_suffix(".lock").open("w")
    flock(lock, LOCK_EX)
    if not kept.exists():
        return False
    lock.close()
    shutil.copyfile(kept, connection.creation._get_test_db_name())
    return True


def _no_permissions() -> None:
    """Write no rows of Django's permissions, which the site has no use for, after each emptying of the database."""
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.disconnect(create_contenttypes)


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest,
    django_db_setup: None,
    django_db_keepdb: bool,
    django_db_blocker: DjangoDbBlocker,
) -> None:
    """Migrate once for all processes and runs: each would spend seconds on it."""
    _no_permissions()
    if connection.vendor != "sqlite" or django_db_keepdb:
        return
    kept = _empty_database(request.config)
    ours = kept.with_suffix(f".{os.getpid()}")
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(ours)])
    ours.replace(kept)
    request.config.stash[MIGRATING].close()
