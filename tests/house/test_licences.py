"""The licences that ship say whose work the rules are, ours included."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings


@pytest.mark.parametrize(("name", "system"), [("OGL-1.0.txt", "Tumbas"), ("OGL-1.0a.txt", "d20")])
def test_section_15_names_the_contributors_to_this_repository(name: str, system: str) -> None:
    text = Path(settings.BASE_DIR, "licences", name).read_text(encoding="utf-8")
    _, _, notice = text.partition("15. COPYRIGHT NOTICE")
    (ours,) = [line for line in notice.splitlines() if line.startswith("Tapiz (web application)")]
    assert f"rules of the system {system}," in ours
    assert "the contributors to this repository" in ours
