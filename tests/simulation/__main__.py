"""Plays evenings: `python -m tests.simulation SEEDS [FIRST [STEPS [ONLY]]]`; says what does not hold.

TELL=1 tells the steps of all of them; AS_IT_IS=1 leaves a failing one unshrunk.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

STEPS = 60


def main(seeds: int, first: int, steps: int, only: str) -> int:
    """Play these evenings; the number of those in which something did not hold."""
    from django.conf import settings

    from .beginning import build
    from .evening import play
    from .shrinking import shrunk
    from .steps import planned

    broken = taken = 0
    with TemporaryDirectory(prefix="evenings-", dir=settings.DATA_DIR) as folder:
        built = Path(folder, "beginning.sqlite3")
        build(built)
        for seed in range(first, first + seeds):
            begun = time.process_time()
            plan = planned(seed, steps)
            if only:
                plan = [step for step in plan if str(step.number) in only.split(",")]
            played = play(seed, plan, built, thoroughly=bool(only))
            taken += len(played.told)
            spent = time.process_time() - begun
            if played.failure is None:
                print(
                    f"{seed}: {len(plan)} steps, {played.requests} answers, {spent:.1f} s, {played.fingerprint}",
                    flush=True,
                )
                if os.environ.get("TELL"):
                    print("\n".join(played.told))
                continue
            broken += 1
            print(
                f"{seed}: BROKEN {played.failure.name} after {played.failure.step}: {played.failure.text}", flush=True
            )
            if not only and not os.environ.get("AS_IT_IS"):
                plan, played = shrunk(seed, plan, built, played)
            numbers = ",".join(str(step.number) for step in plan)
            assert played.failure is not None
            print("\n".join(played.told))
            print(f"     {played.failure.step}: {played.failure.name}: {played.failure.text}")
            print(f"     make simulate FIRST={seed} SEEDS=1 STEPS={steps} ONLY={numbers}", flush=True)
    print(f"{seeds} evenings, {taken} steps, {broken} broken")
    return broken


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    given = [*sys.argv[1:], *("", "", "", "")]
    sys.exit(bool(main(int(given[0] or 1), int(given[1] or 1), int(given[2] or STEPS), given[3])))
