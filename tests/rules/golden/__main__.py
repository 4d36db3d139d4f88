"""Writes the golden logs anew: `python -m tests.rules.golden`, after the rules were changed on purpose."""

from __future__ import annotations

import sys

from tests.rules.golden import FIGHTS, write

for slug in sys.argv[1:] or FIGHTS:
    write(slug)
