"""The pictures that one of several browsers takes, in a process of its own."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from scripts.browser import required
from scripts.served import CHROMIUM_ARGUMENTS, ROOT, serving, settle_in

if TYPE_CHECKING:
    from .looking import Photograph

FOLDER = ROOT / "shots"
AT_ONCE = 2
"""How many browsers look, each at a site of its own that begins with the same demos."""


def look(data: Path, share: int, words: list[str]) -> list[Photograph]:
    """Take the pictures of one share, at the site of this folder."""
    settle_in(data)
    from playwright.sync_api import sync_playwright

    from .looking import Camera
    from .pages import NEW, shares
    from .world import make_world

    pictures: list[Photograph] = []
    with serving(data) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=required(), args=list(CHROMIUM_ARGUMENTS))
        camera = Camera(browser, site, FOLDER)
        for shot in (*(NEW if share == 0 else ()), None, *shares(AT_ONCE)[share]):
            if shot is None:
                camera.world = make_world()
            elif words and not any(word in shot.name for word in words):
                camera.happens(shot)
            else:
                for picture in camera.take(shot):
                    pictures.append(picture)
                    # said at once, too: the whole takes minutes
                    for problem in picture.problems:
                        print(f"{shot.name} {picture.size} {picture.theme}: {problem}", file=sys.stderr, flush=True)
        browser.close()
    return pictures
