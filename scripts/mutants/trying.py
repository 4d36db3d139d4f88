"""Tries the mutants of one subject: `python -m scripts.mutants.trying SUBJECT COUNT SEED`, a line of JSON for each.

All tests of the subject are collected once. A fork runs them and notes which lines of the subject each one runs. Then,
for each mutant, a fork puts the changed code into the functions that are already there and runs the tests that come to
the changed lines, fastest first, until one fails.
"""

from __future__ import annotations

import ast
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
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper
from itertools import accumulate, pairwise
from pathlib import Path
from tempfile import TemporaryFile, mkstemp
from types import CodeType, FunctionType
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
PROBE = "__ran__"
OURS = str(ROOT)
NO_NAMES: Mapping[str, object] = {}
PATIENCE = 10
"""A test that takes this many times as long as before does not end; at least LEAST_PATIENCE seconds are given."""
LEAST_PATIENCE = 10
BESIDE_SECONDS = 30
"""How much time is given to tests that do not come to a changed line, as far as is known."""


@dataclass
class Mutant:
    """One change to one file."""

    path: Path
    change: Change

    def compiled(self) -> CodeType | None:
        """The changed code; None where Python does not take it."""
        try:
            return compile(self.change.made(self.path.read_bytes()), str(self.path), "exec", dont_inherit=True)
        except SyntaxError:
            return None

    def told(self, verdict: str, tests: int = 0) -> dict[str, object]:
        """What is known of it after it was tried."""
        before, after = self.change.shown(self.path.read_bytes())
        place = f"{self.path.relative_to(ROOT)}:{self.change.first}"
        return {"place": place, "function": self.change.function, "before": before, "after": after, "tests": tests,
                "verdict": verdict}  # fmt: skip


@dataclass
class Baseline:
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
        self.loaded = Loaded({}, [])
        self.noting: list[pytest.Item] = []
        """The tests that pass without any change."""
        self.noticed: Counter[str] = Counter()
        """How many changes each test noticed."""

    def pytest_collection(self) -> None:
        settings.register_profile(
            "mutants", max_examples=EXAMPLES, derandomize=True, database=None, deadline=None, print_blob=False
        )
        settings.load_profile("mutants")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [one for one in items if self.subject.holds(one.path, one.nodeid)]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._make_database(session)
        self.loaded = Loaded.now()
        known = self._in_fork(lambda: self._look(session))
        if not known:
            raise RuntimeError("the tests of the subject cannot be run")
        for one in session.items:
            if one.nodeid in known and not known[one.nodeid].passed:
                say({"broken": one.nodeid})
        self.noting = [one for one in session.items if known[one.nodeid].passed]
        for mutant in self.mutants:
            say(self._try(session, mutant, known))
        return True

    # Running

    def _make_database(self, session: pytest.Session) -> None:
        """Have the database made once, by a test that needs one, and leave it closed for the forks to copy."""
        needing = [one for one in session.items if one.get_closest_marker("django_db") or "db" in _fixtures(one)]
        if needing:
            from django.db import connections

            if not _run(needing[0], session, session):
                raise RuntimeError(f"{needing[0].nodeid} fails without any change")
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

    def _look(self, session: pytest.Session) -> dict[str, Baseline]:
        """Run every test and note which statements of the subject it runs."""
        seen: dict[str, set[int]] = {}
        for path in self.subject.files():
            lines = seen[str(path)] = set()
            self.loaded.put_in(path, probed(path), {PROBE: lines.add})
        known = {}
        for one in _transactions_last(session.items, lambda item: 0):
            begun = time.monotonic()
            passed = _run(one, session, session)
            lines_run = {path: set(lines) for path, lines in seen.items() if lines}
            known[one.nodeid] = Baseline(passed, time.monotonic() - begun, lines_run)
            for lines in seen.values():
                lines.clear()
        return known

    # With a change

    def _try(self, session: pytest.Session, mutant: Mutant, known: dict[str, Baseline]) -> dict[str, object]:
        path, line = str(mutant.path), mutant.change.first
        mattering = [one for one in self.noting if line in known[one.nodeid].lines.get(path, ())]
        tests = [*self._ordered(mattering, known), *self._broadest(path, frozenset(mattering), known)]
        tests = _transactions_last(tests, lambda item: 0)
        changed = mutant.compiled()

        def attempt() -> tuple[str, str]:
            if changed is None or not self.loaded.put_in(mutant.path, changed):
                return UNTRIED, ""
            for one, after in pairwise([*tests, session]):
                signal.signal(signal.SIGALRM, lambda number, frame: os._exit(TOO_LONG))
                signal.alarm(int(LEAST_PATIENCE + PATIENCE * known[one.nodeid].seconds))
                if not _run(one, after, session):
                    return KILLED, one.nodeid
            return SURVIVED, ""

        patience = LEAST_PATIENCE + PATIENCE * sum(known[one.nodeid].seconds for one in tests)
        verdict, noticed = self._in_fork(attempt, patience) or (ENDLESS, "")
        self.noticed[noticed] += 1
        return mutant.told(verdict, len(mattering))

    def _broadest(self, path: str, others: Collection[pytest.Item], known: Mapping[str, Baseline]) -> list[pytest.Item]:
        """The tests that come to most of a file, as long as they take little time together.

        What one test has worked out and kept is not worked out by the next: they may see a change all the same.
        """
        beside = [one for one in self.noting if path in known[one.nodeid].lines and one not in others]
        beside.sort(key=lambda item: -len(known[item.nodeid].lines[path]))
        spent = accumulate(known[one.nodeid].seconds for one in beside)
        return [one for one, seconds in zip(beside, spent, strict=True) if seconds <= BESIDE_SECONDS]

    def _ordered(self, items: list[pytest.Item], known: Mapping[str, Baseline]) -> list[pytest.Item]:
        """Those that noticed most before come first, then the fast ones; those of one file share their beginnings."""
        firsts: dict[Path, tuple[int, float]] = {}
        keys = {one: (-self.noticed[one.nodeid], known[one.nodeid].seconds) for one in items}
        for one, key in keys.items():
            firsts[one.path] = min(key, firsts.get(one.path, key))
        return sorted(items, key=lambda item: (firsts[item.path], str(item.path), keys[item]))


def _run(item: pytest.Item, after: pytest.Item | pytest.Session, session: pytest.Session) -> bool:
    """Run a test, up to taking down what the one after it does not need, and tell whether it passed."""
    before = session.testsfailed
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
    return session.testsfailed == before


def _fixtures(item: pytest.Item) -> list[str]:
    return getattr(item, "fixturenames", [])


def _transactions_last(items: list[pytest.Item], order: Callable[[pytest.Item], Any]) -> list[pytest.Item]:
    """Tests that empty the database come after those that go back to what it was."""

    def empties(item: pytest.Item) -> bool:
        marker = item.get_closest_marker("django_db")
        return "transactional_db" in _fixtures(item) or bool(marker and marker.kwargs.get("transaction"))

    return sorted(items, key=lambda item: (empties(item), order(item)))


# Putting changed code in


@dataclass
class Loaded:
    """What is in memory of our code. It is looked for once: a fork that looked itself would copy all that it passes."""

    functions: Mapping[str, list[FunctionType]]
    """Every function there is, by the file that it was made from."""
    caches: list[_lru_cache_wrapper[Any]]
    """Caches of our functions, which may hold what the code gave before it was changed."""

    @classmethod
    def now(cls) -> Loaded:
        """Look through the memory, and leave it frozen."""
        gc.unfreeze()  # the tests freeze what is imported, and it would not be found there
        functions: dict[str, list[FunctionType]] = {}
        caches = []
        for one in gc.get_objects():
            # by its exact type: to ask a lazy object for its class would wake it
            if type(one) is FunctionType:
                functions.setdefault(one.__code__.co_filename, []).append(one)
            elif type(one) is _lru_cache_wrapper and isinstance(one.__wrapped__, FunctionType):
                file = one.__wrapped__.__code__.co_filename
                if file.startswith(OURS) and "/.venv/" not in file:
                    caches.append(one)
        gc.collect()
        gc.freeze()
        return cls(functions, caches)

    def put_in(self, path: Path, after: CodeType, names: Mapping[str, object] = NO_NAMES) -> bool:
        """Put changed code of a file into all functions that were made from it; False where no function changes.

        It is False too where a function that was made from it cannot take it, since it would hold other variables of
        the function around it. names: what its modules then know besides.
        """
        before = compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
        instead = {old: new for old, new in _pairs(before, after) if old != new}
        found = False
        for one in self.functions.get(str(path), ()):
            new = instead.get(one.__code__)
            if new is None:
                continue
            if len(new.co_freevars) != len(one.__code__.co_freevars):
                return False
            one.__code__ = new
            one.__globals__.update(names)
            found = True
        for cached in self.caches if found else ():
            cached.cache_clear()
        return found


def probed(path: Path) -> CodeType:
    """The code of a file in which every statement of a function first notes that it runs."""
    return compile(ast.fix_missing_locations(_Probing().visit(ast.parse(path.read_bytes()))), str(path), "exec")


class _Probing(ast.NodeTransformer):
    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._with_probes(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._with_probes(node)

    def _with_probes(self, node: ast.AST) -> ast.AST:
        for inside in ast.walk(node):
            for name in ("body", "orelse", "finalbody"):
                block = getattr(inside, name, None)
                if isinstance(block, list) and not isinstance(inside, ast.ClassDef):
                    setattr(inside, name, [part for one in block for part in self._noted(one)])
        return node

    def _noted(self, statement: ast.stmt) -> list[ast.stmt]:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            return [statement]
        note = ast.parse(f"{PROBE}({statement.lineno})").body[0]
        for part in ast.walk(note):
            ast.copy_location(part, statement)
        return [note, statement]


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
    """Write a line for the person who asked for the mutants, past what pytest keeps to itself."""
    os.write(OUTPUT, (json.dumps(what) + "\n").encode())


def main(subject: str, count: str, seed: str) -> int:
    """Try mutants of a subject."""
    one = SUBJECTS[subject]
    mutants = drawn(one, int(count), f"{seed} {subject}")
    options = ["-q", "-pno:randomly", "-pno:xdist", "-m", "not browser and not postgres"]
    files = [str(path) for path in one.test_files()]
    with TemporaryFile() as kept:
        os.dup2(kept.fileno(), 1)
        code = int(pytest.main([*options, *files], plugins=[Trying(one, mutants)]))
        if code > pytest.ExitCode.TESTS_FAILED:
            kept.seek(0)
            os.write(ERRORS, kept.read()[-4000:])
    return code


OUTPUT, ERRORS = os.dup(1), os.dup(2)

if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main(*sys.argv[1:]))
