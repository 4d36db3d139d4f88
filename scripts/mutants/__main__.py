"""`make mutants [N=120] [SEED=1]`: changes the code in N places, one at a time, and says which no test notices.

`python -m scripts.mutants 30 7 ledger rights` takes 30 mutants of these subjects alone. It ends with 1 when more than
one in twenty survive that `equivalent.toml` does not explain.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from scripts.mutants.subjects import ROOT, SUBJECTS
from scripts.mutants.trying import KILLED, SURVIVED, UNTRIED

EQUIVALENT = Path(__file__).with_name("equivalent.toml")
MOST_SURVIVE = 0.05


def shares(count: int, subjects: list[str]) -> dict[str, int]:
    """How many mutants each subject has."""
    whole = sum(SUBJECTS[name].share for name in subjects)
    return {name: -(-count * SUBJECTS[name].share // whole) for name in subjects}


def tried(subject: str, count: int, seed: int) -> Iterator[Mapping[str, str]]:
    """Try mutants of a subject in a process of its own."""
    command = [sys.executable, "-m", "scripts.mutants.trying", subject, str(count), str(seed)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        for line in running.stdout:
            yield json.loads(line)
    if running.returncode not in (0, 1):
        raise RuntimeError(f"{subject} could not be tried")


def explained(mutant: Mapping[str, str]) -> bool:
    """Whether `equivalent.toml` says why nobody could notice this change."""
    known = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["mutant"]
    names = ("function", "before", "after")
    file = mutant["place"].partition(":")[0]
    return any(one["file"] == file and all(one[name] == mutant[name] for name in names) for one in known)


def main(arguments: list[str]) -> int:
    """Try mutants of every subject, and show those that survive."""
    numbers = [int(one) for one in arguments if one.isdigit()]
    count, seed = (*numbers, *(120, 1)[len(numbers) :])
    subjects = [one for one in arguments if not one.isdigit()] or list(SUBJECTS)
    verdicts: Counter[str] = Counter()
    for subject, wanted in shares(count, subjects).items():
        begun, own = time.monotonic(), Counter[str]()
        for one in tried(subject, wanted, seed):
            if "broken" in one:
                print(f"  fails without any change: {one['broken']}")
                continue
            verdict = "equivalent" if one["verdict"] == SURVIVED and explained(one) else one["verdict"]
            own[verdict] += 1
            if verdict in (SURVIVED, UNTRIED):
                noticed = f"{one['tests']} tests run it" if one["tests"] else "no test runs it"
                print(f"  {verdict}: {one['place']} {one['function']} ({noticed})")
                print(f"    - {one['before']}\n    + {one['after']}", flush=True)
        told = ", ".join(f"{number} {verdict}" for verdict, number in own.items())
        print(f"{subject}: {told} ({time.monotonic() - begun:.0f} s)", flush=True)
        verdicts += own
    judged = verdicts.total() - verdicts[UNTRIED]
    survive = verdicts[SURVIVED]
    print(f"{judged} mutants: {survive} survive ({survive / max(judged, 1):.1%}), {verdicts[KILLED]} are noticed, "
          f"{verdicts['endless']} do not end, {verdicts['equivalent']} change nothing")  # fmt: skip
    return 1 if survive > MOST_SURVIVE * judged else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
