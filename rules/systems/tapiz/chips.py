"""How the states of Tapiz look on a card."""

from __future__ import annotations

from rules.core.chips import Chip, Chips

CHIPS: Chips = {
    "status.": Chip("heart-off", "body"),
    "status.dead": Chip("skull", "body"),
    "status.lost": Chip("skull", "body"),
    "status.bleeding": Chip("droplets", "body"),
    "status.unstable": Chip("brain", "body"),
    "status.incapacitated": Chip("brain", "body"),
    "status.stabilised": Chip("life-buoy", "body"),
    "effect.": Chip("feather"),
    "effect.+": Chip("anchor", "by_sign", "signed"),
    "effect.-": Chip("droplet", "by_sign", "signed"),
    "stance.": Chip("shield", number="signed"),
    "stance.aimed": Chip("target"),
    "stance.aim": Chip("target"),
    "surprise.": Chip("zap", "bad"),
    "size.": Chip("users"),
    "relation.": Chip("shield"),
    "relation.visibility": Chip("eye-off"),
    "relation.band": Chip("footprints"),
    "burden.now": Chip("weight", "by_sign", "signed"),
    "burden.ignored": Chip("weight"),
}
