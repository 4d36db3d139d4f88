"""The round: who declares, who acts now, and what the end of a group or round brings (TUMS-CMB-02 to -10)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.fight import Place
from rules.core.types import Id, drop
from rules.systems.tumbas.state import Group, TumbasFight

MELEE = ("attack", "defend", "disengage")
"""Melee actions (TUM-HOUSE-12)."""

STANDARD = ("move", "shoot", "charge", "cast", "use", "help", "reload", "stabilise", "test")
"""Standard actions (TUM-HOUSE-12, TUM-HOUSE-21); any other is a test."""

NOTHING = "nothing"
"""What somebody declares who waits."""


def places(fight: TumbasFight) -> tuple[Place, ...]:
    """Nobody comes first by the rules: everybody in the order of entry (TUMS-CMB-07)."""
    return tuple(Place(who) for who in sorted(fight.order, key=lambda who: fight.combatants[who].entered))


def undeclared(fight: TumbasFight) -> tuple[Id, ...]:
    """Those who still have to declare, foes first, the hidden last: nobody waits for what is not seen."""
    state = fight.round
    left = [
        who
        for who in fight.order
        if who not in state.declared and who not in state.surprised and fight.combatants[who].body.able
    ]
    return tuple(sorted(left, key=lambda who: (fight.combatants[who].hidden, bool(fight.combatants[who].controllers))))


def group_left(fight: TumbasFight) -> tuple[Id, ...]:
    """Those of the group at hand who have not acted yet; the hidden last."""
    if not fight.round.groups:
        return ()
    left = [
        who
        for who in fight.round.groups[0].members
        if who in fight.combatants and who not in fight.round.done and fight.combatants[who].body.able
    ]
    return tuple(sorted(left, key=lambda who: fight.combatants[who].hidden))


def to_act(fight: TumbasFight) -> tuple[Id, ...]:
    """Those for whom the round waits now; several may go in any order."""
    if not fight.ordered or not fight.round.number:
        return ()
    return undeclared(fight) if fight.round.stage == "declaration" else group_left(fight)


def upcoming(fight: TumbasFight) -> tuple[Id, ...]:
    """Who acts now and who come next; nobody once all of a group have acted, until the round goes on."""
    now = to_act(fight)
    if not now:
        return ()
    later = [who for group in fight.round.groups[1:] for who in group.members if who in fight.combatants]
    return tuple(dict.fromkeys((*now, *(who for who in later if fight.combatants[who].body.able))))


def done(fight: TumbasFight) -> frozenset[Id]:
    """Who has declared, or has acted in this round."""
    if fight.round.stage == "declaration":
        return frozenset(fight.round.declared)
    waiting = {who for group in fight.round.groups for who in group.members}
    acted = {who for who in fight.round.declared if who not in waiting}
    return frozenset(acted | fight.round.done)


def acted(fight: TumbasFight, who: Id) -> TumbasFight:
    """Write down that somebody has acted in the group at hand."""
    if not fight.round.groups or who not in fight.round.groups[0].members:
        return fight
    return replace(fight, round=replace(fight.round, done=fight.round.done | {who}))


def moment(fight: TumbasFight) -> str:
    """Round, phase and how many groups are left: those of one group may act in any order."""
    return f"{fight.round.number}:{fight.round.stage}:{len(fight.round.groups)}"


def joins_melee(fight: TumbasFight, who: Id) -> TumbasFight:
    """Let somebody who charges act again in the melee phase of this round (TUM-HOUSE-12)."""
    state = fight.round
    if any(group.stage == "melee" and who in group.members for group in state.groups):
        return fight
    groups = [
        replace(group, members=(*group.members, who)) if group.stage == "melee" else group for group in state.groups
    ]
    if not any(group.stage == "melee" for group in groups):
        groups.append(Group("melee", (who,)))
    return replace(fight, round=replace(state, groups=tuple(groups)))


def settled(fight: TumbasFight) -> TumbasFight:
    """Forget in the round whoever has left the fight, and clamp hit points to their maximum; idempotent."""
    for who, one in fight.combatants.items():
        if one.body.hp > one.body.hp_max:
            fight = fight.with_body(who, replace(one.body, hp=one.body.hp_max))
    state = fight.round
    here = fight.combatants
    declared = {who: what for who, what in state.declared.items() if who in here}
    groups = tuple(replace(group, members=tuple(who for who in group.members if who in here)) for group in state.groups)
    opportunities = _present(fight, dict(state.opportunities))
    deferred = {
        # a blow that was struck counts, though whoever struck it has left
        name: effect if effect.other is None or effect.other in here else replace(effect, other=None)
        for name, effect in state.deferred.items()
        if effect.who in here and (effect.kind == "harm" or effect.other is None or effect.other in here)
    }
    after = replace(
        state,
        declared=declared,
        groups=groups,
        done=frozenset(who for who in state.done if who in here),
        surprised=frozenset(who for who in state.surprised if who in here),
        opportunities=opportunities,
        deferred=deferred,
    )
    return fight if after == state else replace(fight, round=after)


def _present(fight: TumbasFight, pairs: dict[str, bool]) -> dict[str, bool]:
    for key in tuple(pairs):
        if any(part not in fight.combatants for part in key.split(" ")):
            pairs = drop(pairs, key)
    return pairs
