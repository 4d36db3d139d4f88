"""What hands hold of somebody's things (D20C-ACT-06)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.gear import Gear, Thing

HANDS = 2
"""How many hands somebody has."""


def hands_of(thing: Thing) -> int:
    """How many hands hold it: both a two-handed weapon, one anything else."""
    return HANDS if "two_handed" in (thing.values.get("properties") or ()) else 1


def drawn(gear: Gear, thing: Thing) -> Gear:
    """The gear with this in hand; what the hands can no longer hold goes to the belt."""
    free = HANDS - hands_of(thing)
    for one in gear.at("hand"):
        if one.id == thing.id:
            continue
        if hands_of(one) > free:
            gear = gear.put(replace(one, place="worn"))
        else:
            free -= hands_of(one)
    return gear.put(replace(thing, place="hand"))
