"""Who may strike at somebody who makes a special attack (D20S-AOO-01 and the rows it collects)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Opening:
    """From whom an act draws an attack of opportunity; `other` is its second party.

    action: the row of the action tables that says whether it does; None where a rule of its own says otherwise.
    """

    drawn: Drawn
    action: str | None
    rule: str


OPENINGS: Mapping[Provoking, Opening] = {
    "ranged_attack": Opening("everybody", "attack_ranged", "D20S-GUN-05"),
    "trip_unarmed": Opening("other", "attack_unarmed", "D20S-TRIP-03"),
    "trip_weapon": Opening("nobody", "trip", "D20S-TRIP-10"),
    "disarm_melee_weapon": Opening("other", "disarm", "D20S-DIS-02"),
    "disarm_ranged_weapon": Opening("other", "disarm", "D20S-DIS-10"),
    "grab_worn_object": Opening("other", "disarm", "D20S-GRB-01"),
    "disarm_counter": Opening("nobody", None, "D20S-DIS-06"),
    "bull_rush_enter": Opening("everybody", "move_speed", "D20S-BULL-04"),
    "bull_rush_push_actor": Opening("everybody_but_other", "move_speed", "D20S-BULL-09"),
    "bull_rush_push_target": Opening("everybody_but_other", "move_speed", "D20S-BULL-09"),
    "overrun_enter": Opening("everybody", "move_speed", "D20S-OVR-05"),
    "grapple_start": Opening("other", "grapple", "D20S-GRAP-09"),
    "grapple_join": Opening("nobody", None, "D20S-GRAP-36"),
    "grapple_enter_space": Opening("everybody_but_other", "move_speed", "D20S-GRAP-14"),
    "strike_held_object": Opening("other", "attack_object", "D20S-OBJ-05"),
    "strike_loose_object": Opening("nobody", "attack_object", "D20S-OBJ-05"),
    "aid_another": Opening("nobody", "aid_another", "D20S-AOO-01"),
}
"""What the action tables leave open: who may strike (D20S-AOO-01, D20S-TRIP-10, D20S-BULL-04, D20S-BULL-09)."""

SPARED_BY_ARMED_HANDS: tuple[Provoking, ...] = ("trip_unarmed",)
"""What draws nothing from whoever's unarmed attacks count as armed (D20S-TRIP-03, D20C-UNA-03)."""

SPARED_BY_SUNDER: tuple[Provoking, ...] = ("strike_held_object",)
"""What draws nothing from whoever has the sunder feat (D20S-OBJ-05)."""


def provoked(
    action: Provoking,
    threatened_by: Sequence[Id],
    other: Id,
    *,
    unarmed_counts_as_armed: bool = False,
    sunder_feat: bool = False,
) -> tuple[Id, ...]:
    """Return who of those that threaten the acting or moved creature gets an attack of opportunity, in their order.

    other: the target, the holder of the object, or for a pushed creature the one who pushes. Raises UnknownValue for an
    action that is not in the table (D20S-AOO-01, D20S-TRIP-03, D20S-OBJ-05).
    """
    one_of(action, PROVOKING, "d20.action.unknown", field="maneuver")
    if (unarmed_counts_as_armed and action in SPARED_BY_ARMED_HANDS) or (sunder_feat and action in SPARED_BY_SUNDER):
        return ()
    match OPENINGS[action].drawn:
        case "nobody":
            return ()
        case "other":
            return tuple(foe for foe in threatened_by if foe == other)
        case "everybody_but_other":
            return tuple(foe for foe in threatened_by if foe != other)
        case "everybody":
            return tuple(threatened_by)
