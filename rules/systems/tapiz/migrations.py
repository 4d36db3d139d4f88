"""Stored heads of older state versions, lifted to the present one."""

from __future__ import annotations

from rules.core.types import Json


def purses_of_bodies(head: Json) -> Json:
    """Take hero points out of the bodies: since state version 2 they belong to players (TAP-HERO-15).

    The app fills the purses from the conditions of the characters, and names each combatant's at the next act.
    """
    fight = head["fight"]
    combatants = {
        who: {**one, "body": {name: value for name, value in one["body"].items() if name != "hero_points"}}
        for who, one in fight.get("combatants", {}).items()
    }
    return {**head, "fight": {**fight, "combatants": combatants}}
