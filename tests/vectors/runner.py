"""Running the cases of files and reporting every one that fails."""

import pkgutil
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from rules.core.errors import RuleError
from tests.vectors import adapters
from tests.vectors.cases import BadFileError, Case, CaseFile, load
from tests.vectors.compare import differences
from tests.vectors.registry import Dice, Inputs, find


@dataclass(frozen=True)
class Outcome:
    """What became of all cases of all files."""

    passed: int
    failed: int
    bad_files: int

    @property
    def clean(self) -> bool:
        """Whether nothing at all went wrong."""
        return not self.failed and not self.bad_files


def run(paths: Iterable[Path], report: Callable[[str], None]) -> Outcome:
    """Run the cases of every file and report failing cases, operations without adapter, bad files and the sum."""
    load_adapters()
    passed = failed = bad_files = 0
    for path in paths:
        try:
            file = load(path)
        except BadFileError as error:
            report(f"{path}: {error}")
            bad_files += 1
            continue
        wrong = run_file(file, report)
        passed += len(file.cases) - wrong
        failed += wrong
    report(f"{passed} passed, {failed} failed")
    return Outcome(passed, failed, bad_files)


def run_file(file: CaseFile, report: Callable[[str], None]) -> int:
    """Run the cases of one file and return how many failed."""
    failed = 0
    without_adapter: Counter[str] = Counter()
    for case in file.cases:
        if find(file.system, case.op) is None:
            without_adapter[case.op] += 1
            continue
        problems = check(file, case)
        if problems:
            failed += 1
            report("\n    ".join([f"{case.id} {case.op}", *problems]))
    for operation, count in without_adapter.items():
        report(f"no adapter for {file.system} {operation}: {count} {'case' if count == 1 else 'cases'}")
    return failed + without_adapter.total()


def check(file: CaseFile, case: Case) -> list[str]:
    """Run one case and return what is wrong with its result."""
    function = find(file.system, case.op)
    if function is None:
        return ["no adapter"]
    dice = Dice(case.dice)
    try:
        result = function(Inputs(case.inputs), dice)
    except RuleError as error:
        if error.code == case.error:
            return []
        wanted = f"the error {case.error}" if case.error else "a result"
        return [f"expected {wanted}, got the error {error.code} ({error.reason}, field {error.field})"]
    except Exception as error:  # a broken function fails its case, not the run
        return [f"broke down: {type(error).__name__}: {error}"]
    if case.out is None:
        return [f"expected the error {case.error}, got {dict(result)!r}"]
    problems = differences(case.out, result, file.decimals.get(case.op, {}))
    if dice.left:
        problems.append(f"dice: {dice.left} of {len(case.dice)} not asked for")
    return problems


def load_adapters() -> None:
    """Import every module of adapters, so that it registers its operations."""
    for module in pkgutil.iter_modules(adapters.__path__):
        import_module(f"{adapters.__name__}.{module.name}")
