"""How the states of Tumbas look on a card."""

from __future__ import annotations

from rules.core.chips import Chip, Chips

CHIPS: Chips = {
    "status.": Chip("heart-off", "body"),
    "status.dead": Chip("skull", "body"),
    "status.dying": Chip("droplets", "body"),
    "status.stable": Chip("life-buoy", "body"),
    "state.": Chip("droplet", "bad"),
    "state.surprised": Chip("eye-off", "bad"),
    "state.overloaded": Chip("weight", "bad"),
    "state.promised": Chip("dices", "by_sign"),
    "state.helped": Chip("hand-helping", "well"),
    "state.unloaded": Chip("refresh-cw", "bad"),
    "relation.": Chip("shield"),
    "relation.engaged": Chip("swords"),
    "relation.distance": Chip("footprints"),
}
