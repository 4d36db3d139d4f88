"""The feats that the rules of fights, harm and objects name (D20C-FST-01, D20C-AOT-10)."""

from __future__ import annotations

FEATS: tuple[str, ...] = (
    "improved_initiative",
    "two_weapon_fighting",
    "blind_fight",
    "combat_martial_arts",
    "personal_firearms",
    "advanced_firearms",
    "burst_fire",
    "sunder",
    "improved_damage_threshold",
)
"""By name: what else a feat does is written in words (D20C-INI-01, D20C-TWF-03, D20C-HOUSE-14, D20C-UNA-04,
D20S-GUN-02, D20S-AUTO-04, D20S-AUTO-07, D20S-OBJ-05, D20H-MD-01)."""

THRESHOLD_BONUS = 3
"""What the improved damage threshold adds where the sheet says nothing else; the amount is the feat's (D20H-MD-01)."""
