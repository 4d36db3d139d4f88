"""The row of a session and its person are read as Django reads them, by statements that are put together once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth.models import Group
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models.sql.compiler import SQLCompiler
from django.test import Client
from django.utils import timezone

from tapiz_site.accounts.models import User
from tapiz_site.accounts.sessions import SessionStore

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def key() -> str:
    """A session as all were kept before."""
    session = db.SessionStore()
    session["hand"] = "left"
    session.save()
    assert session.session_key is not None
    return session.session_key


def test_a_session_that_was_kept_goes_on(key: str) -> None:
    session = SessionStore(key)
    assert session["hand"] == "left"
    session["hand"] = "right"
    session.save()
    assert session.session_key == key
    assert dict(db.SessionStore(key).items()) == {"hand": "right"}


def test_one_that_is_over_or_never_was_is_empty_and_gets_another_key(key: str) -> None:
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    for gone in (key, "n" * 32):
        session = SessionStore(gone)
        assert session.get("hand") is None
        assert session.session_key is None


def test_requests_read_it_without_putting_a_query_together(monkeypatch: pytest.MonkeyPatch) -> None:
    client, user = Client(), User.objects.create(username="ana")
    client.force_login(user)
    assert client.get(settings.LOGIN_REDIRECT_URL).status_code == 200
    asked: list[object] = []
    usual = SQLCompiler.as_sql
    monkeypatch.setattr(SQLCompiler, "as_sql", lambda one, *more: asked.append(one.query.model) or usual(one, *more))
    assert client.get(settings.LOGIN_REDIRECT_URL).status_code == 200
    assert asked
    assert not {Session, User}.intersection(asked)


def test_a_person_is_found_by_key_as_django_finds_one_and_only_among_those_of_a_relation() -> None:
    ana, bea = (User.objects.create(username=name, display_name=name.title()) for name in ("ana", "bea"))
    assert vars(User.objects.get(pk=ana.pk)).keys() == vars(User.objects.get(username="ana")).keys()
    assert User.objects.get(pk=str(bea.pk)) == bea
    for missing in ({"pk": bea.pk + 1}, {"pk": ana.pk, "username": "bea"}):
        with pytest.raises(User.DoesNotExist):
            User.objects.get(**missing)
    group = Group.objects.create(name="Los jueves")
    group.user_set.add(ana)
    assert group.user_set.get(pk=ana.pk) == ana
    with pytest.raises(User.DoesNotExist):
        group.user_set.get(pk=bea.pk)
