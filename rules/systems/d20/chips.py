"""How the states of d20 look on a card."""

from __future__ import annotations

from rules.core.chips import Chip, Chips

CHIPS: Chips = {
    "hp.temporary": Chip("heart", "well", "plain"),
    "condition.": Chip("heart-off", "body"),
    "condition.dead": Chip("skull", "body"),
    "condition.dying": Chip("droplets", "body"),
    "condition.stable": Chip("life-buoy", "body"),
    "condition.flat_footed": Chip("eye-off", "body"),
    "effect.": Chip("droplet", "bad"),
    "effect.total_defense": Chip("shield", "well"),
    "effect.fighting_defensively": Chip("shield", "well"),
    "effect.running": Chip("zap", "bad"),
    "effect.charged": Chip("zap", "bad"),
    "timer.": Chip("hourglass", "gold"),
    "state.": Chip("eye"),
    "state.grapple": Chip("link"),
    "state.delayed": Chip("hourglass"),
    "state.opportunity_used": Chip("sword"),
    "relation.": Chip("eye"),
    "relation.adjacent": Chip("swords"),
    "relation.flanked": Chip("swords"),
    "relation.distance": Chip("footprints"),
    "relation.cover": Chip("shield"),
}
