"""The crew of a machine and its rolls: pilot and gunners roll once each for the whole turn (TAC-VEH-06, TAC-VEH-08)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.core.audience import controllers_of
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.people import rolls_seen
from rules.core.requests import Steps
from rules.core.terms import faces_of
from rules.core.throws import ACTOR, Asking, Throw, Throws, asked, throw
from rules.core.types import Id, put
from rules.systems.tactico.dice import SKILL_DICE
from rules.systems.tactico.odds import HIGHEST, LOWEST, THROWS, WAYS
from rules.systems.tactico.rolls import Competence, RollTotal, check_competence, roll_total
from rules.systems.tactico.state import TacticoFight
from rules.systems.tactico.vehicles.situation import machine, turn_of, with_turn
from rules.systems.tactico.vehicles.state import PILOT, Machine

PILOTING = "piloting"
"""The role of the pilot in rolls of Pilotar; in rolls of Artillería the role is the key of the gunner."""


@dataclass(frozen=True)
class CrewRoll:
    """A roll of Pilotar or Artillería made for a whole turn, to be compared with several numbers."""

    faces: tuple[int, ...]
    rolled: RollTotal


@dataclass(frozen=True)
class DeclarationRolls:
    """The rolls that go with the declaration of a machine."""

    piloting: CrewRoll
    gunnery: Mapping[Id, CrewRoll]
    """By the key of the gunner."""


def skill_dice(purpose: str, roller: str, bonus: int) -> tuple[Throw, ...]:
    """The two dice of a skill roll, or of a plain throw with a bonus (TAC-ROLL-03)."""
    return tuple(Throw(purpose, sides, roller, bonus) for sides in SKILL_DICE)


def crew_roll(skill: str, roller: str, competence: Competence) -> Throws[CrewRoll]:
    """Roll Pilotar or Artillería once for the whole turn (TAC-VEH-08)."""
    check_competence(competence)
    faces = yield from throw(*skill_dice(skill, roller, competence.sum))
    return CrewRoll(faces, roll_total(competence, faces))


def declaration_rolls(pilot: Competence, gunners: Mapping[Id, Competence]) -> Throws[DeclarationRolls]:
    """Roll Pilotar, and Artillería for each gunner who fires, all at the same time (TAC-VEH-08)."""
    for competence in (pilot, *gunners.values()):
        check_competence(competence)
    dice = [*skill_dice("piloting", PILOTING, pilot.sum)]
    for gunner, competence in gunners.items():
        dice.extend(skill_dice("gunnery", gunner, competence.sum))
    faces = yield from throw(*dice)
    each = [faces[place : place + len(SKILL_DICE)] for place in range(0, len(faces), len(SKILL_DICE))]
    rolled = [
        CrewRoll(shown, roll_total(competence, shown))
        for competence, shown in zip((pilot, *gunners.values()), each, strict=True)
    ]
    return DeclarationRolls(rolled[0], dict(zip(gunners, rolled[1:], strict=True)))


# The crew in a fight


def pilot_of(one: Machine) -> Competence:
    """What the pilot adds to rolls of Pilotar (TAC-VEH-08, TAC-PHYS-08)."""
    return Competence(one.dexterity, one.piloting)


def tactician_of(one: Machine) -> Competence:
    """What the pilot adds to rolls of Táctica (TAC-VEH-03)."""
    return Competence(one.intelligence, one.tactics_skill)


def gunner_of(one: Machine, weapon: Id) -> Id:
    """The key of the gunner who fires a weapon; the pilot fires those of a gunner who is not there (TAC-VEH-06)."""
    gunner = one.weapons[weapon].gunner
    return gunner if gunner in one.gunners else PILOT


def gunnery_of(one: Machine, gunner: Id) -> Competence:
    """What a gunner adds to rolls of Artillería (TAC-VEH-08)."""
    found = one.gunners[gunner]
    return Competence(found.perception, found.gunnery)


def chance(competence: Competence, number: int) -> Fraction:
    """The exact chance of a roll against a number: a double 1 always fails, a double 6 never does (TAC-PROB-03)."""
    least = number - competence.sum
    ways = sum(count for total, count in WAYS.items() if LOWEST < total < HIGHEST and total >= least)
    return Fraction(ways + WAYS[HIGHEST], THROWS)


def dice_of(
    fight: TacticoFight,
    who: Id,
    notes: Notes,
    *,
    name: Callable[[Throw, Id, int], str] = lambda die, roller, time: f"{die.roller}:{roller}",
) -> Asking:
    """How the dice of a machine are asked for: of those who control it, for whatever role of its crew."""
    crew = (ACTOR, PILOTING, *machine(fight, who).gunners)
    return Asking(
        rollers=dict.fromkeys(crew, who),
        audience=lambda die, roller: rolls_seen(fight, roller),
        so_far=lambda: notes.so_far,
        name=name,
    )


def declared_rolls(fight: TacticoFight, who: Id, notes: Notes) -> Steps[TacticoFight]:
    """Make the rolls of a declaration: Pilotar, and Artillería for each gunner whose weapons fire (TAC-VEH-08)."""
    one, turn = machine(fight, who), turn_of(fight, who)
    gunners = {key: gunnery_of(one, key) for key in dict.fromkeys(gunner_of(one, shot.weapon) for shot in turn.shots)}
    made = yield from asked(declaration_rolls(pilot_of(one), gunners), dice_of(fight, who, notes))
    tell_total(fight, who, "piloting", pilot_of(one), made.piloting, notes)
    for gunner, rolled in made.gunnery.items():
        tell_total(fight, who, "gunnery", gunners[gunner], rolled, notes)
    gunnery = {gunner: made.gunnery[gunner].faces for gunner in sorted(made.gunnery)}
    return with_turn(fight, who, replace(turn, piloting=made.piloting.faces, gunnery=gunnery, declared=True))


def piloting_of(fight: TacticoFight, who: Id, notes: Notes) -> Steps[tuple[TacticoFight, RollTotal]]:
    """The roll of Pilotar of the turn: that of the declaration, else one made now (TAC-VEH-08)."""
    pilot, turn = pilot_of(machine(fight, who)), turn_of(fight, who)
    if turn.piloting:
        return fight, roll_total(pilot, turn.piloting)
    made = yield from asked(crew_roll("piloting", PILOTING, pilot), dice_of(fight, who, notes))
    tell_total(fight, who, "piloting", pilot, made, notes)
    return with_turn(fight, who, replace(turn, piloting=made.faces)), made.rolled


def gunnery_known(fight: TacticoFight, who: Id, weapon: Id, notes: Notes) -> Steps[TacticoFight]:
    """Make sure that the gunner of a weapon has rolled: one who came since the declaration rolls now (TAC-VEH-08)."""
    one, turn = machine(fight, who), turn_of(fight, who)
    if weapon not in one.weapons or (gunner := gunner_of(one, weapon)) in turn.gunnery:
        return fight
    competence = gunnery_of(one, gunner)
    made = yield from asked(crew_roll("gunnery", gunner, competence), dice_of(fight, who, notes))
    tell_total(fight, who, "gunnery", competence, made, notes)
    return with_turn(fight, who, replace(turn, gunnery=put(turn.gunnery, gunner, made.faces)))


def total_fact(
    code: str, who: Id, skill: str, competence: Competence, made: RollTotal, needs: tuple[Fact, ...] = ()
) -> Fact:
    """A total with its terms: the dice of a foe, and what anybody adds, are for its controllers (TAC-ROLL-04).

    needs: the number to reach, where the roll is made against one.
    """
    own, named = controllers_of(who), Word(f"skill.{skill}")
    terms = (
        fact("term.rolled", sum(made.faces), faces=faces_of(made.faces), rules=("TAC-ROLL-03",)),
        fact("term.crew_characteristic", competence.characteristic, rules=("TAC-ROLL-04",), audience=own),
        fact("term.skill", competence.skill, skill=named, rules=("TAC-ROLL-04",), audience=own),
        *needs,
    )
    return fact(code, made.total, who=who, skill=named, rules=("TAC-VEH-08", "TAC-ROLL-04"), terms=terms)


def tell_total(fight: TacticoFight, who: Id, skill: str, competence: Competence, made: CrewRoll, notes: Notes) -> None:
    """Tell the total of a turn, which is compared with several numbers, and a double (TAC-VEH-08, TAC-ROLL-06)."""
    told = total_fact("machine.total", who, skill, competence, made.rolled)
    notes.add(told.told_to(rolls_seen(fight, who)))
    named = Word(f"skill.{skill}")
    if made.rolled.double == "double_1":
        notes.tell("machine.double_1", who=who, skill=named, rules=("TAC-ROLL-06",))
    elif made.rolled.double == "double_6":
        notes.tell("machine.double_6", who=who, skill=named, rules=("TAC-ROLL-07",))
