"""What a player has said beforehand for the next turn: on which conditions, and whether they have come about.

A condition is about what has happened since it was written, as its player may know it. Each can be checked in every
system, by its contract alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias, get_args

from rules.core.audience import Viewer
from rules.core.facts import Explanation, Fact, Ref, visible
from rules.core.system import AnySystem
from rules.core.types import Id, Json
from rules.core.verbs import AnyFight

Condition: TypeAlias = Literal["turn", "near", "attacked", "friend_attacked", "falls"]
"""The turn comes; an opponent comes near; this one is attacked, or another of its side; a combatant falls."""

CONDITIONS: tuple[Condition, ...] = get_args(Condition)


def written_at(system: AnySystem, fight: AnyFight, who: Id, viewer: Viewer) -> dict[str, Json]:
    """What its player knows at the moment of writing, and what has come about is told from."""
    return {"near": sorted(_near(system, fight, who)), "out": sorted(_out(system, fight, viewer))}


def has_come_about(
    condition: str,
    before: Mapping[str, Json],
    system: AnySystem,
    fight: AnyFight,
    who: Id,
    viewer: Viewer,
    told: Iterable[Explanation],
) -> bool:
    """Whether a condition holds now; `told`: the facts of the steps since then, as this viewer may know them."""
    match condition:
        case "turn":
            return True
        case "near":
            return not _near(system, fight, who) <= set(before["near"])
        case "falls":
            return not _out(system, fight, viewer) <= set(before["out"])
        case "attacked":
            return any(target == who for target in _attacked(system, told))
    side = fight.combatants[who].side
    friends = {one.id for one in fight.combatants.values() if one.side == side and one.id != who}
    return any(target in friends for target in _attacked(system, told))


def _near(system: AnySystem, fight: AnyFight, who: Id) -> set[Id]:
    """The opponents close to a combatant that its player may know of."""
    one = fight.combatants[who]
    others = (fight.combatants[other] for other in system.near(fight, who) if other in fight.combatants)
    return {other.id for other in others if other.side != one.side and not other.hidden}


def _out(system: AnySystem, fight: AnyFight, viewer: Viewer) -> set[Id]:
    """Those who cannot go on, as far as the viewer may know."""
    seen = (one.id for one in fight.combatants.values() if not one.hidden)
    return {who for who in seen if any(f.code == "out" for f in visible(system.card(fight, who).facts, viewer))}


def _attacked(system: AnySystem, told: Iterable[Explanation]) -> Iterable[Id]:
    for facts in told:
        for fact in facts:
            if fact.code.startswith(system.told_codes.attacks) and (target := _target(fact)) is not None:
                yield target


def _target(fact: Fact) -> Id | None:
    target = fact.params.get("target")
    return target.combatant if isinstance(target, Ref) else None
