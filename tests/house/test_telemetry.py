"""What the people who run the site are told: health, request ids, counters, the log."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from tapiz_site.telemetry import health, logs, metrics
from tapiz_site.telemetry.request_ids import HEADER
from tapiz_site.urls import urlpatterns as real

SECRET = "a-very-secret-token"


def _broken(request: HttpRequest, token: str) -> HttpResponse:
    raise ZeroDivisionError(request.method)


def _gone(request: HttpRequest) -> HttpResponse:
    raise OperationalError("database or disk is full")


handler500 = "tapiz_site.faults.server_error"
urlpatterns = [*real, path("roto/<str:token>/", _broken), path("lleno/", _gone)]


class Lines(logging.Handler):
    """Keeps what the log would write."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(logs.JsonFormatter())
        self.addFilter(logs.Throttle(3))
        self.addFilter(logs.Context())
        self.lines: list[dict[str, Any]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(json.loads(self.format(record)))


@pytest.fixture
def log() -> Iterator[Lines]:
    handler = Lines()
    root = logging.getLogger()
    root.addHandler(handler)
    yield handler
    root.removeHandler(handler)


@pytest.fixture
def stranger(settings: Any) -> Client:
    settings.ROOT_URLCONF = __name__
    return Client(raise_request_exception=False)


def test_the_process_lives_without_a_database_and_by_any_name() -> None:
    answer = Client().get("/salud/", headers={"host": "10.1.2.3"})
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert answer["Cache-Control"] == "no-store"
    assert Client().post("/salud/").status_code == 405


@pytest.mark.django_db
def test_it_is_ready_with_all_migrations_and_a_folder_to_write_to(settings: Any, tmp_path: Path) -> None:
    settings.SECURE_SSL_REDIRECT = True
    settings.DATA_DIR = tmp_path
    answer = Client().get("/salud/lista/")
    assert (answer.status_code, answer.json()) == (200, {"database": "ok", "folder": "ok"})


@pytest.mark.django_db
def test_it_says_what_it_lacks(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DATA_DIR = tmp_path / "gone"
    monkeypatch.setattr(health, "_wanted", lambda: frozenset({("combat", "9999_to_come")}))
    answer = Client().get("/salud/lista/")
    assert (answer.status_code, answer.json()) == (503, {"database": "migrations missing", "folder": "not writable"})

    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(health, "LEAST_ROOM", 10**18)
    monkeypatch.setattr(health.MigrationRecorder, "applied_migrations", _no_database)
    answer = Client().get("/salud/lista/")
    assert (answer.status_code, answer.json()) == (503, {"database": "unreachable", "folder": "disk full"})


def _no_database(_recorder: object) -> dict[str, str]:
    raise OperationalError


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("10.2.3.4", {}, 200),
        ("10.3.0.1", {}, 403),
        ("192.0.2.7", {}, 403),
        ("", {}, 403),
        # A proxy that the settings do not name.
        ("127.0.0.1", {"x-forwarded-for": "192.0.2.7"}, 403),
    ],
)
def test_counters_are_for_named_addresses(settings: Any, address: str, headers: Any, status: int) -> None:
    settings.METRICS_ADDRESSES = ["127.0.0.1", "10.2.0.0/16"]
    assert Client(REMOTE_ADDR=address).get("/salud/cifras/", headers=headers).status_code == status


@pytest.mark.django_db
def test_answers_are_counted(client: Client) -> None:
    client.get("/")
    text = client.get("/salud/cifras/").content.decode()
    assert 'tapiz_requests_total{status="302",view="home"}' in text
    assert "tapiz_streams " in text
    assert "process_resident_memory_bytes" in text


def test_processes_share_their_counters_and_leave_those_that_have_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(metrics.FOLDER, "")
    (tmp_path / "counter_1.db").touch()
    metrics.share(tmp_path)
    assert os.environ[metrics.FOLDER] == str(tmp_path)
    assert not list(tmp_path.iterdir())
    gone = tmp_path / "gauge_livesum_999999999.db"
    gone.touch()
    metrics.text()
    assert not gone.exists()


def test_a_line_that_tells_of_others_left_out_has_no_secret_either(log: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> str:
        said = ("Internal Server Error", f"/roto/{SECRET}/")
        record = logging.LogRecord("django.request", logging.ERROR, "", 0, "%s: %s", said, None)
        record.request = SimpleNamespace(resolver_match=SimpleNamespace(kwargs={"token": SECRET}))
        log.handle(record)
        return str(log.lines[-1]["message"])

    for _many in range(5):
        assert fails() == "Internal Server Error: /roto/…/"
    monkeypatch.setattr(logs, "MINUTE", 0)
    assert fails() == "Internal Server Error: /roto/…/ (before this, 2 lines were left out)"


@pytest.mark.django_db
def test_a_failure_has_one_id_in_header_page_and_log_and_no_secret(stranger: Client, log: Lines) -> None:
    answer = stranger.get(f"/roto/{SECRET}/")
    assert answer.status_code == 500
    code = answer[HEADER]
    assert code in answer.content.decode()
    (line,) = log.lines
    # what other tests logged may have been left out before it
    said, _before, _others = str(line["message"]).partition(" (before this")
    assert (line["request_id"], line["level"], said) == (code, "ERROR", "Internal Server Error: /roto/…/")
    assert "ZeroDivisionError" in line["trace"]
    assert SECRET not in json.dumps(line)


@pytest.mark.django_db
def test_the_id_of_a_trusted_proxy_is_kept(client: Client, settings: Any) -> None:
    given = {"x-request-id": "of-the-proxy-1"}
    assert client.get("/", headers=given)[HEADER] != "of-the-proxy-1"
    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    assert client.get("/", headers=given)[HEADER] == "of-the-proxy-1"
    assert client.get("/", headers={"x-request-id": "<script>alert"})[HEADER] != "<script>alert"


@pytest.mark.django_db
def test_what_fails_for_all_is_told_a_few_times_without_a_trace(stranger: Client, log: Lines) -> None:
    answers = [stranger.get("/lleno/") for _request in range(9)]
    assert {one.status_code for one in answers} == {503}
    assert answers[0]["Retry-After"] == "5"
    assert "Ahora mismo no se puede" in answers[0].content.decode()
    assert len(log.lines) == 3
    assert "está lleno: hay que hacer sitio" in log.lines[0]["message"]
    assert "trace" not in log.lines[0]


def test_the_log_says_how_much_it_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(logs.time, "monotonic", lambda: now[0])
    throttle = logs.Throttle(2)

    def line() -> logging.LogRecord:
        return logging.LogRecord("tapiz", logging.ERROR, "", 0, "Again %s", ("and again",), None)

    assert [throttle.filter(line()) for _line in range(5)] == [True, True, False, False, False]
    now[0] += logs.MINUTE
    record = line()
    assert throttle.filter(record)
    assert record.getMessage() == "Again and again (before this, 3 lines were left out)"
    assert throttle.filter(record), "the second handler writes what the first has written"
