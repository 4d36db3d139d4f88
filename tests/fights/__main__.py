"""`python -m tests.fights [FILE…]`: play written fights and tell them, with what the game master reads of each step.

`--shown FILE…` tells all that each step shows (`tests.rules.shown`); `--keep [FILE…]` keeps what these fights, or all,
show now.
"""

from __future__ import annotations

import sys
from pathlib import Path

from rules.core.story import BadStoryError, load
from tests.fights.keeping import digests, keep, kept, name_of
from tests.fights.runner import WentOtherwise, play
from tests.fights.story import stories


def main(arguments: list[str]) -> int:
    """Play the files named, or all; 0 when every fight came out as told."""
    if arguments[:1] == ["--keep"]:
        named = [Path(name).resolve() for name in arguments[1:]]
        fights = {name_of(played): digests(played) for played in map(play, map(load, named or stories()))}
        keep({**kept(), **fights} if named else fights)
        return 0
    whole = arguments[:1] == ["--shown"]
    arguments = arguments[whole:]
    failed = 0
    for path in [Path(name).resolve() for name in arguments] or stories():
        try:
            played = play(load(path))
        except (BadStoryError, WentOtherwise) as problem:
            failed += 1
            print(f"{problem}\n")
            continue
        print(f"{played.story.title} ({path.parent.name}/{path.name})")
        for (told, lines), shown in zip(played.log, played.shown, strict=True) if arguments else ():
            print(f"  {told}", *(f"      {line}" for line in (shown if whole else lines)), sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
