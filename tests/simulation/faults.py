"""What goes wrong in the middle of a request: its process dies, or another person is faster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from django.db import connection, connections
from django.urls import get_script_prefix, set_script_prefix
from django.utils import translation

from combat.brake import brake
from combat.views import shared
from tapiz_site.campaigns import calls
from tapiz_site.live.hub import hub


class Killed(BaseException):
    """The process was ended at this statement; no code of the program gets to see it as an error."""


class Statements:
    """Counts the SQL statements and commits of a request, and dies at one or lets another person act before it.

    at: the number of the statement, from 1 on. writing: count from the first transaction on. meanwhile: what another
    person does; where it is None, the process dies.
    """

    def __init__(self, at: int = 0, meanwhile: Callable[[], None] | None = None, *, writing: bool = False) -> None:
        self.at = at
        self.counts = not writing
        self.meanwhile = meanwhile
        self.count = 0
        self.happened = False
        self.where = ""
        self.drawing = 0

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Count a statement on its way to the database."""
        self._comes(sql)
        return execute(sql, params, many, context)

    def _comes(self, what: str) -> None:
        self.counts = self.counts or what.startswith("BEGIN")
        self.count += self.counts
        if not self.at or self.count < self.at:
            return
        if self.meanwhile is None:
            self.happened = True
            self.where = self.where or f"{self.count}: {' '.join(what.split())[:60]}"
            raise Killed
        # Between BEGIN and COMMIT others wait; and so do they while a part of a page is drawn for all.
        if not self.happened and not connection.in_atomic_block and not self.drawing:
            self.happened = True
            self.where = f"{self.count}: {' '.join(what.split())[:60]}"
            _apart(self.meanwhile)

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count within this block."""
        wrapper = connections["default"]
        commit = wrapper._commit

        def committed() -> None:
            self._comes("COMMIT")
            commit()
            self._comes("after COMMIT")

        with (
            patch.object(wrapper, "_commit", committed),
            patch.object(shared, "rendered", self._drawn(shared.rendered)),
            wrapper.execute_wrapper(self),
        ):
            yield

    def _drawn(self, rendered: Callable[..., str]) -> Callable[..., str]:
        """Draw a part of a page that others wait for meanwhile."""

        def drawn(*what: Any) -> str:
            self.drawing += 1
            try:
                return rendered(*what)
            finally:
                self.drawing -= 1

        return drawn


def _apart(does: Callable[[], None]) -> None:
    """Run as in a thread of its own: what a request leaves in its thread does not reach the other."""
    wrapper, language, prefix = connections["default"], translation.get_language(), get_script_prefix()
    wrappers, wrapper.execute_wrappers = wrapper.execute_wrappers, []
    try:
        does()
    finally:
        wrapper.execute_wrappers = wrappers
        set_script_prefix(prefix)
        translation.activate(language) if language else translation.deactivate()


def restart() -> None:
    """Go on as a process that has just been started: what was not committed and what was kept in memory is gone."""
    dying = connections["default"]
    del connections["default"]
    dying.connection and dying.connection.close()
    shared.forget()
    calls.forget()
    brake.forget()
    with hub._lock:
        hub._listeners.clear()
        hub._told.clear()
        hub._telling.clear()
    translation.deactivate()
    set_script_prefix("/")
