"""`make shots`: every page and state worth seeing, by size and theme, into shots/; faults end it with an error.

Words after the command choose the pages whose name holds one of them; what happens on the way happens all the same.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from scripts.served import settle_in

from .share import AT_ONCE, FOLDER, look


def main(words: list[str]) -> int:
    """Take all pictures, write the index page, and sum what is wrong."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    with tempfile.TemporaryDirectory(prefix="tapiz-shots-", ignore_cleanup_errors=True) as folder:
        data = Path(folder, "demos")
        data.mkdir()
        settle_in(data)
        # only now: they read the settings on their import
        from .addresses import unseen
        from .gallery import index, summed
        from .world import load_demos

        load_demos()
        sites = [shutil.copytree(data, Path(folder, str(place))) for place in range(AT_ONCE)]
        # begun anew, as a process that has threads or a database open is not to be doubled
        with ProcessPoolExecutor(AT_ONCE, mp_context=get_context("spawn")) as pool:
            taken = pool.map(look, sites, range(AT_ONCE), [words] * AT_ONCE)
            pictures = [picture for share in taken for picture in share]
        (FOLDER / "index.html").write_text(index(pictures), encoding="utf-8")
        problems = summed(pictures)
        print(*problems, sep="\n")
        if not words:
            print("not in the list:", ", ".join(unseen(one.address for one in pictures)) or "nothing")
    print(f"{len(pictures)} pictures, {len(problems)} faults: {FOLDER / 'index.html'}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
