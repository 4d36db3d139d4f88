"""The order of a turn of machines: Táctica once a combat, two dice each turn (TAC-VEH-02, TAC-VEH-03).

(TAC-HOUSE-08, TAC-HOUSE-20)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, cast

from rules.core.audience import controllers_of
from rules.core.errors import one_of
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.people import rolls_seen
from rules.core.requests import Steps
from rules.core.terms import reach
from rules.core.throws import Asking, Throws, asked, throw
from rules.core.types import Id, Json
from rules.systems.tactico.dice import SKILL_DICE
from rules.systems.tactico.initiative import check_anybody
from rules.systems.tactico.rolls import (
    Competence,
    Difficulty,
    RollOutcome,
    SkillRoll,
    against,
    check_competence,
    number_to_reach,
    roll_total,
)
from rules.systems.tactico.settings import setting
from rules.systems.tactico.state import TacticoFight
from rules.systems.tactico.vehicles.crew import skill_dice, tactician_of, total_fact
from rules.systems.tactico.vehicles.situation import machine, machines, vehicle_round, with_machine, with_round
from rules.systems.tactico.vehicles.turns import fresh_round, lined_up

TacticsOutcome = RollOutcome | Literal["none"]

TACTICS_DIFFICULTY: Difficulty = "average"
"""The difficulty of the roll of Táctica at the start of a combat (TAC-HOUSE-20)."""

TACTICS_MODIFIERS: Mapping[TacticsOutcome, int] = {
    "none": 0,
    "automatic_failure": 0,
    "failure": 0,
    "success": 2,
    "critical_success": 4,
}
"""What the roll of Táctica adds to the order score in the whole combat (TAC-VEH-03, TAC-HOUSE-20)."""

DICE = len(SKILL_DICE)


@dataclass(frozen=True)
class Entrant:
    """A machine that takes part in the order of a turn."""

    id: str
    initiative: int
    tactics_outcome: TacticsOutcome = "none"
    """How its roll of Táctica came out at the start of the combat."""
    modifiers: Mapping[TacticsOutcome, int] = field(default_factory=lambda: TACTICS_MODIFIERS)
    """What each outcome adds at this table (TAC-HOUSE-20)."""

    @property
    def from_tactics(self) -> int:
        """What the roll of Táctica adds (TAC-VEH-03)."""
        return tactics_modifier(self.tactics_outcome, self.modifiers)

    @property
    def bonus(self) -> int:
        """What is added to the two dice of the turn (TAC-VEH-02, TAC-VEH-03)."""
        return self.initiative + self.from_tactics


@dataclass(frozen=True)
class OrderThrow:
    """The dice and the order score of each machine in a turn."""

    faces: Mapping[str, tuple[int, ...]]
    scores: Mapping[str, int]


def tactics_modifier(outcome: TacticsOutcome, modifiers: Mapping[TacticsOutcome, int] = TACTICS_MODIFIERS) -> int:
    """Return what the roll of Táctica adds to the order score (TAC-VEH-03, TAC-HOUSE-20)."""
    return modifiers[one_of(outcome, TACTICS_MODIFIERS, "tactico.tactics.outcome_unknown", field="tactics_outcome")]


def modifiers_of(house: Mapping[str, Json]) -> Mapping[TacticsOutcome, int]:
    """What each outcome of Táctica adds at this table (TAC-HOUSE-20)."""
    success, critical = (cast(int, setting(house, name)) for name in ("tactics_success", "tactics_critical"))
    return {**TACTICS_MODIFIERS, "success": success, "critical_success": critical}


def tactics(commanders: Mapping[Id, Competence]) -> Throws[Mapping[Id, SkillRoll]]:
    """Roll Táctica for every machine, once at the start of a combat (TAC-VEH-03, TAC-HOUSE-20)."""
    for competence in commanders.values():
        check_competence(competence)
    dice = (die for who, competence in commanders.items() for die in skill_dice("tactics", who, competence.sum))
    faces = yield from throw(*dice)
    return {
        who: against(
            roll_total(competence, faces[DICE * place : DICE * (place + 1)]),
            number_to_reach(TACTICS_DIFFICULTY, competence.skill),
        )
        for place, (who, competence) in enumerate(commanders.items())
    }


def order_throw(entrants: Sequence[Entrant]) -> Throws[OrderThrow]:
    """Throw two dice for each machine, anew each turn, and add Iniciativa and Táctica (TAC-VEH-02, TAC-VEH-03).

    Raises OutOfRange without any machine and UnknownValue for an unknown outcome of Táctica.
    """
    bonuses = {one.id: one.bonus for one in entrants}
    check_anybody(len(entrants))
    faces = yield from throw(*(die for who, bonus in bonuses.items() for die in skill_dice("order", who, bonus)))
    thrown = {who: faces[DICE * place : DICE * (place + 1)] for place, who in enumerate(bonuses)}
    return OrderThrow(thrown, {who: bonus + sum(thrown[who]) for who, bonus in bonuses.items()})


# The order in a fight


def _dice_of_all(fight: TacticoFight, notes: Notes) -> Asking:
    return Asking(rollers={}, audience=lambda die, who: rolls_seen(fight, who), so_far=lambda: notes.so_far)


def tactics_of_all(fight: TacticoFight, notes: Notes) -> Steps[TacticoFight]:
    """Let every machine in action roll Táctica, and keep how it came out (TAC-VEH-03, TAC-HOUSE-20)."""
    commanders = {who: tactician_of(machine(fight, who)) for who in machines(fight) if not machine(fight, who).out}
    rolled = yield from asked(tactics(commanders), _dice_of_all(fight, notes))
    for who, result in rolled.items():
        seen = rolls_seen(fight, who)
        needs = reach(result.number_to_reach, "TAC-HOUSE-20", audience=seen)
        total = total_fact("tactics.total", who, "tactics", commanders[who], result.rolled, (needs,))
        notes.add(total.told_to(seen))
        notes.tell(
            "tactics.result",
            tactics_modifier(result.outcome, modifiers_of(fight.house)),
            who=who,
            outcome=Word(f"tactics_outcome.{result.outcome}"),
            rules=("TAC-VEH-03", "TAC-HOUSE-20"),
            audience=seen,
        )
        fight = with_machine(fight, who, replace(machine(fight, who), tactics=result.outcome))
    return fight


def new_turn(fight: TacticoFight, notes: Notes) -> Steps[TacticoFight]:
    """Throw for the order of the next turn and line the machines up (TAC-VEH-02, TAC-HOUSE-08)."""
    fight = with_round(fight, fresh_round(vehicle_round(fight), fight.round.number))
    state = vehicle_round(fight)
    notes.tell("vehicle_turn.begins", state.number, rules=("TAC-VEH-02", "TAC-TURN-02"))
    entrants = [_entrant(fight, who) for who in machines(fight) if not machine(fight, who).out]
    # where all are out of action the turn passes without an order
    if entrants:
        found = yield from asked(order_throw(entrants), _dice_of_all(fight, notes))
        state = replace(state, scores=dict(sorted(found.scores.items())))
        for one in entrants:
            notes.add(_score_fact(one, found.faces[one.id], found.scores[one.id]))
    fight = replace(fight, round=replace(fight.round, stage="none", segment=0))
    return lined_up(with_round(fight, state))


def _entrant(fight: TacticoFight, who: Id) -> Entrant:
    one = machine(fight, who)
    return Entrant(who, one.initiative, cast(TacticsOutcome, one.tactics), modifiers_of(fight.house))


def _score_fact(one: Entrant, faces: tuple[int, ...], score: int) -> Fact:
    """The order score; of a foe the table reads the score without its terms (TAC-VEH-02)."""
    own = controllers_of(one.id)
    shown = " ".join(str(face) for face in faces)
    terms = [
        fact("term.rolled", sum(faces), faces=shown, rules=("TAC-VEH-02",), audience=own),
        fact("term.initiative", one.initiative, rules=("TAC-HOUSE-04",), audience=own),
    ]
    if bonus := one.from_tactics:
        terms.append(fact("term.tactics", bonus, rules=("TAC-HOUSE-20",), audience=own))
    return fact("order.score", score, who=one.id, rules=("TAC-VEH-02",), terms=tuple(terms))
