"""The serve command as a newcomer meets it: an empty folder, a second start, a port already taken."""

import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.house.clean import ROOT, clean_environment

START_BUDGET_SECONDS = 180


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def command(data: Path, port: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", str(port)],
        cwd=ROOT,
        env=clean_environment(data),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@contextmanager
def serving(data: Path) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    port = free_port()
    process = command(data, port)
    try:
        deadline = time.monotonic() + START_BUDGET_SECONDS
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                assert process.poll() is None, process.communicate()[0]
                assert time.monotonic() < deadline
                time.sleep(0.05)
        yield port, process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def get(port: int, path: str) -> tuple[int, str]:
    with closing(HTTPConnection("127.0.0.1", port, timeout=10)) as connection:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def stop(process: subprocess.Popen[str]) -> str:
    process.send_signal(signal.SIGINT)
    return process.communicate(timeout=15)[0]


def test_an_empty_folder_becomes_a_running_site_and_stays_one(tmp_path: Path) -> None:
    with serving(tmp_path) as (port, process):
        status, page = get(port, "/entrar/")
        assert status == 200
        style = re.search(r'href="(/static/css/base\.[0-9a-f]+\.css)"', page)
        assert style, "static files carry their hash"
        assert get(port, style[1])[0] == 200
        # A browser keeps its connection; the stop must not wait for it. An answer says that the site knows of it.
        with closing(HTTPConnection("127.0.0.1", port, timeout=10)) as kept:
            kept.request("GET", "/entrar/")
            kept.getresponse().read()
            said = stop(process)
    assert process.returncode == 0, said
    assert "exceeded" not in said, "it waited for the browser until its patience was over"
    assert f"http://localhost:{port}/" in said
    assert "Traceback" not in said
    with closing(sqlite3.connect(tmp_path / "tapiz.sqlite3")) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert database.execute("SELECT count(*) FROM tapiz_cache").fetchone() is not None

    stamp = tmp_path / "static" / ".collected"
    written = stamp.stat().st_mtime_ns
    with serving(tmp_path) as (port, process):
        assert get(port, "/")[0] == 302
        stop(process)
    assert stamp.stat().st_mtime_ns == written, "unchanged static files were collected again"


def test_a_taken_port_is_said_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = taken.getsockname()[1]
        process = command(tmp_path, port)
        said = process.communicate(timeout=START_BUDGET_SECONDS)[0]
    assert process.returncode == 1
    assert f"PORT={port + 1}" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("value", ["https://mesa.example/x", "mesa"])
def test_a_wrong_public_address_stops_the_start(tmp_path: Path, value: str) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env=clean_environment(tmp_path, TAPIZ_PUBLIC_URL=value),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert "TAPIZ_PUBLIC_URL must look like" in done.stderr
    assert "Traceback" not in done.stderr
