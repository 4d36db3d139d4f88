"""What mutants are made of, and which tests are to notice them.

Paths are patterns, so that they go on to fit when files move within their room.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Subject:
    """Some code, and the tests that it is held by."""

    sources: tuple[str, ...]
    tests: tuple[str, ...]
    """Patterns of files. After `::` stands what the names of the tests in them must hold."""
    share: int = 4
    """How large a part of the sample it has, beside the others."""

    def files(self) -> list[Path]:
        """The files of the code."""
        return _matching(self.sources)

    def test_files(self) -> list[Path]:
        """The files of the tests."""
        return _matching(pattern.partition("::")[0] for pattern in self.tests)

    def holds(self, path: Path, name: str) -> bool:
        """Whether the test of this name in this file is one of its tests."""
        patterns = (pattern.partition("::") for pattern in self.tests)
        return any(part in name and path in _matching([files]) for files, _, part in patterns)


@cache
def _matching_one(pattern: str) -> frozenset[Path]:
    found = (path for path in ROOT.glob(pattern) if not {".venv", "migrations"} & set(path.parts))
    return frozenset(path for path in found if pattern.startswith("tests/") == path.is_relative_to(ROOT / "tests"))


def _matching(patterns: Iterable[str]) -> list[Path]:
    return sorted(frozenset().union(*map(_matching_one, patterns)))


def _harm(slug: str) -> Subject:
    folder = f"rules/systems/{slug}"
    names = ("harm", "hit_points", "damage", "healing", "dying", "disabled")
    return Subject(
        sources=(*(f"{folder}/**/{name}*.py" for name in names), f"{folder}/**/harm/*.py"),
        tests=_of_system(slug),
        share=1,
    )


def _of_system(slug: str) -> tuple[str, ...]:
    return (
        f"tests/rules/{slug}/**/test_*.py",
        f"tests/fights/test_*.py::{slug}/",
        f"tests/vectors/test_*.py::{slug}",
        f"tests/rules/golden/test_*.py::{slug}",
        f"tests/rules/test_*.py::{slug}",
        f"tests/secrecy/test_{slug}*.py",
    )


SUBJECTS = {
    "core": Subject(
        sources=("rules/core/**/*.py",),
        tests=(
            "tests/rules/**/test_*.py",
            "tests/fights/test_*.py",
            "tests/rulebook/test_*.py",
            "tests/inputs/test_*.py",
            "tests/lessons/test_*.py",
            "tests/released/test_*.py",
            "tests/characters/test_making*.py",
            "tests/printing/test_people.py",
            "tests/combat/test_board*.py",
            "tests/combat/test_calls.py",
            "tests/combat/test_chronicle.py",
            "tests/combat/test_contingencies*.py",
            "tests/combat/test_excerpts.py",
            "tests/combat/test_fair_dice.py",
            "tests/combat/test_forecast.py",
            "tests/combat/test_group.py",
            "tests/combat/test_hand.py",
            "tests/combat/test_map*.py",
            "tests/combat/test_orders.py",
            "tests/combat/test_overdue*.py",
            "tests/combat/test_plans.py",
            "tests/combat/test_righting*.py",
            "tests/combat/test_sheet_rolls.py",
            "tests/combat/test_then*.py",
            "tests/combat/test_trials*.py",
            "tests/combat/test_undo*.py",
            "tests/combat/test_what_is_seen.py",
            "tests/exchange/test_maps.py",
            "tests/exchange/test_refusals.py",
            "tests/packs/test_scenes.py",
            "tests/secrecy/test_acting_ahead.py",
            "tests/secrecy/test_boards.py",
        ),
    ),
    "rights": Subject(
        sources=("*/**/policy.py", "*/**/access.py", "tapiz_site/live/rights.py", "combat/undoing.py"),
        tests=(
            "tests/access/test_*.py",
            "tests/campaigns/test_*.py",
            "tests/live/test_*.py",
            "tests/*/test_access*.py",
            "tests/*/test_seeing*.py",
            "tests/*/test_undo*.py",
            "tests/*/test_forms*.py",
            "tests/*/test_free*.py",
            "tests/*/test_keeping*.py",
            "tests/*/test_lending*.py",
            "tests/*/test_preparing*.py",
            "tests/*/test_rolls*.py",
            "tests/pictures/test_*.py",
        ),
    ),
    "harm of tapiz": _harm("tapiz"),
    "harm of tumbas": _harm("tumbas"),
    "harm of d20": _harm("d20"),
    "harm of tactico": _harm("tactico"),
    "secrecy": Subject(
        sources=("rules/core/audience.py", "rules/core/facts.py", "rules/core/people.py", "combat/board.py"),
        tests=(
            "tests/secrecy/test_*.py",
            "tests/fights/test_*.py",
            "tests/rules/core/test_*.py",
            "tests/rules/golden/test_*.py",
            "tests/rules/tapiz/**/test_*.py",
            "tests/rules/tumbas/**/test_*.py",
            "tests/combat/test_rows.py",
            "tests/*/test_what_is_seen*.py",
            "tests/*/test_board*.py",
            "tests/*/test_seeing*.py",
            "tests/*/test_rolls*.py",
            "tests/*/test_title*.py",
            "tests/*/test_standing*.py",
        ),
    ),
    "ledger": Subject(sources=("equipment/ledger/*.py",), tests=("tests/equipment/test_*.py",)),
    "attack of d20": Subject(
        sources=tuple(
            f"rules/systems/d20/**/{name}.py"
            for name in ("attack*", "blows", "cover", "defence", "opportunity", "strike")
        ),
        tests=_of_system("d20"),
    ),
}
