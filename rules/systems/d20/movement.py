"""Distances of each way of moving, passing an occupied space, and running for several rounds.

Rules: D20C-GRD-01, D20C-FLK-01 to -03, D20C-SPD-01 to -03, D20C-MVA-02, D20C-MVA-03, D20C-CHG-02, D20C-CHG-03,
D20C-CHG-05, D20C-GRD-05, D20C-GRD-06, D20C-RUN-03 to -05, D20C-HOUSE-04, D20C-HOUSE-15.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from rules.core.errors import NotAllowed, OutOfRange, at_least, one_of, within
from rules.core.quick import quick
from rules.core.throws import Throws
from rules.systems.d20.dice import check
from rules.systems.d20.sizes import Size, categories_apart, known_size

Relation = Literal["friendly", "hostile"]

WayThrough = Literal["overrun", "tumble"]

RELATIONS: tuple[Relation, ...] = get_args(Relation)

SQUARE_FT = 5
"""Feet of one square (D20C-GRD-01)."""

SIZES_APART_TO_PASS = 3
"""Difference in size categories from which creatures pass through each other's space (D20C-PAS-04)."""


@dataclass(frozen=True)
class PassThrough:
    """Whether an occupied square can be passed."""

    free: bool
    options: tuple[WayThrough, ...]
    """The ways to try if it is not free."""


def pass_through(
    mover: Size,
    occupant: Size,
    relation: Relation,
    *,
    resists: bool = True,
    tumble_ranks: int = 0,
    exactly: bool = False,
) -> PassThrough:
    """Return how an occupied square can be passed (D20C-PAS-01 to -04).

    Friends, enemies that do not resist, and creatures three size categories apart are passed freely; otherwise by an
    overrun, or by tumbling with at least one rank.
    """
    known_size(mover, "mover_size")
    known_size(occupant, "occupant_size")
    one_of(relation, RELATIONS, "d20.relation.unknown", field="relation")
    at_least(tumble_ranks, 0, "d20.tumble.ranks_negative", field="tumble_ranks")
    apart = categories_apart(mover, occupant)
    passes = apart == SIZES_APART_TO_PASS if exactly else apart >= SIZES_APART_TO_PASS
    if relation == "friendly" or not resists or passes:
        return PassThrough(True, ())
    return PassThrough(False, ("overrun", "tumble") if tumble_ranks else ("overrun",))


MoveMode = Literal[
    "move",
    "double_move",
    "five_foot_step",
    "climb",
    "climb_accelerated",
    "swim",
    "crawl",
    "charge",
    "run",
    "withdraw",
]

MOVE_MODES: tuple[MoveMode, ...] = get_args(MoveMode)

USUAL_SPEED_FT = 30
"""Feet of a human's move action (D20C-SPD-01)."""

FACTORS: Mapping[MoveMode, Fraction] = {
    "move": Fraction(1),
    "double_move": Fraction(2),
    "climb": Fraction(1, 4),
    "climb_accelerated": Fraction(1, 2),
    "swim": Fraction(1, 4),
    "charge": Fraction(2),
    "run": Fraction(4),
    "withdraw": Fraction(2),
}
"""The fraction of the speed that a way of moving covers.

D20C-SPD-01 to -03, D20C-MVA-03, D20C-CHG-02, D20C-WDR-01, D20C-GRD-05.
"""

FIXED_FT: Mapping[MoveMode, int] = {"five_foot_step": 5, "crawl": 5}
"""Ways of moving that the speed does not change (D20C-ACT-07, D20C-MVA-03)."""

LIMITED_CHARGE = Fraction(1)
"""The factor of a charge with a single action (D20C-CHG-05)."""

CHARGE_LEAST_FT = 10
"""Least distance of a charge in feet (D20C-CHG-02)."""

STRAIGHT: tuple[MoveMode, ...] = ("charge", "run")
"""Ways of moving that need a straight line (D20C-CHG-03, D20C-RUN-01)."""

WHOLE_ROUND: tuple[MoveMode, ...] = ("double_move", "run", "withdraw")
"""Ways of moving that a single action cannot pay for (D20C-ACT-04)."""

UNSEEING = Fraction(1, 2)
"""Factor of the speed without sight (D20C-GRD-06)."""

UNSEEING_BLIND_FIGHT = Fraction(3, 4)
"""The same with the Blind-Fight feat (D20C-HOUSE-14)."""


@quick
@dataclass(frozen=True, slots=True)
class MoveLimits:
    """The limits of a way of moving, in feet."""

    max_ft: int
    min_ft: int
    straight_line_only: bool


def speed_in_the_dark(speed_ft: int, *, blind_fight: bool = False) -> int:
    """Return the speed of a creature that cannot see, in whole feet (D20C-GRD-06, D20C-HOUSE-01, D20C-HOUSE-14)."""
    return int(speed_ft * (UNSEEING_BLIND_FIGHT if blind_fight else UNSEEING))


def movement(
    mode: MoveMode,
    speed_ft: int,
    *,
    distance_ft: int | Fraction | None = None,
    limited: bool = False,
    needs_skill_check: bool = False,
) -> MoveLimits:
    """Return the limits of a way of moving, and check a distance against them when one is given.

    In whole feet, rounded down after each factor (D20C-HOUSE-01); the speed is that in the dark where the mover cannot
    see. Raises UnknownValue, OutOfRange for a negative speed and a distance below the least or above the most,
    NotAllowed for moving for a whole round with a single action (D20C-ACT-04) and for withdrawing by a way that takes
    a skill check (D20C-WDR-04).
    """
    one_of(mode, MOVE_MODES, "d20.movement.mode_unknown", field="mode")
    at_least(speed_ft, 0, "d20.speed.negative", field="speed_ft")
    if mode in FIXED_FT:
        most = FIXED_FT[mode]
    else:
        most = int(speed_ft * (LIMITED_CHARGE if limited and mode == "charge" else FACTORS[mode]))
    least = CHARGE_LEAST_FT if mode == "charge" else 0
    if distance_ft is not None and not least <= distance_ft <= most:
        raise OutOfRange(
            "d20.movement.distance",
            field="distance_ft",
            params={"value": distance_ft, "least": least, "most": most},
        )
    if limited and mode in WHOLE_ROUND:
        raise NotAllowed("d20.movement.limited", field="mode", params={"mode": mode})
    check_withdrawal(mode, needs_skill_check=needs_skill_check)
    return MoveLimits(most, least, mode in STRAIGHT)


def check_withdrawal(mode: str, *, needs_skill_check: bool) -> None:
    """Refuse to withdraw by a way of moving that takes a skill check (D20C-WDR-04)."""
    if mode == "withdraw" and needs_skill_check:
        raise NotAllowed("d20.movement.withdraw_by_skill", field="needs_skill_check")


RunAction = Literal["run", "rest"]

RUN_ACTIONS: tuple[RunAction, ...] = get_args(RunAction)

RUN_DC = 10
"""Difficulty of the first Constitution check; each check made adds 1 (D20C-RUN-03)."""

REST_ROUNDS = 10
"""Rounds of rest after running to the limit, and rounds without running that start the count afresh (D20C-RUN-05)."""


@dataclass(frozen=True)
class Stamina:
    """How long a creature has run."""

    rounds_run: int = 0
    checks_made: int = 0
    """Constitution checks made."""
    rest_rounds_left: int = 0
    """Rounds of rest still needed."""


@dataclass(frozen=True)
class RunRound:
    """The result of one round of running or resting."""

    ran: bool
    check_dc: int | None
    check_total: int | None
    stamina: Stamina


def check_stamina(action: RunAction, constitution: int, stamina: Stamina) -> None:
    """Refuse unknown words, counters out of range, and running while rest is needed (D20C-RUN-05)."""
    one_of(action, RUN_ACTIONS, "d20.run.action_unknown", field="action")
    at_least(constitution, 1, "d20.ability.score", field="constitution")
    at_least(stamina.rounds_run, 0, "d20.run.rounds_negative", field="rounds_run")
    at_least(stamina.checks_made, 0, "d20.checks.negative", field="checks_made")
    within(stamina.rest_rounds_left, 0, REST_ROUNDS, "d20.run.rest_rounds", field="rest_rounds_left")
    if action == "run" and stamina.rest_rounds_left:
        raise NotAllowed("d20.run.resting", field="action", params={"rounds": stamina.rest_rounds_left})


def run_dc(constitution: int, stamina: Stamina) -> int | None:
    """Return the DC of the check for one more round, None if no check is needed (D20C-RUN-03)."""
    return RUN_DC + stamina.checks_made if stamina.rounds_run >= constitution else None


def run_round(
    action: RunAction, stamina: Stamina, *, constitution: int, constitution_modifier: int
) -> Throws[RunRound]:
    """Run or rest for one round; a d20 only where a check is needed (D20C-RUN-03 to -05, D20C-HOUSE-04).

    A failed check ends the running and requires ten rounds of rest; after them all counters start again
    (D20C-HOUSE-15).
    """
    check_stamina(action, constitution, stamina)
    if action == "rest":
        return RunRound(False, None, None, rested(stamina))
    dc = run_dc(constitution, stamina)
    if dc is None:
        return RunRound(True, None, None, Stamina(stamina.rounds_run + 1, stamina.checks_made))
    tried = yield from check("constitution", constitution_modifier, dc)
    if tried.success:
        return RunRound(True, dc, tried.total, Stamina(stamina.rounds_run + 1, stamina.checks_made + 1))
    return RunRound(False, dc, tried.total, Stamina(stamina.rounds_run, stamina.checks_made + 1, REST_ROUNDS))


def rested(stamina: Stamina) -> Stamina:
    """Count one round of required rest; nothing changes if none is required (D20C-RUN-05, D20C-HOUSE-15)."""
    if stamina.rest_rounds_left <= 1:
        return Stamina() if stamina.rest_rounds_left else stamina
    return Stamina(stamina.rounds_run, stamina.checks_made, stamina.rest_rounds_left - 1)


def after_pause(stamina: Stamina, rounds_without_running: int) -> Stamina:
    """Reset the counters after ten rounds without running, if no rest is required (D20C-HOUSE-15)."""
    at_least(rounds_without_running, 0, "d20.run.pause_negative", field="rounds_without_running")
    if not stamina.rest_rounds_left and rounds_without_running >= REST_ROUNDS:
        return Stamina()
    return stamina
