"""Runs the tests in stages and ends with one line that sums them: `N passed, M failed`.

`--fast` leaves out browsers and PostgreSQL; `--long` tries property tests at full size.
"""

import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from xml.etree import ElementTree

from browser import PACKAGES, chromium
from postgres import database_url

ROOT = Path(__file__).resolve().parent.parent
SUMMARY = ROOT / "test-results" / "summary.txt"
NO_TESTS = 5
IN_PARALLEL = ("-n", "auto", "--dist", "worksteal")
# A browser waits half of its time, for the page and for the server: in that time the other stages have the cores.
TWO_AT_ONCE = ("-n", "2", "--dist", "worksteal")
WITHOUT_BROWSERS = ("tests", "--ignore=tests/browser")
FAST = "--fast" in sys.argv[1:]
LONG = ("--hypothesis-profile=long", "--timeout=0") if "--long" in sys.argv[1:] else ()
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


def stage(name: str, *arguments: str, beside: bool = False, **environment: str) -> tuple[int, int]:
    """Run pytest once and give how many tests passed and failed; a run that broke down counts as a failure.

    beside: another stage runs and prints at the same time, so that the output of this one follows at its end.
    """
    print(f"== {name}{' begins' if beside else ''}", flush=True)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="tapiz-results-") as folder:
        report, said = Path(folder) / "report.xml", Path(folder) / "said.txt"
        command = [sys.executable, "-m", "pytest", "-q", f"--junitxml={report}", *LONG, *arguments]
        with said.open("wb") as output:
            code = subprocess.run(
                command,
                cwd=ROOT,
                env={**ENVIRONMENT, **environment},
                stdout=output if beside else None,
                stderr=subprocess.STDOUT if beside else None,
                check=False,
            ).returncode
        total = failed = skipped = 0
        if report.exists():
            for suite in ElementTree.parse(report).getroot().iter("testsuite"):
                total += int(suite.get("tests", 0))
                failed += int(suite.get("failures", 0)) + int(suite.get("errors", 0))
                skipped += int(suite.get("skipped", 0))
        if code not in (0, NO_TESTS) and failed == 0:
            failed = 1
        passed = max(total - failed - skipped, 0)
        took = time.monotonic() - begun
        summary = f"== {name}: {passed} passed, {failed} failed, {skipped} skipped, {took:.0f} s"
        print(said.read_text(encoding="utf-8", errors="replace") + summary, flush=True)
    return passed, failed


def main() -> int:
    """Run all stages that this machine allows, and say which it does not."""
    missing = []
    results = []
    if lack := lacks_pdf():
        missing.append(f"PDF tests NOT run: no {lack} (make run says how to get it)")
    with ThreadPoolExecutor(1) as beside:
        browsers = None
        if not FAST and (browser := installed_chromium()):
            allowed = {"TAPIZ_CHROMIUM": browser, "DJANGO_ALLOW_ASYNC_UNSAFE": "1"}
            browsers = beside.submit(stage, "browser", "tests/browser", *TWO_AT_ONCE, beside=True, **allowed)
        elif not FAST:
            missing.append("browser tests NOT run: no Chromium (sudo apt-get install chromium, or set TAPIZ_CHROMIUM)")
        results.append(stage("rules and web", *WITHOUT_BROWSERS, *IN_PARALLEL))
        if not FAST:
            with database_url() as url:
                if url:
                    results.append(stage("postgres", *of_postgres(), "-m", "postgres", TAPIZ_TEST_POSTGRES=url))
                else:
                    missing.append(
                        "PostgreSQL tests NOT run: no server (set TAPIZ_TEST_POSTGRES, or apt-get install postgresql)"
                    )
        if browsers is not None:
            results.append(browsers.result())
    passed, failed = (sum(column) for column in zip(*results, strict=True))
    for line in missing:
        print(line)
    summary = f"{passed} passed, {failed} failed"
    SUMMARY.parent.mkdir(exist_ok=True)
    SUMMARY.write_text(summary + "\n", encoding="ascii")
    print(summary)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
