"""The fingerprint of this version of the program, for caches and ETags."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from django.conf import settings


def _build() -> str:
    """A fingerprint of templates, words and code on disk when the program starts."""
    root = Path(settings.BASE_DIR)
    found = sha256()
    for folder in ("templates", "rules", "locale", "combat"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".html", ".toml", ".mo", ".py"):
                stat = path.stat()
                found.update(f"{path.relative_to(root)}{stat.st_mtime_ns}{stat.st_size}".encode())
    return found.hexdigest()[:10]


BUILD = _build()
