"""Who may strike at somebody who makes a special attack (D20S-AOO-01 and the rows it collects)."""

from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from rules.core.errors import one_of
from rules.core.types import Id

Provoking = Literal[
    "ranged_attack",
    "trip_unarmed",
    "trip_weapon",
    "disarm_melee_weapon",
    "disarm_ranged_weapon",
    "grab_worn_object",
    "disarm_counter",
    "bull_rush_enter",
    "bull_rush_push_actor",
    "bull_rush_push_target",
    "overrun_enter",
    "grapple_start",
    "grapple_join",
    "grapple_enter_space",
    "strike_held_object",
    "strike_loose_object",
    "aid_another",
]
Drawn = Literal["everybody", "other", "everybody_but_other", "nobody"]

PROVOKING: tuple[Provoking, ...] = get_args(Provoking)

DRAWN_FROM: Mapping[Provoking, Drawn] = {
    "ranged_attack": "everybody",  # D20S-GUN-05
    "trip_unarmed": "other",  # D20S-TRIP-03
    "trip_weapon": "nobody",  # D20S-TRIP-10
    "disarm_melee_weapon": "other",  # D20S-DIS-02
    "disarm_ranged_weapon": "other",  # D20S-DIS-10
    "grab_worn_object": "other",  # D20S-GRB-01
    "disarm_counter": "nobody",  # D20S-DIS-06
    "bull_rush_enter": "everybody",  # D20S-BULL-04
    "bull_rush_push_actor": "everybody_but_other",  # D20S-BULL-09
    "bull_rush_push_target": "everybody_but_other",  # D20S-BULL-09
    "overrun_enter": "everybody",  # D20S-OVR-05
    "grapple_start": "other",  # D20S-GRAP-09
    "grapple_join": "nobody",  # D20S-GRAP-36
    "grapple_enter_space": "everybody_but_other",  # D20S-GRAP-14
    "strike_held_object": "other",  # D20S-OBJ-05
    "strike_loose_object": "nobody",  # D20S-OBJ-05
    "aid_another": "nobody",  # D20S-AOO-01
}
"""From whom each action draws an attack of opportunity; `other` is the second party of the action (D20S-AOO-01)."""


def provoked(
    action: Provoking,
    threatened_by: Sequence[Id],
    other: Id,
    *,
    unarmed_counts_as_armed: bool = False,
    sunder_feat: bool = False,
) -> tuple[Id, ...]:
    """Return who of those that threaten the acting or moved creature gets an attack of opportunity, in their order.

    `other`: the target, the holder of the object, or for a pushed creature the one who pushes. UnknownValue for an
    action that is not in the table (D20S-AOO-01, D20S-TRIP-03, D20S-OBJ-05).
    """
    one_of(action, PROVOKING, "d20.opportunity.action_unknown", field="maneuver")
    drawn = DRAWN_FROM[action]
    if (action == "trip_unarmed" and unarmed_counts_as_armed) or (action == "strike_held_object" and sunder_feat):
        drawn = "nobody"
    match drawn:
        case "nobody":
            return ()
        case "other":
            return tuple(foe for foe in threatened_by if foe == other)
        case "everybody_but_other":
            return tuple(foe for foe in threatened_by if foe != other)
        case "everybody":
            return tuple(threatened_by)
