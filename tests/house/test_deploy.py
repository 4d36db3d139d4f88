"""The units and the container file name what exists, systemd takes the units, and the container's health is true."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from django.core.management import get_commands

from tests.house.clean import ROOT

UNITS = sorted((ROOT / "deploy").glob("*.*"))


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    for unit in UNITS:
        # Its checks look for program, user and folders, which are those of an installation.
        text = unit.read_text(encoding="utf-8").replace("/opt/tapiz/.venv/bin/python", "/bin/true")
        text = text.replace("User=tapiz", "User=root").replace("/opt/tapiz", "/tmp").replace("/srv/tapiz", "/tmp")
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    command = ["systemd-analyze", "verify", "--man=no", *(str(tmp_path / unit.name) for unit in UNITS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert [line for line in done.stderr.splitlines() if "tapiz" in line] == []


def test_commands_and_files_exist() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (*UNITS, ROOT / "Containerfile")]
    named = {found for text in texts for found in re.findall(r"manage\.py\W+([a-z_]+)", text)}
    assert named == {"serve", "backup"}
    assert named <= set(get_commands())
    for path in re.findall(r"requirements/\w+\.txt", texts[-1]):
        assert (ROOT / path).exists()


@pytest.mark.parametrize(("status", "healthy"), [(200, True), (503, False)])
def test_the_container_is_as_healthy_as_its_server(status: int, *, healthy: bool) -> None:
    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/salud/" else 404)
            self.end_headers()

        def log_message(self, *_about: object) -> None:
            pass

    line = re.search(r"^HEALTHCHECK CMD (\[.*\])$", (ROOT / "Containerfile").read_text(encoding="utf-8"), re.M)
    assert line is not None
    with HTTPServer(("127.0.0.1", 0), Answers) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        _python, *arguments = json.loads(line[1].replace("127.0.0.1:8123", f"127.0.0.1:{server.server_port}"))
        done = subprocess.run([sys.executable, *arguments], capture_output=True, check=False)
        server.shutdown()
    assert (done.returncode == 0) is healthy
