"""The skills that the rules of fights, harm and objects name, and the ability that each leans on.

(D20C-FST-02, D20H-BASE-02, D20H-LOAD-05, D20H-REC-06, D20S-REP-02, D20S-GRAP-28, D20S-HOUSE-17)
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.systems.d20.abilities import Ability

SKILL_ABILITIES: Mapping[str, Ability] = {
    "balance": "dexterity",
    "bluff": "charisma",
    "climb": "strength",
    "concentration": "constitution",
    "demolitions": "intelligence",
    "disable_device": "intelligence",
    "drive": "dexterity",
    "escape_artist": "dexterity",
    "hide": "dexterity",
    "intimidate": "charisma",
    "jump": "strength",
    "listen": "wisdom",
    "move_silently": "dexterity",
    "repair": "intelligence",
    "search": "intelligence",
    "sense_motive": "wisdom",
    "spot": "wisdom",
    "survival": "wisdom",
    "swim": "strength",
    "treat_injury": "wisdom",
    "tumble": "dexterity",
}
"""Skills by name; those of setting packs stand on a sheet in words."""

SKILLS: tuple[str, ...] = tuple(SKILL_ABILITIES)


def is_physical(skill: str) -> bool:
    """Whether a skill leans on Strength or Dexterity, which blindness hinders (D20H-COND-08)."""
    return SKILL_ABILITIES[skill] in ("strength", "dexterity")
