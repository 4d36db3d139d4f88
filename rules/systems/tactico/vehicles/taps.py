"""What the sheet of a machine rolls at one tap: the skills of its crew (TAC-VEH-06, TAC-VEH-08, TAC-ROLL-03).

Its weapons fire in its turn, by what it has declared.
"""

from __future__ import annotations

from rules.core.errors import NotAllowed
from rules.core.facts import Word, fact
from rules.core.taps import Tap
from rules.core.types import Id
from rules.systems.tactico.rolls import Competence
from rules.systems.tactico.state import TacticoFight
from rules.systems.tactico.taps import two_dice
from rules.systems.tactico.vehicles.crew import gunnery_of, pilot_of, tactician_of
from rules.systems.tactico.vehicles.situation import machine
from rules.systems.tactico.vehicles.state import PILOT


def taps(fight: TacticoFight, who: Id) -> tuple[Tap, ...]:
    """The pilot's skills, and that of each gunner."""
    one = machine(fight, who)
    gunners = {key: found.name for key, found in one.gunners.items() if key != PILOT}
    return (
        _skill(fight, who, "piloting", pilot_of(one)),
        _skill(fight, who, "gunnery", gunnery_of(one, PILOT)),
        *(_skill(fight, who, "gunnery", gunnery_of(one, key), key, name) for key, name in gunners.items()),
        _skill(fight, who, "tactics", tactician_of(one)),
    )


def _skill(fight: TacticoFight, who: Id, skill: str, competence: Competence, gunner: Id = PILOT, name: str = "") -> Tap:
    """Two dice, characteristic and skill of one of the crew; `name`: of a gunner who is not the pilot."""
    named = Word(f"skill.{skill}")
    terms = (
        fact("term.crew_characteristic", competence.characteristic, rules=("TAC-ROLL-04",)),
        fact("term.skill", competence.skill, skill=named, rules=("TAC-ROLL-04",)),
    )
    return Tap(
        f"crew:{skill}" if gunner == PILOT else f"crew:{skill}:{gunner}",
        "test",
        named,
        two_dice(terms),
        notes=(fact("tap.gunner", name=name),) if name else (),
        reason=NotAllowed("tactico.vehicle.out") if machine(fight, who).out else None,
    )
