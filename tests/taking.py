"""One of several processes that share the files of tests: each takes the next file that no other has taken.

    pytest -p tests.taking --take-from=LIST

LIST names files, one a line; what is taken is marked beside it. A file is read when it is taken, so that no process
reads the tests of another. None ends while files are left.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

MODULES = pytest.StashKey[dict[str, pytest.Collector]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--take-from", type=Path, required=True)


def listed(files: Path) -> list[str]:
    """The files that all processes share, in the order in which they are taken."""
    return files.read_text(encoding="utf-8").splitlines()


def taken(files: Path) -> Iterator[str]:
    """The files that fall to this process."""
    for number, file in enumerate(listed(files)):
        try:
            files.with_name(f"{files.name}.{number}").touch(exist_ok=False)
        except FileExistsError:
            continue
        yield file


def pytest_collection(session: pytest.Session) -> bool:
    """Find the modules and the folders around them, and read none of them yet."""
    files = listed(session.config.getoption("--take-from"))
    session.stash[MODULES] = {str(one.path): one for one in session.perform_collect(files, genitems=False)}
    return True


def pytest_runtestloop(session: pytest.Session) -> bool:
    # what all tests share stays between files: the next test is known before the last of a file ends
    item = None
    session.items = []
    for file in taken(session.config.getoption("--take-from")):
        items = list(session.genitems(session.stash[MODULES][file]))
        session.config.hook.pytest_collection_modifyitems(session=session, config=session.config, items=items)
        # pytest-django sees in them which databases to make
        session.items += items
        for following in items:
            if item is not None:
                run(session, item, following)
            item = following
    if item is not None:
        run(session, item, None)
    session.testscollected = len(session.items)
    return True


def run(session: pytest.Session, item: pytest.Item, following: pytest.Item | None) -> None:
    """Run one test, and stop where the run is to stop."""
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    if session.shouldfail:
        raise session.Failed(session.shouldfail)
    if session.shouldstop:
        raise session.Interrupted(session.shouldstop)
