"""Treatable diseases: infection, initial damage, and the daily save.

Rules: D20H-DISE-01 to -08.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, cast, get_args

from rules.core.audience import Viewer
from rules.core.errors import one_of, within
from rules.core.facts import Notes, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Input
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.throws import Throws
from rules.core.types import Id
from rules.systems.d20.abilities import Ability
from rules.systems.d20.bearing import save_bonus
from rules.systems.d20.dice import Amount, roll_against, roll_amount
from rules.systems.d20.effects import Timer
from rules.systems.d20.hazards import (
    DAY,
    again,
    ask_each,
    ask_one,
    check_somebody,
    chosen,
    creatures_input,
    lose,
    one_of_these,
    over,
    saved,
)
from rules.systems.d20.poison import DISEASE, INCUBATION
from rules.systems.d20.state import Body, D20Fight, Round, with_timer

DiseaseName = Literal[
    "anthrax",
    "necrotizing_fasciitis",
    "hantavirus",
    "pneumonia",
    "salmonellosis",
    "smallpox",
    "west_nile_virus",
]

Transmission = Literal["inhaled", "injury", "contact", "ingested"]

DiseaseStage = Literal["exposure", "initial", "daily"]

DISEASE_NAMES: tuple[DiseaseName, ...] = get_args(DiseaseName)

DISEASE_STAGES: tuple[DiseaseStage, ...] = get_args(DiseaseStage)

SUCCESSES_TO_CURE = 2
"""Successful daily saves in a row that end a disease (D20H-DISE-04)."""

DRAINED_POINTS = 1
"""Points of starred damage that become permanent when the extra save fails (D20H-DISE-06)."""


@dataclass(frozen=True)
class AbilityHarm:
    """Damage to one ability."""

    ability: Ability
    amount: Amount
    starred: bool = False
    """Part of the damage may become permanent."""


@dataclass(frozen=True)
class Disease:
    """A row of the table of diseases."""

    types: tuple[Transmission, ...]
    """Ways of transmission."""
    dc: int
    """DC of every save."""
    incubation_days: Amount
    """Days until the initial damage."""
    initial: tuple[AbilityHarm, ...]
    secondary: tuple[AbilityHarm, ...]


DISEASES: Mapping[DiseaseName, Disease] = {
    "anthrax": Disease(
        ("inhaled", "injury"),
        16,
        Amount(1, 2),
        (AbilityHarm("constitution", Amount(1)),),
        (AbilityHarm("constitution", Amount(1, 4), starred=True),),
    ),
    "necrotizing_fasciitis": Disease(
        ("contact",),
        13,
        Amount(1, 6),
        (AbilityHarm("constitution", Amount(1)),),
        (AbilityHarm("constitution", Amount(1, 3), starred=True),),
    ),
    "hantavirus": Disease(
        ("injury",),
        14,
        Amount(1),
        (AbilityHarm("strength", Amount(1, 2)),),
        (AbilityHarm("strength", Amount(1, 2), starred=True), AbilityHarm("constitution", Amount(1, 2), starred=True)),
    ),
    "pneumonia": Disease(
        ("inhaled",),
        12,
        Amount(1, 4),
        (AbilityHarm("strength", Amount(1)),),
        (AbilityHarm("strength", Amount(1, 3)), AbilityHarm("constitution", Amount(1, 3))),
    ),
    "salmonellosis": Disease(
        ("ingested",),
        13,
        Amount(1),
        (AbilityHarm("strength", Amount(1)), AbilityHarm("dexterity", Amount(1))),
        (AbilityHarm("strength", Amount(1)), AbilityHarm("dexterity", Amount(1, 3))),
    ),
    "smallpox": Disease(
        ("inhaled", "contact"),
        15,
        Amount(2, 4),
        (AbilityHarm("strength", Amount(1)), AbilityHarm("constitution", Amount(1))),
        (AbilityHarm("strength", Amount(1, 2)), AbilityHarm("constitution", Amount(1, 2))),
    ),
    "west_nile_virus": Disease(
        ("injury",),
        12,
        Amount(1, 4),
        (AbilityHarm("dexterity", Amount(1)), AbilityHarm("constitution", Amount(1))),
        (AbilityHarm("dexterity", Amount(1, 2)), AbilityHarm("constitution", Amount(1, 2), starred=True)),
    ),
}
"""The seven treatable diseases (D20H-DISE-05, D20H-DISE-07, D20H-DISE-08)."""


@dataclass(frozen=True)
class Exposure:
    """The result of contact with a disease."""

    save_success: bool
    infected: bool
    incubation_days: int | None
    """Days until the initial damage; None if not infected."""


@dataclass(frozen=True)
class Harm:
    """Ability points lost, with only the abilities that lost any."""

    damage: Mapping[Ability, int]
    """Points that heal."""
    drain: Mapping[Ability, int]
    """Points lost for good."""


@dataclass(frozen=True)
class DiseaseDay:
    """The result of one day of a disease."""

    save_success: bool
    harm: Harm
    consecutive_successes: int
    cured: bool


def known_disease(disease: DiseaseName) -> Disease:
    """Return the row of a disease, or refuse it as unknown (D20H-DISE-05)."""
    return DISEASES[one_of(disease, DISEASE_NAMES, "d20.disease.unknown", field="disease")]


def expose(disease: DiseaseName, fortitude_bonus: int) -> Throws[Exposure]:
    """Come into contact with a disease: a Fortitude save (d20), then the incubation if it fails.

    (D20H-DISE-01, -02, -08)
    """
    row = known_disease(disease)
    if (yield from roll_against("fortitude", fortitude_bonus, row.dc)).success:
        return Exposure(True, False, None)
    days = yield from roll_amount("incubation", row.incubation_days)
    return Exposure(False, True, days)


def break_out(disease: DiseaseName) -> Throws[Harm]:
    """Roll the initial damage at the end of the incubation; there is no save (D20H-DISE-02)."""
    damage = yield from _rolled(known_disease(disease).initial)
    return Harm(damage, {})


def disease_day(disease: DiseaseName, fortitude_bonus: int, consecutive_successes: int = 0) -> Throws[DiseaseDay]:
    """Resolve one day of a disease, from the day after the initial damage on (D20H-DISE-03, -04, -06).

    consecutive_successes: 0 or 1. Rolls the Fortitude save (d20); if it fails, the damage in the order of the table,
    then an extra save (d20) for each starred ability, which decides only whether a point is permanent. Raises
    UnknownValue, OutOfRange.
    """
    row = known_disease(disease)
    within(consecutive_successes, 0, SUCCESSES_TO_CURE - 1, "d20.disease.successes", field="consecutive_successes")
    if (yield from roll_against("fortitude", fortitude_bonus, row.dc)).success:
        successes = consecutive_successes + 1
        return DiseaseDay(True, Harm({}, {}), successes, successes >= SUCCESSES_TO_CURE)
    damage = yield from _rolled(row.secondary)
    drain: dict[Ability, int] = {}
    for harm in row.secondary:
        if harm.starred and not (yield from roll_against("fortitude", fortitude_bonus, row.dc)).success:
            drain[harm.ability] = DRAINED_POINTS
            damage[harm.ability] -= DRAINED_POINTS
    return DiseaseDay(False, Harm({name: lost for name, lost in damage.items() if lost}, drain), 0, cured=False)


def _rolled(harms: tuple[AbilityHarm, ...]) -> Throws[dict[Ability, int]]:
    damage: dict[Ability, int] = {}
    for harm in harms:
        damage[harm.ability] = yield from roll_amount("damage", harm.amount)
    return damage


def disease_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The creatures exposed, and the disease."""
    return (
        creatures_input(fight, viewer),
        one_of_these("disease", "input.disease", "disease", DISEASE_NAMES, layout="select"),
    )


def disease_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Roll a save at once; a creature that fails falls ill after the incubation.

    (D20H-DISE-01, D20H-DISE-02, D20H-DISE-08)
    """
    notes, people = Notes(), chosen(fight, command)
    name = cast(DiseaseName, command.inputs["disease"] or DISEASE_NAMES[0])
    for who in people:
        notes.tell(
            "disease.meets",
            who=who,
            what=Word(f"disease.{name}"),
            rules=("D20H-DISE-01", "D20H-DISE-05", "D20H-DISE-07"),
        )
    found = yield from ask_each(
        fight,
        people,
        lambda who: expose(name, save_bonus(fight, who, "fortitude")),
        notes,
        "disease",
        because=("D20H-DISE-01", "D20H-DISE-05"),
        secret=True,
    )
    for who, result in found.items():
        saved(who, ("infection.made", "infection.failed"), notes, success=result.save_success, rules=("D20H-DISE-01",))
        if result.infected:
            days = result.incubation_days or 1
            timer = Timer(f"{command.id}-{name}", INCUBATION, days * DAY, dc=DISEASES[name].dc, data={"disease": name})
            fight = with_timer(fight, who, timer)
    return Outcome(fight, notes.so_far)


DISEASE_MET: Action[Body, Round] = Action(
    "disease", disease_resolve, disease_inputs, check_somebody, icon="triangle-alert", for_game_master=True
)


def outbreak(fight: D20Fight, who: Id, timer: Timer, notes: Notes) -> Steps[D20Fight]:
    """End an incubation: deal the initial damage and start the daily saves (D20H-DISE-02, D20H-DISE-03)."""
    name = cast(DiseaseName, timer.data["disease"])
    notes.tell("disease.breaks_out", who=who, what=Word(f"disease.{name}"), rules=("D20H-DISE-02",))
    found = yield from ask_one(
        fight,
        who,
        break_out(name),
        notes,
        f"outbreak:{name}:{fight.clock}",
        because=("D20H-DISE-02", "D20H-DISE-05"),
        secret=True,
    )
    fight = lose(fight, who, found.damage, "damage", notes, rules=("D20H-DISE-02",))
    due = Timer(timer.id, DISEASE, timer.left + DAY, DAY, dc=timer.dc, name=timer.name, data=timer.data)
    return with_timer(fight, who, due)


def day_ill(fight: D20Fight, who: Id, timer: Timer, notes: Notes) -> Steps[D20Fight]:
    """Make the daily save; two successes in a row cure the disease (D20H-DISE-03, D20H-DISE-04, D20H-DISE-06)."""
    name = cast(DiseaseName, timer.data["disease"])
    successes = int(timer.data.get("successes", 0))
    rule = disease_day(name, save_bonus(fight, who, "fortitude"), successes)
    found = yield from ask_one(
        fight, who, rule, notes, f"disease:{name}:{fight.clock}", because=("D20H-DISE-03", "D20H-DISE-05"), secret=True
    )
    saved(who, ("disease.made", "disease.failed"), notes, success=found.save_success, rules=("D20H-DISE-03",))
    fight = lose(fight, who, found.harm.damage, "damage", notes, rules=("D20H-DISE-03", "D20H-DISE-05"))
    fight = lose(fight, who, found.harm.drain, "drain", notes, rules=("D20H-DISE-06",))
    if found.cured:
        return over(fight, who, timer, notes, rules=("D20H-DISE-04",))
    kept = replace(timer, data={**timer.data, "successes": found.consecutive_successes})
    return again(fight, who, kept)
