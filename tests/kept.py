"""Rows that all tests of a module begin with, made once: each test takes back what it did to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import TypeVar

from django.db import transaction
from pytest_django import DjangoDbBlocker

from combat import history
from combat.views import shared
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table

T = TypeVar("T")


@contextmanager
def made_once(make: Callable[[], T], blocker: DjangoDbBlocker) -> Iterator[T]:
    """Make rows in a transaction around those of the tests, as a TestCase of Django does for its class.

    For a fixture of a module whose tests leave their transactions to pytest-django.
    """
    with blocker.unblock(), transaction.atomic():
        yield make()
        transaction.set_rollback(True)


def without() -> None:
    """Take away, for this test, what its module began with: it makes people of the same names."""
    Table.objects.all().delete()
    User.objects.all().delete()


def as_made(made: T) -> T:
    """What was made, for one test that may change it; pages drawn of what another test did to it are forgotten."""
    history.forget()
    shared.forget()
    return deepcopy(made)
