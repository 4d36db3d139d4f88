"""Every icon that a page asks for is drawn in the sprite: one that is missing leaves a hole beside its word."""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)
IN_TEMPLATES = re.compile(r"""{% icon "([a-z0-9-]+)"|icon=["']([a-z0-9-]+)["']""")
IN_CODE = re.compile(r'''icon="([a-z0-9-]+)"''')
PACKAGES = ("rules", "combat", "characters", "equipment", "exchange", "lessons", "tapiz_site")


def test_every_icon_is_drawn() -> None:
    drawn = set(re.findall(r'id="i-([^"]+)"', (ROOT / "static/icons.svg").read_text(encoding="utf-8")))
    pages = [(path, IN_TEMPLATES) for path in (ROOT / "templates").rglob("*.html")]
    code = [(path, IN_CODE) for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    asked = {
        (name, path.name)
        for path, pattern in (*pages, *code)
        for found in pattern.finditer(path.read_text(encoding="utf-8"))
        for name in found.groups()
        if name
    }
    assert len(asked) > len(drawn) / 2
    assert [one for one in sorted(asked) if one[0] not in drawn] == []
