"""Runs the tests in stages and ends with one line that sums them: `N passed, M failed`.

`--fast` leaves out browsers and PostgreSQL; `--long` tries property tests at full size.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from browser import PACKAGES, chromium
from postgres import database_url

ROOT = Path(__file__).resolve().parent.parent
SUMMARY = ROOT / "test-results" / "summary.txt"
SECONDS = ROOT / "test-results" / "seconds.json"
"""What the tests of each module took in the last run."""
BYTES_A_SECOND = 20_000
"""What is guessed of a file that has not run yet."""
LONG_MODULES = {
    "tests.released.test_released": 19,
    "tests.fights.test_fights": 10,
    "tests.printing.test_play": 10,
    "tests.house.test_load": 9,
    "tests.secrecy.test_worlds": 8,
    "tests.access.test_access": 8,
    "tests.house.test_serve": 7,
    "tests.content.test_packs": 7,
    "tests.combat.test_presses": 7,
    "tests.rules.test_contract": 7,
    "tests.simulation.test_evenings": 6,
    "tests.printing.test_people": 5,
    "tests.exchange.test_house": 4,
    "tests.house.test_startsystem": 3,
}
"""What the longest modules take about, for the first run of a checkout: their files are not the largest."""
NO_TESTS = 5
PATIENT = ("nice", "-n", "19")
"""Runs a process in the time that the others leave: browsers wait for pages and servers, and should not wait for it."""
FAST = "--fast" in sys.argv[1:]
LONG = ("--hypothesis-profile=long", "-o", "faulthandler_timeout=0") if "--long" in sys.argv[1:] else ()
# Each stage starts several processes, which would compile all modules and rewrite all tests anew without the cache.
ENVIRONMENT = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}


def installed_chromium() -> str | None:
    """Find a Chromium, installed on the way where that is possible."""
    for package in PACKAGES:
        if found := chromium():
            return found
        subprocess.run([ROOT / "scripts" / "apt", package], check=False)
    return chromium()


def lacks_pdf() -> str:
    """What printing to PDF lacks here, if anything."""
    ask = "from characters.printing.pdf import missing; print(missing())"
    return subprocess.run(
        [sys.executable, "-c", ask], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()


def of_postgres() -> list[str]:
    """The files with tests for PostgreSQL: to collect all others takes longer than to run these."""
    return [str(path) for path in sorted(ROOT.glob("tests/*/test_*.py")) if b"mark.postgres" in path.read_bytes()]


def longest_first() -> list[str]:
    """The files of rules and web, in the order in which the processes take them (`tests/taking.py`).

    The last ones are short, so that the processes end together.
    """
    took = json.loads(SECONDS.read_text(encoding="utf-8")) if SECONDS.exists() else LONG_MODULES
    files = [path for path in ROOT.glob("tests/**/test_*.py") if not path.is_relative_to(ROOT / "tests" / "browser")]
    weights = {path: took.get(module(path), path.stat().st_size / BYTES_A_SECOND) for path in files}
    return [str(path) for path in sorted(files, key=lambda path: (-weights[path], path))]


def module(path: Path) -> str:
    """The name that a report has for a file of tests."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


@dataclass
class Result:
    """What came of a run of pytest."""

    passed: int = 0
    failed: int = 0
    """A run that broke down counts as a failure."""
    seconds: Counter[str] = field(default_factory=Counter)
    """By module."""


def stage(name: str, *arguments: str, beside: bool = False, patient: bool = False, **environment: str) -> Result:
    """Run pytest once.

    beside: another stage runs and prints at the same time, so that the output of this one follows at its end.
    patient: the others come first.
    """
    print(f"== {name}{' begins' if beside else ''}", flush=True)
    begun = time.monotonic()
    result = Result()
    with tempfile.TemporaryDirectory(prefix="tapiz-results-") as folder:
        report, said = Path(folder) / "report.xml", Path(folder) / "said.txt"
        python = (*(PATIENT if patient else ()), sys.executable)
        command = [*python, "-m", "pytest", "-q", f"--junitxml={report}", *LONG, *arguments]
        with said.open("wb") as output:
            code = subprocess.run(
                command,
                cwd=ROOT,
                env={**ENVIRONMENT, **environment},
                stdout=output if beside else None,
                stderr=subprocess.STDOUT if beside else None,
                check=False,
            ).returncode
        total = skipped = 0
        for suite in ElementTree.parse(report).getroot().iter("testsuite") if report.exists() else ():
            total += int(suite.get("tests", 0))
            result.failed += int(suite.get("failures", 0)) + int(suite.get("errors", 0))
            skipped += int(suite.get("skipped", 0))
            for test in suite.iter("testcase"):
                result.seconds[test.get("classname", "")] += float(test.get("time", 0))
        if code not in (0, NO_TESTS) and result.failed == 0:
            result.failed = 1
        result.passed = max(total - result.failed - skipped, 0)
        took = time.monotonic() - begun
        summary = f"== {name}: {result.passed} passed, {result.failed} failed, {skipped} skipped, {took:.0f} s"
        print(said.read_text(encoding="utf-8", errors="replace") + summary, flush=True)
    return result


def main() -> int:
    """Run all stages that this machine allows, and say which it does not."""
    missing = []
    results = []
    if lack := lacks_pdf():
        missing.append(f"PDF tests NOT run: no {lack} (make run says how to get it)")
    cores = os.cpu_count() or 1
    with tempfile.TemporaryDirectory(prefix="tapiz-files-") as folder, ThreadPoolExecutor(cores) as pool:
        files = Path(folder) / "files"
        files.write_text("\n".join(longest_first()), encoding="utf-8")
        takes = ("-p", "tests.taking", f"--take-from={files}", "-o", "console_output_style=classic")
        beside = []
        if not FAST and (browser := installed_chromium()):
            allowed = {"TAPIZ_CHROMIUM": browser, "DJANGO_ALLOW_ASYNC_UNSAFE": "1"}
            # one process for two cores, so that a browser seldom waits for another
            several = ("-n", str(cores // 2), "--dist", "worksteal") if cores >= 4 else ()
            beside.append(pool.submit(stage, "browser", "tests/browser", *several, beside=True, **allowed))
        elif not FAST:
            missing.append("browser tests NOT run: no Chromium (sudo apt-get install chromium, or set TAPIZ_CHROMIUM)")
        for number in range(2, cores + 1):
            name = f"rules and web, process {number}"
            beside.append(pool.submit(stage, name, *takes, beside=True, patient=not FAST))
        # the other processes take files all the while, so that none is left when this one is through
        if not FAST:
            with database_url() as url:
                if url:
                    results.append(stage("postgres", *of_postgres(), "-m", "postgres", TAPIZ_TEST_POSTGRES=url))
                else:
                    missing.append(
                        "PostgreSQL tests NOT run: no server (set TAPIZ_TEST_POSTGRES, or apt-get install postgresql)"
                    )
        results.append(stage("rules and web, process 1", *takes))
        results += [one.result() for one in beside]
    for line in missing:
        print(line)
    seconds = sum((one.seconds for one in results), Counter[str]())
    summary = f"{sum(one.passed for one in results)} passed, {sum(one.failed for one in results)} failed"
    SUMMARY.parent.mkdir(exist_ok=True)
    SUMMARY.write_text(summary + "\n", encoding="ascii")
    SECONDS.write_text(json.dumps(seconds, indent=1, sort_keys=True), encoding="utf-8")
    print(summary)
    return 1 if any(one.failed for one in results) else 0


if __name__ == "__main__":
    sys.exit(main())
