"""A real server, a real browser: the site under uvicorn in a thread, and Chromium windows that report their errors."""

import os
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from combat.views import page
from scripts.browser import chromium as installed
from scripts.served import CHROMIUM_ARGUMENTS

from .accessible import ADDRESS, SCRIPT, violations
from .visitors import PATIENCE_MS, Visitors, first_page

HERE = Path(__file__).parent
FOR_SHORT_LIVES = "--js-flags=--single-threaded-gc --min-semi-space-size=64"
"""Pages of tests live for seconds: seldom collected, and by no thread of its own, their garbage costs less."""

expect.set_options(timeout=PATIENCE_MS)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of browsers, and put the long ones first, so that two processes end together."""
    ours = [item for item in items if HERE in item.path.parents]
    for item in ours:
        item.add_marker(pytest.mark.browser)
    tests = Counter(item.path for item in ours)
    # a long file of few tests has long ones
    ours.sort(key=lambda item: -item.path.stat().st_size / tests[item.path])
    # each of the two begins with a half of its own
    items[:] = [*(item for item in items if HERE not in item.path.parents), *ours[::2], *ours[1::2]]


@pytest.fixture(scope="session")
def _server(django_db_setup: None) -> Iterator[str]:
    """The whole site, stream included, on a free port; one for all tests, as a process serves one installation."""
    # Imported late: the threads of the pages must see the test database, which is a file.
    from tapiz_site.asgi import Message, Receive, Send, application
    from tapiz_site.connections import Connection

    async def with_axe(scope: Message, receive: Receive, send: Send) -> None:
        if scope.get("path") == ADDRESS:
            headers = [(b"content-type", b"text/javascript"), (b"cache-control", b"max-age=3600")]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": SCRIPT.encode()})
        else:
            await application(scope, receive, send)

    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        with_axe,
        http=Connection,
        lifespan="off",
        ws="none",
        log_level="error",
        access_log=False,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, name="live-server", daemon=True)
    thread.start()
    deadline = time.monotonic() + 60
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        assert time.monotonic() < deadline, "the server did not start in time"
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join(10)


@pytest.fixture
def live_url(transactional_db: None, _server: str) -> str:
    """The address of the running site; what the test writes is committed, and emptied afterwards."""
    return _server


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One Chromium for all tests."""
    path = installed()
    if path is None:
        pytest.skip("no Chromium: apt-get install chromium, or set TAPIZ_CHROMIUM")
    # Playwright's own loop runs in the main thread, where Django would refuse to touch the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*CHROMIUM_ARGUMENTS, FOR_SHORT_LIVES])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def visitors(chromium: Browser, _server: str) -> Visitors:
    """Those who visit the site in this run."""
    return Visitors(chromium, _server)


@pytest.fixture
def new_context(
    visitors: Visitors, live_url: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., BrowserContext]]:
    """Open a separate visitor (`Visitors.come`); script errors and policy violations fail the test."""
    # Tests begin with the same ids and versions: what a browser has kept of another's fragments is of another build.
    monkeypatch.setattr(page, "BUILD", uuid4().hex)
    yield visitors.come
    problems = list(visitors.leave())
    assert not problems, "\n".join(problems)


@pytest.fixture
def new_page(new_context: Callable[..., BrowserContext]) -> Callable[..., Page]:
    """Open one page of a separate visitor, with the options of a browser context (viewport, has_touch, …)."""
    return lambda **options: first_page(new_context(**options))


@pytest.fixture
def assert_accessible() -> Callable[[Page], None]:
    """Check a page by axe; violations fail with their report."""

    def check(one: Page) -> None:
        found = violations(one)
        told = [(it["id"], it["help"], [node["failureSummary"] for node in it["nodes"]]) for it in found]
        assert not found, "\n".join(map(str, told))

    return check
