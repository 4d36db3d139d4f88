"""How the states of people and machines of Táctico look on a card."""

from __future__ import annotations

from rules.core.chips import Chip, Chips

CHIPS: Chips = {
    "status.": Chip("heart-off", "body"),
    "status.dead": Chip("skull", "body"),
    "state.": Chip("hourglass", "bad", "plain"),
    "state.defences": Chip("shield", "well", "plain"),
    "state.treating": Chip("life-buoy", "well"),
    "state.left_melee": Chip("door-open", "well"),
    "state.moved": Chip("footprints", number="plain"),
    "state.lies": Chip("arrow-down", "bad"),
    "machine_state.": Chip("triangle-alert", "bad"),
    "machine_state.flying": Chip("feather"),
    "machine_state.offline": Chip("flame", "bad"),
    "machine_state.fallen": Chip("arrow-down", "bad"),
    "lost_part.": Chip("heart-off", "body"),
    "relation.": Chip("shield"),
    "relation.engaged": Chip("swords"),
    "relation.distance": Chip("footprints"),
    "heat.slows_now": Chip("flame", "bad", "plain"),
    "heat.blurs_now": Chip("flame", "bad", "plain"),
}
