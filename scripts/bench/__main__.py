"""`make bench`: measures the real server with real browsers and says of each figure whether it holds."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from scripts.served import ROOT, serving, settle_in

from .figures import Figure, as_json

RESULTS = ROOT / "test-results" / "bench.json"
SETTINGS = {"DJANGO_SETTINGS_MODULE": "scripts.bench.settings"}


def measured(data: Path) -> Iterator[Figure]:
    """All figures, in the order of the issue they come from."""
    settle_in(data)
    # only now: they read the settings on their import
    from tapiz_site.preparation import prepare_static_files

    from . import boards, growth, live, looking, rules, server, weight, world

    # Some figures are taken in this process, whose pages name static files as the server's do.
    prepare_static_files()
    usual, small, big = world.make_place("usual", 10), world.make_place("small", 5), world.make_place("big", 60)
    # one that nobody has acted in, so that no pool runs dry on the way
    seen = world.make_place("seen", 10)
    yield from rules.figures(usual)
    yield from looking.figures({one: world.make_place(f"looked_at_by_{one}", 10) for one in looking.LOOKING})
    yield from boards.moves({one: boards.lay(world.make_place(f"board_{one}", 10)) for one in looking.LOOKING})
    yield from growth.figures()
    plaza = boards.lay(world.make_place("plaza", boards.PEOPLE))
    with serving(data, **SETTINGS) as site:
        yield from server.figures(site, usual, small, big)
        with live.browser() as window:
            yield from weight.figures(window, site, seen)
            yield from boards.first_picture(window, site, plaza)
            yield from live.figures(window, site, seen)


def main() -> int:
    """Print and write what was measured; how many figures fall short is said on the error output."""
    with tempfile.TemporaryDirectory(prefix="tapiz-bench-", ignore_cleanup_errors=True) as folder:
        found: list[Figure] = []
        for figure in measured(Path(folder)):
            print(figure.line(), flush=True)
            found.append(figure)
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(as_json(found), encoding="utf-8")
    load = os.getloadavg()[0]
    short = sum(not one.holds for one in found)
    print(f"{short} short; load of the machine {load:.1f} on {os.cpu_count()} cores; {RESULTS}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
