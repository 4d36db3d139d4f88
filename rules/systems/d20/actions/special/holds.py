"""Who holds whom at the table: bonds as the fight keeps them, how they end, and what somebody is good for in one.

(D20S-GRAP-05, D20S-GRAP-12 to -17, D20S-GRAP-22 to -35, D20S-GRAP-38, D20S-HOUSE-15, D20H-STRG-05, D20H-STRG-06)
"""

from __future__ import annotations

from dataclasses import replace

from rules.core.facts import Notes
from rules.core.types import Id, put
from rules.systems.d20.actions.opportunity import armed_unarmed
from rules.systems.d20.bearing import base_attack, effects_of, modifier
from rules.systems.d20.dice import parse_amount
from rules.systems.d20.passing.air import BREATH, air_again
from rules.systems.d20.phases import Grapple, Pair
from rules.systems.d20.special.grapple import StrikeDamage, Wrestler, lethal_modifier
from rules.systems.d20.special.grapple_bonds import Bond, Bonds
from rules.systems.d20.state import D20Fight, effects_named, grapple_of, without_effects
from rules.systems.d20.unarmed import MEDIUM_DAMAGE

PINNED = "pinned"


def pinner_of(fight: D20Fight, who: Id) -> Id | None:
    """Who pins somebody; None when nobody does (D20S-GRAP-22)."""
    return next((effect.by for effect in effects_named(fight.combatants[who].body, PINNED) if effect.by), None)


def bonds_of(fight: D20Fight) -> Bonds:
    """All who wrestle, two by two, with who pins whom."""
    found = []
    for held in fight.round.grapples.values():
        for pair in held.pairs:
            pins = [by for by, who in (pair.both, pair.both[::-1]) if pinner_of(fight, who) == by]
            found.append(Bond(pair.one, pair.other, pins[0] if pins else None))
    return tuple(found)


def with_bonds(fight: D20Fight, bonds: Bonds) -> D20Fight:
    """The fight in which exactly these wrestle; those who hang together are one grapple, pins follow the bonds."""
    choking = {who: by for held in fight.round.grapples.values() for who, by in held.choking.items()}
    groups: list[list[Bond]] = []
    for bond in bonds:
        near = [group for group in groups if any(other.joins(bond.one) or other.joins(bond.other) for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([*(one for group in near for one in group), bond])
    found = {}
    for group in groups:
        held = Grapple(group[0].other, tuple(Pair(bond.one, bond.other) for bond in group))
        kept = {who: by for who, by in sorted(choking.items()) if by in held.opponents(who)}
        found[held.id] = replace(held, choking=kept)
    fight = replace(fight, round=replace(fight.round, grapples=dict(sorted(found.items()))))
    pins = {bond.opponent(bond.pinner): bond.pinner for bond in bonds if bond.pinner is not None}
    for who, one in fight.combatants.items():
        gone = [effect.id for effect in effects_named(one.body, PINNED) if effect.by and pins.get(who) != effect.by]
        if gone:
            fight = without_effects(fight, who, *gone)
    return fight


def choked(fight: D20Fight, who: Id, by: Id) -> D20Fight:
    """The fight in which somebody is strangled, without air because of it (D20H-STRG-05)."""
    held = grapple_of(fight, who)
    if held is None or BREATH not in fight.combatants[who].body.timers:
        return fight
    after = replace(held, choking=put(held.choking, who, by))
    return replace(fight, round=replace(fight.round, grapples=put(fight.round.grapples, held.id, after)))


def _lasts(fight: D20Fight, bond: Bond, choking: dict[Id, Id]) -> bool:
    """Whether a bond goes on: both are there and alive, and somebody has the other in their hands."""
    if any(who not in fight.combatants or not fight.combatants[who].body.alive for who in (bond.one, bond.other)):
        return False
    holds = [who for who in (bond.one, bond.other) if not effects_of(fight, who).helpless]
    return bond.one in holds or (bond.other in holds and choking.get(bond.one) == bond.other)


def settled(fight: D20Fight) -> D20Fight:
    """Let go whoever is held by nobody any more, and let them breathe; idempotent (D20S-HOUSE-15, D20H-STRG-06)."""
    if fight.round.grapples:
        choking = {who: by for held in fight.round.grapples.values() for who, by in held.choking.items()}
        before = bonds_of(fight)
        after = tuple(bond for bond in before if _lasts(fight, bond, choking))
        if after != before:
            fight = with_bonds(fight, after)
        fight = _no_longer_choking(fight)
    for who, one in fight.combatants.items():
        loose = [
            effect.id for effect in effects_named(one.body, PINNED) if effect.by and grapple_of(fight, who) is None
        ]
        if loose:
            fight = without_effects(fight, who, *loose)
        timer = one.body.timers.get(BREATH)
        if timer is not None and timer.by is not None:
            held = grapple_of(fight, who)
            if held is None or who not in held.choking:
                fight = air_again(fight, who, Notes())
    return fight


def _no_longer_choking(fight: D20Fight) -> D20Fight:
    """Nobody who is pinned, or can do nothing, strangles (D20H-STRG-07, D20S-GRAP-25)."""
    for name, held in fight.round.grapples.items():
        kept = {
            who: by
            for who, by in held.choking.items()
            if by in held.opponents(who)
            and BREATH in fight.combatants[who].body.timers
            and pinner_of(fight, by) is None
            and not effects_of(fight, by).helpless
        }
        if kept != dict(held.choking):
            after = replace(held, choking=kept)
            fight = replace(fight, round=replace(fight.round, grapples=put(fight.round.grapples, name, after)))
    return fight


def wrestler(fight: D20Fight, who: Id, base: int | None = None, *, lethal: bool = False) -> Wrestler:
    """What somebody brings to a grapple check (D20S-GRAP-05, D20S-GRAP-06, D20S-HOUSE-16)."""
    body = fight.combatants[who].body
    other = lethal_modifier(lethal=lethal, unarmed_counts_as_armed=armed_unarmed(body))
    bonus = base_attack(body) if base is None else base
    return Wrestler(bonus, modifier(body, "strength", effects_of(fight, who)), body.size, other)


def unarmed_blow(fight: D20Fight, who: Id) -> StrikeDamage:
    """What somebody's bare hands do (D20C-UNA-05, D20S-GRAP-12)."""
    strength = modifier(fight.combatants[who].body, "strength", effects_of(fight, who))
    return StrikeDamage(parse_amount(MEDIUM_DAMAGE).sides or 1, strength)
