"""All kinds of steps."""

from . import board_steps, fault_steps, fight_steps, table_steps
from .ending import end
from .kinds import KINDS, planned, take

__all__ = ["KINDS", "board_steps", "end", "fault_steps", "fight_steps", "planned", "table_steps", "take"]
