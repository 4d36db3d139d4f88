"""What is thrown or shot at a place: its attack roll against an area, and where it comes down (D20S-EXP-02 to -09)."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.audience import GAME_MASTER, controllers_of
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command
from rules.core.inputs import Input, Number
from rules.core.requests import Steps
from rules.core.types import Id, Json
from rules.systems.d20.actions.acting import rolls_seen
from rules.systems.d20.actions.blows import Blow, base_terms, others_input, said_facts
from rules.systems.d20.actions.choosing import check_usable, weapon_input, why_not
from rules.systems.d20.actions.opportunity import distracted
from rules.systems.d20.arms import Weapon
from rules.systems.d20.defences import AREA_DEFENSE
from rules.systems.d20.modifiers import Manner, on_attack
from rules.systems.d20.special.throwing import ScatterDie, corner
from rules.systems.d20.state import D20Fight
from rules.systems.d20.telling import die_term
from rules.systems.d20.terms import Term

SCATTER = ("D20S-EXP-06", "D20S-EXP-07", "D20S-EXP-08", "D20S-HOUSE-04")
OF_A_TARGET = ("into_melee", "longarm_adjacent", "higher_ground", "invisible")
"""What bears on attacks on somebody and on none at a place."""


def weapons_that(fight: D20Fight, actor: Id, serves: Callable[[Weapon], bool]) -> tuple[Weapon, ...]:
    """The weapons of somebody that serve for it."""
    return tuple(one for one in fight.combatants[actor].body.carried() if serves(one))


def area_inputs(fight: D20Fight, actor: Id | None, serves: Callable[[Weapon], bool]) -> tuple[Input, ...]:
    """With what, how far the place is, and what else counts."""
    if actor is None or actor not in fight.combatants:
        return ()
    arms = weapons_that(fight, actor, serves)
    if not arms:
        return ()
    feet = Number("feet", "input.place_feet", default=10, minimum=0, maximum=2_000, required=False)
    return (weapon_input(fight, actor, arms), feet, others_input(sides=False))


def chosen_weapon(
    fight: D20Fight, actor: Id, command: Command, serves: Callable[[Weapon], bool], *, used: bool = True
) -> Weapon:
    """The weapon of a command, the only one where none was named; raises UnknownValue, NotAllowed.

    used: as a weapon, for which it has to be in hand.
    """
    arms = weapons_that(fight, actor, serves)
    if not arms:
        raise NotAllowed("d20.area.no_weapon", field="weapon")
    usual = next((one for one in arms if not why_not(fight, actor, one)), arms[0])
    key = command.inputs.get("weapon") or usual.key
    found = next((one for one in arms if one.key == key), None)
    if found is None:
        raise UnknownValue("d20.weapon.gone", field="weapon")
    return check_usable(fight, actor, found) if used else found


def check_any(fight: D20Fight, actor: Id, arms: tuple[Weapon, ...]) -> None:
    """Refuse whoever can use none of these as things are."""
    reasons = [why_not(fight, actor, one) for one in arms]
    if reasons and all(reasons):
        raise NotAllowed(reasons[0])


def area_terms(
    fight: D20Fight, actor: Id, weapon: Weapon, base: int, feet: int, others: Json, *, untrained: bool = True
) -> tuple[Term, ...]:
    """What is added to an attack on a place (D20S-EXP-05, D20S-AUTO-03, D20C-RNG-01).

    untrained: what the lack of training costs is part of it.
    """
    manner = Manner("ranged", feet)
    terms = base_terms(fight, Blow(actor, actor, weapon, manner, base))
    found = (one.term for one in on_attack(fight, actor, actor, weapon, manner) if one.key not in OF_A_TARGET)
    said = (Term(f"said:{row['reason']}", row["value"], ("D20C-CIR-02",)) for row in others or () if row["value"])
    whole = (*terms, *found, *said)
    return tuple(term for term in whole if untrained or term.name != "not_proficient")


def sum_of(terms: tuple[Term, ...]) -> int:
    """What terms come to."""
    return sum(term.value for term in terms)


def tell_area_roll(
    fight: D20Fight,
    actor: Id,
    total: int,
    terms: tuple[Term, ...],
    notes: Notes,
    *,
    hit: bool,
    needed: int | None = None,
) -> None:
    """Tell the attack roll against an area (D20S-EXP-04, D20S-AUTO-03)."""
    seen, own = rolls_seen(fight, actor), controllers_of(actor)
    rules = ("D20S-EXP-04", "D20S-AUTO-03")
    told = (
        die_term(total - sum_of(terms), ("D20C-ATK-01",), seen),
        *(fact.told_to(own) for fact in said_facts(terms)),
    )
    notes.add(Fact("area.total", total, {"who": Ref(actor)}, rules, seen, told))
    met = AREA_DEFENSE if needed is None else needed
    notes.add(Fact("area.defense", met, rules=("D20S-EXP-04", "D20S-SPL-02"), audience=GAME_MASTER))
    notes.add(Fact("area.hit" if hit else "area.miss", params={"who": Ref(actor)}, rules=rules))


def tell_corner(die: ScatterDie, face: int, notes: Notes, rules: tuple[str, ...] = SCATTER) -> None:
    """Tell where something comes down: on which corner, in squares from the near left one of the aimed square."""
    where = corner(die, face)
    params: dict[str, Param] = {"right": where.right, "beyond": where.beyond, "die": die, "face": face}
    notes.add(Fact("scatter.aimed" if die == 4 else "scatter.astray", params=params, rules=rules))


def shooting(fight: D20Fight, actor: Id, notes: Notes) -> Steps[D20Fight]:
    """Whoever throws or shoots drops the guard before all who threaten (D20S-GUN-05, D20C-AOO-07)."""
    return (yield from distracted(fight, actor, notes, rules=("D20C-AOO-07", "D20S-GUN-05")))
