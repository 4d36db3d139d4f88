"""What a character in a grapple may do on its turn, and what it costs (D20S-GRAP-19, -24, -25, -28, -31, -33, -34)."""

from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import at_least, one_of
from rules.systems.d20.special.grapple import GrappleStatus, known_status

GrappleOption = Literal[
    "damage",
    "pin",
    "escape_grapple",
    "escape_pin",
    "break_other_pin",
    "draw_light_weapon",
    "attack_light_weapon",
    "attack_other_weapon",
    "attack_two_weapons",
    "move",
    "other",
]
EscapeMethod = Literal["grapple_check", "escape_artist"]
GrappleFoe = Literal["held_foe", "other_foe"]
OptionCost = Literal["attack", "attack_action", "move_action"]
OptionRefusal = Literal[
    "pinned", "not_listed", "not_pinned", "pinning", "already_tried", "no_attack_left", "no_move_action"
]

GRAPPLE_OPTIONS: tuple[GrappleOption, ...] = get_args(GrappleOption)
ESCAPE_METHODS: tuple[EscapeMethod, ...] = get_args(EscapeMethod)
GRAPPLE_FOES: tuple[GrappleFoe, ...] = get_args(GrappleFoe)

NOT_LISTED: tuple[GrappleOption, ...] = ("attack_other_weapon", "attack_two_weapons", "move", "other")
"""What nobody can do in a grapple (D20S-GRAP-18, D20S-GRAP-19, D20S-GRAP-34)."""

ESCAPES: tuple[GrappleOption, ...] = ("escape_grapple", "escape_pin")
"""What Escape Artist is good for, and what an opponent may let happen (D20S-GRAP-27, -28, -31)."""


@dataclass(frozen=True)
class TurnLeft:
    """What is left of the character's turn.

    attacks: attacks left; attack_action: none of them is used yet; escape_artist_used: tried in this round.
    """

    attacks: int = 1
    attack_action: bool = True
    move_action: bool = True
    escape_artist_used: bool = False


@dataclass(frozen=True)
class OptionVerdict:
    """What an option costs, or the reason against it."""

    cost: OptionCost | None
    reason: OptionRefusal | None

    @property
    def allowed(self) -> bool:
        """Whether the option may be used now."""
        return self.reason is None


def known_escape_method(method: EscapeMethod) -> EscapeMethod:
    """Return the way of escaping, or refuse it as unknown."""
    return one_of(method, ESCAPE_METHODS, "d20.grapple.method_unknown", field="method")


def option_cost(option: GrappleOption, method: EscapeMethod) -> OptionCost:
    """Return what an option of the list takes of the turn (D20S-GRAP-19, -28, -31, -33)."""
    if option == "draw_light_weapon":
        return "move_action"
    return "attack_action" if option in ESCAPES and method == "escape_artist" else "attack"


def grapple_option(
    status: GrappleStatus,
    option: GrappleOption,
    *,
    method: EscapeMethod = "grapple_check",
    foe: GrappleFoe = "held_foe",
    left: TurnLeft = TurnLeft(),
) -> OptionVerdict:
    """Say whether an option may be used now, and the first reason against it (D20S-GRAP-18, -19, -24, -25, -28 to -34).

    foe: the one that this character pins, or another. method matters for escapes only. Raises UnknownValue, and
    OutOfRange for negative attacks.
    """
    known_status(status)
    one_of(option, GRAPPLE_OPTIONS, "d20.grapple.option_unknown", field="option")
    known_escape_method(method)
    one_of(foe, GRAPPLE_FOES, "d20.grapple.foe_unknown", field="foe")
    at_least(left.attacks, 0, "d20.grapple.attacks_negative", field="attacks_left")
    if status == "pinned" and option != "escape_pin":
        return OptionVerdict(None, "pinned")
    if option in NOT_LISTED:
        return OptionVerdict(None, "not_listed")
    if option == "escape_pin" and status != "pinned":
        return OptionVerdict(None, "not_pinned")
    against_another = option in ("damage", "pin") and foe == "other_foe"
    if status == "pinning" and (option == "attack_light_weapon" or against_another):
        return OptionVerdict(None, "pinning")
    match option_cost(option, method):
        case "attack_action" if left.escape_artist_used:
            return OptionVerdict(None, "already_tried")
        case "attack_action" if not left.attack_action:
            return OptionVerdict(None, "no_attack_left")
        case "attack" if not left.attacks:
            return OptionVerdict(None, "no_attack_left")
        case "move_action" if not left.move_action:
            return OptionVerdict(None, "no_move_action")
        case cost:
            return OptionVerdict(cost, None)
