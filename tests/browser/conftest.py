"""A real server, a real browser: the site under uvicorn in a thread, and Chromium windows that report their errors."""

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from scripts.browser import chromium as installed
from scripts.served import CHROMIUM_ARGUMENTS

from .accessible import violations
from .fight import COUNT_ANSWERS, HIDE_UNTIL_LOADED, LEAVE_UNPAINTED

HERE = Path(__file__).parent
PATIENCE_MS = 20_000
"""How long a busy machine may take: what comes at once on a quiet one costs nothing by it."""
FOR_SHORT_LIVES = "--js-flags=--single-threaded-gc --min-semi-space-size=64"
"""Pages of tests live for seconds: seldom collected, and by no thread of its own, their garbage costs less."""

expect.set_options(timeout=PATIENCE_MS)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def _server(django_db_setup: None) -> Iterator[str]:
    """The whole site, stream included, on a free port; one for all tests, as a process serves one installation."""
    # Imported late: the threads of the pages must see the test database, which is a file.
    from tapiz_site.asgi import application
    from tapiz_site.connections import Connection

    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        application,
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


@pytest.fixture
def new_context(chromium: Browser, live_url: str) -> Iterator[Callable[..., BrowserContext]]:
    """Open a separate visitor: own cookies, own size; script errors and policy violations fail the test."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            problems.append(message.text)

    def open_context(**options: Any) -> BrowserContext:
        context = chromium.new_context(
            **{
                "base_url": live_url,
                "locale": "es-ES",
                "reduced_motion": "reduce",
                # each visitor would install it anew; the tests of reading without a connection allow it
                "service_workers": "block",
                **options,
            }
        )
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(COUNT_ANSWERS)
        context.add_init_script(HIDE_UNTIL_LOADED)
        context.add_init_script(LEAVE_UNPAINTED)
        context.on("console", heard)
        context.on("weberror", lambda error: problems.append(str(error.error)))
        contexts.append(context)
        return context

    yield open_context
    for context in contexts:
        context.close()
    assert not problems, "\n".join(problems)


@pytest.fixture
def new_page(new_context: Callable[..., BrowserContext]) -> Callable[..., Page]:
    """Open one page of a separate visitor, with the options of a browser context (viewport, has_touch, …)."""
    return lambda **options: new_context(**options).new_page()


@pytest.fixture
def assert_accessible() -> Callable[[Page], None]:
    """Check a page by axe; violations fail with their report."""

    def check(page: Page) -> None:
        found = violations(page)
        told = [(one["id"], one["help"], [node["failureSummary"] for node in one["nodes"]]) for one in found]
        assert not found, "\n".join(map(str, told))

    return check
