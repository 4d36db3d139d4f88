"""The game master's screen of Tapiz: the roll, its points, the conflict, hit points, heroism, what one looks up."""

from __future__ import annotations

from rules.core.paper import Section, table, text

SCREEN = (
    Section("screen.roll", text("TAP-ROLL-02", "TAP-ROLL-03", "TAP-ROLL-04", "TAP-ROLL-05")),
    Section("screen.difficulty", table("TAP-HOUSE-11")),
    Section("screen.effects", (*table("TAP-EFF-01"), *text("TAP-EFF-06", "TAP-EFF-07"))),
    Section("screen.examples", table("TAP-EFF-05")),
    Section("screen.order", text("TAP-HOUSE-09", "TAP-HOUSE-10", "TAP-TIME-01")),
    Section("screen.moving", (*table("TAP-HOUSE-22"), *table("TAP-MOVE-03", 0, 1, 3))),
    Section("screen.cover", (*table("TAP-VIS-03", 0, 1, 2), *text("TAP-VIS-01", "TAP-VIS-02"))),
    Section("screen.stances", text("TAP-STANCE-06", "TAP-STANCE-07", "TAP-STANCE-09", "TAP-STANCE-10")),
    Section("screen.low", text("TAP-HP-02", "TAP-HP-03", "TAP-HP-05", "TAP-HP-06", "TAP-HP-07", "TAP-HP-09")),
    Section("screen.healing", text("TAP-HOUSE-17")),
    Section("screen.heroism", text("TAP-HERO-03", "TAP-HERO-05", "TAP-HERO-07", "TAP-HERO-14")),
    Section("screen.size", table("TAP-SIZE-02")),
    Section("screen.weapons", table("TAP-HOUSE-18")),
    Section("screen.armours", table("TAP-HOUSE-07")),
)
