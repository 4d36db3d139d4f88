"""An environment for child processes without this one's settings."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def clean_environment(data: Path | None, **extra: str) -> dict[str, str]:
    """The present environment without variables that Django or this site read, plus the given ones."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("TAPIZ_", "DATABASE_", "DJANGO_"))
    }
    return {**kept, "PYTHONUNBUFFERED": "1", **({"TAPIZ_DATA": str(data)} if data else {}), **extra}
