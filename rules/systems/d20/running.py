"""Running for rounds on end, and the rest after it (D20C-RUN-03 to -05, D20C-HOUSE-04, D20C-HOUSE-15)."""

from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import NotAllowed, at_least, one_of, within
from rules.core.throws import Throws
from rules.systems.d20.rolls import check

RunAction = Literal["run", "rest"]

RUN_ACTIONS: tuple[RunAction, ...] = get_args(RunAction)

RUN_DC = 10
"""Difficulty of the first Constitution check; each check made adds 1 (D20C-RUN-03)."""

REST_ROUNDS = 10
"""Rounds of rest after running to the limit, and rounds without running that start the count afresh (D20C-RUN-05)."""


@dataclass(frozen=True)
class Stamina:
    """How long somebody has run: rounds, Constitution checks made, and rounds of rest still owed."""

    rounds_run: int = 0
    checks_made: int = 0
    rest_rounds_left: int = 0


@dataclass(frozen=True)
class RunRound:
    """One round of running or resting; no check when it needed none."""

    ran: bool
    check_dc: int | None
    check_total: int | None
    stamina: Stamina


def check_stamina(action: RunAction, constitution: int, stamina: Stamina) -> None:
    """Refuse unknown words, counters out of range, and running while rest is owed (D20C-RUN-05)."""
    one_of(action, RUN_ACTIONS, "d20.run.action_unknown", field="action")
    at_least(constitution, 1, "d20.ability.score", field="constitution")
    at_least(stamina.rounds_run, 0, "d20.run.rounds_negative", field="rounds_run")
    at_least(stamina.checks_made, 0, "d20.checks.negative", field="checks_made")
    within(stamina.rest_rounds_left, 0, REST_ROUNDS, "d20.run.rest_rounds", field="rest_rounds_left")
    if action == "run" and stamina.rest_rounds_left:
        raise NotAllowed("d20.run.resting", field="action", params={"rounds": stamina.rest_rounds_left})


def run_dc(constitution: int, stamina: Stamina) -> int | None:
    """Return the difficulty of the check for one more round, None while none is needed (D20C-RUN-03)."""
    return RUN_DC + stamina.checks_made if stamina.rounds_run >= constitution else None


def run_round(
    action: RunAction, stamina: Stamina, *, constitution: int, constitution_modifier: int
) -> Throws[RunRound]:
    """Run or rest for one round; a d20 only where a check is needed (D20C-RUN-03 to -05, D20C-HOUSE-04).

    A failed check ends the running and owes ten rounds of rest; when they are over all counters start afresh
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
    """Pass one round of the rest that is owed; without any nothing changes (D20C-RUN-05, D20C-HOUSE-15)."""
    if stamina.rest_rounds_left <= 1:
        return Stamina() if stamina.rest_rounds_left else stamina
    return Stamina(stamina.rounds_run, stamina.checks_made, stamina.rest_rounds_left - 1)


def after_pause(stamina: Stamina, rounds_without_running: int) -> Stamina:
    """Start afresh for whoever owes no rest and has not run for ten rounds in a row (D20C-HOUSE-15)."""
    at_least(rounds_without_running, 0, "d20.run.pause_negative", field="rounds_without_running")
    if not stamina.rest_rounds_left and rounds_without_running >= REST_ROUNDS:
        return Stamina()
    return stamina
