"""Grapple: statuses, the check, sizes, bonds, and what may be done in one.

Rules: D20S-GRAP-05, D20S-GRAP-06, D20S-GRAP-14, D20S-GRAP-16 to -19, D20S-GRAP-22, D20S-GRAP-24 to -26,
D20S-GRAP-28, D20S-GRAP-30 to -35, D20S-GRAP-38, D20S-HOUSE-15.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, TypeAlias, get_args

from rules.core.errors import NotAllowed, at_least, one_of
from rules.core.throws import ACTOR, Throws, known, throw_one
from rules.core.types import Id
from rules.systems.d20.attack_bonus import TACTICS
from rules.systems.d20.attack_roll import LEAST_DAMAGE
from rules.systems.d20.dice import FELL, Fell
from rules.systems.d20.sizes import Size, categories_larger, known_size
from rules.systems.d20.terms import Term, total

GrappleStatus = Literal["grappling", "pinning", "pinned"]

GRAPPLE_STATUSES: tuple[GrappleStatus, ...] = get_args(GrappleStatus)

GRAPPLE_MODIFIERS: Mapping[Size, int] = {
    "fine": -16,
    "diminutive": -12,
    "tiny": -8,
    "small": -4,
    "medium": 0,
    "large": 4,
    "huge": 8,
    "gargantuan": 12,
    "colossal": 16,
}
"""In place of the ordinary size modifier (D20S-GRAP-06)."""

MOST_LOAD = 4
"""How much may grapple one opponent at once (D20S-GRAP-38)."""


@dataclass(frozen=True)
class Wrestler:
    """What counts in a grapple check."""

    base_attack_bonus: int
    """Of this attack."""
    strength_modifier: int
    size: Size
    other_modifier: int = 0


@dataclass(frozen=True)
class StrikeDamage:
    """Damage of an unarmed strike: sides of its die and what is added."""

    die: int
    bonus: int


@dataclass(frozen=True)
class GrappleLoad:
    """How much all grapplers count against one opponent, and whether they have room."""

    load: Fraction
    allowed: bool


def known_status(status: GrappleStatus, field: str = "status") -> GrappleStatus:
    """Return the status, or refuse it as unknown."""
    return one_of(status, GRAPPLE_STATUSES, "d20.grapple.status_unknown", field=field)


def grapple_modifier(size: Size) -> int:
    """Look up the grapple modifier of a creature size (D20S-GRAP-06). Raises UnknownValue."""
    return GRAPPLE_MODIFIERS[known_size(size)]


def grapple_bonus(wrestler: Wrestler) -> int:
    """Return what is added to the d20 of a grapple check (D20S-GRAP-05)."""
    return total(grapple_terms(wrestler))


def grapple_terms(wrestler: Wrestler) -> tuple[Term, ...]:
    """Return what it is made of (D20S-GRAP-05, D20S-GRAP-06, D20S-HOUSE-16)."""
    return (
        Term("base_attack_bonus", wrestler.base_attack_bonus, ("D20S-GRAP-05",)),
        Term("strength", wrestler.strength_modifier, ("D20S-GRAP-05",)),
        Term("grapple_size", grapple_modifier(wrestler.size), ("D20S-GRAP-06",)),
        Term("unarmed_lethal", wrestler.other_modifier, ("D20S-HOUSE-16",)),
    )


def lethal_modifier(*, lethal: bool, unarmed_counts_as_armed: bool) -> int:
    """Return the change of a grapple check that is to deal lethal damage (D20S-HOUSE-16)."""
    return TACTICS["unarmed_lethal"].modifier if lethal and not unarmed_counts_as_armed else 0


def unarmed_damage(strike: StrikeDamage) -> Throws[int]:
    """Roll the damage of an unarmed strike, at least 1 (D20S-GRAP-12, D20S-GRAP-21)."""
    face = yield from throw_one("damage", strike.die, bonus=strike.bonus)
    found = Fell("damage", ACTOR, (face,), strength=strike.bonus, least=LEAST_DAMAGE)
    yield from known(FELL, found)
    return found.total


def grappler_load(grappler: Size, opponent: Size) -> Fraction:
    """Return how much one grappler counts against the opponent's size (D20S-GRAP-38, D20S-HOUSE-11)."""
    larger = categories_larger(grappler, opponent)
    if larger < 0:
        return Fraction(1, 2)
    return Fraction((1, 2, 4)[min(2, larger)])


def grapple_load(opponent: Size, grapplers: Sequence[Size]) -> GrappleLoad:
    """Say whether all these may grapple one opponent at once (D20S-GRAP-38, D20S-HOUSE-11). Raises UnknownValue."""
    known_size(opponent, "opponent_size")
    load = sum((grappler_load(known_size(size, "grapplers"), opponent) for size in grapplers), Fraction(0))
    return GrappleLoad(load, load <= MOST_LOAD)


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
"""What is impossible in a grapple (D20S-GRAP-18, D20S-GRAP-19, D20S-GRAP-34)."""

ESCAPES: tuple[GrappleOption, ...] = ("escape_grapple", "escape_pin")
"""What Escape Artist is good for, and what an opponent may let happen (D20S-GRAP-27, -28, -31)."""


@dataclass(frozen=True)
class TurnLeft:
    """What is left of the character's turn."""

    attacks: int = 1
    attack_action: bool = True
    """None of the attacks is used yet."""
    move_action: bool = True
    escape_artist_used: bool = False
    """Escape Artist was tried in this round."""


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


@dataclass(frozen=True)
class Bond:
    """Two creatures that grapple each other."""

    one: Id
    other: Id
    pinner: Id | None = None
    """The one of them that pins the other."""

    def joins(self, who: Id) -> bool:
        """Say whether this creature is part of the bond."""
        return who in (self.one, self.other)

    def opponent(self, who: Id) -> Id:
        """Return the other side."""
        return self.other if who == self.one else self.one


Bonds: TypeAlias = tuple[Bond, ...]


def opponents(bonds: Sequence[Bond], who: Id) -> tuple[Id, ...]:
    """Return the opponents of a creature, in the order in which their grapples began (D20S-GRAP-39)."""
    return tuple(bond.opponent(who) for bond in bonds if bond.joins(who))


def status(bonds: Sequence[Bond], who: Id) -> GrappleStatus | None:
    """Return what a creature is in its grapples; None when it is in none (D20S-GRAP-22, D20S-HOUSE-15)."""
    mine = [bond for bond in bonds if bond.joins(who)]
    if not mine:
        return None
    if any(bond.pinner not in (None, who) for bond in mine):
        return "pinned"
    return "pinning" if any(bond.pinner == who for bond in mine) else "grappling"


def begun(bonds: Sequence[Bond], one: Id, other: Id) -> Bonds:
    """Return the bonds with these two grappling each other, once (D20S-GRAP-14, D20S-GRAP-36)."""
    return tuple(bonds) if other in opponents(bonds, one) else (*bonds, Bond(one, other))


def pinned(bonds: Sequence[Bond], pinner: Id, target: Id) -> Bonds:
    """Return the bonds after a successful pin; a pinned creature pins no longer (D20S-GRAP-22, D20S-GRAP-25).

    Raises NotAllowed when the two do not grapple.
    """
    if target not in opponents(bonds, pinner):
        raise NotAllowed("d20.grapple.no_bond", field="target")
    freed = unpinned_by(bonds, target)
    return tuple(replace(bond, pinner=pinner) if bond.joins(pinner) and bond.joins(target) else bond for bond in freed)


def unpinned_by(bonds: Sequence[Bond], pinner: Id) -> Bonds:
    """Return the bonds without the pins of one creature: escaped, broken or run out (D20S-GRAP-30, -32, -35)."""
    return tuple(replace(bond, pinner=None) if bond.pinner == pinner else bond for bond in bonds)


def free(bonds: Sequence[Bond], who: Id) -> Bonds:
    """Return the bonds after a creature got away from all; its pins end too (D20S-GRAP-26, reading C-27)."""
    return tuple(bond for bond in bonds if not bond.joins(who))


def let_go(bonds: Sequence[Bond], who: Id, other: Id) -> Bonds:
    """Return the bonds after one let go of another, a free action on its own turn (D20S-HOUSE-15, D20S-GRAP-15).

    Raises NotAllowed for a pinned creature, which can only try to escape the pin (D20S-GRAP-25).
    """
    if status(bonds, who) == "pinned":
        raise NotAllowed("d20.grapple.pinned", field="actor")
    return tuple(bond for bond in bonds if not (bond.joins(who) and bond.joins(other)))
