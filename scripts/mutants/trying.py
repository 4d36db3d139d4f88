"""Tries the mutants of one subject: `python -m scripts.mutants.trying SUBJECT COUNT SEED`, a line of JSON for each.

All tests of the subject are collected once. A fork runs them and notes which lines of the subject each one runs. Then,
for each mutant, a fork puts the changed code into the functions that are already there and runs the tests that come to
the changed lines, fastest first, until one fails.
"""

from __future__ import annotations

import gc
import json
import os
import pickle
import random
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import mkstemp
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest
from hypothesis import settings

from scripts.mutants.changes import Change, changes
from scripts.mutants.subjects import ROOT, SUBJECTS, Subject

KILLED, SURVIVED, ENDLESS, UNTRIED = "killed", "survived", "endless", "untried"
BROKEN, TOO_LONG = 1, 3
"""How a fork ends that has come to nothing."""
EXAMPLES = 25
"""Examples of a property test."""
LOOKS = 200
"""How many calls of a function within one test are followed line by line: later ones tell hardly anything new."""
PATIENCE = 10
"""A test that takes so many times as long as before does not end; at least LEAST_PATIENCE seconds are given."""
LEAST_PATIENCE = 10


@dataclass
class Mutant:
    """One change to one file."""

    path: Path
    change: Change

    def told(self, verdict: str, tests: int = 0) -> dict[str, object]:
        """What is known of it after it was tried."""
        before, after = self.change.shown(self.path.read_bytes())
        place = f"{self.path.relative_to(ROOT)}:{self.change.first}"
        return {"place": place, "function": self.change.function, "before": before, "after": after, "tests": tests,
                "verdict": verdict}  # fmt: skip


@dataclass
class Known:
    """What a test did before anything was changed: whether it passed, how long it took, which lines it ran."""

    passed: bool
    seconds: float
    lines: dict[str, set[int]] = field(default_factory=dict)


def drawn(subject: Subject, count: int, seed: str) -> list[Mutant]:
    """Mutants of a subject, drawn by chance: of one statement no more than one."""
    everything = [Mutant(path, change) for path in subject.files() for change in changes(path.read_bytes())]
    random.Random(seed).shuffle(everything)
    found: dict[tuple[Path, int], Mutant] = {}
    for one in everything:
        found.setdefault((one.path, one.change.first), one)
    return list(found.values())[:count]


class Trying:
    """A plugin that runs the tests once a mutant instead of once."""

    def __init__(self, subject: Subject, mutants: list[Mutant]) -> None:
        self.subject = subject
        self.mutants = mutants
        self.database: Path | None = None

    def pytest_collection(self) -> None:
        settings.register_profile(
            "mutants", max_examples=EXAMPLES, derandomize=True, database=None, deadline=None, print_blob=False
        )
        settings.load_profile("mutants")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [one for one in items if self.subject.holds(one.path, one.nodeid)]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._make_database(session)
        known = self._in_fork(lambda: self._look(session))
        if not known:
            raise RuntimeError("the tests of the subject cannot be run")
        for one in session.items:
            if one.nodeid in known and not known[one.nodeid].passed:
                say({"broken": one.nodeid})
        for mutant in self.mutants:
            say(self._try(session, mutant, known))
        return True

    # Running

    def _make_database(self, session: pytest.Session) -> None:
        """Have the database made once, by a test that needs one, and leave it closed for the forks to copy."""
        needing = [one for one in session.items if one.get_closest_marker("django_db") or "db" in _fixtures(one)]
        if needing:
            from django.db import connections

            _run(needing[0], session)
            connections.close_all()
            self.database = Path(connections["default"].settings_dict["NAME"])

    def _in_fork(self, work: Callable[[], Any], patience: float = 3600) -> Any:
        """Do something in a process of its own and give what it comes to; None when it does not end."""
        handle, name = mkstemp(prefix="tapiz-mutant-")
        os.close(handle)
        child = os.fork()
        if not child:
            code = BROKEN
            try:
                os.setsid()
                os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
                os.dup2(1, 2)
                self._copy_database(name)
                Path(name).write_bytes(pickle.dumps(work()))
                code = 0
            except BaseException:
                os.write(ERRORS, traceback.format_exc().encode())
            finally:
                os._exit(code)
        deadline = time.monotonic() + patience
        while (ended := os.waitpid(child, os.WNOHANG)) == (0, 0):
            if time.monotonic() > deadline:
                os.killpg(child, signal.SIGKILL)
            time.sleep(0.02)
        data = Path(name).read_bytes()
        for path in Path(name).parent.glob(f"{Path(name).name}*"):
            path.unlink()
        if os.waitstatus_to_exitcode(ended[1]) == BROKEN:
            raise RuntimeError("a fork broke down; its reason stands above")
        return pickle.loads(data) if data else None

    def _copy_database(self, name: str) -> None:
        if self.database is not None:
            from django.db import connections

            copy = f"{name}.sqlite3"
            shutil.copy(self.database, copy)
            connections["default"].settings_dict["NAME"] = copy

    # Before anything is changed

    def _look(self, session: pytest.Session) -> dict[str, Known]:
        """Run every test and note what it runs."""
        known = {}
        lines = _Lines({str(path) for path in self.subject.files()})
        for one in _transactions_last(session.items, lambda item: 0):
            begun = time.monotonic()
            with lines:
                passed = _run(one, session)
            known[one.nodeid] = Known(passed, time.monotonic() - begun, lines.taken())
        return known

    # With a change

    def _try(self, session: pytest.Session, mutant: Mutant, known: dict[str, Known]) -> dict[str, object]:
        changed = range(mutant.change.first, mutant.change.last + 1)
        path = str(mutant.path)
        mattering = [
            one
            for one in session.items
            if known[one.nodeid].passed and not known[one.nodeid].lines.get(path, set()).isdisjoint(changed)
        ]
        if not mattering:
            return mutant.told(SURVIVED)
        mattering = _transactions_last(mattering, lambda item: known[item.nodeid].seconds)

        def attempt() -> str:
            if not put_in(mutant):
                return UNTRIED
            for one in mattering:
                signal.signal(signal.SIGALRM, lambda number, frame: os._exit(TOO_LONG))
                signal.alarm(int(LEAST_PATIENCE + PATIENCE * known[one.nodeid].seconds))
                if not _run(one, session):
                    return KILLED
            return SURVIVED

        patience = LEAST_PATIENCE + PATIENCE * sum(known[one.nodeid].seconds for one in mattering)
        return mutant.told(self._in_fork(attempt, patience) or ENDLESS, len(mattering))


def _run(item: pytest.Item, session: pytest.Session) -> bool:
    """Run a test, up to taking down everything but the session, and tell whether it passed."""
    before = session.testsfailed
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=session)
    return session.testsfailed == before


def _fixtures(item: pytest.Item) -> list[str]:
    return getattr(item, "fixturenames", [])


def _transactions_last(items: list[pytest.Item], order: Callable[[pytest.Item], float]) -> list[pytest.Item]:
    """Tests that empty the database come after those that go back to what it was."""

    def empties(item: pytest.Item) -> bool:
        marker = item.get_closest_marker("django_db")
        return "transactional_db" in _fixtures(item) or bool(marker and marker.kwargs.get("transaction"))

    return sorted(items, key=lambda item: (empties(item), order(item)))


class _Lines:
    """Notes which lines of some files run."""

    def __init__(self, files: set[str]) -> None:
        self.files = files
        self.lines: dict[str, set[int]] = {}
        self.looks: dict[int, int] = {}

    def __enter__(self) -> None:
        sys.settrace(self._call)

    def __exit__(self, *raised: object) -> None:
        sys.settrace(None)

    def taken(self) -> dict[str, set[int]]:
        """The lines noted since this was last asked."""
        lines, self.lines, self.looks = self.lines, {}, {}
        return lines

    def _call(self, frame: FrameType, event: str, arg: object) -> Any:
        code = frame.f_code
        if code.co_filename not in self.files:
            return None
        looks = self.looks[id(code)] = self.looks.get(id(code), 0) + 1
        return self._line if looks <= LOOKS else None

    def _line(self, frame: FrameType, event: str, arg: object) -> Any:
        self.lines.setdefault(frame.f_code.co_filename, set()).add(frame.f_lineno)
        return self._line


# Putting changed code in


def put_in(mutant: Mutant) -> bool:
    """Put changed code into all functions that were made from the code before; False where that cannot be done."""
    source = mutant.path.read_bytes()
    before = compile(source, str(mutant.path), "exec", dont_inherit=True)
    try:
        after = compile(mutant.change.made(source), str(mutant.path), "exec", dont_inherit=True)
    except SyntaxError:
        return False
    instead = {old: new for old, new in _pairs(before, after) if old != new}
    found = False
    for one in gc.get_objects():
        if type(one) is FunctionType and one.__code__.co_filename == str(mutant.path):
            new = instead.get(one.__code__)
            if new is not None and len(new.co_freevars) == len(one.__code__.co_freevars):
                one.__code__ = new
                found = True
    return found


def _pairs(before: CodeType, after: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Functions before and after a change, and those inside them as far as they correspond."""
    old, new = _inner(before), _inner(after)
    if len(old) == len(new):
        for one, other in zip(old, new, strict=True):
            yield one, other
            yield from _pairs(one, other)


def _inner(code: CodeType) -> list[CodeType]:
    return [one for one in code.co_consts if isinstance(one, CodeType)]


def say(what: dict[str, object]) -> None:
    """Write a line for whoever asked for the mutants, past what pytest keeps to itself."""
    os.write(OUTPUT, (json.dumps(what) + "\n").encode())


def main(subject: str, count: str, seed: str) -> int:
    """Try mutants of a subject."""
    one = SUBJECTS[subject]
    mutants = drawn(one, int(count), f"{seed} {subject}")
    options = [
        "-q",
        "-p",
        "no:randomly",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-m",
        "not browser and not postgres",
    ]
    files = [str(path) for path in one.test_files()]
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return int(pytest.main([*options, *files], plugins=[Trying(one, mutants)]))


OUTPUT, ERRORS = os.dup(1), os.dup(2)

if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main(*sys.argv[1:]))
