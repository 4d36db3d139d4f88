"""`manage.py startsystem NAME`: writes the skeleton of a further rule system, which plays at once."""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.templates import TemplateCommand

SKELETON = Path(__file__).resolve().parents[1] / "skeleton"
REGISTRY = Path("rules", "core", "registry.py")
LAST_LINE = "}\n\n\n@cache"
"""What follows the last system of the registry."""


class Command(TemplateCommand):
    """Writes rules, words, a demo and tests for a new system, and its line in the registry."""

    help = "Writes the skeleton of a rule system: two dice and a skill against eight, to be replaced rule by rule."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="The slug: small letters and underscores.")
        parser.add_argument("--into", default=settings.BASE_DIR, type=Path, help="The checkout to write into.")

    def validate_name(self, name: str, name_or_dir: str = "name") -> None:
        """The folder of a checkout may have any name; only the system's is one of Python."""
        if name_or_dir == "name":
            super().validate_name(name, name_or_dir)

    def handle(self, **options: Any) -> None:  # type: ignore[override]
        name, root = options["name"], Path(options["into"])
        if not name.islower() or not name.isidentifier():
            raise CommandError(f"{name!r} is not a slug: use small letters, digits and underscores.")
        if (root / "rules" / "systems" / name).exists():
            raise CommandError(f"There is a system {name} already.")
        super().handle(
            "app",
            name,
            target=str(root),
            template=str(SKELETON),
            extensions=["py", "toml"],
            files=[],
            verbosity=options["verbosity"],
        )
        registry = root / REGISTRY
        text = registry.read_text(encoding="utf-8")
        line = f'    "{name}": "rules.systems.{name}.system",\n'
        registry.write_text(text.replace(LAST_LINE, f"{line}{LAST_LINE}", 1), encoding="utf-8")
        fight = f"tests/fights/{name}/first_blow.toml"
        for writer in (("tests.rules.golden", name), ("tests.rules.stored", name), ("tests.fights", "--keep", fight)):
            subprocess.run([sys.executable, "-m", *writer], cwd=root, check=True)  # noqa: S603 a fixed command
        self.stdout.write(f"The system {name} plays. Next: docs/adding-a-rule-system.md.")
