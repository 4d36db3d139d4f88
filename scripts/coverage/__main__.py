"""`make coverage`: plays, writes docs/coverage/<slug>.md for every system whose rows are known, and says what is open.

`python -m scripts.coverage --check` writes nothing and fails when rows or what is open about them differ from the
pages. Names of functions and tests may differ: they move more often than rows do.
"""

from __future__ import annotations

import sys

from scripts.coverage.evidence import gather
from scripts.coverage.table import FOLDER, page, slugs, states


def main(arguments: list[str]) -> int:
    """Write the pages, or compare them, and sum them up, a line a system."""
    wrong = 0
    for slug, rows in gather(slugs()).items():
        path, text = FOLDER / f"{slug}.md", page(slug, rows)
        if "--check" in arguments:
            written = states(path.read_text(encoding="utf-8"))
            for row, state in states(text).items():
                if written.pop(row, None) != state:
                    print(f"{slug}: {row} is {state[1]}")
                    wrong += 1
            wrong += len(written)
        else:
            path.write_text(text, encoding="utf-8")
        every = [row for subject in rows.values() for row in subject]
        left = [row for row in every if row.open]
        print(f"{slug}: {len(every) - len(left)} of {len(every)} rows done")
        print(*(f"  {row.row} is open: {', '.join(row.open)}" for row in left), sep="\n", end="\n" if left else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
