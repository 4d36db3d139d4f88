"""Which Chromium of this machine the tests, the gallery and the bench drive."""

from __future__ import annotations

import os
import shutil

# The shell draws pages without being a browser for people: the same tests cost a fifth less processor time in it.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PACKAGES = ("chromium-headless-shell", "chromium")
"""The Debian packages that bring one, the best first; not every release has the shell."""


def chromium() -> str | None:
    """Find a Chromium: that of TAPIZ_CHROMIUM, else the first one that is installed; None without any."""
    return os.environ.get("TAPIZ_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


def required() -> str:
    """Find a Chromium; raises SystemExit with what to do where there is none."""
    found = chromium()
    if found is None:
        raise SystemExit("No Chromium: apt-get install chromium, or set TAPIZ_CHROMIUM.")
    return found
