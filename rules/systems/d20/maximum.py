"""Hit points and Constitution: what lost points of it take, and the maximum that they leave.

(D20H-CON-01, D20H-CON-02, D20H-HOUSE-08)
"""

from __future__ import annotations

from dataclasses import replace

from rules.systems.d20.abilities import ability_modifier
from rules.systems.d20.bearing import plain_score
from rules.systems.d20.harm.constitution import change_constitution
from rules.systems.d20.state import Body


def constitution_shift(body: Body) -> int:
    """Hit points that lost points of Constitution take, 0 or less (D20H-CON-01, D20H-CON-02, D20H-HOUSE-08)."""
    if body.no_constitution or body.being == "object":
        return 0
    whole, left = body.scores["constitution"], plain_score(body, "constitution")
    return max(1, body.level) * (ability_modifier(left) - ability_modifier(whole))


def sheet_maximum(body: Body) -> int:
    """The maximum of somebody who has lost no points of Constitution."""
    return body.hp_sheet or body.hp_max - constitution_shift(body)


def with_maximum(body: Body) -> Body:
    """The body with the maximum that its losses leave of the sheet's (D20H-CON-01, D20H-CON-02, D20H-HOUSE-08).

    It is reckoned from the sheet's each time, so that it comes back whole when the points do.
    """
    whole = sheet_maximum(body)
    if not constitution_shift(body):
        return replace(body, hp_max=whole, hp_sheet=whole)
    present = plain_score(body, "constitution")
    level = max(1, body.level)
    found = change_constitution(body.scores["constitution"], present, level, whole, whole)
    return replace(body, hp_max=min(whole, found.hp_max), hp_sheet=whole)
