"""What somebody has in hand: one weapon at a time (TAC-ACT-02)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.gear import Gear, Thing


def drawn(gear: Gear, thing: Thing) -> Gear:
    """The gear with this in hand; another weapon that was there goes to its place on the body (TAC-ACT-02)."""
    for one in gear.at("hand"):
        if one.id != thing.id and one.kind == thing.kind:
            gear = gear.put(replace(one, place="worn"))
    return gear.put(replace(thing, place="hand"))
