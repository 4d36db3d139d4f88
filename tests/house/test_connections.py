"""Connections: the deadlines of heads, bodies and readers, and how many there may be."""

from __future__ import annotations

import asyncio
import resource
import socket
import time
from collections.abc import Iterator, MutableMapping
from contextlib import closing
from threading import Event, Thread
from typing import Any

import pytest
import uvicorn

from tapiz_site import connections
from tapiz_site.connections import Connection

GOOD = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
PATIENCE = 10


async def _page(scope: MutableMapping[str, Any], _receive: Any, send: Any) -> None:
    body = b"x" * 30_000_000 if scope["path"] == "/endless" else b"here"
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A server of one small page, with our connections."""
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(_page, http=Connection, lifespan="off", log_level="error")
    server = uvicorn.Server(config)
    thread = Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])), daemon=True)
    thread.start()
    yield listening.getsockname()[1]
    server.should_exit = True
    thread.join()


def speak(port: int, words: bytes = b"") -> socket.socket:
    visitor = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    visitor.sendall(words)
    return visitor


def heard(visitor: socket.socket) -> bytes:
    """All that the server says until it closes the connection."""
    parts = []
    try:
        while part := visitor.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def test_a_whole_request_is_answered(port: int) -> None:
    with closing(speak(port, GOOD)) as visitor:
        assert heard(visitor).endswith(b"here")


@pytest.mark.parametrize("words", [b"", b"GET / HTTP/1.1\r\nHost: local"])
def test_a_head_that_does_not_end_is_given_up(port: int, monkeypatch: pytest.MonkeyPatch, words: bytes) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.1)
    with closing(speak(port, words)) as visitor:
        assert heard(visitor) == b""


def test_a_second_head_that_does_not_end_is_given_up(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A drop of bytes keeps the connection from counting as idle: the deadline of the head counts from the first."""
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.1)
    with closing(speak(port, GOOD.replace(b"Connection: close\r\n", b""))) as visitor:
        answer = b""
        while not answer.endswith(b"here"):
            answer += (part := visitor.recv(65536))
            assert part
        visitor.sendall(b"GET / HTTP/1.1\r\n")
        assert heard(visitor) == b""


def test_a_visitor_who_reads_nothing_is_given_up(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "READ_SECONDS", 0.1)
    with closing(speak(port, GOOD.replace(b"/ ", b"/endless ", 1))) as visitor:
        assert visitor.recv(1), "the answer has begun, and the connection counts"
        until = time.monotonic() + PATIENCE
        while connections._of_address and time.monotonic() < until:
            time.sleep(0.01)
        assert not connections._of_address


def test_one_address_has_a_number_of_connections(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_OF_ONE_ADDRESS", 2)
    first, second = speak(port), speak(port)
    with closing(first), closing(second), closing(speak(port, GOOD)) as third:
        assert heard(third) == b""
        second.sendall(GOOD)
        assert heard(second).endswith(b"here")
    first.close()
    until = time.monotonic() + PATIENCE
    while connections._of_address and time.monotonic() < until:
        time.sleep(0.01)
    with closing(speak(port, GOOD)) as again:
        assert heard(again).endswith(b"here")


def test_a_proxy_has_no_number_of_its_own(port: int, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    monkeypatch.setattr(connections, "MOST_OF_ONE_ADDRESS", 0)
    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    with closing(speak(port, GOOD)) as visitor:
        assert heard(visitor).endswith(b"here")


def test_all_together_leave_files_to_the_rest(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "most_connections", lambda: 0)
    with closing(speak(port, GOOD)) as visitor:
        assert heard(visitor) == b""


def test_the_file_limit_is_raised_as_far_as_the_system_grants() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(512, before[1]), before[1]))
    try:
        assert connections.most_connections() == min(512, before[1]) - connections.SPARE_FILES
        assert connections.raise_file_limit() == resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 512
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_server_that_stops_ends_what_waits_for_nothing_else(capfd: pytest.CaptureFixture[str]) -> None:
    begun = Event()

    async def stream(_scope: MutableMapping[str, Any], _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        begun.set()
        await connections.stopping().wait()
        await send({"type": "http.response.body", "body": b"bye"})

    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        stream, http=Connection, lifespan="off", log_level="error", timeout_graceful_shutdown=PATIENCE
    )
    server = uvicorn.Server(config)
    thread = Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])), daemon=True)
    thread.start()
    with closing(speak(listening.getsockname()[1], GOOD)) as visitor:
        assert begun.wait(PATIENCE)
        server.should_exit = True
        assert b"bye" in heard(visitor)
    thread.join()
    assert "Cancel" not in capfd.readouterr().err
