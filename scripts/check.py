"""Runs every check, also after one has failed, and ends with what failed."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / ".venv" / "bin"
MANAGE = [str(BIN / "python"), "manage.py"]
CHECKS = {
    "ruff check": [str(BIN / "ruff"), "check", "--quiet", "--output-format=concise", "."],
    "ruff format": [str(BIN / "ruff"), "format", "--check", "--quiet", "--output-format=concise", "."],
    "mypy": [str(BIN / "mypy"), "--no-error-summary"],
    "djlint": [str(BIN / "djlint"), "--lint", "--quiet", "templates"],
    "imports": [str(BIN / "lint-imports"), "--no-cache"],
    "migrations": [*MANAGE, "makemigrations", "--check", "--dry-run"],
    "deployment": [*MANAGE, "check", "--deploy", "--database", "default", "--fail-level", "WARNING"],
}


def main() -> int:
    """Run all checks on production settings in a folder of their own, and count the failures."""
    failed = []
    with tempfile.TemporaryDirectory(prefix="tapiz-check-") as data:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("TAPIZ_")}
        environment.pop("DATABASE_URL", None)
        environment |= {"TAPIZ_DATA": data, "TAPIZ_PUBLIC_URL": "https://mesa.example"}
        for name, command in CHECKS.items():
            begun = time.monotonic()
            done = subprocess.run(
                command,
                cwd=ROOT,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
            )
            print(
                f"{'ok' if done.returncode == 0 else 'FAILED':6} {name} ({time.monotonic() - begun:.1f} s)", flush=True
            )
            if done.returncode:
                failed.append(name)
                print(done.stdout, flush=True)
    print(f"{len(CHECKS) - len(failed)} checks passed, {len(failed)} failed", *failed)
    return len(failed)


if __name__ == "__main__":
    sys.exit(main())
