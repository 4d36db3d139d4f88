"""`make shots`: every page and state worth seeing, by size and theme, into shots/; faults end it with an error.

Words after the command choose the pages whose name holds one of them; what happens on the way happens all the same.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from scripts.browser import required
from scripts.served import CHROMIUM_ARGUMENTS, ROOT, serving, settle_in

FOLDER = ROOT / "shots"


def main(words: list[str]) -> int:
    """Take all pictures, write the index page, and sum what is wrong."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    with tempfile.TemporaryDirectory(prefix="tapiz-shots-", ignore_cleanup_errors=True) as folder:
        data = Path(folder)
        settle_in(data)
        # only now: they read the settings on their import
        from playwright.sync_api import sync_playwright

        from .addresses import unseen
        from .gallery import index, summed
        from .looking import Camera, Photograph
        from .pages import NEW, SHOTS, PageShot
        from .world import load_demos, make_world

        load_demos()
        pictures: list[Photograph] = []
        with serving(data) as site, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=required(), args=list(CHROMIUM_ARGUMENTS))
            camera = Camera(browser, site, FOLDER)

            def take(shots: Iterable[PageShot]) -> None:
                for shot in shots:
                    if words and not any(word in shot.name for word in words):
                        camera.happens(shot)
                        continue
                    for picture in camera.take(shot):
                        pictures.append(picture)
                        # said at once, too: the whole takes minutes
                        for problem in picture.problems:
                            print(f"{shot.name} {picture.size} {picture.theme}: {problem}", file=sys.stderr, flush=True)

            take(NEW)
            world = camera.world = make_world()
            take(SHOTS)
            browser.close()
        missing = unseen(shot.address.format(**world.values) for shot in (*NEW, *SHOTS))
    (FOLDER / "index.html").write_text(index(pictures), encoding="utf-8")
    problems = summed(pictures)
    print(*problems, sep="\n")
    if not words:
        print("not in the list:", ", ".join(missing) or "nothing")
    print(f"{len(pictures)} pictures, {len(problems)} faults: {FOLDER / 'index.html'}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
