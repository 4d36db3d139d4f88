"""What d20 says about its boards: squares of five feet, what follows from where people stand, what is shown."""

from __future__ import annotations

from dataclasses import replace

from rules.systems.d20.overlays import overlay, sight, underway
from rules.systems.d20.situation import DERIVED
from rules.systems.d20.sparing import SPARE, taken_out
from rules.systems.d20.squares import SQUARES

BOARD = replace(
    SQUARES, derives=DERIVED, overlay=overlay, sight=sight, underway=underway, verbs=(SPARE,), taken_out=taken_out
)
