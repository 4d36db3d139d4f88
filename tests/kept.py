"""Rows that all tests of a module begin with, made once: each test takes back what it did to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from django.db import connection, transaction
from pytest_django import DjangoDbBlocker

from combat import demo, history
from combat.views import shared
from equipment.packs.installing import install_shipped
from equipment.packs.models import PackVersion
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import calls
from tapiz_site.campaigns.models import Table
from tapiz_site.live.models import Topic

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
    Topic.objects.all().delete()


def as_made(made: T) -> T:
    """What was made, for one test that may change it; pages drawn of what another test did to it are forgotten."""
    history.forget()
    shared.forget()
    calls.forget()
    return deepcopy(made)


@dataclass
class Replay:
    """What was written into the database once, written again as it was."""

    written: list[tuple[str, Any, bool]] = field(default_factory=list)
    """The statements, their parameters, and whether they are many."""

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Note what is written meanwhile."""
        with connection.execute_wrapper(self._note):
            yield

    @transaction.atomic
    def again(self) -> None:
        """Write it again, into a database that is as it was."""
        with connection.cursor() as cursor:
            for sql, params, many in self.written:
                (cursor.executemany if many else cursor.execute)(sql, params)

    def _note(self, run: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        if sql.startswith(("INSERT", "UPDATE", "DELETE")):
            self.written.append((sql, params, many))
        return run(sql, params, many, context)


@dataclass
class Onward(Generic[T]):
    """What a module's tests go on to from what it began with: done once, and for each later test written again."""

    does: Callable[[T], None]
    made: T | None = None
    replay: Replay = field(default_factory=Replay)

    def of(self, begun: T) -> T:
        """What it makes of this copy of what was made; the rows of the test are as they were then."""
        if self.made is None:
            with self.replay.noted():
                self.does(begun)
            self.made = deepcopy(begun)
            return begun
        self.replay.again()
        return deepcopy(self.made)


PACKS, GAMES, DEMOS, ROOM = 200_000, 500_000, 1_000_000, 100_000
"""The numbers before those of the rows of packs, of a game and of the first demo table, and how many each may have.

So a demo table can stand beside a game, or beside those before it.
"""

_played: dict[tuple[object, ...], tuple[Any, Replay, set[tuple[str, int]]]] = {}


def played_once(make: Callable[..., T], *given: Any, after: int = GAMES) -> T:
    """What is made of this in a database in which nothing else was played.

    This process plays it once, and for each later test writes the same rows again.
    """
    if connection.vendor != "sqlite":
        return make(*given)
    as_made(None)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM sqlite_sequence")
        cursor.execute(
            "INSERT INTO sqlite_sequence SELECT name, %s FROM sqlite_master WHERE sql LIKE '%%AUTOINCREMENT%%'", [after]
        )
    if (make, *given) in _played:
        made, replay, numbers = _played[make, *given]
        replay.again()
        assert _numbers() == numbers, f"rows that were there already change numbers: {_numbers() ^ numbers}"
    else:
        replay = Replay()
        with replay.noted():
            made = make(*given)
        _played[make, *given] = made, replay, _numbers()
    return deepcopy(made)


def _numbers() -> set[tuple[str, int]]:
    """The last number of each table."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, seq FROM sqlite_sequence")
        return {*cursor.fetchall()}


def shipped_packs() -> None:
    """Install the packs that ship."""
    played_once(install_shipped, after=PACKS)


def demo_table(path: Path) -> None:
    """Load a demo table into a database without packs and without later demo tables."""
    assert not PackVersion.objects.exists()
    played_once(demo.load, path, after=DEMOS + ROOM * demo.demos().index(path))
