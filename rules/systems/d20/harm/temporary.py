"""Temporary hit points: gained, replaced by more, gone (D20H-TMP-01 to -03)."""

from dataclasses import dataclass

from rules.core.errors import at_least
from rules.systems.d20.hit_points import StateByHitPoints, state_by_hit_points


@dataclass(frozen=True)
class TemporaryGain:
    """Hit points with the temporary ones, and the number noted before the gain."""

    total: int
    noted_hp: int


@dataclass(frozen=True)
class TemporaryEnd:
    """Hit points when the temporary ones have gone."""

    total: int
    state: StateByHitPoints


def real_and_temporary(total: int, noted_hp: int) -> tuple[int, int]:
    """Split hit points into real and temporary ones by the number noted before the gain (D20H-TMP-01, D20H-TMP-02)."""
    real = min(noted_hp, total)
    return real, total - real


def gain_temporary(total: int, amount: int, noted_hp: int | None = None) -> TemporaryGain:
    """Note the hit points and add temporary ones (D20H-TMP-01, D20H-HOUSE-09).

    amount: 1 or more. noted_hp: the note of a pool that still runs; only a larger grant counts, which replaces it.
    Raises OutOfRange.
    """
    at_least(amount, 1, "d20.temp_hp.amount", field="amount")
    real, left = real_and_temporary(total, total if noted_hp is None else noted_hp)
    return TemporaryGain(real + max(amount, left), real)


def end_temporary(total: int, noted_hp: int) -> TemporaryEnd:
    """Let temporary hit points go: back to the note, or what is left below it (D20H-TMP-02)."""
    real, _ = real_and_temporary(total, noted_hp)
    return TemporaryEnd(real, state_by_hit_points(real))
