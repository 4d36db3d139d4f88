"""Acid: damage by contact, and the fumes.

Rules: D20H-ACID-01 to -03.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, cast, get_args

from rules.core.audience import Viewer
from rules.core.errors import at_least, one_of
from rules.core.facts import Fact, Notes, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Flag, Input
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.throws import Throws
from rules.core.types import Id
from rules.systems.d20.bearing import save_bonus
from rules.systems.d20.dice import Amount, roll_against, roll_amount
from rules.systems.d20.effects import Timer
from rules.systems.d20.fire import ACID, FUMES
from rules.systems.d20.harm import hurt
from rules.systems.d20.hazards import (
    ask_each,
    ask_one,
    begin,
    check_somebody,
    chosen,
    creatures_input,
    lose,
    one_of_these,
    over,
    saved,
)
from rules.systems.d20.state import Body, D20Fight, Round, with_timer, without_timers

AcidContact = Literal["splash", "immersion"]

AcidStrength = Literal["mild", "potent", "concentrated"]

ACID_CONTACTS: tuple[AcidContact, ...] = get_args(AcidContact)

ACID_STRENGTHS: tuple[AcidStrength, ...] = get_args(AcidStrength)

ACID_DAMAGE: Mapping[AcidContact, Mapping[AcidStrength, Amount]] = {
    "splash": {"mild": Amount(1, 6), "potent": Amount(2, 6), "concentrated": Amount(3, 6)},
    "immersion": {"mild": Amount(1, 10), "potent": Amount(2, 10), "concentrated": Amount(3, 10)},
}
"""Damage per round (D20H-ACID-01)."""

FUMES_FT = 5

FUMES_DC = 15

FUMES_FIRST = Amount(1)

FUMES_SECOND = Amount(1, 4)
"""Constitution damage from the fumes: `FUMES_FIRST` at once, this a minute later (D20H-ACID-02, D20H-ACID-03)."""

FUMES_MINUTES = 1
"""Minutes from the first save against fumes to the second (D20H-ACID-03)."""


@dataclass(frozen=True)
class AcidRound:
    """One round in acid."""

    dice: str
    """The damage dice ("2d6")."""
    damage: int
    """Hit points lost."""


@dataclass(frozen=True)
class Fumes:
    """The result of one save against fumes."""

    save_due: bool
    save_success: bool | None
    con_damage: int
    """Constitution points lost."""
    second_due_minutes: int | None
    """Minutes until the second save; None if none follows."""


def acid_round(kind: AcidContact, strength: AcidStrength) -> Throws[AcidRound]:
    """Roll the damage of one round in acid, by splash or immersion; there is no save (D20H-ACID-01).

    Raises UnknownValue.
    """
    one_of(kind, ACID_CONTACTS, "d20.acid.kind_unknown", field="kind")
    one_of(strength, ACID_STRENGTHS, "d20.acid.strength_unknown", field="strength")
    amount = ACID_DAMAGE[kind][strength]
    damage = yield from roll_amount("damage", amount)
    return AcidRound(str(amount), damage)


def first_fumes(distance_ft: int | Fraction, fortitude_bonus: int) -> Throws[Fumes]:
    """Breathe the fumes within five feet of a large amount of acid (D20H-ACID-02).

    distance_ft: 0 or more. Rolls the Fortitude save (d20). Raises OutOfRange.
    """
    if at_least(distance_ft, 0, "d20.distance.negative", field="distance_ft") > FUMES_FT:
        return Fumes(False, None, 0, None)
    return (yield from _fumes(fortitude_bonus, FUMES_FIRST, FUMES_MINUTES))


def second_fumes(fortitude_bonus: int) -> Throws[Fumes]:
    """Make the second save, a minute after breathing fumes: d20, then d4 if it fails (D20H-ACID-03)."""
    return (yield from _fumes(fortitude_bonus, FUMES_SECOND, None))


def _fumes(fortitude_bonus: int, harm: Amount, next_minutes: int | None) -> Throws[Fumes]:
    success = (yield from roll_against("fortitude", fortitude_bonus, FUMES_DC)).success
    lost = 0 if success else (yield from roll_amount("damage", harm))
    return Fumes(True, success, lost, next_minutes)


def acid_turn(fight: D20Fight, who: Id, timer: Timer, notes: Notes) -> Steps[D20Fight]:
    """Deal the damage of another round in acid (D20H-ACID-01)."""
    key = f"acid:{timer.id}:{fight.clock}"
    contact, strength = cast(AcidContact, timer.data["contact"]), cast(AcidStrength, timer.data["strength"])
    found = yield from ask_one(fight, who, acid_round(contact, strength), notes, key, because=("D20H-ACID-01",))
    return (
        yield from hurt(fight, who, found.damage, notes, key=f"{key}:blow", damage_type="acid", rules=("D20H-ACID-01",))
    )


def breathed(fight: D20Fight, who: Id, found: Fumes, notes: Notes, rule: str) -> D20Fight:
    """Apply the effect of the fumes and schedule the second save (D20H-ACID-02, D20H-ACID-03)."""
    if found.save_success is not None:
        saved(who, ("fumes.made", "fumes.failed"), notes, success=found.save_success, rules=(rule,))
    fight = lose(fight, who, {"constitution": found.con_damage}, "damage", notes, rules=(rule,))
    if found.second_due_minutes is not None:
        due = Timer(FUMES, FUMES, found.second_due_minutes * 60)
        # breathing the fumes again does not postpone the second save
        fight = with_timer(fight, who, fight.body(who).timers.get(FUMES, due))
    return fight


def fumes_due(fight: D20Fight, who: Id, timer: Timer, notes: Notes) -> Steps[D20Fight]:
    """Make the second save against fumes when it falls due (D20H-ACID-03)."""
    rule = second_fumes(save_bonus(fight, who, "fortitude"))
    found = yield from ask_one(fight, who, rule, notes, f"fumes:{fight.clock}", because=("D20H-ACID-03",))
    fight = without_timers(fight, who, timer.id)
    return breathed(fight, who, found, notes, "D20H-ACID-03")


ACID_ENDS = "out"


def acid_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The creatures, the kind of contact, the strength of the acid, whether it stays, and whether it has fumes."""
    return (
        creatures_input(fight, viewer),
        one_of_these("contact", "input.contact", "acid_contact", (*ACID_CONTACTS, ACID_ENDS)),
        one_of_these("strength", "input.acid_strength", "acid_strength", ACID_STRENGTHS),
        Flag("stays", "input.acid_stays", note=Fact("note.acid_stays", rules=("D20H-ACID-01",)), fresh=True),
        Flag("fumes", "input.acid_fumes", note=Fact("note.acid_fumes", rules=("D20H-ACID-02",)), fresh=True),
    )


def acid_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Deal damage now and, if the acid stays, each round; fumes call for a save now and in a minute.

    (D20H-ACID-01 to -03)
    """
    notes, people, values = Notes(), chosen(fight, command), command.inputs
    contact, strength = values["contact"] or ACID_CONTACTS[0], values["strength"] or ACID_STRENGTHS[0]
    if contact == ACID_ENDS:
        return Outcome((yield from _washed(fight, people, notes)), notes.so_far)
    timer = Timer(ACID, ACID, each_turn=True, data={"contact": cast(AcidContact, contact), "strength": strength})
    for who in people:
        notes.tell(
            "acid.meets",
            who=who,
            contact=Word(f"acid_contact.{contact}"),
            strength=Word(f"acid_strength.{cast(AcidStrength, strength)}"),
            rules=("D20H-ACID-01",),
        )
        fight = yield from acid_turn(fight, who, Timer(f"{ACID}:{who}", ACID, data=timer.data), notes)
        if values["stays"]:
            fight = begin(fight, who, timer, notes, rules=("D20H-ACID-01",))
    if values["fumes"]:
        found = yield from ask_each(
            fight,
            people,
            lambda who: first_fumes(0, save_bonus(fight, who, "fortitude")),
            notes,
            "fumes",
            because=("D20H-ACID-02",),
        )
        for who, result in found.items():
            fight = breathed(fight, who, result, notes, "D20H-ACID-02")
    return Outcome(fight, notes.so_far)


def _washed(fight: D20Fight, people: list[Id], notes: Notes) -> Steps[D20Fight]:
    yield from ()
    for who in people:
        timer = fight.body(who).timers.get(ACID)
        if timer is not None:
            fight = over(fight, who, timer, notes, rules=("D20H-ACID-01",))
    return fight


ACID_BATH: Action[Body, Round] = Action(
    "acid", acid_resolve, acid_inputs, check_somebody, icon="droplets", for_game_master=True
)
