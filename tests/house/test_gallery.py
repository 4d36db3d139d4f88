"""The gallery looks at its pages as somebody whom a demo table knows."""

from __future__ import annotations

import tomllib

from combat.demo import demos
from scripts.shots.pages import SHOTS

MADE = {"nadie", "invitada", "casa"}
"""Who is in no demo: `scripts/shots/world.py` makes them."""


def test_everybody_who_looks_is_there() -> None:
    people = {name for path in demos() for name in tomllib.loads(path.read_text(encoding="utf-8"))["people"]}
    assert {shot.who for shot in SHOTS} - {""} <= people | MADE


def test_no_two_pictures_have_one_name() -> None:
    names = [shot.name for shot in SHOTS]
    assert sorted(set(names)) == sorted(names)
