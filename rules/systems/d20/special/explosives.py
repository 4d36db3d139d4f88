"""Explosives: thrown, planted, and the blast (D20S-EXP-01 to -13, D20S-HOUSE-03, D20S-HOUSE-17)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import at_least, needed, one_of
from rules.core.throws import Throws, throw_one
from rules.core.types import Id
from rules.systems.d20.defences import AREA_DEFENSE
from rules.systems.d20.dice import halved
from rules.systems.d20.rolls import check, roll_against, save_together
from rules.systems.d20.special.throwing import Landing, ScatterDie, check_in_reach, landing, miss_die, range_increments

ExplosiveKind = Literal["thrown", "planted"]
BlastTargetKind = Literal["creature", "attended_object", "unattended_object"]

EXPLOSIVE_KINDS: tuple[ExplosiveKind, ...] = get_args(ExplosiveKind)
BLAST_TARGET_KINDS: tuple[BlastTargetKind, ...] = get_args(BlastTargetKind)

DETONATOR_DC = 10
"""Demolitions check for connecting a detonator, where the game master wants one (D20S-HOUSE-17)."""


@dataclass(frozen=True)
class ExplosiveThrow:
    """Where a thrown explosive comes to lie."""

    increments: int
    roll_needed: bool
    attack_total: int | None
    on_target: bool
    scatter_die: ScatterDie
    scatter_face: int
    landing: Landing


@dataclass(frozen=True)
class BlastTarget:
    """Somebody or something near an explosion.

    distance_ft: from the landing point. reflex_bonus: complete, cover included, the holder's for an attended object;
    None for an object that nobody attends.
    """

    id: Id
    kind: BlastTargetKind
    distance_ft: int
    reflex_bonus: int | None = None


@dataclass(frozen=True)
class Blast:
    """Damage by target, before hardness, and those whose save succeeded."""

    damage: Mapping[Id, int]
    saved: tuple[Id, ...]


@dataclass(frozen=True)
class Fuse:
    """A planted explosive after some time."""

    seconds_left: int
    detonates: bool


def throw_explosive(*, distance_ft: int, range_increment_ft: int, attack_bonus: int) -> Throws[ExplosiveThrow]:
    """Throw an explosive at a 5-foot square (D20S-EXP-02 to -09).

    attack_bonus: complete, range penalty included; lacking proficiency never counts (D20S-EXP-05). Rolls the attack d20
    beyond one increment, then the scatter die. Raises OutOfRange, and NotAllowed beyond five increments.
    """
    increments = range_increments(distance_ft, range_increment_ft)
    check_in_reach(increments)
    total, on_target = None, True
    if increments > 1:
        attack = yield from roll_against("attack", attack_bonus, AREA_DEFENSE)
        total, on_target = attack.total, attack.success
    die: ScatterDie = 4 if on_target else miss_die(increments)
    face = yield from throw_one("scatter", die)
    return ExplosiveThrow(increments, increments > 1, total, on_target, die, face, landing(die))


def blast(
    kind: ExplosiveKind, *, damage: int, save_dc: int, burst_radius_ft: int, targets: Sequence[BlastTarget]
) -> Throws[Blast]:
    """Let an explosive go off: Reflex saves for half, unattended objects without one (D20S-EXP-10, -12, -13).

    damage: as rolled, at least 0, halves rounded down (D20S-HOUSE-03). Rolls a d20 for each creature or attended object
    within the radius, in order. Raises Missing without the bonus of somebody who saves, UnknownValue, OutOfRange.
    """
    for target in targets:
        if target.kind in ("creature", "attended_object"):
            needed(target.reflex_bonus, "d20.save.bonus_missing", field="reflex_bonus")
    one_of(kind, EXPLOSIVE_KINDS, "d20.explosive.kind_unknown", field="kind")
    for target in targets:
        one_of(target.kind, BLAST_TARGET_KINDS, "d20.explosive.target_kind_unknown", field="targets")
    at_least(damage, 0, "d20.damage.negative", field="damage")
    at_least(burst_radius_ft, 0, "d20.explosive.radius_negative", field="burst_radius_ft")
    for target in targets:
        at_least(target.distance_ft, 0, "d20.distance.negative", field="targets")
    reached = [target for target in targets if target.distance_ft <= burst_radius_ft]
    saving = [
        (target.id, target.reflex_bonus)
        for target in reached
        if target.kind != "unattended_object" and target.reflex_bonus is not None
    ]
    saves = yield from save_together(saving, save_dc)
    saved = tuple(who for (who, _), success in zip(saving, saves, strict=True) if success)
    taken = {target.id: 0 for target in targets}
    for target in reached:
        taken[target.id] = halved(damage) if target.id in saved else damage
    return Blast(taken, saved)


def pass_time(seconds_left: int, elapsed: int) -> Fuse:
    """Let a planted explosive's timer run; it goes off when nothing is left of it (D20S-EXP-11).

    seconds_left: at least 1; elapsed: seconds, at least 0. Raises OutOfRange.
    """
    at_least(seconds_left, 1, "d20.explosive.timer_over", field="seconds_left")
    at_least(elapsed, 0, "d20.explosive.elapsed_negative", field="elapsed")
    left = max(0, seconds_left - elapsed)
    return Fuse(left, left == 0)


def connect_detonator(demolitions_bonus: int) -> Throws[bool]:
    """Try to connect a detonator, a skill check; die: d20, 1 and 20 are only numbers (D20S-HOUSE-17, D20S-HOUSE-02)."""
    return (yield from check("demolitions", demolitions_bonus, DETONATOR_DC)).success
