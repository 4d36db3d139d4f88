"""The gallery looks at its pages as a person of a demo table."""

from __future__ import annotations

import tomllib

from combat.demo import demos
from scripts.shots.pages import NEW, SHOTS

MADE = {"nadie", "invitada", "casa"}
"""People outside the demos, made by `scripts/shots/world.py`."""


def test_all_readers_of_the_gallery_exist() -> None:
    people = {name for path in demos() for name in tomllib.loads(path.read_text(encoding="utf-8"))["people"]}
    assert {shot.who for shot in SHOTS} - {""} <= people | MADE


def test_no_two_pictures_have_one_name() -> None:
    names = [shot.name for shot in (*NEW, *SHOTS)]
    assert sorted(set(names)) == sorted(names)
