"""All kinds of steps."""

from . import fault_steps, fight_steps, table_steps
from .ending import end
from .kinds import KINDS, planned, take

__all__ = ["KINDS", "end", "fault_steps", "fight_steps", "planned", "table_steps", "take"]
