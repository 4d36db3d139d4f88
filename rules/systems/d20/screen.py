"""The game master's screen of d20: the turn, the attack, what changes it, harm, what lies about."""

from __future__ import annotations

from rules.core.paper import Section, table, text

SCREEN = (
    Section("screen.order", text("D20C-INI-01", "D20C-SEQ-02", "D20C-SUR-03")),
    Section("screen.turn", text("D20C-ACT-02", "D20C-ACT-08", "D20C-ACT-07", "D20C-DLY-01", "D20C-RDY-01")),
    Section("screen.opportunity", text("D20C-AOO-03", "D20C-AOO-04", "D20C-AOO-05", "D20C-AOO-08")),
    Section("screen.attack", text("D20C-ATK-01", "D20C-ATK-02", "D20C-ATK-03", "D20C-RNG-01")),
    Section("screen.critical", text("D20C-CRT-01", "D20C-CRT-02")),
    Section("screen.target", table("D20C-CIR-03")),
    Section("screen.attacker", table("D20C-CIR-08")),
    Section("screen.cover", table("D20C-COV-04", 0, 2, 3)),
    Section("screen.concealment", table("D20C-CON-03", 0, 2)),
    Section("screen.two_weapons", table("D20C-TWF-05")),
    Section("screen.low", table("D20H-HP-05")),
    Section("screen.dying", text("D20H-DY-02", "D20H-REC-01", "D20H-REC-06")),
    Section("screen.massive", text("D20H-MD-02", "D20H-MD-03", "D20H-NL-05")),
    Section("screen.healing", text("D20H-HEAL-02", "D20H-HEAL-03")),
    Section("screen.harm", text("D20H-FALL-01", "D20H-FIRE-02", "D20H-AIR-02", "D20H-POIS-01")),
    Section("screen.objects", table("D20S-OBJ-07")),
)
