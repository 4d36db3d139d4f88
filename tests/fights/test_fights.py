"""Every written fight comes out as it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.core.registry import SYSTEMS
from tests.fights.runner import play
from tests.fights.story import FOLDER, load, stories
from tests.rules.explained import demands_on_dice


@pytest.mark.parametrize("path", stories(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_it_comes_out_as_told(path: Path) -> None:
    played = play(load(path))
    demands_on_dice(played.story.system, played.recorder)


def test_every_system_with_fights_is_registered() -> None:
    folders = {path.parent.name for path in FOLDER.glob("*/*.toml")}
    assert folders <= set(SYSTEMS), "a fight of a system that nobody can play is never played"
    assert "tapiz" in folders
