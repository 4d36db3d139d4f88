"""Size of attacker and target (TAP-SIZE-01 to -04)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.errors import one_of
from rules.core.facts import Explanation, Word, fact
from rules.core.once import once
from rules.core.types import Id
from rules.systems.tapiz.hit_points import POOLS, PoolName
from rules.systems.tapiz.rolls import Comparison, compare
from rules.systems.tapiz.settings import SIZE_SIGNS, SizeSign, settings_of
from rules.systems.tapiz.sheet import SIZES, Size
from rules.systems.tapiz.state import TapizFight

STEP = 2
"""What one step of size changes, in the resistance and in the effect points (TAP-SIZE-02, TAP-SIZE-03)."""


@dataclass(frozen=True, slots=True)
class SizeModifiers:
    """Change of the target's resistance and of the attacker's effect points."""

    resistance: int = 0
    effect_points: int = 0


def size_modifiers(attack: PoolName, attacker: Size, target: Size, *, physical_sign: SizeSign) -> SizeModifiers:
    """Return what the two sizes change in an attack (TAP-SIZE-02, TAP-SIZE-03, TAP-HOUSE-32).

    Each step by which the attacker is larger adds to its effect points, in a physical attack to the resistance as well,
    in a mental one it takes from the resistance. A reversed sign makes physical attacks like mental ones.
    """
    one_of(attack, POOLS, "tapiz.attack.kind_unknown", field="attack")
    for field, size in (("attacker", attacker), ("target", target)):
        one_of(size, SIZES, "tapiz.size.unknown", field=field)
    one_of(physical_sign, SIZE_SIGNS, "tapiz.size.sign_unknown", field="physical_sign")
    change = STEP * (SIZES.index(attacker) - SIZES.index(target))
    as_printed = attack == "physical" and physical_sign == "source"
    return SizeModifiers(change if as_printed else -change, change)


def compare_sized(total: int, resistance: int, size: SizeModifiers) -> Comparison:
    """Compare an attack with a resistance already changed by size, then change the points (TAP-SIZE-04)."""
    plain = compare(total, resistance)
    if not plain.success:
        return plain
    return Comparison(True, max(0, plain.effect_points + size.effect_points), 0)


@once
def sizes(fight: TapizFight, actor: Id, target: Id, kind: PoolName) -> SizeModifiers:
    """What the sizes of two combatants change in an attack of one on the other (TAP-SIZE-02, -03, TAP-HOUSE-32)."""
    sign = settings_of(fight.house).size_sign
    return size_modifiers(kind, fight.body(actor).size, fight.body(target).size, physical_sign=sign)


def size_rules(fight: TapizFight, kind: PoolName) -> tuple[str, ...]:
    """The rows that the changes by size rest on."""
    if kind == "mental":
        return ("TAP-SIZE-03", "TAP-SIZE-04")
    reversed_here = settings_of(fight.house).size_sign == "reversed"
    return ("TAP-SIZE-02", "TAP-SIZE-04", *(("TAP-HOUSE-32",) if reversed_here else ()))


def size_term(fight: TapizFight, actor: Id, target: Id, kind: PoolName) -> Explanation:
    """What the two sizes change in the resistance (TAP-SIZE-04)."""
    change = sizes(fight, actor, target, kind).resistance
    if not change:
        return ()
    attacker, attacked = Word(f"size.{fight.body(actor).size}"), Word(f"size.{fight.body(target).size}")
    return (fact("term.size", change, attacker=attacker, target=attacked, rules=size_rules(fight, kind)),)
