"""The worked cases of a row."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from tests.vectors.cases import load
from tests.vectors.runner import check, load_adapters

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests" / "vectors" / "data"


def cases(slug: str, folder: Path = CASES) -> tuple[Counter[str], Counter[str]]:
    """How many worked cases of each row pass, and how many fail."""
    load_adapters()
    passed: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    for path in sorted((*folder.glob(f"{slug}.json"), *folder.glob(f"{slug}_*.json"))):
        data = json.loads(path.read_text(encoding="utf-8"))
        rows = {entry["id"]: entry.get("rules", ()) for entry in data["vectors"]}
        file = load(path)
        for case in file.cases:
            (failed if check(file, case) else passed).update(rows[case.id])
    return passed, failed
