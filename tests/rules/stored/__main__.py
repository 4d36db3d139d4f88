"""Writes down the shapes of stored states: `python -m tests.rules.stored`, after one was changed on purpose."""

from __future__ import annotations

import sys

from rules.core.registry import SYSTEMS, get_system
from tests.rules.stored import write

refused = [f"{slug}: {line}" for slug in sys.argv[1:] or SYSTEMS for line in write(get_system(slug))]
if refused:
    sys.exit("\n".join(["Raise state_version and migrate what is stored:", *refused]))
