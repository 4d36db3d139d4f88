"""Odds told before the dice fall: to the game master exactly, to whoever rolls over what they may know.

A player may not know a foe's Defense nor its hit points, so theirs is a table of Defenses that depends on nothing but
their own bonus and on what everybody sees (docs/secrecy.md). (D20C-ATK-01 to -03, D20C-CRT-01, D20C-CON-03)
"""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import GAME_MASTER, controllers_of
from rules.core.facts import Fact
from rules.core.odds import Outcomes, against, by_resistance
from rules.core.types import Id
from rules.systems.d20.odds import Chances, Stroke, chances, likely_defenses
from rules.systems.d20.state import D20Fight

RULES = ("D20C-ATK-01", "D20C-CRT-01")


def attack_odds(fight: D20Fight, actor: Id, target: Id, stroke: Stroke, defense: int, *, spares: bool) -> Fact:
    """The odds of an attack: exactly for the game master, a table of Defenses for whoever makes it.

    spares: its damage is nonlethal and brings nobody to 0 hit points.
    """
    body = fight.combatants[target].body
    left = body.points if body.points > 0 and not spares else None
    if body.being == "object" and left is not None:
        left += body.thing.hardness
    seen = replace(stroke, immune=False) if body.being != "object" else stroke
    columns = {number: _outcomes(chances(seen, number)) for number in likely_defenses(stroke.bonus)}
    table = by_resistance(columns, *RULES, audience=controllers_of(actor))
    exact = against(defense, _outcomes(chances(stroke, defense, left)), *RULES, audience=GAME_MASTER)
    return replace(exact, otherwise=table)


def _outcomes(found: Chances) -> Outcomes:
    told = {"odds.hit": found.hit, "odds.critical": found.critical}
    return told if found.down is None else {**told, "odds.down": found.down}
