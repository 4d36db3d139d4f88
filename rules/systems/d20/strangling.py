"""Strangling in a grapple, for damage or to take the air away.

Rules: D20H-STRG-01 to -07, D20H-HOUSE-21.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast, get_args

from rules.core.errors import NotAllowed, one_of
from rules.core.facts import Notes
from rules.core.inputs import Choice, options_of
from rules.core.requests import Steps, choose
from rules.core.types import Id
from rules.systems.d20.abilities import checked_score
from rules.systems.d20.bearing import constitution_of
from rules.systems.d20.breath import without_air
from rules.systems.d20.dice import USUAL_CONTESTS, Contests, opposed, opposed_check
from rules.systems.d20.grapple import grapple_terms, unarmed_damage
from rules.systems.d20.grappling import choked, pinner_of, squeezed, unarmed_blow, wrestler
from rules.systems.d20.maneuvers import contest, contests_of, tell_contest
from rules.systems.d20.opportunity import go_on_after, may_strike, opportunities
from rules.systems.d20.sizes import Size, categories_apart, known_size
from rules.systems.d20.state import D20Fight, in_rounds
from rules.systems.d20.terms import total

StrangleChoice = Literal["damage", "choke"]

StrangleEffect = Literal["none", "unarmed_damage", "choking"]

STRANGLE_CHOICES: tuple[StrangleChoice, ...] = get_args(StrangleChoice)

SIZES_APART = 1
"""Greatest difference in size categories between attacker and target (D20H-STRG-02)."""


@dataclass(frozen=True)
class Strangling:
    """An attempt to strangle; breath_rounds: how long the victim holds its breath, when it is choked."""

    provokes_attack_of_opportunity: bool
    success: bool
    effect: StrangleEffect
    breath_rounds: int | None


def begin_strangling(
    attacker_size: Size,
    target_size: Size,
    attacker_grapple_total: int,
    target_grapple_total: int,
    choice: StrangleChoice,
    target_constitution: int,
    *,
    attacker_is_pinned: bool = False,
    attacker_grapple_modifier: int = 0,
    target_grapple_modifier: int = 0,
    contests: Contests = USUAL_CONTESTS,
) -> Strangling:
    """Try to strangle; who wins takes damage or choking (D20H-STRG-02 to -05, D20H-STRG-07, D20H-HOUSE-21).

    The modifiers decide ties. Raises UnknownValue, OutOfRange, and NotAllowed for a size too far off or a pinned
    attacker.
    """
    known_size(attacker_size, "attacker_size")
    known_size(target_size, "target_size")
    one_of(choice, STRANGLE_CHOICES, "d20.strangle.choice_unknown", field="choice")
    checked_score(target_constitution, "target_constitution", least=0)
    if categories_apart(attacker_size, target_size) > SIZES_APART:
        raise NotAllowed("d20.strangle.sizes_too_far_apart", field="target_size")
    if attacker_is_pinned:
        raise NotAllowed("d20.strangle.pinned", field="attacker_is_pinned")
    totals, modifiers = (
        (attacker_grapple_total, target_grapple_total),
        (attacker_grapple_modifier, target_grapple_modifier),
    )
    check = opposed(*totals, *modifiers, contests)
    if not check.won:
        return Strangling(True, False, "none", None)
    if choice == "damage":
        return Strangling(True, True, "unarmed_damage", None)
    return Strangling(True, True, "choking", target_constitution)


STRANGLING = ("D20H-STRG-01", "D20H-STRG-02", "D20H-STRG-03", "D20H-STRG-04", "D20H-STRG-07", "D20H-HOUSE-21")


def strangle(
    fight: D20Fight, actor: Id, target: Id, base: int | None, notes: Notes, *, lethal: bool
) -> Steps[D20Fight]:
    """Let threatening foes strike; the winner then chooses damage or choking (D20H-STRG-02 to -05)."""
    size, theirs = fight.body(actor).size, fight.body(target).size
    constitution = constitution_of(fight.body(target)) or 0
    # raises what needs no roll
    begin_strangling(size, theirs, 0, 0, "damage", constitution, attacker_is_pinned=pinner_of(fight, actor) is not None)
    if in_rounds(fight):
        found = tuple(foe for foe in fight.order if foe != actor and may_strike(fight, foe, actor))
        fight, _ = yield from opportunities(fight, actor, found, notes, rules=("D20H-STRG-02",))
        if not go_on_after(fight, actor, notes, wrestling=True):
            return fight
    sides = grapple_terms(wrestler(fight, actor, base, lethal=lethal)), grapple_terms(wrestler(fight, target))
    mine, other = total(sides[0]), total(sides[1])
    rule = opposed_check("grapple", mine, other, contests_of(fight))
    check_made = yield from contest(fight, rule, actor, target, notes, "strangle")
    tell_contest(fight, actor, target, check_made, notes, STRANGLING, sides)
    if not check_made.won:
        return fight
    options = options_of("strangle", STRANGLE_CHOICES)
    answer = yield from choose(
        f"strangle:{actor}",
        actor,
        Choice("choice", "input.strangle", default="choke", layout="segments", options=options, fresh=True),
        so_far=notes.so_far,
        default={"choice": "choke"},
        label="ask.strangle",
    )
    choice = cast(StrangleChoice, answer["choice"])
    totals = check_made.acting_total, check_made.other_total
    begun = begin_strangling(
        size,
        theirs,
        *totals,
        choice,
        constitution,
        attacker_grapple_modifier=mine,
        target_grapple_modifier=other,
        contests=contests_of(fight),
    )
    if begun.effect == "unarmed_damage":
        damage = yield from contest(
            fight, unarmed_damage(unarmed_blow(fight, actor)), actor, target, notes, "strangle"
        )  # fmt: skip
        return (yield from squeezed(fight, actor, target, damage, notes, "strangle:", lethal=lethal))
    notes.tell("strangle.chokes", who=actor, target=target, rules=("D20H-STRG-04", "D20H-STRG-05"))
    return choked(without_air(fight, target, notes, rule="D20H-STRG-05", by=actor), target, actor)
