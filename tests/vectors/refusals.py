"""How the worked cases that end in an error are refused: `python -m tests.vectors.refusals` keeps it anew.

A case says the kind of error alone. Kept are the reason, the input at fault and what the words of the refusal may name.
"""

from __future__ import annotations

from pathlib import Path

from rules.core.errors import RuleError
from tests.vectors.cases import Case, CaseFile, load
from tests.vectors.registry import Dice, Inputs, find
from tests.vectors.runner import load_adapters

FOLDER = Path(__file__).parent
KEPT = FOLDER / "refusals.txt"


def catalogues() -> list[Path]:
    """The files of all catalogues."""
    return sorted(path for path in (FOLDER / "data").glob("*.json") if path.name != "small.json")


def refusals(path: Path) -> list[str]:
    """A line for each case of a file that is to be refused."""
    load_adapters()
    file = load(path)
    return [f"{case.id} {case.op}: {_refusal(file, case)}" for case in file.cases if case.error]


def _refusal(file: CaseFile, case: Case) -> str:
    function = find(file.system, case.op)
    assert function is not None, f"{case.id} has no adapter"
    try:
        function(Inputs(case.inputs), Dice(case.dice))
    except RuleError as error:
        named = ", ".join(f"{name}={value}" for name, value in sorted(error.params.items()))
        return f"{error.reason} at {error.field} ({named})"
    return "not refused"


if __name__ == "__main__":
    KEPT.write_text("".join(f"{line}\n" for path in catalogues() for line in refusals(path)), encoding="utf-8")
