"""`manage.py startsystem` writes a system that passes the contract suite and plays at once."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

NEEDED = (
    "rules",
    "tests",
    "manage.py",
    "pyproject.toml",
    "tapiz_site",
    "equipment",
    "characters",
    "combat",
    "lessons",
    "exchange",
)
LEFT_OUT = shutil.ignore_patterns("help", "browser", "released")
"""What is not needed. What Python has compiled is taken along, with the times of its sources: so it need not again."""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what a system is made of and tested with, in a folder whose name is no word of Python."""
    copy = tmp_path / "tapiz-main"
    copy.mkdir()
    for name in NEEDED:
        source = Path(settings.BASE_DIR, name)
        if source.is_dir():
            shutil.copytree(source, copy / name, ignore=LEFT_OUT)
        else:
            shutil.copy2(source, copy / name)
    return copy


def test_the_skeleton_passes_the_contract_and_its_fight_is_played(checkout: Path) -> None:
    call_command("startsystem", "brasas", into=checkout, verbosity=0)
    suite = ("tests/rules/test_contract.py", "tests/rules/golden", "tests/rules/stored", "tests/fights/test_fights.py")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-k", "brasas", *suite],
        cwd=checkout,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert (checkout / "content" / "brasas" / "demo.toml").exists()


@pytest.mark.parametrize("name", ["Brasas", "dos dados", "2d", "tapiz"])
def test_a_name_that_cannot_be_a_slug_or_is_taken_is_refused(name: str) -> None:
    with pytest.raises(CommandError):
        call_command("startsystem", name)
