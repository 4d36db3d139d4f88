"""The game master's screen of Tumbas: the test, the round, what one looks up, what one sells."""

from __future__ import annotations

from rules.core.paper import Section, table, text

SCREEN = (
    Section("screen.test", text("TUM-TEST-04", "TUM-EXPL-01", "TUM-SNAKE-01", "TUM-FUMB-01")),
    Section("screen.pluses", text("TUM-PLUS-01", "TUM-HOUSE-15")),
    Section("screen.dice", text("TUM-DICE-02", "TUM-DICE-03", "TUM-DICE-04", "TUM-DICE-05")),
    Section("screen.opposed", text("TUM-OPP-01", "TUM-OPP-02")),
    Section("screen.surprise", text("TUM-HOUSE-30")),
    Section("screen.round", text("TUMS-CMB-02", "TUMS-CMB-03", "TUMS-CMB-05", "TUMS-CMB-08", "TUMS-CMB-09")),
    Section("screen.attack", text("TUM-HOUSE-13", "TUM-HOUSE-14", "TUM-HOUSE-16", "TUM-HOUSE-17")),
    Section("screen.leaving", text("TUM-HOUSE-18", "TUM-HOUSE-19")),
    Section("screen.dying", text("TUM-HOUSE-20", "TUM-HOUSE-21")),
    Section("screen.creatures", (*table("TUM-HOUSE-27"), *text("TUM-HOUSE-27"))),
    Section("screen.magic", (*table("TUM-HOUSE-26"), *text("TUM-HOUSE-32", "TUM-HOUSE-33"))),
    Section("screen.load", (*text("TUM-LOAD-02", "TUM-LOAD-03"), *table("TUM-LOAD-01"))),
    Section("screen.rest", text("TUM-HOUSE-22", "TUM-HOUSE-23")),
    Section("screen.levels", text("TUM-LVL-01", "TUM-LVL-04", "TUM-ADV-01")),
    Section("screen.weapons", table("TUM-HOUSE-08", 0, 1, 2, 3, 5)),
    Section("screen.armours", table("TUM-HOUSE-09")),
    Section("screen.shop", table("TUM-BUY-03")),
)
