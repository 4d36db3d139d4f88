"""A helper process that plays a prepared fight again and again: `python -m combat.simulating`.

It reads one line of JSON (the system, the head, the number of the first fight, when to stop) and writes a line after
each fight with the totals so far, so that its caller can stop it at any time and use the last line. It does not import
Django.
"""

from __future__ import annotations

import json
import os
import sys
import time
from random import Random

from rules.core.forecast import Forecast, play
from rules.core.registry import get_system

MOST = 400
"""More fights than this would not change the answer."""


def main() -> None:
    """Play until the time is over; the first fight is waited for, those that make it better give way to pages."""
    asked = json.loads(sys.stdin.readline())
    system = get_system(asked["system"])
    fight = system.codec.load(asked["head"]).fight
    found = Forecast()
    while not found.fights or (time.time() < asked["until"] and found.fights < MOST):
        # The same fight has the same dice each time; another number has others.
        found.add(play(system, fight, Random(asked["first"] + found.fights)))  # noqa: S311 - a rehearsal's dice
        told = {
            "fights": found.fights,
            "won": found.won,
            "ended": found.ended,
            "rounds": dict(found.rounds),
            "fell": dict(found.fell),
        }
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()
        if found.fights == 1:
            os.nice(10)


if __name__ == "__main__":
    main()
