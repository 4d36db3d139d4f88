"""The load benchmark runs, and tells what goes wrong; its figures are not tested. Worker processes can start."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.house.clean import ROOT, clean_environment


def test_a_small_run_loses_nothing() -> None:
    command = [sys.executable, "-m", "scripts.load", "--tables", "2", "--seconds", "1.2", "--every", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    head, _rule, row = (line.strip("|").split("|") for line in done.stdout.splitlines())
    found = dict(zip(map(str.strip, head), map(str.strip, row), strict=True))
    # Two at the table that begins, one at the other.
    assert (found["tables"], found["streams"], found["acts"], found["faults"]) == ("2", "14", "3", "0")
    assert 1 <= float(found["requests an act"]) <= 7


def test_the_entry_point_can_be_read_by_a_process_of_its_own(tmp_path: Path) -> None:
    environment = {**clean_environment(tmp_path), "DJANGO_SETTINGS_MODULE": "tapiz_site.settings"}
    command = [sys.executable, "-c", "import tapiz_site.asgi"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
