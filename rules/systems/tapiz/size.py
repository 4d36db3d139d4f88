"""Size of attacker and target (TAP-SIZE-01 to -04)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import one_of
from rules.systems.tapiz.rolls import Comparison, compare

Size = Literal["small", "medium", "large"]
AttackKind = Literal["physical", "mental"]
SizeSign = Literal["source", "reversed"]

SIZES: tuple[Size, ...] = get_args(Size)
ATTACK_KINDS: tuple[AttackKind, ...] = get_args(AttackKind)
SIZE_SIGNS: tuple[SizeSign, ...] = get_args(SizeSign)

DEFAULT_SIZE: Size = "medium"
"""Size unless stated (TAP-HOUSE-29)."""


@dataclass(frozen=True)
class SizeModifiers:
    """Change of the target's resistance and of the attacker's effect points."""

    resistance: int
    effect_points: int


PHYSICAL: Mapping[tuple[Size, Size], SizeModifiers] = {
    ("small", "small"): SizeModifiers(0, 0),
    ("small", "medium"): SizeModifiers(-2, -2),
    ("small", "large"): SizeModifiers(-4, -4),
    ("medium", "small"): SizeModifiers(+2, +2),
    ("medium", "medium"): SizeModifiers(0, 0),
    ("medium", "large"): SizeModifiers(-2, -2),
    ("large", "small"): SizeModifiers(+4, +4),
    ("large", "medium"): SizeModifiers(+2, +2),
    ("large", "large"): SizeModifiers(0, 0),
}
"""Physical attacks by sizes of attacker and target (TAP-SIZE-02)."""

MENTAL: Mapping[tuple[Size, Size], SizeModifiers] = {
    ("small", "small"): SizeModifiers(0, 0),
    ("small", "medium"): SizeModifiers(+2, -2),
    ("small", "large"): SizeModifiers(+4, -4),
    ("medium", "small"): SizeModifiers(-2, +2),
    ("medium", "medium"): SizeModifiers(0, 0),
    ("medium", "large"): SizeModifiers(+2, -2),
    ("large", "small"): SizeModifiers(-4, +4),
    ("large", "medium"): SizeModifiers(-2, +2),
    ("large", "large"): SizeModifiers(0, 0),
}
"""Mental attacks by sizes of attacker and target (TAP-SIZE-03)."""


def size_modifiers(
    attack: AttackKind, attacker: Size, target: Size, *, physical_sign: SizeSign = "source"
) -> SizeModifiers:
    """Look up what the two sizes change in an attack (TAP-SIZE-02, TAP-SIZE-03, TAP-HOUSE-32)."""
    one_of(attack, ATTACK_KINDS, "tapiz.attack.kind_unknown", field="attack")
    for field, size in (("attacker", attacker), ("target", target)):
        one_of(size, SIZES, "tapiz.size.unknown", field=field)
    one_of(physical_sign, SIZE_SIGNS, "tapiz.size.sign_unknown", field="physical_sign")
    if attack == "mental":
        return MENTAL[attacker, target]
    row = PHYSICAL[attacker, target]
    return row if physical_sign == "source" else SizeModifiers(-row.resistance, row.effect_points)


def compare_sized(total: int, resistance: int, size: SizeModifiers) -> Comparison:
    """Compare an attack with a resistance already changed by size, then change the points (TAP-SIZE-04)."""
    plain = compare(total, resistance)
    if not plain.success:
        return plain
    return Comparison(True, max(0, plain.effect_points + size.effect_points), 0)
