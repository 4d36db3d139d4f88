"""`python -m tests.fights [FILE…]`: play written fights and tell them, with what the game master reads of each step."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.fights.runner import WentOtherwise, play
from tests.fights.story import BadStoryError, load, stories


def main(arguments: list[str]) -> int:
    """Play the files named, or all; 0 when every fight came out as told."""
    failed = 0
    for path in [Path(name).resolve() for name in arguments] or stories():
        try:
            played = play(load(path))
        except (BadStoryError, WentOtherwise) as problem:
            failed += 1
            print(f"{problem}\n")
            continue
        print(f"{played.story.title} ({path.parent.name}/{path.name})")
        for told, lines in played.log if arguments else ():
            print(f"  {told}", *(f"      {line}" for line in lines), sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
