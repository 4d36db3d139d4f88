"""The game master's screen of Táctico: people first, then machines, each in the order of a turn."""

from __future__ import annotations

from rules.core.paper import Section, table, text

SCREEN = (
    Section("screen.roll", text("TAC-ROLL-04", "TAC-ROLL-06", "TAC-ROLL-07", "TAC-DIFF-03")),
    Section("screen.difficulty", table("TAC-DIFF-01")),
    Section("screen.turn", text("TAC-TURN-03", "TAC-TURN-04", "TAC-ACT-01")),
    Section("screen.attack", (*table("TAC-HOUSE-11"), *text("TAC-HOUSE-12", "TAC-ATK-01", "TAC-ATK-02", "TAC-ATK-03"))),
    Section("screen.defence", text("TAC-ACT-06")),
    Section("screen.locations", (*table("TAC-LOC-02"), *text("TAC-DMG-06", "TAC-DMG-08", "TAC-DMG-10"))),
    Section("screen.fatigue", text("TAC-FAT-02", "TAC-FAT-03", "TAC-FAT-04")),
    Section("screen.weapons", table("TAC-HOUSE-13", 0, 1, 2, 3)),
    Section("screen.protection", table("TAC-HOUSE-14")),
    Section("screen.healing", text("TAC-HEAL-01", "TAC-HEAL-04")),
    Section("screen.machine_turn", text("TAC-VEH-02", "TAC-VEH-06", "TAC-VEH-08")),
    Section("screen.shot", (*table("TAC-SHOT-01"), *table("TAC-SHOT-02"), *table("TAC-SHOT-04"))),
    Section("screen.obstacles", text("TAC-SHOT-05", "TAC-SHOT-06", "TAC-SHOT-07", "TAC-SHOT-08")),
    Section("screen.machine_locations", table("TAC-HOUSE-30")),
    Section("screen.blows", table("TAC-PHYS-01", 0, 1, 2)),
    Section("screen.heat", (*table("TAC-HEAT-02"), *text("TAC-HEAT-07"))),
    Section("screen.falls", text("TAC-HOUSE-28")),
)
