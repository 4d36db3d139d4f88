"""The units and the container file name what exists, and systemd takes the units."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

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
