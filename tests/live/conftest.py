"""People, sessions and topics for the tests of the event stream."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client

from tapiz_site.accounts.models import User
from tapiz_site.live import access


@pytest.fixture
def sharra(db) -> User:
    return User.objects.create_user("sharra")


@pytest.fixture
def session_key(client: Client, sharra: User) -> str:
    client.force_login(sharra)
    return client.session.session_key


@pytest.fixture
def rights() -> Iterator[set[tuple[int, str]]]:
    """The people who may watch each topic under the prefix `test:`; empty at first."""
    granted: set[tuple[int, str]] = set()
    access.register("test:", lambda user, topic: (user.pk, topic) in granted)
    yield granted
    access.unregister("test:")
