"""`make coverage`: writes docs/coverage/<slug>.md for every system whose rows are known, and says what is open."""

from __future__ import annotations

import sys

from scripts.coverage.table import FOLDER, evidence, page, slugs


def main() -> int:
    """Write the pages and sum them up, a line a system."""
    FOLDER.mkdir(exist_ok=True)
    for slug in slugs():
        (FOLDER / f"{slug}.md").write_text(page(slug), encoding="utf-8")
        rows = [row for subject in evidence(slug).values() for row in subject]
        left = [row.row for row in rows if row.open]
        print(f"{slug}: {len(rows) - len(left)} of {len(rows)} rows done; open: {', '.join(left) or 'none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
