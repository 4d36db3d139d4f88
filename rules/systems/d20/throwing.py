"""Throwing and shooting at a place: range increments, the attack roll, where it comes down.

Rules: D20S-EXP-02 to -09.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from rules.core.audience import GAME_MASTER, Viewer, controllers_of
from rules.core.errors import NotAllowed, UnknownValue, at_least, one_of, within
from rules.core.facts import Notes
from rules.core.fight import Command
from rules.core.inputs import Input, Number
from rules.core.people import people_input, rolls_seen
from rules.core.requests import Steps
from rules.core.terms import fell, reach
from rules.core.types import Id, Json
from rules.systems.d20.arms import Weapon
from rules.systems.d20.attack_bonus import MAX_INCREMENTS
from rules.systems.d20.blows import Attempt, base_terms, check_usable, others_input, weapon_input, why_not
from rules.systems.d20.defence import AREA_DEFENSE
from rules.systems.d20.modifiers import Manner, on_attack
from rules.systems.d20.opportunity import distracted
from rules.systems.d20.state import D20Fight
from rules.systems.d20.terms import Term, die_term, facts_of
from rules.systems.d20.turns import open_to_attack, others_than

ScatterDie = Literal[4, 8, 12]

Landing = Literal["target_creature", "aimed_square_corner", "nearby_square_corner"]

SCATTER_DICE: tuple[ScatterDie, ...] = (4, 8, 12)


@dataclass(frozen=True)
class Corner:
    """A corner of the grid in squares from the near-left corner of the aimed square, as the thrower sees it.

    right: negative to the left; beyond: negative short of it.
    """

    right: int
    beyond: int


CORNERS: Mapping[ScatterDie, tuple[Corner, ...]] = {
    4: (Corner(0, 1), Corner(1, 1), Corner(1, 0), Corner(0, 0)),
    8: (
        Corner(1, 2),
        Corner(2, 1),
        Corner(2, 0),
        Corner(1, -1),
        Corner(0, -1),
        Corner(-1, 0),
        Corner(-1, 1),
        Corner(0, 2),
    ),
    12: (
        Corner(1, 3),
        Corner(2, 2),
        Corner(3, 1),
        Corner(3, 0),
        Corner(2, -1),
        Corner(1, -2),
        Corner(0, -2),
        Corner(-1, -1),
        Corner(-2, 0),
        Corner(-2, 1),
        Corner(-1, 2),
        Corner(0, 3),
    ),
}
"""Where each face of each die lands, face 1 first (D20S-HOUSE-04, D20S-EXP-06 to -08)."""


def range_increments(distance_ft: int, increment_ft: int) -> int:
    """Return how many range increments a throw takes, rounded up, at least 1 (D20S-EXP-09).

    Raises OutOfRange for a negative distance or an increment below 1 ft.
    """
    at_least(distance_ft, 0, "d20.distance.negative", field="distance_ft")
    at_least(increment_ft, 1, "d20.range.increment", field="range_increment_ft")
    return max(1, -(-distance_ft // increment_ft))


def check_in_reach(increments: int) -> None:
    """Refuse a throw beyond five range increments (D20S-EXP-09)."""
    if increments > MAX_INCREMENTS["thrown"]:
        raise NotAllowed("d20.throw.too_far", field="distance_ft", params={"increments": increments})


def miss_die(increments: int) -> ScatterDie:
    """Return the die that says where a miss lands (D20S-EXP-07, D20S-EXP-08; at one increment D20S-HOUSE-05)."""
    if increments == 1:
        return 4
    return 8 if increments <= 3 else 12


def landing(die: ScatterDie) -> Landing:
    """Say which kind of square's corner a scatter die stands for (D20S-EXP-06 to -08)."""
    return "aimed_square_corner" if die == 4 else "nearby_square_corner"


def corner(die: ScatterDie, face: int) -> Corner:
    """Look up the corner that a face stands for (D20S-HOUSE-04).

    Raises UnknownValue for another die, OutOfRange for a face that it does not have.
    """
    known = one_of(die, SCATTER_DICE, "d20.scatter.die_unknown", field="die")
    within(face, 1, known, "dice.face", field="face")
    return CORNERS[known][face - 1]


SCATTER = ("D20S-EXP-06", "D20S-EXP-07", "D20S-EXP-08", "D20S-HOUSE-04")

OF_A_TARGET = ("into_melee", "longarm_adjacent", "higher_ground", "invisible")
"""Modifiers of attacks on a creature that do not count against a place."""


def weapons_that(fight: D20Fight, actor: Id, serves: Callable[[Weapon], bool]) -> tuple[Weapon, ...]:
    """Return the weapons of a combatant that serve for it."""
    return tuple(one for one in fight.body(actor).carried() if serves(one))


def area_inputs(fight: D20Fight, actor: Id | None, serves: Callable[[Weapon], bool]) -> tuple[Input, ...]:
    """With what, how far the place is, and what else counts."""
    if actor is None or actor not in fight.combatants:
        return ()
    arms = weapons_that(fight, actor, serves)
    if not arms:
        return ()
    feet = Number("feet", "input.place_feet", default=10, minimum=0, maximum=2_000, required=False)
    return (weapon_input(fight, actor, arms), feet, others_input(sides=False))


def point_input(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The combatant beside the place, which names it to the table; a foe is proposed."""
    if actor is None or actor not in fight.combatants:
        return ()
    who, foe = others_than(fight, actor, viewer, itself=True), next(iter(open_to_attack(fight, actor, viewer)), None)
    return (people_input(who, name="near", label="input.point", default=foe, required=False, fresh=True),)


def point_of(fight: D20Fight, command: Command) -> Id | None:
    """The combatant beside the place that a command names."""
    near = command.inputs.get("near")
    return near if near in fight.combatants else None


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
    """Refuse an actor who can use none of these weapons now."""
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
    terms = base_terms(fight, Attempt(actor, actor, weapon, manner, base))
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
        *facts_of(terms, own),
    )
    met = AREA_DEFENSE if needed is None else needed
    told = (*told, reach(met, *rules, audience=GAME_MASTER))
    notes.tell("area.total", total, who=actor, rules=rules, audience=seen, terms=told)
    notes.tell("area.defense", met, rules=("D20S-EXP-04", "D20S-SPL-02"), audience=GAME_MASTER)
    notes.tell("area.hit" if hit else "area.miss", who=actor, rules=rules)


def tell_corner(die: ScatterDie, face: int, notes: Notes, rules: tuple[str, ...] = SCATTER) -> None:
    """Tell where something comes down: on which corner, in squares from the near left one of the aimed square."""
    where = corner(die, face)
    notes.tell(
        "scatter.aimed" if die == 4 else "scatter.astray",
        right=where.right,
        beyond=where.beyond,
        die=die,
        face=face,
        rules=rules,
        terms=(fell((face,), "D20S-HOUSE-04"),),
    )


def shooting(fight: D20Fight, actor: Id, notes: Notes) -> Steps[D20Fight]:
    """Let all who threaten strike at an actor who throws or shoots (D20S-GUN-05, D20C-AOO-07)."""
    return (yield from distracted(fight, actor, notes, rules=("D20C-AOO-07", "D20S-GUN-05"), action="attack_ranged"))
